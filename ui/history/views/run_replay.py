"""One run again, step by step along the pipeline: exactly what was shown then."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtWidgets import (
    QLabel,
    QListWidget,
    QPushButton,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from core.domain.events import Stage, StageEvent
from core.domain.taxonomy import Taxonomy
from core.domain.verdict import LoopStep, StepKind, VerdictKind
from core.store.records import StoredRun
from ui.shared.document.diff_view import DiffView, DiffWords
from ui.shared.document.marked_text import MarkedTextEdit
from ui.shared.evidence.panel import EvidencePanel, Voice
from ui.shared.evidence.residual_panel import ResidualPanel
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.flow import Flow
from ui.shared.wording.counting import counted_text
from ui.shared.wording.learned import item_versions_text, used_text
from ui.shared.wording.sentences import Sentences
from ui.shared.wording.spans import mention_spans, replacement_spans, statuses
from ui.shared.wording.wording import listed, named, pass_text, seconds, stage_name, stage_state_name, type_label

LIST_WIDTH = 300
LEAST_LETTERS = 10
"""Of a line of the list, at any size of text."""


class Show(StrEnum):
    """What stands beside a step."""

    PROMPT = "prompt"
    SENT = "sent"
    CHANGES = "changes"
    STEP = "step"
    SAME = "same"
    EVIDENCE = "evidence"
    RISKS = "risks"


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One step: `title` for the list, `detail` above what it shows. `before`, `after`: D around a round."""

    title: str
    detail: str
    shows: Show
    before: str = ""
    after: str = ""


class RunReplay(QWidget):
    """`set_run` begins at the first step; nothing here can be changed."""

    def __init__(self, theme: Theme, taxonomy: Taxonomy, sentences: Sentences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._taxonomy = taxonomy
        self._sentences = sentences
        self.steps: list[ReplayStep] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        column.addLayout(self._head())
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.setChildrenCollapsible(False)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Steps of this run"))
        self.list.setWordWrap(True)
        self.list.currentRowChanged.connect(self._show)
        self.list.setMinimumWidth(self.fontMetrics().averageCharWidth() * LEAST_LETTERS)
        split.addWidget(self.list)
        split.addWidget(self._panes())
        split.setStretchFactor(1, 1)
        split.setSizes([LIST_WIDTH, 1000])
        column.addWidget(split, 1)

    def _head(self) -> Flow:
        row = Flow(self._theme.space(1))
        self.back = self._button(self.tr("Previous step"), -1)
        self.forth = self._button(self.tr("Next step"), 1)
        self.place = QLabel(self)
        set_role(self.place, "muted")
        for widget in (self.back, self.forth, self.place):
            row.addWidget(widget)
        return row

    def _button(self, text: str, by: int) -> QPushButton:
        button = QPushButton(text, self)
        button.setAccessibleName(text)
        button.clicked.connect(lambda: self.list.setCurrentRow(self.list.currentRow() + by))
        return button

    def _panes(self) -> QWidget:
        holder = QWidget(self)
        column = QVBoxLayout(holder)
        column.setContentsMargins(self._theme.space(1), 0, 0, 0)
        self.detail = QLabel(holder)
        self.detail.setTextFormat(Qt.TextFormat.PlainText)
        self.detail.setWordWrap(True)
        column.addWidget(self.detail)
        self.prompt = self._text(self.tr("What you wrote"))
        self.sent = self._text(self.tr("What was proposed"))
        self.diff = DiffView(self._theme, None, self)
        self.step = DiffView(self._theme, None, self, self._step_words())
        self.same = self._text(self.tr("The proposal of this step"))
        self.evidence = EvidencePanel(self._theme, self)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        page = QWidget(area)
        page.setProperty("role", "scrolled")
        inside = QVBoxLayout(page)
        inside.addWidget(self.evidence)
        inside.addStretch(1)
        area.setWidget(page)
        self.risks = ResidualPanel(self._theme, self._taxonomy, self)
        self.stack = QStackedWidget(holder)
        for pane in (self.prompt, self.sent, self.diff, self.step, self.same, area, self.risks):
            self.stack.addWidget(pane)
        column.addWidget(self.stack, 1)
        return holder

    def _step_words(self) -> DiffWords:
        return DiffWords(
            self.tr("The proposal before this step, with what it took away"),
            self.tr("The proposal of this step, with what it added"),
            (self.tr("The words stayed the same"), ""),
            (self.tr("The words stayed the same"), ""),
        )

    def _text(self, name: str) -> MarkedTextEdit:
        text = MarkedTextEdit(self._theme, self)
        text.setReadOnly(True)
        text.setAccessibleName(name)
        return text

    def clear(self) -> None:
        """Show no run."""
        self.steps = []
        self.list.clear()
        self.prompt.set_exact_text("")
        self.sent.set_exact_text("")
        self.diff.set_texts("", "")
        self.step.set_texts("", "")
        self.same.set_exact_text("")
        self.evidence.clear()
        self.risks.clear()
        self._show(-1)

    def set_run(self, run: StoredRun) -> None:
        """Replay this run from its beginning."""
        verdict, artifact = run.verdict, run.verdict.artifact
        levels = statuses(artifact.levels)
        self.prompt.set_exact_text(run.request.text)
        self.prompt.set_mentions(mention_spans(verdict.sensitive, self._taxonomy, levels))
        self.sent.set_exact_text(artifact.text)
        self.sent.set_mentions(replacement_spans(artifact, verdict.sensitive, self._taxonomy, levels))
        self.diff.set_texts(run.request.text, artifact.text)
        voice = Voice.PASS if verdict.kind is VerdictKind.PASS else Voice.INFEASIBLE
        counted = counted_text(verdict.sensitive, artifact, verdict.evidence.counted, self._taxonomy)
        self.evidence.set_evidence(verdict.evidence, run.certificate.protocol, voice, counted)
        self.risks.set_report(verdict.residual, verdict.sensitive, artifact.text, run.certificate.protocol)
        self.steps = self._steps(run)
        self.list.clear()
        self.list.addItems([step.title for step in self.steps])
        self.list.setCurrentRow(0)

    def _found(self, run: StoredRun, found: int) -> str:
        """How many items, and what of the library the run started from."""
        library = self.tr("Library: {0}").format(used_text(run.certificate.engine.versions))
        items = item_versions_text(run.prompt_versions)
        count = self.tr("%n item(s) found", "", found).replace("%n", str(found))
        return "\n".join(part for part in (count, library, items) if part)

    def _steps(self, run: StoredRun) -> list[ReplayStep]:
        verdict = run.verdict
        found = len(verdict.sensitive.attributes)
        last = {event.stage: event for event in run.events}
        steps = [
            ReplayStep(self.tr("You wrote"), "", Show.PROMPT),
            ReplayStep(
                self._timed(Stage.EXTRACT, last),
                self._found(run, found),
                Show.PROMPT,
            ),
            ReplayStep(self._timed(Stage.DEHYDRATE, last), self.tr("The words that took their place"), Show.CHANGES),
        ]
        names = {
            attribute.id: type_label(self._taxonomy[attribute.type_id]) for attribute in verdict.sensitive.attributes
        }
        text = run.request.text
        for step in verdict.steps:
            steps.append(self._round(step, names, text))
            # A step that was taken back was only tried: the next one begins where this one began.
            text = step.text if step.accepted and step.text else text
        steps += [
            ReplayStep(
                self._timed(Stage.VERIFY, last),
                self.tr("What the attackers found at the end"),
                Show.EVIDENCE,
            ),
            ReplayStep(
                self._result(run),
                self.tr("The result that was shown, after {time}").replace("{time}", seconds(run.seconds)),
                Show.SENT if verdict.kind is VerdictKind.PASS else Show.RISKS,
            ),
        ]
        return steps

    def _result(self, run: StoredRun) -> str:
        passed = run.verdict.kind is VerdictKind.PASS
        return pass_text(run.certificate.depth) if passed else self.tr("A person must decide")

    def _timed(self, stage: Stage, last: dict[Stage, StageEvent]) -> str:
        event = last.get(stage)
        if event is None:
            return stage_name(stage)
        took = (seconds(event.seconds),) if event.seconds else ()
        return named(stage_name(stage), listed((stage_state_name(event.state), *took)))

    def _round(self, step: LoopStep, names: dict[str, str], before: str) -> ReplayStep:
        title = self.tr("Round {number}: {move}").replace("{number}", str(step.round))
        title = title.replace("{move}", _move_name(step.kind))
        name = names.get(step.attribute_id, "")
        if name:
            title = QCoreApplication.translate("Told", "{0} ({1})").format(title, name)
        guessed = self.tr("guessed {0} times in 100 more than by chance")
        facts = [
            guessed.format(QLocale().toString(round(100 * max(0.0, step.leakage)))),
            self.tr("kept") if step.accepted else self.tr("taken back"),
        ]
        if step.reason:
            facts.append(self._sentences(step.reason))
        detail = "  ·  ".join(facts)
        if not step.text:
            return ReplayStep(title, detail, Show.CHANGES)
        shows = Show.SAME if before == step.text else Show.STEP
        return ReplayStep(title, detail, shows, before, step.text)

    def _show(self, row: int) -> None:
        inside = 0 <= row < len(self.steps)
        self.back.setEnabled(inside and row > 0)
        self.forth.setEnabled(inside and row < len(self.steps) - 1)
        if inside:
            step = self.steps[row]
            self.detail.setText(step.detail)
            self.stack.setCurrentIndex(list(Show).index(step.shows))
            if step.shows is Show.STEP:
                self.step.set_texts(step.before, step.after)
            elif step.shows is Show.SAME:
                self.same.set_exact_text(step.after)
            place = self.tr("Step {number} of {total}")
            self.place.setText(place.replace("{number}", str(row + 1)).replace("{total}", str(len(self.steps))))
        else:
            self.detail.clear()
            self.place.clear()
        self.detail.setVisible(bool(self.detail.text()))


def _move_name(kind: StepKind) -> str:
    translate = QCoreApplication.translate
    return {
        StepKind.START: translate("History", "the start"),
        StepKind.LOOSEN: translate("History", "say more exactly"),
        StepKind.STRENGTHEN: translate("History", "hide more"),
        StepKind.COMPENSATE: translate("History", "give back elsewhere"),
        StepKind.COVER: translate("History", "no longer tell it"),
        StepKind.SKIP: translate("History", "leave as it is"),
        StepKind.RETURN: translate("History", "back to the best so far"),
        StepKind.POLISH: translate("History", "smooth the words"),
        StepKind.CERTIFY: translate("History", "certify"),
        StepKind.STOP: translate("History", "stop"),
    }[kind]
