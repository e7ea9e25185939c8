"""Cue rules: what they find, beside what, and that they only ever add."""

from __future__ import annotations

from functools import cache

import pytest
from library_cases import cue_rule

from core.domain.language import Language
from core.domain.request import AddedSpan, Decisions, Request
from core.domain.sensitive import Layer, LayerState
from core.domain.taxonomy import Domain
from core.extract.cascade import CascadeExtractor
from core.extract.combination import CombinationRules
from core.extract.learned import IN_PART, LearnedLayer, LearnedRules, cue_spans
from core.extract.structure import structure_of
from core.resources import load_taxonomy, resource_root

KEY = b"k" * 32
ROOT = resource_root()
TAXONOMY = load_taxonomy(ROOT)
LAYER = LearnedLayer(TAXONOMY, CombinationRules.load(ROOT))


@cache
def extractor() -> CascadeExtractor:
    return CascadeExtractor(TAXONOMY, ROOT)


def widened(text, *rules, decisions=None):
    request = Request(text, decisions=decisions or Decisions())
    before = extractor().extract(request, KEY)
    return before, LAYER.widened(request, before, LearnedRules.compile(rules), KEY, Domain.GENERAL)


def found(rule, text):
    return [text[start:end] for start, end in cue_spans(rule, text)]


TAG = cue_rule("A{2}-9{3}", ("locker tag",), reach=6)
ZH_TAG = cue_rule("A9{4}", ("柜号", "储物柜"), language=Language.ZH, reach=4)
ZH_NAME = cue_rule("汉{2}", ("主治",), type_id="PERSON", language=Language.ZH, reach=2)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("My locker tag QX-204 is lost.", ["QX-204"]),
        ("My Locker Tag: QX-204 is lost.", ["QX-204"]),
        ("The locker tag is QX-204.", ["QX-204"]),
        ("locker tag ＱＸ－２０４", ["ＱＸ－２０４"]),
        ("locker tag QX-2045", []),
        ("locker tag AQX-204", []),
        ("lockertag QX-204", []),
        ("blocker tag QX-204", []),
        ("locker tags QX-204", []),
        ("locker tag, which was blue, QX-204", []),
        ("locker tag\nQX-204", []),
        ("QX-204 locker tag", []),
        ("locker tag QX-204 and locker tag QY-205", ["QX-204", "QY-205"]),
    ],
)
def test_a_value_of_the_shape_beside_the_cue(text, values):
    assert found(TAG, text) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("我的柜号B2041丢了", ["B2041"]),
        ("柜号：B2041。", ["B2041"]),
        ("柜号是B2041", ["B2041"]),
        ("储物柜Ｂ２０４１号", ["Ｂ２０４１"]),
        ("柜号B20412", []),
        ("柜号在三楼，编号B2041", []),
    ],
)
def test_beside_chinese_characters_there_is_no_gap(text, values):
    assert found(ZH_TAG, text) == values


def test_a_chinese_value_stands_right_at_its_cue():
    assert found(ZH_NAME, "主治沈澜医生") == ["沈澜"]
    assert found(ZH_NAME, "主治是沈澜医生") == ["沈澜"]
    assert found(ZH_NAME, "主治：沈澜") == ["沈澜"]


def test_a_cue_may_follow_its_value():
    rule = cue_rule("9{3}", ("ward",), after=True, reach=2)
    assert found(rule, "bed 117 ward, 118 ward") == ["117", "118"]
    assert found(rule, "ward 117") == []
    zh = cue_rule("汉{2}", ("医师",), type_id="PERSON", language=Language.ZH, after=True, reach=1)
    assert found(zh, "沈澜医师") == ["沈澜"]


def test_a_rule_adds_an_attribute_and_says_why():
    before, after = widened("My locker tag QX-204 is lost. Is QX-204 yours?", TAG)
    assert not any("QX-204" in mention.text for mention in before.mentions)
    added = [item for item in after.attributes if item not in before.attributes]
    assert [item.type_id for item in added] == [TAG.type_id]
    mention = added[0].mentions[0]
    assert (mention.layer, mention.explanation.recognizer) == (Layer.LEARNED, f"learned.{TAG.id}")
    assert mention.explanation.context == ("locker tag",)
    assert [item.text for item in added[0].mentions] == ["QX-204", "QX-204"]
    health = {item.layer: item.state for item in after.layers}
    assert health[Layer.LEARNED] is LayerState.OK


def test_what_other_layers_found_stays_theirs():
    text = "Contact: Margaret Olsen, phone +1 202-555-0143, locker tag QX-204."
    greedy = cue_rule("9{3}-9{3}-9{4}", ("phone",), type_id="ORDER_NUMBER", reach=20)
    name = cue_rule("Aa{7} Aa{4}", ("contact",), type_id="HANDLE", reach=5)
    before, after = widened(text, greedy, name, TAG)
    assert set(before.attributes) <= set(after.attributes)
    assert len(after.attributes) == len(before.attributes) + 1


def test_a_person_decides_over_a_rule():
    text = "My locker tag QX-204 is lost."
    _, after = widened(text, TAG, decisions=Decisions(never_hide=frozenset({"qx 204"})))
    assert after.attributes == ()
    added = AddedSpan(14, 20, "HANDLE")
    before, after = widened(text, TAG, decisions=Decisions(added=(added,)))
    assert after.attributes == before.attributes
    _, after = widened(text, TAG)
    marked = Decisions(not_sensitive=frozenset({after.attributes[0].id}))
    assert widened(text, TAG, decisions=marked)[1].attributes == ()


def test_a_value_that_is_known_gets_the_mention():
    rule = cue_rule("9{11}", ("call",), type_id="PHONE", reach=3)
    before, after = widened("电话13900001234。call 13900001234", rule)
    assert [item.id for item in after.attributes] == [item.id for item in before.attributes]


def test_no_rules_change_nothing():
    before, after = widened("My locker tag QX-204 is lost.")
    assert after is before
    assert not LearnedRules.compile([])
    assert len(LearnedRules.joined([LearnedRules.compile([TAG]), LearnedRules.compile([ZH_TAG])])) == 2


def test_beyond_its_bound_the_layer_says_so():
    rules = LearnedRules.compile([cue_rule("9{3}", ("tag",))])
    spans, whole = rules.find("tag 123 " * 10, looks=4)
    assert len(spans) == 4
    assert not whole
    assert IN_PART == "learned.read_in_part"


def test_structures():
    assert structure_of("user: hello.\nagent: hi, what is it?\nuser: help.").value == "dialogue"
    assert structure_of("姓名：沈澜\n年龄：40\n地址：某处").value == "record"
    assert structure_of("- one\n- two\n- three").value == "list"
    assert structure_of("a | b | c\nd | e | f\n").value == "table"
    assert structure_of("Nothing special here.").value == "prose"
