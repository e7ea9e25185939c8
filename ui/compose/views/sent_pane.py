"""Right: what would leave this computer, as text, as changes, or open for editing."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.domain.artifact import Artifact
from core.domain.language import Language
from core.domain.sensitive import SensitiveSet
from core.domain.taxonomy import Taxonomy
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.compose.views.prompt_pane import HEAD_HEIGHT
from ui.compose.views.welcome import Welcome
from ui.release.viewmodels.phases import Phase
from ui.shared.document.diff_view import DiffView, Elsewhere
from ui.shared.document.marked_text import MarkedTextEdit
from ui.shared.document.prompt_editor import PromptEditor
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.flow import Flow, together
from ui.shared.widgets.whole_text import WholeText
from ui.shared.wording.facts import byte_text
from ui.shared.wording.spans import replacement_spans, statuses

PANE_MINIMUM = 264


class Page(IntEnum):
    WELCOME = 0
    TEXT = 1
    CHANGES = 2
    EDIT = 3


class SentPane(WholeText):
    """Shows the certified artifact if there is one that fits, else the newest proposal."""

    attribute_hovered = Signal(str)
    attribute_selected = Signal(str)

    def __init__(
        self,
        theme: Theme,
        taxonomy: Taxonomy,
        model: ComposeViewModel,
        root: Path,
        language: Language,
        elsewhere: Elsewhere | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._taxonomy = taxonomy
        self._model = model
        self._changes = False
        self.welcome = Welcome(theme, root, language, self)
        self.text = MarkedTextEdit(theme, self)
        self.text.setReadOnly(True)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.text.setAccessibleName(self.tr("What will be sent"))
        self.diff = DiffView(theme, elsewhere, self)
        self.editor = PromptEditor(theme, taxonomy, self)
        self.editor.set_marking(False)
        self.editor.setAccessibleName(self.tr("What will be sent, open for editing"))
        self._build()
        self.editor.use_history(model)
        self.editor.text_edited.connect(lambda: model.hand.edit(self.editor.exact_text()))
        model.draft.hand_changed.connect(self._show_hand)
        self.text.attribute_hovered.connect(self.attribute_hovered)
        self.text.attribute_selected.connect(self.attribute_selected)
        model.draft.proposal_changed.connect(self.refresh)
        model.draft.replaced.connect(self.refresh)
        model.draft.changed.connect(self.refresh)
        model.outcome_changed.connect(self.refresh)
        model.phase_changed.connect(self.refresh)
        model.primary_changed.connect(self._refresh_page)
        self.refresh()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._theme.space(1))
        head = Flow(self._theme.space(0))
        self.title = QLabel(self.tr("What will be sent"), self)
        self.title.setMinimumHeight(HEAD_HEIGHT)
        self.title.setFont(self._theme.font("body", bold=True))
        self.state = QLabel(self)
        set_role(self.state, "muted")
        self.state.setFont(self._theme.font("small"))
        self.state.setTextFormat(Qt.TextFormat.PlainText)
        head.addWidget(self.title)
        head.addWidget(self.state)
        head.add_stretch()
        group = QButtonGroup(self)
        self.as_text = self._segment(self.tr("Text"), lambda: self.show_changes(False))
        self.as_changes = self._segment(self.tr("Changes"), lambda: self.show_changes(True))
        for button in (self.as_text, self.as_changes):
            group.addButton(button)
        head.addWidget(together(self, self._theme.space(0), self.as_text, self.as_changes))
        column.addLayout(head)
        self.stack = QStackedWidget(self)
        greeting = QScrollArea(self)
        greeting.setWidgetResizable(True)
        greeting.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        greeting.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        greeting.setWidget(self.welcome)
        for page in (greeting, self.text, self.diff, self.editor):
            self.stack.addWidget(page)
        self.stack.currentChanged.connect(self._fit)
        self._fit(self.stack.currentIndex())
        column.addWidget(self.stack, 1)

    def _fit(self, current: int) -> None:
        """Only the page on show claims room: the tool bar of the changes must not widen the plain text."""
        ignored, usual = QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding
        for place in range(self.stack.count()):
            policy = usual if place == current else ignored
            page = self.stack.widget(place)
            if page is not None:
                page.setSizePolicy(policy, policy)
        self.setMinimumWidth(PANE_MINIMUM)

    def _segment(self, title: str, run: Callable[[], None]) -> QToolButton:
        button = QToolButton(self)
        button.setText(title)
        button.setCheckable(True)
        button.setAccessibleName(title)
        button.setProperty("role", "segment")
        button.clicked.connect(run)
        return button

    @property
    def shows_changes(self) -> bool:
        return self._changes

    def show_changes(self, shown: bool) -> None:
        """Changes instead of the text."""
        self._changes = shown
        self.refresh()

    def _current(self) -> tuple[Artifact, SensitiveSet, str] | None:
        model = self._model
        if model.outcome is not None and not model.stale:
            verdict = model.outcome.verdict
            return verdict.artifact, verdict.sensitive, model.outcome.request.text
        proposal = model.draft.proposal
        if proposal is None:
            return None
        return proposal.preview.artifact, proposal.preview.sensitive, proposal.preview.request.text

    def refresh(self) -> None:
        """Bring text, marks and page up to the state of the view model."""
        current = self._current()
        if current is not None:
            self._show_artifact(*current)
        self._refresh_page()

    def _show_artifact(self, artifact: Artifact, sensitive: SensitiveSet, before: str) -> None:
        if self.text.exact_text() != artifact.text:
            bar = self.text.verticalScrollBar()
            place = bar.value()
            self.text.set_exact_text(artifact.text)
            bar.setValue(place)
        marks = replacement_spans(artifact, sensitive, self._taxonomy, statuses(artifact.levels))
        self.text.set_mentions(marks)
        self.text.set_noted(() if self._model.stale else self._model.moved)
        if self._changes:
            stretches = tuple(
                (item.source_start, item.source_end, item.start, item.end) for item in artifact.replacements
            )
            self.diff.set_texts(before, artifact.text, stretches)

    def _refresh_page(self) -> None:
        model = self._model
        current = self._current()
        if model.editing:
            if self.stack.currentIndex() != Page.EDIT:
                self._show_hand()
                self.stack.setCurrentIndex(Page.EDIT)
                self.editor.setFocus(Qt.FocusReason.OtherFocusReason)
        elif current is None:
            self.stack.setCurrentIndex(Page.WELCOME)
        else:
            self.stack.setCurrentIndex(Page.CHANGES if self._changes else Page.TEXT)
        switchable = current is not None and not model.editing
        for button, checked in ((self.as_text, not self._changes), (self.as_changes, self._changes)):
            button.setEnabled(switchable)
            button.setChecked(checked)
        self.welcome.set_short(bool(model.turns))
        self.welcome.setEnabled(model.draft.empty and not model.draft.locked)
        self._say_state(self._state_text(current[0] if current else None))

    def _show_hand(self) -> None:
        """What the person has made of the proposal, also after an undo or another proposal."""
        hand = self._model.draft.hand
        if self._model.editing and hand is not None:
            self.editor.show_step(hand.text)

    def _say_state(self, text: str) -> None:
        self.state.setText(text)
        self.state.setToolTip(text)
        self.state.setAccessibleName(text)

    def _state_text(self, artifact: Artifact | None) -> str:
        if artifact is None:
            return ""
        size = byte_text(len(artifact.payload))
        if self._model.editing:
            return self.tr("editing, unchecked")
        if self._model.phase in {Phase.PASSED, Phase.TESTING, Phase.SENDING, Phase.AWAITING}:
            text = self.tr("{size}, edited and checked") if artifact.edited else self.tr("{size}, checked")
        elif self._model.phase is Phase.INFEASIBLE:
            text = self.tr("{size}, did not pass")
        else:
            text = self.tr("{size}, unchecked")
        return text.replace("{size}", size)
