"""Timings of the history page over many conversations, printed, never asserted.

    python tests/bench_history.py            10,000 conversations: list, search in both languages, scroll to the end
    python tests/bench_history.py --rows N

The file name keeps it out of the test run. Needs no screen.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from bench_ui import HERE, StallProbe, say

sys.path[:0] = [str(HERE / "ui")]
PATIENCE = 30.0
QUERIES = ("aunt", "quokka 77", "quokka 7777", "soft soles", "饮食", "六十七岁患者", "nothing has this")
SCROLL_PAUSE = 0.01
"""Between two turns of the wheel."""


def fill(folder: Path, rows: int) -> Callable[[], Any]:
    """A vault with `rows` conversations of one turn each; returns what opens it again."""
    from release_cases import START
    from vault_cases import CHINESE, ENGLISH, conversation, open_vault, turn

    from core.domain.language import Language

    vault = open_vault(folder, create=True)
    for number in range(rows):
        chinese = number % 2 == 0
        title = f"六十七岁患者的饮食问题 {number}" if chinese else f"Walking shoes, quokka {number}"
        text = f"{CHINESE} {number}" if chinese else f"{ENGLISH} {number}"
        moment = START + timedelta(minutes=number)
        vault.conversations.save(
            conversation(
                f"c{number}",
                title=title,
                language=Language.ZH if chinese else Language.EN,
                updated_at=moment,
                turns=(replace(turn(text), at=moment, release_id=""),),
            )
        )
    vault.close()
    return _reopener(folder)


def _reopener(folder: Path) -> Callable[[], Any]:
    from vault_cases import open_vault

    return lambda: open_vault(folder)


def main() -> None:
    """Fill a vault, then open the page on it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--folder", type=Path, help="a vault that an earlier call filled there, or a place for it")
    options = parser.parse_args()
    rows: int = options.rows
    from app.runtime.io_runtime import Bridge
    from app.runtime.work import CpuPool
    from app.window.application import application
    from core.domain.language import Language
    from core.resources import load_taxonomy, resource_root
    from core.store.records import HistoryFilter
    from ui.history.viewmodels.history import HistoryViewModel
    from ui.history.views.page import HistoryPage
    from ui.shared.theme.theme import Look, Theme
    from ui.shared.wording.sentences import Sentences

    app = application()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        began = time.perf_counter()
        reopen = _reopener(folder) if (folder / "vault.db").exists() else fill(folder, rows)
        say(f"{rows} conversations written in {time.perf_counter() - began:.0f} s, {_size(folder)} MB")
        began = time.perf_counter()
        vault = reopen()
        say(f"vault opened in {1000 * (time.perf_counter() - began):.0f} ms")
        root, bridge = resource_root(), Bridge()
        theme = Theme(root)
        theme.apply(app, Look())
        pool = CpuPool(bridge, 1)
        model = HistoryViewModel(pool)
        page = HistoryPage(theme, load_taxonomy(root), model, Sentences(root, lambda: Language.EN))
        page.resize(1180, 700)
        page.show()
        app.processEvents()
        # As the program does once it is warm: tables that stay are no work for the collector.
        gc.collect()
        gc.freeze()
        probe = StallProbe()
        resets = [0]
        model.rows_reset.connect(lambda: resets.__setitem__(0, resets[0] + 1))

        def measure(name: str, run: Callable[[], object]) -> None:
            seen, start = resets[0], time.perf_counter()
            run()
            while resets[0] == seen and time.perf_counter() - start < PATIENCE:
                app.processEvents()
            took = time.perf_counter() - start
            app.processEvents()
            probe.report(f"{name}: {1000 * took:.0f} ms, {model.total} found")

        model.set_vault(vault)
        measure("list", model.reload)
        for query in QUERIES:
            measure(f"search {query!r}", lambda words=query: model.search(words, HistoryFilter()))  # type: ignore[misc]
            measure(f"same, {Language.ZH}", lambda words=query: model.search(words, HistoryFilter(Language.ZH)))  # type: ignore[misc]
        measure("list", lambda: model.search("", HistoryFilter()))
        bar, start = page.list.verticalScrollBar(), time.perf_counter()
        patience = start + PATIENCE
        while len(model.rows) < rows and time.perf_counter() < patience:
            before = len(model.rows)
            bar.setValue(bar.maximum())
            pause = time.perf_counter() + SCROLL_PAUSE
            while time.perf_counter() < pause:
                app.processEvents()
            if len(model.rows) > before:
                patience = time.perf_counter() + PATIENCE
        probe.report(f"scrolled to row {len(model.rows)} in {time.perf_counter() - start:.1f} s")
        steps = 400
        for step in range(steps + 1):
            bar.setValue(bar.maximum() * (steps - step) // steps)
            app.processEvents()
        probe.report(f"scrolled back through {len(model.rows)} rows in {steps} steps")
        model.set_vault(None)
        app.processEvents()
        probe.report("locked")
        probe.stop()
        pool.stop()
        bridge.close()
        vault.close()


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir()) // 1_000_000


if __name__ == "__main__":
    main()
