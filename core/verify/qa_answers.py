"""Short answers of the QA utility: what they say, what most draws agree on, and closed forms graded (paper 3.3)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from enum import StrEnum
from pathlib import Path

from core.domain.errors import ResourceError
from core.resources import read_toml
from core.text.normalize import comparison_key, normalize
from core.verify.attackers.corpus import terms
from core.verify.grading import parse_quantity

AGREED, NOT_AGREED = 1.0, 0.0
TOLERANCE = Decimal("0.01")
"""Relative difference of two numbers that say the same: rounding, not another value."""
CLOSE = 0.5
"""Shared words of two open answers, as a share of all their words, from which they say the same."""
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?(?:\s*(?:万|亿|thousand|million|billion|k)(?![a-z]))?")


class Form(StrEnum):
    """How a question is answered. All but OPEN are graded without a judge."""

    YES_NO = "yes_no"
    NUMBER = "number"
    CHOICE = "choice"
    OPEN = "open"


class AnswerReading:
    """Reads answers of both languages. Immutable after construction."""

    def __init__(self, undetermined: Sequence[str], yes: Sequence[str], no: Sequence[str]) -> None:
        self._undetermined = tuple(map(comparison_key, undetermined))
        # Longest first: 不是 says no although it ends like a yes.
        words = [(comparison_key(word), True) for word in yes] + [(comparison_key(word), False) for word in no]
        self._polar = tuple(sorted(words, key=lambda pair: -len(pair[0])))

    @classmethod
    def load(cls, root: Path) -> AnswerReading:
        """Read `questions/qa.toml` below `root`. Raises ResourceError."""
        data = read_toml(root / "questions" / "qa.toml")
        try:
            return cls(data["undetermined"], data["yes"], data["no"])
        except (KeyError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": "qa.toml"}) from error

    def undetermined(self, answer: str) -> bool:
        """Whether an answer says that there is none."""
        key = comparison_key(answer)
        return not key or key.startswith(self._undetermined)

    def key(self, form: Form, answer: str) -> str | None:
        """What a closed answer says, equal for answers that say the same; None where it cannot be read."""
        if form is Form.YES_NO:
            said = self._yes_or_no(answer)
            return None if said is None else str(said)
        if form is Form.NUMBER:
            number = _number(answer)
            return None if number is None else str(number.normalize())
        return comparison_key(answer) or None if form is Form.CHOICE else None

    def majority(self, form: Form, answers: Sequence[str]) -> str | None:
        """The answer that more than half of the draws agree on; None when there is none.

        Answers that say "cannot determine" agree with each other only.
        """
        groups: list[list[str]] = []
        for answer in answers:
            home = next((group for group in groups if self._agree(form, group[0], answer)), None)
            if home is None:
                groups.append([answer])
            else:
                home.append(answer)
        largest = max(groups, key=len, default=[])
        return _medoid(largest) if 2 * len(largest) > len(answers) else None

    def grade(self, form: Form, reference: str, answer: str) -> float | None:
        """Agreement of a closed answer in {0, 1}; None where a judge has to look: open forms, unreadable answers."""
        if form is Form.OPEN:
            return None
        wanted, said = self.key(form, reference), self.key(form, answer)
        if wanted is None or said is None:
            return None
        if form is Form.NUMBER:
            return AGREED if _near(Decimal(wanted), Decimal(said)) else NOT_AGREED
        same = wanted == said or (form is Form.CHOICE and (wanted in said) != (said in wanted))
        return AGREED if same else NOT_AGREED

    def _agree(self, form: Form, one: str, other: str) -> bool:
        if self.undetermined(one) or self.undetermined(other):
            return self.undetermined(one) and self.undetermined(other)
        graded = self.grade(form, one, other)
        if graded is not None:
            return graded == AGREED
        return comparison_key(one) == comparison_key(other) or _shared(one, other) >= CLOSE

    def _yes_or_no(self, answer: str) -> bool | None:
        folded = normalize(answer).text.casefold().strip()
        first = comparison_key(folded.split()[0]) if folded.split() else ""
        for word, said in self._polar:
            if first == word or (not word.isascii() and first.startswith(word)):
                return said
        return None


def _number(answer: str) -> Decimal | None:
    """The only number of an answer; None for none or several."""
    found = _NUMBER.findall(normalize(answer).text.casefold())
    return parse_quantity(found[0]) if len(found) == 1 else None


def _near(one: Decimal, other: Decimal) -> bool:
    return abs(one - other) <= TOLERANCE * max(abs(one), abs(other))


def _shared(one: str, other: str) -> float:
    left, right = set(terms(one)), set(terms(other))
    return len(left & right) / len(left | right) if left | right else 0.0


def _medoid(answers: Sequence[str]) -> str:
    """The answer that shares most with the others; the earlier of equals."""
    shared = Counter({index: sum(_shared(one, other) for other in answers) for index, one in enumerate(answers)})
    return answers[shared.most_common(1)[0][0]]
