"""`drsl restore` with the token table of `drsl sanitize`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


@pytest.fixture
def tokens(drsl: Run, tmp_path: Path) -> Path:
    path = tmp_path / "run.json"
    path.write_text(drsl("sanitize", "--json", "--with-tokens", stdin=b"I am Ada Quill").out, encoding="utf-8")
    return path


def test_round_trip(drsl: Run, tokens: Path) -> None:
    ran = drsl("restore", "-", "--tokens", str(tokens), stdin="亲爱的【姓名_1】 and [PERSON_9]\x1b".encode())
    assert ran.code == 0
    assert ran.out == "亲爱的Ada Quill and [PERSON_9]\ufffd\n"
    assert ran.err.startswith("1 restored, 1 never issued")


def test_json_tells_every_piece(drsl: Run, tokens: Path) -> None:
    record = json.loads(drsl("restore", "-", "--tokens", str(tokens), "--json", stdin=b"[PERSON_1] [X_2]").out)
    assert (record["restored"], record["forged"], record["unresolved"]) == (1, 0, 1)
    assert [piece["kind"] for piece in record["pieces"]] == ["restored", "text", "left"]


@pytest.mark.parametrize(
    ("row", "answer", "shown"),
    [
        (("[日期_1]", "DATE", "3月18日", "zh"), "The rent is due on [日期_1].", "18 March"),
        (("[DATE_1]", "DATE", "18 March", "en"), "房租在[DATE_1]到期。", "3月18日"),
    ],
)
def test_what_is_said_in_the_language_of_the_answer_tells_the_original(
    drsl: Run, tmp_path: Path, row: tuple[str, str, str, str], answer: str, shown: str
) -> None:
    path = tmp_path / "run.json"
    table = [dict(zip(("token", "type", "original", "language"), row, strict=True))]
    path.write_text(json.dumps({"token_table": table}), encoding="utf-8")
    ran = drsl("restore", "-", "--tokens", str(path), "--json", stdin=answer.encode())
    (piece,) = [piece for piece in json.loads(ran.out)["pieces"] if piece["kind"] == "restored"]
    assert (piece["text"], piece["said"], piece["original"]) == (shown, shown, row[2])


def test_beside_the_text_that_was_asked_its_own_lines_are_restored_as_they_were(drsl: Run, tmp_path: Path) -> None:
    path, prompt = tmp_path / "run.json", "帮我改这封信：\nDear Sir, on [日期_1] I moved."
    row = {"token": "[日期_1]", "type": "DATE", "original": "3月18日", "language": "zh"}
    path.write_text(json.dumps({"text": prompt, "token_table": [row]}), encoding="utf-8")
    ran = drsl("restore", "-", "--tokens", str(path), stdin=prompt.encode())
    assert ran.out == "帮我改这封信：\nDear Sir, on 3月18日 I moved.\n"


def test_tokens_from_standard_input(drsl: Run, tokens: Path, tmp_path: Path) -> None:
    answer = tmp_path / "answer.txt"
    answer.write_text("[PERSON_1]", encoding="utf-8")
    assert drsl("restore", str(answer), "--tokens", "-", stdin=tokens.read_bytes()).out == "Ada Quill\n"


def test_without_a_table_or_a_run_it_says_what_is_missing(drsl: Run) -> None:
    ran = drsl("restore", "-", stdin=b"[PERSON_1]")
    assert ran.code == 1
    assert "--run ID" in ran.err
    assert ran.out == ""


def test_standard_input_cannot_be_both(drsl: Run) -> None:
    assert drsl("restore", "-", "--tokens", "-", stdin=b"x").code == 2


@pytest.mark.parametrize(
    "table",
    [
        "x",
        "1",
        "{}",
        "[1]",
        '[{"token": "PERSON_1"}]',
        '[{"token": "[P_1", "type": "PERSON", "original": "a", "language": "en"}]',
        '[{"token": "[P_1]", "type": "PERSON", "original": "", "language": "en"}]',
        '[{"token": "[P_1]", "type": "PERSON", "original": "a", "language": "fr"}]',
        '[{"token": "[P_1]", "type": "A", "original": "a", "language": "en"},'
        ' {"token": "[P_1]", "type": "A", "original": "b", "language": "en"}]',
    ],
)
def test_damaged_tables_are_refused(drsl: Run, tmp_path: Path, table: str) -> None:
    path = tmp_path / "table.json"
    path.write_text(table, encoding="utf-8")
    ran = drsl("restore", "-", "--tokens", str(path), stdin=b"[P_1]")
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
