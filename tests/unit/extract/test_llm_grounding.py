"""Extraction by a local model: only what the text holds becomes a mention, of a type that there is."""

from __future__ import annotations

import pytest
from llm_layer_cases import (
    TEXT,
    find,
    merge,
    saying,
)
from llm_scripted import ScriptedModel, by_purpose, items, values

from core.domain.language import Language
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.llm.model import SchemaSupport


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("Profession", "mend lutes", "OCCUPATION"),
        ("city", "an eye patch", "LOCATION"),
        ("place name", "an eye patch", "LOCATION"),
        ("职业", "mend lutes", "OCCUPATION"),
        ("LIFE EVENT", "the ferry accident", "LIFE_EVENT"),
        ("health", "Her knee was replaced", "DISEASE"),
    ],
)
def test_unknown_type_names_go_to_the_closest_type(name: str, value: str, kind: str) -> None:
    model = ScriptedModel(
        by_purpose(extract=values(("AGE", "58"), (name, value)), critique=items()), schema=SchemaSupport.PROMPT_ONLY
    )
    findings = find(model, Request(TEXT[Language.EN]))
    assert kind in {mention.type_id for mention in findings.mentions}


def test_a_type_that_means_nothing_is_dropped_and_counted() -> None:
    model = ScriptedModel(
        by_purpose(extract=values(("AGE", "58"), ("flavour", "an eye patch")), critique=items()),
        schema=SchemaSupport.PROMPT_ONLY,
    )
    findings = find(model, Request(TEXT[Language.EN]))
    assert findings.notes["llm_unknown_type"] == 1
    assert not findings.mentions


@pytest.mark.parametrize(
    ("text", "value", "surface"),
    [
        ("The ＬＵＴＥ　ＭＥＮＤＥＲ lives there.", "lute mender", "ＬＵＴＥ　ＭＥＮＤＥＲ"),
        ("He is a lute\r\nmender, they say.", "lute mender", "lute\r\nmender"),
        ("He is a lute\u00a0mender.", "lute mender", "lute\u00a0mender"),
        ("Plot 3,478-B was hers.", "3478 B", "3,478-B"),
        ("住在沙\u200b柳镇的人", "沙柳镇", "沙\u200b柳镇"),
        ("😀😀 𠮷野家的修琴师傅", "修琴师傅", "修琴师傅"),
        ("他是修琴师傅。", "「修琴师傅」", "修琴师傅"),
        ("汇总：董刚/13401051238/320104197006184363/6226", "320104197006184363", "320104197006184363"),
        ("电话15014294019hhh", "15014294019", "15014294019"),
        ("He mends lutes.", '"mends lutes".', "mends lutes"),
        ("他是修古琴师傅", "修\\古琴师傅", "修古琴师傅"),
        ("制 陶", "制陶", "制 陶"),
    ],
)
def test_values_are_found_under_the_normaliser(text: str, value: str, surface: str) -> None:
    findings = find(saying(("OCCUPATION", value)), Request(text), SensitiveSet(()))
    assert [text[item.start : item.end] for item in findings.mentions] == [surface]


@pytest.mark.parametrize(
    ("text", "value"),
    [("On 2024-03-12 it rained.", "12"), ("It cost 1,670.", "67"), ("It cost 1,670.", "670"), ("the cooks", "cook")],
)
def test_parts_of_numbers_and_words_are_no_values(text: str, value: str) -> None:
    findings = find(saying(("ORDER_NUMBER", value)), Request(text), SensitiveSet(()))
    assert findings.notes["llm_ungrounded"] == 1


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("经查，2024-03-246点40分许", "2024-03-24"),
        ("经查，2024-03-246点40分许", "6点40分"),
        ("the coopers", "cooper"),
        ("the barrel-makersguild", "makersguild"),
        ("on 2025-09-15Marchetti Law", "Marchetti"),
    ],
)
def test_longer_values_are_hidden_in_part_rather_than_not_at_all(text: str, value: str) -> None:
    findings = find(saying(("OCCUPATION", value)), Request(text), SensitiveSet(()))
    assert [mention.text for mention in findings.mentions] == [value]


def test_ideographs_of_two_clauses_are_no_value() -> None:
    findings = find(saying(("OCCUPATION", "制陶")), Request("他们控制，陶器很多"), SensitiveSet(()))
    assert findings.notes["llm_ungrounded"] == 1


def test_all_occurrences_are_hidden_but_no_parts_of_words() -> None:
    text = "The cooper met the coopers; Cooper was a cooper."
    findings = find(saying(("OCCUPATION", "cooper")), Request(text), SensitiveSet(()))
    assert [item.start for item in findings.mentions] == [text.index("cooper"), text.rindex("cooper")]


@pytest.mark.parametrize("value", ["", " ", "x", "男", "y" * 81, "a\nb\nc\nd\ne", "。，！"])
def test_what_is_no_value_is_not_looked_for(value: str) -> None:
    text = f"x 男 {'y' * 81} a\nb\nc\nd\ne 。，！"
    model = ScriptedModel(by_purpose(extract=values(("OCCUPATION", value)), critique=items()))
    findings = find(model, Request(text), SensitiveSet(()))
    assert not findings.mentions


def test_a_short_number_is_not_hidden_where_the_rules_read_something_else() -> None:
    text = "She is 58 years old and lives in flat 58."
    request = Request(text)
    merged = merge(request, find(saying(("AGE", "58")), request))
    ages = [mention.text for item in merged.attributes if item.type_id == "AGE" for mention in item.mentions]
    assert len(ages) == 1
