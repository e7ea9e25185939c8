"""Our scoring gives the numbers of the corpora's own scorer, on the corpora themselves."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench.commands.shown import default_data
from bench.corpora import load_corpus
from bench.scoring import PredictedSpan, Score
from core.domain.taxonomy import Kind
from core.resources import resource_root

DATA = default_data(resource_root())
SCORER = DATA.parent / "score.py"
ROWS = 60


@pytest.mark.skipif(not SCORER.is_file(), reason="the corpora and their scorer are not beside this checkout")
@pytest.mark.parametrize("name", ["pii_bench_zh_chat_seed42", "presidio_synth_v2", "tab_direct_quasi_dev"])
def test_same_numbers(tmp_path: Path, name: str) -> None:
    corpus = load_corpus(DATA / f"{name}.jsonl", ROWS, 7)
    gold, predicted = tmp_path / "gold.jsonl", tmp_path / "predicted.jsonl"
    score = Score()
    with gold.open("w", encoding="utf-8") as texts, predicted.open("w", encoding="utf-8") as guesses:
        for number, row in enumerate(corpus.rows):
            spans = [{"start": s.start, "end": s.end, "type": s.type, "cls": s.cls} for s in row.spans]
            texts.write(json.dumps({"id": number, "text": row.text, "spans": spans}) + "\n")
            found = tuple(
                PredictedSpan(
                    span.start + (index % 3 == 0), span.end, span.type, Kind.EXPLICIT if index % 2 else Kind.QUASI
                )
                for index, span in enumerate(row.spans)
                if index % 4
            )
            score.add(row, found)
            shown = [{"start": s.start, "end": s.end, "kind": s.kind.value} for s in found]
            guesses.write(json.dumps({"id": number, "spans": shown}) + "\n")
    answer = subprocess.run(
        [sys.executable, str(SCORER), str(gold), str(predicted), "--json"], capture_output=True, check=True
    )
    reference = json.loads(answer.stdout)
    assert {cls: score.recall(cls) for cls in score.classes} == reference["recall"]
    assert score.precision == reference["char_precision"]
    assert score.touched_share == reference["touched"]
    assert score.touched_explicit_share == reference["touched_explicit"]
    assert score.characters == reference["chars"]
