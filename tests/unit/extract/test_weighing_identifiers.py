"""What the form of an identifier says it is."""

from __future__ import annotations

import pytest
from weighing_cases import (
    TAXONOMY,
    WEIGHING,
    WHERE,
    WHO,
    Said,
    in_text,
)

from core.extract.weighing.identifiers import is_no_date, spoken_within


@pytest.mark.parametrize(
    ("text", "surface", "group", "type_id"),
    [
        (
            "my phone is two one zero five five five zero one six seven ok",
            "two one zero five five five zero one six seven",
            "contact",
            "PHONE",
        ),
        ("电话 0512-6288 41xx 是公司的", "0512-6288 41xx", "contact", "PHONE"),
        ("手机幺三九零七三幺四四二七", "幺三九零七三幺四四二七", "contact", "PHONE"),
        ("Miss Yiu (ext 3358)", "ext 3358", "contact", "REFERENCE"),
        ("分机号 8127 找祁姐", "分机号 8127", "contact", "REFERENCE"),
        ("at https://a.example/b?to=ann@plum.example now", "https://a.example/b?to=ann@plum.example", "contact", "URL"),
        ("host=db4.plum-clinic.example up", "db4.plum-clinic.example", "contact", "URL"),
        ("连 redis://ann@plum.example:6379 失败", "redis://ann@plum.example:6379", "contact", "URL"),
    ],
    ids=["spoken", "blotted", "ideographs", "extension", "extension-zh", "link", "machine", "link-zh"],
)
def test_a_way_to_reach_somebody_is_a_telephone_number_or_plain_but_never_a_chosen_name(
    text: str, surface: str, group: str, type_id: str
) -> None:
    found = WEIGHING.settle([], Said((in_text(text, surface, WHO, group),)), text, TAXONOMY).standing  # type: ignore[arg-type]
    assert [item.type_id for item in found] == [type_id]


@pytest.mark.parametrize(
    ("text", "found", "code"),
    [
        (
            "it is tango four double one charlie phone is",
            "tango four double one charlie phone",
            "tango four double one charlie",
        ),
        (
            "ending seven seven one five im seventy eight",
            "seven seven one five im seventy eight",
            "seven seven one five",
        ),
        ("the code blue heron opens it", "blue heron", "blue heron"),
        ("ref AB12 then", "AB12 then", "AB12 then"),
    ],
)
def test_a_dictated_code_ends_with_its_last_sign(text: str, found: str, code: str) -> None:
    start = text.index(found)
    first, last = spoken_within(text, start, start + len(found))
    assert text[first:last] == code


@pytest.mark.parametrize(("surface", "is_file"), [("77/05/2024", True), ("17/05/2024", False), ("2024/05/17", False)])
def test_numbers_that_are_no_date_are_the_number_of_a_file(surface: str, is_file: bool) -> None:
    text = f"he gave {surface} as his reference"
    found = WEIGHING.settle([], Said((in_text(text, surface, WHERE, "date"),)), text, TAXONOMY).standing  # type: ignore[arg-type]
    assert is_no_date(surface) is is_file
    assert [item.type_id for item in found] == ["REFERENCE" if is_file else "DATE"]
