"""`drsl sanitize` and `drsl extract` by their words, streams and exit codes."""

from __future__ import annotations

import io
import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, cast

import pytest

from app.cli.dispatch import Ports, dispatch
from app.cli.report import counted_columns
from app.cli.terminal import Terminal
from app.messages import Messages
from core.domain.errors import StoreError
from core.domain.evidence import CombinationCount
from core.domain.language import Language
from core.domain.request import MAX_TEXT_BYTES
from core.resources import load_taxonomy, resource_root

Run = Callable[..., Any]
TEXT = b"My name is Ada Quill, I am 67."


def test_sanitize_prints_what_people_need(drsl: Run) -> None:
    ran = drsl("sanitize", stdin=TEXT)
    assert ran.code == 0
    assert ran.err == ""
    for words in (
        "Ada Quill",
        "[PERSON_1]",
        "What would be sent",
        "SHA-256",
        "A0 reader",
        "0 hits of 86 draws, 0.000 – 0.042",
        "What attacked this text",
        "Your local model",
        "proxy",
        "R = 0.50",
        "3 of 3",
        "PASS",
        "Examined",
        "What this does not say",
        "Nothing was sent",
        "off: name model",
    ):
        assert words in ran.out, words


@pytest.mark.parametrize("more", [(), ("--jsonl",)])
def test_own_texts_reach_the_engine(drsl: Run, fixed_engine: Any, tmp_path: Path, more: tuple[str, ...]) -> None:
    line = b'{"id": "1", "text": "My name is Ada Quill."}\n'
    assert drsl("sanitize", *more, "--texts", str(tmp_path), stdin=line if more else TEXT).code == 0
    assert fixed_engine.texts == tmp_path


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        (Language.EN, "Age, Occupation (taken as independent), Disease or symptom (taken as independent)"),
        (Language.ZH, "年龄、职业（视为独立）、疾病或症状（视为独立）"),
    ],
)
def test_what_was_counted_is_named(language: Language, shown: str) -> None:
    counted = CombinationCount((), 1.0, ("age", "occupation*", "disease*", "age"), "us-2020")
    assert counted_columns(counted, load_taxonomy(resource_root()), Messages.load(resource_root(), language)) == shown


def test_sanitize_speaks_chinese(drsl: Run) -> None:
    ran = drsl("--lang", "zh", "sanitize", stdin=TEXT)
    assert "将要发送的内容" in ran.out
    assert "姓名" in ran.out
    assert "没有发送任何内容" in ran.out


def test_only_lang_after_the_command_is_the_language_of_the_text(drsl: Run, fixed_engine: Any) -> None:
    drsl("sanitize", "--lang", "zh", stdin=TEXT)
    drsl("--lang", "zh", "sanitize", stdin=TEXT)
    assert [request.language for request, _ in fixed_engine.requests] == ["zh", None]


def test_infeasible_is_a_result_with_a_residual_report(drsl: Run) -> None:
    ran = drsl("sanitize", stdin=TEXT + b" infeasible")
    assert ran.code == 0
    assert "INFEASIBLE" in ran.out
    assert "guessed too surely" in ran.out
    record = json.loads(drsl("sanitize", "--json", stdin=TEXT + b" infeasible").out)
    assert record["verdict"] == "INFEASIBLE"
    assert record["residual"][0]["type"] == "PERSON"
    assert record["residual"][0]["reason"] == "posterior_above_cap"


def test_json_has_the_documented_fields(drsl: Run) -> None:
    record = json.loads(drsl("sanitize", "--json", "--task", "what now?", stdin=TEXT).out)
    assert record["text"] == "My name is [PERSON_1], I am in the sixties."
    assert set(record) >= {
        "id",
        "verdict",
        "text",
        "sha256",
        "attributes",
        "leakage",
        "leakage_before",
        "utility",
        "k",
        "bounds",
        "residual",
        "rounds",
        "llm_calls",
        "tokens",
        "ms",
        "replacements",
        "combinations",
        "certificate",
    }
    assert set(record["attributes"][0]) >= {"type", "kind", "value", "level", "rendered", "task_relevant"}
    assert set(record["leakage"]["A0"]) >= {"worst", "attribute", "attacker", "members", "n", "hits", "lower", "upper"}
    assert record["certificate"]["sha256"] == record["sha256"]
    assert record["k"] is None
    assert "token_table" not in record


def test_task_protocol_and_certificate_reach_their_places(drsl: Run, fixed_engine: Any, tmp_path: Path) -> None:
    protocol = tmp_path / "p.toml"
    protocol.write_text("tau_l = 0.04\nbase = 'balanced'\n", encoding="utf-8")
    out = tmp_path / "certificate.json"
    ran = drsl("sanitize", "--task", "what now?", "--protocol", str(protocol), "--certificate", str(out), stdin=TEXT)
    assert ran.code == 0
    request, used = fixed_engine.requests[0]
    assert (request.task, used.tau_l, used.tau_u, used.name) == ("what now?", 0.04, 0.5, "custom")
    written = out.read_text(encoding="utf-8")
    assert json.loads(written)["protocol"]["tau_l"] == 0.04
    assert "Ada" not in written
    assert stat.S_IMODE(out.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("tau_x = 1\n", "tau_x"),
        ("tau_l = 1.5\n", "tau_l"),
        ("k_star = 2.5\n", "k_star"),
        ("controls = true\n", "controls"),
        ("base = 'none'\n", "base"),
        ("two_stage = {first = 100, second = 50}\n", "two_stage"),
        ("choices = 0\n", "choices"),
        ("not toml", "neither TOML"),
        ("[1", "neither TOML"),
        ('{"tau_l": "x"}', "tau_l"),
    ],
)
def test_bad_protocol_file_is_named(drsl: Run, tmp_path: Path, content: str, words: str) -> None:
    path = tmp_path / "p.toml"
    path.write_text(content, encoding="utf-8")
    ran = drsl("sanitize", "--protocol", str(path), stdin=TEXT)
    assert ran.code == 2
    assert words in ran.err
    assert ran.out == ""


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "no text"),
        (b" \n\t", "no text"),
        (b"\xff\xfe", "not UTF-8"),
        (b"a\x00b", "NUL"),
        (b"x" * (MAX_TEXT_BYTES + 1), "too large"),
    ],
)
@pytest.mark.parametrize("command", ["sanitize", "extract"])
def test_bad_input_gets_one_clear_line(drsl: Run, command: str, raw: bytes, words: str) -> None:
    ran = drsl(command, "--json", stdin=raw)
    assert ran.code == 2
    assert words in ran.err
    assert len(ran.err.splitlines()) == 1
    assert ran.out == ""


def test_text_of_exactly_the_limit_is_taken(drsl: Run) -> None:
    assert drsl("extract", "--json", stdin=b"x" * MAX_TEXT_BYTES).code == 0


def test_missing_file_is_told(drsl: Run, tmp_path: Path) -> None:
    ran = drsl("sanitize", str(tmp_path / "none.txt"))
    assert (ran.code, ran.out) == (2, "")
    assert "cannot be opened" in ran.err


def test_local_engine_is_refused_and_never_replaced(drsl: Run, fixed_engine: Any) -> None:
    ran = drsl("sanitize", "--engine", "local", "--server", "http://127.0.0.1:9", stdin=TEXT)
    assert ran.code == 1
    assert ran.err.strip()
    assert "Ada" not in ran.err + ran.out
    assert fixed_engine.requests == []


def test_a_server_is_named_only_for_the_engine_that_asks_one(drsl: Run, fixed_engine: Any) -> None:
    ran = drsl("sanitize", "--server", "http://127.0.0.1:9", stdin=TEXT)
    assert ran.code == 2
    assert "--engine local" in ran.err
    assert fixed_engine.requests == []


@pytest.mark.expects_log("drsl.app")
def test_an_unexpected_error_shows_no_text(drsl: Run) -> None:
    ran = drsl("sanitize", stdin=TEXT + b" broken")
    assert ran.code == 1
    assert "Ada" not in ran.err + ran.out
    assert "ValueError" in ran.err


def test_extract_shows_spans_with_reasons(drsl: Run) -> None:
    ran = drsl("extract", stdin=TEXT)
    assert ran.code == 0
    for words in ("Ada Quill", "Person name", "identifies", "narrows down", "11–20", "pattern", "together:"):
        assert words in ran.out, words
    record = json.loads(drsl("extract", "--json", stdin=TEXT).out)
    span = record["spans"][0]
    assert (span["start"], span["end"], span["text"], span["type"], span["kind"], span["layer"]) == (
        11,
        20,
        "Ada Quill",
        "PERSON",
        "explicit",
        "pattern",
    )
    assert record["combinations"] == [["id-PERSON", "id-AGE"]]
    assert drsl("extract", stdin=b"nothing here").out.startswith("Nothing sensitive was found")


def lines(*rows: object) -> bytes:
    return b"".join(row if isinstance(row, bytes) else json.dumps(row).encode() + b"\n" for row in rows)


def test_jsonl_keeps_order_and_survives_bad_lines(drsl: Run) -> None:
    stdin = lines(
        {"id": "a", "text": "I am Ada Quill"},
        b"{not json\n",
        b"\n",
        {"id": 7, "text": "I am 67", "task": "why?", "lang": "en", "extra": [1]},
        {"id": "c", "text": ""},
        {"id": "d"},
        {"text": "x"},
        {"id": "e", "text": "x", "lang": "fr"},
        {"id": "f", "text": "x", "lang": ["en"]},
        {"id": "g", "text": "x\ud800"},
        {"id": "h\n", "text": "x"},
        b"\xff\xff\n",
        b"[1]\n",
        b"[" * 100_000 + b"\n",
        {"id": "z", "text": "the end"},
    )
    ran = drsl("extract", "--jsonl", stdin=stdin)
    assert ran.code == 2
    assert [json.loads(line)["id"] for line in ran.out.splitlines()] == ["a", 7, "z"]
    named = [line.split(":")[0] for line in ran.err.splitlines()]
    assert named == [f"line {number}" for number in (2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)]


def test_jsonl_of_good_lines_ends_well(drsl: Run, fixed_engine: Any) -> None:
    stdin = lines({"id": 1, "text": "I am Ada Quill"}, {"id": 2, "text": "我 67 岁", "lang": "zh", "task": "怎么办"})
    ran = drsl("sanitize", "--jsonl", "--with-tokens", stdin=stdin)
    assert (ran.code, ran.err) == (0, "")
    first, second = (json.loads(line) for line in ran.out.splitlines())
    assert first["token_table"][0]["original"] == "Ada Quill"
    assert second["text"] == "我 in the sixties 岁"
    assert [(request.language, request.task) for request, _ in fixed_engine.requests] == [(None, ""), ("zh", "怎么办")]


class Watched(io.RawIOBase):
    """Hands out one line at a time and notes how much had been written by then."""

    def __init__(self, rows: list[bytes], written: io.StringIO) -> None:
        super().__init__()
        self.rows, self.written = rows, written
        self.done_at_read: list[int] = []

    def readline(self, size: int | None = -1) -> bytes:
        self.done_at_read.append(self.written.getvalue().count("\n"))
        return self.rows.pop(0) if self.rows else b""


def test_jsonl_streams_and_holds_one_line_at_a_time(fixed_engine: Any) -> None:
    out = io.StringIO()
    stdin = Watched([lines({"id": number, "text": "I am 67"}) for number in range(5)], out)
    terminal = Terminal(cast("BinaryIO", stdin), out, io.StringIO())
    code = dispatch(("sanitize", "--jsonl"), terminal, Ports(lambda root: fixed_engine))
    assert code == 0
    assert stdin.done_at_read == [0, 1, 2, 3, 4, 5]


def test_jsonl_line_whose_run_fails_does_not_stop_the_others(drsl: Run) -> None:
    stdin = lines({"id": 1, "text": "invalid"}, {"id": 2, "text": "fine"})
    ran = drsl("sanitize", "--jsonl", stdin=stdin)
    assert ran.code == 1
    assert ran.err.startswith("line 1: The evaluation is invalid")
    assert json.loads(ran.out)["id"] == 2


def test_jsonl_line_beyond_any_text_is_skipped_whole(drsl: Run) -> None:
    stdin = lines({"id": 1, "text": "x" * (9 * MAX_TEXT_BYTES)}, {"id": 2, "text": "fine"})
    ran = drsl("extract", "--jsonl", stdin=stdin)
    assert ran.code == 2
    assert ran.err.startswith("line 1: The text is too large")
    assert json.loads(ran.out)["id"] == 2


def test_one_certificate_cannot_hold_many_texts(drsl: Run, tmp_path: Path) -> None:
    ran = drsl("sanitize", "--jsonl", "--certificate", str(tmp_path / "c.json"), stdin=b"")
    assert ran.code == 2
    assert not (tmp_path / "c.json").exists()


def test_terminal_output_cannot_be_steered(drsl: Run) -> None:
    ran = drsl("sanitize", stdin="Ada Quill \x1b[2J\u202e said".encode())
    assert "\x1b" not in ran.out
    assert "\u202e" not in ran.out


@pytest.mark.parametrize("words", [("nonsense",), ("sanitize", "--nonsense"), ("bench",), ("--lang", "fr", "doctor")])
def test_wrong_words_are_explained(drsl: Run, words: tuple[str, ...]) -> None:
    ran = drsl(*words)
    assert ran.code == 2
    assert "usage: drsl" in ran.err


@pytest.mark.parametrize("command", ["extract", "sanitize", "restore", "bench", "doctor"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_help_is_complete_in_both_languages(drsl: Run, command: str, language: str) -> None:
    ran = drsl("--lang", language, command, "--help")
    assert ran.code == 0
    assert "help." not in ran.out
    assert ("文" in ran.out) == (language == "zh")


def test_window_without_a_display_names_the_commands(drsl: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    ran = drsl()
    assert ran.code == 2
    assert "drsl sanitize FILE" in ran.err


@pytest.mark.parametrize("as_json", [False, True])
def test_a_result_that_could_not_be_kept_is_printed_all_the_same(
    drsl: Run, monkeypatch: pytest.MonkeyPatch, as_json: bool
) -> None:
    def fails(*_words: object) -> str:
        raise StoreError("store.full")

    monkeypatch.setattr("app.cli.keep.keep", fails)
    done = drsl("sanitize", "--keep", *(["--json"] if as_json else []), stdin=TEXT)
    assert done.code == 1
    assert "[PERSON_1]" in done.out
    assert "Traceback" not in done.err
    assert done.err
