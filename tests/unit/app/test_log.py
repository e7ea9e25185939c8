"""Nothing of a prompt can reach the log file (SEC-18), and crashes are told without words (SEC-19)."""

from __future__ import annotations

import logging
import stat
import sys
from pathlib import Path

import pytest

from app.log import MAX_BYTES, MAX_FRAMES, describe, event_log, log_crash
from core.domain.errors import BugError, InputError
from core.domain.verdict import VerdictKind
from core.logbook.events import EventLog

CANARY = "Canary Quill 67"


def test_events_are_written_to_a_private_file(tmp_path: Path) -> None:
    path = tmp_path / "logs" / "events.log"
    with event_log(path):
        EventLog("app").info("run.done", attributes=3, verdict=VerdictKind.PASS, seconds=0.25)
    text = path.read_text(encoding="utf-8")
    assert "run.done attributes=3 seconds=0.250 verdict=pass" in text
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@pytest.mark.expects_log("some.library")
@pytest.mark.expects_log("root")
def test_records_of_others_lose_their_words(tmp_path: Path) -> None:
    path = tmp_path / "events.log"
    with event_log(path):
        logging.getLogger("some.library").warning("request body %s", CANARY)
        try:
            int(CANARY)
        except ValueError:
            logging.getLogger("some.library").exception(CANARY)
    text = path.read_text(encoding="utf-8")
    assert "some.library message withheld" in text
    assert "ValueError" in text
    assert CANARY not in text


@pytest.mark.parametrize("fields", [{"text": CANARY}, {"bytes": CANARY}, {"bytes": b"x"}, {"bytes": [1]}])
def test_words_are_refused_by_type(fields: dict[str, object]) -> None:
    with pytest.raises(BugError):
        EventLog("app").info("run.done", **fields)  # type: ignore[arg-type]


def crash(words: str) -> BaseException:
    secret = {"other": 1}
    try:
        secret[words] += 1
    except KeyError as error:
        return error
    raise AssertionError


@pytest.mark.expects_log("drsl.app")
def test_a_crash_is_told_by_class_and_frames(tmp_path: Path) -> None:
    path = tmp_path / "events.log"
    with event_log(path):
        log_crash(crash(CANARY))
    text = path.read_text(encoding="utf-8")
    assert "crash KeyError -" in text
    assert ":crash:" in text
    assert CANARY not in text
    assert "secret" not in text


def test_our_own_errors_show_their_code() -> None:
    assert describe(InputError("input.empty")).startswith("InputError input.empty")
    assert describe(InputError(CANARY)).startswith("InputError - ")


def test_frames_are_bounded() -> None:
    def deep(left: int) -> None:
        if left == 0:
            raise RecursionError
        deep(left - 1)

    with pytest.raises(RecursionError) as caught:
        deep(MAX_FRAMES * 2)
    assert describe(caught.value).count(" > ") == MAX_FRAMES - 1


def test_the_file_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "events.log"
    with event_log(path):
        log = EventLog("app")
        for number in range(12_000):
            log.info("run.done", count=number)
    files = sorted(tmp_path.iterdir())
    assert [item.name for item in files] == ["events.log", "events.log.1"]
    assert all(item.stat().st_size <= MAX_BYTES for item in files)
    if sys.platform != "win32":
        assert {stat.S_IMODE(item.stat().st_mode) for item in files} == {0o600}


def test_without_a_writable_folder_there_is_no_log_and_no_error(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    with event_log(blocked / "logs" / "events.log"):
        EventLog("app").info("run.done", count=1)
    assert blocked.read_text(encoding="utf-8") == ""


def test_the_log_ends_with_its_block(tmp_path: Path) -> None:
    before = list(logging.getLogger().handlers)
    with event_log(tmp_path / "events.log"):
        pass
    assert logging.getLogger().handlers == before
