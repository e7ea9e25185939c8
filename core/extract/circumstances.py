"""Circumstances that single somebody out in words, each as one span: its clause (DESIGN 5.0, 5.1).

The span reader finds pieces of them, and words such as "the only" give them away. Both give a chance; a clause has that
of its strongest witness. A circumstance takes up what stands inside it and narrows down the same person; it ends where
a name or a number stands that is hidden by itself, and where a value stands that is asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.domain.disclosure import DisclosureRole
from core.domain.errors import ResourceError
from core.domain.language import Language
from core.domain.sensitive import Layer
from core.domain.taxonomy import Family, Kind, Taxonomy
from core.extract.candidate import Candidate
from core.resources import read_toml
from core.text.scripts import is_ideograph

FILE = "circumstances.toml"
COPULA = "是"
"""What stands before it is who is singled out."""
CIRCUMSTANCE = "SINGLING_OUT"
"""What singles somebody out in words: always a question to the person."""
RECOGNIZER = "circumstance.clause"
_HAN = re.compile(r"[\u3400-\u9fff]")
_PUNCTUATION = r"[,.;:!?()\[\]{}|<>\n\t\"“”，。；：！？（）「」『』【】]|\s[-–—/]+\s|——"
_WORDS = re.compile(r"[\u3400-\u9fff]{3}|\w\W+\w")
"""What a piece holds at least: one word or two ideographs are no circumstance."""
_LEAST = 8
"""Letters below which a clause says nothing of anybody; an ideograph says as much as two."""


@dataclass(frozen=True, slots=True)
class _Cue:
    chance: float
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class _Witness:
    """A stretch that gives a circumstance away. `told`: by the reader's word alone."""

    start: int
    end: int
    chance: float
    told: bool


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Settings of resources/recognizers/circumstances.toml."""

    cues: tuple[_Cue, ...]
    border: re.Pattern[str]
    head: re.Pattern[str]
    tail: re.Pattern[str]
    topics: frozenset[str]
    longest_latin: int
    longest_han: int
    reach_latin: int
    reach_han: int

    @classmethod
    def load(cls, root: Path) -> Circumstances:
        """From the resource folder. Raises ResourceError."""
        data = read_toml(root / "recognizers" / FILE)
        try:
            en, zh = (sorted(map(re.escape, data["edges"][name]), key=len, reverse=True) for name in Language)
            latin, han = "|".join(en), "|".join(zh)
            tails = "|".join([latin, *map(re.escape, data["tails"][Language.EN])])
            tails_han = "|".join([han, *map(re.escape, data["tails"][Language.ZH])])
            words = "|".join(data["borders"])
            return cls(
                tuple(_Cue(float(row["chance"]), _any(row[Language.EN], row[Language.ZH])) for row in data["cue"]),
                re.compile(rf"{_PUNCTUATION}|(?<![^\s])(?:{words})(?=\s)", re.IGNORECASE),
                re.compile(rf"(?:\s+|(?:{latin})(?=\s)|(?:{han}))+", re.IGNORECASE),
                re.compile(rf"(?:\s+|\s(?:{tails})|{tails_han})+\Z", re.IGNORECASE),
                frozenset(data["topics"]),
                int(data["longest"][Language.EN]),
                int(data["longest"][Language.ZH]),
                int(data["reach"][Language.EN]),
                int(data["reach"][Language.ZH]),
            )
        except (KeyError, TypeError, ValueError, re.error) as error:
            raise ResourceError("resource.malformed", details={"file": FILE}) from error

    def settled(
        self, standing: Sequence[Candidate], found: Iterable[Candidate], text: str, taxonomy: Taxonomy
    ) -> tuple[Candidate, ...]:
        """`standing` with the circumstances of the text, in text order, never overlapping. `found`: pieces of
        circumstances that the reader saw."""
        kept = list(standing)
        for clause in self._clauses([*self._seen(found, text), *self._cued(text)], text):
            for start, end in self._free(clause, kept, text, taxonomy):
                inside = [item for item in kept if item.start < end and start < item.end]
                if any(item.start < start or end < item.end for item in inside):
                    continue
                sure = any(item.sure and _locates(item, taxonomy) for item in inside)
                kept = [item for item in kept if item not in inside]
                kept.append(_candidate(start, end, clause.chance, text, sure=sure))
        kept.sort(key=lambda item: (item.start, item.end))
        return tuple(kept)

    def _seen(self, found: Iterable[Candidate], text: str) -> Iterator[_Witness]:
        for item in found:
            if _WORDS.search(text, item.start, item.end):
                yield _Witness(item.start, item.end, item.score, told=True)

    def _cued(self, text: str) -> Iterator[_Witness]:
        for cue in self.cues:
            for match in cue.pattern.finditer(text):
                yield _Witness(match.start(), match.end(), cue.chance, told=False)

    def _clauses(self, witnesses: list[_Witness], text: str) -> list[_Witness]:
        """One witness a clause, as wide as the circumstance: from its first word to the end of the clause."""
        grown: list[_Witness] = []
        for item in sorted(witnesses, key=lambda witness: witness.start):
            wide = self._grown(item, text)
            last = grown[-1] if grown else None
            if last is not None and wide.start <= last.end:
                chance, told = max(last.chance, wide.chance), last.told and wide.told
                grown[-1] = replace(last, end=max(last.end, wide.end), chance=chance, told=told)
            else:
                grown.append(wide)
        return grown

    def _grown(self, item: _Witness, text: str) -> _Witness:
        han = _HAN.search(text, item.start, item.end) is not None
        longest = self.longest_han if han else self.longest_latin
        first = max(0, item.start - longest)
        start = max((match.end() for match in self.border.finditer(text, first, item.start)), default=first)
        if not han:
            start = item.start
        elif (verb := text.rfind(COPULA, start, item.start)) >= 0:
            start = verb + len(COPULA)
        border = self.border.search(text, item.end, item.end + longest)
        end = border.start() if border is not None else min(len(text), item.end + longest)
        reach = self.reach_han if han else self.reach_latin
        if end - start > longest or (item.told and item.start - start + end - item.end > reach):
            start, end = item.start, item.end
        return replace(item, start=start, end=end)

    def _free(
        self, clause: _Witness, standing: Sequence[Candidate], text: str, taxonomy: Taxonomy
    ) -> Iterator[tuple[int, int]]:
        """The longest part of a clause between what keeps its own place in it, without words at its edges that are none
        of it; nothing where too little is left."""
        fixed = sorted(
            (max(clause.start, item.start), min(clause.end, item.end))
            for item in standing
            if item.start < clause.end and clause.start < item.end and self._keeps_place(item, clause, taxonomy)
        )
        parts, at = [], clause.start
        for start, end in [*fixed, (clause.end, clause.end)]:
            if start > at:
                parts.append((at, start))
            at = max(at, end)
        trimmed = [self._trimmed(start, end, text) for start, end in parts]
        start, end = max(trimmed, key=lambda part: part[1] - part[0], default=(0, 0))
        if sum(1 + is_ideograph(char) for char in text[start:end] if char.isalnum()) >= _LEAST:
            yield start, end

    def _keeps_place(self, item: Candidate, clause: _Witness, taxonomy: Taxonomy) -> bool:
        """Whether a value inside a clause is none of the circumstance: hidden by itself, or asked about.

        A circumstance is told more often than not, and must not tell the place that it names. A date or a number that
        surely locates gives way to words that surely single out, not to what the reader thinks it sees.
        """
        whole = clause.start <= item.start and item.end <= clause.end
        kind = taxonomy[item.type_id]
        if not whole or kind.kind is Kind.EXPLICIT or item.type_id in self.topics:
            return True
        return item.sure and _locates(item, taxonomy) and (clause.told or kind.family is Family.PLACE)

    def _trimmed(self, start: int, end: int, text: str) -> tuple[int, int]:
        head = self.head.match(text, start, end)
        start = head.end() if head is not None else start
        tail = self.tail.search(text[start:end])
        return start, (start + tail.start() if tail is not None else end)


def _locates(item: Candidate, taxonomy: Taxonomy) -> bool:
    return (item.role or taxonomy[item.type_id].does) is DisclosureRole.LOCATES


def _candidate(start: int, end: int, chance: float, text: str, *, sure: bool) -> Candidate:
    return Candidate(
        start=start,
        end=end,
        type_id=CIRCUMSTANCE,
        value=" ".join(text[start:end].split()).casefold(),
        score=round(chance, 4),
        layer=Layer.SPANS,
        recognizer=RECOGNIZER,
        base_score=round(chance, 4),
        role=DisclosureRole.LOCATES,
        sure=sure,
    )


def _any(latin: Iterable[str], chinese: Iterable[str]) -> re.Pattern[str]:
    parts = [rf"(?<![a-z])(?:{'|'.join(latin)})(?![a-z])"] if latin else []
    return re.compile("|".join([*parts, *chinese]), re.IGNORECASE)
