"""The log file: events of our own only, private, bounded; and what happens to an exception nobody caught (SEC-18).

What may enter is decided in core.logbook: numbers and members of our enumerations. Records of libraries lose
their text. An exception is told by its class, its code when it is one of ours, and its frames: no message, no
locals.
"""

from __future__ import annotations

import logging
import os
import re
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from app.paths import PRIVATE_FILE, private_folder
from core.domain.errors import DrslError
from core.logbook.events import MARK, ROOT, OnlyEvents

MAX_BYTES = 256_000
"""Size at which the file is put aside; one older file is kept."""
MAX_FRAMES = 40
LINE_FORMAT = "%(asctime)s %(levelname)s %(name)s %(message)s"
_CODE = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*")


class PrivateFileHandler(RotatingFileHandler):
    """A rotating file that only this user can read, from its first byte on."""

    def _open(self) -> TextIOWrapper:
        descriptor = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, PRIVATE_FILE)
        return os.fdopen(descriptor, "a", encoding="utf-8")

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """A full disk is no reason to print a record, which logging would do."""


@contextmanager
def event_log(path: Path) -> Iterator[None]:
    """Write events to `path` for as long as the block runs. A folder that cannot be written means no log."""
    root = logging.getLogger()
    handler: logging.Handler
    try:
        private_folder(path.parent)
        handler = PrivateFileHandler(path, maxBytes=MAX_BYTES, backupCount=1, encoding="utf-8", delay=True)
    except OSError:
        handler = logging.NullHandler()
    handler.addFilter(OnlyEvents())
    handler.setFormatter(logging.Formatter(LINE_FORMAT))
    ours = logging.getLogger(ROOT)
    level = ours.level
    ours.setLevel(logging.INFO)
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)
        ours.setLevel(level)
        handler.close()


def log_crash(error: BaseException) -> None:
    """Record an exception that nobody caught."""
    logger = logging.getLogger(f"{ROOT}.app")
    logger.error("crash %s", describe(error), extra={MARK: {}})


def describe(error: BaseException) -> str:
    """Class, code and frames (`module:function:line`, outermost first) of an exception; never its text."""
    code = error.code if isinstance(error, DrslError) and _CODE.fullmatch(error.code) else "-"
    return f"{type(error).__name__} {code} {' > '.join(frames_of(error.__traceback__))}"


def frames_of(trace: TracebackType | None) -> list[str]:
    """The last MAX_FRAMES places."""
    stack = [
        f"{frame.f_globals.get('__name__', '?')}:{frame.f_code.co_name}:{line}"
        for frame, line in traceback.walk_tb(trace)
    ]
    return stack[-MAX_FRAMES:]


def install_hooks(tell: Callable[[BaseException], None]) -> None:
    """Uncaught exceptions of every thread are logged, then told to the person by `tell`."""

    def report(error: BaseException | None) -> None:
        if error is None or isinstance(error, (KeyboardInterrupt, SystemExit)):
            return
        log_crash(error)
        tell(error)

    sys.excepthook = lambda kind, error, trace: report(error)
    threading.excepthook = lambda arguments: report(arguments.exc_value)
    sys.unraisablehook = lambda unraisable: report(unraisable.exc_value)
