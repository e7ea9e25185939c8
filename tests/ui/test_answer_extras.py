"""An answer's clipboard, its suggestions, and what a hostile cloud may put into it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from compose_fakes import FakeEngine, ManualWork, ScriptedSender
from PySide6.QtCore import QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QClipboard, QGuiApplication, QTextCursor
from pytestqt.qtbot import QtBot

from core.engine.conversation import Conversation
from core.restore.pieces import Left, PlainText, RestoredValue, UnresolvedToken
from core.restore.suggestion import Suggestion
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.release.viewmodels.phases import Phase
from ui.shared.document.answer_view import AnswerView
from ui.shared.theme.theme import Theme
from ui.shared.viewmodels.harmless import HarmlessAnswer, HarmlessText
from ui.shared.viewmodels.ports import AnswerEnded, AnswerGrew, Connected
from ui.shared.widgets.clipboard_guard import CLEAR_SECONDS, ClipboardGuard
from ui.shared.widgets.secret_mime import secret_mime

OVERRIDE, ZERO_WIDTH, BELL = "\u202e", "\u200b", "\x07"
NAME = RestoredValue("Iris Kettle", "Iris Kettle", "[PERSON_1]", "a0", "[PERSON_1]")
ANSWER = "Dear Iris Kettle, in your sixties walk daily. In your sixties rest too."


def suggest(text: str) -> tuple[Suggestion, ...]:
    found = []
    start = text.lower().find("in your sixties")
    while start >= 0:
        end = start + len("in your sixties")
        found.append(Suggestion(start, end, text[start:end], ("a1",), ("67",)))
        start = text.lower().find("in your sixties", end)
    return tuple(found)


@pytest.fixture
def answer(qtbot: QtBot, theme: Theme) -> Iterator[AnswerView]:
    made = AnswerView(theme)
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show()
    yield made
    made.guard.clear_now()


def show(answer: AnswerView, qtbot: QtBot) -> None:
    answer.begin("sent", suggest)
    answer.append([PlainText("Dear "), NAME, PlainText(ANSWER.removeprefix("Dear Iris Kettle"))], "cloud")
    answer.finish()
    qtbot.waitUntil(lambda: not answer.pending)


# The clipboard (UI-38)


def test_ui_38_a_copied_answer_is_cleared_after_the_countdown(answer: AnswerView, qtbot: QtBot) -> None:
    show(answer, qtbot)
    answer.copy_answer()
    assert answer.guard.remaining == CLEAR_SECONDS
    assert str(CLEAR_SECONDS) in answer._copy.text()
    for left in range(CLEAR_SECONDS - 1, 0, -1):
        answer.guard._count()
        assert answer.guard.remaining == left
        assert QGuiApplication.clipboard().text() == ANSWER
    answer.guard._count()
    assert answer.guard.remaining == 0
    assert not QGuiApplication.clipboard().text()
    assert answer._copy.text() == "Copy answer"


def test_ui_38_what_was_copied_since_stays(answer: AnswerView, qtbot: QtBot) -> None:
    show(answer, qtbot)
    answer.copy_answer()
    QGuiApplication.clipboard().setText("something else")
    qtbot.waitUntil(lambda: answer.guard.remaining == 0)
    answer.guard.clear_now()
    assert QGuiApplication.clipboard().text() == "something else"


def test_a_selection_counts_down_as_well(answer: AnswerView, qtbot: QtBot) -> None:
    show(answer, qtbot)
    answer._reading.selectAll()
    qtbot.keyClick(answer._reading, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert answer.guard.remaining == CLEAR_SECONDS
    answer.guard._count()
    assert answer.guard.remaining == CLEAR_SECONDS - 1
    answer.guard.clear_now()
    assert not QGuiApplication.clipboard().text()


class TwoSelections(QObject):
    """The clipboard of X11: what was copied, and what is merely selected."""

    dataChanged = Signal()
    selectionChanged = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.held: dict[QClipboard.Mode, QMimeData] = {}

    def setMimeData(self, data: QMimeData, mode: QClipboard.Mode = QClipboard.Mode.Clipboard) -> None:
        self.held[mode] = data
        (self.dataChanged if mode is QClipboard.Mode.Clipboard else self.selectionChanged).emit()

    def mimeData(self, mode: QClipboard.Mode = QClipboard.Mode.Clipboard) -> QMimeData | None:
        return self.held.get(mode)

    def text(self) -> str:
        data = self.mimeData()
        return data.text() if data else ""

    def clear(self, mode: QClipboard.Mode = QClipboard.Mode.Clipboard) -> None:
        self.setMimeData(QMimeData(), mode)

    def ownsSelection(self) -> bool:
        return True


def test_selecting_text_neither_ends_the_countdown_nor_stays_in_primary(qtbot: QtBot) -> None:
    both = TwoSelections()
    guard = ClipboardGuard(clipboard=both)
    guard.put("Iris Kettle")
    both.setMimeData(secret_mime("Kettle"), QClipboard.Mode.Selection)
    assert not both.held[QClipboard.Mode.Selection].hasText()
    for _ in range(CLEAR_SECONDS):
        guard._count()
    assert guard.remaining == 0
    assert both.text() == ""
    guard.deleteLater()


def test_a_selection_of_something_else_is_left_alone(qtbot: QtBot) -> None:
    both = TwoSelections()
    guard = ClipboardGuard(clipboard=both)
    plain = QMimeData()
    plain.setText("harmless")
    both.setMimeData(plain, QClipboard.Mode.Selection)
    assert both.held[QClipboard.Mode.Selection].text() == "harmless"
    guard.deleteLater()


def test_the_guard_keeps_no_text(qtbot: QtBot) -> None:
    guard = ClipboardGuard()
    guard.put("Iris Kettle")
    assert not any("Iris" in repr(value) for value in vars(guard).values())
    guard.clear_now()
    guard.deleteLater()


# Suggestions


def test_suggestions_are_marked_in_place_and_nothing_is_put_back_by_itself(answer: AnswerView, qtbot: QtBot) -> None:
    answer.begin("sent", suggest)
    answer.append([PlainText(ANSWER)], "cloud")
    qtbot.waitUntil(lambda: not answer.pending)
    assert not answer.suggestions.isVisible()
    show(answer, qtbot)
    assert answer.suggestions.isVisible()
    assert len(answer._reading.extraSelections()) == 2
    assert answer.shown_text() == ANSWER
    cursor = QTextCursor(answer._reading.document())
    cursor.setPosition(answer.shown_text().index("sixties"))
    assert "67" in answer._reading.tip(cursor)


def test_all_is_put_back_in_place_and_taken_back(answer: AnswerView, qtbot: QtBot) -> None:
    show(answer, qtbot)
    qtbot.mouseClick(answer.suggestions.every, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not answer.pending)
    assert answer.shown_text() == "Dear Iris Kettle, 67 walk daily. 67 rest too."
    assert not answer._reading.extraSelections()
    assert not answer.suggestions.every.isVisible()
    qtbot.mouseClick(answer.suggestions.none, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not answer.pending)
    assert answer.shown_text() == ANSWER
    assert len(answer._reading.extraSelections()) == 2


def test_a_phrase_of_several_values_waits_for_a_choice(answer: AnswerView, qtbot: QtBot) -> None:
    either = Suggestion(0, 4, "soon", ("a1", "a2"), ("Monday", "Tuesday"))
    answer.begin("sent", lambda text: (either,) if text.startswith("soon") else ())
    answer.append([PlainText("soon it rains")], "cloud")
    answer.finish()
    qtbot.waitUntil(lambda: not answer.pending)
    assert not answer.suggestions.every.isVisible()
    titles = [action for action in answer.suggestions.list_menu().actions() if action.isEnabled()]
    titles[1].trigger()
    qtbot.waitUntil(lambda: not answer.pending)
    assert answer.shown_text() == "Tuesday it rains"


def test_what_stands_there_is_what_is_copied(answer: AnswerView, qtbot: QtBot) -> None:
    show(answer, qtbot)
    answer.copy_answer()
    assert QGuiApplication.clipboard().text() == ANSWER
    item = suggest(answer.shown_text())[0]
    choices = [action for action in answer.suggestions.menu_for(item).actions() if action.isEnabled()]
    assert [action.isChecked() for action in choices] == [False, True]
    choices[0].trigger()
    qtbot.waitUntil(lambda: not answer.pending)
    answer.copy_answer()
    assert QGuiApplication.clipboard().text() == "Dear Iris Kettle, 67 walk daily. 67 rest too."
    assert answer.shown_text() == QGuiApplication.clipboard().text()
    answer.suggestions.menu_for(item).actions()[-1].trigger()
    answer.copy_answer()
    assert QGuiApplication.clipboard().text() == ANSWER


def test_another_answer_forgets_the_choice(answer: AnswerView, qtbot: QtBot) -> None:
    show(answer, qtbot)
    answer.suggestions.choose(suggest(ANSWER)[0], "67")
    show(answer, qtbot)
    answer.copy_answer()
    assert QGuiApplication.clipboard().text() == ANSWER
    answer.set_answer([PlainText("Nothing was generalised.")], "")
    assert not answer.suggestions.isVisible()


# A hostile cloud (SEC-16)


def test_control_and_direction_characters_become_visible() -> None:
    answer = HarmlessAnswer()
    hostile = f"pay{OVERRIDE}01{ZERO_WIDTH}{BELL}"
    pieces = answer.pieces((PlainText(hostile), NAME, UnresolvedToken(f"[PERSON{ZERO_WIDTH}_9]", Left.FORGED)))
    assert pieces == (PlainText("pay\ufffd01\ufffd\ufffd"), NAME, UnresolvedToken("[PERSON\ufffd_9]", Left.FORGED))
    assert answer.cloud(hostile) == "pay\ufffd01\ufffd\ufffd"


@pytest.mark.parametrize("parts", [("a\r\nb",), ("a\r", "\nb"), ("a", "\r", "", "\n", "b"), ("a\n", "b")])
def test_a_line_end_cut_in_two_stays_one(parts: tuple[str, ...]) -> None:
    text = HarmlessText()
    assert "".join(text.take(part) for part in parts) == "a\nb"


def test_a_streamed_answer_reaches_the_window_harmless(qtbot: QtBot) -> None:
    work, sender = ManualWork(), ScriptedSender()
    model = ComposeViewModel(work, sender)
    model.attach_engine(FakeEngine())
    model.draft.set_text("I am Margaret.")
    model.draft.propose()
    work.run_all()
    model.act()
    work.run_all()
    assert model.phase is Phase.PASSED
    model.act()
    value = RestoredValue("Margaret", "Margaret", "[PERSON_1]", "a1", "[PERSON_1]")
    sender.play(
        Connected(),
        AnswerGrew((PlainText(f"Dear {OVERRIDE}"), value), f"Dear {OVERRIDE}[PERSON_1]"),
        AnswerGrew((PlainText(BELL),), BELL),
        AnswerEnded(),
    )
    turn = model.turns[0]
    assert turn.answer == "Dear \ufffdMargaret\ufffd"
    assert turn.cloud == "Dear \ufffd[PERSON_1]\ufffd"
    assert isinstance(turn.delivery.conversation, Conversation)
    model.shut_down()
    model.deleteLater()
