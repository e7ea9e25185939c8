"""Left: what the person wrote, with what was found in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from core.domain.taxonomy import Taxonomy
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.compose.viewmodels.dropped_files import read_dropped
from ui.compose.views.task_switch import TaskSwitch
from ui.compose.views.texts import dropped_text
from ui.release.viewmodels.turns import Leaving
from ui.shared.document.prompt_editor import PromptEditor
from ui.shared.theme.theme import LARGE_TEXT, Theme, set_role
from ui.shared.viewmodels.corrections import Scope
from ui.shared.widgets.whole_text import WholeText
from ui.shared.wording.spans import mention_spans, statuses

HEAD_HEIGHT = 30
"""Equal in both panes, so that their texts begin on one line."""


class PromptPane(WholeText):
    """The editor bound to the draft; its text is taken exactly as typed or pasted. told: what came of dropped files."""

    attribute_hovered = Signal(str)
    attribute_selected = Signal(str)
    told = Signal(str)

    def __init__(
        self, theme: Theme, taxonomy: Taxonomy, model: ComposeViewModel, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self._taxonomy = taxonomy
        self._waiting: list[Path] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        head = QHBoxLayout()
        head.addStrut(HEAD_HEIGHT)
        self.title = QLabel(self.tr("Your prompt"), self)
        self.title.setFont(theme.font("body", bold=True))
        self.count = QLabel(self)
        set_role(self.count, "muted")
        self.count.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if theme.look.text_scale >= LARGE_TEXT:
            column.addWidget(self.title)
        else:
            head.addWidget(self.title)
        head.addWidget(self.count, 1)
        self.undo = self._step(self.tr("Undo"), "Ctrl+Z", model.undo)
        self.redo = self._step(self.tr("Redo"), "Ctrl+Shift+Z", model.redo)
        for button in (self.undo, self.redo):
            head.addWidget(button)
        column.addLayout(head)
        self.editor = PromptEditor(theme, taxonomy, self)
        self.editor.setPlaceholderText(
            self.tr("Write or paste your prompt here. What is sensitive is marked while you type.")
        )
        self.title.setBuddy(self.editor)
        self.editor.use_history(model)
        column.addWidget(self.editor, 1)
        self.task = TaskSwitch(theme, model, self)
        column.addWidget(self.task)
        self.editor.text_edited.connect(self._edited)
        self.editor.files_dropped.connect(self.take_files)
        self.editor.hide_requested.connect(self._hide)
        self.editor.not_sensitive_requested.connect(self._release)
        self.editor.attribute_hovered.connect(self.attribute_hovered)
        self.editor.attribute_selected.connect(self.attribute_selected)
        draft = model.draft
        draft.replaced.connect(self._replaced)
        draft.proposal_changed.connect(self._mark)
        model.phase_changed.connect(self._phase_changed)
        model.outcome_changed.connect(self._mark)
        model.primary_changed.connect(self._show_steps)
        draft.hand_changed.connect(self._show_steps)
        theme.changed.connect(self._restyle)
        self._restyle()
        self._show_steps()
        self._replaced()
        self._phase_changed()

    def _step(self, title: str, keys: str, run: Callable[[], None]) -> QToolButton:
        """Text, decisions and edits share one stack, so its buttons stand above the text, always."""
        button = QToolButton(self)
        button.setAccessibleName(title)
        native = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
        tip = self.tr("{what}: text, decisions, edits ({keys})").replace("{what}", title)
        button.setToolTip(tip.replace("{keys}", native))
        button.setMinimumSize(self._theme.target, self._theme.target)
        button.clicked.connect(lambda _=False: run())
        return button

    def _restyle(self) -> None:
        self.undo.setIcon(self._theme.icon("undo"))
        self.redo.setIcon(self._theme.icon("redo"))

    def _show_steps(self) -> None:
        self.undo.setEnabled(self._model.can_undo)
        self.redo.setEnabled(self._model.can_redo)

    def _edited(self) -> None:
        self._model.draft.set_text(self.editor.exact_text())
        self._recount()

    def _replaced(self) -> None:
        self.editor.show_step(self._model.draft.text)
        self._recount()
        self._mark()

    def take_files(self, paths: tuple[Path, ...]) -> None:
        """Put the text of dropped files where the caret is; while a run holds the draft they wait for its end."""
        if self._model.draft.locked:
            self._waiting += paths
            self.told.emit(self.tr("The files are read when this run has ended."))
            return
        found = read_dropped(paths)
        for item in found:
            if item.text:
                self.editor.insert_exact(item.text)
        self.told.emit("\n".join(dropped_text(item) for item in found))

    def _recount(self) -> None:
        size = len(self._model.draft.text)
        text = self.tr("%n character(s)", "", size).replace("%n", QLocale().toString(size))
        self.count.setText(text if size else "")

    def _phase_changed(self) -> None:
        held = self._model.draft.locked
        self.editor.setReadOnly(held)
        self.editor.set_marking(not held)
        if self._waiting and not held:
            waiting, self._waiting = tuple(self._waiting), []
            self.take_files(waiting)

    def _mark(self) -> None:
        """Marks belong to one text only; while a newer one is being looked at, the editor moves the old ones."""
        proposal, outcome = self._model.draft.proposal, self._model.outcome
        if outcome is not None and not self._model.stale:
            sensitive, levels = outcome.verdict.sensitive, outcome.verdict.artifact.levels
        elif proposal is None:
            self.editor.set_mentions(())
            return
        elif proposal.preview.request.text == self._model.draft.text:
            sensitive, levels = proposal.preview.sensitive, proposal.preview.artifact.levels
        else:
            return
        self.editor.set_mentions(mention_spans(sensitive, self._taxonomy, statuses(levels)))

    def _hide(self, start: int, end: int, type_id: str, scope: Scope) -> None:
        self._model.draft.hide(start, end, type_id, scope)

    def _release(self, start: int, end: int, scope: Scope) -> None:
        proposal = self._model.draft.proposal
        if proposal is None:
            return
        touched = [
            attribute.id
            for attribute in proposal.preview.sensitive.attributes
            if any(mention.start < end and mention.end > start for mention in attribute.mentions)
        ]
        for attribute_id in touched:
            self._model.draft.mark_not_sensitive(attribute_id, scope)
        if touched:
            self._model.left.emit(Leaving.RELEASED)
