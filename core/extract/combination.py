"""What identifies a person in combination (paper 3.2, DetectCombinable)."""

from __future__ import annotations

from core.domain.sensitive import Combination, SensitiveAttribute
from core.domain.taxonomy import Role, Taxonomy


def detect(attributes: tuple[SensitiveAttribute, ...], taxonomy: Taxonomy) -> tuple[Combination, ...]:
    """One combination of every localiser with every demographic, when there is at least one of each."""
    localisers = tuple(item.id for item in attributes if taxonomy[item.type_id].role is Role.LOCALISER)
    demographics = tuple(item.id for item in attributes if taxonomy[item.type_id].role is Role.DEMOGRAPHIC)
    if not localisers or not demographics:
        return ()
    return (Combination((*localisers, *demographics), "localiser_and_demographic"),)
