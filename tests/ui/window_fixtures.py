"""The theme for window tests, and a check that no test leaves windows or timers behind."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from functools import partialmethod

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from core.domain.taxonomy import Taxonomy
from core.resources import load_taxonomy, resource_root
from ui.shared.theme.icons import IconLoader
from ui.shared.theme.theme import Look, Theme
from ui.shared.theme.tokens import SchemeChoice

PATIENCE_MS = 120_000


PLAIN = Look(scheme=SchemeChoice.LIGHT)


def look_plain(app: QApplication) -> None:
    """The look that every test finds and leaves."""
    made = Theme(resource_root())
    made.apply(app, PLAIN)
    made.release()


@pytest.fixture(autouse=True, scope="session")
def plain_look(qapp: QApplication) -> None:
    """Before the first test: what the first window puts on the application is nothing that a test left."""
    look_plain(qapp)


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    made = Theme(resource_root())
    made.apply(qapp, PLAIN)
    yield made
    if made.look != PLAIN:
        made.apply(qapp, PLAIN)
    made.release()


@pytest.fixture(autouse=True, scope="session")
def drawn_once(qapp: QApplication) -> Iterator[None]:
    """An icon of one file, colour and size is drawn once a run: each of hundreds of windows has a theme of its own,
    and a theme draws some three hundred."""
    drawn: dict[tuple[object, ...], QPixmap] = {}
    draw = IconLoader._render

    def once(loader: IconLoader, *look: object) -> QPixmap:
        key = (loader._folder, *look)
        if key not in drawn:
            drawn[key] = draw(loader, *look)
        return drawn[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(IconLoader, "_render", once)
        yield
    drawn.clear()


@pytest.fixture(scope="session")
def taxonomy() -> Taxonomy:
    return load_taxonomy(resource_root())


@pytest.fixture(autouse=True, scope="session")
def patient() -> Iterator[None]:
    """What a test waits for comes when it comes: a busy machine is no defect."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QtBot, "waitUntil", partialmethod(QtBot.waitUntil, timeout=PATIENCE_MS))
        yield


@pytest.fixture(autouse=True)
def no_leftovers(qtbot: QtBot) -> Iterator[None]:
    """Fails the test that leaves a window or a running timer behind; `qtbot.addWidget` closes its own.

    Looks through the objects that came with the test: through all of them it takes longer than most tests. Only now has
    the test before let go of everything that it had.
    """
    gc.collect()
    gc.freeze()
    before = set(map(id, QApplication.topLevelWidgets()))
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    windows = [type(item).__name__ for item in QApplication.topLevelWidgets() if id(item) not in before]
    assert not windows, f"windows left behind: {windows}"
    timers = [item for item in gc.get_objects() if type(item) is QTimer and isValid(item) and item.isActive()]
    assert not timers, f"timers left running: {timers}"
