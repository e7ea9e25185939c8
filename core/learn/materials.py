"""Materials behind experiences, read again locally and only while somebody distils (paper 4.2).

Nothing of what is here is ever stored: what survives a distillation are shapes, cue words that stand in several
materials, levels and counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol as TypingProtocol

from core.domain.learning import Experience, MaterialRef
from core.learn.memorization import Source
from core.text.normalize import comparison_key


@dataclass(frozen=True, slots=True)
class MarkedSpan:
    """A value of S where it stands, `[start, end)` in code points."""

    start: int
    end: int
    type_id: str


@dataclass(frozen=True, slots=True)
class Material:
    """X with the S that a person left standing."""

    text: str
    spans: tuple[MarkedSpan, ...]


class Materials(TypingProtocol):
    """Reads a material by its reference; the vault's runs are one, a measurement's generated texts another."""

    def read(self, reference: MaterialRef) -> Material | None:
        """None when it was deleted: what a person deleted teaches nothing any more."""
        ...


@dataclass(frozen=True, slots=True)
class LocatedExperience:
    """An experience together with the text that it came from. `source`: what makes materials distinct: two runs on one
    text, or two turns of one conversation, are one person's word said twice."""

    experience: Experience
    material: Material
    source: str

    @property
    def value(self) -> str:
        """What stood at the place; "" for an experience of the whole text."""
        return self.material.text[self.experience.material.start : self.experience.material.end]


def located_experiences(experiences: Iterable[Experience], materials: Materials) -> tuple[LocatedExperience, ...]:
    """Every experience whose material is still there and has the place that it points at."""
    return tuple(_witnesses(experiences, materials))


def _witnesses(experiences: Iterable[Experience], materials: Materials) -> Iterator[LocatedExperience]:
    read: dict[tuple[str, str], Material | None] = {}
    by_text: dict[str, str] = {}
    for item in experiences:
        key = (item.material.conversation_id, item.material.run_id)
        if key not in read:
            read[key] = materials.read(item.material)
        material = read[key]
        if material is None or not 0 <= item.material.start <= item.material.end <= len(material.text):
            continue
        # The same text with other white space or signs is the same material.
        source = by_text.setdefault(comparison_key(material.text), item.material.conversation_id)
        yield LocatedExperience(item, material, source)


def sources(seen: Iterable[LocatedExperience], names: frozenset[str]) -> tuple[Source, ...]:
    """What the memorisation check compares rules with: every material once, with all its values, what was corrected
    included. `names`: types whose single words count too."""
    values: dict[str, dict[str, bool]] = {}
    for witness in seen:
        text = witness.material.text
        own = values.setdefault(text, {})
        for span in witness.material.spans:
            own[text[span.start : span.end]] = own.get(text[span.start : span.end], False) or span.type_id in names
        if witness.value and witness.experience.cause.type_id:
            own.setdefault(witness.value, witness.experience.cause.type_id in names)
    return tuple(
        Source(text, tuple(own), tuple(value for value, is_name in own.items() if is_name))
        for text, own in values.items()
    )
