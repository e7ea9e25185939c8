"""No number, in digits or in words, runs over the end of a line or over a bracket that opens in it, unless check digits
prove the whole."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from weighing_cases import TAXONOMY, WEIGHING, WHO, Certain

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.disguises import disguises
from core.extract.explicit.validators import proves_whole
from core.extract.spans.reader import SpanFinding

ENGLISH = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
CHINESE = "零幺二三四五六七八九"
AROUND = {"en": ("Reach me at ", " (flat 4B)", " please."), "zh": ("请打 ", "【四3班】", " 谢谢。")}


def said(digits: str, way: str) -> str:
    """Digits as they are, or spelled in a language."""
    if way == "digits":
        return digits
    return (
        " ".join(ENGLISH[int(one)] for one in digits) if way == "en" else "".join(CHINESE[int(one)] for one in digits)
    )


numbers = st.text("0123456789", min_size=2, max_size=12)
ways = st.sampled_from(("digits", "en", "zh"))
breaks = st.sampled_from(("\n", " \n", "\n  ", "\n\n", " ", "，", "\n【", "【", " (", "\n（"))


@given(
    st.lists(st.tuples(numbers, ways), min_size=2, max_size=4),
    st.lists(breaks, min_size=3),
    st.sampled_from(("en", "zh")),
)
def test_no_spelled_number_runs_over_a_line(parts: list[tuple[str, str]], gaps: list[str], language: str) -> None:
    text = AROUND[language][0]
    for place, (digits, way) in enumerate(parts):
        text += (gaps[place % len(gaps)] if place else "") + said(digits, way)
    text += AROUND[language][2]
    for item in disguises(text):
        surface = text[item.start : item.end]
        if "\n" not in surface:
            assert not re.search(r"[【(（]", surface)
            continue
        downwards = all(len(line.split()) == 1 for line in surface.split("\n"))
        assert proves_whole(re.sub(r"\D", "", item.said)) or downwards or _is_wrapped(surface), (text, item)


def _is_wrapped(surface: str) -> bool:
    """A number in figures that the end of a full line parts is only a view: a rule has to know the whole."""
    return bool(re.fullmatch(r"[\d \n+-]+", surface))


@given(numbers, numbers, ways, breaks, st.sampled_from(("en", "zh")), st.booleans())
def test_nothing_that_stands_runs_over_a_line(
    first: str, second: str, way: str, gap: str, language: str, by_rule: bool
) -> None:
    before, _flat, after = AROUND[language]
    value = said(first, way) + gap + said(second, way)
    text = before + value + after
    start, end = len(before), len(before) + len(value)
    rules, found = [], [SpanFinding(start, end, WHO, "contact", 0.9, sure=True)]
    if by_rule:
        rules, found = [Candidate(start, end, "REFERENCE", value, 0.8, Layer.PATTERN, "rule", 0.8)], []
    standing = WEIGHING.settle(rules, Certain(tuple(found)), text, TAXONOMY).standing  # type: ignore[arg-type]
    for item in standing:
        surface = text[item.start : item.end]
        if not ("\n" in surface or re.search(r"[【(（]", surface)):
            continue
        assert proves_whole(first + second), (text, surface)
    left = "".join(char for at, char in enumerate(text) if not any(item.start <= at < item.end for item in standing))
    if len(first) > 6 and len(second) > 6:
        assert said(first, way) not in left
        assert said(second, way) not in left


@pytest.mark.parametrize(
    ("text", "value", "pieces"),
    [
        ("打给我 四四九幺 七\n【四3班的事", "四四九幺 七\n【四3班", ["四四九幺 七", "四3班"]),
        ("房号 440918\n302 已退", "440918\n302", ["440918", "302"]),
        ("rooms 440918\n302 are let", "440918\n302", ["440918", "302"]),
        ("card 4539 5787\n6362 1486 is lost", "4539 5787\n6362 1486", ["4539 5787\n6362 1486"]),
        ("身份证 11010519\n780914002X 过期", "11010519\n780914002X", ["11010519\n780914002X"]),
        ("HKID Y482 617(3) is his", "Y482 617(3)", ["Y482 617(3)"]),
    ],
)
def test_where_numbers_end(text: str, value: str, pieces: list[str]) -> None:
    start = text.index(value)
    rule = Candidate(start, start + len(value), "REFERENCE", value, 0.8, Layer.PATTERN, "rule", 0.8)
    standing = WEIGHING.settle([rule], Certain(), text, TAXONOMY).standing  # type: ignore[arg-type]
    assert [text[item.start : item.end] for item in standing] == pieces
