"""Learning: what went wrong, counted by sort; rules distilled from it; their trial; adopt or discard."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.domain.learning import FailureMode
from core.domain.taxonomy import Domain, Taxonomy
from ui.library.viewmodels.learning import LearningViewModel
from ui.library.viewmodels.ports import ExperienceLine
from ui.library.views.distillation_pane import DistillationPane
from ui.library.views.texts import structure_name, type_name, when_text
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.choice_box import ChoiceBox
from ui.shared.widgets.empty_state import EmptyState
from ui.shared.widgets.flow import Flow
from ui.shared.widgets.page_stack import PageStack
from ui.shared.widgets.plain_parts import plain_label, push_button
from ui.shared.widgets.plain_table import PlainTable, Row
from ui.shared.widgets.search_field import SearchField
from ui.shared.widgets.whole_text import WholeText
from ui.shared.wording.names import domain_name, language_name, mode_name
from ui.shared.wording.sentences import Sentences
from ui.shared.wording.tags import interface_language

PAUSE_MS = 120
"""Silence after which a search begins."""
CHIPS, CHIPS_OF_LARGE_TEXT = 4, 2
"""Chips side by side: more ask for more width than a small screen has."""


class LearningPanel(QWidget):
    """Reads and asks the view model; holds nothing of its own. `compose_asked`: back to where corrections are made."""

    compose_asked = Signal()

    def __init__(
        self,
        theme: Theme,
        taxonomy: Taxonomy,
        model: LearningViewModel,
        sentences: Sentences,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._sentences = sentences
        self._taxonomy = taxonomy
        self._model = model
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(lambda: model.search(self.field.text()))
        self._build()
        model.lines_changed.connect(self.refresh)
        model.automatic_changed.connect(self._show_automatic)
        self.refresh()
        self._show_automatic()

    def _build(self) -> None:
        theme = self._theme
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        title = plain_label(self, self.tr("Learning"))
        title.setFont(theme.font("heading", bold=True))
        column.addWidget(title)
        column.addWidget(
            plain_label(
                self,
                self.tr(
                    "Corrections and failures are counted here by sort. No text is in them, and nothing changes before "
                    "you adopt it."
                ),
                role="muted",
            )
        )
        split = QSplitter(Qt.Orientation.Vertical, self)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(theme.space(2))
        split.addWidget(self._experiences())
        self.distillation = DistillationPane(theme, self._taxonomy, self._model, self._sentences, self)
        split.addWidget(self.distillation)
        split.setStretchFactor(0, 2)
        split.setStretchFactor(1, 3)
        column.addWidget(split, 1)
        self.automatic = QCheckBox(self.tr("Adopt better versions without asking"))
        self.automatic.setAccessibleName(self.automatic.text())
        self.automatic.toggled.connect(self._model.set_automatic)
        column.addWidget(self.automatic)
        column.addWidget(plain_label(self, self.tr("Never one whose trial was worse."), role="muted"))

    def _experiences(self) -> QWidget:
        side = WholeText(self)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._theme.space(1))
        column.addLayout(self._filters(side))
        self.table = PlainTable(
            self._theme,
            self.tr("Experiences by sort"),
            (
                self.tr("What went wrong"),
                self.tr("Type"),
                self.tr("Subject"),
                self.tr("Form of text"),
                self.tr("Language"),
                self.tr("Count"),
                self.tr("Last"),
            ),
            right=(5,),
            stretch=1,
            parent=side,
        )
        self.empty = EmptyState(self._theme, "bulb", side)
        self.everything = push_button(side, self.tr("Show all"), self._show_all)
        self.compose = push_button(side, self.tr("Go to Compose"), self.compose_asked.emit)
        nothing = QWidget(side)
        inside = QVBoxLayout(nothing)
        inside.addWidget(self.empty, 1)
        for button in (self.everything, self.compose):
            inside.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        self.stack = PageStack(side)
        self.stack.addWidget(self.table)
        self.stack.addWidget(nothing)
        column.addWidget(self.stack, 1)
        return side

    def _filters(self, side: QWidget) -> QVBoxLayout:
        rows = QVBoxLayout()
        rows.setSpacing(self._theme.space(0))
        first, second = Flow(self._theme.space(1)), Flow(self._theme.space(0))
        self.field = SearchField(self._theme, self.tr("Search types"), side)
        self.field.setText(self._model.query)
        self.field.textChanged.connect(lambda _text: self._pause.start())
        self.domain = ChoiceBox(self._theme, side)
        self.domain.setAccessibleName(self.tr("Subject"))
        self.domain.offer((self.tr("All subjects"), None), *((domain_name(domain), domain) for domain in Domain))
        self.domain.picked.connect(self._model.narrow)
        self.count = plain_label(self, role="muted", wrap=False)
        for part in (self.field, self.domain, self.count):
            first.addWidget(part)
        self.chips: dict[FailureMode, QToolButton] = {}
        for mode in FailureMode:
            chip = QToolButton(side)
            chip.setText(mode_name(mode))
            chip.setAccessibleName(self.tr("Only: {0}").format(mode_name(mode)))
            chip.setCheckable(True)
            set_role(chip, "segment")
            chip.toggled.connect(lambda on, chosen=mode: self._model.toggle_mode(chosen, on))
            self.chips[mode] = chip
            second.addWidget(chip)
        rows.addLayout(first)
        rows.addLayout(second)
        return rows

    def _show_all(self) -> None:
        self.field.clear()
        self._pause.stop()
        self._model.show_all()

    def _name(self, type_id: str) -> str:
        return type_name(self._taxonomy, type_id, interface_language())

    def refresh(self) -> None:
        """The lines that pass the filters."""
        model = self._model
        lines = model.lines(self._name)
        self.table.show_rows([self._row(line) for line in lines])
        for mode, chip in self.chips.items():
            with QSignalBlocker(chip):
                chip.setChecked(mode in model.modes)
        with QSignalBlocker(self.domain):
            self.domain.choose(model.domain)
        shown = sum(line.count for line in lines)
        self.count.setText(self.tr("%n experience(s)", "", shown).replace("%n", QLocale().toString(shown)))
        self.stack.setCurrentIndex(0 if lines else 1)
        self.everything.setVisible(model.filtered)
        self.compose.setVisible(model.loaded and not model.filtered)
        if not model.loaded:
            self.empty.set_texts(self.tr("Reading…"), "")
        elif model.filtered:
            self.empty.set_texts(self.tr("Nothing fits the filter"), self.tr("Show all, or change the filter."))
        else:
            self.empty.set_texts(
                self.tr("Nothing learned yet"),
                self.tr("When you hide what was missed, or unmark what was marked for nothing, it is counted here."),
            )

    def _row(self, line: ExperienceLine) -> Row:
        return Row(
            (
                mode_name(line.mode),
                self._name(line.type_id),
                domain_name(line.domain),
                structure_name(line.structure),
                language_name(line.language),
                QLocale().toString(line.count),
                when_text(line.latest),
            )
        )

    def _show_automatic(self) -> None:
        with QSignalBlocker(self.automatic):
            self.automatic.setChecked(self._model.automatic)
        self.automatic.setEnabled(self._model.available)
