"""What of a mention stays outside its replacement: titles, kin words, labels, a possessive, the stop of the sentence.

They belong to the sentence, not to the value: Dr. [PERSON_2], [姓名_1]阿姨, [PERSON_1]'s.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from core.domain.errors import ResourceError
from core.extract.explicit.table_rows import label_words
from core.resources import read_toml
from core.text.characters import in_simplified
from core.text.patterns import any_of

PERSON = "PERSON"
_POSSESSIVE = re.compile(r"['’][sS]?$")
_SENTENCE_AFTER = re.compile(r"\s+[\"'(“]?[A-Z\u4e00-\u9fff]|\s*$")
_NEVER_ALONE = frozenset("某")
"""Stands for a name that was blanked already: no title."""
_SURNAME = 1
"""Ideographs before which a title of one sign counts as one: 王姐, not the last sign of a name."""


@dataclass(frozen=True, slots=True)
class Edges:
    """Words that may stand at the edges of a mention of a person: `front` as a pattern, `back` longest first. `label`:
    what a code is labelled with in ideographs, which a rule may take in with it. All in Simplified script."""

    front: re.Pattern[str]
    back: tuple[str, ...]
    label: re.Pattern[str]

    @classmethod
    def load(cls, root: Path) -> Edges:
        """From the lexicons of names. Raises ResourceError."""
        latin, chinese = (read_toml(root / "lexicons" / f"person_{name}.toml") for name in ("latin", "zh"))
        try:
            front = re.compile(rf"(?:{any_of(latin['titles'])}\.?\s+)+", re.IGNORECASE)
            back = sorted(set(chinese["titles"]) - _NEVER_ALONE, key=lambda word: (-len(word), word))
        except (KeyError, TypeError, re.error) as error:
            raise ResourceError("resource.malformed", details={"file": "person_names"}) from error
        labels = any_of(word for word in label_words(root) if not word.isascii())
        label = re.compile(rf"{labels}[\s:：是为]*(?=[A-Za-z0-9])", re.IGNORECASE)
        return cls(front, tuple(back), label)

    def within(self, surface: str, type_id: str, after: str) -> tuple[int, int]:
        """`[start, end)` of the value inside its mention; never empty. `after`: the text behind the mention."""
        end = len(surface)
        possessive = _POSSESSIVE.search(surface)
        if possessive is not None:
            end = possessive.start()
        elif surface.endswith(".") and _SENTENCE_AFTER.match(after):
            end -= 1
        plain = in_simplified(surface)
        front = (self.front if type_id == PERSON else self.label).match(plain)
        start = front.end() if front is not None else 0
        if type_id == PERSON:
            end = self._before_title(plain, start, end)
        return (start, end) if surface[start:end].strip() else (0, len(surface))

    def _before_title(self, surface: str, start: int, end: int) -> int:
        """Where the name of `[start, end)` ends: before a title behind it."""
        for word in self.back:
            if surface.endswith(word, start, end):
                rest = end - len(word) - start
                return end - len(word) if rest and (len(word) > 1 or rest == _SURNAME) else end
        return end
