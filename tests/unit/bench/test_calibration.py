"""Answers of measured attackers are read whole or refused with one clear reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.calibration import FILE, Guess, load
from core.domain.errors import InputError

ANSWER = {"attacker": "读者", "regime": "raw", "kind": "AGE", "predicted": 0.25, "right": True}


def test_answers_are_read_in_order(tmp_path: Path) -> None:
    lines = [json.dumps({**ANSWER, "predicted": 0}), "", json.dumps(ANSWER, ensure_ascii=False)]
    (tmp_path / FILE).write_bytes("\r\n".join(lines).encode())
    assert load(tmp_path) == (Guess("读者", "raw", "AGE", 0.0, True), Guess("读者", "raw", "AGE", 0.25, True))


def test_nothing_to_compare_is_said(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / FILE).write_text("\n \n", encoding="utf-8")
    for folder in (None, tmp_path / "nowhere", tmp_path, tmp_path / "empty"):
        with pytest.raises(InputError) as raised:
            load(folder)
        assert raised.value.code == "bench.not_measured"


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"[]",
        b"null",
        b"3",
        b"\xff\xfe",
        *(
            json.dumps(answer).encode()
            for answer in (
                {},
                {**ANSWER, "predicted": 1.5},
                {**ANSWER, "predicted": True},
                {**ANSWER, "predicted": "0.5"},
                {**ANSWER, "predicted": None},
                {**ANSWER, "predicted": float("nan")},
                {**ANSWER, "right": "yes"},
                {**ANSWER, "right": 1},
                {**ANSWER, "attacker": ""},
                {**ANSWER, "kind": 7},
            )
        ),
    ],
)
def test_the_first_line_that_is_no_answer_is_named(tmp_path: Path, line: bytes) -> None:
    (tmp_path / FILE).write_bytes(b"\n".join((json.dumps(ANSWER).encode(), line, b"{")))
    with pytest.raises(InputError) as raised:
        load(tmp_path)
    assert (raised.value.code, raised.value.details) == ("bench.not_a_guess", {"line": 2})
