"""Countries, and provinces of China, by their names in ideographs: places that anybody may know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from core.extract.candidate import Candidate
from core.extract.quasi.lexicon import listed
from core.extract.weighing.borders import cut
from core.resources import read_csv
from core.text.characters import in_simplified
from core.text.patterns import any_of

LOCATION = "LOCATION"
LEAST = 2
"""Signs of the shortest town behind a country: 印度洋 is a sea, 吉林市 a town of one name."""
_APART = re.compile(r"[\s,，、·()（）-]*")
"""What may stand between a country and the town behind it."""


@dataclass(frozen=True, slots=True)
class Regions:
    """`names`: a pattern of all of them in Simplified script, of two that begin alike the longer one."""

    names: re.Pattern[str]

    @classmethod
    def load(cls, root: Path, kinds: Iterable[str]) -> Regions:
        """From the lists of the resource folder. `kinds`: how full names of provinces end. Raises ResourceError."""
        names = [name for row in read_csv(root / "hierarchies" / "countries.csv") for name in row["zh"].split("|")]
        ends = tuple(kinds)
        names += [term.surface for term in listed(root, "divisions.zh") if term.canonical.endswith(ends)]
        return cls(re.compile(any_of(names)))

    def holds(self, surface: str) -> bool:
        """Whether a surface, Traditional or Simplified, is the name of one."""
        return self.names.fullmatch(in_simplified(surface)) is not None

    def parted(self, item: Candidate, text: str) -> Iterator[Candidate]:
        """A place, parted behind the country or province that it begins with (意大利|普拉托). What is behind keeps the
        value of the whole, which says where it lies."""
        region = self.names.match(in_simplified(text[item.start : item.end])) if item.type_id == LOCATION else None
        end = item.start + region.end() if region is not None else item.end
        town = _APART.match(text, end, item.end)
        if town is None or item.end - town.end() < LEAST:
            yield item
            return
        yield cut(item, item.start, end, text)
        yield replace(item, start=town.end())
