"""Values of which no rule speaks, and what no rule takes back: the program as it ships finds the ones and leaves the
others. All people are fictional."""

from __future__ import annotations

import pytest
from shared_engine import builtin_engine

from core.domain.request import Request
from core.extract.cascade import CascadeExtractor
from core.extract.spans.reader import SpanReader
from core.resources import resource_root

FOUND = [
    ("PERSON", "my name is john carter and i live in leeds, can you write a letter to my landlord", "john carter"),
    ("PERSON", "i am called olamide bako, 34, i lost my job", "olamide bako"),
    ("PERSON", "my colleague Zhang Wei agreed to cover my shift", "Zhang Wei"),
    ("PERSON", "我叫tom，帮我写封信", "tom"),
    ("PERSON", "The doctor, Will Banks, was kind.", "Will Banks"),
    ("PERSON", "My friend Will called me last night", "Will"),
    ("PHONE", "My neighbour Ada Moss (555-0163) has my keys.", "555-0163"),
    ("LANDMARK", "I was born at Linden Memorial and my son at Harrow Childrens.", "Linden Memorial"),
    ("AGE", "I'm a nurse in rural Idaho, 29, and my boss hates me.", "29"),
]

LEFT = [
    ("My flight was late. Compensation under EU261?", "EU261"),
    ("We booked the Hotel Mundial 4 nights in May for my wife.", "4 nights"),
    ("Ask Devon Achterberg, 39, about it: he is my cousin.", ", 39"),
]


@pytest.fixture(scope="module")
def extractor() -> CascadeExtractor:
    reader = SpanReader.load(resource_root())
    if not reader.available or reader.partly:
        pytest.skip("the span reader is not whole")
    return builtin_engine().extractor


def mentions(extractor: CascadeExtractor, text: str) -> set[tuple[str, str]]:
    return {(item.type_id, item.text) for item in extractor.extract(Request(text), b"k" * 32).mentions}


@pytest.mark.parametrize(("type_id", "text", "surface"), FOUND)
def test_found_by_the_program_as_it_ships(extractor: CascadeExtractor, type_id: str, text: str, surface: str) -> None:
    assert (type_id, surface) in mentions(extractor, text)


@pytest.mark.parametrize(("text", "surface"), LEFT)
def test_in_no_address_of_the_program_as_it_ships(extractor: CascadeExtractor, text: str, surface: str) -> None:
    kinds = {"ADDRESS", "POSTCODE", "PERSON"}
    assert not [found for kind, found in mentions(extractor, text) if kind in kinds and surface in found]
