"""A pattern is left out only where it cannot match."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.extract import explicit, quasi
from core.extract.dictionary import same_length_lower
from core.extract.explicit.table_rows import read_rows
from core.extract.pattern_needs import Gate
from core.extract.quasi.rows import FILE, rows
from core.resources import load_taxonomy, read_toml, resource_root
from core.text.normalize import normalize

GOLDEN = Path(__file__).parents[2] / "golden" / "extract"


@pytest.mark.parametrize(
    ("pattern", "without", "holding"),
    [
        (r"第?\d{5,10}号", ("第12345", "第1234号"), "12345号"),
        (r"(?:今年|现年)\d+岁", ("今年35", "35岁", "现年五岁"), "现年35岁"),
        (r"甲乙?丙*", ("乙丙",), "甲"),
        (r"ab?c*", ("bc",), "ac"),
        (r"(?=.*[甲乙])丙", ("丙", "甲乙"), "丙乙"),
        (r"(?i)qq", ("q",), "qQ"),
        (r"(?i)idiq", ("idi",), "İdıQ"),
        (r"(?i:s)t", ("s t",), "\u017ft"),
        (r"colou?r[ed]?", ("coour",), "colors"),
        (r"my (?:wife|ex-?wife)(?! of)", ("my exwive",), "my ex-wife"),
        (r"(?<=No\.)[A-Z]+", ("AB",), "No.AB"),
        (r"(?:\d{4}|\d{2}-\d)(?:\d{3})?", ("12-",), "12-3"),
        (r"([ab])x\1{2}[\u4e00-\u4e02]y{2,}", ("axaa一", "byy一"), "bxbb丁yy"),
    ],
)
def test_needs_are_read_from_the_pattern(pattern: str, without: tuple[str, ...], holding: str) -> None:
    gate, asked = Gate(), re.compile(pattern)
    gate.learn(asked)
    assert asked.search(holding)
    assert gate.may_match(asked, gate.holdings(holding, holding.lower()))
    for text in without:
        assert not gate.may_match(asked, gate.holdings(text, text.lower())), text


@pytest.mark.parametrize(
    ("pattern", "plain"),
    [
        (r"[0-9a-f]{4}-\d+", True),
        (r"(?<![\w一-鿿])[A-Z]{2}(?!x)", True),
        (r"(?<!.{25})[A-Z]", False),
        (r"[A-Z](?!号)", False),
        (r"[^x]\d", False),
        (r"\bA", False),
        (r"A\w", False),
        (r"(?i)A", False),
        (r"A[\u00e0-\u00ff]", False),
    ],
)
def test_a_plain_pattern_sees_printable_characters_only(pattern: str, plain: bool) -> None:
    assert Gate().learn(re.compile(pattern)).plain is plain


PIECES = st.recursive(
    st.sampled_from(
        [
            "a",
            "B",
            "7",
            "甲",
            ".",
            "i",
            "\\.",
            "\\d",
            "\\w",
            "\\b",
            "[ab]",
            "[^a]",
            "[甲-丁]",
            "[7-9]",
            "[a\\-]",
            "\\u7532",
            "^",
            "$",
        ]
    ),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map("".join),
        st.builds("(?:{}){}".format, inner, st.sampled_from(["", "?", "*", "+", "{2}", "{1,3}", "{,2}", "+?", "?+"])),
        st.builds("(?:{}|{})".format, inner, inner),
        st.builds("({}{})".format, st.sampled_from(["?=", "?!", "?>", "?i:", "?P<n>"]), inner),
        st.builds("(?{}{})".format, st.sampled_from(["<=", "<!"]), st.sampled_from(["a", "甲7", "[ab]\\."])),
    ),
    max_leaves=8,
)


@given(PIECES, st.text("aAbB79甲乙丁iİı._ \n-", max_size=16), st.booleans())
def test_no_text_that_matches_is_turned_away(source: str, text: str, caseless: bool) -> None:
    try:
        pattern = re.compile(source, re.IGNORECASE if caseless else 0)
    except re.error:
        assume(False)
    gate = Gate()
    gate.learn(pattern)
    lower = same_length_lower(text)
    if pattern.search(text) or pattern.search(lower):
        assert gate.may_match(pattern, gate.holdings(text, lower))


def test_a_text_without_what_a_pattern_needs_is_not_searched() -> None:
    gate = Gate()
    pattern = re.compile("(?:今年|现年)[0-9]{2}岁")
    gate.learn(pattern)
    assert gate.may_match(pattern, gate.holdings("她今年35岁", "她今年35岁"))
    assert not gate.may_match(pattern, gate.holdings("她今年三十五岁", "她今年三十五岁"))
    assert not gate.may_match(pattern, gate.holdings("她35岁", "她35岁"))
    assert not gate.may_match(pattern, gate.holdings("今年5岁", "今年5岁"))


def test_a_pattern_met_after_the_text_was_looked_at_is_searched_all_the_same() -> None:
    gate = Gate()
    holdings = gate.holdings("她今年35岁", "她今年35岁")
    pattern = re.compile("35岁")
    assert gate.may_match(pattern, holdings)
    assert gate.may_match(pattern, holdings)


def _patterns() -> list[re.Pattern[str]]:
    found = [row.pattern for row in read_rows(resource_root(), load_taxonomy(resource_root()))]
    found += [row.pattern for family in read_toml(resource_root() / "recognizers" / FILE) for row in rows(family)]
    for package in (explicit, quasi):
        for module in pkgutil.iter_modules(package.__path__):
            members = vars(importlib.import_module(f"{package.__name__}.{module.name}"))
            found += [member for member in members.values() if isinstance(member, re.Pattern)]
    return found


def test_no_match_of_any_pattern_is_lost() -> None:
    sources = [*GOLDEN.glob("*.txt"), *(resource_root() / "examples").glob("*.txt")]
    blocks = [block for path in sources for block in path.read_text(encoding="utf-8").split("\n")]
    gate, patterns, matched = Gate(), _patterns(), 0
    for pattern in patterns:
        gate.learn(pattern)
    for block in blocks:
        text = normalize(block).text
        lower = same_length_lower(text)
        holdings = gate.holdings(text, lower)
        for pattern in patterns:
            if not gate.may_match(pattern, holdings):
                assert pattern.search(text) is None
                assert pattern.search(lower) is None
            else:
                matched += 1
    assert len(patterns) > 300
    assert matched < len(blocks) * len(patterns) / 2


def test_strings_of_several_letters_are_found_in_either_case() -> None:
    gate, pattern = Gate(), re.compile("[Dd]ivorced|WIDOWED")
    gate.learn(pattern)
    assert gate.may_match(pattern, gate.holdings("Divorced", "divorced"))
    assert gate.may_match(pattern, gate.holdings("WIDOWED", "widowed"))
    assert not gate.may_match(pattern, gate.holdings("Married", "married"))


def test_a_run_is_judged_by_its_own_characters_and_what_stands_right_before_it() -> None:
    gate = Gate()
    pattern = re.compile(r"(?<=No\.)[A-Z]{2}[0-9]{4}")
    asked = gate.learn(pattern)
    text = "编号No.AB1234,共5678件"
    held = gate.holdings(text, text.lower())
    assert asked.met_by(gate.within(held, "No.AB1234,"))
    assert not asked.met_by(gate.within(held, "5678"))


def test_the_text_read_last_is_forgotten_on_demand() -> None:
    gate = Gate()
    text = "她今年35岁"
    held = gate.holdings(text, text)
    assert gate.holdings(text, text) is held
    gate.forget()
    assert gate.holdings(text, text) is not held
