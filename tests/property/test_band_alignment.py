"""Bands are aligned: one value, one band at every mention; an age and its date of birth tell the same one."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.language import Language
from core.domain.sensitive import SensitiveSet
from core.domain.tokens import TokenVault
from tests.dehydration import DEHYDRATOR, LIBRARY, REFERENCE_YEAR, attribute, mention

YEARS = st.integers(1, 99)
BOUNDS = re.compile(r"\d{4}")
TOP = 99


def rendered(text: str, sensitive: SensitiveSet, levels: dict[str, int]) -> tuple[str, dict[str, str], dict[str, int]]:
    artifact = DEHYDRATOR.dehydrate(text, sensitive, levels, TokenVault(), Language.EN)
    nodes = {item.attribute_id: item.node for item in artifact.replacements}
    return artifact.text, nodes, dict(artifact.levels)


def story(years: int, born: int) -> tuple[str, SensitiveSet]:
    head, middle = "I was born in ", " and I am "
    text = f"{head}{born}{middle}{years}."
    birth = attribute([mention(str(born), "BIRTH_DATE", "en", str(born), len(head))])
    age = attribute([mention(str(years), "AGE", "predicate", str(years), len(head) + 4 + len(middle))])
    return text, SensitiveSet((birth, age))


@given(years=YEARS, before_birthday=st.booleans(), age_level=st.integers(1, 4), birth_level=st.integers(1, 4))
def test_an_age_and_its_year_of_birth_tell_one_band(
    years: int, before_birthday: bool, age_level: int, birth_level: int
) -> None:
    born = REFERENCE_YEAR - years - before_birthday
    text, sensitive = story(years, born)
    birth, age = sensitive.attributes
    told, nodes, levels = rendered(text, sensitive, {birth.id: birth_level, age.id: age_level})
    if age.id in nodes and nodes[age.id] and nodes[birth.id]:
        assert nodes[age.id] == nodes[birth.id]
        assert levels[age.id] >= age_level
        assert levels[birth.id] >= birth_level
        low, high = map(int, nodes[age.id].split("-"))
        assert low <= years <= high
    bounds = [int(year) for year in BOUNDS.findall(told)]
    assert not bounds or bounds[0] < born < bounds[1]
    assert (
        DEHYDRATOR.violations(DEHYDRATOR.dehydrate(text, sensitive, levels, TokenVault(), Language.EN), sensitive) == ()
    )


@given(years=YEARS, other=YEARS)
def test_an_age_of_somebody_else_is_not_tied(years: int, other: int) -> None:
    born = REFERENCE_YEAR - years
    if abs(other - years) <= 1:
        return
    text, sensitive = story(other, born)
    birth, age = sensitive.attributes
    _, _, levels = rendered(text, sensitive, {birth.id: 1, age.id: 3})
    assert levels[birth.id] <= 2


@given(years=YEARS, level=st.integers(1, 4))
@pytest.mark.parametrize(
    ("forms", "language"),
    [
        ((("predicate", "{0}"), ("years-old", "{0} years old"), ("year-old", "{0}-year-old")), Language.EN),
        ((("zh-sui", "{0}岁"), ("zh-sui", "{0}周岁")), Language.ZH),
    ],
)
def test_every_mention_of_one_age_falls_in_one_band(
    forms: tuple[tuple[str, str], ...], language: Language, years: int, level: int
) -> None:
    text, mentions = "", []
    for form, pattern in forms:
        text += "他今年" if language is Language.ZH else "He is "
        surface = pattern.format(years)
        mentions.append(mention(surface, "AGE", form, str(years), len(text), language))
        text += surface + ("。" if language is Language.ZH else ". ")
    age = attribute(mentions)
    artifact = DEHYDRATOR.dehydrate(text, SensitiveSet((age,)), {age.id: level}, TokenVault(), language)
    assert len({item.node for item in artifact.replacements}) == 1


@given(years=YEARS)
def test_bands_of_one_age_are_nested(years: int) -> None:
    spans = [
        tuple(map(int, step.node.split("-")))
        for step in LIBRARY.for_type("AGE").ladder(str(years), Language.EN)[1:]
        if step.node
    ]
    for narrow, wide in pairwise(spans):
        assert wide[0] <= narrow[0] <= years <= narrow[1] <= wide[1]


@given(year=st.integers(1950, 2025), month=st.integers(1, 12), day=st.integers(1, 28))
def test_a_date_and_its_month_and_year_tell_nested_spans(year: int, month: int, day: int) -> None:
    hierarchy = LIBRARY.for_type("DATE")
    full = [step.node for step in hierarchy.ladder(f"{year}-{month:02}-{day:02}", Language.EN)[1:-1]]
    by_month = [step.node for step in hierarchy.ladder(f"{year}-{month:02}", Language.EN)[1:-1]]
    assert full[1:] == by_month


@given(number=st.integers(1, 9), unit=st.sampled_from(["W", "M", "Y"]))
def test_a_duration_in_any_unit_never_grows_narrower(number: int, unit: str) -> None:
    ladder = LIBRARY.for_type("DURATION").ladder(f"P{number}{unit}", Language.EN)
    assert [step.share for step in ladder[1:]] == sorted(step.share for step in ladder[1:])
