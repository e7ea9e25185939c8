"""What the prompt asks for: an answer, or a reworked text. Read off the text, unless the person says so."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from core.domain.disclosure import Task
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.shared.theme.theme import LARGE_TEXT, Theme, set_role
from ui.shared.widgets.flow import Flow


class TaskSwitch(QWidget):
    """Two buttons; pressing the one that the person chose gives the choice back to the rules."""

    def __init__(self, theme: Theme, model: ComposeViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        row = Flow(theme.space(0), self)
        self.buttons = {
            Task.REASON: self._button(self.tr("Answer"), self.tr("A question is to be answered.")),
            Task.REWORK: self._button(
                self.tr("Rework"),
                self.tr("A text is to be rewritten, translated, summarised or sorted: everything hidden comes back."),
            ),
        }
        for task, button in self.buttons.items():
            button.clicked.connect(lambda _=False, chosen=task: self._choose(chosen))
            row.addWidget(button)
        self.source = QLabel(self)
        self.source.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self.source, "muted")
        row.addWidget(self.source)
        self.source.setVisible(theme.look.text_scale < LARGE_TEXT)
        draft = model.draft
        for signal in (draft.proposal_changed, draft.corrections_changed, draft.changed, model.phase_changed):
            signal.connect(self.refresh)
        self.refresh()

    def _button(self, title: str, meaning: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(title)
        button.setCheckable(True)
        button.setProperty("role", "segment")
        button.setAccessibleName(title)
        button.setAccessibleDescription(meaning)
        button.setToolTip(meaning)
        return button

    def _choose(self, task: Task) -> None:
        chosen = self._model.draft.corrections.draft.task
        self._model.draft.set_task(None if chosen is task else task)
        self.refresh()

    def refresh(self) -> None:
        """Show the task in force, and whose word it is."""
        draft = self._model.draft
        chosen, proposal = draft.corrections.draft.task, draft.proposal
        task = chosen or (proposal.preview.plan.task if proposal is not None else None)
        for each, button in self.buttons.items():
            button.setChecked(each is task)
            button.setEnabled(not draft.locked and not draft.empty)
        said = self.tr("your choice") if chosen is not None else self.tr("as it reads")
        for each, button in self.buttons.items():
            meaning = button.accessibleDescription()
            button.setToolTip(f"{meaning} ({said})" if each is task else meaning)
        self.source.setText(said if task is not None and not draft.empty else "")
