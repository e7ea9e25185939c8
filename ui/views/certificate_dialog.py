"""The certificate in plain words: for which bytes, by what, under which thresholds, and what it does not say."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from core.domain.verdict import VerdictKind
from core.engine.outcome import EVALUATOR, Outcome
from ui.theme.theme import Theme
from ui.views.library_texts import LIBRARY, SETS, item_versions_text, used_text
from ui.views.notices import byte_text
from ui.views.protocol_texts import profile_name
from ui.views.sentences import Sentences
from ui.widgets.evidence_texts import Figure, figures
from ui.widgets.wording import checked_name, review_flag, seconds

SIZE = (600, 560)


def engine_name(name: str) -> str:
    """An engine for people."""
    translate = QCoreApplication.translate
    names = {"built-in": translate("Words", "Built-in"), "local": translate("Words", "Local model and built-in")}
    return names.get(name, name)


class CertificateDialog(QDialog):
    """Read only; every line can be selected and copied."""

    def __init__(self, theme: Theme, sentences: Sentences, outcome: Outcome, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._sentences = sentences
        self._outcome = outcome
        self.setWindowTitle(self.tr("Certificate"))
        self.resize(*SIZE)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(*(4 * [theme.space(3)]))
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setAccessibleName(self.tr("Certificate"))
        page = QWidget(area)
        page.setProperty("role", "scrolled")
        self._column = QVBoxLayout(page)
        self._column.setSpacing(theme.space(2))
        self._add_facts()
        self._add_section(self.tr("Measured"), [f"{item.name}: {item.value}" for item in self._figures()])
        self._add_section(self.tr("It does not say"), [sentences(key) for key in outcome.certificate.does_not_say])
        flags = [review_flag(flag) for flag in outcome.certificate.evidence.review_flags]
        if flags:
            self._add_section(self.tr("To be looked at"), flags)
        kept = [f"{outcome.certificate.attribute_types.get(key, key)}: {why}" for key, why in self._kept()]
        if kept:
            self._add_section(self.tr("Kept by a person"), kept)
        self._column.addStretch(1)
        area.setWidget(page)
        outer.addWidget(area, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        for button in buttons.buttons():
            button.setAccessibleName(button.text().replace("&", ""))
        outer.addWidget(buttons)

    def _kept(self) -> list[tuple[str, str]]:
        return list(self._outcome.certificate.overrides.items())

    def _figures(self) -> tuple[Figure, ...]:
        certificate = self._outcome.certificate
        return tuple(figures(certificate.evidence, certificate.protocol))

    def _add_facts(self) -> None:
        certificate = self._outcome.certificate
        passed = certificate.verdict is VerdictKind.PASS
        issued = QLocale().toString(_local(certificate.issued_at), QLocale.FormatType.LongFormat)
        told = certificate.engine.versions
        versions = ", ".join(f"{name} {told[name]}" for name in sorted(told) if name not in (LIBRARY, SETS))
        off = ", ".join(map(self._why_off, certificate.engine.layers_off)) or self.tr("none")
        rows = (
            (self.tr("Verdict"), self.tr("pass") if passed else self.tr("a person must decide")),
            (self.tr("For exactly"), byte_text(certificate.byte_count)),
            (self.tr("SHA-256"), _in_lines(certificate.sha256)),
            (self.tr("Issued"), issued),
            (self.tr("Thresholds"), profile_name(certificate.protocol.name)),
            (self.tr("Engine"), engine_name(certificate.engine.name)),
            *self._models(),
            (self.tr("Evaluator"), self._evaluator()),
            (self.tr("Attackers"), ", ".join(map(checked_name, certificate.engine.members))),
            (self.tr("Layers that were off"), off),
            (self.tr("Versions"), versions),
            (self.tr("Library"), self._library()),
            (self.tr("Rounds"), QLocale().toString(certificate.rounds)),
            (self.tr("Time"), seconds(self._outcome.seconds)),
            (self.tr("Number"), certificate.id),
        )
        form = QFormLayout()
        form.setHorizontalSpacing(self._theme.space(3))
        for title, text in rows:
            form.addRow(self._label(title, muted=True), self._label(text))
        self._column.addLayout(form)

    def _library(self) -> str:
        """Which version of what was learned the run started from."""
        items = item_versions_text(self._outcome.prompt_versions)
        used = used_text(self._outcome.certificate.engine.versions)
        return "\n".join(part for part in (used, items) if part)

    def _why_off(self, layer: str) -> str:
        reason = self._outcome.certificate.engine.off_reasons.get(layer, "")
        return f"{layer} ({self._sentences(reason)})" if reason else layer

    def _evaluator(self) -> str:
        engine = self._outcome.certificate.engine
        version = engine.versions.get(EVALUATOR, "")
        if version and EVALUATOR not in engine.layers_off:
            return version
        return self._sentences(engine.off_reasons.get(EVALUATOR, "evaluator.not_on_this_engine"))

    def _models(self) -> list[tuple[str, str]]:
        """Every language model with its server, its digest and what it ignored."""
        rows: list[tuple[str, str]] = []
        titles = {"model": self.tr("Model"), "judge": self.tr("Judge")}
        for role, report in self._outcome.certificate.engine.models.items():
            facts = ", ".join(f"{name} {value}" for name, value in report.facts.items())
            ignored = ", ".join(report.ignored) or self.tr("none")
            rows.append((titles.get(role, role), f"{report.id} ({report.server})"))
            rows.append((self.tr("Its digest"), report.digest or self.tr("not told by the server")))
            rows.append((self.tr("Seen of it"), facts))
            rows.append((self.tr("Asked for and ignored"), ignored))
        return rows

    def _add_section(self, title: str, lines: list[str]) -> None:
        heading = self._label(title)
        heading.setFont(self._theme.font("heading", bold=True))
        self._column.addWidget(heading)
        for line in lines:
            self._column.addWidget(self._label(f"–  {line}"))

    def _label(self, text: str, *, muted: bool = False) -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if muted:
            label.setProperty("role", "muted")
        return label


def _local(moment: datetime) -> QDateTime:
    """The moment in the time of this computer."""
    return QDateTime.fromSecsSinceEpoch(int(moment.timestamp()))


def _in_lines(digest: str) -> str:
    """Halves one below the other: a digest has no place where a line could break by itself."""
    half = len(digest) // 2
    return f"{digest[:half]}\n{digest[half:]}"
