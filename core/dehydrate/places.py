"""Places: district -> city -> province or country -> region, weighted by population."""

from __future__ import annotations

import re

from core.dehydrate.base_hierarchy import BaseHierarchy, InnerLevel, labelled
from core.dehydrate.gazetteer import TOWN, WIDE_KINDS, Gazetteer
from core.dehydrate.place_names import Place
from core.domain.language import Language
from core.domain.taxonomy import AttributeType

_DISTRICT = re.compile(r"[区县镇乡村旗]$")
CONTINENT = "continent:"
FIRST_LEVEL = frozenset({"province", "division"})
EVEN = 0.5
"""Where a guess at a place is as often wrong as right."""
_ROAD = re.compile(r"(?:[路街巷道弄]|\b(?:street|road|avenue|lane|drive|close|square|st|rd|ave)\.?)$", re.IGNORECASE)


class PlaceHierarchy(BaseHierarchy):
    """A place told as the region that it lies in, first level below the country first; an unknown one by its shape."""

    def __init__(self, identifier: str, kind: AttributeType, gazetteer: Gazetteer) -> None:
        super().__init__(identifier, kind)
        self._gazetteer = gazetteer

    @property
    def gazetteer(self) -> Gazetteer:
        """The places behind it."""
        return self._gazetteer

    def prior(self, value: str) -> float:
        place = self._gazetteer.find(value)
        return place.population / self._gazetteer.world if place else super().prior(value)

    def peak(self, value: str) -> float:
        place = self._gazetteer.find(value)
        if place is None:
            return self.prior(value)
        most = self._gazetteer.largest("", country=place.kind in WIDE_KINDS)
        return max(most / self._gazetteer.world, self.prior(value))

    def wide(self, value: str) -> bool:
        place = self._gazetteer.find(value)
        return place is not None and place.kind in WIDE_KINDS

    def alike(self, node: str, label: str, surface: str, language: Language) -> str:
        place = self._gazetteer.places.get(node)
        return self._gazetteer.labels(place)[language] if place else ""

    def inner_levels(self, value: str) -> tuple[InnerLevel, ...]:
        gazetteer = self._gazetteer
        place = gazetteer.find(value)
        if place is None:
            return self._by_shape(value)
        around = gazetteer.around(value)
        if place.kind not in WIDE_KINDS and all(node.kind != "country" for node in around):
            return self._by_shape(value)  # towns of the name lie in several countries
        found = []
        for node in around:
            # A country needs a second class above its region; for a town a whole continent says nothing any more. A
            # district goes straight to its province, as a town does.
            if node.kind == "city" or (place.kind != "country" and node.code.startswith(CONTINENT)):
                continue
            posterior = place.population / max(node.population, place.population, 1.0)
            share = node.population / gazetteer.world
            inside = gazetteer.largest(node.code, country=place.kind in WIDE_KINDS)
            peak = inside / max(gazetteer.people(node), inside, 1.0)
            if node.kind in FIRST_LEVEL and inside > EVEN * node.population:
                continue  # most of its people live in one town: to name it is to name the town
            found.append(InnerLevel(node.code, posterior, share, self._gazetteer.labels(node), peak))
        return tuple(found) or self._by_shape(value)

    @staticmethod
    def shape(value: str) -> str:
        """What the form of a name says of a place that no table lists."""
        return "road" if _ROAD.search(value) else "district" if _DISTRICT.search(value) else TOWN

    def _by_shape(self, value: str) -> tuple[InnerLevel, ...]:
        name = self.shape(value)
        if name == TOWN:
            return ()
        share = min(1.0, 1000 / self._kind.domain_size)
        return (InnerLevel(name, max(0.001, self.prior(value)), share, labelled(self._gazetteer.shapes[name])),)


class NationalityHierarchy(PlaceHierarchy):
    """A country of origin told as its region of the world."""

    def _country(self, value: str) -> Place | None:
        code = self._gazetteer.demonyms.get(value.casefold())
        return self._gazetteer.places[code] if code else self._gazetteer.find(value)

    def wide(self, value: str) -> bool:
        return False

    def prior(self, value: str) -> float:
        place = self._country(value)
        return place.population / self._gazetteer.world if place else super().prior(value)

    def peak(self, value: str) -> float:
        most = self._gazetteer.largest("", country=True) / self._gazetteer.world
        return max(most, self.prior(value)) if self._country(value) else self.prior(value)

    def inner_levels(self, value: str) -> tuple[InnerLevel, ...]:
        place = self._country(value)
        found = []
        for node in self._gazetteer.path(place)[1:] if place else ():
            if place is not None and node.kind == "region" and not node.code.startswith("CN"):
                share = node.population / self._gazetteer.world
                posterior = min(1.0, place.population / max(1.0, node.population))
                inside = self._gazetteer.largest(node.code, country=True)
                peak = min(1.0, inside / max(1.0, node.population))
                found.append(InnerLevel(node.code, posterior, share, self._gazetteer.labels(node), peak))
        return tuple(found)
