"""Closed-form questions, and the three transformations of T_new."""

from __future__ import annotations

import random

import pytest

from core.domain.language import Language
from core.generate.prompts import Change, GeneratedPrompt, PromptGenerator
from core.generate.questions import QuestionMaker, Shown
from core.generate.shift import Variant, changes, kinds
from core.generate.splits import generate, load_plan
from core.population.population import SyntheticPopulation
from core.resources import load_taxonomy, resource_root

ROOT = resource_root()
SEED = 3


@pytest.fixture(scope="module")
def generator() -> PromptGenerator:
    return PromptGenerator(ROOT, load_taxonomy(ROOT), SyntheticPopulation.load(ROOT))


@pytest.fixture(scope="module")
def shifted(generator: PromptGenerator) -> list[GeneratedPrompt]:
    plan = load_plan(ROOT)
    return list(generate(generator, plan, plan.split("new"), SEED))


@pytest.mark.parametrize(
    ("values", "kind", "answer"),
    [
        ([("AMOUNT", "1240.50", "$1,240.50"), ("AMOUNT", "3478.00", "$3,478")], "sum", "4718.50"),
        ([("DATE", "2026-03-01", "1 March 2026"), ("DATE", "2025-12-31", "2025-12-31")], "days", "60"),
        ([("AGE", "67", "sixty-seven")], "band", "60-69"),
        ([("AMOUNT", "200000.00", "€200,000"), ("RATE", "4.5%", "4.5%")], "interest", "9000.00"),
        ([("DOSE", "50 mg", "50 mg")], "weekly", "350"),
        ([("AMOUNT", "500.00", "$500"), ("INCOME", "2000.00", "$2,000")], "share", "25.0"),
        ([("DISEASE", "asthma", "asthma")], "value", "asthma"),
        ([("PERSON", "Ada Quill", "Ada Quill"), ("PERSON", "Jo Reed", "Jo Reed")], "people", "2"),
        ([], "people", "0"),
    ],
)
def test_answers_are_computed(values: list[tuple[str, str, str]], kind: str, answer: str) -> None:
    maker = QuestionMaker(ROOT, Language.EN, load_taxonomy(ROOT))
    asked = maker.ask([Shown(*value) for value in values], random.Random(1))
    assert (asked.kind, asked.answer) == (kind, answer)
    assert "{" not in asked.text


@pytest.mark.parametrize("surface", ["3月1日", "March 2026", "2026"])
def test_a_date_without_day_or_year_is_not_counted_with(surface: str) -> None:
    maker = QuestionMaker(ROOT, Language.ZH, load_taxonomy(ROOT))
    values = [Shown("DATE", "2026-03-01", surface), Shown("DATE", "2025-12-31", "2025-12-31")]
    assert maker.ask(values, random.Random(1)).kind == "people"


def test_every_prompt_has_a_question_in_its_language(shifted: list[GeneratedPrompt]) -> None:
    for prompt in shifted:
        assert prompt.answer
        assert prompt.question.isascii() is (prompt.language is Language.EN), prompt.id


def test_all_three_transformations_occur(shifted: list[GeneratedPrompt]) -> None:
    assert {prompt.variant for prompt in shifted} == {kind.value for kind in kinds()}


def test_words_change_and_values_do_not(generator: PromptGenerator) -> None:
    for language in Language:
        family = next(family for family in generator.families[language] if family.id == "medical-record")
        change = changes(ROOT, language).pick(Variant.LEXICAL, 1)
        for seed in range(5):
            plain, reworded = (
                generator.prompt(language, family, seed),
                generator.prompt(language, family, seed, change=change),
            )
            assert plain.text != reworded.text
            assert [span.text for span in plain.spans] == [span.text for span in reworded.spans]


def test_a_changed_word_inside_a_longer_one_stays(generator: PromptGenerator) -> None:
    family = next(family for family in generator.families[Language.EN] if family.id == "banking-prose")
    change = Change("lexical", {"a": "one"})
    assert "onemount" not in generator.prompt(Language.EN, family, 1, change=change).text


def test_injection_brings_types_that_the_domain_does_not_have(generator: PromptGenerator) -> None:
    for language in Language:
        ordinary = {
            slot.type
            for family in generator.families[language]
            for seed in range(3)
            for slot in generator.prompt(language, family, seed).spans
        }
        family = generator.families[language][0]
        change = changes(ROOT, language).pick(Variant.INJECTION, 2)
        assert generator.prompt(language, family, 2, change=change).signature - ordinary


def test_format_transfer_keeps_values_and_offsets(generator: PromptGenerator) -> None:
    family = next(family for family in generator.families[Language.ZH] if family.id == "travel-prose")
    for seed in range(6):
        change = changes(ROOT, Language.ZH).pick(Variant.FORMAT, seed)
        plain = generator.prompt(Language.ZH, family, seed)
        moved = generator.prompt(Language.ZH, family, seed, change=change)
        assert [span.text for span in plain.spans] == [span.text for span in moved.spans]
        assert moved.text.count("\n") > plain.text.count("\n")
        assert all(moved.text[span.start : span.end] == span.text for span in moved.spans)
