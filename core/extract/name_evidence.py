"""Evidence against a span that the model labels: the shape of code, lists of brands, dictionaries.

A model trained on forms sees people and houses in identifiers, products and ordinary words. What a list of names knows
always stays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from core.extract.explicit.lexicons import read_set
from core.resources import read_toml

_PIECE = re.compile(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+")
_MIXED = re.compile(
    r"(?<!\bMc)(?<!\bMac)(?<!\bDe)(?<!\bDi)(?<!\bLe)(?<!\bLa)(?<!\bVan)(?<!\bO)(?<!Fitz)(?<=[a-z])[A-Z]"
)
"""A capital inside a word, as identifiers of code have it and only a few names."""
_SIGN_BEFORE = frozenset(".\\_#$%")
_SIGN_AFTER = frozenset("(_=\\`[{")
LONGEST_BRAND = 16
"""Code points before a name in which the brand of a product may stand: Skoda [Octavia]."""
LONGEST_ABBREVIATION = 6
"""Letters of an abbreviation in capitals."""
CAPITALS_AROUND = 24
"""Code points on each side that tell whether a text is all capitals."""


@dataclass(frozen=True, slots=True)
class NameEvidence:
    """`words`: dictionary; `names`: given names and surnames; `brands`: first words of products; `eponyms`: what is
    called after people (theorem). All lower case."""

    words: frozenset[str]
    names: frozenset[str] = frozenset()
    brands: frozenset[str] = frozenset()
    eponyms: frozenset[str] = frozenset()

    @classmethod
    def load(cls, root: Path) -> NameEvidence:
        """From the resource folder. Raises ResourceError."""
        kin = frozenset(read_toml(root / "lexicons" / "person_latin.toml")["kin"])
        return cls(
            read_set(root, "words_en.txt") | kin,
            read_set(root, "given_names_latin.txt") | read_set(root, "surnames_latin.txt"),
            read_set(root, "brands.txt"),
            frozenset(read_toml(root / "lexicons" / "public_figures.toml")["en"]["eponyms"]),
        )

    def is_common(self, surface: str) -> bool:
        """A word of the dictionary in lower case is no name, whatever the model says."""
        return surface.islower() and all(word in self.words for word in surface.split())

    def is_no_person(self, text: str, start: int, end: int) -> bool:
        """Code, a product, a theorem, or an abbreviation in a text that is not all capitals."""
        surface = text[start:end]
        if self._is_code(text, start, end) and not self._is_known(surface):
            return True
        last = surface.rpartition(" ")[2].lower()
        if " " in surface and last in self.eponyms and last not in self.names:
            return True
        leading = text[max(0, start - LONGEST_BRAND) : start].rstrip().rpartition(" ")[2].lower()
        if surface.split()[0].lower() in self.brands or leading in self.brands:
            return True
        if not (surface.isupper() and len(surface) <= LONGEST_ABBREVIATION) or surface.lower() in self.names:
            return False
        around = text[max(0, start - CAPITALS_AROUND) : start] + text[end : end + CAPITALS_AROUND]
        return not around.isupper()

    @staticmethod
    def _is_code(text: str, start: int, end: int) -> bool:
        if _MIXED.search(text, start, end) or (start > 0 and text[start - 1] in _SIGN_BEFORE):
            return True
        return end < len(text) and text[end] in _SIGN_AFTER

    def _is_known(self, surface: str) -> bool:
        return any(piece.lower() in self.names for piece in _PIECE.findall(surface))

    def end_of_name(self, text: str, start: int, end: int) -> int:
        """Where a name with capitals ends that the model drew over ordinary words: [Sámi] reindeer."""
        words = text[start:end].split(" ")
        while len(words) > 1 and words[0][:1].isupper() and words[-1].islower() and words[-1] in self.words:
            words.pop()
        return start + len(" ".join(words))

    def is_no_address(self, text: str, start: int, end: int) -> bool:
        """No letter at all, a port, or "neighbour 4000" in a text that has capitals elsewhere."""
        surface = text[start:end]
        if is_port(text, start) or not any(map(str.isalpha, surface)):
            return True
        first, _, rest = surface.partition(" ")
        counted = first in self.words and first.islower() and rest.rstrip("km").isdigit()
        return counted and any(map(str.isupper, text))


def is_port(text: str, start: int) -> bool:
    """db.local:[5432]: digits right after a colon that stands right after a host."""
    return start > 1 and text[start - 1] == ":" and text[start - 2].isalnum() and text[start].isdigit()
