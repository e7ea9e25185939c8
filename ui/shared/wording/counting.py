"""Which of the told things the number of people who fit rests on, and which nobody can count."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from PySide6.QtCore import QCoreApplication

from core.domain.artifact import Artifact
from core.domain.evidence import Evidence
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Taxonomy
from ui.shared.wording.wording import estimated, in_a_row, listed, type_label


def counted_text(
    sensitive: SensitiveSet,
    artifact: Artifact,
    counted: Collection[str],
    taxonomy: Taxonomy,
    released: Collection[str] = (),
) -> str:
    """Kinds of what the text tells, exactly or less exactly: those that the figure counts, by the attribute ids in
    `counted`, and those that it leaves out because no published share knows them. `released`: what leaves although the
    artifact knows nothing of it. "" where nothing is told."""
    told = artifact.says.union(released)
    said = [item for item in sensitive.attributes if item.id in told and item.type_id in taxonomy]
    inside = _kinds((item for item in said if item.id in counted), taxonomy)
    outside = _kinds((item for item in said if item.id not in counted), taxonomy)
    translate = QCoreApplication.translate
    both = translate("Counting", "another {0}")
    left_out = [both.format(name) if name in inside else name for name in outside]
    counts = translate("Counting", "Counts: {0}.").format(listed(inside)) if inside else ""
    leaves = translate("Counting", "Not counted: {0}.").format(listed(left_out)) if left_out else ""
    return in_a_row(counts, leaves)


def people_text(sensitive: SensitiveSet, artifact: Artifact, evidence: Evidence, taxonomy: Taxonomy) -> str:
    """How many people what is told fits, and of which told things that is said; "" where nothing was counted and
    nothing is told."""
    translate = QCoreApplication.translate
    what = counted_text(sensitive, artifact, evidence.counted, taxonomy)
    if evidence.crowd:
        return in_a_row(
            translate("Told", "What is told fits about {0} people.").format(estimated(evidence.crowd)), what
        )
    if what and not evidence.combinations:
        return in_a_row(translate("Counting", "How many people fit what is told is not known."), what)
    return ""


def _kinds(attributes: Iterable[SensitiveAttribute], taxonomy: Taxonomy) -> list[str]:
    return list(dict.fromkeys(_small(type_label(taxonomy[item.type_id])) for item in attributes))


def _small(name: str) -> str:
    """A name as it stands within a sentence; one that begins with an abbreviation keeps its letters."""
    return name if name[1:2].isupper() else name[:1].lower() + name[1:]
