"""What the search itself gives away: a value is told less because the gate objected to it, so that whoever is told less
knows what the gate objects to (DESIGN 5.3: the method is known to the attacker).

Told at "60+" only where "60-69" would not have passed, or hidden only where it is rare, a value is one of those few.
The gate's exact part is asked again with another value in its place, everything else as D tells it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from core.dehydrate.generalization import Generalization
from core.dehydrate.library import HierarchyLibrary
from core.dehydrate.values import Value
from core.domain.artifact import EXACT_LEVEL
from core.domain.language import Language
from core.domain.protocol import Protocol
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Taxonomy
from core.verify.attackers.linkage import LinkageAttacker
from core.verify.caps import cap_kind, posterior_cap, reference_prior
from core.verify.case import Case, Origin, case_of_artifact, ladders
from core.verify.gate import crowd_shares

MOST_ASKED = 40
"""Sets of one list about which the gate is asked; of more, evenly chosen ones."""


@dataclass(frozen=True, slots=True)
class Objections:
    """The part of the gate that looks at values and not at words: k, and the guess inside the told set. `special`:
    types of special categories."""

    taxonomy: Taxonomy
    library: HierarchyLibrary
    linkage: LinkageAttacker
    special: frozenset[str]

    def about(
        self, origin: Origin, sensitive: SensitiveSet, attribute: SensitiveAttribute, language: Language
    ) -> Objecting:
        """Ready to ask about one attribute of one D."""
        generalizations = ladders(sensitive, self.library, language)
        case = replace(
            case_of_artifact(sensitive, origin.artifact, generalizations, language),
            turns=origin.request.earlier,
            origin=origin,
        )
        return Objecting(self, case, attribute, origin.protocol, {})


@dataclass(frozen=True, slots=True)
class Objecting:
    """One attribute of one D. `known`: answers so far by what is told of a value."""

    gate: Objections
    case: Case
    attribute: SensitiveAttribute
    protocol: Protocol
    known: dict[tuple[int, str, float], bool]

    def to(self, value: str, level: int) -> bool:
        """Whether the gate objects to `value` told at `level`; not to what is hidden there already."""
        spoken = self.attribute.mentions[0].language if self.attribute.mentions else self.case.language
        ladder = self.gate.library.for_type(self.attribute.type_id).ladder(value, spoken)
        return level < len(ladder) - 1 and self._at(value, ladder, level)

    def among(self, sets: Mapping[str, tuple[Value, ...]], own: str, level: int) -> Iterator[tuple[Value, ...]]:
        """Those of `sets` (values of which `level` tells the same) to which the gate objects, with that of `own`. Of
        very many it is asked about some, evenly by frequency; each answers for those behind it."""
        listed = sorted(sets.values(), key=lambda items: -sum(item.weight for item in items))
        step = max(1, math.ceil(len(listed) / MOST_ASKED))
        for start in range(0, len(listed), step):
            block = listed[start : start + step]
            objected = self.to(block[0][0].text, level)
            for items in block:
                if objected or any(item.text == own for item in items):
                    yield items

    def _at(self, value: str, ladder: tuple[Generalization, ...], level: int) -> bool:
        told = ladder[level]
        key = level, told.node, told.share
        if key not in self.known:
            case = self._with(value, ladder, level)
            self.known[key] = (
                self._guessed(self.attribute, told, told.most) or self._few(case) or self._given_away(case)
            )
        return self.known[key]

    def _with(self, value: str, ladder: tuple[Generalization, ...], level: int) -> Case:
        own = self.attribute
        others = tuple(
            replace(item, value=value) if item.id == own.id else item for item in self.case.sensitive.attributes
        )
        return replace(
            self.case,
            sensitive=replace(self.case.sensitive, attributes=others),
            generalizations={**self.case.generalizations, own.id: ladder},
            levels={**self.case.levels, own.id: level},
        )

    def _guessed(self, attribute: SensitiveAttribute, told: Generalization, posterior: float) -> bool:
        """Whether a guess at an attribute is too sure; what is told on purpose is not protected."""
        if told.level == EXACT_LEVEL:
            return False
        hierarchy = self.gate.taxonomy[attribute.type_id].hierarchy or ""
        kind = cap_kind(attribute.kind, hierarchy, special=attribute.type_id in self.gate.special)
        return posterior > posterior_cap(reference_prior(told), self.protocol, kind)

    def _few(self, case: Case) -> bool:
        linkage = self.gate.linkage
        counted = crowd_shares(linkage.combinations(case), linkage.households(case), self.protocol)
        return any(share < 1.0 and self.attribute.id in item.attribute_ids for item, share in counted)

    def _given_away(self, case: Case) -> bool:
        """Whether the people who are left give another attribute away (most who are that old are women)."""
        attributes = case.sensitive.attributes
        shares = self.gate.linkage.shares(case, [item.id for item in attributes])
        return any(self._guessed(item, case.told(item.id), shares[item.id]) for item in attributes)
