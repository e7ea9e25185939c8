"""Organisations told as their kind and the region that their name says: "Maricopa County Superior Court" is a court in
Arizona. What a name does not say is not told: a place in it counts only where it can be nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.dehydrate.base_hierarchy import InnerLevel, Labels
from core.dehydrate.gazetteer import Gazetteer
from core.dehydrate.place_names import Named, Place, folded_name
from core.dehydrate.published import NONE, PublishedShares
from core.dehydrate.tree import Tree, TreeHierarchy
from core.domain.errors import ResourceError
from core.domain.language import Language
from core.domain.taxonomy import AttributeType
from core.extract.explicit.lexicons import read_lines
from core.text.scripts import is_ideograph

FILE = "institutions.toml"
PERSONS = ("surnames_latin.txt", "given_names_latin.txt")
"""Names that towns and people share: Lincoln Elementary is in no town of the name."""
REGIONS = frozenset({"country", "province", "division"})
HOME = "CN"
"""A country whose name before a Chinese one says where it was founded."""
_PARENS = re.compile(r"[(（]([^()（）]+)[)）]")
_WORD = re.compile(r"[^\s,，、()（）]+")
_BRANCH = re.compile(r"[分支]行$")


@dataclass(frozen=True, slots=True)
class Kind:
    """One row of institutions.toml."""

    id: str
    per: float
    share: float
    says: frozenset[str]
    one: Labels
    inside: Labels
    heads: tuple[tuple[str, ...], ...]
    pattern: re.Pattern[str]
    behind: bool
    registered: bool

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Kind:
        """From its row. Raises KeyError, ValueError."""
        return cls(
            str(row["id"]),
            float(row["per"]),
            float(row["share"]),
            frozenset(row["says"]),
            {code: str(row[code]["one"]) for code in Language},
            {code: str(row[code]["in"]) for code in Language},
            tuple(tuple(folded_name(head).split()) for head in row["heads_en"]),
            re.compile(f"(?:{'|'.join(row['heads_zh'])})$"),
            bool(row.get("behind", False)),
            bool(row.get("region_in_name", False)),
        )


@dataclass(frozen=True, slots=True)
class Institution:
    """What a name says: a kind and, narrow to wide, the regions that it surely lies in."""

    kind: Kind
    regions: tuple[Place, ...]


class Institutions:
    """Reads names of organisations. Pure; safe from any thread."""

    def __init__(self, folder: Path, table: Mapping[str, Any], gazetteer: Gazetteer) -> None:
        """`folder`: resources. Raises ResourceError."""
        self.gazetteer = gazetteer
        try:
            self.least = float(table["least"])
            self._kinds = tuple(Kind.of(row) for row in table["kind"])
            self._otherwise = frozenset(table["named_otherwise"])
            self._fillers, self._links = frozenset(table["fillers"]), frozenset(table["links"])
            self._not_en, self._not_zh = frozenset(table["not_en"]), tuple(table["not_zh"])
        except (KeyError, TypeError, ValueError, re.error) as error:
            raise ResourceError("resource.malformed", details={"file": FILE}) from error
        self._persons = frozenset(name for file in PERSONS for name in map(folded_name, read_lines(folder, file)))

    def read(self, value: str) -> Institution | None:
        """What the name says of itself; None where it does not say what it is."""
        folded = folded_name(value)
        aside = (self.gazetteer.region(text) for text in _PARENS.findall(folded))
        told = next((named for named in aside if named is not None), None)
        plain = _PARENS.sub(" ", folded).strip()
        if any(map(is_ideograph, plain)):
            return self._chinese(plain.replace(" ", ""), told)
        return self._english(_WORD.findall(plain), told)

    def _english(self, words: list[str], told: Named | None) -> Institution | None:
        if not self._not_en.isdisjoint(words):
            return None
        best: tuple[int, int, Kind] | None = None
        for kind in self._kinds:
            for head in kind.heads:
                for start in range(len(words) - len(head) + 1):
                    if tuple(words[start : start + len(head)]) != head:
                        continue
                    end = start + len(head)
                    if best is None or (end, end - start) > (best[1], best[1] - best[0]):
                        best = start, end, kind
        if best is None:
            return None
        start, end, kind = best
        before, after = words[:start], words[end:]
        behind = self._place(after[1:] if after and after[0] in self._links else after)
        if after and behind is None and after[0] not in self._links:
            return None  # another word follows: Court Jester
        if kind.id == "court" and "county" in words[start:end]:
            before = words[: words.index("county", start) + 1]
        found = [named for named in (None if kind.behind else self._place(before), behind, told) if named is not None]
        return Institution(kind, self._regions(found))

    def _place(self, words: Sequence[str]) -> Named | None:
        """The place that words are: all of them, or all but those that say nothing of it."""
        rest = [word for word in words if word not in self._fillers]
        for group in (list(words), rest):
            name = " ".join(group)
            named = self.gazetteer.read(name) if group else None
            if named is not None and (named.full or (name not in self._persons and named.place.code)):
                return named
        return None

    def _chinese(self, name: str, told: Named | None) -> Institution | None:
        if any(word in name for word in self._not_zh):
            return None
        kind = next((kind for kind in self._kinds if kind.pattern.search(name)), None)
        if kind is None:
            return None
        if kind.behind:
            branch = _BRANCH.sub("", name) if _BRANCH.search(name) else ""
            read = [self.gazetteer.read(branch[start:]) for start in range(2, len(branch) - 1)] if branch else []
            found = next((named for named in read if named is not None and self._is_home(named.place)), None)
            return Institution(kind, self._regions([found] if found else []))
        if told is not None:
            return Institution(kind, self._regions([told]))
        leading = self.gazetteer.leading(name)
        if leading is None or not self._sure(leading.name, leading.places, leading.parts, kind):
            return Institution(kind, ())
        rest = name[leading.end :]
        bare = leading.parts == 1 and not self.gazetteer.is_full(leading.name)
        if bare and (self.gazetteer.is_road(rest) or self._elsewhere(rest, leading.places[0])):
            return Institution(kind, ())
        return Institution(kind, self._common([self._own(place) for place in leading.places]))

    def _sure(self, name: str, places: Sequence[Place], parts: int, kind: Kind) -> bool:
        """Whether a name that begins so says where it is."""
        place = max(places, key=lambda item: item.population)
        if name in self._otherwise or place.code == HOME:
            return False
        if parts > 1 or self.gazetteer.is_full(name) or (place.code in self.gazetteer.wide and self._is_home(place)):
            return True
        if not self._is_home(place):
            return not kind.registered
        return place.kind == "city" or (kind.registered and place.zh.endswith("市"))

    def _is_home(self, place: Place) -> bool:
        return any(node.code == HOME for node in self.gazetteer.path(place))

    def _elsewhere(self, rest: str, place: Place) -> bool:
        """Whether the rest of a name says a place outside that one: 北京大学深圳医院."""
        own = {node.code for node in self._own(place)}
        for start in range(len(rest) - 1):
            held = self.gazetteer.leading(rest[start:])
            if held is not None and all(item.kind in ("city", "province") for item in held.places):
                others = ({node.code for node in self._own(item)} for item in held.places if self._is_home(item))
                if any(own.isdisjoint(other - {HOME}) for other in others):
                    return True
        return False

    def _own(self, place: Place) -> tuple[Place, ...]:
        """The regions that a place is or lies in, narrow to wide."""
        return tuple(node for node in self.gazetteer.path(place) if node.kind in REGIONS)

    def _regions(self, found: Sequence[Named]) -> tuple[Place, ...]:
        """What all places that a name says have around them."""
        paths = []
        for named in found:
            wide = named.place.kind in REGIONS
            paths.append((named.place, *named.around) if wide else named.around)
        return self._common([tuple(node for node in path if node.kind in REGIONS) for path in paths])

    @staticmethod
    def _common(paths: Sequence[tuple[Place, ...]]) -> tuple[Place, ...]:
        common = paths[0] if paths else ()
        for path in paths[1:]:
            held = {node.code for node in path}
            common = tuple(node for node in common if node.code in held)
        return common


class InstitutionHierarchy(TreeHierarchy):
    """An organisation by its kind and region where its name says them, else by the classification of its type."""

    def __init__(
        self,
        identifier: str,
        kind: AttributeType,
        tree: Tree,
        institutions: Institutions,
        published: PublishedShares = NONE,
    ) -> None:
        super().__init__(identifier, kind, tree, published)
        self._institutions = institutions

    def says(self, value: str) -> bool:
        return bool(self._said(value))

    def of(self, value: str) -> str:
        said = self._said(value)
        return said[0].node if said else super().of(value)

    def inner_levels(self, value: str) -> tuple[InnerLevel, ...]:
        return self._said(value) or super().inner_levels(value)

    def _said(self, value: str) -> tuple[InnerLevel, ...]:
        """The classes that the name says, narrow to wide; none where that is no more than the type does."""
        read = self._institutions.read(value)
        if read is None:
            return ()
        gazetteer, kind = self._institutions.gazetteer, read.kind
        found = []
        for region in read.regions:
            number = gazetteer.people(region) / kind.per
            if number >= self._institutions.least:
                names = gazetteer.labels(region)
                labels = {code: kind.inside[code].format(region=names[code]) for code in Language}
                share = kind.share * region.population / gazetteer.world
                found.append(InnerLevel(f"{kind.id}@{region.code}", 1.0 / number, share, labels))
        if found or self._kind.id not in kind.says:
            found.append(InnerLevel(f"kind:{kind.id}", kind.per / gazetteer.world, kind.share, kind.one))
        return tuple(found)
