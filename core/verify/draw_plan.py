"""Who is asked what in a certification, how often and in which order: fixed before the first draw.

Open questions: every attribute has a whole rule's draws of its own, spread evenly over the families of questions (one
per member), and every family at least as many over all attributes; so neither an attribute nor a family can be thinned
out by another. Forced choices, each attribute by itself: what open questions cannot decide because anyone may guess at
it, and special categories. All others are put as a choice in the search (llm_members.insisted).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from core.domain.protocol import Protocol
from core.domain.sensitive import SensitiveAttribute
from core.verify.attackers.llm_members import ModelAttackers, ModelCase
from core.verify.attackers.llm_questions import (
    CHOICE_A0,
    CHOICE_A1,
    CHOICE_A2,
    OPEN_TEMPLATES,
    Member,
    Template,
)
from core.verify.seeding import seeded
from core.verify.statistics import clean_draws, rule_for

CHOICE_CYCLE = (CHOICE_A0, CHOICE_A1, CHOICE_A0, CHOICE_A2)
"""Turns of the forced choice: passages are dear to read, and every level has its draws."""
_ORDER = {template.id: place for place, template in enumerate(OPEN_TEMPLATES)}


@dataclass(frozen=True, slots=True)
class Turn:
    """One question of a certification. `number` counts the questions about its attribute under this template; each
    number has words of its own."""

    number: int
    attribute: SensitiveAttribute
    template: Template


@dataclass(frozen=True, slots=True)
class Plan:
    """`asked`: attributes with open questions; `families`: the templates that count, those of one member together;
    `streams`: attributes whose choices are judged, one each; `choices`: templates of choices that count. `unasked`:
    attributes that can only be guessed at and for which there are no decoys."""

    asked: tuple[SensitiveAttribute, ...]
    families: tuple[tuple[Template, ...], ...]
    streams: tuple[tuple[SensitiveAttribute, ...], ...]
    choices: tuple[Template, ...]
    unasked: tuple[str, ...]

    @property
    def attributes(self) -> tuple[SensitiveAttribute, ...]:
        """Everything that is asked about, each once."""
        found = {item.id: item for item in (*self.asked, *(item for stream in self.streams for item in stream))}
        return tuple(found.values())

    def draws_each(self, error: float, rate: float) -> int:
        """Open questions about each attribute in the first stage, the same number in every family: what the rule at
        `error` and `rate` wants, and more where a family would else have too few over all attributes for its bound."""
        if not self.asked or not self.families:
            return 0
        families = len(self.families)
        wanted = max(rule_for(error, rate).first, clean_draws(error, rate) * families / len(self.asked))
        return families * math.ceil(wanted / families)


def plan(
    attackers: ModelAttackers,
    on: ModelCase,
    gated: Sequence[SensitiveAttribute],
    counted: Collection[str],
    special: Collection[str],
    protocol: Protocol,
) -> Plan:
    """Open questions and choices about what nobody can guess, choices alone about what anyone may. `counted`: templates
    whose controls were found; `special`: types of special categories."""
    families: dict[Member, list[Template]] = {}
    for template in OPEN_TEMPLATES:
        if template.id in counted:
            families.setdefault(template.member, []).append(template)
    choices = tuple(template for template in CHOICE_CYCLE if template.id in counted)
    guessable = {item.id for item in gated if attackers.guessable(on.case, item, protocol)}
    asked = tuple(item for item in gated if item.id not in guessable) if families else ()
    choosable = [item for item in gated if choices and attackers.choosable(on.case, item, on.targets[item.id])]
    openly = {item.id for item in asked if item.type_id not in special}
    known = {item.id for item in (*asked, *choosable)}
    return Plan(
        asked,
        tuple(map(tuple, families.values())),
        tuple((item,) for item in choosable if item.id not in openly),
        choices,
        tuple(item.id for item in gated if item.id not in known),
    )


def opening(planned: Plan, error: float, rate: float, seed: int) -> list[Turn]:
    """The first stage. Ordered by template: nothing is decided inside a stage but by hits, whose order is all one, and
    a server reads what draws begin with once."""
    return _ordered(_turns(planned, item, 0, planned.draws_each(error, rate), seed) for item in planned.asked)


def extension(planned: Plan, error: float, rate: float, owners: Collection[str], seed: int) -> list[Turn]:
    """The second stage, about attributes with one hit in the first."""
    first, rule = planned.draws_each(error, rate), rule_for(error, rate)
    size = rule.second - rule.first
    return _ordered(_turns(planned, item, first, size, seed) for item in planned.asked if item.id in owners)


def _turns(planned: Plan, item: SensitiveAttribute, start: int, size: int, seed: int) -> list[Turn]:
    """Draws `start` to `start + size` of one attribute: families in turn, inside a family its templates in turn."""
    shift = seeded(seed, "lead", item.id).randrange(1 << 16)
    found = []
    for place in range(start, start + size):
        family = planned.families[place % len(planned.families)]
        turn = place // len(planned.families)
        found.append(Turn(shift + turn, item, family[turn % len(family)]))
    return found


def _ordered(parts: Iterable[list[Turn]]) -> list[Turn]:
    turns = [turn for part in parts for turn in part]
    return sorted(turns, key=lambda turn: (_ORDER[turn.template.id], turn.attribute.id))
