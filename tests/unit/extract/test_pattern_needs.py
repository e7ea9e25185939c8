"""A pattern is left out only where it cannot match."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

import pytest

from core.extract import explicit, quasi
from core.extract.dictionary import same_length_lower
from core.extract.explicit.table_rows import read_rows
from core.extract.pattern_needs import Gate, needs
from core.resources import load_taxonomy, resource_root
from core.text.normalize import normalize

GOLDEN = Path(__file__).parents[2] / "golden" / "extract"


@pytest.mark.parametrize(
    ("pattern", "sets", "digits"),
    [
        (r"第?\d{5,10}号", [{"号"}], 5),
        (r"(?:今年|现年)\d+岁", [{"今年", "现年"}, {"岁"}], 1),
        (r"甲乙?丙*", [{"甲"}], 0),
        (r"ab?c*", [{"a", "ab"}], 0),
        (r"(?<!\d)(?:x|[^y])", [], 0),
        (r"(?=.*[甲乙])丙", [{"丙"}, {"甲", "乙"}], 0),
        (r"(?i)qq", [{"qq"}], 0),
        (r"(?i)q", [{"q", "Q"}], 0),
        (r"(?i:s)t", [{"st"}], 0),
        (r"(?i:s)\w*t", [{"t"}, {"s", "S", "ſ"}], 0),
        (r"colou?r[ed]?", [{"color", "colour"}], 0),
        (r"my (?:wife|ex-?wife)(?! of)", [{"my wife", "my exwife", "my ex-wife"}], 0),
        (r"(?:wi(?=fe)|house)wife|wifes", [{"wife"}], 0),
        (r"(?:\d{4}|\d{2}-\d)(?:\d{3})?", [], 3),
    ],
)
def test_needs_are_read_from_the_pattern(pattern: str, sets: list[set[str]], digits: int) -> None:
    found = needs(re.compile(pattern))
    assert digits == found.digits
    assert [set(item) for item in found.sets] == sets


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
