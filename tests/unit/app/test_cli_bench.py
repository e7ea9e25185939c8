"""`drsl bench`: tables, JSON, files, and what it says when there is nothing to measure."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from shared_engine import builtin_engine, rule_cascade

from bench.command import BENCHES
from bench.commands import extract, speed
from core.domain.taxonomy import Taxonomy
from core.extract.cascade import CascadeExtractor

Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extraction that is measured, with its models and without, is the shared one; tried here is the command."""

    def cascade(taxonomy: Taxonomy, root: Path, ner: object = None, spans: object = None) -> CascadeExtractor:
        return rule_cascade() if ner is None else builtin_engine().extractor

    monkeypatch.setattr(extract, "CascadeExtractor", cascade)


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
    assert set(json.loads(drsl("bench", "list", "--json").out)) == set(BENCHES)


def test_unknown_name_and_empty_folder(drsl: Run, tmp_path: Path) -> None:
    assert drsl("bench", "nonsense").code == 2
    assert drsl("bench", "extract", "--data", str(tmp_path)).code == 2
    assert drsl("bench", "extract", "--data", str(tmp_path / "none")).code == 2
    assert drsl("bench", "extract", "--n", "0").code == 2


def test_extract_scores_a_labelled_corpus(drsl: Run, data: Path, tmp_path: Path) -> None:
    out, predictions = tmp_path / "out", tmp_path / "predictions"
    files = ("--out", str(out), "--predictions", str(predictions))
    ran = drsl("bench", "extract", "--json", "--data", str(data), "--only", "small", *files)
    assert ran.code == 0
    assert "--rival-python" in ran.err
    record = json.loads(ran.out)
    assert set(record) == {"name", "n", "seed", "version", "summary", "rows"}
    assert (record["name"], record["n"], record["seed"]) == ("extract", 2, 42)
    measured = record["summary"]["small"]["without_ner"]
    assert measured["recall"] == {"explicit": 1.0}
    assert measured["char_precision"] == 1.0
    assert record["rows"][0]["type"] == "EMAIL"
    assert json.loads((out / "result.json").read_text(encoding="utf-8")) == record
    html = (out / "page.html").read_text(encoding="utf-8")
    assert "<table>" in html
    assert "Figures / 数值" in html
    lines = (predictions / "small.without_ner.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["1", "2"]
    assert json.loads(lines[0])["spans"][0]["kind"] == "explicit"


def test_extract_prints_tables_with_generated_prompts_and_bars(drsl: Run, data: Path) -> None:
    ran = drsl("--lang", "zh", "bench", "extract", "--data", str(data), "--n", "1")
    assert ran.code == 0
    assert "skipped other.jsonl" in ran.err or "跳过 other.jsonl" in ran.err
    for expected in ("语料", "small", "generator_en", "generator_zh", "达标线", "≥ 0.98"):
        assert expected in ran.out


def test_extract_writes_what_it_generated(drsl: Run, tmp_path: Path) -> None:
    words = ("--only", "generator_zh", "--n", "2", "--predictions", str(tmp_path))
    first = json.loads(drsl("bench", "extract", "--json", *words).out)
    rows = (tmp_path / "generated" / "generator_zh.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 200
    assert first["n"] == 2
    assert {json.loads(row)["lang"] for row in rows} == {"zh"}
    again = json.loads(drsl("bench", "extract", "--json", *words).out)
    assert first["rows"] == again["rows"]


def test_a_rival_that_is_not_installed_is_named(drsl: Run, data: Path) -> None:
    own = ("bench", "extract", "--json", "--data", str(data), "--only", "small", "--rival-python")
    ran = drsl(*own, sys.executable)
    assert ran.code == 0
    assert "argus-redact: not installed" in ran.err
    assert "presidio: not installed" in ran.err
    assert drsl(*own, str(data / "no-such-python")).code == 1


def test_sanitize_measures_generated_prompts_and_examples(drsl: Run) -> None:
    record = json.loads(drsl("bench", "sanitize", "--json", "--n", "12").out)
    assert record["n"] == 12 + 12 + 12 + 8
    assert set(record["summary"]) == {"generator_test", "generator_mixed", "generator_1000", "examples"}
    own = record["summary"]["examples"]
    assert own["pass"] == 8
    assert own["pass_rate"]["upper"] == 1.0
    assert 0 < own["pass_rate"]["lower"] < 1
    assert own["declared_literals"] == 0
    assert sum(group["rows"] for group in record["summary"]["generator_test"]["groups"]) == 12
    assert record["rows"][0]["verdict"] == "PASS"
    ran = drsl("bench", "sanitize", "--only", "examples")
    assert "PASS" in ran.out
    assert "proxy" in ran.out


def test_sanitize_counts_runs_that_failed(drsl: Run, tmp_path: Path) -> None:
    rows = [{"id": 1, "text": "invalid"}, {"id": 2, "text": "infeasible"}]
    (tmp_path / "c.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    record = json.loads(drsl("bench", "sanitize", "--json", "--data", str(tmp_path)).out)
    assert record["summary"]["c"]["failed"] == {"verify.control_missed": 1}
    assert record["summary"]["c"]["invalid"] == 1
    assert record["summary"]["c"]["infeasible"] == 1
    assert record["rows"][0]["error"] == "verify.control_missed"


@pytest.mark.slow
def test_speed_says_how_far_it_is(drsl: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "_systems", lambda session: {"ours": len})
    ran = drsl("bench", "speed", "--json", "--n", "3", "--lang", "en")
    assert ran.code == 0
    lines = ran.err.splitlines()
    record = json.loads(ran.out)
    assert len(lines) == record["n"] == len(record["rows"])
    assert lines[0] == f"speed en 50 ours: 1 of {len(lines)}"
    assert lines[-1] == f"speed shuffled 3000 ours: {len(lines)} of {len(lines)}"


def test_generate_writes_corpora_that_extract_reads(drsl: Run, tmp_path: Path) -> None:
    ran = drsl("bench", "generate", "--json", "--n", "8", "--only", "test", "--only", "new", "--out", str(tmp_path))
    assert ran.code == 0
    summary = json.loads(ran.out)["summary"]
    assert set(summary) == {"test", "new"}
    assert summary["test"]["prompts"] == 8
    again = drsl("bench", "extract", "--json", "--data", str(tmp_path / "generated"), "--only", "new")
    assert json.loads(again.out)["n"] == 8
    assert "coupling" in drsl("bench", "generate", "--n", "4").out


@pytest.mark.parametrize("language", ["en", "zh"])
def test_calibration_without_answers_or_with_others_is_one_clear_line(drsl: Run, tmp_path: Path, language: str) -> None:
    ran = drsl("bench", "calibration", "--lang", language)
    assert (ran.code, ran.out) == (2, "")
    assert "measured.jsonl" in ran.err
    (tmp_path / "measured.jsonl").write_text("{}\n", encoding="utf-8")
    refused = drsl("bench", "calibration", "--lang", language, "--data", str(tmp_path))
    assert (refused.code, refused.out, len(refused.err.splitlines())) == (2, "", 1)
    assert "1" in refused.err
