"""The certificate as a page: verdict, what was checked by whom, what is told on purpose, limits; proofs folded."""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale, QMarginsF
from PySide6.QtGui import QFont, QPageLayout, QPageSize, QPdfWriter, QTextDocument

from core.domain.disclosure import Treatment
from core.domain.sensitive import Layer
from core.domain.taxonomy import Taxonomy
from core.domain.verdict import VerdictKind
from core.engine.outcome import EVALUATOR, Outcome
from ui.compose.views.told_texts import ToldRow, crowd_line, told_paragraphs
from ui.shared.evidence.texts import figures
from ui.shared.wording.facts import byte_text, moment_text
from ui.shared.wording.learned import LIBRARY, SETS, item_versions_text, used_text
from ui.shared.wording.protocol_texts import profile_name
from ui.shared.wording.sentences import Sentences
from ui.shared.wording.wording import (
    checked_name,
    curve_texts,
    depth_text,
    flag_texts,
    layer_name,
    listed,
    pass_text,
    seconds,
    type_label,
)

PAGE_DPI = 96
MARGIN_MM = 18.0
BODY_POINTS = 10.0


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the page. `rows`: (what, how it stands), or ("", sentence). `folded`: for those who check."""

    title: str
    rows: tuple[tuple[str, str], ...]
    folded: bool = False


@dataclass(frozen=True, slots=True)
class CertificatePage:
    """What the dialog shows and the files hold. `passed`: the verdict; `sentence`: it in one line."""

    title: str
    verdict: str
    sentence: str
    passed: bool
    sections: tuple[Section, ...]


def engine_name(name: str) -> str:
    """An engine for people."""
    translate = QCoreApplication.translate
    names = {"built-in": translate("Words", "Built-in"), "local": translate("Words", "Local model and built-in")}
    return names.get(name, name)


class CertificateTexts:
    """Composes the page. No value of the prompt is in it unless `told` rows are given: a file that leaves the computer
    names kinds only."""

    def __init__(self, taxonomy: Taxonomy, sentences: Sentences) -> None:
        self._taxonomy = taxonomy
        self._sentences = sentences

    def page(self, outcome: Outcome, told: tuple[ToldRow, ...] | None = None) -> CertificatePage:
        """The page of a verdict in the language of the window. `told`: what is told with its values, for the screen;
        None for a file, in which neither values nor a person's own words stand."""
        translate = QCoreApplication.translate
        passed = outcome.certificate.verdict is VerdictKind.PASS
        sections = (
            Section(translate("Certificate", "What was checked, and by whom"), self._checked(outcome)),
            Section(translate("Certificate", "Told on purpose"), self._told(outcome, told)),
            Section(translate("Certificate", "Let leave by a person"), self._kept(outcome, words=told is not None)),
            Section(translate("Certificate", "To be looked at"), self._flags(outcome)),
            Section(translate("Certificate", "What it does not say"), self._limits(outcome)),
            Section(translate("Certificate", "Figures"), self._figures(outcome), folded=True),
            Section(translate("Certificate", "For those who check it"), self._proofs(outcome), folded=True),
        )
        decide = translate("Certificate", "A person must decide")
        verdict = pass_text(outcome.certificate.depth) if passed else decide
        return CertificatePage(
            translate("Certificate", "Certificate"),
            verdict,
            self._sentence(outcome),
            passed,
            tuple(section for section in sections if section.rows),
        )

    def _sentence(self, outcome: Outcome) -> str:
        translate = QCoreApplication.translate
        certificate = outcome.certificate
        if certificate.verdict is not VerdictKind.PASS:
            found = translate("Certificate", "These attackers still find something in this text.")
        elif not outcome.verdict.sensitive.attributes:
            found = translate("Certificate", "Nothing sensitive was found. Only the search stands behind this.")
        elif certificate.overrides:
            text = translate("Certificate", "A person let {0} of the values leave; the verdict is about the rest.")
            found = text.format(QLocale().toString(len(certificate.overrides)))
        else:
            found = ""
        return "\n".join(part for part in (found, crowd_line(outcome, self._taxonomy)) if part)

    def _checked(self, outcome: Outcome) -> tuple[tuple[str, str], ...]:
        translate = QCoreApplication.translate
        certificate = outcome.certificate
        engine, evidence = certificate.engine, certificate.evidence
        members = listed(checked_name(item) for item in engine.members)
        rows = [
            (translate("Certificate", "Depth"), depth_text(certificate.depth, len(evidence.evaluated_types))),
            (translate("Certificate", "Engine"), engine_name(engine.name)),
            (translate("Certificate", "Attackers"), members),
            (translate("Certificate", "Second look"), self._evaluator(outcome)),
            (translate("Certificate", "Rules for passing"), profile_name(outcome.certificate.protocol.name)),
            (translate("Certificate", "Checked"), byte_text(outcome.certificate.byte_count)),
            (translate("Certificate", "Issued"), moment_text(outcome.certificate.issued_at)),
        ]
        if evidence.attempt:
            rows.insert(1, (translate("Certificate", "Attempt on these values"), QLocale().toString(evidence.attempt)))
        off = [item for item in engine.layers_off if item != EVALUATOR]
        if off:
            said = [self._why_off(outcome, item) for item in off]
            rows.append((translate("Certificate", "Was off"), listed(said)))
        return tuple(rows)

    def _why_off(self, outcome: Outcome, layer: str) -> str:
        reason = outcome.certificate.engine.off_reasons.get(layer, "")
        name = layer_name(Layer(layer)) if layer in set(Layer) else layer
        if not reason:
            return name
        return QCoreApplication.translate("Told", "{0} ({1})").format(name, self._sentences(reason))

    def _evaluator(self, outcome: Outcome) -> str:
        engine = outcome.certificate.engine
        version = engine.versions.get(EVALUATOR, "")
        if version and EVALUATOR not in engine.layers_off:
            return version
        return self._sentences(engine.off_reasons.get(EVALUATOR, "evaluator.not_on_this_engine"))

    def _told(self, outcome: Outcome, told: tuple[ToldRow, ...] | None) -> tuple[tuple[str, str], ...]:
        if told is not None:
            return tuple(told_paragraphs(told))
        rows: dict[tuple[str, str], int] = {}
        for attribute in outcome.verdict.sensitive.attributes:
            if attribute.id in outcome.verdict.artifact.told:
                item = outcome.plan.item(attribute.id)
                planned = item is not None and item.treatment is Treatment.TELL
                reason = self._sentences(f"disclosure.{item.reason}") if item is not None and planned else "–"
                key = (type_label(self._taxonomy[attribute.type_id]), reason)
                rows[key] = rows.get(key, 0) + 1
        return tuple(
            (f"{kind} × {QLocale().toString(count)}" if count > 1 else kind, reason)
            for (kind, reason), count in rows.items()
        )

    def _kept(self, outcome: Outcome, *, words: bool) -> tuple[tuple[str, str], ...]:
        given = QCoreApplication.translate("Certificate", "with a reason")
        types = outcome.certificate.attribute_types
        return tuple(
            (
                type_label(self._taxonomy[types[key]]) if types.get(key) in self._taxonomy else key,
                why if words else given,
            )
            for key, why in outcome.certificate.overrides.items()
        )

    def _flags(self, outcome: Outcome) -> tuple[tuple[str, str], ...]:
        return tuple(("", text) for text in flag_texts(outcome.certificate.evidence.review_flags))

    def _limits(self, outcome: Outcome) -> tuple[tuple[str, str], ...]:
        return tuple(("", self._sentences(key)) for key in outcome.certificate.does_not_say)

    @staticmethod
    def _figures(outcome: Outcome) -> tuple[tuple[str, str], ...]:
        certificate = outcome.certificate
        shown = ((item.name, item.value) for item in figures(certificate.evidence, certificate.protocol))
        compared = QCoreApplication.translate("Certificate", "Attackers compared")
        return (*shown, *((compared, text) for text in curve_texts(certificate.evidence.review_flags)))

    def _proofs(self, outcome: Outcome) -> tuple[tuple[str, str], ...]:
        translate = QCoreApplication.translate
        certificate = outcome.certificate
        told = certificate.engine.versions
        versions = listed(f"{name} {told[name]}" for name in sorted(told) if name not in (LIBRARY, SETS))
        library = "\n".join(part for part in (used_text(told), item_versions_text(outcome.prompt_versions)) if part)
        return (
            (translate("Certificate", "SHA-256 of the text"), in_lines(certificate.sha256)),
            (translate("Certificate", "Number"), certificate.id),
            *self._models(outcome),
            (translate("Certificate", "Versions"), versions),
            (translate("Certificate", "Library"), library),
            (translate("Certificate", "Rounds"), QLocale().toString(certificate.rounds)),
            (translate("Certificate", "Time"), seconds(outcome.seconds)),
        )

    @staticmethod
    def _models(outcome: Outcome) -> list[tuple[str, str]]:
        """Every language model with its server, its digest and what it ignored."""
        translate = QCoreApplication.translate
        rows: list[tuple[str, str]] = []
        titles: Mapping[str, str] = {
            "model": translate("Certificate", "Model"),
            "judge": translate("Certificate", "Judge"),
        }
        for role, report in outcome.certificate.engine.models.items():
            facts = listed(f"{name} {value}" for name, value in report.facts.items())
            ignored = listed(report.ignored) or translate("Certificate", "none")
            rows.append((titles.get(role, role), f"{report.id} ({report.server})"))
            untold = translate("Certificate", "not told by the server")
            rows.append((translate("Certificate", "Its digest"), report.digest or untold))
            rows.append((translate("Certificate", "Seen of it"), facts))
            rows.append((translate("Certificate", "Asked for and ignored"), ignored))
        return rows


def in_lines(digest: str) -> str:
    """Halves one below the other: a digest has no place where a line could break by itself."""
    half = len(digest) // 2
    return f"{digest[:half]}\n{digest[half:]}"


_STYLE = (
    "body{font-family:sans-serif;color:#222;max-width:44em;margin:2em auto;line-height:1.5}"
    "h1{font-size:1.4em}h2{font-size:1.1em;margin-top:1.4em}.pass{color:#0b6e55}.decide{color:#8a5200}"
    "td{vertical-align:top;padding:2px 12px 2px 0}td:first-child{color:#555}"
)


def to_html(page: CertificatePage, *, folds: bool = True) -> str:
    """A file of its own: nothing is loaded, every text is escaped. `folds`: proofs open on a click; without, all is
    shown, for paper."""
    parts = [
        f"<h1>{_escaped(page.title)}</h1>",
        f'<p class="{"pass" if page.passed else "decide"}"><b>{_escaped(page.verdict)}</b></p>',
        f"<p>{_escaped(page.sentence)}</p>",
    ]
    for section in page.sections:
        body = _table(section)
        if section.folded and folds:
            parts.append(f"<details><summary><b>{_escaped(section.title)}</b></summary>{body}</details>")
        else:
            parts.append(f"<h2>{_escaped(section.title)}</h2>{body}")
    head = f'<meta charset="utf-8"><title>{_escaped(page.title)}</title><style>{_STYLE}</style>'
    return f"<!DOCTYPE html><html><head>{head}</head><body>{''.join(parts)}</body></html>\n"


def _table(section: Section) -> str:
    if all(not name for name, _ in section.rows):
        return f"<ul>{''.join(f'<li>{_escaped(text)}</li>' for _, text in section.rows)}</ul>"
    rows = (f"<tr><td>{_escaped(name)}</td><td>{_escaped(text)}</td></tr>" for name, text in section.rows)
    return f"<table>{''.join(rows)}</table>"


def _escaped(text: str) -> str:
    return html.escape(text).replace("\n", "<br>")


def write_html(page: CertificatePage, path: Path) -> None:
    """Raises OSError."""
    path.write_text(to_html(page), "utf-8")


def write_pdf(page: CertificatePage, path: Path, font: QFont) -> None:
    """A4, text that can be searched. Raises OSError where the file cannot be written."""
    with path.open("wb"):
        pass
    writer = QPdfWriter(str(path))
    writer.setTitle(page.title)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(*(4 * [MARGIN_MM])), QPageLayout.Unit.Millimeter)
    writer.setResolution(PAGE_DPI)
    document = QTextDocument()
    chosen = QFont(font)
    chosen.setPointSizeF(BODY_POINTS)
    document.setDefaultFont(chosen)
    document.setHtml(to_html(page, folds=False).replace("font-family:sans-serif;", ""))
    document.print_(writer)
    if path.stat().st_size == 0:
        raise OSError(path.name)
