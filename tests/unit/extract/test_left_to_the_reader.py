"""Values of which no rule speaks: the program as it ships finds them all the same. All people are fictional."""

from __future__ import annotations

import pytest
from shared_engine import builtin_engine

from core.domain.request import Request
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


@pytest.mark.parametrize(("type_id", "text", "surface"), FOUND)
def test_found_by_the_program_as_it_ships(type_id: str, text: str, surface: str) -> None:
    reader = SpanReader.load(resource_root())
    if not reader.available or reader.partly:
        pytest.skip("the span reader is not whole")
    found = builtin_engine().extractor.extract(Request(text), b"k" * 32)
    assert (type_id, surface) in {(item.type_id, item.text) for item in found.mentions}
