"""The review in the whole program: what it sends is kept once, and a lock leaves nothing of what is open."""

from __future__ import annotations

import gc
from datetime import timedelta

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from model_fakes import FakeAnswers
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from review_cases import START, case, engine
from vault_cases import open_vault
from vault_start import Start, idle, is_read, make_vault, texts_of

from app.review.store import VaultReviewStore
from app.window.desktop import Desktop
from core.domain.errors import StoreError
from core.domain.release import Destination, DestinationKind
from core.engine.conversation import SentTurn
from core.store.records import ReviewAction, ReviewState
from core.store.repositories import VaultPort
from ui.release.viewmodels.choices import Choice
from ui.release.viewmodels.phases import Phase
from ui.release.viewmodels.turns import Turn
from ui.review.viewmodels.release import ReleasePhase
from ui.shared.viewmodels.ports import ReviewCase, SentReview
from ui.shared.wording.facts import byte_text
from ui.vault.viewmodels.vault import VaultPhase

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

PROMPT = "Please write to Margaret Okafor about the meeting."
NEXT = "And what should I wear?"


def judged(desktop: Desktop, qtbot: QtBot, text: str) -> None:
    desktop.window.compose.prompt.editor.insertPlainText(text)
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PROPOSED and desktop.compose.draft.fresh)
    desktop.compose.act()
    qtbot.waitUntil(lambda: desktop.compose.phase in {Phase.PASSED, Phase.INFEASIBLE})
    desktop.compose.look.clear()


def opened(desktop: Desktop, qtbot: QtBot) -> None:
    """A prompt waits, and is open in Review; its conversation is on screen again."""
    desktop.settings.update(evaluator=False)
    judged(desktop, qtbot, PROMPT)
    desktop.compose.park()
    qtbot.waitUntil(lambda: bool(desktop.review.queue.lines))
    desktop.window.show_page("review")
    desktop.review.select(desktop.review.queue.lines[0].id)
    qtbot.waitUntil(lambda: desktop.review.case is not None and bool(desktop.review.cards))
    own = desktop.review.case.item.conversation_id
    came: list[str] = []
    desktop.autosave.go_on_with(own, lambda: came.append(desktop.compose.conversation.id))
    qtbot.waitUntil(lambda: came == [own])


def kept(desktop: Desktop) -> VaultPort:
    assert desktop.vault.vault is not None
    return desktop.vault.vault


def test_what_a_reviewer_releases_is_kept_once_and_known_to_compose(start: Start, qtbot: QtBot) -> None:
    desktop = start(engine)
    make_vault(desktop, qtbot)
    problems: list[Exception] = []
    desktop.autosave.failed.connect(problems.append)
    opened(desktop, qtbot)
    conversation = desktop.compose.conversation.id
    desktop.review.approve(copy=True)
    qtbot.waitUntil(lambda: desktop.review.release.phase is ReleasePhase.READY)
    desktop.review.approve(copy=True)
    qtbot.waitUntil(lambda: desktop.review.case.item.state is ReviewState.APPROVED_COPIED)
    assert [turn.prompt for turn in desktop.compose.turns] == [PROMPT]
    assert len(desktop.compose.conversation.turns) == 1, "the next turn is measured against it"
    desktop.window.show_page("compose")
    judged(desktop, qtbot, NEXT)
    idle(desktop, qtbot)
    (turn,) = kept(desktop).conversations.load(conversation).turns
    assert turn.original == PROMPT
    runs = {line.id for line in kept(desktop).runs.of_conversation(conversation)}
    assert turn.run_id in runs
    assert len(runs) == 3, "parked, released, and the next one: none twice"
    assert problems == []


def test_a_release_while_compose_is_at_work_makes_its_verdict_stale(start: Start, qtbot: QtBot) -> None:
    desktop = start(engine)
    make_vault(desktop, qtbot)
    opened(desktop, qtbot)
    desktop.review.approve(copy=True)
    qtbot.waitUntil(lambda: desktop.review.release.phase is ReleasePhase.READY)
    editor = desktop.window.compose.prompt.editor
    editor.insertPlainText(NEXT)
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PROPOSED and desktop.compose.draft.fresh)
    desktop.compose.act()
    assert desktop.compose.phase is Phase.SANITIZING
    desktop.review.approve(copy=True)
    qtbot.waitUntil(lambda: len(desktop.compose.conversation.turns) == 1)
    assert desktop.compose.phase is not Phase.PASSED
    assert desktop.compose.parcel is None
    assert desktop.compose.draft.text == NEXT


def test_the_workspace_may_be_quicker_than_the_review(tmp_path) -> None:  # type: ignore[no-untyped-def]
    vault = open_vault(tmp_path, create=True)
    try:
        store, item = VaultReviewStore(vault), case(PROMPT)
        store.queue(item)
        conversation = item.conversation.fork()
        verdict = item.outcome.verdict
        conversation.record(SentTurn(verdict.sensitive, verdict.artifact, "Done."))
        at = START + timedelta(minutes=1)
        sent = SentReview(item.outcome, conversation, PROMPT, "Done.", at, "release1", "run0000000000001")
        store.sent(item.item.id, sent)
        store.sent(item.item.id, sent)
        stored = vault.conversations.load(conversation.id)
        assert [turn.run_id for turn in stored.turns] == ["run0000000000001"]
        with pytest.raises(StoreError):
            vault.runs.load("run0000000000002")
    finally:
        vault.close()


def test_a_lock_with_the_review_open_leaves_nothing_and_brings_it_back(start: Start, qtbot: QtBot) -> None:
    desktop = start(engine)
    make_vault(desktop, qtbot)
    opened(desktop, qtbot)
    review = desktop.review
    name = review.cards[0].attribute.id
    review.choose(Choice(ReviewAction.NOT_SENSITIVE, reason="Okafor is a firm"), name)
    qtbot.waitUntil(lambda: name in review.choices.by_attribute)
    desktop.window.review.show_keys()
    review.attach_local(FakeAnswers(said="Margaret Okafor should come."))
    assert any("Okafor" in text for text in texts_of(desktop.window))
    desktop.vault.lock()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    for window in QApplication.topLevelWidgets():
        assert not any("Okafor" in text for text in texts_of(window)), type(window).__name__
    assert desktop.window.shade.currentWidget() is desktop.window.lock_screen
    assert (review.case, review.queue.lines, review.reason, review.local_answer) == (None, (), "", "")
    idle(desktop, qtbot)
    gc.collect()
    held = [type(item).__name__ for item in gc.get_objects() if isinstance(item, Turn | ReviewCase)]
    assert held == []
    desktop.vault.unlock()
    qtbot.waitUntil(lambda: is_read(desktop) and desktop.vault.phase is VaultPhase.OPEN)
    qtbot.waitUntil(lambda: review.case is not None and name in review.choices.by_attribute)
    qtbot.waitUntil(lambda: not review.busy)


def test_a_lock_while_it_is_answered_here_decides_nothing(start: Start, qtbot: QtBot) -> None:
    desktop = start(engine)
    make_vault(desktop, qtbot)
    opened(desktop, qtbot)
    desktop.review.attach_local(FakeAnswers())
    desktop.review.answer_locally()
    desktop.vault.lock()
    qtbot.waitUntil(lambda: not desktop.vault.busy)
    assert desktop.review.local_answer == ""
    desktop.vault.unlock()
    qtbot.waitUntil(lambda: desktop.review.case is not None)
    assert desktop.review.case.item.state.waits
    qtbot.waitUntil(lambda: not desktop.review.busy)


def test_an_answer_that_is_pasted_in_the_review_reaches_the_conversation(start: Start, qtbot: QtBot) -> None:
    desktop = start(engine)
    make_vault(desktop, qtbot)
    opened(desktop, qtbot)
    desktop.review.approve(copy=True)
    qtbot.waitUntil(lambda: desktop.review.release.phase is ReleasePhase.READY)
    desktop.review.approve(copy=True)
    qtbot.waitUntil(lambda: desktop.review.awaits_answer)
    pane = desktop.window.review.text
    pane.paste.setPlainText("Walk slowly.")
    pane.bring.click()
    qtbot.waitUntil(lambda: bool(desktop.compose.turns[0].answer))
    assert desktop.compose.conversation.turns[-1].cloud_answer == "Walk slowly."
    desktop.window.show_page("compose")
    judged(desktop, qtbot, NEXT)
    idle(desktop, qtbot)
    (turn,) = kept(desktop).conversations.load(desktop.compose.conversation.id).turns
    assert (turn.cloud_answer, turn.restored_answer) == ("Walk slowly.", "Walk slowly.")


def test_the_send_button_of_compose_names_the_whole_request(start: Start, qtbot: QtBot) -> None:
    desktop = start(engine)
    desktop.settings.put_destination(Destination("c", DestinationKind.OPENAI, "C", "https://api.example.com/v1", "m"))
    desktop.settings.update(destination="c", evaluator=False)
    desktop.window.compose.prompt.editor.insertPlainText(NEXT)
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PROPOSED and desktop.compose.draft.fresh)
    desktop.compose.act()
    qtbot.waitUntil(lambda: desktop.compose.parcel is not None)
    parcel, bar = desktop.compose.parcel, desktop.window.compose.bar
    assert parcel is not None
    assert parcel.body_bytes > len(parcel.artifact.payload)
    assert bar.primary.text() == f"Send {byte_text(parcel.body_bytes)} to api.example.com"
    assert byte_text(parcel.envelope.prompt_bytes) in bar.primary.toolTip()
