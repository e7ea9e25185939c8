"""The library page over a real vault in the real window: words, corrections, the lock."""

from __future__ import annotations

from datetime import UTC, datetime
from threading import Event

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from model_fakes import LookingEngine
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from vault_start import CANARY, PROMPT, Start, idle, make_vault, start, store, texts_of, type_and_judge  # noqa: F401

from app.window.desktop import Desktop
from core.domain.language import Language
from core.domain.learning import ContextStructure, FailureMode
from core.domain.release import Destination, DestinationKind
from core.domain.taxonomy import Domain
from core.engine.outcome import Outcome
from core.store.records import ReviewAction
from ui.library.viewmodels.learning import UntilRule, until_rule
from ui.library.viewmodels.ports import ExperienceLine, ListEntry, ListKind
from ui.release.viewmodels.choices import Choice, Choices
from ui.release.viewmodels.phases import Phase
from ui.release.viewmodels.second_look import LookState
from ui.release.viewmodels.turns import Turn
from ui.shared.viewmodels.corrections import Scope
from ui.shared.viewmodels.ports import Delivery
from ui.vault.viewmodels.vault import VaultPhase

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")
MANUAL = Destination("m", DestinationKind.MANUAL, "Manual")
WORD = PROMPT[20:26]


def open_library(desktop: Desktop, qtbot: QtBot) -> None:
    make_vault(desktop, qtbot)
    qtbot.waitUntil(lambda: desktop.library.library.loaded and desktop.library.dictionaries.available)
    desktop.window.show_page("library")


def shown(desktop: Desktop, kind: ListKind) -> list[ListEntry]:
    return desktop.library.dictionaries.lists[kind].entries


def test_without_a_vault_the_page_offers_to_make_one(start: Start, qtbot: QtBot) -> None:  # noqa: F811
    desktop = start()
    desktop.window.show_page("library")
    assert desktop.window.library.setup.isVisible()
    open_library(desktop, qtbot)
    assert not desktop.window.library.setup.isVisible()
    assert len(desktop.library.library.items) > 100


def test_what_is_hidden_for_ever_in_compose_can_be_taken_back_in_the_list(
    start: Start,  # noqa: F811
    qtbot: QtBot,
) -> None:
    desktop = start()
    open_library(desktop, qtbot)
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
    open_library(desktop, qtbot)
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
    open_library(desktop, qtbot)
    desktop.settings.update(evaluator=False)
    type_and_judge(desktop, qtbot)
    outcome, review = desktop.compose.outcome, desktop.review
    assert outcome is not None
    idle(desktop, qtbot)
    before = desktop.library.learning.total
    chosen = outcome.verdict.sensitive.attributes[0]
    review.choices = Choices({chosen.id: Choice(ReviewAction.NOT_SENSITIVE)})
    delivery = Delivery(outcome, MANUAL, desktop.compose.conversation)
    for run in ("run1", "run2"):
        review.sent.emit(Turn(1, delivery, PROMPT, "", run_id=run))
    learning = desktop.library.learning
    qtbot.waitUntil(lambda: learning.total > before)
    idle(desktop, qtbot)
    unmarked = [line for line in learning.all_lines if line.mode is FailureMode.OVER_EXTRACTED]
    assert [(line.type_id, line.count) for line in unmarked] == [(chosen.type_id, 1)]


def test_a_lock_leaves_nothing_on_the_page(start: Start, qtbot: QtBot) -> None:  # noqa: F811
    desktop = start()
    open_library(desktop, qtbot)
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
    assert desktop.library_controller._open is None


def test_what_was_corrected_points_at_the_run_that_is_kept(start: Start, qtbot: QtBot) -> None:  # noqa: F811
    """A second look replaces the run that it looked at: an experience of the first one found no material."""
    desktop = start(LookingEngine)
    desktop.settings.update(destination="manual")
    open_library(desktop, qtbot)
    desktop.window.compose.prompt.editor.insertPlainText(PROMPT)
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PROPOSED)
    desktop.compose.draft.hide(20, 26, "PERSON")
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PROPOSED and desktop.compose.draft.fresh)
    desktop.compose.act()
    qtbot.waitUntil(lambda: desktop.compose.look.state is LookState.DONE)
    qtbot.waitUntil(lambda: desktop.library.learning.total > 0)
    idle(desktop, qtbot)
    opened, vault = desktop.library_controller._open, desktop.vault.vault
    assert opened is not None
    assert vault is not None
    kept = {line.id for line in vault.runs.of_conversation(desktop.compose.conversation.id)}
    found = opened.experiences.find()
    assert found
    assert {item.material.run_id for item in found} <= kept


def judge_corrected(desktop: Desktop, qtbot: QtBot) -> None:
    """A draft with a correction is on its way to its verdict."""
    desktop.window.compose.prompt.editor.insertPlainText(PROMPT)
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PROPOSED)
    desktop.compose.draft.hide(20, 26, "PERSON")
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PROPOSED and desktop.compose.draft.fresh)
    desktop.compose.act()


def missed_of_kept_runs(desktop: Desktop, qtbot: QtBot) -> int:
    """Corrections in the vault; each points at a run that is kept there."""
    idle(desktop, qtbot)
    opened, vault = desktop.library_controller._open, desktop.vault.vault
    assert opened is not None
    assert vault is not None
    missed = [item for item in opened.experiences.find() if item.cause.mode is FailureMode.MISSED]
    return sum(vault.runs.load(item.material.run_id).request.text == PROMPT for item in missed)


@pytest.mark.parametrize("leave", ["new_conversation", "write_on", "judge_again", "lock"])
def test_a_correction_is_counted_though_its_draft_is_left_at_once(start: Start, qtbot: QtBot, leave: str) -> None:  # noqa: F811
    """A person's next key may come before anything that the verdict put off."""
    desktop = start()
    open_library(desktop, qtbot)
    judge_corrected(desktop, qtbot)
    while desktop.compose.phase is not Phase.PASSED:
        desktop.bridge.flush()  # what the workers say, and nothing that was put off
    leave_draft(desktop, qtbot, leave)
    assert missed_of_kept_runs(desktop, qtbot) == 1


@pytest.mark.parametrize("leave", ["new_conversation", "write_on", "judge_again", "lock"])
def test_a_correction_is_counted_though_its_draft_is_left_during_a_second_look(
    start: Start,  # noqa: F811
    qtbot: QtBot,
    leave: str,
) -> None:
    """The first run stays then."""
    going_on = Event()
    engine = LookingEngine()

    def hold(outcome: Outcome) -> Outcome:
        going_on.wait()
        return outcome

    engine.change = hold
    desktop = start(lambda: engine)
    desktop.settings.update(destination="manual")
    open_library(desktop, qtbot)
    judge_corrected(desktop, qtbot)
    qtbot.waitUntil(lambda: desktop.compose.look.state is LookState.RUNNING)
    qtbot.wait(1)
    assert desktop.library.learning.total == 0
    try:
        leave_draft(desktop, qtbot, leave)
    finally:
        going_on.set()
    qtbot.waitUntil(lambda: desktop.compose.look.state is not LookState.RUNNING)
    assert missed_of_kept_runs(desktop, qtbot) == 1


def leave_draft(desktop: Desktop, qtbot: QtBot, way: str) -> None:
    match way:
        case "new_conversation":
            desktop.compose.new_conversation()
        case "write_on":
            desktop.window.compose.prompt.editor.insertPlainText(" Thanks.")
        case "judge_again":
            desktop.compose.draft.set_relevance("a1", relevant=False)
            desktop.compose.act()
            qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PASSED)
        case "lock":
            desktop.vault.lock()
            qtbot.waitUntil(lambda: not desktop.vault.busy)
            desktop.vault.unlock()
            qtbot.waitUntil(
                lambda: desktop.vault.phase is VaultPhase.OPEN and desktop.library_controller._open is not None
            )


def test_how_many_corrections_a_rule_still_needs_is_said() -> None:
    def line(count: int, type_id: str = "PERSON", domain: Domain = Domain.GENERAL) -> ExperienceLine:
        at = datetime(2026, 1, 1, tzinfo=UTC)
        return ExperienceLine(domain, type_id, FailureMode.MISSED, ContextStructure.PROSE, Language.EN, count, at)

    assert until_rule([]) is None
    assert until_rule([line(1), line(1, "PHONE")]) == UntilRule("PERSON", Language.EN, 2)
    assert until_rule([line(1), line(1, domain=Domain.MEDICAL)]) == UntilRule("PERSON", Language.EN, 1)
    assert until_rule([line(3)]) is None
