"""The wide groups that networks and chain have in common, as columns of their chances."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from core.domain.disclosure import DisclosureRole
from core.extract.spans.labels import LETTERS, ROLES, group_of, parse_label

COLUMNS = (
    "O",
    "I-name",
    "I-contact",
    "I-address",
    "I-number",
    "L-place",
    "L-organisation",
    "L-date",
    "L-circumstance",
    "D",
    "T",
    "P",
)
"""Nothing first; then a role's letter and, where it hides, the group."""
NOTHING = 0
HIDDEN = np.array([column[0] in "IL" for column in COLUMNS])
"""Which columns identify or locate."""
_JOINED = {"I-handle": "I-contact", "L-trip": "L-circumstance"}

Floats = npt.NDArray[np.float32]


def role_of(column: int) -> DisclosureRole | None:
    """The role of a column, None for nothing."""
    return None if column == NOTHING else ROLES[COLUMNS[column][0]]


def column_of(role: DisclosureRole | None, group: str) -> int:
    """The column of a role and a group of `labels`."""
    if role is None:
        return NOTHING
    letter = LETTERS[role]
    if letter not in "IL":
        return COLUMNS.index(letter)
    return COLUMNS.index(_JOINED.get(f"{letter}-{group}", f"{letter}-{group}"))


def column_of_kind(role: DisclosureRole, kind: str) -> int:
    """The column of a mark of the guideline."""
    if role is DisclosureRole.IDENTIFIES and kind == "place":
        return COLUMNS.index("I-address")
    if role is DisclosureRole.LOCATES:
        kind = {"address": "place", "region": "place", "time": "date"}.get(kind, kind)
    return column_of(role, group_of(role, kind))


class Gathering:
    """Sums chances of a labelling's own labels into columns."""

    def __init__(self, labels: Sequence[str]) -> None:
        """`labels`: of the chain (`B:I-name`), in the order of its chances."""
        parsed = [parse_label(label) for label in labels]
        self.columns = np.array([column_of(role, group) for role, group, _ in parsed])
        self.begins = np.array([begins for _, _, begins in parsed])
        self.groups = tuple(group for _, group, _ in parsed)

    def gathered(self, chances: Floats) -> tuple[Floats, Floats]:
        """`[tokens, labels]` as `[tokens, columns]`, and the chance that a span begins at each token."""
        result = np.zeros((len(chances), len(COLUMNS)), dtype=np.float32)
        for number, column in enumerate(self.columns):
            result[:, column] += chances[:, number]
        result[:, NOTHING] += np.maximum(0, 1 - result.sum(axis=1))
        return result, chances[:, self.begins].sum(axis=1)

    def finest(self, chances: Floats, column: int) -> str:
        """The chain's own group that is likeliest of a column over the tokens of `chances`; "" where it has none."""
        sums: dict[str, float] = {}
        for number in np.flatnonzero(self.columns == column):
            group = self.groups[number]
            sums[group] = sums.get(group, 0.0) + float(chances[:, number].sum())
        return max(sums, key=lambda group: (sums[group], group)) if sums else ""
