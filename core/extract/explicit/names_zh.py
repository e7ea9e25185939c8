"""PERSON in Chinese text: before a title, after who is named, as the dictionary reads it, veiled, with a middle dot.

Names behind a label are rows of `recognizers/names.toml`; every other name is the reader's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate, TextView
from core.extract.explicit.chinese_words import ChineseWords
from core.extract.explicit.lexicons import read_lines
from core.extract.pattern_needs import Gate
from core.resources import read_toml
from core.text.patterns import any_of

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0002fa1f"
_IS_HAN = re.compile(f"[{_HAN}]")
WORD_LIKE = 0.15
"""Weight of a surname up to which it is a word before it is a name: 时, 那, 有."""
CUED, TITLED, COURT, DOTTED, MASKED = 0.8, 0.72, 0.82, 0.78, 0.6
TAGGED = {2: 0.7, 3: 0.95}
"""By length: two characters are more often a word that the dictionary takes for a name."""
_DOT = "[·•‧・]"


class ChineseNames:
    """PERSON with the name as value; a title is part of it. Safe from any thread."""

    id = "names_zh"
    layer = Layer.LEXICON

    def __init__(self, root: Path, gate: Gate | None = None) -> None:
        """`root` is the resource folder. Raises ResourceError."""
        words = read_toml(root / "lexicons" / "person_zh.toml")
        weights = dict(line.split("\t") for line in read_lines(root, "surnames_zh.txt"))
        surname, plain = _any_of(weights), _any_of(name for name in weights if float(weights[name]) > WORD_LIKE)
        compound = "|".join(name for name in weights if len(name) > 1)
        given = f"[{''.join(read_lines(root, 'given_chars_zh.txt'))}]"
        self._name = re.compile(f"(?!{compound}){plain}[{_HAN}]?{given}")
        self._cued = (
            re.compile(f"{any_of(words['strong_before'])}[ :]?(?:是|为|叫)?[ :]?(?P<name>{plain}{given}{{1,2}})"),
            re.compile(f"(?P<name>(?:{compound})[{_HAN}]{{1,2}})"),
        )
        self._not_names = frozenset((*words["not_names"], *words["relations"]))
        called = any_of(word for word in words["titles"] if len(word) > 1)
        foreign = f"[{words['transliteration']}]{{1,8}}"
        self._called = re.compile(f"{plain}(?:{called}|总(?![是会要能共在之有结体算公理店部量数裁监经]))")
        self._formed = (
            (
                re.compile(f"{surname}某(?:某|甲|乙|丙|丁|[A-Z1-9]|[{_HAN}](?=[,。、;(\\s]))?[甲乙丙丁1-9]?"),
                COURT,
                "names_zh.court",
            ),
            (re.compile(f"{surname}[*×xX○]{{1,2}}[{_HAN}]?(?![{_HAN}A-Za-z0-9])"), MASKED, "names_zh.masked"),
            (re.compile(f"(?=[^\\s]{{4}}){foreign}(?:{_DOT}{foreign}){{1,4}}"), DOTTED, "names_zh.dotted"),
        )
        self._gate = gate or Gate()
        self._words = ChineseWords()

    def find(self, view: TextView) -> Iterator[Candidate]:
        """Candidates of all forms, with the name as it is written; overlaps are for the cascade to resolve."""
        for item in self._found(view.in_one_script()):
            yield replace(item, value=view.text[item.start : item.end])

    def _found(self, view: TextView) -> Iterator[Candidate]:
        holdings = self._gate.holdings(view.text, view.lower)
        for pattern, score, rule in self._formed:
            if self._gate.may_match(pattern, holdings):
                yield from (_person(match.span(), view.text, score, rule) for match in pattern.finditer(view.text))
        if _IS_HAN.search(view.text) is not None:
            yield from self._full_names(view.text)

    def _full_names(self, text: str) -> Iterator[Candidate]:
        words = self._words.segment(text)
        for match in self._called.finditer(text):
            start = match.start()
            # 对[方律师], [高工]作: inside a word, or a word by itself.
            if start in words.borders and (start, start + 2) not in words.words:
                yield _person(match.span(), text, TITLED, "names_zh.title")
        for match in (match for pattern in self._cued for match in pattern.finditer(text)):
            start, end = match.span("name")
            ends = [stop for stop in (end, end - 1) if stop in words.borders and stop > start + 1]
            word = ends and (start, ends[0]) in words.words and (start, ends[0]) not in words.names
            if start in words.borders and ends and not word:
                yield _person((start, ends[0]), text, CUED, "names_zh.full")
        for span in sorted(words.names):
            if text[slice(*span)] not in self._not_names and self._name.fullmatch(text, *span) is not None:
                yield _person(span, text, TAGGED.get(span[1] - span[0], CUED), "names_zh.full")


def _any_of(names: Iterable[str]) -> str:
    """One expression for all: surnames of two characters first."""
    found = sorted(names, key=len, reverse=True)
    singles = "".join(name for name in found if len(name) == 1)
    return f"(?:{'|'.join(name for name in found if len(name) > 1)}|[{singles}])"


def _person(span: tuple[int, int], text: str, score: float, rule: str) -> Candidate:
    return Candidate(*span, "PERSON", text[slice(*span)], score, Layer.LEXICON, rule, score)
