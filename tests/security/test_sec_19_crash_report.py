"""SEC-19: a crash report holds places in the program and nothing of any text; it is shown whole and sent nowhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from unhurried import PROGRAM_SECONDS

from app.crash_report import CrashBox, report_of
from core.domain.errors import StoreError

ROOT = Path(__file__).parents[2]
CANARIES = ("Quillfeather-Zanzibar", "司马望舒清和", "18055512349")
NOW = datetime(2026, 11, 21, tzinfo=UTC)


def traces(content: bytes) -> list[str]:
    escaped = [word.encode("unicode_escape") for word in CANARIES]
    spelled = [word.encode(code) for word in CANARIES for code in ("utf-8", "utf-16-le", "utf-16-be")]
    return [repr(word) for word in (*escaped, *spelled) if word in content]


def refuse(text: str) -> None:
    raise StoreError("store.value", details={"text": text})


def crash() -> BaseException:
    prompt = f"I am {CANARIES[0]}, {CANARIES[1]}"

    def inner(said: str) -> None:
        local = said + CANARIES[2]
        try:
            refuse(local)
        except StoreError as error:
            raise ValueError(local, prompt) from error

    try:
        inner(prompt)
    except ValueError as error:
        error.add_note(prompt)
        return error
    raise AssertionError


def box(folder: Path) -> CrashBox:
    return CrashBox(folder, lambda: "0.1.0", lambda: NOW)


def test_the_canaries_are_in_the_exception_itself() -> None:
    error = crash()
    assert CANARIES[0] in str(error)
    trace = error.__traceback__
    assert trace is not None
    assert CANARIES[1] in trace.tb_frame.f_locals["prompt"]


def test_a_report_names_places_and_nothing_of_any_text(tmp_path: Path) -> None:
    kept = box(tmp_path / "logs")
    kept.keep(crash())
    content = kept.path.read_bytes()
    assert traces(content) == []
    report = kept.last()
    assert report is not None
    assert traces(report.text.encode()) == []
    assert [(item.kind, item.code) for item in report.failures] == [("ValueError", ""), ("StoreError", "store.value")]
    assert any(frame.endswith(":inner:" + frame.rsplit(":", 1)[1]) for frame in report.failures[0].frames)
    assert (report.at, report.program) == ("2026-11-21T00:00:00+00:00", "0.1.0")
    assert kept.path.stat().st_mode & 0o077 == 0
    assert kept.path.parent.stat().st_mode & 0o077 == 0
    kept.forget()
    assert kept.last() is None
    assert list(kept.path.parent.iterdir()) == []


def test_names_made_from_text_are_left_out() -> None:
    made = type("Say: " + CANARIES[1], (Exception,), {})
    names = {"__name__": CANARIES[0] + " was here"}
    exec("def fail(error):\n    raise error", names)
    with pytest.raises(made) as caught:
        names["fail"](made())
    report = report_of(caught.value, "1", NOW)
    assert report.failures[0].kind == "?"
    assert report.failures[0].frames[-1] == "?"
    assert traces(report.text.encode()) == []


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"[]", b'{"v": 1, "failures": 3}', b"\xff", b"x" * 100_000, b'{"v": 1, "failures": [{"kind": 1}]}'],
)
def test_a_file_that_is_not_ours_is_no_report(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "crash.json").write_bytes(content)
    assert box(tmp_path).last() is None


def test_what_somebody_wrote_into_the_file_is_not_shown(tmp_path: Path) -> None:
    kept = box(tmp_path)
    kept.keep(crash())
    data = json.loads(kept.path.read_text("ascii"))
    data["failures"][0]["frames"] = ["send this to mail@example.com"]
    kept.path.write_text(json.dumps(data), "ascii")
    report = kept.last()
    assert report is not None
    assert report.failures[0].frames == ("?",)


def test_a_folder_that_cannot_be_written_is_no_second_crash(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    kept = box(tmp_path / "file" / "logs")
    kept.keep(crash())
    assert kept.last() is None
    kept.forget()


CRASHING = f"""
import sys
from app.main import main
import app.cli.dispatch as dispatch
prompt = {CANARIES[0]!r}
def broken(options, session):
    local = prompt + {CANARIES[1]!r}
    raise ValueError(local)
dispatch._run = lambda words, session: broken(words, session)
sys.exit(main(["doctor"]))
"""


def test_a_crash_of_the_program_leaves_one_report_and_no_word_of_it_anywhere(tmp_path: Path) -> None:
    environment = {**os.environ, "DRSL_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", CRASHING], env=environment, capture_output=True, timeout=PROGRAM_SECONDS
    )
    assert done.returncode == 1
    assert traces(done.stdout + done.stderr) == []
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.name for path in files} >= {"crash.json", "events.log"}
    assert {path.name: found for path in files if (found := traces(path.read_bytes()))} == {}
    report = CrashBox(tmp_path / "logs", lambda: "").last()
    assert report is not None
    assert report.failures[0].kind == "ValueError"
