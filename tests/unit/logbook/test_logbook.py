"""The logbook as its users see it; that it cannot carry text is tested as SEC-18."""

from __future__ import annotations

import logging

import pytest

from core.domain.errors import DestinationError
from core.domain.release import SendState
from core.logbook.events import MARK, EventLog


@pytest.fixture
def lines(caplog):
    caplog.set_level(logging.INFO, logger="drsl")
    return lambda: [(record.name, record.levelname, record.getMessage()) for record in caplog.records]


def test_an_event_is_one_line(lines):
    EventLog("release").info("release.sent", state=SendState.SENT, bytes=612, seconds=1.25, retryable=False)
    assert lines() == [("drsl.release", "INFO", "release.sent bytes=612 retryable=False seconds=1.250 state=sent")]


def test_fields_are_there_for_machines(caplog):
    caplog.set_level(logging.INFO, logger="drsl")
    EventLog("release").info("release.sent", bytes=612)
    assert getattr(caplog.records[0], MARK) == {"bytes": "612"}


@pytest.mark.expects_log("drsl.release")
def test_an_error_is_its_code_and_numbers(lines):
    EventLog("release").failure(
        DestinationError("destination.rate_limited", details={"sent": "yes", "status": 429, "host": "cloud.example"})
    )
    assert lines() == [("drsl.release", "WARNING", "destination.rate_limited status=429")]
