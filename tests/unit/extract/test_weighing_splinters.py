"""Findings that are too little to be the value that they are said to be."""

from __future__ import annotations

import pytest
from weighing_cases import (
    WHERE,
    WHO,
    in_text,
    shown,
)

from core.domain.disclosure import DisclosureRole
from core.extract.spans.reader import SpanFinding


@pytest.mark.parametrize(
    ("text", "surface", "role", "group"),
    [
        ("a ** b", "**", WHO, "name"),
        ("去哪里？河，那边", "河", WHERE, "place"),
        ("the MRI was fine", "MRI", WHO, "name"),
        ("a rate of 0.53 or so", "0.53", WHO, "number"),
        ("id=A77 in a link", "id", WHO, "handle"),
        ("sats 86 (target 88-92) HR", "88-92", WHO, "number"),
        ("3-31 18:40 我说", "3-31", WHO, "number"),
        ("in the Elm Clinic", "the", WHERE, "organisation"),
    ],
    ids=["signs", "ideograph", "acronym", "rate", "key", "range", "day", "article"],
)
def test_a_splinter_is_no_finding(text: str, surface: str, role: DisclosureRole, group: str) -> None:
    assert shown(text, in_text(text, surface, role, group)) == []


@pytest.mark.parametrize(
    ("text", "surface", "kept"),
    [
        ("he put O in it", "O", False),
        ("Initial: O", "O", True),
        ("Family name: HTWE", "HTWE", True),
        ("姓名: TXY", "TXY", True),
    ],
)
def test_a_letter_or_an_acronym_is_a_name_behind_a_label_only(text: str, surface: str, *, kept: bool) -> None:
    start = text.rindex(surface)
    unsure = SpanFinding(start, start + len(surface), WHO, "name", 0.45, sure=False)
    assert shown(text, unsure) == ([surface] if kept else [])
