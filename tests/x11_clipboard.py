"""One program of the test of X11: `owner` shows an answer and copies and selects of it, `reader` is any other program.

owner: for each step one JSON line, what the reader finds on the clipboard and in PRIMARY and what is left of the count.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from PySide6.QtCore import QEventLoop, QPoint, QProcess, Qt
from PySide6.QtGui import QClipboard, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from core.restore.pieces import PlainText, RestoredValue
from ui.shared.document.answer_view import AnswerView
from ui.shared.theme.theme import Theme

ANSWER = "Dear Iris Kettle, rest and walk daily."
PLAIN = "a note of nobody"


def told(line: dict[str, object]) -> None:
    sys.stdout.write(f"{json.dumps(line)}\n")
    sys.stdout.flush()


def read() -> None:
    """What another program sees."""
    app = QGuiApplication(sys.argv)
    board = app.clipboard()
    seen = {"clipboard": board.text(), "primary": board.text(QClipboard.Mode.Selection)}
    told(seen)


def seen_elsewhere() -> dict[str, object]:
    """What the reader tells while this program goes on answering."""
    process, wait = QProcess(), QEventLoop()
    process.finished.connect(wait.quit)
    process.start(sys.executable, [__file__, "reader"])
    wait.exec()
    return dict(json.loads(bytes(process.readAllStandardOutput().data())))


def select(answer: AnswerView, place: int) -> None:
    """A double click on the word at `place`, as a person selects it."""
    pane = answer._reading
    cursor = pane.textCursor()
    cursor.setPosition(place + 1)
    point = pane.cursorRect(cursor).center()
    QTest.mouseClick(pane.viewport(), Qt.MouseButton.LeftButton, pos=point)
    QTest.mouseDClick(pane.viewport(), Qt.MouseButton.LeftButton, pos=point)


def own(root: str) -> None:
    """Copy, select with the mouse and the keyboard, count to the end."""
    app = QApplication(sys.argv)
    theme = Theme(Path(root))
    answer = AnswerView(theme)
    answer.resize(600, 300)
    answer.show()
    note = QPlainTextEdit(PLAIN)
    note.show()
    QTest.qWaitForWindowExposed(answer)
    QTest.qWaitForWindowExposed(note)
    name = RestoredValue("Iris Kettle", "Iris Kettle", "[PERSON_1]", "a0", "[PERSON_1]")
    head, tail = ANSWER.split(name.text)
    answer.begin("sent", lambda _text: ())
    answer.append([PlainText(head), name, PlainText(tail)], "cloud")
    answer.finish()
    while answer.pending:
        app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    answer.guard._tick.setInterval(24 * 3600 * 1000)  # the test counts

    def tell(step: str) -> None:
        told({"step": step, **seen_elsewhere(), "left": answer.guard.remaining})

    pane = answer._reading
    board = app.clipboard()
    select(answer, ANSWER.index("Iris"))
    selected = pane.textCursor().selectedText()
    assert selected, "nothing was selected"
    told({"supported": board.supportsSelection(), "selected": selected})
    tell("selected")
    answer.copy_answer()
    tell("copied")
    select(answer, ANSWER.index("Kettle"))
    tell("selected after copying")
    QTest.mouseDClick(note.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, 12))
    tell("selected elsewhere")
    while answer.guard.remaining:
        answer.guard._count()
    tell("counted")


if __name__ == "__main__":
    read() if sys.argv[1] == "reader" else own(sys.argv[2])
