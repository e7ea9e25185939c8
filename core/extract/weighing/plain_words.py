"""Words of the dictionary that the span reader may take for somebody's name when it is not sure."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field
from pathlib import Path

from core.extract.explicit.chinese_words import ChineseWords
from core.extract.explicit.lexicons import read_set
from core.extract.explicit.table_rows import label_words
from core.extract.quasi.lexicon import listed
from core.text.characters import in_simplified
from core.text.scripts import is_ideograph

_LATIN = re.compile(r"[a-z]+(?: [a-z]+)*")


@dataclass(frozen=True, slots=True)
class PlainWords:
    """English words by the list of words less the given names; Chinese ones by the dictionary of the segmenter.

    `labels`: words beside which identifiers stand, less those that are names too. `places`: listed ones in ideographs.
    """

    english: frozenset[str]
    labels: frozenset[str]
    places: frozenset[str] = frozenset()
    chinese: ChineseWords = field(default_factory=ChineseWords)

    @classmethod
    def load(cls, root: Path) -> PlainWords:
        """From the resource folder. Raises ResourceError."""
        given = read_set(root, "given_names_latin.txt")
        places = (term.surface for term in listed(root, "countries", "cities_world.zh", "divisions.zh"))
        return cls(
            read_set(root, "words_en.txt") - given,
            label_words(root) - given - read_set(root, "surnames_latin.txt"),
            frozenset(name for name in places if not name.isascii()),
        )

    def labels_a_number(self, surface: str) -> bool:
        """Whether a surface is a word beside which identifiers stand: henkilötunnus, 学号."""
        return in_simplified(surface.casefold()) in self.labels

    def holds(self, surface: str, *, place: bool = False) -> bool:
        """Whether a surface is one word of the Chinese dictionary, or English words in small letters, and no name; with
        `place` no place's, body's or brand's either.

        Pet names double a character (妞妞), and idioms are what people call themselves: both may be names.
        """
        if _LATIN.fullmatch(surface) is not None:
            return self.english.issuperset(surface.split())
        plain = in_simplified(surface)
        doubled = any(one == two for one, two in itertools.pairwise(plain))
        return (
            all(map(is_ideograph, plain))
            and not doubled
            and not (place and plain in self.places)
            and self.chinese.is_word(plain, place=place)
        )
