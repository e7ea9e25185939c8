"""Where each line of an item came from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from core.domain.learning import ItemVersion, Rule
from core.learn.comparing import lines_of
from core.learn.items import ItemBody


@dataclass(frozen=True, slots=True)
class BlameLine:
    """One line of a body and where it came from: the version that brought it, and for a rule the experiences behind it
    with their number per type."""

    key: str
    text: str
    version: int
    author: str
    at: datetime | None
    rule: Rule | None = None
    experiences: tuple[int, ...] = ()
    by_type: Mapping[str, int] = field(default_factory=dict)


def blame(
    every: Sequence[ItemVersion], body: Callable[[int], ItemBody], by_type: Callable[[Rule | None], Mapping[str, int]]
) -> tuple[BlameLine, ...]:
    """Every line of the last version with the version that brought it, counting from the last time that it was absent.
    `every`: the versions from 1 on. `body`: of a version's number."""
    last = len(every)
    lines = lines_of(body(last))
    origin = {(line.key, line.text): last for line in lines}
    open_ = set(origin)
    for number in range(last, 0, -1):
        open_ &= {(line.key, line.text) for line in lines_of(body(number))}
        origin.update(dict.fromkeys(open_, number))
        if not open_:
            break
    found = []
    for line in lines:
        brought = every[origin[line.key, line.text] - 1]
        numbers = line.rule.experiences if line.rule is not None else ()
        found.append(
            BlameLine(
                line.key,
                line.text,
                brought.version,
                brought.author,
                brought.at,
                line.rule,
                numbers,
                by_type(line.rule),
            )
        )
    return tuple(found)
