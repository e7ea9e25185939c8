"""The answer as it streams: readable, inert, restored values softly marked; and what the cloud saw."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from core.restore.active import ActivePlaces
from core.restore.pieces import Piece, PlainText, RestoreReport, joined, report_of
from ui.shared.document.active_row import ActiveRow
from ui.shared.document.answer_document import AnswerDocument
from ui.shared.document.answer_panes import RawPane, ReadingPane
from ui.shared.document.suggestion_menu import Suggest, SuggestionMenu
from ui.shared.theme.theme import Theme, set_role
from ui.shared.viewmodels.told_back import Shown, prepared, told_back
from ui.shared.widgets.clipboard_guard import ClipboardGuard

_AROUND = 36
"""Icon, padding and gap beside the words of one part of the tool bar."""
_FLUSH_MS = 33
_FLUSH_CHARS = 3000
"""Written per flush: a few milliseconds on a slow machine."""


class AnswerView(QWidget):
    """`begin`, `append` while it streams, `finish`; or `set_answer` for a whole one.

    `places`: finds values that something acts on. `flowing`: as tall as the answer, for a page that scrolls itself.
    copied: the answer went to the clipboard.
    """

    copied = Signal()

    def __init__(
        self,
        theme: Theme,
        guard: ClipboardGuard | None = None,
        parent: QWidget | None = None,
        *,
        places: ActivePlaces | None = None,
        flowing: bool = False,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._places = places
        self.guard = guard or ClipboardGuard(self)
        self._pieces: list[Piece] = []
        self._queue: deque[Piece] = deque()
        self._cloud: list[str] = []
        self._cloud_written = 0
        self._cloud_column = 0
        self._sent = ""
        self._counts = RestoreReport()
        self._streaming = False
        self._stayed = False
        self._reading = ReadingPane(theme, self)
        self._document = AnswerDocument(theme, self._reading.document())
        self._reading.marks = self._document.marks
        self._raw = RawPane(theme, self)
        if flowing:
            self._reading.flow()
            self._raw.flow()
        self._flush = QTimer(self)
        self._flush.setSingleShot(True)
        self._flush.setInterval(_FLUSH_MS)
        self._flush.timeout.connect(self._write_some)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(0))
        column.addLayout(self._toolbar())
        column.addWidget(self._reading, 1)
        column.addWidget(self._raw, 1)
        self.suggestions = SuggestionMenu(theme, self)
        self.active = ActiveRow(theme, self)
        column.addWidget(self.active)
        column.addWidget(self.suggestions)
        self._raw.hide()
        self.setFocusProxy(self._reading)
        self._reading.suggestion_pressed.connect(self.suggestions.open_menu)
        self.suggestions.changed.connect(self._rewrite)
        self.active.changed.connect(self._rewrite)
        self.guard.changed.connect(self._say_clipboard)
        self._say_clipboard()
        theme.changed.connect(self._restyle)
        self._restyle()
        self.begin()

    def _toolbar(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(self._theme.space(0))
        self._status = QLabel(self)
        self._status.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self._status, "muted")
        self._badge = QLabel(self)
        self._badge.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self._badge, "warn")
        self._switch = self._button(self.tr("What the cloud saw"), "segment")
        self._switch.setCheckable(True)
        self._switch.toggled.connect(self.set_cloud_shown)
        self._copy = self._button(self.tr("Copy answer"), "quiet")
        self._copy.clicked.connect(self.copy_answer)
        told = QHBoxLayout()
        told.setSpacing(self._theme.space(1))
        told.addWidget(self._status)
        told.addWidget(self._badge)
        told.addStretch(1)
        row.addLayout(told)
        row.addStretch(1)
        row.addWidget(self._switch)
        row.addWidget(self._copy)
        return row

    def _button(self, title: str, role: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(title)
        button.setAccessibleName(title)
        button.setToolTip(title)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        set_role(button, role)
        return button

    def _restyle(self) -> None:
        self._switch.setIcon(self._theme.icon("cloud"))
        self._copy.setIcon(self._theme.icon("copy"))
        self._document.restyle()
        self._rewrite()

    # -- content ------------------------------------------------------------------------------------------

    def set_stayed(self, stayed: bool) -> None:
        """A model on this computer writes it: no cloud saw anything, and nothing has to be put back."""
        if stayed != self._stayed:
            self._stayed = stayed
            self._switch.setChecked(False)
            self._switch.setVisible(not stayed)
            self._say()

    def begin(self, sent: str = "", suggest: Suggest | None = None) -> None:
        """A new answer to `sent`, the text that left; `suggest` finds phrases in it that stand for a value."""
        self.suggestions.begin(suggest)
        self.active.begin()
        self._pieces.clear()
        self._counts = RestoreReport()
        self._cloud.clear()
        self._sent = sent
        self._streaming = True
        self._raw.clear()
        self._cloud_written = 0
        self._cloud_column = 0
        self._rewrite()

    def append(self, pieces: Iterable[Piece], cloud: str = "") -> None:
        """More of it: restored pieces, and the same stretch as the cloud wrote it. Drawn within a few frames."""
        fresh = tuple(piece for piece in pieces if piece.text)
        self._pieces.extend(fresh)
        self._queue.extend(fresh)
        more, known = report_of(fresh), self._counts
        self._counts = RestoreReport(
            known.restored + more.restored, known.forged + more.forged, known.unresolved + more.unresolved
        )
        if cloud:
            self._cloud.append(cloud)
        if not self._flush.isActive():
            self._flush.start()

    def finish(self) -> None:
        """The answer is complete: what can be put back into it is marked, and what acts on a value is told."""
        if not self._streaming:
            return
        self._streaming = False
        self.suggestions.offer(self.text())
        if self._places is not None:
            self.active.offer(len(self._places.of(joined(tuple(self._pieces)))))
        if self.active.isVisibleTo(self):
            self._rewrite()
        elif not self._queue:
            self._mark_suggestions()
        self._say()

    def set_answer(self, pieces: Iterable[Piece], cloud: str, sent: str = "") -> None:
        """A complete answer at once."""
        self.begin(sent)
        self.append(pieces, cloud)
        self.finish()

    def text(self) -> str:
        """The restored answer so far, as it came."""
        return "".join(piece.text for piece in self._pieces)

    def shown_text(self) -> str:
        """What the reading view shows, without markup."""
        return self._reading.toPlainText()

    @property
    def pending(self) -> bool:
        """Whether something is still to be drawn."""
        return bool(self._queue) or self._flush.isActive()

    def report(self) -> RestoreReport:
        """How many values were put back, and how many tokens were not."""
        return self._counts

    @property
    def cloud_shown(self) -> bool:
        return self._switch.isChecked()

    def set_cloud_shown(self, shown_: bool) -> None:
        """Switch between the restored answer and the words that the cloud saw and wrote."""
        self._switch.setChecked(shown_)
        self._raw.setVisible(shown_)
        self._reading.setVisible(not shown_)
        self._write_cloud()

    def copy_answer(self) -> None:
        """The whole answer to the clipboard as it stands here, marked as secret, for a while."""
        if self._pieces:
            self.guard.put("".join(piece.text for piece in self._now().pieces))
            self.copied.emit()

    def _now(self) -> Shown:
        """What is to be read and copied: with what was put back, and without what was left out."""
        if self._streaming:
            return Shown(tuple(self._pieces))
        back = told_back(self._pieces, self.suggestions.found, self.suggestions.chosen)
        return prepared(back, self._places, leave_out=self.active.left_out)

    def _mark_suggestions(self) -> None:
        """Phrases that still stand there, in place."""
        if not self.suggestions.found:
            return
        text = self.shown_text()
        left = [item for item in self.suggestions.look(text) if self.suggestions.chosen(item) is None]
        self._reading.show_suggestions(tuple(left), text)

    def _say_clipboard(self) -> None:
        """On the button itself, so that nothing moves."""
        left = self.guard.remaining
        if left:
            text = self.tr("Cleared in %n s", "", left)
            tip = self.tr("Copied. The clipboard is emptied then, unless you copy something else before.")
        else:
            text = tip = self.tr("Copy answer")
        self._copy.setText(text)
        self._copy.setToolTip(tip)
        self._copy.setAccessibleDescription(text if left else "")
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Where room is short, buttons are told by their icons; names and tips stay, and so does the countdown."""
        words = QFontMetrics(self._theme.font())
        buttons = (self._switch, self._copy)
        texts = (self._status.text(), self._badge.text(), *(button.text() for button in buttons))
        short = sum(words.horizontalAdvance(text) + _AROUND for text in texts if text) > self.width()
        for button in buttons:
            counting = button is self._copy and self.guard.remaining > 0
            only = Qt.ToolButtonStyle.ToolButtonIconOnly
            button.setToolButtonStyle(only if short and not counting else Qt.ToolButtonStyle.ToolButtonTextBesideIcon)

    # -- drawing ------------------------------------------------------------------------------------------

    def _rewrite(self) -> None:
        now = self._now()
        self._queue = deque(now.pieces)
        self._reading.show_suggestions((), "")
        self._document.clear(now.active_marks)
        self._reading.marks, self._reading.active = self._document.marks, now.active_marks
        self._say()
        if self._queue and not self._flush.isActive():
            self._flush.start()

    def _write_some(self) -> None:
        room = _FLUSH_CHARS
        batch: list[Piece] = []
        while self._queue and room > 0:
            piece = self._queue.popleft()
            if isinstance(piece, PlainText) and len(piece.text) > room:
                self._queue.appendleft(PlainText(piece.text[room:]))
                piece = PlainText(piece.text[:room])
            batch.append(piece)
            room -= len(piece.text)
        bar = self._reading.verticalScrollBar()
        following = bar.value() >= bar.maximum() - bar.singleStep()
        self._document.write(batch)
        if following and self._streaming:
            bar.setValue(bar.maximum())
        self._write_cloud()
        self._say()
        if not self._queue and not self._streaming:
            self._mark_suggestions()
        if self._queue or (self._switch.isChecked() and self._cloud_written < len(self._cloud)):
            self._flush.start()

    def _write_cloud(self) -> None:
        """Only while it is looked at; very long lines are broken for display."""
        if not self._switch.isChecked():
            return
        if not self._raw.begun:
            self._raw.start(self._headed())
        parts: list[str] = []
        for part in self._cloud[self._cloud_written :]:
            self._cloud_written += 1
            parts.append(part)
            if sum(map(len, parts)) > _FLUSH_CHARS:
                break
        self._raw.add("".join(parts))
        if self._cloud_written < len(self._cloud) and not self._flush.isActive():
            self._flush.start()

    def _headed(self) -> str:
        answered = self.tr("The cloud answered:")
        if not self._sent:
            return f"{answered}\n"
        return self.tr("The cloud was sent:") + f"\n{self._sent}\n\n{answered}\n"

    def _say(self) -> None:
        found = self.report()
        left = found.forged + found.unresolved
        put_back = self.tr("%n value(s) put back", "", found.restored) if self._pieces else ""
        self._status.setText("" if self._stayed else put_back)
        self._badge.setText(self.tr("%n unresolved token(s)", "", left) if left else "")
        self._badge.setVisible(bool(left))
        self._copy.setEnabled(bool(self._pieces))
        self._reading.setAccessibleDescription(
            " ".join(text for text in (self._status.text(), self._badge.text()) if text)
        )
