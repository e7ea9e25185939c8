"""The measurement of learning: an unfamiliar world marked rightly, a person who corrects part, numbers with their p."""

from __future__ import annotations

import json

import pytest
from shared_engine import own_engine

from bench.generated.unfamiliar import UnfamiliarWorld
from bench.learning import Experiment, Learned, LearningBench, World, detail_rows, summary
from bench.learning_person import CORRECTED, Remembered, corrections
from core.domain.learning import FailureMode
from core.domain.sensitive import SensitiveSet
from core.generate.prompts import PromptGenerator
from core.generate.splits import generate, load_plan
from core.learn.trial import Measure
from core.population.population import SyntheticPopulation
from core.resources import load_taxonomy, resource_root
from core.text.normalize import comparison_key

ROOT = resource_root()
TAXONOMY = load_taxonomy(ROOT)
SEED, SMALL, TINY = 5, 24, 8


@pytest.fixture(scope="module")
def generator() -> PromptGenerator:
    return PromptGenerator(ROOT, TAXONOMY, SyntheticPopulation.load(ROOT))


@pytest.fixture(scope="module")
def base(generator: PromptGenerator) -> list[object]:
    plan = load_plan(ROOT)
    return list(generate(generator, plan, plan.split("stream"), SEED, SMALL))


@pytest.fixture(scope="module")
def world() -> UnfamiliarWorld:
    return UnfamiliarWorld(ROOT, TAXONOMY)


def test_an_unfamiliar_prompt_marks_every_value_where_it_stands(world: UnfamiliarWorld, base: list) -> None:
    moved = list(world.moved(base, SEED, held_out=False))
    assert len(moved) == len(base)
    for before, after in zip(base, moved, strict=True):
        assert all(after.text[span.start : span.end] == span.text for span in after.spans)
        assert after == before if before.harmless else len(after.spans) == len(before.spans) + 2


def test_sentences_of_the_two_sides_differ_and_seeds_repeat(world: UnfamiliarWorld, base: list) -> None:
    for thing in world.things:
        for language in thing.sentences:
            seen, held = (set(thing.side(language, held_out=side)) for side in (False, True))
            assert seen
            assert held
            assert not seen & held
    assert list(world.moved(base, SEED, held_out=True)) == list(world.moved(base, SEED, held_out=True))
    assert list(world.moved(base, SEED, held_out=True)) != list(world.moved(base, SEED, held_out=False))


def test_the_scripted_person_corrects_part_and_what_is_kept_has_no_text(base: list) -> None:
    nothing = SensitiveSet(())
    remembered = Remembered()
    wanted = told = 0
    for prompt in base:
        wanted += len(prompt.spans)
        told += len(corrections(prompt, nothing, SEED).added)
        remembered.work_through(prompt, nothing, None, SEED)
    assert 0.5 * CORRECTED < told / wanted < 1.5 * CORRECTED
    items = remembered.all
    assert len(items) == told
    assert {item.cause.mode for item in items} == {FailureMode.MISSED}
    shown = repr(items)
    assert not any(span.text in shown for prompt in base for span in prompt.spans if len(span.text) > 4)
    assert remembered.read(items[0].material) is not None


@pytest.fixture(scope="module")
def learned() -> list[Learned]:
    bench = LearningBench(ROOT, own_engine(), SEED)
    return [bench.run(World.UNFAMILIAR, Experiment.T17, SMALL), bench.run(World.UNFAMILIAR, Experiment.T13, TINY)]


@pytest.mark.slow
def test_both_experiments_compare_on_texts_that_were_not_distilled(learned: list[Learned]) -> None:
    recall, whole = learned
    assert (recall.sources, recall.validated) == (SMALL, 2 * SMALL)
    assert (whole.sources, whole.validated) == (TINY // 2, TINY // 2)
    assert recall.trial.row(Measure.ROUNDS) is None
    assert whole.trial.row(Measure.ROUNDS) is not None
    assert all(item.experiences > 0 for item in learned)
    assert (recall.trial.current != recall.trial.candidate) is bool(recall.distilled.rules)


@pytest.mark.slow
def test_the_record_names_every_p_value_and_no_word_of_a_rule(learned: list[Learned]) -> None:
    record = {"summary": summary(learned), "rows": detail_rows(learned)}
    text = json.dumps(record, ensure_ascii=False)
    values = record["summary"]["p"]
    assert {"unfamiliar.t17.recall", "unfamiliar.t13.rounds", "unfamiliar.t13.pass"} <= set(values)
    assert all(0 < value["two_sided"] <= 1 and 0 < value["better"] <= 1 for value in values.values())
    cues = [cue for item in learned for rule in item.distilled.rules for cue in rule.cues]
    assert not any(comparison_key(cue) in comparison_key(text) for cue in cues if len(cue) > 4)
