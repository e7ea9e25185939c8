"""All hierarchies of the taxonomy, each read from resources/hierarchies when it is first asked for."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

from core.dehydrate.ages import AgeBands, AgeHierarchy, BirthHierarchy
from core.dehydrate.chinese import ChineseFitting
from core.dehydrate.counts import CountHierarchy
from core.dehydrate.dates import DateHierarchy
from core.dehydrate.english import EnglishFitting
from core.dehydrate.kinds import BloodTypeHierarchy, KindHierarchy, LifeEventHierarchy
from core.dehydrate.measures import LabHierarchy, PhysiqueHierarchy
from core.dehydrate.neighbours import Neighbours, OtherWords
from core.dehydrate.phrase import PhrasingHierarchy
from core.dehydrate.places import Gazetteer, NationalityHierarchy, PlaceHierarchy
from core.dehydrate.quantities import ClockHierarchy, DoseHierarchy, DurationHierarchy, MoneyHierarchy, RateHierarchy
from core.dehydrate.rung import BaseHierarchy, Fitting, TypeWords
from core.dehydrate.statuses import ChineseStatus
from core.dehydrate.tree import Tree, TreeHierarchy
from core.dehydrate.trips import TripHierarchy
from core.domain.language import Language
from core.domain.taxonomy import AttributeType, Kind, Taxonomy
from core.resources import read_toml

FOLDER = "hierarchies"


class HierarchyLibrary:
    """Hierarchies by attribute type. Safe from any thread; nothing is read before it is needed.

    `reference_year`: the year in which ages count, for dates of birth; the current one when not given.
    """

    def __init__(self, taxonomy: Taxonomy, root: Path, reference_year: int | None = None) -> None:
        self._taxonomy = taxonomy
        self._folder = root / FOLDER
        self._year = reference_year or date.today().year
        self._lock = threading.RLock()
        self._made: dict[str, PhrasingHierarchy] = {}
        self._tables: dict[str, Any] = {}

    @property
    def reference_year(self) -> int:
        """The year in which ages count."""
        return self._year

    def for_type(self, type_id: str) -> PhrasingHierarchy:
        """The ladder of one type; suppress-only where the type has no hierarchy. Raises KeyError, ResourceError."""
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

    @cached_property
    def neighbours(self) -> Neighbours:
        """How renderings of one text are fitted to each other."""
        return Neighbours(self._gazetteer, OtherWords(**self._table("place")["another"]))

    def policy(self) -> Mapping[str, Any]:
        """resources/hierarchies/policy.toml: where a first proposal starts."""
        table: Mapping[str, Any] = self._table("policy")
        return table

    def _table(self, name: str) -> Any:
        with self._lock:
            if name not in self._tables:
                self._tables[name] = read_toml(self._folder / f"{name}.toml")
            return self._tables[name]

    def _make(self, kind: AttributeType) -> PhrasingHierarchy:
        words = self._type_words(kind)
        name = kind.hierarchy or "suppress"

        def withheld() -> Mapping[str, Any]:
            table: Mapping[str, Any] = self._table("suppression")["withheld"]
            return table

        builders: dict[str, Callable[[], BaseHierarchy]] = {
            "age": lambda: AgeHierarchy(name, words, self._fitting, self._bands, self._year),
            "birth_date": lambda: BirthHierarchy(name, words, self._fitting, self._bands, self._year),
            "date": lambda: DateHierarchy(name, words, self._fitting, self._table("calendar")),
            "time": lambda: ClockHierarchy(name, words, self._fitting, self._table("scales")["time"]),
            "duration": lambda: DurationHierarchy(name, words, self._fitting, self._table("scales")["duration"]),
            "rate": lambda: RateHierarchy(name, words, self._fitting, self._table("scales")["rate"]),
            "dose": lambda: DoseHierarchy(name, words, self._fitting, self._table("scales")["dose"]),
            "count": lambda: CountHierarchy(name, words, self._fitting, self._table("count")),
            "money": lambda: MoneyHierarchy(name, words, self._fitting, self._table("scales")["money"]),
            "place": lambda: PlaceHierarchy(name, words, self._fitting, self._gazetteer),
            "nationality": lambda: NationalityHierarchy(name, words, self._fitting, self._gazetteer),
            "trip": lambda: TripHierarchy(name, words, self._fitting, self._table("trip")),
            "physique": lambda: PhysiqueHierarchy(name, words, self._fitting, self._table("measures"), withheld()),
            "lab": lambda: LabHierarchy(name, words, self._fitting, self._table("measures"), withheld()),
            "blood_type": lambda: BloodTypeHierarchy(
                name, words, self._fitting, Tree.load(self._folder / f"{name}.csv"), withheld()
            ),
            "life_event": lambda: LifeEventHierarchy(name, words, self._fitting, self._table("life_event"), withheld()),
            "suppress": lambda: KindHierarchy(name, words, self._fitting, withheld()),
        }
        return builders.get(name, lambda: self._tree(name, words))()

    def _tree(self, name: str, words: TypeWords) -> TreeHierarchy:
        form = self._table("trees").get(name, {})
        tree = Tree.load(self._folder / f"{name}.csv", head_last=bool(form.get("head_last", False)))
        named, absorbed = bool(form.get("named", False)), tuple(form.get("absorb_after", ()))
        return TreeHierarchy(name, words, self._fitting, tree, named=named, absorbed=absorbed)

    def _type_words(self, kind: AttributeType) -> TypeWords:
        table = self._table("suppression")
        entry = table["types"].get(kind.id, table["explicit"])
        known = table["kinds"].get(kind.id)
        removed = {code: _slots(entry, code) for code in Language}
        if kind.kind is Kind.EXPLICIT:
            removed = {code: {**removed[code], "label": f"[{kind.token[code]}]"} for code in Language}
        return TypeWords(kind, removed, {code: _slots(known, code) for code in Language} if known else {})

    @cached_property
    def _bands(self) -> AgeBands:
        return AgeBands(read_toml(self._folder / "age.toml"))

    @cached_property
    def _gazetteer(self) -> Gazetteer:
        return Gazetteer(self._folder, self._table("place"))

    @cached_property
    def _fitting(self) -> Fitting:
        english, chinese = self._table("english"), self._table("chinese")
        possessives = {word: owner for owner, words in english["possessives"].items() for word in words}
        return Fitting(
            EnglishFitting(
                frozenset(english["determiners"]),
                frozenset(english["adjectives"]),
                frozenset(english["date_prepositions"]),
                frozenset(english["noun_prepositions"]),
                possessives,
                tuple(english["approximators"]),
                tuple(english["attributive"]),
                frozenset(english["measures"]),
                english["possession"],
                english["subjects"],
                frozenset(english["past_verbs"]),
                frozenset((*english["past_verbs"], *english["present_verbs"])),
                frozenset(english["charged"]),
                frozenset(english["counts"]),
                tuple(english["comparators"]),
                tuple(english["bounded"]),
                english["compounds"],
                frozenset(english["nationality"]["of"]),
                frozenset(english["not_adjectives"]),
                frozenset(english["openers"]),
                tuple(english["parts_of_time"]),
                frozenset(english["contractions"]),
                english["salutation"],
                tuple(english["languages"]),
            ),
            ChineseFitting(
                tuple(chinese["item_cues"]),
                tuple(chinese["approximators"]),
                tuple(chinese["closers"]),
                ChineseStatus({name: tuple(words) for name, words in chinese["joining"].items()}),
            ),
        )


def _slots(entry: Mapping[str, str], language: Language) -> dict[str, str]:
    """Slots of one language: `en`/`zh` is the noun; `zh_field` belongs to Chinese only, bare slots to English."""
    slots = {"noun": entry[language]}
    if language is Language.ZH:
        slots.update({key.removeprefix("zh_"): text for key, text in entry.items() if key.startswith("zh_")})
        return slots
    slots.update({key: text for key, text in entry.items() if key not in ("en", "zh") and not key.startswith("zh_")})
    if "noun" in entry:
        slots["adverb"], slots["noun_only"], slots["noun"] = entry["en"], entry["noun"], entry["en"]
    return slots
