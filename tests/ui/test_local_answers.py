"""What cannot leave is answered on this computer: kept as a decision, never as told to a destination."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace

import pytest

pytest.importorskip("PySide6.QtCore", reason="the window is not installed here")

from compose_fakes import NAME, FakeEngine, ManualWork, ScriptedSender
from model_fakes import FakeAnswers
from review_bench import Bench
from review_cases import CHINESE, ENGLISH, engine
from vault_cases import TickingClock, open_vault

from app.review.store import VaultReviewStore
from core.domain.errors import ModelServerError
from core.domain.verdict import VerdictKind
from core.net.answers import FinishReason
from core.store.records import ReviewState
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.compose.views.turns_view import TurnsView
from ui.release.viewmodels.phases import Phase
from ui.release.viewmodels.submission import Submission
from ui.release.viewmodels.turns import TurnState
from ui.review.viewmodels.intake import ANSWERED_HERE
from ui.review.viewmodels.moves import Word
from ui.review.viewmodels.reasons import ReviewOperation
from ui.review.views.text_pane import Page, ReviewTextPane
from ui.shared.theme.theme import Theme

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.review.shut_down()


def decided(bench: Bench) -> ReviewState:
    assert bench.review.case is not None
    return bench.review.case.item.state


def test_without_a_model_it_says_what_is_missing(bench: Bench) -> None:
    bench.put(ENGLISH)
    assert bench.review.why_not(ReviewOperation.LOCAL) == "no_local"
    bench.review.answer_locally()
    bench.run()
    assert decided(bench).waits


@pytest.mark.parametrize("prompt", [ENGLISH, CHINESE])
def test_the_prompt_as_it_was_written_is_answered_and_kept_with_the_decision(bench: Bench, prompt: str) -> None:
    bench.put(prompt)
    answers = FakeAnswers()
    bench.review.attach_local(answers)
    bench.review.answer_locally()
    assert bench.review.why_not(ReviewOperation.SEND) == "answering"
    bench.run()
    assert answers.asked == [(prompt, ())]
    assert decided(bench) is ReviewState.ANSWERED_LOCALLY
    assert bench.review.local_answer == "Drink water."
    assert bench.sender.deliveries == []
    assert bench.review.case is not None
    (decision,) = bench.store.decisions(bench.review.case.item.id)
    assert (decision.reviewer, decision.reason, decision.answer) == ("reviewer", ANSWERED_HERE, "Drink water.")


def test_no_other_item_can_be_opened_while_it_is_written(bench: Bench) -> None:
    bench.put(ENGLISH, CHINESE)
    bench.review.attach_local(FakeAnswers())
    first, other = (line.id for line in bench.review.queue.lines)
    assert bench.review.case is not None
    assert bench.review.case.item.id == first
    bench.review.answer_locally()
    bench.review.select(other)
    bench.run()
    assert bench.store.open(first).item.state is ReviewState.ANSWERED_LOCALLY
    assert bench.store.open(other).item.state.waits


def test_stopping_and_failing_decide_nothing(bench: Bench) -> None:
    bench.put(ENGLISH)
    answers = FakeAnswers(error=ModelServerError("llm.cut"))
    bench.review.attach_local(answers)
    bench.review.answer_locally()
    assert bench.review.can_stop
    bench.review.stop()
    bench.run()
    assert decided(bench).waits
    bench.review.answer_locally()
    bench.run()
    assert decided(bench).waits
    assert bench.review.local_answer == ""
    assert bench.review.problem is not None
    assert bench.review.problem.code == "llm.cut"


def test_undo_takes_the_decision_back_and_redo_finds_the_answer(bench: Bench) -> None:
    bench.put(ENGLISH)
    bench.review.attach_local(FakeAnswers())
    bench.review.answer_locally()
    bench.run()
    bench.review.undo()
    bench.run()
    assert decided(bench) is ReviewState.ANSWERED_LOCALLY, "a decision is named before it is taken back"
    assert bench.review.word is Word.DECISION
    bench.review.undo()
    bench.run()
    assert decided(bench).waits
    assert bench.review.local_answer == ""
    bench.review.redo()
    bench.run()
    assert decided(bench) is ReviewState.ANSWERED_LOCALLY
    assert bench.review.local_answer == "Drink water."


def test_a_lock_in_the_middle_leaves_nothing(bench: Bench) -> None:
    bench.put(ENGLISH)
    bench.review.attach_local(FakeAnswers())
    bench.review.answer_locally()
    bench.review.use(None)
    bench.run()
    assert bench.review.local_answer == ""
    assert not bench.review.local.running


def test_it_survives_in_the_vault_and_no_text_stands_in_the_audit(tmp_path, qapp: object) -> None:
    with closing(open_vault(tmp_path, create=True, clock=TickingClock())) as vault:
        bench = Bench(store=VaultReviewStore(vault))
        bench.put(ENGLISH)
        bench.review.attach_local(FakeAnswers())
        bench.review.answer_locally()
        bench.run()
        assert bench.review.case is not None
        again = VaultReviewStore(vault).open(bench.review.case.item.id)
        assert again.answer == "Drink water."
        stored = vault.conversations.load(again.item.conversation_id)
        assert stored.turns == (), "nothing of it is disclosed"
        assert not any("water" in str(row) for row in vault.audit.rows())
        bench.review.shut_down()


def test_words_that_steer_a_terminal_or_a_line_do_not_arrive(bench: Bench) -> None:
    bench.put(ENGLISH)
    bench.review.attach_local(FakeAnswers(pieces=("a\u202eb",), said="a\u202eb\x07"))
    bench.review.answer_locally()
    bench.run()
    assert bench.review.local_answer == "a\ufffdb\ufffd"


def test_the_pane_streams_it_and_offers_no_view_of_a_cloud(theme: Theme, qtbot: object) -> None:
    bench = Bench()
    bench.put(ENGLISH)
    pane = ReviewTextPane(theme, engine().taxonomy, bench.review, None, None)
    qtbot.addWidget(pane)  # type: ignore[attr-defined]
    bench.review.attach_local(FakeAnswers())
    bench.review.answer_locally()
    bench.run()
    assert pane.stack.currentIndex() == Page.ANSWER
    assert pane.answer.text() == "Drink water."
    assert not pane.answer._switch.isVisibleTo(pane)
    qtbot.waitUntil(lambda: not pane.answer.pending)  # type: ignore[attr-defined]
    bench.review.shut_down()


# In Compose


class Refusing(FakeEngine):
    """Every verdict is for a person."""

    def _judge(self, *args: object) -> object:
        outcome = super()._judge(*args)  # type: ignore[arg-type]
        return replace(outcome, verdict=replace(outcome.verdict, kind=VerdictKind.INFEASIBLE))


@dataclass
class Composing:
    work: ManualWork
    sender: ScriptedSender
    model: ComposeViewModel
    kept: list[tuple[Submission, str]]


@pytest.fixture
def composing(qapp: object) -> Iterator[Composing]:
    work, sender, kept = ManualWork(), ScriptedSender(), []
    model = ComposeViewModel(work, sender)
    model.attach_engine(Refusing())
    model.keep_answered = lambda submission, answer: kept.append((submission, answer))
    judge(model, work, f"I am {NAME}.")
    yield Composing(work, sender, model, kept)
    model.shut_down()


def judge(model: ComposeViewModel, work: ManualWork, text: str) -> None:
    model.draft.set_text(text)
    model.draft.propose()
    work.run_all()
    model.sanitize()
    work.run_all()


def test_compose_offers_it_only_where_nothing_can_leave_and_a_model_is_there(composing: Composing) -> None:
    model = composing.model
    assert model.phase is Phase.INFEASIBLE
    assert not model.can_answer_here
    model.local.attach(FakeAnswers())
    assert model.can_answer_here
    model.draft.set_text("Anything else.")
    assert not model.can_answer_here


def test_compose_shows_it_as_a_turn_that_told_nobody_anything(composing: Composing) -> None:
    model, answers = composing.model, FakeAnswers()
    model.local.attach(answers)
    model.answer_here()
    assert model.phase is Phase.WRITING
    assert not model.primary.enabled
    assert model.can_cancel
    composing.work.run_all()
    (turn,) = model.turns
    assert (turn.state, turn.answer, turn.sent, turn.model) == (TurnState.LOCAL, "Drink water.", "", "large-chat")
    assert model.phase is Phase.ANSWERED
    assert model.draft.empty
    assert model.conversation.turns == []
    assert composing.sender.deliveries == []
    ((submission, answer),) = composing.kept
    assert (submission.request.text, answer) == (f"I am {NAME}.", "Drink water.")
    judge(model, composing.work, f"And {NAME}?")
    model.answer_here()
    composing.work.run_all()
    ((_, ()), (_, (before,))) = answers.asked
    assert (before.prompt, before.answer) == (f"I am {NAME}.", "Drink water.")


def test_compose_goes_back_to_the_verdict_when_it_is_stopped_or_breaks(composing: Composing) -> None:
    model = composing.model
    model.local.attach(FakeAnswers(error=ModelServerError("llm.unreachable")))
    model.answer_here()
    model.cancel()
    composing.work.run_all()
    assert (model.phase, model.turns, model.problem) == (Phase.INFEASIBLE, (), None)
    assert model.draft.text == f"I am {NAME}."
    model.answer_here()
    composing.work.run_all()
    assert (model.phase, model.turns) == (Phase.INFEASIBLE, ())
    assert model.problem is not None
    assert model.problem.code == "llm.unreachable"
    assert composing.kept == []


def test_an_answer_at_the_limit_says_so(composing: Composing) -> None:
    composing.model.local.attach(FakeAnswers(complete=False))
    composing.model.answer_here()
    composing.work.run_all()
    assert composing.model.turns[-1].reason is FinishReason.LENGTH


def test_what_stands_in_the_end_is_the_answer_and_not_its_pieces(
    composing: Composing, theme: Theme, qtbot: object
) -> None:
    view = TurnsView(theme, composing.model)
    qtbot.addWidget(view)  # type: ignore[attr-defined]
    composing.model.local.attach(FakeAnswers(pieces=("I think… ", "Water."), said="Water."))
    composing.model.answer_here()
    composing.work.run_all()
    assert view.answer.text() == "Water."
    qtbot.waitUntil(lambda: not view.answer.pending)  # type: ignore[attr-defined]


def test_the_author_finds_it_in_the_queue_as_decided(bench: Bench) -> None:
    from review_cases import outcome

    from core.domain.protocol import STRICT
    from core.domain.request import Request

    judged, conversation = outcome(ENGLISH)
    bench.review.intake.keep_answered(Submission(Request(ENGLISH), conversation, STRICT, judged), "Rest.")
    bench.run()
    assert bench.store.list() == ()
    assert bench.store.counts() == {ReviewState.ANSWERED_LOCALLY: 1}
