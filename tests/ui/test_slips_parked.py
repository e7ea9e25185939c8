"""Finding: what was parked for review and what was written next were turns of one conversation."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from pytestqt.qtbot import QtBot
from review_cases import CHINESE, ENGLISH, engine
from test_compose_viewmodel import MANUAL, PROMPT, SAFE, Bench
from test_review_in_window import NEXT, judged, kept, opened
from vault_start import Start, idle, make_vault

from core.domain.language import Language
from core.engine.conversation import Conversation
from core.store.records import ReviewState
from ui.compose.views.texts import left_text
from ui.release.viewmodels.phases import Phase
from ui.release.viewmodels.submission import Submission
from ui.release.viewmodels.turns import Leaving, Turn, TurnState
from ui.review.viewmodels.release import ReleasePhase
from ui.shared.viewmodels.corrections import Corrections
from ui.shared.viewmodels.ports import Brought, HandedOver

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


@pytest.fixture
def bench(qapp: object) -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.vm.shut_down()


def with_queue(bench: Bench) -> list[Submission]:
    queued: list[Submission] = []
    bench.vm.queue_with = lambda submission: not queued.append(submission)
    return queued


def answered(bench: Bench) -> None:
    vm = bench.judged(PROMPT, MANUAL)
    vm.act()
    bench.sender.play(HandedOver(SAFE))
    vm.set_pasted("Hello [PERSON_1]")
    vm.act()
    bench.work.run_all()


def test_what_is_written_after_parking_is_another_conversation_and_it_is_said(bench: Bench) -> None:
    vm, queued = bench.ready(), with_queue(bench)
    gone: list[Leaving] = []
    vm.left.connect(gone.append)
    first = vm.conversation.id
    vm.park()
    assert [item.conversation.id for item in queued] == [first]
    assert vm.conversation.id != first
    assert (vm.draft.text, vm.turns, gone) == ("", (), [Leaving.QUEUED])
    assert "new conversation" in left_text(Leaving.QUEUED)[0]
    vm.draft.set_text("meanwhile")
    vm.park()
    assert len({item.conversation.id for item in queued}) == 2


def test_the_turns_before_a_parked_prompt_come_back_without_it(bench: Bench) -> None:
    queued = with_queue(bench)
    answered(bench)
    vm = bench.vm
    first = vm.conversation.id
    vm.draft.set_text(PROMPT)
    vm.park()
    assert (vm.turns, vm.conversation.id == first) == ((), False)
    assert [len(item.conversation.turns) for item in queued] == [1]
    vm.undo()
    assert (vm.conversation.id, vm.draft.text, len(vm.turns)) == (first, "", 1)


def parked_then_sent(bench: Bench) -> tuple[Turn, Conversation]:
    """A prompt is parked behind a turn, and a reviewer sends it while another conversation is on screen."""
    with_queue(bench)
    answered(bench)
    vm = bench.vm
    before, conversation = vm.turns[0], vm.conversation.fork()
    vm.draft.set_text(PROMPT)
    vm.park()
    conversation.record(conversation.turns[0])
    delivery = type(before.delivery)(before.delivery.outcome, MANUAL, conversation)
    return Turn(2, delivery, PROMPT, SAFE, TurnState.CUT, release_id="r2"), conversation


def test_what_a_reviewer_sends_is_known_to_who_comes_back(bench: Bench) -> None:
    turn, conversation = parked_then_sent(bench)
    vm = bench.vm
    other = vm.conversation.id
    vm.adopt(turn)
    assert (vm.conversation.id, vm.turns) == (other, ())
    vm.take_answer("r2", Brought((), "An answer."))
    assert turn.state is TurnState.ANSWERED
    vm.undo()
    assert vm.conversation is conversation
    assert [item.release_id for item in vm.turns][-1:] == ["r2"]
    assert len(vm.conversation.turns) == 2


def test_a_returned_prompt_comes_back_to_its_own_conversation(bench: Bench) -> None:
    vm = bench.ready("elsewhere")
    own, screen = Conversation(), vm.conversation.id
    vm.take_back(PROMPT, Corrections(), "why", own)
    assert (vm.conversation.id, [item.conversation for item in vm.parked]) == (screen, [own])
    vm.unpark(0)
    assert (vm.conversation, vm.draft.text) == (own, PROMPT)
    assert [(item.text, item.conversation and item.conversation.id) for item in vm.parked] == [("elsewhere", screen)]


def test_on_an_empty_page_a_returned_prompt_brings_its_conversation(bench: Bench) -> None:
    own = Conversation()
    bench.vm.take_back(PROMPT, Corrections(), "why", own)
    assert (bench.vm.conversation, bench.vm.draft.text, bench.vm.parked) == (own, PROMPT, ())


def test_undo_loses_nothing_that_was_returned_meanwhile(bench: Bench) -> None:
    vm = bench.ready()
    vm.new_conversation()
    vm.draft.set_text("elsewhere")
    vm.take_back("returned", Corrections(), "why", Conversation())
    vm.undo()
    vm.undo()
    assert vm.draft.text == PROMPT
    assert [item.text for item in vm.parked] == ["returned"]


def test_a_deleted_conversation_does_not_come_back_with_what_was_parked(bench: Bench) -> None:
    vm = bench.ready()
    first = vm.conversation.id
    vm.park()
    vm.draft.set_text("meanwhile")
    vm.new_conversation()
    vm.drop(first)
    assert vm.parked == ()
    vm.undo()
    assert (vm.draft.text, vm.parked) == ("meanwhile", ())


@pytest.mark.parametrize("text", [ENGLISH, CHINESE], ids=[item.value for item in Language])
@pytest.mark.parametrize("ready", [True, False], ids=["judged", "unjudged"])
def test_parked_and_next_are_kept_apart_in_the_vault(start: Start, qtbot: QtBot, text: str, ready: bool) -> None:
    desktop = start(engine)
    desktop.settings.update(evaluator=False)
    make_vault(desktop, qtbot)
    first = desktop.compose.conversation.id
    if ready:
        judged(desktop, qtbot, text)
    else:
        desktop.window.compose.prompt.editor.insertPlainText(text)
    desktop.compose.park()
    second = desktop.compose.conversation.id
    judged(desktop, qtbot, NEXT)
    qtbot.waitUntil(lambda: bool(desktop.review.queue.lines))
    idle(desktop, qtbot)
    vault = kept(desktop)
    (line,) = desktop.review.queue.lines
    assert (line.conversation_id, first != second) == (first, True)
    assert [run.id for run in vault.runs.of_conversation(first)] == [line.run_id]
    assert vault.runs.load(line.run_id).request.text == text
    (other,) = vault.runs.of_conversation(second)
    desktop.window.show_page("history")
    qtbot.waitUntil(lambda: len(desktop.history.rows) == 2)
    desktop.history.delete((second,))
    qtbot.waitUntil(lambda: len(desktop.history.rows) == 1)
    assert vault.reviews.load(line.id).run_id == line.run_id
    assert vault.runs.load(line.run_id).conversation_id == first
    assert other.id not in {run.id for run in vault.runs.of_conversation(first)}


def test_a_returned_prompt_goes_on_with_the_turns_that_the_vault_has(start: Start, qtbot: QtBot) -> None:
    desktop = start(engine)
    make_vault(desktop, qtbot)
    problems: list[Exception] = []
    desktop.autosave.failed.connect(problems.append)
    opened(desktop, qtbot)
    first = desktop.review.case.item.conversation_id
    desktop.review.approve(copy=True)
    qtbot.waitUntil(lambda: desktop.review.release.phase is ReleasePhase.READY)
    desktop.review.approve(copy=True)
    qtbot.waitUntil(lambda: desktop.review.case.item.state is ReviewState.APPROVED_COPIED)
    idle(desktop, qtbot)
    came: list[str] = []
    desktop.autosave.go_on_with(first, lambda: came.append(desktop.compose.conversation.id))
    qtbot.waitUntil(lambda: came == [first])
    desktop.window.show_page("compose")
    judged(desktop, qtbot, NEXT)
    desktop.compose.park()
    desktop.compose.drop("nothing")
    desktop.compose.aside.behind.clear()
    qtbot.waitUntil(lambda: any(line.state.waits for line in desktop.review.queue.lines))
    waiting = next(line.id for line in desktop.review.queue.lines if line.state.waits)
    desktop.window.show_page("review")
    desktop.review.select(waiting)
    qtbot.waitUntil(lambda: desktop.review.case is not None and desktop.review.case.item.id == waiting)
    desktop.review.reason = "too long"
    desktop.review.return_to_author()
    qtbot.waitUntil(lambda: desktop.compose.draft.text == NEXT)
    assert desktop.compose.conversation.id == first
    assert len(desktop.compose.turns) == 1
    desktop.window.show_page("compose")
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PROPOSED and desktop.compose.draft.fresh)
    idle(desktop, qtbot)
    assert len(kept(desktop).conversations.load(first).turns) == 1
    assert problems == []
