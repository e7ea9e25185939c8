"""k of a household by brute force; hiding more never lowers it; who belongs to it, in both languages."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.domain.language import Language
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.population.households import Households
from core.population.population import PopulationTable, SyntheticPopulation
from core.verify.attackers.linkage import LinkageAttacker
from core.verify.case import Case, ladders
from tests.dehydration import LIBRARY, ROOT, TAXONOMY

POPULATION = SyntheticPopulation.load(ROOT)
HOUSEHOLDS = Households.load(ROOT)
LINKAGE = LinkageAttacker(TAXONOMY, LIBRARY, POPULATION, HOUSEHOLDS)
MOTHER = {Language.EN: "mother", Language.ZH: "母亲"}
SON = {Language.EN: "son", Language.ZH: "儿子"}
PLACE = {Language.EN: "Ohio", Language.ZH: "江苏"}
Told = tuple[str, str, str]


def case(told: list[Told], language: Language, levels: dict[str, int] | None = None) -> Case:
    attributes = tuple(
        SensitiveAttribute(str(number), type_id, TAXONOMY[type_id].kind, value, (), person=person)
        for number, (type_id, value, person) in enumerate(told)
    )
    sensitive = SensitiveSet(attributes)
    exact = {item.id: 0 for item in attributes}
    return Case("", language, sensitive, levels or exact, ladders(sensitive, LIBRARY, language))


class Village:
    """A population small enough to look at every group of its people."""

    name = "village"

    def __init__(self, size: int) -> None:
        whole = POPULATION.table(Language.EN)
        codes = {column: values[:: whole.size // size][:size] for column, values in whole.codes.items()}
        self._table = PopulationTable(self.name, size, whole.categories, whole.typical, codes)

    def table(self, language: Language) -> PopulationTable:
        return self._table

    def k(self, conditions: dict[str, frozenset[str]], language: Language = Language.EN) -> float:
        return self._table.k(conditions)


def test_k_is_what_looking_at_every_group_of_three_gives() -> None:
    village = Village(60)
    table = village.table(Language.EN)
    linkage = LinkageAttacker(TAXONOMY, LIBRARY, village, HOUSEHOLDS)
    told = [
        ("SEX", "female", "me"),
        ("MARITAL_STATUS", "married", "me"),
        ("SEX", "male", "son"),
        ("SEX", "female", "mother"),
    ]
    (found,) = linkage.households(case(told, Language.EN))

    def fits(record: int, wanted: dict[str, str]) -> bool:
        return all(table.categories[name][table.codes[name][record]] == value for name, value in wanted.items())

    people = range(table.size)
    marital = next(name for name in table.categories if name.startswith("marital"))
    me = {"sex": "female", marital: "married"}
    groups = sum(
        fits(one, me) and fits(two, {"sex": "male"}) and fits(three, {"sex": "female"})
        for one, two, three in product(people, people, people)
    )
    assert groups
    assert found.k == pytest.approx(groups / table.size**2)
    assert found.attribute_ids == ("0", "1", "2", "3")


@pytest.mark.parametrize("language", Language)
def test_where_they_live_counts_once(language: Language) -> None:
    told = [("AGE", "41", "me"), ("AGE", "72", MOTHER[language]), ("LOCATION", PLACE[language], "me")]
    (once,) = LINKAGE.households(case(told, language))
    (twice,) = LINKAGE.households(case([*told, ("LOCATION", PLACE[language], MOTHER[language])], language))
    assert once.k == pytest.approx(twice.k)
    table = POPULATION.table(language)
    shares = [
        np.count_nonzero(table.column_mask(column, frozenset({value}))) / table.size
        for column, value in (("age", "41"), ("age", "72"), ("region", PLACE[language]))
    ]
    assert once.k == pytest.approx(float(np.prod(shares)) * table.size)
    assert once.fewest <= once.people <= once.most


@pytest.mark.parametrize("language", Language)
def test_only_people_who_are_tied_are_counted_together(language: Language) -> None:
    others = {Language.EN: ("neighbour", "boss"), Language.ZH: ("邻居", "同事")}[language]
    assert not LINKAGE.households(case([("AGE", "41", "me"), ("AGE", "72", others[0])], language))
    assert not LINKAGE.households(case([("AGE", "41", others[1]), ("AGE", "72", others[0])], language))
    assert not LINKAGE.households(case([("AGE", "41", SON[language]), ("SEX", "male", SON[language])], language))
    found = LINKAGE.households(
        case([("AGE", "41", "me"), ("AGE", "9", SON[language]), ("AGE", "72", others[0])], language)
    )
    assert [item.attribute_ids for item in found] == [("0", "1")]


@pytest.mark.parametrize("language", Language)
def test_the_words_for_kin_are_words_that_people_are_found_by(language: Language) -> None:
    assert {MOTHER[language], SON[language]} <= HOUSEHOLDS.kin
    assert HOUSEHOLDS.tied(["me", "", MOTHER[language], "x"]) == {"me", "", MOTHER[language]}
    assert HOUSEHOLDS.tied(["me", "", "x"]) == frozenset()


VALUES = {
    "AGE": ("9", "41", "72"),
    "SEX": ("male", "female"),
    "LOCATION": ("Ohio", "Texas", "Porto"),
    "OCCUPATION": ("nurse", "farmer"),
    "RELIGION": ("catholic", "jewish"),
}
facts = st.sampled_from(sorted(VALUES)).flatmap(
    lambda kind: st.tuples(st.just(kind), st.sampled_from(VALUES[kind]), st.sampled_from(("me", "", "mother", "son")))
)


FARMERS = [
    ("AGE", "9", "me"),
    ("AGE", "9", "me"),
    ("AGE", "9", "mother"),
    ("OCCUPATION", "farmer", ""),
    ("OCCUPATION", "farmer", ""),
]
"""Two values of nobody named are the same occupation, told more and less exactly."""
MOST = 7


@given(
    told=st.lists(facts, min_size=2, max_size=MOST),
    depths=st.lists(st.integers(0, 11), min_size=MOST, max_size=MOST),
    moved=st.integers(0, MOST - 1),
)
@example(told=FARMERS, depths=[0, 0, 0, 1, 0, 0, 0], moved=3)
@settings(max_examples=100, deadline=None)
def test_hiding_more_never_lowers_it(told: list[Told], depths: list[int], moved: int) -> None:
    whole = case(told, Language.EN)
    tops = [len(whole.generalizations[str(number)]) - 1 for number in range(len(told))]
    levels = {str(number): depth % (top + 1) for number, (depth, top) in enumerate(zip(depths, tops, strict=False))}
    moved %= len(told)
    less = case(told, Language.EN, levels)
    more = case(told, Language.EN, {**levels, str(moved): tops[moved]})
    before, after = LINKAGE.households(less), LINKAGE.households(more)
    if after:
        assert before
        assert after[0].k >= before[0].k - 1e-9
    shown = {item.attribute_ids: item.k for item in LINKAGE.combinations(less)}
    for item in LINKAGE.combinations(more):
        assert item.k >= min(k for ids, k in shown.items() if set(item.attribute_ids) <= set(ids)) - 1e-9
