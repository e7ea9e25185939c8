"""The one rule on posteriors: how sure of a hidden value an attacker may become (DESIGN 5.3, docs/disclosure.md)."""

from __future__ import annotations

import math
from enum import StrEnum

from core.dehydrate.generalization import Generalization
from core.dehydrate.places import EVEN
from core.domain.protocol import Protocol
from core.domain.taxonomy import Kind


class CapKind(StrEnum):
    """How an attribute is judged: what names somebody, a special category of personal data, a place, anything else."""

    EXPLICIT = "explicit"
    SPECIAL = "special"
    PLACE = "place"
    ORDINARY = "ordinary"


PLACES = "place"
"""Hierarchy of places in the taxonomy."""


def cap_kind(kind: Kind, hierarchy: str, *, special: bool) -> CapKind:
    """`hierarchy`: that of the type in the taxonomy; `special`: the type belongs to a special category."""
    if kind is Kind.EXPLICIT:
        return CapKind.EXPLICIT
    if special:
        return CapKind.SPECIAL
    return CapKind.PLACE if hierarchy == PLACES else CapKind.ORDINARY


def posterior_cap(prior: float, protocol: Protocol, kind: CapKind = CapKind.ORDINARY) -> float:
    """Largest tolerated posterior of one attribute, in [0, 1].

    prior * e^eps (eps_special for special categories), but never less than 1/k*; for what names somebody never less
    than tau_L in place of 1/k*, because nobody shares it. A town has its own crowd, and k counts who lives there: its
    region may be told until the guess at its largest town is more often right than wrong. By 1/k* every region with a
    capital of a fifth would fall (Ireland, Norway), and nobody would be harder to find for it.
    """
    eps = protocol.eps_special if kind is CapKind.SPECIAL else protocol.eps
    least = protocol.tau_l if kind is CapKind.EXPLICIT else 1 / protocol.k_star
    if kind is CapKind.PLACE:
        least = max(EVEN, least)
    return min(1.0, max(least, prior * math.exp(eps)))


def reference_prior(told: Generalization) -> float:
    """Prior of the value that a best guesser names once he is told this set: the most probable one in it."""
    return max(told.prior, told.most * told.share)
