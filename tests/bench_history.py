"""Timings of the history page over many conversations, printed, never asserted.

    python tests/bench_history.py            10,000 conversations: list, search in both languages, scroll to the end
    python tests/bench_history.py --rows N

The file name keeps it out of the test run. Needs no screen.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE), str(HERE / "ui"), str(HERE / "unit" / "release")]
TICK_MS = 2
PATIENCE = 60.0
QUERIES = ("aunt", "quokka 77", "饮食", "nothing has this")


def main() -> None:
    """Fill a vault, then open the page on it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=10_000)
    rows = parser.parse_args().rows
    from PySide6.QtCore import QTimer
    from vault_cases import conversation, open_vault

    from app.io_runtime import Bridge
    from app.window import _application
    from app.work import CpuPool
    from core.resources import load_taxonomy, resource_root
    from core.store.records import HistoryFilter
    from ui.theme.theme import Look, Theme
    from ui.viewmodels.history import HistoryViewModel
    from ui.views.history_page import HistoryPage
    from ui.views.sentences import Sentences

    app = _application()
    with tempfile.TemporaryDirectory() as folder:
        vault = open_vault(Path(folder), create=True)
        for number in range(rows):
            title = f"Walking shoes, quokka {number}" if number % 2 else f"六十七岁患者的饮食问题 {number}"
            vault.conversations.save(conversation(f"c{number}", title=title, turns=()))
        root, bridge = resource_root(), Bridge()
        theme = Theme(root)
        theme.apply(app, Look())
        pool = CpuPool(bridge, 1)
        model = HistoryViewModel(pool)
        page = HistoryPage(theme, load_taxonomy(root), model, Sentences(root, lambda: "en"))  # type: ignore[arg-type,return-value]
        page.resize(1180, 700)
        page.show()
        gaps = [time.monotonic()]
        longest = [0.0]

        def tick() -> None:
            now = time.monotonic()
            longest[0] = max(longest[0], now - gaps[0])
            gaps[0] = now

        timer = QTimer()
        timer.timeout.connect(tick)
        timer.start(TICK_MS)

        def measure(name: str, run: Callable[[], object], reached: Callable[[], bool]) -> None:
            resets = [0]
            link = model.rows_reset.connect(lambda: resets.__setitem__(0, 1))
            longest[0], gaps[0] = 0.0, time.monotonic()
            began = time.monotonic()
            run()
            while not (resets[0] or reached()) and time.monotonic() - began < PATIENCE:
                app.processEvents()
            took = time.monotonic() - began
            model.rows_reset.disconnect(link)
            sys.stdout.write(f"{name}: {took * 1000:.0f} ms, longest stall {longest[0] * 1000:.0f} ms\n")

        model.set_vault(vault)
        measure("list", model.reload, lambda: False)
        for query in QUERIES:
            measure(f"search {query!r}", lambda words=query: model.search(words, HistoryFilter()), lambda: False)
        measure("list", lambda: model.search("", HistoryFilter()), lambda: False)

        def scroll() -> None:
            bar = page.list.verticalScrollBar()
            bar.setValue(bar.maximum())

        while model.has_more and longest[0] < PATIENCE:
            count = len(model.rows)
            scroll()
            limit = time.monotonic() + PATIENCE
            while len(model.rows) == count and time.monotonic() < limit:
                app.processEvents()
        sys.stdout.write(f"scrolled {len(model.rows)} rows, longest stall {longest[0] * 1000:.0f} ms\n")
        timer.stop()
        pool.stop()
        bridge.close()
        vault.close()


if __name__ == "__main__":
    main()
