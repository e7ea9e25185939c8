"""Turns like a chat: the newest answer from its beginning, the composer small, values put back or left out in place."""

from __future__ import annotations

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from compose_fakes import FakeEngine, ManualWork, ScriptedSender
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from core.engine.conversation import Conversation
from core.resources import resource_root
from core.restore.active import ActivePlaces
from core.restore.pieces import PlainText, RestoredValue
from core.restore.suggestion import Suggestion
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.compose.views.turns_view import AT_ONCE, TurnsView
from ui.release.viewmodels.phases import Phase
from ui.release.viewmodels.turns import Turn, TurnState
from ui.shared.document.answer_view import AnswerView
from ui.shared.theme.theme import Theme
from ui.shared.viewmodels.told_back import prepared, told_back
from ui.shared.widgets.folded_text import FoldedText

PLACES = ActivePlaces.load(resource_root())
NAME = RestoredValue("Iris Kettle", "Iris Kettle", "[PERSON_1]", "a0", "[PERSON_1]")
LINKED = (PlainText("See https://x.example/?q="), NAME, PlainText(" and rest, "), NAME, PlainText("."))


@pytest.fixture
def model(qtbot: QtBot) -> ComposeViewModel:
    made = ComposeViewModel(ManualWork(), ScriptedSender())
    made.attach_engine(FakeEngine())
    return made


def turns(model: ComposeViewModel, count: int, lines: int = 30) -> list[Turn]:
    from compose_fakes import NAME as PERSON

    engine = FakeEngine()
    from core.domain.protocol import STRICT
    from core.domain.release import Destination, DestinationKind
    from core.domain.request import Request
    from ui.shared.viewmodels.ports import Delivery

    outcome = engine.sanitize(Request(f"I am {PERSON}."), Conversation(), STRICT, lambda _event: None, None)
    to = Destination("d", DestinationKind.DRY_RUN, "Dry run")
    made = []
    for number in range(count):
        turn = Turn(number + 1, Delivery(outcome, to, Conversation()), f"Question {number}", "sent", TurnState.ANSWERED)
        turn.pieces.append(PlainText("\n".join(f"Line {line} of {number}" for line in range(lines))))
        made.append(turn)
    return made


@pytest.fixture
def view(model: ComposeViewModel, theme: Theme, qtbot: QtBot) -> TurnsView:
    made = TurnsView(theme, model, places=PLACES)
    qtbot.addWidget(made)
    made.resize(700, 300)
    made.show()
    return made


def settle(view: TurnsView, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not any(card.answer.pending for card in view.cards))
    qtbot.wait(1)


def test_the_newest_turn_is_read_from_its_beginning_and_the_others_are_above(
    model: ComposeViewModel, view: TurnsView, qtbot: QtBot
) -> None:
    model.resume(Conversation(), turns(model, 3), "", model.draft.corrections)
    settle(view, qtbot)
    bar = view.area.verticalScrollBar()
    assert bar.maximum() > 0
    assert bar.value() == min(bar.maximum(), view.cards[-1].y())
    assert [card.prompt.text() for card in view.cards] == ["Question 0", "Question 1", "Question 2"]
    tops = [card.y() for card in view.cards]
    assert tops == sorted(tops)


def test_an_answer_has_no_second_scroll_bar_and_gives_its_keys_to_the_page(
    model: ComposeViewModel, view: TurnsView, qtbot: QtBot
) -> None:
    model.resume(Conversation(), turns(model, 1, lines=80), "", model.draft.corrections)
    settle(view, qtbot)
    reading = view.answer._reading
    assert reading.height() >= reading.document().size().height()
    bar = view.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    reading.setFocus()
    QTest.keyClick(reading, Qt.Key.Key_PageDown)
    assert bar.value() > 0


def test_who_scrolls_away_is_left_there_while_the_answer_grows(
    model: ComposeViewModel, view: TurnsView, qtbot: QtBot
) -> None:
    made = turns(model, 2)
    model.resume(Conversation(), made, "", model.draft.corrections)
    settle(view, qtbot)
    bar = view.area.verticalScrollBar()
    bar.setValue(7)
    made[-1].pieces.append(PlainText("\nmore\nand more"))
    model.turn_grew.emit((made[-1], (PlainText("\nmore\nand more"),), ""))
    settle(view, qtbot)
    assert bar.value() == 7


def test_a_long_conversation_draws_its_last_turns_and_fetches_the_others(
    model: ComposeViewModel, view: TurnsView, qtbot: QtBot
) -> None:
    model.resume(Conversation(), turns(model, AT_ONCE + 3, lines=2), "", model.draft.corrections)
    assert len(view.cards) == AT_ONCE
    assert view.earlier.isVisible()
    assert "3" in view.earlier.text()
    qtbot.mouseClick(view.earlier, Qt.MouseButton.LeftButton)
    assert [card.number for card in view.cards] == list(range(1, AT_ONCE + 4))
    assert not view.earlier.isVisible()


def test_another_conversation_shows_its_own_turns_only(model: ComposeViewModel, view: TurnsView, qtbot: QtBot) -> None:
    model.resume(Conversation(), turns(model, 2), "", model.draft.corrections)
    others = turns(model, 1)
    model.resume(Conversation(), others, "", model.draft.corrections)
    assert [card.turn for card in view.cards] == others
    assert model.phase is Phase.DRAFT
    model.new_conversation()
    assert view.cards == []
    assert view.answer.text() == ""


def test_a_long_prompt_takes_two_lines_until_it_is_unfolded(theme: Theme, qtbot: QtBot) -> None:
    made = FoldedText(theme, "What you wrote")
    qtbot.addWidget(made)
    made.resize(300, 60)
    made.show()
    text = "A long story about many things. " * 20
    made.set_text(text)
    assert made.label.text() != text
    assert made.more.isVisible()
    folded = made.sizeHint().height()
    qtbot.mouseClick(made.more, Qt.MouseButton.LeftButton)
    assert made.label.text() == text
    assert made.sizeHint().height() >= folded
    made.set_text("Short.")
    assert made.label.text() == "Short."
    assert not made.more.isVisible()


# Values that something would act on


@pytest.fixture
def answer(theme: Theme, qtbot: QtBot) -> AnswerView:
    made = AnswerView(theme, places=PLACES)
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show()
    return made


def show(answer: AnswerView, qtbot: QtBot, pieces: tuple[object, ...] = LINKED) -> None:
    answer.begin("sent")
    answer.append(pieces, "cloud")  # type: ignore[arg-type]
    answer.finish()
    qtbot.waitUntil(lambda: not answer.pending)


def test_a_value_in_a_link_is_marked_and_told_and_one_elsewhere_is_not(answer: AnswerView, qtbot: QtBot) -> None:
    show(answer, qtbot)
    assert answer.active.isVisible()
    assert answer._reading.active == frozenset({0})
    assert "1" in answer.active.text.text()


def test_left_out_values_are_neither_shown_nor_copied_and_come_back(answer: AnswerView, qtbot: QtBot) -> None:
    show(answer, qtbot)
    qtbot.mouseClick(answer.active.leave_out, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not answer.pending)
    told = "See https://x.example/?q=[PERSON_1] and rest, Iris Kettle."
    assert answer.shown_text() == told
    answer.copy_answer()
    assert QGuiApplication.clipboard().text() == told
    qtbot.mouseClick(answer.active.put_in, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not answer.pending)
    answer.copy_answer()
    assert QGuiApplication.clipboard().text() == "See https://x.example/?q=Iris Kettle and rest, Iris Kettle."
    answer.guard.clear_now()


def test_the_next_answer_begins_with_its_values(answer: AnswerView, qtbot: QtBot) -> None:
    show(answer, qtbot)
    answer.active._set(out=True)
    show(answer, qtbot, (NAME, PlainText(", rest.")))
    assert not answer.active.isVisible()
    assert answer.shown_text() == "Iris Kettle, rest."


def test_a_value_put_back_into_a_link_counts_as_well() -> None:
    pieces = (PlainText("Go to https://x.example/in-your-sixties now."),)
    start = pieces[0].text.index("in-your")
    item = Suggestion(start, start + len("in-your-sixties"), "in-your-sixties", ("a1",), ("67",))
    back = told_back(pieces, (item,), lambda _item: "67")
    assert "".join(piece.text for piece in back) == "Go to https://x.example/67 now."
    assert prepared(back, PLACES, leave_out=False).active == frozenset({1})
    assert prepared(back, PLACES, leave_out=True).pieces[1] == PlainText("in-your-sixties")


def test_a_phrase_that_reaches_into_a_value_stays() -> None:
    pieces = (PlainText("about "), NAME, PlainText(" only"))
    across = Suggestion(3, 9, "ut Iri", ("a1",), ("x",))
    assert told_back(pieces, (across,), lambda _item: "x") == pieces


# The composer


def test_the_composer_is_small_at_rest_and_grows_with_what_is_written(qapp: object, qtbot: QtBot, theme: Theme) -> None:
    from test_window import Memory, end

    from app.window.desktop import Desktop
    from core.keys.custody import SessionKeyStore
    from ui.release.viewmodels.phases import EngineState

    desktop = Desktop(qapp, lambda _root: FakeEngine(), preferences=Memory(), find_keys=SessionKeyStore)  # type: ignore[arg-type]
    desktop.start()
    qtbot.waitUntil(lambda: desktop.compose.engine_state is EngineState.READY)
    window = desktop.window
    window.resize(1280, 720)
    window.show()
    compose = window.compose
    model = desktop.compose
    model.resume(Conversation(), turns(model, 1), "", model.draft.corrections)
    qtbot.waitUntil(lambda: not any(card.answer.pending for card in compose.turns.cards))
    qtbot.wait(1)
    small, room = compose.rows.sizes()[1], compose.rows.sizes()[0]
    assert room > small
    editor: QPlainTextEdit = compose.prompt.editor
    QTest.keyClicks(editor, "a question")
    for _ in range(12):
        QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: compose.rows.sizes()[1] > small)
    assert compose.rows.sizes()[0] >= compose.turns.minimumHeight()
    end(desktop)


# What was kept


def test_markdown_of_kept_answers_is_drawn_and_stays_inert(theme: Theme, qtbot: QtBot) -> None:
    from datetime import UTC, datetime

    from core.store.records import StoredTurn
    from ui.history.views.kept_turns import AT_ONCE as DRAWN
    from ui.history.views.kept_turns import KeptTurns

    verdict = turns_verdict()
    said = "# Rest\n- **well**\n<img src='https://x.example/a.png'>"
    kept = StoredTurn("I am Iris.", verdict.sensitive, verdict.artifact, said, said, datetime.now(UTC))
    made = KeptTurns(theme)
    qtbot.addWidget(made)
    made.resize(500, 300)
    made.show()
    made.set_turns((kept,) * (DRAWN + 2))
    card = made.cards[0]
    assert card.answer.toPlainText().split("\n")[0] == "Rest"
    assert "**" not in card.answer.toPlainText()
    assert "<img" in card.answer.toPlainText()
    assert card.prompt.text() == "I am Iris."
    assert len(made.cards) == DRAWN
    qtbot.mouseClick(made.later, Qt.MouseButton.LeftButton)
    assert len(made.cards) == DRAWN + 2
    assert not made.later.isVisible()


def turns_verdict():  # type: ignore[no-untyped-def]
    from compose_fakes import NAME as PERSON

    from core.domain.protocol import STRICT
    from core.domain.request import Request

    run = FakeEngine().sanitize(Request(f"I am {PERSON}."), Conversation(), STRICT, lambda _event: None, None)
    return run.verdict
