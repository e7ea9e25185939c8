"""Distil, look at every proposal with its verdict, try old against new, adopt or discard."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QProgressBar,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.domain.taxonomy import Taxonomy
from ui.library.viewmodels.learning import LearningViewModel, Task, until_rule
from ui.library.viewmodels.ports import ProposedRule, Standing, Suggestion, TrialRow
from ui.library.views.suggestion_row import SuggestionRow
from ui.library.views.texts import going_text, plain_problem, proposal_text, refusal_text, rule_kind_name
from ui.library.views.trial_texts import (
    advice,
    amount,
    basis_name,
    difference_text,
    metric_name,
    p_text,
    report_sentence,
    standing_text,
    tried_on,
)
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.empty_state import EmptyState
from ui.shared.widgets.plain_parts import plain_label, push_button
from ui.shared.widgets.plain_table import PlainTable, Row
from ui.shared.wording.sentences import Sentences
from ui.shared.wording.tags import interface_language
from ui.shared.wording.wording import in_a_row, type_label

_MARKS = {
    Standing.BETTER: ("check", "pass"),
    Standing.LIKELY_BETTER: ("question", "muted"),
    Standing.SAME: ("", "muted"),
    Standing.LIKELY_WORSE: ("question", "warn"),
    Standing.WORSE: ("warning", "warn"),
}


class DistillationPane(QWidget):
    """Reads and asks the view model; holds nothing of its own."""

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
        self._build()
        model.proposals_changed.connect(self._turn)
        model.report_changed.connect(self._turn)
        for signal in (
            model.lines_changed,
            model.going_changed,
            model.proposals_changed,
            model.report_changed,
            model.problem_changed,
        ):
            signal.connect(self.refresh)
        self.refresh()
        self.show_tab(int(model.report is not None))

    # -- construction -------------------------------------------------------------------------------------

    def _build(self) -> None:
        theme = self._theme
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        column.addLayout(self._job_row())
        self.problem = plain_label(self, role="block")
        column.addWidget(self.problem)
        self.proposals_stack, self.proposals_empty, self.proposals = self._proposals()
        self.trial_stack, self.trial_empty, self.trial = self._trial()
        self.notes = plain_label(self, role="warn")
        column.addWidget(self.notes)
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self.proposals_stack)
        self.pages.addWidget(self.trial_stack)
        column.addWidget(self.pages, 1)
        self.suggested = SuggestionRow(theme, self._model, self)
        self.proposals.selectionModel().currentRowChanged.connect(lambda index, _old: self._suggest(index.row()))
        column.addWidget(self.suggested)
        column.addLayout(self._decide_row())

    def _job_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(self._theme.space(0))
        group = QButtonGroup(self)
        self.tabs: list[QToolButton] = []
        for page in range(2):
            tab = QToolButton(self)
            tab.setCheckable(True)
            set_role(tab, "segment")
            tab.clicked.connect(lambda _=False, chosen=page: self.show_tab(chosen))
            group.addButton(tab)
            self.tabs.append(tab)
            row.addWidget(tab)
        row.addSpacing(self._theme.space(2))
        self.doing = plain_label(self, role="muted")
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.stop = push_button(self, self.tr("Cancel"), self._model.cancel)
        row.addWidget(self.doing, 1)
        row.addWidget(self.bar, 1)
        row.addWidget(self.stop)
        row.addStretch(0)
        self.distil = push_button(self, self.tr("Distil now"), self._model.distil)
        self.attempt = push_button(self, self.tr("Try old against new"), self._model.trial)
        row.addSpacing(self._theme.space(1))
        row.addWidget(self.distil)
        row.addSpacing(self._theme.space(0))
        row.addWidget(self.attempt)
        return row

    def _turn(self) -> None:
        """What came last is on top."""
        self.show_tab(int(self._model.report is not None))

    def show_tab(self, page: int) -> None:
        """0: the proposed rules, 1: the trial."""
        self.pages.setCurrentIndex(page)
        self.suggested.rest(page != 0)
        self.tabs[page].setChecked(True)

    def _proposals(self) -> tuple[QStackedWidget, EmptyState, PlainTable]:
        names = (self.tr("Rule"), self.tr("From"), self.tr("Verdict"))
        table = PlainTable(self._theme, self.tr("Proposed rules"), names, right=(1,), parent=self)
        return (*self._stacked(table, "target"), table)

    def _trial(self) -> tuple[QStackedWidget, EmptyState, PlainTable]:
        names = (
            self.tr("Measure"),
            self.tr("Texts"),
            self.tr("Old"),
            self.tr("New"),
            self.tr("Difference"),
            self.tr("p"),
            self.tr("Says"),
        )
        table = PlainTable(self._theme, self.tr("Old against new"), names, right=(2, 3, 4, 5), parent=self)
        return (*self._stacked(table, "chart"), table)

    def _stacked(self, table: QWidget, icon: str) -> tuple[QStackedWidget, EmptyState]:
        """A table, or what to do to fill it."""
        pages = QStackedWidget(self)
        hint = EmptyState(self._theme, icon, pages)
        pages.addWidget(hint)
        pages.addWidget(table)
        return pages, hint

    def _decide_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(self._theme.space(1))
        words = QVBoxLayout()
        self.sentence = plain_label(self)
        self.sentence.setFont(self._theme.font("body", bold=True))
        self.basis = plain_label(self, role="muted")
        words.addWidget(self.sentence)
        words.addWidget(self.basis)
        row.addLayout(words, 1)
        self.discard = push_button(self, self.tr("Discard"), self._model.discard)
        self.adopt = push_button(self, self.tr("Adopt"), self._model.adopt, "primary")
        for button in (self.discard, self.adopt):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignBottom)
        return row

    # -- content ------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Everything as the view model has it."""
        self._show_job()
        self._show_proposals()
        self._show_report()
        self._show_decision()

    def _show_job(self) -> None:
        model = self._model
        going = model.going
        running = model.running
        self.distil.setEnabled(model.total > 0 and not running)
        proposals = model.proposals
        self.attempt.setEnabled(proposals is not None and bool(proposals.accepted) and not running)
        self.doing.setText(going_text(going))
        self.bar.setVisible(running)
        self.bar.setRange(0, going.total)
        self.bar.setValue(going.done)
        self.stop.setVisible(going.task in (Task.DISTIL, Task.TRIAL))
        problem = model.problem
        self.problem.setText(plain_problem(problem, self._sentences) if problem is not None else "")
        self.problem.setVisible(problem is not None)

    def _show_proposals(self) -> None:
        found = self._model.proposals
        rules = found.rules if found is not None else ()
        suggestions = found.suggestions if found is not None else ()
        rows = [self._rule_row(rule) for rule in rules] + [self._suggestion_row(item) for item in suggestions]
        self.proposals.show_rows(rows)
        self.proposals_stack.setCurrentIndex(1 if rows else 0)
        self._suggest(self.proposals.currentIndex().row())
        codes = found.notes if found is not None else ()
        said = [self.tr("The local model took no part: {0}").format(self._sentences(code)) for code in codes]
        self.notes.setText("\n".join(said))
        self.notes.setVisible(bool(said))
        name = self.tr("Proposed rules")
        self.tabs[0].setText(f"{name} ({len(rules)})" if rules else name)
        self.tabs[0].setAccessibleName(self.tabs[0].text())
        if found is None:
            title = self.tr("No proposals yet")
            words = self.tr("“Distil now” turns experiences into rules, each checked first.")
        else:
            title = self.tr("No rule came of it")
            words = self.tr("A rule needs the same sort of correction in several texts, with different values.")
        self.proposals_empty.set_texts(title, in_a_row(words, self._until_rule()))

    def _until_rule(self) -> str:
        """How far the nearest sort of correction is from a rule."""
        near = until_rule(self._model.all_lines)
        if near is None:
            return ""
        text = self.tr("%n more correction(s) of this sort until a rule: {type}.", "", near.more)
        name = type_label(self._taxonomy[near.type_id]) if near.type_id in self._taxonomy else near.type_id
        return text.replace("%n", str(near.more)).replace("{type}", name)

    def _rule_row(self, proposed: ProposedRule) -> Row:
        text = proposal_text(proposed, self._taxonomy, interface_language())
        verdict = refusal_text(proposed.reason)
        kind = rule_kind_name(proposed.kind)
        icon, tint = ("check", "pass") if proposed.accepted else ("cross", "block")
        hint = "\n".join(part for part in (kind, text, verdict) if part)
        return Row((text, str(proposed.support or ""), verdict), icon, tint, hint)

    def _suggestion_row(self, item: Suggestion) -> Row:
        text = self.tr("“{0}” was marked for nothing; add it to your never-hide list?").format(item.surface)
        kept = item.surface in self._model.kept
        verdict = self.tr("in your never-hide list") if kept else self.tr("for you to decide")
        return Row((text, str(item.times), verdict), "check" if kept else "eye", "pass" if kept else "muted")

    def _suggest(self, row: int) -> None:
        """The suggestion under the keyboard, or else the first that waits."""
        found = self._model.proposals
        if found is None or not found.suggestions:
            self.suggested.show_suggestion(None)
            return
        place = row - len(found.rules)
        waiting = [item for item in found.suggestions if item.surface not in self._model.kept]
        first = waiting[0] if waiting else found.suggestions[-1]
        self.suggested.show_suggestion(found.suggestions[place] if place >= 0 else first)

    def _show_report(self) -> None:
        report = self._model.report
        self.tabs[1].setText(self.tr("Trial"))
        self.tabs[1].setAccessibleName(self.tabs[1].text())
        rows = report.rows if report is not None else ()
        # What differs comes first; the rest follows for completeness.
        ordered = sorted(rows, key=lambda row: row.standing is Standing.SAME)
        self.trial.show_rows([self._trial_row(row) for row in ordered])
        self.trial_stack.setCurrentIndex(1 if report is not None else 0)
        self.trial_empty.set_texts(
            self.tr("Not tried yet"), self.tr("A trial runs old and new on the same texts, here on this computer.")
        )
        self.sentence.setText(report_sentence(report) if report is not None else "")
        self.sentence.setVisible(report is not None)
        said = (advice(report), tried_on(report)) if report is not None else ()
        self.basis.setText(in_a_row(*said))

    def _trial_row(self, row: TrialRow) -> Row:
        icon, tint = _MARKS[row.standing]
        cells = (
            metric_name(row.metric),
            basis_name(row),
            amount(row, row.before),
            amount(row, row.after),
            difference_text(row),
            p_text(row),
            standing_text(row),
        )
        return Row(cells, icon, tint)

    def _show_decision(self) -> None:
        model = self._model
        proposals = model.proposals
        tried = model.tried if model.report is not None else None
        able = (tried is not None or (proposals is not None and bool(proposals.accepted))) and not model.running
        count = len(proposals.accepted) if proposals is not None else 0
        text = self.tr("Adopt %n rule(s)", "", count) if count else self.tr("Adopt")
        self.adopt.setText(self.tr("Adopt version {0}").format(tried[1]) if tried is not None else text)
        self.adopt.setAccessibleName(self.adopt.text())
        self.adopt.setEnabled(able)
        self.discard.setEnabled((proposals is not None or model.report is not None) and not model.running)
        if able and model.report is None:
            self.basis.setText(self.tr("Not tried yet: adopting it now has no evidence behind it."))
