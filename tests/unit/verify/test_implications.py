"""Indirect clues are read in both languages, and nothing is read into harmless text."""

from __future__ import annotations

import pytest

from bench.attackers import ClueBench
from core.disclose.implications import Implications
from core.domain.language import Language
from core.verify.grading import GradingTable
from tests.dehydration import LIBRARY, ROOT, TAXONOMY

CLUES = Implications(ROOT)
BENCH = ClueBench(TAXONOMY, LIBRARY, GradingTable.load(ROOT), CLUES, 0.05)


@pytest.mark.parametrize("language", Language)
def test_every_kind_of_control_is_found(language: Language) -> None:
    rows = [row for row in BENCH.measure() if row.language is language]
    assert {row.kind for row in rows} >= {"drug", "test", "number", "rite", "address", "event", "office"}
    assert sum(row.found for row in rows) >= 0.9 * sum(row.planted for row in rows)
    assert sum(row.raised for row in rows) == 0


@pytest.mark.parametrize("language", Language)
def test_whole_prompts_are_read(language: Language) -> None:
    found = [item for item in BENCH.whole(ROOT, lambda item: None) if item.planted.language is language]
    assert len(found) == 30
    assert sum(item.seen for item in found) >= 27
    assert not any(item.left for item in found)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Does Ocrevus interact with grapefruit?", "multiple sclerosis"),
        ("I swapped Keppra for Lamictal in May.", "epilepsy"),
        ("医生给我开了来士普。", "抑郁症"),
        ("我吃德巴金三年了。", "癫痫"),
    ],
)
def test_brands_are_clues_too(text: str, value: str) -> None:
    assert any(value in clue.values for clue in CLUES.read(text))


def test_spans_are_places_of_the_text_itself() -> None:
    text = "Ｓｈｅ takes METFORMIN daily"
    (clue,) = CLUES.read(text)
    assert text[clue.start : clue.end] == "METFORMIN"


def test_words_are_whole() -> None:
    assert CLUES.read("He misses the mrsa report") == ()
