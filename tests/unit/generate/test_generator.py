"""The generator checks itself: offsets, gold, splits, questions, crowds, seeds."""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Mapping

import pytest

from core.domain.errors import BugError
from core.domain.language import Language
from core.domain.protocol import STRICT
from core.domain.taxonomy import Domain
from core.generate import numbers
from core.generate.family import ADVERSARIAL, FRESH, ORDINARY, SLOT
from core.generate.prompts import GeneratedPrompt, PromptGenerator
from core.generate.splits import HARMLESS_EVERY, Plan, generate, held_out, load_plan
from core.population.population import SyntheticPopulation
from core.resources import load_taxonomy, resource_root

ROOT = resource_root()
LONG_DIGITS = re.compile(r"\d{5,}")
SEED = 7
PAPER_SIZES = {
    "calibration": 290,
    "train": 400,
    "test": 160,
    "test_ext": 240,
    "adversarial": 80,
    "mixed": 120,
    "stream": 120,
}
STYLES = {"prose", "record", "list", "dialogue", "email", "table", "mixed"}
TESTED = {"test", "test_ext", "mixed", "new"}

Splits = Mapping[str, list[GeneratedPrompt]]


@pytest.fixture(scope="module")
def generator() -> PromptGenerator:
    return PromptGenerator(ROOT, load_taxonomy(ROOT), SyntheticPopulation.load(ROOT))


@pytest.fixture(scope="module")
def plan() -> Plan:
    return load_plan(ROOT)


@pytest.fixture(scope="module")
def splits(generator: PromptGenerator, plan: Plan) -> Splits:
    return {split.name: list(generate(generator, plan, split, SEED)) for split in plan.splits}


@pytest.fixture(scope="module")
def prompts(splits: Splits) -> list[GeneratedPrompt]:
    return [prompt for own in splits.values() for prompt in own]


def test_sizes_are_the_papers(splits: Splits) -> None:
    sizes = {name: len(own) for name, own in splits.items()}
    assert {name: sizes[name] for name in PAPER_SIZES} == PAPER_SIZES


def test_every_gold_span_is_exact_and_none_overlap(prompts: list[GeneratedPrompt]) -> None:
    assert sum(len(prompt.spans) for prompt in prompts) > 9000
    for prompt in prompts:
        end = 0
        for span in prompt.spans:
            assert prompt.text[span.start : span.end] == span.text
            assert span.text.strip() == span.text != ""
            assert span.start >= end, prompt.id
            end = span.end


def test_no_long_run_of_digits_is_without_gold(prompts: list[GeneratedPrompt]) -> None:
    for prompt in prompts:
        covered = {position for span in prompt.spans for position in range(span.start, span.end)}
        for run in LONG_DIGITS.finditer(prompt.text):
            assert set(range(*run.span())) <= covered, prompt.id


def test_every_other_occurrence_of_a_long_value_is_gold_too(prompts: list[GeneratedPrompt]) -> None:
    for prompt in prompts:
        covered = {position for span in prompt.spans for position in range(span.start, span.end)}
        for span in prompt.spans:
            if span.cls == "explicit" and len(span.text) >= 6:
                for found in re.finditer(re.escape(span.text), prompt.text):
                    assert set(range(*found.span())) <= covered, (prompt.id, span.type)


def test_no_slot_is_left_unfilled(prompts: list[GeneratedPrompt]) -> None:
    assert not [prompt.id for prompt in prompts if "{" in prompt.text or "}" in prompt.text]


def test_no_text_comes_twice(prompts: list[GeneratedPrompt]) -> None:
    assert max(Counter(prompt.text for prompt in prompts).values()) == 1
    assert max(Counter(prompt.id for prompt in prompts).values()) == 1


def test_the_task_ends_the_text(prompts: list[GeneratedPrompt]) -> None:
    assert all(prompt.text.endswith(prompt.task) for prompt in prompts)


def test_languages_and_domains_are_even(splits: Splits) -> None:
    for name, own in splits.items():
        languages = Counter(prompt.language for prompt in own)
        assert languages[Language.EN] == languages[Language.ZH], name
        domains = Counter(prompt.domain for prompt in own if not prompt.harmless)
        domains[Domain.LEGAL] += domains.pop(Domain.GENERAL, 0)
        assert len(domains) == 4
        assert max(domains.values()) - min(domains.values()) <= 4, name


def test_a_quarter_is_harmless_and_varied(splits: Splits) -> None:
    for name in ("calibration", "train", "test", "test_ext", "stream"):
        harmless = [prompt for prompt in splits[name] if prompt.harmless]
        assert abs(len(harmless) / len(splits[name]) - 1 / HARMLESS_EVERY) < 0.02
        assert all(prompt.k is None and prompt.answer == "" for prompt in harmless)
    assert not any(prompt.harmless for prompt in splits["mixed"])


def test_there_are_many_harmless_questions(generator: PromptGenerator) -> None:
    for language in Language:
        questions = generator.harmless[language].questions
        assert len(set(questions)) == len(questions) >= 60
        tested, seen = (set(generator.harmless[language].order(SEED, held_out=side)) for side in (True, False))
        assert tested.isdisjoint(seen)
    with pytest.raises(BugError):
        generator.nothing_sensitive(Language.EN, SEED, 10_000, held_out=True)


def test_families_of_test_splits_are_seen_nowhere_else(splits: Splits, generator: PromptGenerator) -> None:
    tested = {p.family for name in TESTED for p in splits[name] if not p.harmless}
    seen = {p.family for name, own in splits.items() if name not in TESTED for p in own if not p.harmless}
    assert tested.isdisjoint(seen)
    assert tested == held_out(generator.families[Language.EN]) == held_out(generator.families[Language.ZH])


def test_fresh_families_are_used_by_one_split_only(splits: Splits, generator: PromptGenerator) -> None:
    for language in Language:
        fresh = {family.id for family in generator.families[language] if family.group == FRESH}
        assert len(fresh) >= 6
        own = {p.family for p in splits["fresh"] if p.language is language and not p.harmless}
        assert own == fresh
        for name, others in splits.items():
            assert name == "fresh" or fresh.isdisjoint(prompt.family for prompt in others)


def test_six_styles_and_more_per_domain_and_language(generator: PromptGenerator) -> None:
    for language in Language:
        for domain in (Domain.MEDICAL, Domain.BANKING, Domain.TRAVEL, Domain.LEGAL):
            own = [family for family in generator.families[language] if family.domain is domain]
            assert {family.style for family in own if family.group == ORDINARY} >= STYLES
            assert sum(family.group == ADVERSARIAL for family in own) == 2


def test_languages_have_the_same_families(generator: PromptGenerator) -> None:
    english, chinese = (
        [(family.id, family.style, family.group) for family in generator.families[language]] for language in Language
    )
    assert english == chinese


def test_slots_of_the_families_are_known_types(generator: PromptGenerator) -> None:
    taxonomy = load_taxonomy(ROOT)
    for language in Language:
        for family in generator.families[language]:
            for line in (line for part in (*family.parts, family.ask) for line in part):
                assert all(slot["type"] in taxonomy for slot in SLOT.finditer(line)), family.id
                assert "{" not in SLOT.sub("", line), family.id


def test_adversarial_prompts_hold_quasi_identifiers_with_a_small_crowd(splits: Splits) -> None:
    for prompt in splits["adversarial"]:
        assert {span.cls for span in prompt.spans} == {"quasi"}
        assert prompt.k is not None
        assert 1 <= prompt.k < STRICT.k_star, prompt.id
        assert len(prompt.combination) >= 3


def test_the_crowd_is_that_of_the_population(splits: Splits, generator: PromptGenerator) -> None:
    table = SyntheticPopulation.load(ROOT).table(Language.ZH)
    prompt = next(p for p in splits["adversarial"] if p.language is Language.ZH and "SEX" in p.combination)
    values = {span.type: span.value for span in prompt.spans}
    loose = table.k({"age": frozenset({values["AGE"]}), "sex": frozenset({values["SEX"]})})
    assert prompt.k is not None
    assert loose >= prompt.k


def test_mixed_prompts_need_few_values(splits: Splits) -> None:
    shares = [prompt.coupling for prompt in splits["mixed"] if prompt.coupling is not None]
    assert abs(statistics.mean(shares) - 0.40) < 0.05
    assert {prompt.coupling for prompt in splits["test"] if prompt.coupling is not None} == {1.0}
    assert not any(span.relevant for prompt in splits["mixed"] for span in prompt.spans if span.cls == "explicit")


def test_every_trap_occurs_in_both_languages(prompts: list[GeneratedPrompt]) -> None:
    wanted = {"repeat", "code-switch", "wrong-checksum", "word-name", "spelled-number", "list", "dialogue", "table"}
    for language in Language:
        assert wanted <= {trap for prompt in prompts if prompt.language is language for trap in prompt.traps}


def test_identifiers_cannot_belong_to_anybody(prompts: list[GeneratedPrompt]) -> None:
    for span in (span for prompt in prompts for span in prompt.spans):
        compact = re.sub(r"[^0-9A-Za-z]", "", span.text)
        if span.type == "ID_CARD":
            assert compact.startswith("999")
        elif span.type == "PHONE":
            assert compact.startswith(("19999", "02079460")) or "555" in compact
        elif span.type == "EMAIL":
            assert re.search(r"@example\.(com|org|net|cn)$", span.text)
        elif span.type == "IP_ADDRESS":
            assert span.text.startswith("203.0.113.")
        elif span.type == "SOCIAL_SECURITY":
            assert compact.startswith("9")


def test_half_of_the_checksums_are_wrong(prompts: list[GeneratedPrompt]) -> None:
    held = [numbers.resident_id_holds(s.text) for p in prompts for s in p.spans if s.type == "ID_CARD"]
    assert 0.3 < sum(held) / len(held) < 0.8
    assert numbers.luhn_holds("4000 0000 0000 0002")
    assert not numbers.luhn_holds("4000 0000 0000 0003")


def test_a_seed_decides_everything(generator: PromptGenerator, plan: Plan, splits: Splits) -> None:
    split = plan.split("test")
    assert list(generate(generator, plan, split, SEED)) == splits["test"]
    assert list(generate(generator, plan, split, SEED + 1, size=20)) != splits["test"][:20]
    assert list(generate(generator, plan, split, SEED, size=20)) == splits["test"][:20]
