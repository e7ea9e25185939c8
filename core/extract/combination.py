"""What identifies a person in combination (paper 3.2, layer (c), DetectCombinable)."""

from __future__ import annotations

from core.domain.sensitive import Combination, SensitiveAttribute
from core.domain.taxonomy import Kind, Role, Taxonomy

RARE_TYPES = frozenset({"LIFE_EVENT"})
"""Demographics that describe few people by themselves, with no place needed."""
RARE_AGE = 95
"""From this age on an age alone leaves a small crowd."""
MANY = 4
"""This many demographics of different types single a person out even without a place."""
LARGEST = 12
"""Attributes of one combination; more add nothing that a smaller crowd would not show already."""


def detect(attributes: tuple[SensitiveAttribute, ...], taxonomy: Taxonomy) -> tuple[Combination, ...]:
    """Combinations for the combination probes and the k test, the most telling first.

    - `localiser_and_demographic`: all localisers with all demographics (one combination, at most LARGEST);
    - `localiser_and_rare`: a place with a circumstance or matter that few people there share;
    - `many_demographics`: MANY or more types of demographics;
    - `rare_demographic`: one attribute that is rare by itself.
    An attribute occurs in a combination once; the same set is never listed twice.
    """
    localisers = [item for item in attributes if taxonomy[item.type_id].role is Role.LOCALISER]
    demographics = [item for item in attributes if taxonomy[item.type_id].role is Role.DEMOGRAPHIC]
    matters = [item for item in attributes if _narrowing(item, taxonomy)]
    found: list[Combination] = []
    if localisers and demographics:
        found.append(_combine((*localisers, *demographics), "localiser_and_demographic"))
    elif localisers and matters:
        found.append(_combine((*localisers, *matters), "localiser_and_rare"))
    if not localisers and len({item.type_id for item in demographics}) >= MANY:
        found.append(_combine(tuple(demographics), "many_demographics"))
    found.extend(Combination((item.id,), "rare_demographic") for item in demographics if _rare(item))
    return tuple(dict.fromkeys(found))


def _combine(items: tuple[SensitiveAttribute, ...], reason: str) -> Combination:
    return Combination(tuple(dict.fromkeys(item.id for item in items[:LARGEST])), reason)


def _narrowing(item: SensitiveAttribute, taxonomy: Taxonomy) -> bool:
    """A quasi-identifier of no role that still narrows the people of one place: a disease, a case, a date."""
    kind = taxonomy[item.type_id]
    return kind.kind is Kind.QUASI and kind.role is Role.NONE


def _rare(item: SensitiveAttribute) -> bool:
    if item.type_id in RARE_TYPES:
        return True
    return item.type_id == "AGE" and item.value.isdecimal() and int(item.value) >= RARE_AGE
