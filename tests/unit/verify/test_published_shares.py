"""Published shares: a told value has a crowd of its own, and a class is guessed at by its commonest value."""

from __future__ import annotations

import re

import pytest

from core.dehydrate.published import load_published
from core.domain.language import Language
from core.domain.request import Request
from core.engine.conversation import Conversation
from tests.dehydration import LIBRARY, ROOT, TAXONOMY
from tests.shared_engine import builtin_engine

PUBLISHED = load_published(ROOT)


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
