"""All term lists in one Aho-Corasick automaton; word edges are right for Latin script and for Chinese."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import ahocorasick

from core.domain.errors import ResourceError
from core.text.characters import in_simplified

FOLDER = Path("lexicons") / "quasi"
MUST_BE_CAPITAL = "^"
NO_PLURAL = "!"


@dataclass(frozen=True, slots=True)
class Term:
    """One spelling. `group`: section of its file (`DISEASE`, `OCCUPATION`, `cue.lives_in`).

    `canonical`: first spelling of its line. `capital`: counts only when written with a capital letter.
    """

    surface: str
    group: str
    canonical: str
    capital: bool
    plural: bool


@dataclass(frozen=True, slots=True)
class Hit:
    """`[start, end)` of the view, extended over an English plural ending."""

    start: int
    end: int
    term: Term


def read_terms(path: Path) -> Iterator[Term]:
    """Terms of one file: `# comment`, `[group]` headings, one concept a line, spellings parted by ` | `.

    Spellings and canonical words are in lower case and Simplified script.
    `^` before a spelling: only with a capital letter; `!`: no plural. Raises ResourceError.
    """
    group = ""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ResourceError("resource.unreadable", details={"file": path.name}) from error
    for line in lines:
        line = line.strip()
        if not line or line[0] == "#":
            continue
        if line[0] == "[":
            group = line.strip("[] ")
            continue
        if not group:
            raise ResourceError("resource.malformed", details={"file": path.name})
        canonical = ""
        for spelling in line.split(" | "):
            surface = spelling.lstrip(MUST_BE_CAPITAL + NO_PLURAL)
            flags = spelling[: len(spelling) - len(surface)]
            plain = in_simplified(surface.lower())
            canonical = canonical or plain
            yield Term(
                plain,
                group,
                canonical,
                MUST_BE_CAPITAL in flags,
                surface.isascii() and NO_PLURAL not in flags,
            )


def listed(root: Path, *names: str) -> Iterator[Term]:
    """Terms of the files `names` of the folder, for who needs a list and no automaton. Raises ResourceError."""
    for name in names:
        yield from read_terms(root / FOLDER / f"{name}.txt")


def is_latin(char: str) -> bool:
    """A letter or digit that continues a Latin word (ideographs and kana do not)."""
    return char.isalnum() and char < "\u2e80"


def whole_word(text: str, start: int, end: int) -> bool:
    """False where the span cuts through a word of Latin script."""
    if start > 0 and is_latin(text[start]) and is_latin(text[start - 1]):
        return False
    return not (end < len(text) and is_latin(text[end - 1]) and is_latin(text[end]))


class Lexicon:
    """Immutable after construction; one pass finds every term of every list."""

    def __init__(self, terms: Iterable[Term]) -> None:
        by_surface: dict[str, list[Term]] = {}
        for term in terms:
            entries = by_surface.setdefault(term.surface, [])
            if all(entry.group != term.group for entry in entries):
                entries.append(term)
        grouped: dict[str, list[str]] = {}
        for surface, entries in by_surface.items():
            for entry in entries:
                grouped.setdefault(entry.group, []).append(surface)
        self._of_group = {group: tuple(surfaces) for group, surfaces in grouped.items()}
        self._automaton = ahocorasick.Automaton()
        for surface, entries in by_surface.items():
            self._automaton.add_word(surface, (len(surface), tuple(entries)))
        self._automaton.make_automaton()

    @classmethod
    def load(cls, root: Path) -> Lexicon:
        """All `*.txt` term lists of the quasi lexicon folder below `root`."""
        return cls(term for path in sorted((root / FOLDER).glob("*.txt")) for term in read_terms(path))

    def terms(self, group: str) -> tuple[str, ...]:
        """All spellings of one group."""
        return self._of_group.get(group, ())

    def scan(self, text: str, lower: str) -> dict[str, list[Hit]]:
        """Hits by group, in text order; of hits that lie inside a longer one of the group only the longer stays."""
        found: dict[str, list[Hit]] = {}
        length = len(lower)
        for last, (size, terms) in self._automaton.iter(lower):
            start, end = last + 1 - size, last + 1
            if start and is_latin(lower[start]) and is_latin(lower[start - 1]):
                continue
            plain_end = end
            if end < length and is_latin(lower[end - 1]) and is_latin(lower[end]):
                plain_end = _plural_end(lower, end)
                if not plain_end:
                    continue
            for term in terms:
                if plain_end != end and not term.plural:
                    continue
                if term.capital and not text[start].isupper():
                    continue
                hits = found.setdefault(term.group, [])
                while hits and hits[-1].start >= start and hits[-1].end <= plain_end:
                    hits.pop()
                if not hits or hits[-1].end < plain_end or hits[-1].start > start:
                    hits.append(Hit(start, plain_end, term))
        return found


def _plural_end(lower: str, end: int) -> int:
    """End of an English plural that starts at `end`, 0 when the word goes on otherwise."""
    for ending in ("s", "es"):
        stop = end + len(ending)
        if lower.startswith(ending, end) and (stop == len(lower) or not is_latin(lower[stop])):
            return stop
    return 0
