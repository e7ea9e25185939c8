"""What holds for every test: no screen, loopback only, no unexpected warning in a log, no thread left behind."""

from __future__ import annotations

import gc
import importlib.util
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest
from hypothesis import settings

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from servers import ScriptedServer
from unhurried import unhurried

from app.window.translations import FOLDER, compile_missing
from core.resources import resource_root

THREAD_GRACE_SECONDS = 30.0
"""For a thread that was told to end: on a busy machine it comes to it late."""

PATIENT_LOGGERS = ("hypothesis",)
DEV_MODE = "PYTHONDEVMODE"
"""Of the environment: what `-X dev` says on a command line."""


# The same cases on every run, no clock, no files: a red test is red again.
settings.register_profile("suite", deadline=None, derandomize=True, database=None)
settings.load_profile("suite")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Where PySide6 is not installed, pytest-qt is not either; its settings must not be unknown then."""
    if importlib.util.find_spec("pytestqt") is None:
        for name in ("qt_api", "qt_log_level_fail"):
            parser.addini(name, "setting of pytest-qt")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "expects_log(prefix): log records of WARNING and above from loggers under `prefix` are part of the test",
    )
    config.addinivalue_line("markers", "keeps_threads: the test may leave threads to a fixture of wider scope")
    if importlib.util.find_spec("PySide6") is not None:
        # Once before the workers start; each of them only sees that it is done.
        compile_missing(resource_root() / FOLDER)
    worker = getattr(config, "workerinput", None)
    if worker is not None:
        # Programs that a test starts are started as they are without workers.
        os.environ.pop(DEV_MODE, None)
        if sys.flags.dev_mode is not worker[DEV_MODE]:
            raise pytest.UsageError("a worker is not as strict as the run that it belongs to")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes() -> None:
    """A worker is a Python of its own, started without the options of this one."""
    if sys.flags.dev_mode:
        os.environ[DEV_MODE] = "1"


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """What a worker checks itself by."""
    node.workerinput[DEV_MODE] = sys.flags.dev_mode


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In random order (pytest-randomly comes first), and modules with something slow before the others: what takes a
    minute is not left to one worker at the end."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Hardly anything that is made meanwhile is let go."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Modules and test functions stay to the end: no collection need walk through them again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def no_hurry() -> Iterator[None]:
    """A slow machine is no failure."""
    with unhurried():
        yield


class _Watch(logging.Handler):
    """Collects what a quiet program would not say."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


def _expected(record: logging.LogRecord, prefixes: tuple[str, ...]) -> bool:
    # In development mode asyncio reports slow callbacks: a busy machine is no defect, and time is measured elsewhere.
    if record.name == "asyncio" and str(record.msg).startswith("Executing %s took"):
        return True
    return any(record.name == prefix or record.name.startswith(f"{prefix}.") for prefix in prefixes)


@pytest.fixture(autouse=True)
def quiet_logs(request: pytest.FixtureRequest) -> Iterator[None]:
    """A record of WARNING or above fails the test unless `@pytest.mark.expects_log` names its logger."""
    prefixes = PATIENT_LOGGERS + tuple(mark.args[0] for mark in request.node.iter_markers("expects_log"))
    watch = _Watch()
    root = logging.getLogger()
    root.addHandler(watch)
    try:
        yield
    finally:
        root.removeHandler(watch)
    loud = [f"{item.name} {item.levelname}: {item.msg}" for item in watch.records if not _expected(item, prefixes)]
    assert not loud, f"unexpected log records: {loud}"


def _living() -> set[threading.Thread]:
    return {
        thread
        for thread in threading.enumerate()
        if thread.is_alive() and not isinstance(thread, threading._DummyThread)
    }


@pytest.fixture(autouse=True)
def no_thread_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every thread that a test starts has ended when the test ends (SEC-25)."""
    before = _living()
    yield
    if request.node.get_closest_marker("keeps_threads"):
        return
    deadline = time.monotonic() + THREAD_GRACE_SECONDS
    for thread in _living() - before:
        thread.join(max(0.0, deadline - time.monotonic()))
    left = sorted(thread.name for thread in _living() - before)
    assert not left, f"threads left behind: {left}"


@pytest.fixture(autouse=True)
def same_pace() -> Iterator[None]:
    """A window changes how often threads take turns; the next test starts with Python's own."""
    before = sys.getswitchinterval()
    yield
    sys.setswitchinterval(before)


@pytest.fixture
def scripted_server() -> Iterator[Callable[..., ScriptedServer]]:
    """Starts loopback servers (`scripted_server(reply, reply, ...)`); all are stopped at the end."""
    running: list[ScriptedServer] = []

    def start(*replies: object, **options: object) -> ScriptedServer:
        server = ScriptedServer(*replies, **options)  # type: ignore[arg-type]
        server.start()
        running.append(server)
        return server

    yield start
    for server in running:
        server.stop()
