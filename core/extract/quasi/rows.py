"""Values that one pattern tells: rows of resources/recognizers/quasi.toml, a table per family (see README there)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from core.domain.errors import ResourceError
from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.quasi.scan import Scan, candidate, folded
from core.extract.quasi.word_lists import any_of, table, words
from core.resources import read_toml, resource_root
from core.text.numerals import ZH_NUMERAL

FILE = "quasi.toml"
TABLE = "table."
_NAMED = re.compile(r"\{(en|zh)\.(\w+)\}")
_VALUES: Mapping[str, Callable[[str], str]] = {
    "folded": folded,
    "text": str,
    "code": lambda surface: surface.replace(" ", "").upper(),
}
_SEARCHES: Mapping[str, Callable[[Scan, re.Pattern[str]], Iterator[re.Match[str]]]] = {
    "lower": lambda scan, pattern: iter(scan.all(pattern)),
    "cased": lambda scan, pattern: iter(scan.cased(pattern)),
    "digits": lambda scan, pattern: iter(scan.num(pattern)),
    "latin": lambda scan, pattern: iter(scan.en(pattern)),
    "han": lambda scan, pattern: iter(scan.zh(pattern)),
}
"""In which text a pattern is searched, and what that must hold."""


@dataclass(frozen=True, slots=True)
class Row:
    """One compiled row. The span is the last group that a match has, else all of it."""

    rule: str
    type_id: str
    pattern: re.Pattern[str]
    search: Callable[[Scan, re.Pattern[str]], Iterator[re.Match[str]]]
    value: Callable[[str], str]
    score: float
    form: str
    layer: Layer
    near: re.Pattern[str] | None
    reach: int
    reject: frozenset[str]

    @classmethod
    def of(cls, entry: Mapping[str, Any]) -> Row:
        """Raises KeyError, ValueError, re.error, ResourceError."""
        near = entry.get("near")
        reject = entry.get("reject")
        return cls(
            str(entry["rule"]),
            str(entry["type"]),
            _compiled(entry["pattern"]),
            _SEARCHES[entry.get("in", "lower")],
            _value_of(entry.get("value", "folded")),
            float(entry["score"]),
            str(entry["form"]),
            Layer(entry.get("layer", Layer.PATTERN)),
            _compiled(near) if near else None,
            int(entry.get("reach", 0)),
            frozenset(words(*reject.split("."))) if reject else frozenset(),
        )

    def find(self, scan: Scan) -> Iterator[Candidate]:
        """Candidates of the segment."""
        for match in self.search(scan, self.pattern):
            start, end = match.span(match.lastindex or 0)
            around = max(0, match.start() - self.reach), min(len(scan.lower), match.end() + self.reach)
            if self.near is not None and self.near.search(scan.lower, *around) is None:
                continue
            surface = match.group(match.lastindex or 0)
            if surface not in self.reject:
                value = self.value(surface)
                yield candidate((start, end), self.type_id, value, self.score, self.rule, self.form, self.layer)


def _value_of(name: str) -> Callable[[str], str]:
    """How a row makes its value: by name, or by a table of `word_lists.toml`, where a word that it lacks has none."""
    if not name.startswith(TABLE):
        return _VALUES[name]
    meanings = table(name.removeprefix(TABLE))
    return lambda surface: meanings.get(surface, "")


def _compiled(source: str) -> re.Pattern[str]:
    """A pattern in which `{zh.persons}` stands for a list of words, and `{numeral}` for a Chinese numeral."""
    source = source.replace("{numeral}", ZH_NUMERAL)
    return re.compile(_NAMED.sub(lambda named: any_of(named[1], named[2]), source))


@cache
def rows(family: str) -> tuple[Row, ...]:
    """The rows of a family. Raises ResourceError where a row does not fit."""
    try:
        return tuple(Row.of(entry) for entry in read_toml(resource_root() / "recognizers" / FILE)[family])
    except (KeyError, TypeError, ValueError, re.error) as error:
        raise ResourceError("resource.malformed", details={"file": FILE, "entry": family}) from error


def found(scan: Scan, family: str) -> Iterator[Candidate]:
    """What the rows of a family find."""
    for row in rows(family):
        yield from row.find(scan)
