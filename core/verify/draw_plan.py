"""Which template asks about which attribute in a certification, and in which order: fixed before the first draw."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.domain.protocol import Protocol
from core.domain.sensitive import SensitiveAttribute
from core.verify.attackers.llm_members import ModelAttackers, Stand
from core.verify.attackers.llm_questions import CHOICE_A0, CHOICE_A1, CHOICE_A2, OPEN_TEMPLATES, Template
from core.verify.drawing import seeded

CHOICE_CYCLE = (CHOICE_A0, CHOICE_A1, CHOICE_A0, CHOICE_A2)
"""Turns of the forced choice: passages are dear to read, and every level has its draws."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which templates ask about which attribute, fixed before the first draw. `unasked`: attributes that can only be
    guessed at and for which there are no decoys."""

    templates: Mapping[str, tuple[Template, ...]]
    unasked: tuple[str, ...]
    attributes: tuple[SensitiveAttribute, ...]


def plan(
    attackers: ModelAttackers,
    on: Stand,
    gated: Sequence[SensitiveAttribute],
    counted: Collection[str],
    protocol: Protocol,
) -> Plan:
    """Open questions and choices about what nobody can guess, choices alone about what anyone may."""
    templates: dict[str, tuple[Template, ...]] = {}
    for attribute in gated:
        own: tuple[Template, ...] = ()
        if not attackers.guessable(on.case, attribute, protocol):
            own = tuple(template for template in OPEN_TEMPLATES if template.id in counted)
        if attackers.choosable(on.case, attribute, on.targets[attribute.id]):
            own += tuple(template for template in CHOICE_CYCLE if template.id in counted)
        if own:
            templates[attribute.id] = own
    return Plan(
        templates,
        tuple(item.id for item in gated if item.id not in templates),
        tuple(item for item in gated if item.id in templates),
    )


def schedule(planned: Plan, seed: int) -> Iterator[tuple[SensitiveAttribute, Template]]:
    """Endless rounds over all attributes in a fresh order; every attribute meets its templates in turn, from a place
    of its own."""
    rng = seeded(seed, "schedule")
    offsets = {item.id: rng.randrange(len(planned.templates[item.id])) for item in planned.attributes}
    turn = 0
    while planned.attributes:
        for item in rng.sample(planned.attributes, len(planned.attributes)):
            own = planned.templates[item.id]
            yield item, own[(offsets[item.id] + turn) % len(own)]
        turn += 1
