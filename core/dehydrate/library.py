"""All hierarchies of the taxonomy, each read from resources/hierarchies when it is first asked for."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

from core.dehydrate.ages import AgeBands, AgeHierarchy, BirthHierarchy
from core.dehydrate.base_hierarchy import BaseHierarchy
from core.dehydrate.categorical import HiddenHierarchy, LifeEventHierarchy
from core.dehydrate.counts import CountHierarchy
from core.dehydrate.dates import DateHierarchy
from core.dehydrate.forms import Forms
from core.dehydrate.gazetteer import Gazetteer
from core.dehydrate.generalization import GeneralizationHierarchy
from core.dehydrate.institutions import InstitutionHierarchy, Institutions
from core.dehydrate.measures import LabHierarchy, PhysiqueHierarchy
from core.dehydrate.mention_edges import Edges
from core.dehydrate.places import NationalityHierarchy, PlaceHierarchy
from core.dehydrate.published import NONE, PublishedShares, load_published
from core.dehydrate.quantities import ClockHierarchy, DoseHierarchy, DurationHierarchy, MoneyHierarchy, RateHierarchy
from core.dehydrate.tree import Tree, TreeHierarchy
from core.dehydrate.trips import TripHierarchy
from core.domain.taxonomy import AttributeType, Taxonomy
from core.resources import read_toml

FOLDER = "hierarchies"
HIDDEN = "suppress"
"""The hierarchy of types that have none."""


class HierarchyLibrary:
    """Hierarchies by attribute type. Safe from any thread; nothing is read before it is needed.

    `reference_year`: the year in which ages count, for dates of birth; the current one when not given.
    """

    def __init__(self, taxonomy: Taxonomy, root: Path, reference_year: int | None = None) -> None:
        self._taxonomy = taxonomy
        self._root = root
        self._folder = root / FOLDER
        self._year = reference_year or date.today().year
        self._lock = threading.RLock()
        self._made: dict[str, GeneralizationHierarchy] = {}
        self._tables: dict[str, Any] = {}

    @property
    def reference_year(self) -> int:
        """The year in which ages count."""
        return self._year

    def for_type(self, type_id: str) -> GeneralizationHierarchy:
        """The ladder of one type; hidden or told where the type has no hierarchy. Raises KeyError, ResourceError."""
        made = self._made.get(type_id)
        if made is None:
            with self._lock:
                made = self._made.get(type_id) or self._make(self._taxonomy[type_id])
                self._made[type_id] = made
        return made

    def warm(self) -> None:
        """Read everything now, so that no later call waits for a file. Raises ResourceError."""
        for kind in self._taxonomy:
            self.for_type(kind.id)
        self.forms, self.edges  # noqa: B018

    @cached_property
    def forms(self) -> Forms:
        """Which form the coarser values of a type take. Raises ResourceError."""
        return Forms.load(self._folder)

    @cached_property
    def edges(self) -> Edges:
        """What of a mention stays outside its replacement. Raises ResourceError."""
        return Edges.load(self._root)

    def policy(self) -> Mapping[str, Any]:
        """resources/hierarchies/policy.toml: where a first proposal starts."""
        table: Mapping[str, Any] = self._table("policy")
        return table

    def _table(self, name: str) -> Any:
        with self._lock:
            if name not in self._tables:
                self._tables[name] = read_toml(self._folder / f"{name}.toml")
            return self._tables[name]

    def _make(self, kind: AttributeType) -> GeneralizationHierarchy:
        name = kind.hierarchy or HIDDEN
        builders: dict[str, Callable[[], BaseHierarchy]] = {
            "age": lambda: AgeHierarchy(name, kind, self._bands, self._year),
            "birth_date": lambda: BirthHierarchy(name, kind, self._bands, self._year),
            "date": lambda: DateHierarchy(name, kind, self._table("calendar")),
            "time": lambda: ClockHierarchy(name, kind, self._table("scales")["time"]),
            "duration": lambda: DurationHierarchy(name, kind, self._table("scales")["duration"]),
            "rate": lambda: RateHierarchy(name, kind, self._table("scales")["rate"]),
            "dose": lambda: DoseHierarchy(name, kind, self._table("scales")["dose"]),
            "count": lambda: CountHierarchy(name, kind, self._table("count")),
            "money": lambda: MoneyHierarchy(name, kind, self._table("scales")["money"]),
            "place": lambda: PlaceHierarchy(name, kind, self._gazetteer),
            "nationality": lambda: NationalityHierarchy(name, kind, self._gazetteer),
            "trip": lambda: TripHierarchy(name, kind, self._table("trip")),
            "physique": lambda: PhysiqueHierarchy(name, kind, self._table("measures")),
            "lab": lambda: LabHierarchy(name, kind, self._table("measures")),
            "life_event": lambda: LifeEventHierarchy(name, kind, self._table("life_event")),
            HIDDEN: lambda: HiddenHierarchy(name, kind),
        }
        return builders.get(name, lambda: self._tree(name, kind))()

    def _tree(self, name: str, kind: AttributeType) -> TreeHierarchy:
        form = self._table("trees").get(name, {})
        tree = Tree.load(self._folder / f"{name}.csv", head_last=bool(form.get("head_last", False)))
        published = self.published.get(kind.id, NONE)
        if form.get("institutions", False):
            return InstitutionHierarchy(name, kind, tree, self._institutions, published)
        return TreeHierarchy(name, kind, tree, published)

    @cached_property
    def published(self) -> Mapping[str, PublishedShares]:
        """Published shares of single values, by attribute type. Raises ResourceError."""
        return load_published(self._root)

    @cached_property
    def _bands(self) -> AgeBands:
        return AgeBands(read_toml(self._folder / "age.toml"))

    @cached_property
    def _gazetteer(self) -> Gazetteer:
        return Gazetteer(self._folder, self._table("place"))

    @cached_property
    def _institutions(self) -> Institutions:
        return Institutions(self._root, self._table("institutions"), self._gazetteer)
