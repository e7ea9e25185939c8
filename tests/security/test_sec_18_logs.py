"""SEC-18: logs hold events, numbers and our own names; text cannot get in."""

from __future__ import annotations

import ast
import enum
import io
import logging
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.errors import BugError, DestinationError
from core.domain.language import Language
from core.domain.release import SendState
from core.domain.secret import Secret
from core.logbook.events import FIELDS, EventLog, OnlyEvents

ROOT = Path(__file__).resolve().parents[2]
CANARY = "canary-Orla-Quist-67"
MAY_NAME_LOGGING = {"core/logbook/events.py", "app/log.py"}


class Foreign(enum.StrEnum):
    """An enumeration made of user text."""

    VALUE = CANARY


@pytest.mark.parametrize(
    "value",
    [
        CANARY,
        CANARY.encode(),
        [CANARY],
        {"a": CANARY},
        Path(CANARY),
        ValueError(CANARY),
        None,
        Secret(CANARY),
        Foreign.VALUE,
    ],
    ids=lambda value: type(value).__name__,
)
@pytest.mark.parametrize("field", ["bytes", "state"])
def test_only_numbers_and_our_own_names_are_values(caplog, field, value):
    caplog.set_level(logging.DEBUG)
    with pytest.raises(BugError) as caught:
        EventLog("test").info("test.event", **{field: value})
    assert CANARY not in f"{caught.value!r}"
    assert caplog.records == []


@pytest.mark.parametrize("field", ["text", "value", "prompt", "answer", "message", "path", "key", "name", "reason"])
def test_fields_are_on_a_list(field):
    assert field not in FIELDS
    with pytest.raises(BugError):
        EventLog("test").info("test.event", **{field: 1})


@given(st.text(max_size=30))
def test_event_and_room_names_are_not_free_text(name):
    if name.replace(".", "").replace("_", "").isalnum() and name.islower() and name.isascii():
        return
    with pytest.raises(BugError):
        EventLog("test").info(name)
    with pytest.raises(BugError):
        EventLog(name)


@pytest.fixture
def guarded():
    """A handler as the program installs it, on a logger of its own."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.addFilter(OnlyEvents())
    handler.setFormatter(logging.Formatter("%(name)s %(message)s"))
    loggers = [logging.getLogger(name) for name in ("drsl.guarded", "somelib.wire")]
    for logger in loggers:
        logger.addHandler(handler)
        logger.setLevel(logging.DEBUG)
        logger.propagate = False
    yield stream
    for logger in loggers:
        logger.removeHandler(handler)
        logger.setLevel(logging.NOTSET)
        logger.propagate = True


def test_events_pass_the_filter(guarded):
    EventLog("guarded").info("release.sent", state=SendState.SENT, language=Language.ZH)
    assert guarded.getvalue() == "drsl.guarded release.sent language=zh state=sent\n"


def test_everything_else_loses_its_text(guarded):
    logger = logging.getLogger("somelib.wire")
    logger.debug("sending %s", CANARY)
    logger.error(CANARY, stack_info=True)
    try:
        int(CANARY)
    except ValueError:
        logger.exception(CANARY)
    logging.getLogger("drsl.guarded").info("not through an EventLog: %s", CANARY)
    logger.info("x", extra={"drsl_fields": {"a": CANARY}})
    shown = guarded.getvalue()
    assert CANARY not in shown
    assert "Traceback" not in shown
    assert shown.splitlines() == [
        "somelib.wire message withheld",
        "somelib.wire message withheld",
        "somelib.wire message withheld (ValueError)",
        "drsl.guarded message withheld",
        "somelib.wire message withheld",
    ]


def test_errors_of_ours_bring_numbers_only(guarded):
    error = DestinationError("destination.status", details={"status": 500, "host": CANARY, "count": 3})
    EventLog("guarded").failure(error)
    assert guarded.getvalue() == "drsl.guarded destination.status count=3 status=500\n"


def _sources():
    for folder in ("core", "app", "ui", "bench"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def test_only_the_logbook_speaks_to_logging():
    for name, tree in _sources():
        if name in MAY_NAME_LOGGING:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                assert not any(alias.name.split(".")[0] == "logging" for alias in node.names), name
            if isinstance(node, ast.ImportFrom):
                assert (node.module or "").split(".")[0] not in {"logging", "warnings"}, name


def test_the_engine_prints_nothing():
    for name, tree in _sources():
        if name.startswith("app/"):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in {"print", "breakpoint"}, name
