"""Corpora are read whole or as a sample that a seed repeats; a bad line is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.corpora import load_corpus, load_examples
from core.domain.errors import InputError
from core.resources import resource_root


def write(path: Path, *rows: object) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def test_a_sample_is_repeatable_and_keeps_the_order(tmp_path: Path) -> None:
    path = write(tmp_path / "c.jsonl", *({"id": number, "text": f"text {number}"} for number in range(50)))
    first, again, other = (load_corpus(path, 10, seed) for seed in (1, 1, 2))
    ids = [int(row.id) for row in first.rows]
    assert first == again
    assert first != other
    assert ids == sorted(ids)
    assert len(ids) == 10
    assert len(load_corpus(path, None, 1).rows) == len(load_corpus(path, 99, 1).rows) == 50


@pytest.mark.parametrize(
    "row",
    [
        [],
        {"id": 1},
        {"id": 1, "text": 5},
        {"id": 1, "text": "ab", "spans": [{"start": 0, "end": 3, "type": "A", "cls": "explicit"}]},
        {"id": 1, "text": "ab", "spans": [{"start": "0", "end": 1, "type": "A", "cls": "explicit"}]},
        {"id": 1, "text": "ab", "spans": [{"end": 1}]},
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, row: object) -> None:
    path = write(tmp_path / "c.jsonl", {"id": 0, "text": "fine"}, row)
    with pytest.raises(InputError) as caught:
        load_corpus(path, None, 1)
    assert caught.value.code == "bench.not_a_corpus"
    assert caught.value.details == {"line": 2}


def test_examples_have_both_languages() -> None:
    rows = load_examples(resource_root()).rows
    assert {row.language for row in rows} == {"en", "zh"}
    assert len(rows) == 8
