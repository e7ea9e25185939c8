"""A3: looks D's quasi-identifiers up in a population: how many people match, and what they share.

Expected counts (conservative convention). What a column of the population holds is counted; an attribute
without a column, or told more finely than the column (a nurse among professionals), multiplies the count by the
share of its node as if it were independent (named `type*` or `column*` in `dimensions`). A second value that is told
as the same node narrows no further: whoever has to do with one company has to do with several. Attributes of
different people are never joined: two values of one column that exclude each other open a new person. Types without a
part in a combination (illnesses, medicines) count where they are told as they are and their share is published; of what
else is told of them nothing is known, and nothing is counted. N is far below the real population, so k is smaller than
in reality.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod

import numpy as np

from core.dehydrate.generalization import Generalization
from core.dehydrate.library import HierarchyLibrary
from core.dehydrate.published import PublishedShares
from core.domain.artifact import EXACT_LEVEL
from core.domain.evidence import AttackerLevel, CombinationCount
from core.domain.language import Language
from core.domain.sensitive import SensitiveAttribute
from core.domain.taxonomy import Role, Taxonomy
from core.population.households import Households
from core.population.population import REGION, Mask, PopulationTable, SyntheticPopulation
from core.verify.case import Case, joined
from core.verify.grading import Target
from core.verify.statistics import clopper_pearson

INDEPENDENT = "*"
KEPT_MASKS = 64
CONFIDENCE = 0.95
FEWEST_TIED = 2
"""People of one household of whom something is told; of one, k of that person says it."""
SAME_SHARE = 0.5
"""A value that is at least this part of its category stands for it: frequencies differ between countries and years."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What one attribute contributes: categories of a column, and a factor for what the column cannot tell.

    `node`: what D says, by which a second value that is told alike is known. `wider`: the nodes around it, which say
    nothing more of somebody of whom it is told (whoever is in western Europe is in Europe). `outside`: a place of which
    the population's column knows no part.
    """

    attribute_id: str
    column: str
    categories: frozenset[str]
    factor: float
    label: str
    node: str = ""
    wider: frozenset[str] = frozenset()
    outside: bool = False

    @property
    def scale(self) -> str:
        """On what it is told; nodes of different scales that are called alike have nothing to do with each other."""
        return self.label.removesuffix(INDEPENDENT)

    def around(self, other: Condition) -> bool:
        """Whether whoever `other` holds for is somebody this holds for, by the nodes around it."""
        return self.scale == other.scale and self.node in other.wider


@dataclass(slots=True)
class Person:
    """Attributes that can belong to one person, joined. `owner`: whom the text says they are about."""

    owner: str = ""

    columns: dict[str, frozenset[str]] = field(default_factory=dict)
    attribute_ids: list[str] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)

    @property
    def narrowest(self) -> tuple[Condition, ...]:
        """One condition for each node told around no other, with the smallest factor of those told as that node or
        around it.

        One value can be told twice, more and less exactly; the less exact one must not stand for both, and a table that
        gives a class fewer people than a value inside it has them for neither. So no condition less ever leaves fewer.
        """
        found: dict[tuple[str, str], Condition] = {}
        for item in self.conditions:
            if (item.scale, item.node) in found or any(item.around(other) for other in self.conditions):
                continue
            alike = (
                other
                for other in self.conditions
                if (other.scale, other.node) == (item.scale, item.node) or other.around(item)
            )
            least = min(alike, key=lambda other: other.factor)
            marked = item.scale + (INDEPENDENT if INDEPENDENT in item.label + least.label else "")
            found[item.scale, item.node] = replace(item, factor=least.factor, label=marked)
        return tuple(found.values())

    @property
    def factor(self) -> float:
        """Part of the matching records that all conditions leave."""
        return prod(item.factor for item in self.narrowest)

    @property
    def dimensions(self) -> tuple[str, ...]:
        """What narrowed this person down, each once, in the order in which it was told."""
        return tuple(dict.fromkeys(item.label for item in self.narrowest))

    def takes(self, condition: Condition) -> bool:
        """Whether the condition can hold for this person too."""
        known = self.columns.get(condition.column)
        return not condition.column or known is None or bool(known & condition.categories)

    def add(self, condition: Condition) -> None:
        """Narrow this person down."""
        if condition.column:
            known = self.columns.get(condition.column, condition.categories)
            self.columns[condition.column] = known & condition.categories
        self.conditions.append(condition)
        self.attribute_ids.append(condition.attribute_id)


class NodeIndex:
    """Which categories of a column lie in a hierarchy's node, found by asking the hierarchy itself."""

    def __init__(self, library: HierarchyLibrary, table: PopulationTable, language: Language) -> None:
        self._library = library
        self._table = table
        self._language = language
        self._known: dict[str, Mapping[str, frozenset[str]]] = {}
        self._lock = threading.Lock()

    def categories(self, type_id: str, column: str, node: str) -> frozenset[str]:
        """Categories inside `node`; empty when the column does not know it."""
        with self._lock:
            nodes = self._known.get(type_id)
        if nodes is None:
            nodes = self._build(type_id, column)
            with self._lock:
                self._known[type_id] = nodes
        return nodes.get(node, frozenset())

    def _build(self, type_id: str, column: str) -> Mapping[str, frozenset[str]]:
        hierarchy = self._library.for_type(type_id)
        typical = self._table.typical.get(column, {})
        found: dict[str, set[str]] = {}
        for category in self._table.categories[column]:
            for value in typical.get(category, (category,)):
                ladder = hierarchy.ladder(value, self._language)
                for step in ladder[:-1]:
                    if step.node:
                        found.setdefault(step.node, set()).add(category)
        return {node: frozenset(categories) for node, categories in found.items()}


class LinkageAttacker:
    """Exact: share of the true value among the matching records (homogeneity attack); k per combination."""

    id = "linkage"
    level = AttackerLevel.A3

    def __init__(
        self,
        taxonomy: Taxonomy,
        library: HierarchyLibrary,
        population: SyntheticPopulation,
        households: Households | None = None,
        published: Mapping[str, PublishedShares] | None = None,
    ) -> None:
        """`households`: who is tied to whom, None = nobody. `published`: type id -> shares of single values."""
        self._published = published or {}
        self._households = households or Households(frozenset(), frozenset())
        self._taxonomy = taxonomy
        self._library = library
        self._population = population
        self._indexes: dict[Language, NodeIndex] = {}
        self._masks: dict[tuple[str, str, frozenset[str]], Mask] = {}
        self._lock = threading.Lock()

    def scores(self, case: Case, targets: Mapping[str, Target]) -> Mapping[str, float]:
        """See `shares`: who links reads no answers."""
        return self.shares(case, targets)

    def shares(self, case: Case, asked: Iterable[str]) -> Mapping[str, float]:
        """Per attribute id of `asked`: how often its most frequent value occurs among the records that match D; 0 for
        attributes that the population has no column or no category for."""
        case = joined(case, self._library)
        table = self._population.table(case.language)
        found: dict[str, float] = dict.fromkeys(asked, 0.0)
        persons = self._persons(case, [item for item in case.linkable if self._placed(item)])
        masks = [(person, self._mask(table, person)) for person in persons]
        for attribute in case.sensitive.attributes:
            if attribute.id not in found:
                continue
            column = self._taxonomy[attribute.type_id].dimension
            truth = self._condition(case, attribute, level=0) if column else None
            if column is None or truth is None or not truth.column:
                continue
            if len(truth.categories) == len(table.categories[column]):
                continue  # the value lies outside this population's column: it cannot tell it from any other
            own = next((mask for person, mask in masks if attribute.id in person.attribute_ids), None)
            chosen = own if own is not None else (masks[0][1] if masks else None)
            if own is None and not self._share(table, truth, chosen):
                continue  # nothing is told of it, and nobody there has it: the crowd is another's (a pet's age)
            found[attribute.id] = min(1.0, self._most(table, truth, chosen) * truth.factor)
        return found

    def warm(self, language: Language) -> None:
        """Draw the population and learn which of its categories lie in which node."""
        index = self._index(language)
        for kind in self._taxonomy:
            if kind.dimension is not None:
                index.categories(kind.id, kind.dimension, "")

    def combinations(self, case: Case) -> tuple[CombinationCount, ...]:
        """k of every combination of S and of everything that the conversation tells of each person.

        Only attributes of this text are named: earlier turns have left and cannot be changed any more.
        """
        case = joined(case, self._library)
        table = self._population.table(case.language)
        by_id = {attribute.id: attribute for attribute in case.sensitive.attributes}
        groups: list[Sequence[SensitiveAttribute]] = [
            case.linkable,
            *([by_id[i] for i in item.attribute_ids if i in by_id] for item in case.sensitive.combinations),
        ]
        counted: dict[tuple[str, ...], CombinationCount] = {}
        for group in groups:
            for person in self._persons(case, group):
                ids = tuple(attribute_id for attribute_id in person.attribute_ids if attribute_id in by_id)
                if not ids or tuple(sorted(ids)) in counted:
                    continue
                records = int(np.count_nonzero(self._mask(table, person)))
                k, each = records * person.factor, table.persons_per_record
                within = clopper_pearson(records, table.size, CONFIDENCE)
                fewest, most = (share * table.size * person.factor * each for share in (within.lower, within.upper))
                known = not any(item.outside for item in person.conditions)
                counted[tuple(sorted(ids))] = CombinationCount(
                    ids, k, person.dimensions, table.name, k * each, fewest, most, known
                )
        return tuple(counted.values())

    def households(self, case: Case) -> tuple[CombinationCount, ...]:
        """How many households fit what the conversation tells of all people in it together; none where fewer than two
        of them are told of, or nothing of it can be changed any more.

        Facts of different members count as independent: members of one family are more alike than strangers are, so
        that really more households fit (a child of six is rarer among all people than among the children of somebody
        of forty). What holds for all of them, such as where they live, counts once, apart from the rest.
        """
        case = joined(case, self._library)
        told = self._persons(case, case.linkable)
        tied = self._households.tied(person.owner for person in told)
        members = [person for person in told if person.owner in tied]
        by_id = {attribute.id for attribute in case.sensitive.attributes}
        ids = tuple(key for person in members for key in person.attribute_ids if key in by_id)
        if len({person.owner for person in members}) < FEWEST_TIED or not ids:
            return ()
        table = self._population.table(case.language)
        homes: list[Person] = []
        parts: list[Person] = []
        for person in members:
            rest = Person(person.owner)
            for condition in person.conditions:
                if condition.column in self._households.shared or condition.outside:
                    home = next((item for item in homes if item.takes(condition)), None)
                    if home is None:
                        homes.append(home := Person())
                    home.add(condition)
                else:
                    rest.add(condition)
            parts.append(rest)
        share = fewest = most = 1.0
        for part in (*homes, *parts):
            records = int(np.count_nonzero(self._mask(table, part)))
            within = clopper_pearson(records, table.size, CONFIDENCE)
            share *= records / table.size * part.factor
            fewest *= within.lower * part.factor
            most *= within.upper * part.factor
        labels = tuple(label for part in (*homes, *parts) for label in part.dimensions)
        known = not any(item.outside for home in homes for item in home.conditions)
        k, each = share * table.size, table.persons_per_record
        people = k * each
        size = table.size * each
        return (CombinationCount(ids, k, labels, table.name, people, fewest * size, most * size, known),)

    def _mask(self, table: PopulationTable, person: Person) -> Mask:
        """Records that can be this person; masks of single columns are kept, since a step changes one of them."""
        matched = np.ones(table.size, dtype=np.bool_)
        for column, categories in person.columns.items():
            matched &= self._column(table, column, categories)
        return matched

    def _column(self, table: PopulationTable, column: str, categories: frozenset[str]) -> Mask:
        key = (table.name, column, categories)
        with self._lock:
            known = self._masks.get(key)
        if known is None:
            known = table.column_mask(column, categories)
            with self._lock:
                if len(self._masks) >= KEPT_MASKS:
                    self._masks.clear()
                self._masks[key] = known
        return known

    def _share(self, table: PopulationTable, truth: Condition, among: Mask | None) -> float:
        """Share of records that hold the true value among those of `among` (all by default); 0 when none is left."""
        true = self._column(table, truth.column, truth.categories)
        if among is None:
            return float(np.count_nonzero(true)) / table.size
        crowd = int(np.count_nonzero(among))
        return float(np.count_nonzero(true & among)) / crowd if crowd else 0.0

    def _most(self, table: PopulationTable, truth: Condition, among: Mask | None) -> float:
        """Share of the most frequent single category of the column, or of the true value's where that holds several:
        whichever value of a told class is the true one, D gives it away alike."""
        own = self._share(table, truth, among)
        if len(truth.categories) > 1 or truth.factor < 1.0:
            return own
        return max(own, *table.shares(truth.column, among).values(), 0.0)

    def _persons(self, case: Case, attributes: Iterable[SensitiveAttribute]) -> list[Person]:
        """People first, by what is true of them, then what D tells of each: who is who must not hang on what is hidden,
        or hiding one thing would move another to somebody else."""
        pairs: list[tuple[Person, Person]] = []
        for attribute in attributes:
            true = self._condition(case, attribute, EXACT_LEVEL)
            if true is None:
                continue
            pair = next((p for p in pairs if p[0].owner == attribute.person and p[0].takes(true)), None)
            if pair is None:
                pair = Person(attribute.person), Person(attribute.person)
                pairs.append(pair)
            whole, told = pair
            whole.add(true)
            condition = self._condition(case, attribute, case.told(attribute.id).level)
            if condition is not None:
                told.add(condition)
        return [told for _, told in pairs if told.attribute_ids]

    def _placed(self, attribute: SensitiveAttribute) -> bool:
        """Whether the type has a part in combinations: the crowd of what is hidden is sought by those that do."""
        return self._taxonomy[attribute.type_id].role is not Role.NONE

    def _condition(self, case: Case, attribute: SensitiveAttribute, level: int) -> Condition | None:
        """What `attribute` at `level` tells a linker; None when it tells nothing or links nothing."""
        kind = self._taxonomy[attribute.type_id]
        ladder = case.generalizations[attribute.id]
        share = self._share_of(case.language, attribute, level)
        if level >= len(ladder) - 1 or (share is None and not self._placed(attribute)):
            return None
        told = ladder[level]
        wider = frozenset(step.node for step in ladder[level + 1 :] if step.node and step.node != told.node)
        if kind.dimension is not None:
            index = self._index(case.language)
            for step in ladder[level:-1]:
                categories = index.categories(kind.id, kind.dimension, step.node) if step.node else frozenset()
                if categories:
                    factor = _ratio(told, step)
                    if share is not None:
                        factor = min(1.0, share / self._held(case.language, kind.dimension, categories))
                    elif step.level == EXACT_LEVEL and self._wider(case.language, kind.dimension, categories, step):
                        factor *= ladder[EXACT_LEVEL + 1].posterior
                    label = kind.dimension + (INDEPENDENT if factor < 1 else "")
                    return Condition(attribute.id, kind.dimension, categories, factor, label, told.node, wider)
        if share is not None:
            told = replace(told, share=share)
        elif level == EXACT_LEVEL and len(ladder) > 2:
            # No register lists exact sums or events: what links is the band or class that they fall into.
            told = ladder[EXACT_LEVEL + 1]
        if told.share >= 1.0:
            return None
        label = kind.id.lower() + INDEPENDENT
        outside = kind.dimension == REGION
        around = wider - {told.node}
        return Condition(attribute.id, "", frozenset(), max(0.0, told.share), label, told.node, around, outside)

    def _wider(self, language: Language, column: str, categories: frozenset[str], exact: Generalization) -> bool:
        """Whether a category holds other values beside the one that it was found by (a nurse is one of many
        professionals): its share of the population is far above the value's own frequency. Categories that are
        values themselves (an age, a region) have no list of values."""
        if column not in self._population.table(language).typical:
            return False
        return exact.share < SAME_SHARE * self._held(language, column, categories)

    def _held(self, language: Language, column: str, categories: frozenset[str]) -> float:
        """Share of the population that some categories of a column hold; no less than one record."""
        table = self._population.table(language)
        return max(1, int(np.count_nonzero(self._column(table, column, categories)))) / table.size

    def _share_of(self, language: Language, attribute: SensitiveAttribute, level: int) -> float | None:
        """Published share of a value that is told as it is; None where it is not, or nothing is published."""
        shares = self._published.get(attribute.type_id) if level == EXACT_LEVEL else None
        return shares.share(attribute.value, language) if shares is not None else None

    def _index(self, language: Language) -> NodeIndex:
        with self._lock:
            known = self._indexes.get(language)
            if known is None:
                known = NodeIndex(self._library, self._population.table(language), language)
                self._indexes[language] = known
            return known


def _ratio(told: Generalization, matched: Generalization) -> float:
    """Part of the matched node that the told node makes up."""
    if told.node == matched.node or matched.share <= 0:
        return 1.0
    return min(1.0, max(0.0, told.share / matched.share))
