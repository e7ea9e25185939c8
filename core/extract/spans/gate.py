"""Whether a text holds any private person at all: one number for the whole text, from a few signs of its reading."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.domain.disclosure import DisclosureRole
from core.extract.spans.coarse import COLUMNS, Floats, role_of
from core.extract.spans.tokens import Tokens, chunks

_FIRST_PERSON = re.compile(r"\b(?:i|i'm|im|ive|my|me|mine|we|us)\b|我|咱|俺|本人", re.IGNORECASE)
HEAD = 20_000
"""Code points in which the first person is looked for."""
LONGEST_WORD = 32
"""Code points from which on what no space parts is no number, name or address but a link, a path or a code."""
MANY = 4.0
"""Expected words that identify from which on a text is read in any case."""
SIGNS = ("most_identifies", "most_locates", "identifies", "locates", "describes", "public", "length", "first_person")
_OF = {
    role: [number for number in range(len(COLUMNS)) if role_of(number) is role]
    for role in (DisclosureRole.IDENTIFIES, DisclosureRole.LOCATES, DisclosureRole.DESCRIBES, DisclosureRole.PUBLIC)
}


def signs(text: str, tokens: Tokens, chances: Floats) -> tuple[float, ...]:
    """The values of SIGNS, from the mixed chances `[tokens, columns]`.

    Of what is hidden values are counted, not tokens: a link, a path or a code is one word, as likely as its likeliest
    token, for its parts are no values beside each other. Of the rest it counts how much of the text it is.
    """
    sums = {role: chances[:, columns].sum(axis=1) for role, columns in _OF.items()}
    who, where = (_of_words(text, tokens, sums[role]) for role in (DisclosureRole.IDENTIFIES, DisclosureRole.LOCATES))
    return (
        float(who.max(initial=0.0)),
        float(where.max(initial=0.0)),
        math.log1p(float(who.sum())),
        math.log1p(float(where.sum())),
        math.log1p(float(sums[DisclosureRole.DESCRIBES].sum())),
        math.log1p(float(sums[DisclosureRole.PUBLIC].sum())),
        math.log1p(len(chances)),
        float(_FIRST_PERSON.search(text[:HEAD]) is not None),
    )


def _of_words(text: str, tokens: Tokens, each: Floats) -> Floats:
    """One number a word from one a token, `[words]`."""
    parts: list[Floats] = []
    done = 0
    for start, end in chunks(text):
        if end - start >= LONGEST_WORD:
            inside = tokens.covered(start, end)
            parts += [each[done : inside.start], each[inside.start : inside.stop].max(initial=0.0, keepdims=True)]
            done = inside.stop
    return np.concatenate([*parts, each[done:]])


@dataclass(frozen=True, slots=True)
class Gate:
    """A logistic over SIGNS; a text whose chance is below `least` is left alone. Without weights it stops nothing."""

    bias: float = 0.0
    weights: tuple[float, ...] = ()
    least: float = 0.0

    def lets(self, values: Sequence[float]) -> bool:
        """Whether a text with these signs is read: it is likely enough to speak of somebody, or holds so many likely
        identifiers that no sign of the whole (a public judgment, a long article) may overrule them."""
        return self.chance(values) >= self.least or self.is_full(values)

    def is_full(self, values: Sequence[float]) -> bool:
        """Whether a text with these signs holds so many likely identifiers."""
        return values[SIGNS.index("identifies")] >= math.log1p(MANY)

    def chance(self, values: Sequence[float]) -> float:
        """That the text speaks of a private person, in [0, 1]; 1 without weights."""
        if not self.weights:
            return 1.0
        said = self.bias + sum(weight * value for weight, value in zip(self.weights, values, strict=True))
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, said))))
