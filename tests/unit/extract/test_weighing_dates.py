"""Dates among the findings: their value, births, timestamps."""

from __future__ import annotations

import pytest
from weighing_cases import (
    TAXONOMY,
    WEIGHING,
    WHERE,
    Said,
    in_text,
    ruled,
    shown,
    typed,
)

from core.domain.disclosure import DisclosureRole
from core.extract.spans.reader import SpanFinding


def test_the_date_of_a_timestamp_is_nobodys() -> None:
    text = "2026-03-04T10:15:00 ERROR; met on 2026-03-05"
    found = [in_text(text, day, WHERE, "date") for day in ("2026-03-04", "2026-03-05")]
    assert shown(text, *found) == ["2026-03-05"]


def dates_of(text: str, *surfaces: str, role: DisclosureRole = WHERE) -> list[tuple[str, str, str]]:
    """Type, surface and value of what stands where the reader alone saw dates."""
    places = [(text.index(surface), len(surface)) for surface in surfaces]
    found = tuple(SpanFinding(at, at + length, role, "date", 0.9, True) for at, length in places)
    standing = WEIGHING.settle((), Said(found), text, TAXONOMY).standing  # type: ignore[arg-type]
    return [(item.type_id, text[item.start : item.end], item.value) for item in standing]


def test_a_date_of_the_reader_alone_has_the_value_of_its_day() -> None:
    text = "Fell the third of june, seen again 3 June and 11/23, paid 14 Dec or so."
    found = dates_of(text, "the third of june", "3 June", "11/23", "14 Dec or so")
    assert found == [
        ("DATE", "third of june", "--06-03"),
        ("DATE", "3 June", "--06-03"),
        ("DATE", "11/23", "--11-23"),
        ("DATE", "14 Dec or so", "14 dec or so"),
    ]


def test_a_chinese_date_of_the_reader_alone_has_the_value_of_its_day() -> None:
    text = "九月二十九號摔了一跤，9/29 去的醫院，10月14 出院。"
    assert [item[2] for item in dates_of(text, "九月二十九號", "9/29", "10月14")] == ["--09-29", "--09-29", "--10-14"]


@pytest.mark.parametrize(
    ("text", "seen", "whole"),
    [("my mum (b. 30/1/58) flies", "/1/58", "30/1/58"), ("他生於1958/01/10，住院", "1958/01", "1958/01/10")],
)
def test_a_date_of_birth_is_one_and_is_hidden_whole(text: str, seen: str, whole: str) -> None:
    ((type_id, surface, _),) = dates_of(text, seen)
    assert (type_id, surface) == ("BIRTH_DATE", whole)


@pytest.mark.parametrize(
    ("text", "code", "expected"),
    [
        ("PP P90388 EXP 03FEB2026 ok", "03FEB2026", [("DATE", "03FEB2026", "2026-02-03")]),
        (
            "DOB 22SEP2016  PP P9038856C",
            "22SEP2016  PP P9038856C",
            [("BIRTH_DATE", "22SEP2016", "2016-09-22"), ("REFERENCE", "PP P9038856C", "pp p9038856c")],
        ),
        ("file 03FEB20 26 ok", "03FEB20", [("REFERENCE", "03FEB20", "03feb20")]),
    ],
)
def test_a_day_with_its_month_is_no_code(text: str, code: str, expected: list[tuple[str, str, str]]) -> None:
    found = in_text(text, code, DisclosureRole.IDENTIFIES, "number")
    standing = WEIGHING.settle((), Said((found,)), text, TAXONOMY).standing  # type: ignore[arg-type]
    assert [(item.type_id, text[item.start : item.end], item.value) for item in standing] == expected


@pytest.mark.parametrize(
    ("text", "surface", "stands"),
    [
        ("MySQL 5.7.44 又报错", "5.7.44", False),
        ("upgrade to Ubuntu v3.11.14", "3.11.14", False),
        ("geboren 5.7.44 in Ulm", "5.7.44", True),
        ("since 05.07.44", "05.07.44", True),
    ],
)
def test_the_version_of_a_product_is_no_day(text: str, surface: str, *, stands: bool) -> None:
    candidate = ruled(text, surface, "DATE", "quasi.date.numeric", 0.6)
    assert (typed(text, candidate) == [(surface, "DATE")]) is stands
