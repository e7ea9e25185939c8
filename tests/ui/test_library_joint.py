"""The library's room over a real vault in the real window: words, corrections, the lock."""

from __future__ import annotations

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from vault_start import CANARY, PROMPT, Start, idle, make_vault, start, store, texts_of, type_and_judge  # noqa: F401

from app.window import Desktop
from core.domain.learning import FailureMode
from core.domain.release import Destination, DestinationKind
from core.store.records import ReviewAction
from ui.viewmodels.corrections import Scope
from ui.viewmodels.library_ports import ListEntry, ListKind
from ui.viewmodels.phases import Phase
from ui.viewmodels.ports import Delivery
from ui.viewmodels.review.choices import Choice, Choices
from ui.viewmodels.turns import Turn

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")
MANUAL = Destination("m", DestinationKind.MANUAL, "Manual")
WORD = PROMPT[20:26]


def open_room(desktop: Desktop, qtbot: QtBot) -> None:
    make_vault(desktop, qtbot)
    qtbot.waitUntil(lambda: desktop.library.library.loaded and desktop.library.dictionaries.available)
    desktop.window.show_page("library")


def shown(desktop: Desktop, kind: ListKind) -> list[ListEntry]:
    return desktop.library.dictionaries.lists[kind].entries


def test_without_a_vault_the_room_offers_to_make_one(start: Start, qtbot: QtBot) -> None:  # noqa: F811
    desktop = start()
    desktop.window.show_page("library")
    assert desktop.window.library.setup.isVisible()
    open_room(desktop, qtbot)
    assert not desktop.window.library.setup.isVisible()
    assert len(desktop.library.library.items) > 100


def test_what_is_hidden_for_ever_in_compose_can_be_taken_back_in_the_list(
    start: Start,  # noqa: F811
    qtbot: QtBot,
) -> None:
    desktop = start()
    open_room(desktop, qtbot)
    desktop.window.compose.prompt.editor.insertPlainText(PROMPT)
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PROPOSED)
    desktop.compose.draft.hide(20, 26, "PERSON", Scope.ALWAYS)
    qtbot.waitUntil(lambda: shown(desktop, ListKind.HIDE) == [ListEntry(WORD, "PERSON")])
    desktop.library.dictionaries.remove(ListKind.HIDE, tuple(shown(desktop, ListKind.HIDE)))
    qtbot.waitUntil(lambda: not desktop.compose.draft.corrections.lasting.hide)
    qtbot.waitUntil(lambda: shown(desktop, ListKind.HIDE) == [])
    desktop.library.dictionaries.take_back()
    qtbot.waitUntil(lambda: shown(desktop, ListKind.HIDE) == [ListEntry(WORD, "PERSON")])
    idle(desktop, qtbot)


def test_a_correction_is_counted_once_however_often_it_is_judged(start: Start, qtbot: QtBot) -> None:  # noqa: F811
    desktop = start()
    open_room(desktop, qtbot)
    desktop.window.compose.prompt.editor.insertPlainText(PROMPT)
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PROPOSED)
    desktop.compose.draft.hide(20, 26, "PERSON")
    for _ in range(2):
        qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PROPOSED and desktop.compose.draft.fresh)
        desktop.compose.act()
        qtbot.waitUntil(lambda: desktop.compose.phase in {Phase.PASSED, Phase.INFEASIBLE})
        idle(desktop, qtbot)
        desktop.compose.draft.set_relevance("a1", relevant=False)
    learning = desktop.library.learning
    qtbot.waitUntil(lambda: learning.total > 0)
    idle(desktop, qtbot)
    missed = [line for line in learning.all_lines if line.mode is FailureMode.MISSED]
    assert [(line.type_id, line.count) for line in missed] == [("PERSON", 1)]


def test_what_a_reviewer_unmarks_is_counted_like_what_an_author_unmarks(start: Start, qtbot: QtBot) -> None:  # noqa: F811
    desktop = start()
    open_room(desktop, qtbot)
    desktop.settings.update(evaluator=False)
    type_and_judge(desktop, qtbot)
    outcome, desk = desktop.compose.outcome, desktop.review
    assert outcome is not None
    idle(desktop, qtbot)
    before = desktop.library.learning.total
    chosen = outcome.verdict.sensitive.attributes[0]
    desk.choices = Choices({chosen.id: Choice(ReviewAction.NOT_SENSITIVE)})
    delivery = Delivery(outcome, MANUAL, desktop.compose.conversation)
    for run in ("run1", "run2"):
        desk.sent.emit(Turn(1, delivery, PROMPT, "", run_id=run))
    learning = desktop.library.learning
    qtbot.waitUntil(lambda: learning.total > before)
    idle(desktop, qtbot)
    unmarked = [line for line in learning.all_lines if line.mode is FailureMode.OVER_EXTRACTED]
    assert [(line.type_id, line.count) for line in unmarked] == [(chosen.type_id, 1)]


def test_a_lock_leaves_nothing_in_the_room(start: Start, qtbot: QtBot) -> None:  # noqa: F811
    desktop = start()
    open_room(desktop, qtbot)
    desktop.library.dictionaries.add(ListKind.HIDE, CANARY, "PERSON")
    qtbot.waitUntil(lambda: len(shown(desktop, ListKind.HIDE)) == 1)
    type_and_judge(desktop, qtbot)
    idle(desktop, qtbot)
    desktop.vault.lock()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not desktop.library.library.available
    assert desktop.library.dictionaries.lists[ListKind.HIDE].entries == []
    for window in QApplication.topLevelWidgets():
        assert not any(CANARY in text for text in texts_of(window))
    idle(desktop, qtbot)
    assert desktop.learning._open is None
