"""Insights: figures over many runs, as plots that say their figures in text, each to be saved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from core.domain.events import Stage
from ui.insights.viewmodels.insights import Insights, InsightsViewModel
from ui.insights.views.bar_plot import Bar, BarPlot
from ui.library.viewmodels.learning import LearningViewModel
from ui.release.views.texts import short_reason
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.choice_box import ChoiceBox
from ui.shared.widgets.empty_state import EmptyState
from ui.shared.widgets.fitting import scrolled
from ui.shared.wording.names import domain_name, mode_name
from ui.shared.wording.wording import in_a_row, percent, seconds, stage_name

DAYS = (7, 30, 365, None)


class InsightsPage(QWidget):
    """`setup_asked`: without a vault there is nothing to count. Counts are read again whenever the page is shown."""

    setup_asked = Signal()

    def __init__(
        self, theme: Theme, model: InsightsViewModel, learning: LearningViewModel, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self._learning = learning
        column = QVBoxLayout(self)
        column.setContentsMargins(*(4 * [theme.space(3)]))
        column.setSpacing(theme.space(2))
        column.addLayout(self._head())
        self.said = self._label("", "muted")
        column.addWidget(self.said)
        self.trouble = self._label("", "block")
        self.trouble.hide()
        column.addWidget(self.trouble)
        self._stack = QStackedWidget(self)
        column.addWidget(self._stack, 1)
        inner = QWidget()
        self._plots = QVBoxLayout(inner)
        self._plots.setSpacing(theme.space(2))
        runs, share = self.tr("runs"), self.tr("share of runs")
        self.passed = self._plot(self.tr("Passed without a person, by subject"), share)
        self.reasons = self._plot(self.tr("Why a person had to decide"), runs)
        self.leakage = self._plot(self.tr("Guessed beyond chance, by subject"), self.tr("mean"))
        self.corrections = self._plot(self.tr("Corrections that rules are learned from"), self.tr("corrections"))
        self.time = self._plot(self.tr("Time of each stage, median"), self.tr("seconds"))
        self._plots.addStretch(1)
        area = scrolled(inner, self)
        area.setAccessibleName(self.tr("Insights"))
        self._stack.addWidget(area)
        self.empty = EmptyState(theme, "insight", self)
        self._stack.addWidget(self.empty)
        self.setup = QPushButton(self.tr("Set up the vault"), self)
        self.setup.setAccessibleName(self.setup.text())
        self.setup.clicked.connect(self.setup_asked)
        column.addWidget(self.setup, 0, Qt.AlignmentFlag.AlignHCenter)
        model.changed.connect(self.refresh)
        model.failed.connect(lambda _error: self._tell(self.tr("The vault could not be read. Try again.")))
        learning.lines_changed.connect(self.refresh)
        self.refresh()

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        title = self._label(self.tr("Insights"))
        title.setFont(self._theme.font("title", bold=True))
        row.addWidget(title, 1)
        self.period = ChoiceBox(self._theme, self)
        self.period.setAccessibleName(self.tr("Period"))
        names = (self.tr("Last 7 days"), self.tr("Last 30 days"), self.tr("Last year"), self.tr("All that is kept"))
        self.period.offer(*zip(names, DAYS, strict=True))
        self.period.choose(self._model.days)
        self.period.picked.connect(self._model.show)
        row.addWidget(self.period)
        return row

    def _label(self, text: str, role: str = "") -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        if role:
            set_role(label, role)
        return label

    def _plot(self, title: str, unit: str) -> BarPlot:
        card = QFrame(self)
        card.setProperty("role", "card")
        column = QVBoxLayout(card)
        head = QHBoxLayout()
        heading = self._label(title)
        heading.setFont(self._theme.font("heading", bold=True))
        head.addWidget(heading, 1)
        plot = BarPlot(self._theme, title, unit, card)
        csv, png = self.tr("Save as CSV"), self.tr("Save as picture")
        for words, suffix, write in ((csv, "csv", plot.write_csv), (png, "png", plot.write_png)):
            button = QPushButton(words, card)
            button.setProperty("role", "quiet")
            button.setAccessibleName(self.tr("{0}: {1}").format(words, title))
            button.clicked.connect(lambda _=False, name=words, end=suffix, run=write: self._ask(name, end, run))
            head.addWidget(button)
        column.addLayout(head)
        column.addWidget(plot)
        self._plots.addWidget(card)
        return plot

    def _ask(self, title: str, suffix: str, write: Callable[[Path], None]) -> None:
        dialog = QFileDialog(self, title, f"insights.{suffix}", f"*.{suffix}")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(suffix)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self.save(write, Path(path)))
        dialog.open()

    def save(self, write: Callable[[Path], None], path: Path) -> None:
        """Write one file; what went wrong is said here."""
        try:
            write(path)
        except OSError:
            self._tell(self.tr("The file could not be written. Choose another place."))
        else:
            self._tell("")

    def _tell(self, text: str) -> None:
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._model.available and not self._model.reading:
            self._model.show(self._model.days)

    def refresh(self) -> None:
        """Show what was counted."""
        found = self._model.insights
        filled = bool(found.runs or self._learning.all_lines)
        self._stack.setCurrentIndex(0 if filled else 1)
        self.setup.setVisible(not self._model.available)
        self.period.setEnabled(self._model.available)
        if not self._model.available:
            self.empty.set_texts(self.tr("Nothing is kept"), self.tr("Figures need a vault that keeps your runs."))
        else:
            self.empty.set_texts(
                self.tr("No runs in this period"), self.tr("Every prompt that you sanitize is counted here.")
            )
        self.said.setText(self._sentence(found) if filled else "")
        self.said.setVisible(filled)
        self._fill(found)

    def _sentence(self, found: Insights) -> str:
        text = self.tr("%n run(s) counted. No text is read into these figures.", "", found.runs)
        text = text.replace("%n", QLocale().toString(found.runs))
        older = self.tr("Older ones are left out.")
        return in_a_row(text, older) if found.capped else text

    def _fill(self, found: Insights) -> None:
        shares = {domain: good / whole for domain, (good, whole) in found.passed.items() if whole}
        said = self.tr("{0}, {1} of {2}")
        self.passed.show_bars(
            [
                Bar(domain_name(domain), share, said.format(percent(share, 0), *found.passed[domain]), share)
                for domain, share in sorted(shares.items(), key=lambda item: -item[1])
            ]
        )
        self.reasons.show_bars(_counted({short_reason(key): count for key, count in found.reasons.items()}))
        self.leakage.show_bars(
            [
                Bar(domain_name(domain), mean, percent(mean), mean)
                for domain, mean in sorted(found.leakage.items(), key=lambda item: -item[1])
            ]
        )
        modes = Counter(line.mode for line in self._learning.all_lines)
        self.corrections.show_bars(_counted({mode_name(mode): count for mode, count in modes.most_common()}))
        longest = max(found.stages.values(), default=0.0) or 1.0
        stages = [(stage, found.stages[stage.value]) for stage in Stage if stage.value in found.stages]
        self.time.show_bars([Bar(stage_name(item), took / longest, seconds(took), took) for item, took in stages])
        for plot in (self.passed, self.reasons, self.leakage, self.corrections, self.time):
            card = plot.parentWidget()
            if card is not None:
                card.setVisible(bool(plot.bars))


def _counted(counts: dict[str, int]) -> list[Bar]:
    most = max(counts.values(), default=0) or 1
    return [Bar(name, count / most, QLocale().toString(count), count) for name, count in counts.items()]
