"""Capitalised words of Latin script, grouped as they may form names, and what the lexicons say of each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from core.extract.explicit.lexicons import fold_latin, read_set
from core.resources import read_toml

LETTER = "A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff"
_WORD = re.compile(
    rf"(?<![A-Za-z0-9_@/\\#$&])(?<![a-z0-9]{{2}}\.)(?:'[ts](?= )|[{LETTER}]{{1,30}}(?:['’`\-][{LETTER}]{{1,24}}){{0,3}})(?![A-Za-z0-9_@]|://)"
)
_GAP = re.compile(r"[ ]{1,2}|[ ]?\.[ ]?|-")


@dataclass(frozen=True, slots=True)
class Token:
    """One word. `key`: folded. Flags say where it is listed; `unknown` means nowhere and not an acronym."""

    start: int
    end: int
    surface: str
    key: str
    given: bool
    surname: bool
    word: bool
    place: bool
    proper: bool
    blocked: bool
    initial: bool
    title: bool
    hard_title: bool
    particle: bool
    acronym: bool

    @property
    def strict_given(self) -> bool:
        return self.given and not self.word and not self.place and not self.blocked

    @property
    def strict_surname(self) -> bool:
        return self.surname and not self.word and not self.place and not self.proper

    @property
    def unknown(self) -> bool:
        listed = self.given or self.surname or self.word or self.place or self.proper or self.blocked
        return not (listed or self.initial or self.title or self.particle or self.acronym)

    @property
    def nameable(self) -> bool:
        """May be a part of a name without a title before it."""
        if self.blocked and not self.given:
            return False
        return self.given or self.surname or self.unknown or self.initial


class NameLexicon:
    """The name lexicons, folded to lower case without accents."""

    def __init__(self, root: Path) -> None:
        self._given = read_set(root, "given_names_latin.txt")
        self._surnames = read_set(root, "surnames_latin.txt")
        self._proper = read_set(root, "proper_words_en.txt")
        data = read_toml(root / "lexicons" / "person_latin.toml")
        self._words = read_set(root, "words_en.txt") - frozenset(data["mostly_names"])
        self._titles = frozenset(data["titles"])
        self._hard_titles = frozenset(data["hard_titles"])
        self._particles = frozenset(data["particles"])
        self._places = frozenset(data["places"])
        self._abbreviated = frozenset(data["abbreviated"])
        self._blocked = frozenset(data["not_names"])

    def _in_text(self, text: str, start: int, surface: str) -> Token:
        """A word where it stands: a single capital before a full stop is an initial and no word of its own."""
        token = self.token(start, surface)
        if len(surface) == 1 and surface.isupper() and text.startswith(".", start + 1):
            return replace(token, word=False, place=False, blocked=False, particle=False, given=False, surname=False)
        return token

    def token(self, start: int, surface: str) -> Token:
        """Look one word up; a possessive 's stays outside the token."""
        body = re.sub(r"['’`]s?$", "", surface)
        key = fold_latin(body)
        parts = key.split("-")
        letters = [char for char in body if char.isalpha()]
        given = key in self._given or (len(parts) > 1 and all(part in self._given for part in parts))
        surname = key in self._surnames or (len(parts) > 1 and any(part in self._surnames for part in parts))
        return Token(
            start=start,
            end=start + len(body),
            surface=body,
            key=key,
            given=given,
            surname=surname,
            # An accent is no part of an English word: Hoş is a name, hos are none.
            word=body.isascii()
            and (key in self._words or (len(parts) > 1 and all(part in self._words for part in parts))),
            place=key in self._places,
            proper=key in self._proper,
            blocked=key in self._blocked or key.startswith("i'"),
            initial=(len(letters) == 1 and body[0].isupper()) or (len(parts) > 1 and max(map(len, parts)) == 1),
            title=key in self._titles,
            hard_title=key in self._hard_titles,
            particle=key in self._particles,
            acronym=len(letters) > 1 and body.isupper() and not given and not surname and len(letters) <= 6,
        )

    def groups(self, text: str) -> Iterator[list[Token]]:
        """Runs of capitalised words (with lower-case particles inside) separated by single spaces or full stops."""
        group: list[Token] = []
        pending: list[Token] = []
        for match in _WORD.finditer(text):
            surface = match.group()
            capital = surface[0].isupper() or (len(surface) > 3 and surface[1] in "'’" and surface[2].isupper())
            if group:
                last = pending[-1] if pending else group[-1]
                gap = text[last.end : match.start()]  # begins with 's where the word before is possessive
                joined = _GAP.fullmatch(gap) is not None
                if "." in gap and not (last.initial or last.key in self._abbreviated):
                    joined = False
                if text[last.end : match.start()].startswith(("'", "’")):
                    joined = False
                if not joined:
                    yield group
                    group, pending = [], []
            if capital:
                group.extend(pending)
                pending = []
                group.append(self._in_text(text, match.start(), surface))
            elif group and fold_latin(surface) in self._particles and len(pending) < 3:
                pending.append(self.token(match.start(), surface))
            elif group:
                yield group
                group, pending = [], []
        if group:
            yield group
