"""What a word shows by itself: its shape, its affixes, and the lists of the project that hold it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from core.extract.explicit.lexicons import fold_latin, read_lines, read_set
from core.extract.quasi.gazetteer import Gazetteer
from core.extract.spans.tokens import LINE_END
from core.resources import read_toml

_RUNS = re.compile(r"(.)\1{2,}")
LONGEST_SEEN = 24
"""Code points of a word that its shape and affixes are taken from."""
SHORT_NUMBER = 2
"""Digits up to which a number stands for itself."""
YEAR_DIGITS = 4
_LIKELY, _POSSIBLE = 0.3, 0.2


@dataclass(frozen=True, slots=True)
class WordSigns:
    """Values of the slots that depend on the word alone; "" = nothing to say.

    `norm`: lower case, long numbers by their length. `shape`: kinds of letters with runs shortened. `prefix`, `suffix`,
    `ending`: letters of Latin words. `lists`: one letter for each list that holds the word.
    """

    norm: str
    shape: str
    prefix: str
    suffix: str
    ending: str
    lists: str


_LINE_END_SIGNS = WordSigns("⏎", "⏎", "", "", "", "")


class WordLists:
    """The project's lists of names, places and words, as signs. Immutable after construction; safe from any thread."""

    def __init__(self, root: Path) -> None:
        """`root` is the resource folder. Raises ResourceError."""
        latin = read_toml(root / "lexicons" / "person_latin.toml")
        chinese = read_toml(root / "lexicons" / "person_zh.toml")
        self._given = read_set(root, "given_names_latin.txt")
        self._surnames = read_set(root, "surnames_latin.txt")
        self._words = read_set(root, "words_en.txt")
        self._proper = read_set(root, "proper_words_en.txt")
        self._brands = read_set(root, "brands.txt")
        self._places = Gazetteer(root)
        self._surnames_zh = {
            surname: float(prior)
            for surname, _, prior in (line.partition("\t") for line in read_lines(root, "surnames_zh.txt"))
        }
        self._given_zh = frozenset("".join(read_lines(root, "given_chars_zh.txt")))
        self.kin = frozenset(latin["kin"]) | frozenset(chinese["relations"])
        self.titles = frozenset(latin["titles"]) | frozenset(chinese["titles"])

    def signs(self, word: str) -> WordSigns:
        """The signs of one token."""
        if word == LINE_END:
            return _LINE_END_SIGNS
        seen = word[:LONGEST_SEEN]
        lower = seen.lower()
        if seen.isdigit():
            year = len(word) == YEAR_DIGITS and seen[:2] in {"19", "20"}
            norm = seen if len(word) <= SHORT_NUMBER else "#year" if year else f"#{min(len(word), 19)}"
            return WordSigns(norm, norm if year else f"9{min(len(word), 19)}", "", "", "", "")
        if not seen[0].isalpha():
            return WordSigns(seen, seen, "", "", "", "")
        if not seen.isascii() and len(seen) == 1 and seen >= "\u3400":
            return WordSigns(seen, "c", "", "", "", self._of_ideograph(seen))
        shape = _RUNS.sub(r"\1\1+", "".join("X" if char.isupper() else "x" for char in seen))
        return WordSigns(
            lower,
            f"{shape}{min(len(word), 9)}",
            lower[:3],
            lower[-3:],
            lower[-4:] if len(lower) > 4 else "",
            self._of_word(seen, lower),
        )

    def _of_ideograph(self, char: str) -> str:
        prior = self._surnames_zh.get(char, 0.0)
        surname = "S" if prior >= _LIKELY else "s" if prior >= _POSSIBLE else "t" if prior else ""
        return surname + ("g" if char in self._given_zh else "")

    def _of_word(self, word: str, lower: str) -> str:
        folded = fold_latin(word)
        common = lower in self._words
        found = "w" if common else ""
        if folded in self._given:
            found += "g"
        if folded in self._surnames:
            found += "s"
        if lower in self._proper:
            found += "p"
        if lower in self._brands:
            found += "b"
        if self._places.large(word):
            found += "L"
        elif self._places.small(word):
            found += "l"
        return found or "-"

    def is_surname(self, char: str) -> bool:
        """Whether a Chinese surname of one or two characters is known."""
        return char in self._surnames_zh
