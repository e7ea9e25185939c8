"""Coarsening never looks at where in its class a value lies, and the replay member says what readers may believe."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.replay import ReplayBench
from core.dehydrate.values import ValueBook
from core.disclose.planner import Planner
from core.domain.language import Language
from core.domain.sensitive import SensitiveSet
from core.domain.tokens import TokenVault
from core.verify.attackers.replay import Replayer, substituted
from core.verify.case import Origin
from tests.dehydration import DEHYDRATOR, LIBRARY, ROOT, TAXONOMY

REPLAYER = Replayer(TAXONOMY, LIBRARY, DEHYDRATOR, Planner(TAXONOMY, LIBRARY, ROOT))
BENCH = ReplayBench(TAXONOMY, LIBRARY, DEHYDRATOR, REPLAYER, ROOT)
BOOK = ValueBook(LIBRARY)
NUMERIC = ("AGE", "BIRTH_DATE", "DATE", "TIME", "DURATION", "INCOME")


@pytest.mark.parametrize("language", Language)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_values_of_one_class_give_one_text(language: Language, data: st.DataObject) -> None:
    lists = [(type_id, listed) for type_id, listed in BENCH.lists(language) if type_id in NUMERIC]
    type_id, listed = data.draw(st.sampled_from(lists))
    value = data.draw(st.sampled_from(listed)).text
    height = len(LIBRARY.for_type(type_id).ladder(value, language))
    level = data.draw(st.integers(1, max(1, height - 2)))
    inside = BOOK.inside(type_id, value, level, language)
    other = data.draw(st.sampled_from(inside)).text
    texts = set()
    for chosen in (value, other):
        request, sensitive = BENCH.sentence(type_id, chosen, language)
        levels = {sensitive.attributes[0].id: level}
        texts.add(DEHYDRATOR.dehydrate(request.text, sensitive, levels, TokenVault(), language).text)
    assert len(texts) == 1


@pytest.mark.parametrize(("value", "level", "least"), [("67", 2, 10), ("67", 1, 5), ("34", 3, 20)])
def test_the_count_is_that_of_the_class(value: str, level: int, least: int) -> None:
    request, sensitive = BENCH.sentence("AGE", value, Language.EN)
    attribute = sensitive.attributes[0]
    artifact = DEHYDRATOR.dehydrate(request.text, sensitive, {attribute.id: level}, TokenVault(), Language.EN)
    replay = REPLAYER.replay(Origin(request, artifact), sensitive, attribute, Language.EN, None)
    assert replay is not None
    assert replay.values == least
    assert replay.told
    assert replay.posterior >= replay.own > 0
    whole = REPLAYER.replay(Origin(request, artifact), sensitive, attribute, Language.EN)
    assert whole == replay


def test_what_is_hidden_tells_nothing() -> None:
    request, sensitive = BENCH.sentence("AGE", "67", Language.EN)
    attribute = sensitive.attributes[0]
    top = DEHYDRATOR.top(attribute)
    artifact = DEHYDRATOR.dehydrate(request.text, sensitive, {attribute.id: top}, TokenVault(), Language.EN)
    replay = REPLAYER.replay(Origin(request, artifact), sensitive, attribute, Language.EN, None)
    assert replay is not None
    assert not replay.told
    assert replay.posterior == pytest.approx(replay.prior)


def test_substitution_moves_what_stands_behind() -> None:
    request, sensitive = BENCH.sentence("AGE", "9", Language.EN)
    text, other = substituted(request.text, sensitive, sensitive.attributes[0], "101")
    mention = other.attributes[0].mentions[0]
    assert text[mention.start : mention.end] == "101"
    assert substituted(text, SensitiveSet(other.attributes), other.attributes[0], "9")[0] == request.text


def test_numbers_of_the_whole_domain_bound_the_leak() -> None:
    request, sensitive = BENCH.sentence("AGE", "67", Language.EN)
    attribute = sensitive.attributes[0]
    artifact = DEHYDRATOR.dehydrate(request.text, sensitive, {attribute.id: 2}, TokenVault(), Language.EN)
    bits = REPLAYER.bits(Origin(request, artifact), sensitive, attribute, Language.EN)
    assert bits is not None
    assert 3.0 < bits < 4.5


@pytest.mark.parametrize(
    ("language", "value"),
    [(Language.EN, "Ballydehob"), (Language.EN, "Klopptal"), (Language.ZH, "溪口镇"), (Language.ZH, "柳塘村")],
)
def test_a_town_that_no_table_lists_is_one_of_those(language: Language, value: str) -> None:
    request, sensitive = BENCH.sentence("LOCATION", value, language)
    attribute = sensitive.attributes[0]
    artifact = DEHYDRATOR.dehydrate(request.text, sensitive, {attribute.id: 1}, TokenVault(), language)
    replay = REPLAYER.replay(Origin(request, artifact), sensitive, attribute, language, 3)
    assert replay is not None
    assert replay.values > 1000
    assert replay.posterior < 0.001


@pytest.mark.parametrize(("language", "value"), [(Language.EN, "Ballydehob"), (Language.ZH, "梅溪")])
def test_hiding_what_no_table_lists_tells_that_none_does(language: Language, value: str) -> None:
    request, sensitive = BENCH.sentence("LOCATION", value, language)
    attribute = sensitive.attributes[0]
    plan = REPLAYER.rule(
        Origin(request, DEHYDRATOR.dehydrate(request.text, sensitive, {attribute.id: 1}, TokenVault(), language)),
        sensitive,
        attribute,
        language,
    )
    listed = BOOK.all("LOCATION", value, language)
    assert plan.hidden
    assert any(item.stands_for > 1000 for item in listed)
