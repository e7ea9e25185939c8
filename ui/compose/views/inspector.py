"""Beside the text: sensitive items, evidence, risks. Explains and corrects; never stands in front."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QFileDialog, QScrollArea, QTabWidget, QVBoxLayout, QWidget

from core.disclose.planner import BY_PERSON
from core.domain.artifact import EXACT_LEVEL, Artifact
from core.domain.disclosure import DisclosurePlan
from core.domain.evidence import Evidence
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Taxonomy
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.compose.views.keep_reason_dialog import KeepReasonDialog
from ui.compose.views.leakage_curve import LeakageCurve
from ui.compose.views.sensitive_list import SensitiveList
from ui.compose.views.sensitive_model import SensitiveRow
from ui.compose.views.set_aside_menu import SetAsideMenu
from ui.release.viewmodels.phases import Phase
from ui.shared.evidence.panel import EvidencePanel, Voice
from ui.shared.evidence.residual_panel import ResidualPanel
from ui.shared.theme.theme import LARGE_TEXT, Theme
from ui.shared.viewmodels.corrections import Scope
from ui.shared.viewmodels.problems import Problem
from ui.shared.viewmodels.telling import identifies, spellings_to_type
from ui.shared.widgets.plain_parts import plain_label
from ui.shared.widgets.sign_legend import SignLegend
from ui.shared.wording.counting import counted_text
from ui.shared.wording.learned import item_versions_text, used_text
from ui.shared.wording.sentences import Sentences
from ui.shared.wording.spans import SpanStatus, statuses
from ui.shared.wording.wording import curve_texts, in_a_row, status_name

ITEMS, EVIDENCE, RISKS = range(3)
CURVE_HEIGHT = 260
RECENT = 5
_VOICES = {
    Phase.PASSED: Voice.PASS,
    Phase.TESTING: Voice.PASS,
    Phase.SENDING: Voice.PASS,
    Phase.WRITING: Voice.INFEASIBLE,
    Phase.AWAITING: Voice.PASS,
    Phase.INFEASIBLE: Voice.INFEASIBLE,
}


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the inspector is about: a verdict that fits, else the newest proposal."""

    sensitive: SensitiveSet
    artifact: Artifact
    evidence: Evidence | None
    plan: DisclosurePlan


class Inspector(QTabWidget):
    """attribute_hovered(id or ""), attribute_selected(id), jump_asked(start, end) in code points of D."""

    attribute_hovered = Signal(str)
    attribute_selected = Signal(str)
    jump_asked = Signal(int, int)

    def __init__(
        self,
        theme: Theme,
        taxonomy: Taxonomy,
        model: ComposeViewModel,
        sentences: Sentences,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._sentences = sentences
        self._taxonomy = taxonomy
        self._model = model
        self._recent: list[str] = []
        self.setDocumentMode(True)
        self.tabBar().setDrawBase(False)
        self.setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideNone)
        self.setAccessibleName(self.tr("Inspector"))
        self.tabBar().setAccessibleName(self.tr("Inspector"))
        self.items = SensitiveList(theme, self)
        self.curve = LeakageCurve(theme, self)
        self.curve.setMinimumHeight(CURVE_HEIGHT)
        self.evidence = EvidencePanel(theme, self)
        self.risks = ResidualPanel(theme, taxonomy, self)
        self.aside = SetAsideMenu(taxonomy, self)
        self.addTab(self._items_page(), "")
        self.addTab(self._evidence_page(), self.tr("Evidence"))
        self.addTab(self.risks, "")
        self._connect()
        self.refresh()

    def _items_page(self) -> QWidget:
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.items, 1)
        signs = (("check", SpanStatus.HIDDEN), ("cross", SpanStatus.KEPT))
        self.legend = SignLegend(self._theme, ((icon, "muted", status_name(status)) for icon, status in signs), page)
        column.addWidget(self.legend)
        column.addWidget(self.aside)
        return page

    def _evidence_page(self) -> QScrollArea:
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page = QWidget(area)
        page.setProperty("role", "scrolled")
        column = QVBoxLayout(page)
        column.setContentsMargins(0, self._theme.space(1), 0, 0)
        column.setSpacing(self._theme.space(2))
        column.addWidget(self.evidence)
        column.addWidget(self.curve)
        self.curve.setVisible(False)
        self.evidence.detailed.connect(self.curve.setVisible)
        self.library = plain_label(page, role="muted")
        column.addWidget(self.library)
        column.addStretch(1)
        area.setWidget(page)
        return area

    def _connect(self) -> None:
        draft = self._model.draft
        self.items.level_chosen.connect(self._level_chosen)
        self.items.not_sensitive.connect(self._not_sensitive)
        self.aside.hide_asked.connect(draft.hide)
        self.items.relevance_toggled.connect(draft.set_relevance)
        self.items.attribute_hovered.connect(self.attribute_hovered)
        self.items.attribute_selected.connect(self.attribute_selected)
        self.curve.export_requested.connect(self._export)
        self.risks.jump_requested.connect(self.jump_asked)
        self.risks.attribute_selected.connect(self.attribute_hovered)
        draft.proposal_changed.connect(self.refresh)
        self._model.outcome_changed.connect(self.refresh)
        self._model.phase_changed.connect(self._refresh_enabled)

    def _level_chosen(self, attribute_id: str, level: int) -> None:
        if level != EXACT_LEVEL:
            self._model.draft.choose_level(attribute_id, level)
            return
        self._ask_why(attribute_id, lambda reason: self._model.draft.choose_level(attribute_id, level, reason))

    def _not_sensitive(self, attribute_id: str, scope: Scope) -> None:
        """What names or reaches somebody is let go only with a reason."""
        current = self._current()
        if current is None:
            return
        attribute, item = current.sensitive.by_id(attribute_id), current.plan.item(attribute_id)
        if not identifies(attribute, item):
            self._model.draft.mark_not_sensitive(attribute_id, scope)
            return
        self._ask_why(attribute_id, lambda reason: self._model.draft.mark_not_sensitive(attribute_id, scope, reason))

    def _ask_why(self, attribute_id: str, then: Callable[[str], None]) -> None:
        current = self._current()
        if current is None:
            return
        attribute = current.sensitive.by_id(attribute_id)
        spellings = spellings_to_type(attribute)
        dialog = KeepReasonDialog(self._theme, attribute.value, tuple(self._recent), self, spellings)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def decided(result: int) -> None:
            if result == QDialog.DialogCode.Accepted:
                self._remember(dialog.reason())
                then(dialog.reason())
            else:
                self.refresh()

        dialog.finished.connect(decided)
        dialog.open()

    def _remember(self, reason: str) -> None:
        self._recent = [reason, *(item for item in self._recent if item != reason)][:RECENT]

    def _export(self, kind: str) -> None:
        name = f"leakage.{kind}"
        dialog = QFileDialog(self, self.tr("Export the curve"), name, f"*.{kind}")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(kind)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        write = self.curve.write_csv if kind == "csv" else self.curve.write_png
        dialog.fileSelected.connect(lambda path: self._write(write, Path(path)))
        dialog.open()

    def _write(self, write: Callable[[Path], None], path: Path) -> None:
        try:
            write(path)
        except OSError:
            self._model.report(Problem("export.unwritable"))

    def _current(self) -> _Shown | None:
        model = self._model
        if model.outcome is not None and not model.stale:
            verdict = model.outcome.verdict
            return _Shown(verdict.sensitive, verdict.artifact, verdict.evidence, verdict.plan)
        proposal = model.draft.proposal
        if proposal is None:
            return None
        preview = proposal.preview
        return _Shown(preview.sensitive, preview.artifact, preview.evidence, preview.plan)

    def refresh(self) -> None:
        """Show what belongs to the newest proposal or verdict."""
        current = self._current()
        if current is None:
            self.items.set_rows(())
            self.legend.hide()
            self.aside.show_mentions(())
            self.curve.clear()
            self.evidence.clear()
            self.library.hide()
            self.risks.clear()
            self._title(0, 0)
            return
        sensitive = current.sensitive
        self.items.set_rows(self._rows(current), sensitive.layers, looked=True)
        self.legend.setVisible(bool(sensitive.attributes))
        self.aside.show_mentions(sensitive.set_aside)
        self._show_evidence(current)
        self._show_library()
        residual = self._show_risks(sensitive)
        self._title(len(sensitive.attributes), residual)

    def _rows(self, current: _Shown) -> list[SensitiveRow]:
        artifact = current.artifact
        chosen = {key: decision.level for key, decision in self._model.draft.corrections.draft.levels.items()}
        # What a person chose shows at once, also while the proposal for it is still being made.
        levels = artifact.levels if self._model.draft.fresh else {**artifact.levels, **chosen}
        status = statuses(levels)
        rendered: dict[str, str] = {}
        for item in artifact.replacements:
            rendered.setdefault(item.attribute_id, item.rendered)
        return [
            self._row(
                attribute,
                current.plan,
                levels.get(attribute.id, EXACT_LEVEL),
                rendered.get(attribute.id, ""),
                status.get(attribute.id, SpanStatus.PENDING),
                decided=attribute.id in chosen,
            )
            for attribute in current.sensitive.attributes
        ]

    def _row(
        self,
        attribute: SensitiveAttribute,
        plan: DisclosurePlan,
        level: int,
        rendered: str,
        status: SpanStatus,
        *,
        decided: bool,
    ) -> SensitiveRow:
        """`why` is the plan's only where the text does what the plan says."""
        item, engine = plan.item(attribute.id), self._model.engine
        why = BY_PERSON if decided else item.reason if item is not None and item.level == level else ""
        return SensitiveRow(
            attribute,
            self._taxonomy[attribute.type_id],
            self._model.ladders.get(attribute.id, ()),
            level,
            rendered,
            status,
            item,
            self._sentences(f"role.{item.role.value}") if item is not None else "",
            self._sentences(f"disclosure.{why}") if why else "",
            engine.coarse_level(attribute) if engine is not None else EXACT_LEVEL + 1,
            decided,
        )

    def _title(self, items: int, risks: int) -> None:
        # The symbol stays away where its room is needed for the words.
        large = self._theme.look.text_scale >= LARGE_TEXT
        named = self.tr("Items {count}") if large else self.tr("Sensitive items (S) {count}")
        self.setTabText(ITEMS, named.replace("{count}", str(items) if items else "").strip())
        self.setTabToolTip(ITEMS, self.tr("Sensitive items (S)"))
        self.setTabText(RISKS, self.tr("Risks {count}").replace("{count}", str(risks) if risks else "").strip())

    def _refresh_enabled(self) -> None:
        self.items.setEnabled(not self._model.draft.locked)
        if self._model.phase is Phase.INFEASIBLE:
            self.setCurrentIndex(RISKS)

    def _show_evidence(self, current: _Shown) -> None:
        evidence = current.evidence
        if evidence is None:
            return
        protocol = self._model.protocol
        note = in_a_row(*curve_texts(evidence.review_flags))
        self.curve.set_estimates(evidence.before, evidence.leakage, protocol.tau_l, note)
        counted = counted_text(current.sensitive, current.artifact, evidence.counted, self._taxonomy)
        self.evidence.set_evidence(evidence, protocol, self._voice(), counted)

    def _show_library(self) -> None:
        """What was learned that the run started from, and the sets of rules that fitted the text."""
        outcome = self._model.outcome
        self.library.setVisible(outcome is not None and not self._model.stale)
        if outcome is not None:
            used = used_text(outcome.certificate.engine.versions)
            self.library.setText(self.tr("Library: {0}").format(used))
            self.library.setToolTip(item_versions_text(outcome.prompt_versions))

    def _voice(self) -> Voice:
        if self._model.stale:
            return Voice.STALE
        if self._model.phase is Phase.INFEASIBLE and self._model.advice.open:
            return Voice.ONE_STEP
        return _VOICES.get(self._model.phase, Voice.PREVIEW)

    def _show_risks(self, sensitive: SensitiveSet) -> int:
        outcome = self._model.outcome
        if outcome is None or self._model.stale:
            self.risks.clear()
            return 0
        report = outcome.verdict.residual
        self.risks.set_report(report, sensitive, outcome.verdict.artifact.text)
        return len(report.items)

    def show_items(self) -> None:
        """Turn to the list of sensitive items."""
        self.setCurrentIndex(ITEMS)

    def show_item(self, attribute_id: str) -> None:
        """Bring one item into view."""
        self.setCurrentIndex(ITEMS)
        self.items.select(attribute_id)
