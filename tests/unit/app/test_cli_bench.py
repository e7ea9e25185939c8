"""`drsl bench`: tables, JSON, files, and what it says when there is nothing to measure."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    marked = {"start": 13, "end": 34, "type": "EMAIL", "cls": "explicit"}
    rows = [
        {"id": 1, "lang": "en", "text": "My e-mail is ada.quill@example.com.", "spans": [marked]},
        {"id": 2, "lang": "en", "text": "Nothing to see.", "spans": []},
    ]
    (folder / "small.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (folder / "other.jsonl").write_text("no corpus\n", encoding="utf-8")
    return folder


def test_list_names_every_measurement(drsl: Run) -> None:
    ran = drsl("bench", "list")
    assert ran.code == 0
    assert "extract" in ran.out
    assert "sanitize" in ran.out
    assert set(json.loads(drsl("bench", "list", "--json").out)) == {"extract", "sanitize"}


def test_unknown_name_and_empty_folder(drsl: Run, tmp_path: Path) -> None:
    assert drsl("bench", "nonsense").code == 2
    assert drsl("bench", "extract", "--data", str(tmp_path)).code == 2
    assert drsl("bench", "extract", "--data", str(tmp_path / "none")).code == 2
    assert drsl("bench", "extract", "--n", "0").code == 2


def test_extract_scores_a_labelled_corpus(drsl: Run, data: Path, tmp_path: Path) -> None:
    out, predictions = tmp_path / "out", tmp_path / "predictions"
    ran = drsl("bench", "extract", "--json", "--data", str(data), "--out", str(out), "--predictions", str(predictions))
    assert ran.code == 0
    assert "skipped other.jsonl" in ran.err
    record = json.loads(ran.out)
    assert set(record) == {"name", "n", "seed", "version", "summary", "rows"}
    assert (record["name"], record["n"], record["seed"]) == ("extract", 2, 42)
    measured = record["summary"]["small"]["without_ner"]
    assert measured["recall"] == {"explicit": 1.0}
    assert measured["char_precision"] == 1.0
    assert record["rows"][0]["type"] == "EMAIL"
    assert json.loads((out / "result.json").read_text(encoding="utf-8")) == record
    assert "<table>" in (out / "page.html").read_text(encoding="utf-8")
    lines = (predictions / "small.without_ner.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["1", "2"]
    assert json.loads(lines[0])["spans"][0]["kind"] == "explicit"


def test_extract_prints_a_table(drsl: Run, data: Path) -> None:
    ran = drsl("--lang", "zh", "bench", "extract", "--data", str(data), "--n", "1")
    assert ran.code == 0
    assert "语料" in ran.out
    assert "small" in ran.out


def test_sanitize_measures_the_examples(drsl: Run) -> None:
    record = json.loads(drsl("bench", "sanitize", "--json").out)
    assert record["n"] == 8
    assert record["summary"]["examples"]["pass"] == 8
    assert record["rows"][0]["verdict"] == "PASS"
    assert "PASS" in drsl("bench", "sanitize").out


def test_sanitize_counts_runs_that_failed(drsl: Run, tmp_path: Path) -> None:
    rows = [{"id": 1, "text": "invalid"}, {"id": 2, "text": "infeasible"}]
    (tmp_path / "c.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    record = json.loads(drsl("bench", "sanitize", "--json", "--data", str(tmp_path)).out)
    assert record["summary"]["c"]["failed"] == {"verify.control_missed": 1}
    assert record["summary"]["c"]["infeasible"] == 1
    assert record["rows"][0]["error"] == "verify.control_missed"
