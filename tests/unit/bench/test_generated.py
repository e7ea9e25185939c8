"""Generated prompts as something to measure on: rows of a corpus, figures of a census, mixtures with T_new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest

from bench.generated.census import census
from bench.generated.corpus import as_corpus, coupling, coverage, padded, record
from bench.generated.mixture import mix
from core.domain.errors import BugError
from core.domain.language import Language
from core.generate.prompts import GeneratedPrompt, PromptGenerator
from core.generate.splits import generate, load_plan
from core.population.population import SyntheticPopulation
from core.resources import load_taxonomy, resource_root

SEED = 7

Splits = Mapping[str, list[GeneratedPrompt]]


@pytest.fixture(scope="module")
def splits() -> Splits:
    root = resource_root()
    generator, plan = PromptGenerator(root, load_taxonomy(root), SyntheticPopulation.load(root)), load_plan(root)
    return {split.name: list(generate(generator, plan, split, SEED)) for split in plan.splits}


def test_the_share_that_a_task_needs_is_a_mean_over_prompts(splits: Splits) -> None:
    share = coupling(splits["mixed"])
    assert share is not None
    assert abs(share - 0.40) < 0.05
    assert coupling(splits["test"]) == 1.0
    assert coupling([]) is None


def test_signatures_of_the_test_are_partly_new(splits: Splits) -> None:
    library = [*splits["calibration"], *splits["train"]]
    exact, contained = coverage(library, splits["test"])
    assert 0 <= exact <= contained <= 1
    assert coverage(library, splits["train"]) == (1.0, 1.0)
    assert coverage(library, splits["new"])[0] <= exact + 0.05
    assert coverage(library, []) == (0.0, 0.0)


def test_the_census_tells_what_a_reader_must_know(splits: Splits) -> None:
    told = census(splits)
    assert told["mixed"]["coupling"] == pytest.approx(coupling(splits["mixed"]), abs=1e-4)
    assert told["adversarial"]["k_below_star"] == told["adversarial"]["k_counted"] == 80
    assert told["train"]["coverage_exact"] == 1.0
    assert set(told["new"]["variants"]) == {"lexical", "injection", "format"}
    assert sum(told["test"]["languages"].values()) == told["test"]["prompts"] == 160


def test_as_rows_of_a_corpus(splits: Splits) -> None:
    corpus = as_corpus("own", splits["test"], Language.ZH)
    assert len(corpus.rows) == 80
    assert {row.language for row in corpus.rows} == {"zh"}
    row = record(splits["test"][0])
    assert {"id", "source", "lang", "domain", "text", "spans", "question", "answer", "k", "traps"} <= row.keys()
    assert {"start", "end", "text", "type", "cls", "task_relevant"} <= row["spans"][0].keys()


def test_padded_rows_have_the_length_and_the_gold(splits: Splits) -> None:
    rows = padded("long", splits["test"], 1000, 5).rows
    assert Counter(row.language for row in rows) == {"en": 5, "zh": 5}
    gold = {prompt.id: prompt for prompt in splits["test"]}
    for row in rows:
        assert len(row.text) == 1000
        assert row.text.startswith(gold[row.id].text)
        assert len(row.spans) == len(gold[row.id].spans) > 0


def test_mixtures_grow_with_alpha(splits: Splits) -> None:
    base, shifted = splits["test"][:40], splits["new"]
    taken: set[int] = set()
    for alpha in (0.0, 0.25, 0.5, 0.75, 1.0):
        mixed = mix(base, shifted, alpha, SEED)
        places = {place for place, prompt in enumerate(mixed) if prompt.variant}
        assert len(places) == round(alpha * len(base))
        assert taken <= places
        taken = places
    assert mix(base, shifted, 0.5, 1) != mix(base, shifted, 0.5, 2)


@pytest.mark.parametrize("alpha", [-0.1, 1.1])
def test_an_impossible_mixture_is_refused(splits: Splits, alpha: float) -> None:
    shifted = splits["new"]
    with pytest.raises(BugError):
        mix(shifted, shifted, alpha, 1)
    with pytest.raises(BugError):
        mix(shifted, shifted[:1], 1.0, 1)
