"""Timings of the window, printed, never asserted: start to usable, and the longest stall of the main thread.

    python tests/bench_ui.py            20,000 tokens streamed into the real window from a server on loopback
    python tests/bench_ui.py --tokens N
    python tests/bench_ui.py --queue 10000    the reviewer queue with that many items, scrolled from end to end
    python tests/bench_ui.py --queue 10000 --vault    the same, kept in a vault

The file name keeps it out of the test run. Needs no screen.
"""

from __future__ import annotations

import argparse
import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE), str(HERE / "e2e"), str(HERE / "unit" / "release")]

TICK_MS = 2
STARTS = 5
WARM_MS = 2500
TOKEN = "word "


def say(line: str) -> None:
    """One line of the result."""
    sys.stdout.write(line + "\n")


def start_once() -> None:
    """Child process: print seconds from its creation to a shown window, and to a ready engine."""
    from PySide6.QtCore import QEventLoop

    from app.cli.session import builtin_engine
    from app.window.application import application
    from app.window.desktop import Desktop
    from ui.release.viewmodels.phases import EngineState

    app = application()
    desktop = Desktop(app, builtin_engine)
    desktop.start()
    app.processEvents()
    shown = time.time()
    loop = QEventLoop()
    desktop.compose.engine_changed.connect(loop.quit)
    if desktop.compose.engine_state is EngineState.LOADING:
        loop.exec()
    ready = time.time()
    began = float(os.environ["BENCH_BEGAN"])
    say(f"{shown - began:.3f} {ready - began:.3f}")
    desktop.stop()


def starts() -> None:
    rows = []
    for _ in range(STARTS):
        environment = {**os.environ, "BENCH_BEGAN": repr(time.time()), "DRSL_HOME": "/nonexistent/drsl-bench"}
        command = [sys.executable, __file__, "--child"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        shown, ready = map(float, done.stdout.split())
        rows.append((shown, ready))
        say(f"start: window shown and writable {shown:.2f} s, engine ready {ready:.2f} s")
    shown, ready = (sorted(column)[len(rows) // 2] for column in zip(*rows, strict=True))
    say(f"median of {len(rows)}: shown {shown:.2f} s, ready {ready:.2f} s")


class StallProbe:
    """Longest time between two ticks of a timer beyond its interval, by the clock and in processor time of this
    thread: on a machine that others use as well only the latter is the window's own."""

    def __init__(self) -> None:
        from PySide6.QtCore import Qt, QTimer

        self.gaps: list[float] = []
        self.work: list[float] = []
        self._last = time.perf_counter()
        self.spent = time.thread_time()
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def _tick(self) -> None:
        now = time.perf_counter()
        self.gaps.append(max(0.0, now - self._last - TICK_MS / 1000))
        self._last = now
        spent = time.thread_time()
        self.work.append(spent - self.spent)
        self.spent = spent

    def report(self, name: str) -> None:
        """Print and begin anew."""
        ordered = sorted(self.gaps)
        if ordered:
            p99 = ordered[int(0.99 * (len(ordered) - 1))]
            own = f"own work at most {1000 * max(self.work):.1f} ms"
            stall = f"longest stall {1000 * ordered[-1]:.1f} ms, p99 {1000 * p99:.1f} ms, {own}"
            say(f"{name}: {stall}, {len(ordered)} ticks")
        self.gaps.clear()
        self.work.clear()
        self._last = time.perf_counter()
        self.spent = time.thread_time()

    def stop(self) -> None:
        self._timer.stop()


def stalls(tokens: int) -> None:
    from pytestqt.qt_compat import qt_api
    from pytestqt.qtbot import QtBot
    from servers import ScriptedServer, replies
    from window_person import Person, running_desktop

    from app.window.application import application
    from core.domain.release import Destination, DestinationKind

    class Request:
        """What QtBot asks of pytest, outside of it."""

        class node:
            pass

    qt_api.set_qt_api("pyside6")
    app = application()
    text = "[PERSON_1] " + TOKEN * tokens + "[PERSON_1]"
    with ScriptedServer(replies.streamed(text, delta=len(TOKEN))) as server:
        target = Destination("b", DestinationKind.OPENAI, "Bench", f"{server.url}/v1", "model")
        with running_desktop(app, destinations=(target,)) as desktop:
            person = Person(desktop, QtBot(Request()))
            probe = StallProbe()
            example = (desktop.root / "examples" / "medical.en.txt").read_text("utf-8")
            person.paste_prompt(example)
            probe.report("paste as soon as the engine is ready: extract, propose, measure")
            person.qtbot.wait(WARM_MS)
            probe.report("reading the rest behind the window")
            began = time.perf_counter()
            person.paste_prompt(example + " My name is Iris Kettle.")
            say(f"paste to proposal {1000 * (time.perf_counter() - began):.0f} ms, with the pause of typing")
            person.qtbot.wait(300)
            probe.report("paste once all is read: extract, propose, measure")
            person.sanitize_until_passed()
            probe.report("sanitize to verdict")
            person.approve()
            began = time.perf_counter()
            person.wait_for_answer()
            seconds = time.perf_counter() - began
            probe.report(f"answer of {tokens} tokens in {seconds:.1f} s")
            probe.stop()


def queue_scroll(items: int, *, durable: bool) -> None:
    """Longest stall of the main thread while a long queue is opened, scrolled, read again and changed."""
    import tempfile

    from window_person import running_desktop

    from app.window.application import application

    app = application()
    with running_desktop(app) as desktop, tempfile.TemporaryDirectory() as folder:
        # What the engine reads at the start holds the interpreter; the collector is on again once it has.
        while not gc.isenabled():
            app.processEvents()
        store, close = filled_queue(items, Path(folder) if durable else None)
        desktop.window.show_page("review")
        probe = StallProbe()
        queue, view = desktop.review.queue, desktop.window.review.queue.view
        began = time.perf_counter()
        desktop.review.use(store)
        while len(queue.lines) < items:
            app.processEvents()
        probe.report(f"queue of {items} items read in {1000 * (time.perf_counter() - began):.0f} ms")
        bar = view.verticalScrollBar()
        steps = 400
        for step in range(steps + 1):
            bar.setValue(bar.maximum() * step // steps)
            app.processEvents()
        probe.report(f"scrolled through {items} items in {steps} steps")
        changes = [0]
        queue.changed.connect(lambda: changes.__setitem__(0, changes[0] + 1))
        began = time.perf_counter()
        queue.refresh()
        for step in range(steps + 1):
            bar.setValue(bar.maximum() * (steps - step) // steps)
            app.processEvents()
        while not changes[0]:
            app.processEvents()
        probe.report(f"scrolled back while all is read again, {1000 * (time.perf_counter() - began):.0f} ms")
        desktop.review.select(queue.lines[items // 2].id)
        while desktop.review.case is None:
            app.processEvents()
        probe.report("opened an item in the middle")
        desktop.review.claim()
        seen = changes[0]
        while changes[0] == seen:
            app.processEvents()
        probe.report("claimed it")
        probe.stop()
        desktop.review.use(None)
        desktop.pool.drain(lambda: None)
        desktop.vault_pool.drain(close)


def filled_queue(items: int, folder: Path | None) -> tuple[Any, Callable[[], None]]:
    """A queue in memory, or in a vault in `folder`, and what closes it."""
    from dataclasses import replace

    from review_cases import ENGLISH, case

    from app.review.store import VaultReviewStore
    from ui.review.viewmodels.memory_store import MemoryReviewStore

    one = case(ENGLISH)
    cases = (replace(one.item, id=f"{number:06}", title=f"{number} {one.item.title}") for number in range(items))
    if folder is None:
        memory = MemoryReviewStore()
        for item in cases:
            memory.queue(replace(one, item=item))
        return memory, lambda: None
    from vault_cases import open_vault

    vault = open_vault(folder, create=True)
    store = VaultReviewStore(vault)
    for number, item in enumerate(cases):
        if number:
            vault.reviews.add(item)
        else:
            store.queue(replace(one, item=item))
    return store, vault.close


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tokens", type=int, default=20_000)
    parser.add_argument("--child", action="store_true")
    parser.add_argument("--queue", type=int, default=0)
    parser.add_argument("--vault", action="store_true")
    options = parser.parse_args()
    if options.queue:
        queue_scroll(options.queue, durable=options.vault)
        return
    if options.child:
        start_once()
        return
    starts()
    stalls(options.tokens)


if __name__ == "__main__":
    main()
