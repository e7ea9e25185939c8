"""k by brute force, and hiding more never lowers it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.crowds import nonsense
from core.domain.language import Language
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.population.population import SyntheticPopulation
from core.verify.attackers.linkage import LinkageAttacker
from core.verify.case import Case, ladders
from tests.dehydration import LIBRARY, ROOT, TAXONOMY

POPULATION = SyntheticPopulation.load(ROOT)
LINKAGE = LinkageAttacker(TAXONOMY, LIBRARY, POPULATION)
VALUES = {
    "AGE": ("23", "41", "67", "88"),
    "SEX": ("male", "female"),
    "LOCATION": ("Ohio", "Texas", "江苏省", "Porto", "France"),
    "OCCUPATION": ("nurse", "teacher", "farmer", "welder"),
    "MARITAL_STATUS": ("married", "widowed"),
    "EDUCATION": ("PhD", "high school"),
    "RELIGION": ("catholic", "jewish"),
}
TYPES = tuple(name for name in VALUES if name in TAXONOMY)


def case(chosen: list[tuple[str, str, str]], levels: dict[str, int], language: Language) -> Case:
    attributes = tuple(
        SensitiveAttribute(str(number), type_id, TAXONOMY[type_id].kind, value, (), person=person)
        for number, (type_id, value, person) in enumerate(chosen)
    )
    sensitive = SensitiveSet(attributes)
    return Case("", language, sensitive, levels, ladders(sensitive, LIBRARY, language))


chosen_attributes = st.lists(
    st.sampled_from(TYPES).flatmap(
        lambda type_id: st.tuples(st.just(type_id), st.sampled_from(VALUES[type_id]), st.sampled_from(("", "a", "b")))
    ),
    min_size=1,
    max_size=6,
)


@given(chosen=chosen_attributes, language=st.sampled_from(Language), data=st.data())
@settings(max_examples=150, deadline=None)
def test_hiding_more_never_lowers_k(
    chosen: list[tuple[str, str, str]], language: Language, data: st.DataObject
) -> None:
    exact = case(chosen, {}, language)
    tops = {key: len(ladder) - 1 for key, ladder in exact.generalizations.items()}
    levels = {key: data.draw(st.integers(0, top)) for key, top in tops.items()}
    moved = data.draw(st.sampled_from(sorted(levels)))
    hidden = {**levels, moved: tops[moved]}
    before = LINKAGE.combinations(case(chosen, levels, language))
    after = LINKAGE.combinations(case(chosen, hidden, language))
    if after:
        least = min(item.k for item in before)
        assert min(item.k for item in after) >= least - 1e-9


@pytest.mark.parametrize("language", Language)
def test_k_is_what_counting_every_record_gives(language: Language) -> None:
    place = "Ohio" if language is Language.EN else "江苏"
    told = case([("AGE", "41", ""), ("SEX", "female", ""), ("LOCATION", place, "")], dict.fromkeys("012", 0), language)
    (combination,) = LINKAGE.combinations(told)
    assert combination.dimensions == ("age", "sex", "region")
    table = POPULATION.table(language)
    wanted = {"age": "41", "sex": "female", "region": place}
    codes = {column: table.categories[column].index(value) for column, value in wanted.items()}
    brute = sum(
        all(table.codes[column][record] == code for column, code in codes.items())
        for record in np.flatnonzero(table.codes["age"] == codes["age"])
    )
    assert combination.k == brute
    assert combination.fewest <= combination.people <= combination.most


def test_a_place_outside_is_unknown() -> None:
    (combination,) = LINKAGE.combinations(case([("LOCATION", "Porto", "")], {"0": 0}, Language.EN))
    assert not combination.known
    (combination,) = LINKAGE.combinations(case([("LOCATION", "Ohio", "")], {"0": 0}, Language.EN))
    assert combination.known


def test_what_does_not_go_together_is_rare() -> None:
    shares = {(language, name): share for language, name, share in nonsense(POPULATION)}
    for language in Language:
        assert shares[language, "widowed, 20 to 24"] < 0.002
        assert shares[language, "married, under 20"] < 0.02
        assert shares[language, "at work, 80 and older"] < 0.2
        assert shares[language, "degree, under 18"] < 0.06
