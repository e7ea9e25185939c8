"""Whom a fact is about."""

from __future__ import annotations

import pytest

from core.extract.person_names import NameForm, bare
from core.extract.persons import WRITER, Persons
from core.resources import resource_root
from tests.dehydration import read_marked

PERSONS = Persons.load(resource_root())


def owners(marked: str) -> dict[str, str]:
    found = read_marked(marked)
    assigned = PERSONS.assign(found.sensitive.attributes, found.text)
    names = {item.id: item.mentions[0].text for item in assigned}
    return {item.mentions[0].text: names.get(item.person, item.person) for item in assigned if item.type_id != "PERSON"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I am {47|AGE||47}. My mother is {72|AGE||72}.", {"47": WRITER, "72": "mother"}),
        (
            "My {72-year-old|AGE||72} mother fell, I am {a nurse|OCCUPATION}.",
            {"72-year-old": "mother", "a nurse": WRITER},
        ),
        (
            "{Vera Quill|PERSON} is {39|AGE||39} and {a roofer|OCCUPATION}.",
            {"39": "Vera Quill", "a roofer": "Vera Quill"},
        ),
        ("I have {two sons|FAMILY}. She is {39|AGE||39}.", {"two sons": WRITER, "39": WRITER}),
        (
            "我{47岁|AGE||47}，岳父{76岁|AGE||76}，在{教书|OCCUPATION}。",
            {"47岁": WRITER, "76岁": "岳父", "教书": "岳父"},
        ),
        ("{奎维拉|PERSON}，{39岁|AGE||39}，{瓦工|OCCUPATION}", {"39岁": "奎维拉", "瓦工": "奎维拉"}),
        ("{47|AGE||47} is a prime.", {"47": ""}),
    ],
)
def test_facts_hang_on_the_nearest_person(text: str, expected: dict[str, str]) -> None:
    assert owners(text) == expected


@pytest.mark.parametrize(
    ("name", "without", "titled"),
    [
        ("A. Lindqvist", "A. Lindqvist", False),
        ("An Tran", "An Tran", False),
        ("Mr A. Lindqvist", "A. Lindqvist", True),
        ("my Aunt Rose Quill", "Rose Quill", True),
        ("The Rev. Rose Quill", "Rose Quill", True),
    ],
)
def test_a_title_is_none_of_a_name_but_an_initial_is(name: str, without: str, *, titled: bool) -> None:
    assert bare(name) == without
    assert NameForm.of(name).titled is titled
