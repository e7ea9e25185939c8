"""Middle pane of the review: original and proposal with their changes, the editor, and the answer once there is one."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from core.domain.taxonomy import Taxonomy
from core.restore.pieces import PlainText
from ui.review.viewmodels.reasons import ReviewOperation
from ui.review.viewmodels.review import ReviewViewModel
from ui.review.views.texts import blocked_text, state_name
from ui.shared.document.answer_view import AnswerView
from ui.shared.document.diff_view import DiffMode, DiffView, Elsewhere
from ui.shared.document.prompt_editor import PromptEditor
from ui.shared.theme.theme import Theme, set_role
from ui.shared.viewmodels.corrections import Scope
from ui.shared.viewmodels.diff import Diff
from ui.shared.widgets.clipboard_guard import ClipboardGuard
from ui.shared.widgets.empty_state import EmptyState
from ui.shared.widgets.type_picker import TypePicker, hiding
from ui.shared.wording.facts import byte_text

PASTE_HEIGHT = 96


class Page(IntEnum):
    EMPTY = 0
    CHANGES = 1
    EDIT = 2
    ANSWER = 3


class ReviewTextPane(QWidget):
    """What is open, as it was written and as it would leave."""

    # Long: makes every widget once and lays them out; nothing branches.
    def __init__(
        self,
        theme: Theme,
        taxonomy: Taxonomy,
        review: ReviewViewModel,
        elsewhere: Elsewhere | None,
        guard: ClipboardGuard | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._taxonomy = taxonomy
        self._review = review
        self._pasting = ""
        self._lit: tuple[str, Diff, DiffMode] | None = None
        self.title = QLabel(self)
        self.title.setFont(theme.font("body", bold=True))
        self.state = QLabel(self)
        self.state.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self.state, "muted")
        self.edit = self._button(self.tr("Edit by hand"), review.begin_edit)
        self.check = self._button(self.tr("Take the edited text"), self._taken)
        set_role(self.check, "primary")
        self.discard = self._button(self.tr("Discard changes"), lambda: review.end_edit(None))
        head = QHBoxLayout()
        head.setSpacing(theme.space(1))
        head.addWidget(self.title)
        head.addWidget(self.state, 1)
        self.hide_value = self._button(self.tr("Hide selection…"), self.hide_selected)
        for button in (self.hide_value, self.edit, self.discard, self.check):
            head.addWidget(button)
        self.empty = EmptyState(theme, "review", self)
        self.empty.set_texts(self.tr("No item is open"), self.tr("What was written and what would leave stand here."))
        self.diff = DiffView(theme, elsewhere, self, always_text=True)
        self.diff.pointed.connect(self._pointed)
        self.hide_command = QAction(self.tr("Hide wherever it stands…"), self)
        self.hide_command.triggered.connect(lambda _=False: self.hide_selected())
        self.diff.add_commands(self.hide_command)
        self.diff.selection_changed.connect(self._refresh_hiding)
        self.editor = PromptEditor(theme, taxonomy, self)
        self.editor.set_marking(False)
        self.editor.setAccessibleName(self.tr("What will be sent, open for editing"))
        self.answer = AnswerView(theme, guard, self)
        self.stack = QStackedWidget(self)
        for page in (self.empty, self.diff, self.editor, self.answer):
            self.stack.addWidget(page)
        self.paste = QPlainTextEdit(self)
        self.paste.setAccessibleName(self.tr("Answer brought back by hand"))
        self.paste.setPlaceholderText(self.tr("Paste the answer here; the real values of this item are then put back."))
        self.paste.setTabChangesFocus(True)
        self.paste.setMaximumHeight(PASTE_HEIGHT)
        self.bring = self._button(self.tr("Restore the pasted answer"), self._bring)
        self.paste.textChanged.connect(self._refresh_paste)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        column.addLayout(head)
        column.addWidget(self.stack, 1)
        column.addWidget(self.paste)
        column.addWidget(self.bring, 0, Qt.AlignmentFlag.AlignRight)
        review.item_changed.connect(self.refresh)
        review.changed.connect(self.refresh)
        review.local.grew.connect(self._grew)
        self.refresh()

    def _button(self, title: str, run: object) -> QPushButton:
        button = QPushButton(title, self)
        button.setAccessibleName(title)
        button.clicked.connect(run)
        return button

    def _taken(self) -> None:
        self._review.end_edit(self.editor.exact_text())

    def _bring(self) -> None:
        self._review.bring_answer(self.paste.toPlainText())

    def _refresh_paste(self) -> None:
        case = self._review.case
        name = case.item.id if case is not None else ""
        if name != self._pasting:
            self._pasting = name
            self.paste.clear()
        for widget in (self.paste, self.bring):
            widget.setVisible(self._review.awaits_answer)
        self.bring.setEnabled(bool(self.paste.toPlainText().strip()))
        if not self._review.awaits_answer and self.paste.toPlainText():
            self.paste.clear()

    def _refresh_hiding(self) -> None:
        """What keeps a selected value from being hidden stands in the tip."""
        review = self._review
        waits = review.case is not None and review.case.item.state.waits and not review.editing
        blocked = blocked_text(review.why_not(ReviewOperation.CHOOSE)) or (
            "" if self.diff.selected else blocked_text("no_words")
        )
        self.hide_value.setVisible(waits)
        for part in (self.hide_value, self.hide_command):
            part.setEnabled(waits and not blocked)
        self.hide_value.setToolTip(blocked or self.tr("A value that nothing found: hide it wherever it stands (H)"))

    def hide_selected(self) -> TypePicker | None:
        """Ask which type the selected words are of, then hide them wherever they stand; None where none are selected or
        nothing may be chosen."""
        review, chosen = self._review, self.diff.selected
        if chosen is None or not self.hide_value.isVisibleTo(self) or review.why_not(ReviewOperation.CHOOSE):
            return None
        start, end = chosen

        def picked(type_id: str, _scope: Scope) -> None:
            review.mark(start, end, type_id)
            self.diff.clear_selection()

        picker = TypePicker(self._theme, self._taxonomy, hiding(review.original[start:end]), picked, self)
        picker.open_beside(self.diff.selected_area())
        return picker

    def refresh(self) -> None:
        """Texts, page and buttons as the view model has them."""
        review = self._review
        self._refresh_paste()
        self._refresh_hiding()
        case = review.case
        editing = review.editing and case is not None
        for button in (self.discard, self.check):
            button.setVisible(editing)
        self.edit.setVisible(case is not None and not editing and case.item.state.waits)
        blocked = review.why_not(ReviewOperation.CHOOSE)
        self.edit.setEnabled(not blocked)
        self.edit.setToolTip(blocked_text(blocked) or self.tr("Edit by hand (E)"))
        if case is None:
            self.title.setText("")
            self.state.setText("")
            self.stack.setCurrentIndex(Page.EMPTY)
            return
        self.title.setText(self.tr("Original and what left") if case.left else self.tr("Original and proposal"))
        self.state.setText(self._state())
        if editing:
            if self.stack.currentIndex() != Page.EDIT:
                self.editor.set_exact_text(review.proposal)
                self.stack.setCurrentIndex(Page.EDIT)
                self.editor.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        if self._show_answer():
            return
        self.diff.set_texts(review.original, review.proposal)
        self.stack.setCurrentIndex(Page.CHANGES)
        self._light()

    def _light(self) -> None:
        """The value of the current card is framed, once for each card, text and view."""
        current, now = self._review.current, (self.diff.result, self.diff.mode)
        if current is None or (current.attribute.id, *now) == self._lit:
            return
        self._lit = (current.attribute.id, *now)
        self.diff.light([(mention.start, mention.end) for mention in current.attribute.mentions])

    def _pointed(self, point: int) -> None:
        """The card of what a person clicked on in the text becomes the current one."""
        for row, card in enumerate(self._review.cards):
            if any(mention.start <= point < mention.end for mention in card.attribute.mentions):
                self._review.go_card(row)
                return

    def _state(self) -> str:
        review, case = self._review, self._review.case
        if case is None:
            return ""
        if not case.item.state.waits and not case.left:
            return state_name(case.item.state)
        size = byte_text(len(review.proposal.encode("utf-8", "replace")))
        if case.left:
            return f"{state_name(case.item.state)}   ·   {size}"
        if review.choices.edited:
            return self.tr("{size}, edited by hand").replace("{size}", size)
        return size

    def _grew(self, piece: str) -> None:
        """A local model writes: only what is new is drawn."""
        if self.stack.currentIndex() == Page.ANSWER and self._review.local_answer == self.answer.text() + piece:
            self.answer.append([PlainText(piece)])
        else:
            self.refresh()

    def _show_answer(self) -> bool:
        review = self._review
        turn = review.release.turn
        written = review.local_answer
        self.answer.set_stayed(bool(written))
        if written:
            self.title.setText(self.tr("Answer of the local model"))
            if self.answer.text() != written:
                self.answer.begin()
                self.answer.append([PlainText(written)])
            if not review.local.running:
                self.answer.finish()
        elif turn is not None and turn.pieces:
            self.title.setText(self.tr("Answer"))
            if self.answer.text() != turn.answer:
                self.answer.set_answer(turn.pieces, turn.cloud, turn.sent)
        elif review.case is not None and review.case.restored:
            self.title.setText(self.tr("Answer"))
            if self.answer.text() != review.case.restored:
                self.answer.set_answer(review.brought_pieces, "", review.case.left)
        else:
            return False
        self.stack.setCurrentIndex(Page.ANSWER)
        return True
