"""An hour's work in short: the longest stalls of the main thread in the real window, printed, never asserted.

    python tests/bench_work.py                 warm-up, typing, History, Review, import of own words
    python tests/bench_work.py --where         and where the main thread was meanwhile
    python tests/bench_work.py --steps pages --runs 2000 --words 50000 --characters 3000 --keys 150

The file name keeps it out of the test run. Needs no screen.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import FrameType
from typing import Any

from bench_ui import HERE, StallProbe, say

sys.path[:0] = [str(HERE / "ui")]
LOOK = 0.004
"""How often the watcher looks what the main thread does."""
MUCH = 0.020
"""Processor time of the main thread since its last tick from which on the watcher writes down what it does."""
KEY_PAUSE = 0.03
AFTER = 1.5
"""What a step leaves behind is measured with it."""
FRAMES = 5
STEPS = ("typing", "pages", "words")


class Watcher:
    """Where the main thread works for long without a tick, in its own processor time. Reads frames from a thread of its
    own."""

    def __init__(self, probe: StallProbe) -> None:
        self._probe = probe
        self._main = threading.main_thread().ident or 0
        self._clock = time.pthread_getcpuclockid(self._main)
        self._seen: Counter[str] = Counter()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._ended.wait(LOOK):
            if time.clock_gettime(self._clock) - self._probe.spent > MUCH:
                self._seen[_place(sys._current_frames().get(self._main))] += 1

    def report(self) -> None:
        """Print and begin anew."""
        for place, times in self._seen.most_common(8):
            say(f"      {times:4} looks: {place}")
        self._seen.clear()

    def stop(self) -> None:
        self._ended.set()
        self._thread.join()


def _place(frame: FrameType | None) -> str:
    """The innermost calls of the project's own code."""
    own = [
        f"{Path(item.filename).name}:{item.lineno} {item.name}"
        for item in traceback.extract_stack(frame)
        if any(f"/{folder}/" in item.filename for folder in ("ui", "app", "core"))
    ]
    return " > ".join(own[-FRAMES:]) or "Qt, or the bench itself"


class Hour:
    """The steps, each with what it leaves behind."""

    def __init__(self, options: argparse.Namespace) -> None:
        from app.window.application import application

        self.options = options
        self.opened: list[Any] = []
        self.app = application()

    def run(self) -> None:
        from vault_cases import RememberingStore
        from window_person import running_desktop

        from app.cli.session import builtin_engine

        keys = RememberingStore()
        with tempfile.TemporaryDirectory() as folder:
            probe = StallProbe()
            self.probe, self.watcher = probe, Watcher(probe) if self.options.where else None
            with running_desktop(
                self.app, make_engine=builtin_engine, find_keys=lambda: keys, vault_folder=Path(folder)
            ) as self.desktop:
                self.report("window built (nothing is on screen yet)")
                self.wait(lambda: self.desktop.compose.engine is not None and gc.isenabled())
                self.report("warm-up")
                if "typing" in self.options.steps:
                    self.typing()
                self.vault()
                if "pages" in self.options.steps:
                    self.fill()
                    self.pages()
                if "words" in self.options.steps:
                    self.words(Path(folder))
            probe.stop()
            if self.watcher is not None:
                self.watcher.stop()

    def report(self, name: str) -> None:
        self.probe.report(name)
        if self.watcher is not None:
            self.watcher.report()

    def wait(self, reached: Callable[[], bool]) -> None:
        while not reached():
            self.app.processEvents()
            time.sleep(0.001)

    def idle(self, seconds: float) -> None:
        end = time.perf_counter() + seconds
        self.wait(lambda: time.perf_counter() > end)

    def typing(self) -> None:
        """Letters into the middle of a long prompt."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        examples = (self.desktop.root / "examples" / "medical.en.txt").read_text("utf-8")
        text = (examples + "\n\n") * (self.options.characters // len(examples) + 1)
        editor = self.desktop.window.compose.prompt.editor
        editor.setFocus()
        editor.insertPlainText(text[: self.options.characters])
        self.wait(lambda: self.desktop.compose.draft.fresh)
        self.idle(AFTER)
        self.report(f"{self.options.characters} characters pasted and read")
        cursor = editor.textCursor()
        cursor.setPosition(self.options.characters // 2)
        editor.setTextCursor(cursor)
        for number in range(self.options.keys):
            QTest.keyClick(editor, Qt.Key.Key_Space if number % 6 == 5 else Qt.Key.Key_E)
            self.idle(KEY_PAUSE)
        self.report(f"{self.options.keys} keys typed into it")
        self.wait(lambda: self.desktop.compose.draft.fresh)
        self.idle(AFTER)
        self.report("read again after the last key")

    def vault(self) -> None:
        """Made as a person makes it."""
        from ui.vault.viewmodels.vault import VaultPhase

        desktop = self.desktop
        desktop.vault.begin(None)
        self.wait(lambda: bool(desktop.vault.recovery))
        desktop.vault.opened.connect(self.opened.append)
        desktop.vault.confirm(desktop.vault.recovery)
        self.wait(lambda: desktop.vault.phase is VaultPhase.OPEN and not desktop.vault.busy)
        self.idle(AFTER)
        self.report("vault made and opened")

    def fill(self) -> None:
        """Many runs, conversations and waiting items."""
        from review_cases import ENGLISH, case
        from vault_cases import conversation, run, turn

        from app.review.store import VaultReviewStore

        vault, first = self.opened[0], case(ENGLISH)
        done: list[object] = []

        def fill(*_: object) -> None:
            VaultReviewStore(vault).queue(replace(first, item=replace(first.item, id="000000")))
            for number in range(self.options.runs):
                kept = conversation(f"c{number}", title=f"Walking shoes {number}", turns=(turn("Which shoes?"),))
                moment = kept.updated_at + timedelta(minutes=number)
                vault.conversations.save(replace(kept, updated_at=moment))
                vault.runs.save(run(f"r{number}", conversation_id=f"c{number}"))
                if number:
                    vault.reviews.add(replace(first.item, id=f"{number:06}", title=f"{number} {first.item.title}"))

        self.desktop.pool.submit(fill, done.append, done.append)
        self.wait(lambda: bool(done))
        if isinstance(done[0], Exception):
            raise done[0]
        self.probe.report(f"{self.options.runs} runs, conversations and waiting items written (by the bench)")
        if self.watcher is not None:
            self.watcher._seen.clear()

    def pages(self) -> None:
        desktop, window = self.desktop, self.desktop.window
        window.show_page("history")
        desktop.history.reload()
        self.idle(AFTER)
        self.report(f"History opened, {desktop.history.total} conversations")
        desktop.review.queue.refresh()
        window.show_page("review")
        self.wait(lambda: len(desktop.review.queue.lines) >= self.options.runs)
        self.idle(AFTER)
        self.report(f"Review opened, {len(desktop.review.queue.lines)} items")
        desktop.review.select(desktop.review.queue.lines[self.options.runs // 2].id)
        self.wait(lambda: desktop.review.case is not None)
        self.idle(AFTER)
        self.report("one of them opened")
        for page in ("insights", "settings", "library", "compose"):
            window.show_page(page)
            self.idle(AFTER)
            self.report(f"{page} opened")

    def words(self, folder: Path) -> None:
        """A file of own words into the list of what is always hidden."""
        from ui.library.viewmodels.ports import ListKind

        file = folder / "words.csv"
        lines = [f"Quokka {number:x} Works,{number}" for number in range(self.options.words)]
        file.write_text("\n".join(("name,number", *lines)), "utf-8")
        desktop = self.desktop
        desktop.window.show_page("library")
        model = desktop.library.dictionaries
        self.wait(lambda: model.lists[ListKind.HIDE].loaded)
        self.report("library opened")
        model.open_csv(file)
        self.wait(lambda: model.preview is not None)
        model.count_csv(0)
        self.wait(lambda: model.count is not None)
        self.report("file looked at and counted")
        began = time.perf_counter()
        model.import_csv(ListKind.HIDE, 0, "ORGANIZATION")
        self.wait(lambda: model.progress is None)
        self.idle(AFTER)
        self.report(f"{self.options.words} words imported, {time.perf_counter() - began:.0f} s")
        self.wait(lambda: model.lists[ListKind.HIDE].total >= self.options.words)
        self.idle(3 * AFTER)
        self.report("the engine took them")
        desktop.window.show_page("compose")
        desktop.window.compose.prompt.editor.insertPlainText(" Quokka 1f Works")
        self.wait(lambda: desktop.compose.draft.fresh)
        self.idle(AFTER)
        self.report("a prompt read with them")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=2_000)
    parser.add_argument("--words", type=int, default=50_000)
    parser.add_argument("--characters", type=int, default=3_000)
    parser.add_argument("--keys", type=int, default=150)
    parser.add_argument("--steps", nargs="+", default=STEPS, choices=STEPS)
    parser.add_argument("--where", action="store_true")
    Hour(parser.parse_args()).run()


if __name__ == "__main__":
    main()
