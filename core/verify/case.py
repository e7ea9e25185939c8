"""What is put before the attackers: a text, and what its replacements tell (paper 3.3)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from core.dehydrate.generalization import Generalization
from core.dehydrate.library import HierarchyLibrary
from core.domain.artifact import EXACT_LEVEL, Artifact
from core.domain.language import Language
from core.domain.protocol import DEFAULT, Protocol
from core.domain.request import Disclosure, Request
from core.domain.sensitive import SensitiveAttribute, SensitiveSet


@dataclass(frozen=True, slots=True)
class Origin:
    """What D was made from, for the attacker who runs the method again. `protocol`: the one whose prices the plan
    weighed."""

    request: Request
    artifact: Artifact
    protocol: Protocol = DEFAULT

    @property
    def prices(self) -> tuple[float, float]:
        """The fields of the protocol on which the plan depends: exposure and needless."""
        return self.protocol.exposure, self.protocol.needless


@dataclass(frozen=True, slots=True)
class Gap:
    """A place of the text, `[start, end)`, where a replacement stands, and whose it is."""

    attribute_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Case:
    """`text` is D, or X for a baseline, or empty for the null document.

    `levels` and `generalizations` say what the replacements tell: attackers know the method and the hierarchies
    (Kerckhoffs), never the values. `generalizations` holds the whole ladder of every attribute. `turns`: what left
    before; `joined` turns them into `earlier`, the attributes that only they told. `origin`: None for X and for the
    null document, which no method made.
    """

    text: str
    language: Language
    sensitive: SensitiveSet
    levels: Mapping[str, int]
    generalizations: Mapping[str, tuple[Generalization, ...]]
    gaps: tuple[Gap, ...] = ()
    turns: tuple[Disclosure, ...] = ()
    earlier: tuple[SensitiveAttribute, ...] = ()
    origin: Origin | None = None

    @property
    def linkable(self) -> tuple[SensitiveAttribute, ...]:
        """Everything that a linker may join, this text first."""
        return (*self.sensitive.attributes, *self.earlier)

    def told(self, attribute_id: str) -> Generalization:
        """The level that D tells of an attribute."""
        ladder = self.generalizations[attribute_id]
        level = self.levels.get(attribute_id, len(ladder) - 1)
        return ladder[min(max(level, 0), len(ladder) - 1)]

    def without(self, attribute_id: str) -> str:
        """The text with every replacement of one attribute cut out."""
        parts: list[str] = []
        position = 0
        for gap in self.gaps:
            if gap.attribute_id == attribute_id and gap.start >= position:
                parts.append(self.text[position : gap.start])
                position = gap.end
        parts.append(self.text[position:])
        return " ".join(parts)

    def blanked(self) -> Case:
        """The null document: no text, every attribute suppressed."""
        top = {attribute_id: len(ladder) - 1 for attribute_id, ladder in self.generalizations.items()}
        return replace(self, text="", levels=top, gaps=(), turns=(), origin=None)

    @property
    def fingerprint(self) -> str:
        """Equal for cases that every attacker must answer alike."""
        told = ",".join(f"{key}:{level}" for key, level in sorted(self.levels.items()))
        before = ",".join(turn.artifact.sha256 for turn in self.turns)
        truth = "\0".join(f"{item.type_id}:{item.value}" for item in self.sensitive.attributes)
        source = f"{self.origin.request.text}\0{self.origin.prices}" if self.origin else ""
        whole = f"{self.language}\0{told}\0{before}\0{self.text}\0{truth}\0{source}"
        return hashlib.sha256(whole.encode()).hexdigest()


def ladder_of(
    attribute: SensitiveAttribute, library: HierarchyLibrary, language: Language
) -> tuple[Generalization, ...]:
    """All levels of one attribute, in the language of its first mention."""
    spoken = attribute.mentions[0].language if attribute.mentions else language
    return library.for_type(attribute.type_id).ladder(attribute.value, spoken)


def ladders(
    sensitive: SensitiveSet, library: HierarchyLibrary, language: Language
) -> dict[str, tuple[Generalization, ...]]:
    """Ladder of every attribute of S."""
    return {attribute.id: ladder_of(attribute, library, language) for attribute in sensitive.attributes}


def case_of_artifact(
    sensitive: SensitiveSet,
    artifact: Artifact,
    generalizations: Mapping[str, tuple[Generalization, ...]],
    language: Language,
) -> Case:
    """The case of D."""
    gaps = tuple(Gap(item.attribute_id, item.start, item.end) for item in artifact.replacements)
    return Case(artifact.text, language, sensitive, artifact.levels, generalizations, gaps)


def joined(case: Case, library: HierarchyLibrary) -> Case:
    """The same case with everything that its earlier turns told. An attribute of both counts as told as exactly as it
    ever was."""
    attributes: dict[str, SensitiveAttribute] = {}
    levels: dict[str, int] = {}
    for turn in case.turns:
        for attribute in turn.sensitive.attributes:
            attributes[attribute.id] = attribute
            level = turn.artifact.levels.get(attribute.id, EXACT_LEVEL)
            levels[attribute.id] = min(level, levels.get(attribute.id, level))
    if not attributes:
        return case
    own = {attribute.id for attribute in case.sensitive.attributes}
    earlier = tuple(attribute for attribute in attributes.values() if attribute.id not in own)
    generalizations = {attribute.id: ladder_of(attribute, library, case.language) for attribute in earlier}
    merged = {**levels, **{key: min(level, levels.get(key, level)) for key, level in case.levels.items()}}
    return replace(case, levels=merged, generalizations={**generalizations, **case.generalizations}, earlier=earlier)


def preceded(case: Case, library: HierarchyLibrary) -> Case:
    """`case` as an attacker of the conversation reads it: what left before stands in front, and an attribute that was
    told before counts as told at its most exact."""
    if not case.turns:
        return case
    pieces: list[str] = []
    gaps: list[Gap] = []
    start = 0
    for turn in case.turns:
        artifact = turn.artifact
        gaps += [Gap(item.attribute_id, start + item.start, start + item.end) for item in artifact.replacements]
        pieces.append(artifact.text)
        start += len(artifact.text) + 1
    gaps += [Gap(gap.attribute_id, start + gap.start, start + gap.end) for gap in case.gaps]
    return replace(joined(case, library), text="\n".join((*pieces, case.text)), gaps=tuple(gaps))


def case_of_original(
    sensitive: SensitiveSet, text: str, generalizations: Mapping[str, tuple[Generalization, ...]], language: Language
) -> Case:
    """The case of X: every value stands there exactly."""
    levels = {attribute.id: EXACT_LEVEL for attribute in sensitive.attributes}
    return Case(text, language, sensitive, levels, generalizations)
