"""A value is one of many in its category of the population: being told the category does not tell the value."""

from __future__ import annotations

import pytest

from core.dehydrate.library import HierarchyLibrary
from core.domain.language import Language
from core.domain.sensitive import SensitiveSet
from core.population.population import SyntheticPopulation
from core.resources import load_taxonomy, resource_root
from core.verify.attackers.linkage import LinkageAttacker
from core.verify.case import Case, ladders
from core.verify.grading import GradingTable
from tests.dehydration import attribute, mention

ROOT = resource_root()
TAXONOMY = load_taxonomy(ROOT)
LIBRARY = HierarchyLibrary(TAXONOMY, ROOT)
LINKAGE = LinkageAttacker(TAXONOMY, LIBRARY, SyntheticPopulation.load(ROOT))
GRADING = GradingTable.load(ROOT)


def posterior(type_id: str, value: str, level: int, language: Language) -> float:
    item = attribute([mention(value, type_id, "", value)])
    sensitive = SensitiveSet((item,))
    case = Case("x", language, sensitive, {item.id: level}, ladders(sensitive, LIBRARY, language))
    return LINKAGE.scores(case, GRADING.targets(sensitive))[item.id]


@pytest.mark.parametrize(
    ("value", "language"),
    [("nurse", Language.EN), ("teacher", Language.EN), ("护士", Language.ZH), ("会计", Language.ZH)],
)
def test_a_told_category_does_not_tell_the_occupation(value: str, language: Language) -> None:
    assert 0 < posterior("OCCUPATION", value, 1, language) < 0.1
    assert posterior("OCCUPATION", value, 2, language) < 0.1


def test_a_category_that_is_the_value_is_told_whole() -> None:
    assert posterior("SEX", "male", 0, Language.EN) == 1.0
    assert posterior("MARITAL_STATUS", "married", 0, Language.EN) == 1.0


def test_an_exact_occupation_leaves_fewer_people_than_its_category() -> None:
    counts = []
    for value, level in (("nurse", 0), ("nurse", 1), ("nurse", 2)):
        item = attribute([mention(value, "OCCUPATION", "", value)])
        sensitive = SensitiveSet((item,))
        case = Case("x", Language.EN, sensitive, {item.id: level}, ladders(sensitive, LIBRARY, Language.EN))
        counts.append(LINKAGE.combinations(case)[0].k)
    assert counts == sorted(counts)
    assert counts[0] < counts[1]


@pytest.mark.parametrize(
    ("type_id", "value"), [("RELIGION", "sikh"), ("ETHNICITY", "sami"), ("ORGANIZATION", "Calder Foods Ltd")]
)
def test_what_no_table_lists_counts_as_its_class(type_id: str, value: str) -> None:
    age = ("AGE", "41", 2)
    assert crowd(age, (type_id, value, 0)) == crowd(age, (type_id, value, 1)) < crowd(age)
    assert crowd(age, (type_id, value, 0), (type_id, value, 1)) == crowd(age, (type_id, value, 1))


def crowd(*values: tuple[str, str, int]) -> float:
    items = tuple(attribute([mention(value, type_id, "", value)]) for type_id, value, _ in values)
    sensitive = SensitiveSet(items)
    levels = {item.id: level for item, (_, _, level) in zip(items, values, strict=True)}
    case = Case("x", Language.EN, sensitive, levels, ladders(sensitive, LIBRARY, Language.EN))
    return min(count.k for count in LINKAGE.combinations(case))


def test_several_organisations_told_alike_are_no_rarer_than_one() -> None:
    age = ("AGE", "41", 2)
    one = crowd(age, ("ORGANIZATION", "Brightwell Systems Ltd", 2))
    assert crowd(age, ("ORGANIZATION", "Brightwell Systems Ltd", 2), ("ORGANIZATION", "Calder Foods Ltd", 2)) == one
    assert one <= crowd(age)


def test_what_is_told_differently_still_narrows() -> None:
    age, company = ("AGE", "41", 2), ("ORGANIZATION", "Brightwell Systems Ltd", 2)
    assert crowd(age, company, ("RELIGION", "jewish", 1)) < crowd(age, company)
    assert crowd(age, company, ("ETHNICITY", "sami", 1), ("RELIGION", "jewish", 1)) < crowd(age, company)
