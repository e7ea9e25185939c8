"""Indirect clues are read in both languages, and nothing is read into harmless text."""

from __future__ import annotations

import pytest

from core.bench.attackers import measure
from core.disclose.implications import Implications
from core.domain.language import Language
from core.verify.grading import GradingTable
from tests.dehydration import LIBRARY, ROOT, TAXONOMY

CLUES = Implications(ROOT)


@pytest.mark.parametrize("language", Language)
def test_every_kind_of_control_is_found(language: Language) -> None:
    rows = [row for row in measure(TAXONOMY, LIBRARY, GradingTable.load(ROOT), CLUES, 0.05) if row.language is language]
    assert {row.kind for row in rows} >= {"drug", "test", "number", "rite", "address", "event", "office"}
    assert sum(row.found for row in rows) >= 0.9 * sum(row.planted for row in rows)
    assert sum(row.raised for row in rows) == 0


def test_spans_are_places_of_the_text_itself() -> None:
    text = "Ｓｈｅ takes METFORMIN daily"
    (clue,) = CLUES.read(text)
    assert text[clue.start : clue.end] == "METFORMIN"


def test_words_are_whole() -> None:
    assert CLUES.read("He misses the mrsa report") == ()
