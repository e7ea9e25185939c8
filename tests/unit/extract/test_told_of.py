"""Names that a sentence tells personal facts of are somebody's, however little the span reader makes of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.domain.disclosure import DisclosureRole
from core.domain.sensitive import Layer
from core.domain.taxonomy import Taxonomy
from core.extract.candidate import Candidate
from core.extract.spans.reader import SpanReading, Thresholds
from core.extract.weighing import Weighing
from core.resources import load_taxonomy, resource_root

WEIGHING = Weighing.load(resource_root())
TAXONOMY: Taxonomy = load_taxonomy(resource_root())
SURE = Thresholds({DisclosureRole.IDENTIFIES: 0.5}, {})


def found(text: str, **types: str) -> list[Candidate]:
    """The rules' findings: type -> surface."""
    return [
        Candidate(at, at + len(surface), type_id, surface, 0.8, Layer.PATTERN, "rule", 0.8)
        for type_id, surface in types.items()
        for at in [text.index(surface)]
    ]


def names(text: str, **types: str) -> list[str]:
    return [text[start:end] for start, end in WEIGHING.settings.told_of.names(found(text, **types), text)]


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("Orla Finch, 47, lives in Leeds.", {"PERSON": "Orla Finch", "AGE": "47", "LOCATION": "Leeds"}),
        ("Orla Finch has gout at 47.", {"PERSON": "Orla Finch", "DISEASE": "gout", "AGE": "47"}),
        ("顾晚秋今年47岁，住在南京。", {"PERSON": "顾晚秋", "AGE": "47岁", "LOCATION": "南京"}),
        ("江立有痛风，月薪9000元。", {"PERSON": "江立", "DISEASE": "痛风", "INCOME": "9000元"}),
    ],
)
def test_a_whole_name_with_two_facts_one_of_them_personal(text: str, types: dict[str, str]) -> None:
    assert names(text, **types) == [types["PERSON"]]


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("Orla Finch turned 47.", {"PERSON": "Orla Finch", "AGE": "47"}),
        ("Orla Finch works in Leeds as a cook.", {"PERSON": "Orla Finch", "LOCATION": "Leeds", "OCCUPATION": "cook"}),
        ("Orla is 47 and in Leeds.", {"PERSON": "Orla", "AGE": "47", "LOCATION": "Leeds"}),
        ("Orla Finch wrote. Ann is 47, in Leeds.", {"PERSON": "Orla Finch", "AGE": "47", "LOCATION": "Leeds"}),
        ("顾晚秋47岁。南京下雨。", {"PERSON": "顾晚秋", "AGE": "47岁", "LOCATION": "南京"}),
        ("秋47岁，住在南京。", {"PERSON": "秋", "AGE": "47岁", "LOCATION": "南京"}),
    ],
)
def test_one_fact_or_none_that_is_personal_or_half_a_name_or_another_sentence(text: str, types: dict[str, str]) -> None:
    assert names(text, **types) == []


@pytest.mark.parametrize("text", ["Orla Finch, 47, lives in Leeds.", "顾晚秋47，住在南京。"])
def test_such_a_name_is_hidden_and_asked_about_though_the_reader_takes_it_for_nobodys(text: str) -> None:
    name = "Orla Finch" if text.isascii() else "顾晚秋"
    candidates = found(text, PERSON=name, AGE="47", LOCATION="Leeds" if text.isascii() else "南京")
    for private, of_somebody in ((0.4, False), (0.9, True)):
        reading = SpanReading(private=private, of_somebody=of_somebody, thresholds=SURE)
        standing = {item.type_id: item for item in WEIGHING.settle(candidates, reading, text, TAXONOMY).standing}
        assert standing["PERSON"].role is DisclosureRole.IDENTIFIES
        assert not standing["PERSON"].sure
        assert standing["PERSON"].value == name


def test_where_the_text_is_surely_of_nobody_the_name_is_set_aside() -> None:
    text = "Orla Finch, 47, lives in Leeds."
    candidates = found(text, PERSON="Orla Finch", AGE="47", LOCATION="Leeds")
    settled = WEIGHING.settle(candidates, SpanReading(private=0.01, of_somebody=False), text, TAXONOMY)
    assert "PERSON" not in {item.type_id for item in settled.standing}
    assert "PERSON" in {item.type_id for item in settled.aside}


@pytest.mark.parametrize(
    ("text", "name"), [("Tell Orla Finch that the bus is late.", "Orla Finch"), ("让顾晚秋明天早点来。", "顾晚秋")]
)
@pytest.mark.parametrize(("private", "stands"), [(0.05, False), (0.2, True), (0.6, True), (0.95, False)])
def test_a_listed_whole_name_is_a_question_where_the_text_is_in_doubt(
    text: str, name: str, private: float, *, stands: bool
) -> None:
    candidates = [replace(item, recognizer="names_latin.full") for item in found(text, PERSON=name)]
    reading = SpanReading(private=private, of_somebody=private >= 0.5, thresholds=SURE)
    settled = WEIGHING.settle(candidates, reading, text, TAXONOMY)
    assert [item.sure for item in settled.standing] == [False] * stands
    assert [text[item.start : item.end] for item in (*settled.standing, *settled.aside)] == [name]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("李明是我老板，他总是骂我", "李明"),
        ("李明，我的同事，迟到了", ""),
        ("李明就是咱们的老師", "李明"),
        ("我老闆李明總是罵我", "李明"),
        ("我的房东叫李明", "李明"),
        ("李明有三个苹果，我是他老板", ""),
        ("我看了李明的电影", ""),
        ("my boss John Ball shouts", "John Ball"),
        ("John Ball is my landlord.", "John Ball"),
        ("our old neighbour is called John Ball", "John Ball"),
        ("John Ball is a neighbour of mine", ""),
        ("John Ball has three apples. My boss is kind.", ""),
    ],
)
def test_a_name_that_is_tied_to_who_writes_is_somebodys(text: str, name: str) -> None:
    surface = "李明" if "李明" in text else "John Ball"
    start = text.index(surface)
    assert WEIGHING.settings.acquaintance.owns(text, start, start + len(surface)) == bool(name)
    item = found(text, PERSON=surface)[0]
    reading = SpanReading(private=0.05, of_somebody=False, thresholds=SURE)
    assert [text[one.start : one.end] for one in WEIGHING.settle([item], reading, text, TAXONOMY).standing] == (
        [name] if name else []
    )
