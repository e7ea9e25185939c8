"""What is told on purpose, in words: special categories first, each value with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale

from core.disclose.special import Special, special_categories
from core.domain.disclosure import Treatment
from core.domain.taxonomy import Taxonomy
from core.engine.outcome import Outcome
from ui.shared.wording.counting import people_text
from ui.shared.wording.sentences import Sentences
from ui.shared.wording.wording import homes_text, in_a_row, listed, type_label


@dataclass(frozen=True, slots=True)
class ToldRow:
    """One value that leaves as it was written. `special` None: of no special category."""

    value: str
    kind: str
    reason: str
    special: Special | None


class ToldTexts:
    """Reads the plan of a verdict. Raises ResourceError when the categories cannot be read."""

    def __init__(self, root: Path, taxonomy: Taxonomy, sentences: Sentences) -> None:
        self._special = special_categories(root)
        self._taxonomy = taxonomy
        self._sentences = sentences

    def crowd(self, outcome: Outcome) -> str:
        """See `crowd_line`."""
        return crowd_line(outcome, self._taxonomy)

    def rows(self, outcome: Outcome) -> tuple[ToldRow, ...]:
        """What the text tells as it is, special categories first, else in the order of the text."""
        told = outcome.verdict.artifact.told
        rows = []
        for attribute in outcome.verdict.sensitive.attributes:
            if attribute.id not in told:
                continue
            item = outcome.plan.item(attribute.id)
            planned = item is not None and item.treatment is Treatment.TELL
            reason = self._sentences(f"disclosure.{item.reason}") if item is not None and planned else ""
            value = " ".join((attribute.mentions[0].text if attribute.mentions else attribute.value).split())
            kind = type_label(self._taxonomy[attribute.type_id])
            rows.append(ToldRow(value, kind, reason, self._special.get(attribute.type_id)))
        order = list(Special)
        return tuple(sorted(rows, key=lambda row: order.index(row.special) if row.special else len(order)))


def special_name(special: Special) -> str:
    translate = QCoreApplication.translate
    return {
        Special.HEALTH: translate("Told", "health"),
        Special.FAITH: translate("Told", "faith"),
        Special.ORIGIN: translate("Told", "origin"),
        Special.POLITICS: translate("Told", "politics"),
        Special.SEXUALITY: translate("Told", "sexuality"),
        Special.OFFENCES: translate("Told", "offences"),
    }[special]


def told_line(rows: tuple[ToldRow, ...]) -> str:
    """One sentence: how much is told on purpose, and which special categories are among it."""
    translate = QCoreApplication.translate
    if not rows:
        return ""
    text = translate("Told", "Told on purpose: {0}.").format(QLocale().toString(len(rows)))
    named = dict.fromkeys(special_name(row.special) for row in rows if row.special is not None)
    if not named:
        return text
    among = translate("Told", "Among it: {0}.").format(QLocale().createSeparatedList(list(named)))
    return in_a_row(text, among)


def told_paragraphs(rows: tuple[ToldRow, ...]) -> list[tuple[str, str]]:
    """(heading, text) of every value."""
    translate = QCoreApplication.translate
    found = []
    for row in rows:
        kind = listed((row.kind, special_name(row.special))) if row.special is not None else row.kind
        found.append((translate("Told", "{0} ({1})").format(row.value, kind), row.reason or "–"))
    return found


def crowd_line(outcome: Outcome, taxonomy: Taxonomy) -> str:
    """How many people what is told fits, which told things that counts, and how many households."""
    verdict = outcome.verdict
    people = people_text(verdict.sensitive, verdict.artifact, verdict.evidence, taxonomy)
    return in_a_row(people, homes_text(verdict.evidence.homes))
