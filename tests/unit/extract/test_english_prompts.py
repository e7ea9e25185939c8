"""Recall and restraint on English prompts of many kinds, marked before the rules were written.

`english_prompts_1` was read while rules were mended, `english_prompts_2` never: its floors stand for prompts to come.
A marked span counts when all its letters and digits are covered (as in `bench.scoring`). All people are fictional.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.corpora import EXPLICIT, QUASI, Corpus, load_corpus
from bench.extraction import bench_key, predictor
from bench.scoring import Score
from core.extract.cascade import CascadeExtractor
from core.extract.ner import load_ner
from core.resources import load_taxonomy, resource_root

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
ROOT = resource_root()
FLOORS = {
    ("english_prompts_1", False): {EXPLICIT: 0.92, QUASI: 0.91, "precision": 0.91, "harmless": 0.06},
    ("english_prompts_1", True): {EXPLICIT: 0.96, QUASI: 0.91, "precision": 0.91, "harmless": 0.06},
    ("english_prompts_2", False): {EXPLICIT: 0.91, QUASI: 0.85, "precision": 0.88, "harmless": 0.20},
    ("english_prompts_2", True): {EXPLICIT: 0.97, QUASI: 0.86, "precision": 0.88, "harmless": 0.20},
}


def measured(corpus: Corpus, model: bool) -> Score:
    taxonomy = load_taxonomy(ROOT)
    extractor = CascadeExtractor(taxonomy, ROOT, load_ner(ROOT) if model else None)
    key = bench_key()
    predict = predictor(lambda request: extractor.extract(request, key), taxonomy)
    score = Score()
    for row in corpus.rows:
        score.add(row, predict(row)[0])
    return score


@pytest.mark.parametrize(("name", "model"), FLOORS, ids=lambda value: str(value))
def test_as_good_as_it_was(name: str, model: bool) -> None:
    if model and not load_ner(ROOT).available:
        pytest.skip("the name model is not installed")
    floors = FLOORS[name, model]
    score = measured(load_corpus(GOLDEN / f"{name}.jsonl", None, 0), model)
    assert score.recall(EXPLICIT) >= floors[EXPLICIT]
    assert score.recall(QUASI) >= floors[QUASI]
    assert score.precision >= floors["precision"]
    assert score.harmless_share <= floors["harmless"]
