"""Published shares: a told value has a crowd of its own, and a class is guessed at by its commonest value."""

from __future__ import annotations

import re

import pytest

from core.dehydrate.published import load_published
from core.domain.language import Language
from core.domain.request import Request
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.engine.conversation import Conversation
from core.population.households import Households
from core.population.population import SyntheticPopulation
from core.verify.attackers.linkage import LinkageAttacker
from core.verify.case import Case, ladders
from tests.dehydration import LIBRARY, ROOT, TAXONOMY
from tests.shared_engine import builtin_engine

PUBLISHED = load_published(ROOT)
LINKAGE = LinkageAttacker(
    TAXONOMY, LIBRARY, SyntheticPopulation.load(ROOT), households=Households.load(ROOT), published=PUBLISHED
)
Told = tuple[str, str, str, int]


def case(language: Language, *told: Told) -> Case:
    """Values as (type, value, whose, level)."""
    attributes = tuple(
        SensitiveAttribute(str(number), type_id, TAXONOMY[type_id].kind, value, (), person=person)
        for number, (type_id, value, person, _) in enumerate(told)
    )
    sensitive = SensitiveSet(attributes)
    levels = {str(number): level for number, (_, _, _, level) in enumerate(told)}
    return Case("", language, sensitive, levels, ladders(sensitive, LIBRARY, language))


def test_every_share_has_a_value_and_a_type() -> None:
    assert set(PUBLISHED) <= {kind.id for kind in TAXONOMY}
    for shares in PUBLISHED.values():
        for row in shares.rows:
            assert all(0 < share < 1 for share in row.shares.values())


def test_the_sources_told_are_those_of_the_shares() -> None:
    told = re.findall(r"^- `([^`]+)`: ", (ROOT / "population" / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    used = {source for shares in PUBLISHED.values() for row in shares.rows for source in row.sources.values()}
    assert told == sorted(used)


@pytest.mark.parametrize(
    ("value", "language", "least", "most"),
    [
        ("Parkinson's disease", Language.EN, 0.002, 0.005),
        ("帕金森病", Language.ZH, 0.002, 0.005),
        ("HIV", Language.EN, 0.003, 0.004),
        ("艾滋病", Language.ZH, 0.0005, 0.002),
    ],
)
def test_shares_are_those_of_the_country(value: str, language: Language, least: float, most: float) -> None:
    share = PUBLISHED["DISEASE"].share(value, language)
    assert share is not None
    assert least <= share <= most


def test_what_nobody_published_is_unknown() -> None:
    assert PUBLISHED["DISEASE"].share("fibrodysplasia", Language.EN) is None
    assert PUBLISHED["DISEASE"].share("囊性纤维化", Language.ZH) is None


@pytest.mark.parametrize(("type_id", "value"), [("DISEASE", "diabetes"), ("DISEASE", "抑郁症"), ("OCCUPATION", "律师")])
def test_a_class_gives_its_commonest_value_away(type_id: str, value: str) -> None:
    ladder = LIBRARY.for_type(type_id).ladder(value, Language.EN)
    assert ladder[1].most > 0.3
    assert ladder[1].posterior < ladder[1].most


@pytest.mark.parametrize(
    ("language", "common", "rare"),
    [
        (Language.EN, "I am a 34-year-old teacher in Ohio.", "I am a 34-year-old pharmacist in Ohio."),
        (Language.ZH, "我今年34岁，在辽宁当教师。", "我今年34岁，在辽宁当律师。"),
    ],
)
def test_a_rarer_value_leaves_fewer_people(language: Language, common: str, rare: str) -> None:
    def people(text: str) -> float:
        engine = builtin_engine()
        request = Request(text, language=language)
        sensitive = engine.extract(request, Conversation())
        verifier = engine.verifier
        return min(item.people for item in verifier._linkage.combinations(verifier.original(request, sensitive)))

    assert people(rare) < people(common) / 2


AGED = ("AGE", "41", "me", 0)


@pytest.mark.parametrize(
    ("language", "type_id", "value", "column"),
    [
        (Language.EN, "DISEASE", "asthma", "disease*"),
        (Language.ZH, "DISEASE", "哮喘", "disease*"),
        (Language.EN, "DRUG", "metformin", "drug*"),
    ],
)
def test_a_told_illness_or_medicine_counts_as_independent(
    language: Language, type_id: str, value: str, column: str
) -> None:
    (without,) = LINKAGE.combinations(case(language, AGED))
    (counted,) = LINKAGE.combinations(case(language, AGED, (type_id, value, "me", 0)))
    share = PUBLISHED[type_id].share(value, language)
    assert share is not None
    assert counted.k == pytest.approx(without.k * share)
    assert counted.dimensions == (*without.dimensions, column)
    (again,) = LINKAGE.combinations(case(language, AGED, (type_id, value, "me", 0), (type_id, value, "me", 0)))
    assert (again.k, again.dimensions) == (counted.k, counted.dimensions)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (Language.EN, ("DISEASE", "fibrodysplasia", "me", 0)),
        (Language.ZH, ("DISEASE", "囊性纤维化", "me", 0)),
        (Language.ZH, ("DRUG", "二甲双胍", "me", 0)),
        (Language.EN, ("DISEASE", "asthma", "me", 1)),
        (Language.ZH, ("DISEASE", "哮喘", "me", 1)),
        (Language.EN, ("DURATION", "three weeks", "me", 0)),
    ],
)
def test_what_is_unknown_or_told_as_a_class_counts_nothing(language: Language, told: Told) -> None:
    (without,) = LINKAGE.combinations(case(language, AGED))
    (counted,) = LINKAGE.combinations(case(language, AGED, told))
    assert (counted.k, counted.dimensions) == (without.k, without.dimensions)


@pytest.mark.parametrize(
    ("language", "kin", "value"), [(Language.EN, "mother", "epilepsy"), (Language.ZH, "母亲", "痛风")]
)
def test_the_illness_of_one_of_a_household_counts_in_it(language: Language, kin: str, value: str) -> None:
    share = PUBLISHED["DISEASE"].share(value, language)
    assert share is not None
    (alone,) = LINKAGE.combinations(case(language, AGED))
    (home,) = LINKAGE.households(case(language, AGED, ("DISEASE", value, kin, 0)))
    assert home.k == pytest.approx(alone.k * share)
    assert home.dimensions == ("age", "disease*")


def test_what_is_hidden_is_sought_among_whom_it_was_sought_before() -> None:
    hidden = ("SEX", "female", "", 9)
    told = case(Language.EN, ("DISEASE", "asthma", "", 0), AGED, hidden)
    assert LINKAGE.shares(told, ["2"])["2"] == LINKAGE.shares(case(Language.EN, AGED, AGED, hidden), ["2"])["2"]
