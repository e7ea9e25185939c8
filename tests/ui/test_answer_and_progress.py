"""The streaming answer and the pipeline bar."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication, QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.domain.events import Stage, StageEvent, StageState
from core.restore.pieces import Left, Piece, PlainText, RestoredValue, UnresolvedToken
from ui.compose.views.pipeline_bar import PipelineBar
from ui.shared.document.answer_view import AnswerView
from ui.shared.theme.theme import Look, Theme
from ui.shared.theme.tokens import SchemeChoice
from ui.shared.widgets.popover import Popover

NAME = RestoredValue("Iris Kettle", "Iris Kettle", "[PERSON_1]", "a0", "[PERSON_1]")
FORGED = UnresolvedToken("[PERSON_9]", Left.FORGED)
PIECES: list[Piece] = [
    PlainText("## Advice\n\nDear **"),
    NAME,
    PlainText("**, walk `30` min.\n- ask "),
    FORGED,
    PlainText("\n```\na * b\n```\nEnd"),
]
CLOUD = "## Advice\n\nDear **[PERSON_1]**, walk `30` min.\n- ask [PERSON_9]\n```\na * b\n```\nEnd"


@pytest.fixture
def answer(qtbot: QtBot, theme: Theme) -> AnswerView:
    made = AnswerView(theme)
    qtbot.addWidget(made)
    made.resize(500, 300)
    made.show()
    return made


def drawn(qtbot: QtBot, answer: AnswerView) -> str:
    qtbot.waitUntil(lambda: not answer.pending, timeout=10_000)
    return answer.shown_text()


def test_markup_is_read_and_copied_text_is_exact(answer: AnswerView, qtbot: QtBot) -> None:
    answer.set_answer(PIECES, CLOUD, "I am [PERSON_1]")
    assert drawn(qtbot, answer) == "Advice\nDear Iris Kettle, walk 30 min.\n•\u2002ask [PERSON_9]\na * b\nEnd"
    with qtbot.waitSignal(answer.copied):
        qtbot.mouseClick(answer._copy, Qt.MouseButton.LeftButton)
    data = QGuiApplication.clipboard().mimeData()
    assert data.text() == "".join(piece.text for piece in PIECES)
    assert bytes(data.data("x-kde-passwordManagerHint").data()) == b"secret"
    assert not data.hasHtml()
    QGuiApplication.clipboard().clear()


def test_streaming_in_scraps_ends_like_a_whole(answer: AnswerView, qtbot: QtBot) -> None:
    answer.set_answer(PIECES, CLOUD)
    whole = drawn(qtbot, answer)
    answer.begin()
    for piece in PIECES:
        scraps = [PlainText(char) for char in piece.text] if isinstance(piece, PlainText) else [piece]
        for scrap in scraps:
            answer.append([scrap], "")
            answer._flush.stop()
            answer._write_some()
    answer.finish()
    assert drawn(qtbot, answer) == whole


def test_marks_tell_their_token(answer: AnswerView, qtbot: QtBot) -> None:
    answer.set_answer(PIECES, CLOUD)
    text = drawn(qtbot, answer)
    tips = []
    for word in ("Iris", "[PERSON_9]", "walk"):
        cursor = QTextCursor(answer._reading.document())
        cursor.setPosition(text.index(word) + 2)
        tips.append(answer._reading.tip(cursor))
    assert "[PERSON_1]" in tips[0]
    assert "made it up" in tips[1]
    assert tips[2] == ""
    assert "1" in answer._badge.text()


def test_a_value_that_was_said_in_another_language_shows_what_was_written(answer: AnswerView, qtbot: QtBot) -> None:
    said = RestoredValue("18 March", "3月18日", "[日期_1]", "a1", "[日期_1]", "18 March")
    answer.set_answer([PlainText("The rent is due on "), said, PlainText(".")], "The rent is due on [日期_1].")
    assert drawn(qtbot, answer) == "The rent is due on 18 March."
    cursor = QTextCursor(answer._reading.document())
    cursor.setPosition(len("The rent is due on 18"))
    assert "3月18日" in answer._reading.tip(cursor)
    assert "[日期_1]" in answer._reading.tip(cursor)


def test_the_cloud_view_shows_tokens_only(answer: AnswerView, qtbot: QtBot) -> None:
    answer.set_answer(PIECES, CLOUD, "I am [PERSON_1]")
    qtbot.mouseClick(answer._switch, Qt.MouseButton.LeftButton)
    drawn(qtbot, answer)
    raw = answer._raw.toPlainText()
    assert CLOUD in raw
    assert "I am [PERSON_1]" in raw
    assert "Iris" not in raw


def test_hostile_answers_stay_text(answer: AnswerView, qtbot: QtBot) -> None:
    hostile = '<img src="http://203.0.113.9/x.png"><script>x</script>\n![a](http://203.0.113.9/y.png) [b](file:///etc)'
    answer.set_answer([PlainText(hostile)], hostile)
    assert drawn(qtbot, answer) == hostile
    document = answer._reading.document()
    assert document.allFormats()
    assert not any(item.isImageFormat() or item.toCharFormat().isAnchor() for item in document.allFormats())
    url = QUrl("http://203.0.113.9/x.png")
    assert document.resource(QTextDocument.ResourceType.ImageResource.value, url) is None


def test_one_endless_line_is_cut_for_display_only(answer: AnswerView, qtbot: QtBot) -> None:
    text = "word " * 2000
    answer.set_answer([PlainText(text)], text)
    shown = drawn(qtbot, answer)
    assert shown.replace("\n", "") == text
    assert max(map(len, shown.split("\n"))) <= 1500
    assert answer.text() == text


def test_another_scheme_keeps_the_answer(answer: AnswerView, qtbot: QtBot, theme: Theme, qapp: QApplication) -> None:
    answer.set_answer(PIECES, CLOUD)
    before = drawn(qtbot, answer)
    theme.apply(qapp, Look(SchemeChoice.DARK))
    assert drawn(qtbot, answer) == before


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def bar(qtbot: QtBot, theme: Theme, clock: Clock) -> PipelineBar:
    made = PipelineBar(theme, clock=clock)
    qtbot.addWidget(made)
    made.resize(900, 50)
    made.show()
    return made


def test_stages_say_state_progress_and_time(bar: PipelineBar, clock: Clock) -> None:
    bar.on_event(StageEvent(Stage.VERIFY, StageState.RUNNING, 41, 78))
    clock.now += 2
    bar._refresh()
    assert bar.text(Stage.VERIFY) == "running, 41 of 78 · 2.0 s"
    bar.on_event(StageEvent(Stage.VERIFY, StageState.DONE))
    assert bar.text(Stage.VERIFY) == "done, 2.0 s"
    bar.on_event(StageEvent(Stage.EXTRACT, StageState.DONE, seconds=0.04))
    assert bar.text(Stage.EXTRACT) == "done, 40 ms"
    assert bar.text(Stage.SEND) == "waiting"
    bar.on_event(StageEvent(Stage.RESTORE, StageState.RUNNING))
    assert not bar.running


def test_cancel_is_offered_only_while_something_runs(bar: PipelineBar, qtbot: QtBot) -> None:
    assert not bar._cancel.isEnabled()
    bar.on_event(StageEvent(Stage.CERTIFY, StageState.RUNNING))
    assert bar._tick.isActive()
    with qtbot.waitSignal(bar.cancel_requested):
        qtbot.mouseClick(bar._cancel, Qt.MouseButton.LeftButton)
    bar.on_event(StageEvent(Stage.CERTIFY, StageState.CANCELLED))
    assert not bar._tick.isActive()
    assert not bar._cancel.isEnabled()
    assert bar.text(Stage.CERTIFY) == "cancelled"


def test_log_opens_in_plain_words(bar: PipelineBar, qtbot: QtBot) -> None:
    bar.on_event(StageEvent(Stage.EXTRACT, StageState.RUNNING), "Looking with 5 layers")
    bar.on_event(StageEvent(Stage.EXTRACT, StageState.FAILED), "The name model failed")
    button = bar._buttons[Stage.EXTRACT]
    qtbot.keyClick(button, Qt.Key.Key_Space)
    (popover,) = bar.findChildren(Popover)
    assert [item.text for item in popover.content.paragraphs] == [
        "running",
        "Looking with 5 layers",
        "failed",
        "The name model failed",
    ]
    qtbot.keyClick(popover, Qt.Key.Key_Escape)
    bar.reset()
    assert bar.state(Stage.EXTRACT) is StageState.WAITING


def test_ui_07_a_flood_is_drawn_in_bounded_steps(answer: AnswerView, qtbot: QtBot) -> None:
    """UI-07: what one step writes does not grow with what has arrived."""
    flood = [PlainText("word " * 20_000)]
    answer.append(flood)
    answer._flush.stop()
    steps = 0
    seen = 0
    while answer._queue:
        answer._write_some()
        answer._flush.stop()
        now = len(answer.shown_text())
        assert now - seen <= 3100
        seen = now
        steps += 1
    assert steps >= 30
    assert answer.shown_text().replace("\n", "") == flood[0].text
