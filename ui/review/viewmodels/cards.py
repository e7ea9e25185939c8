"""One card per attribute: why it leaks, what can be done, and what each choice would do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.domain.verdict import ResidualItem
from ui.release.viewmodels.choices import Choice, Choices
from ui.release.viewmodels.staging import Option
from ui.shared.viewmodels.ports import ReviewCase

MARKED_LEVEL = -1
"""Level of a value that the run did not know of: it stood as it was, and no option says so."""


@dataclass(frozen=True, slots=True)
class Card:
    """`residual` None: it does not leak by itself, but can be changed too. `level`: as the program proposed it.
    `options` empty: not measured yet. `suggested`: what the program would choose, None for nothing."""

    attribute: SensitiveAttribute
    residual: ResidualItem | None
    level: int
    options: tuple[Option, ...] = ()
    chosen: Choice | None = None
    suggested: Choice | None = None

    @property
    def pending(self) -> bool:
        """It leaks and nothing was said about it."""
        return self.residual is not None and self.chosen is None

    def matches(self, option: Option) -> bool:
        """Whether `option` is what was chosen."""
        chosen = self.chosen
        return chosen is not None and (chosen.action, chosen.level) == (option.choice.action, option.choice.level)

    @property
    def proposed(self) -> int:
        """Row of the option that stands in the proposal now, -1 for none."""
        return next((row for row, item in enumerate(self.options) if item.choice.level == self.level), -1)


def cards_of(
    case: ReviewCase,
    choices: Choices,
    options: Mapping[str, tuple[Option, ...]],
    suggested: Mapping[str, Choice],
    residual: Iterable[ResidualItem],
    sensitive: SensitiveSet,
) -> tuple[Card, ...]:
    """What leaks first, in the order of the report, then everything else in the order of the text. `sensitive`: S with
    what the reviewer has marked."""
    verdict = case.outcome.verdict
    worst: dict[str, ResidualItem] = {}
    for item in residual:
        worst.setdefault(item.attribute_id, item)
    known = {item.id: item for item in sensitive.attributes}
    order = [name for name in worst if name in known]
    order += [name for name in known if name not in worst]
    return tuple(
        Card(
            known[name],
            worst.get(name),
            verdict.artifact.levels.get(name, MARKED_LEVEL),
            options.get(name, ()),
            choices.by_attribute.get(name),
            suggested.get(name),
        )
        for name in order
    )
