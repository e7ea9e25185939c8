"""No test depends on how fast the machine is: every wait of a test ends when what it waits for has come.

The limits of the program are those of a person at a machine of their own; a machine that builds and tests is late by
seconds. `unhurried` widens them for a whole run, so that a limit only says how long a failure takes.
"""

from __future__ import annotations

import gc
import importlib.util
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

LIMIT_SECONDS = 120.0
"""Longest wait for anything that has to come. Below the timeout of a test, so that the wait is what fails."""
PROGRAM_SECONDS = 400.0
"""Longest run of a program that a test starts. It may read every resource and compile every module of its own."""


def _option(patch: pytest.MonkeyPatch, function: Callable[..., Any], name: str, value: object) -> None:
    """Another default for a keyword-only parameter."""
    assert name in function.__kwdefaults__
    patch.setitem(function.__kwdefaults__, name, value)


def _default(patch: pytest.MonkeyPatch, function: Callable[..., Any], *values: object) -> None:
    """Other defaults for the positional parameters at the end."""
    assert len(function.__defaults__) == len(values)  # type: ignore[attr-defined]
    patch.setattr(function, "__defaults__", values)


def _net(patch: pytest.MonkeyPatch) -> None:
    from core.llm import connect, discovery, loop_thread, server_link
    from core.net import limits

    every = limits.Timeouts(connect=LIMIT_SECONDS, write=LIMIT_SECONDS, read=LIMIT_SECONDS, pool=LIMIT_SECONDS)
    _default(patch, limits.Timeouts.__init__, *(LIMIT_SECONDS,) * 4)
    for look in (discovery.look, discovery.examine, discovery.discover):
        _option(patch, look, "timeouts", every)
    patient = replace(connect.PATIENT, timeouts=every)
    for opens in (connect.ModelServer.__init__, connect.open_model, server_link.ServerLink.__init__):
        _option(patch, opens, "patience", patient)
    patch.setattr(loop_thread, "JOIN_SECONDS", LIMIT_SECONDS)


def _stay() -> None:
    """A window freezes what is there when it starts, for good, and lets it go when it stops. What is there under test
    is the whole suite: the next collection would walk through all of it, after each of hundreds of windows."""


def _window(patch: pytest.MonkeyPatch) -> None:
    from pytestqt.qtbot import QtBot

    from app.runtime.io_runtime import IoRuntime
    from app.runtime.work import CpuPool
    from app.window import desktop as window

    patch.setattr(window, "gc", SimpleNamespace(enable=gc.enable, disable=gc.disable, freeze=_stay, unfreeze=_stay))
    patch.setattr(window, "STOP_SECONDS", LIMIT_SECONDS)
    patch.setattr(window, "END_SECONDS", 3 * LIMIT_SECONDS)
    for stop in (IoRuntime.stop, CpuPool.stop):
        _default(patch, stop, LIMIT_SECONDS)
    for wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitSignals, QtBot.waitCallback):
        _option(patch, wait, "timeout", int(LIMIT_SECONDS * 1000))


@contextmanager
def unhurried() -> Iterator[None]:
    """The limits of servers, sockets, threads and of what is awaited of a window are wide while it lasts, and a window
    leaves the collector's frozen objects alone."""
    with pytest.MonkeyPatch.context() as patch:
        _net(patch)
        if importlib.util.find_spec("PySide6") is not None:
            _window(patch)
        yield
