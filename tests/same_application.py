"""A check that a test leaves the one application of all tests as it found it: what it says, counts and looks like."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication

PROBES = (("QShortcut", "Space", -1), ("Words", "Hide", -1), ("PromptPane", "%n character(s)", 1))
"""One text of each catalogue that the program installs: of Qt, of our Chinese, and a count for the English forms."""


@dataclass(frozen=True)
class State:
    """What every window shares. `said`: the probes in the words of the translators that are installed."""

    said: tuple[str, ...]
    locale: str
    palette: QPalette | None
    font: str


def state() -> State:
    """As the application is now; palette and font only where there is one with windows."""
    said = tuple(QCoreApplication.translate(context, text, "", count) for context, text, count in PROBES)
    shown = isinstance(QCoreApplication.instance(), QApplication)
    palette = QPalette(QApplication.palette()) if shown else None
    return State(said, QLocale().name(), palette, QFont(QApplication.font()).key() if shown else "")


def changes(before: State, after: State) -> list[str]:
    """Names of what is no longer the same; an application that was only made meanwhile has no look from before."""
    names = ["said", "locale"]
    names += ["palette", "font"] if before.palette is not None else []
    return [name for name in names if getattr(before, name) != getattr(after, name)]


@pytest.fixture(autouse=True)
def same_application() -> Iterator[None]:
    """Fails the test that leaves a translator, another locale, palette or font on the application."""
    before = state()
    yield
    after = state()
    left = {name: (getattr(before, name), getattr(after, name)) for name in changes(before, after)}
    assert not left, f"left on the application: {left}"
