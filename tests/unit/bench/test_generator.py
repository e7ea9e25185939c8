import re

import pytest

from core.bench.generate.prompts import GeneratedPrompt, PromptGenerator
from core.bench.generate.splits import HARMLESS_EVERY, SPLITS, Split, generate, held_out
from core.domain.language import Language
from core.population.population import SyntheticPopulation
from core.resources import load_taxonomy, resource_root

ROOT = resource_root()
LONG_DIGITS = re.compile(r"\d{5,}")


@pytest.fixture(scope="module")
def generator() -> PromptGenerator:
    return PromptGenerator(ROOT, load_taxonomy(ROOT), SyntheticPopulation.load(ROOT))


@pytest.fixture(scope="module")
def prompts(generator: PromptGenerator) -> list[GeneratedPrompt]:
    return [prompt for split in SPLITS for prompt in generate(generator, split, seed=7)]


def test_every_gold_span_is_exact(prompts: list[GeneratedPrompt]) -> None:
    spans = [(prompt, span) for prompt in prompts for span in prompt.spans]
    assert len(spans) > 5000
    assert all(prompt.text[span.start : span.end] == span.text for prompt, span in spans)


def test_no_long_run_of_digits_is_without_gold(prompts: list[GeneratedPrompt]) -> None:
    for prompt in prompts:
        covered = {position for span in prompt.spans for position in range(span.start, span.end)}
        for run in LONG_DIGITS.finditer(prompt.text):
            assert set(range(*run.span())) <= covered, prompt.id


def test_the_task_ends_the_text(prompts: list[GeneratedPrompt]) -> None:
    assert all(prompt.text.endswith(prompt.task) for prompt in prompts)


def test_a_quarter_is_harmless_and_every_person_has_a_crowd(prompts: list[GeneratedPrompt]) -> None:
    harmless = [prompt for prompt in prompts if prompt.harmless]
    assert abs(len(harmless) / len(prompts) - 1 / HARMLESS_EVERY) < 0.02
    assert all(prompt.k is None for prompt in harmless)
    assert all(prompt.k is not None and prompt.k >= 1 for prompt in prompts if not prompt.harmless)


def test_families_of_test_splits_are_seen_nowhere_else(generator: PromptGenerator) -> None:
    seen = {True: set[str](), False: set[str]()}
    for split in SPLITS:
        seen[split.held_out] |= {prompt.family for prompt in generate(generator, split, seed=1) if not prompt.harmless}
    assert seen[True]
    assert seen[True].isdisjoint(seen[False])
    assert seen[True] == held_out(generator.families[Language.EN]) == held_out(generator.families[Language.ZH])


def test_a_seed_decides_everything(generator: PromptGenerator) -> None:
    split = Split("probe", 40, held_out=False)
    first = list(generate(generator, split, seed=3))
    assert first == list(generate(generator, split, seed=3))
    assert first != list(generate(generator, split, seed=4))


def test_languages_have_the_same_families(generator: PromptGenerator) -> None:
    english, chinese = ({family.id for family in generator.families[language]} for language in Language)
    assert english == chinese
