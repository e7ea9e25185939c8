"""One program per profile (SEC-21): a lock that the system releases however the process ends, and a way for a second
start to bring the first one forward."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType

from app.paths import PRIVATE_FILE, private_folder

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK_NAME = "drsl.lock"
CALL_NAME = "drsl.call"


class FileLock:
    """An exclusive lock on a file, held by this process until `release` or its end: none is ever stale."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def acquire(self) -> bool:
        """False when another process (or another lock object) holds it. Raises OSError for an unusable folder."""
        if self._descriptor is not None:
            return True
        private_folder(self._path.parent)
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE)
        try:
            _lock(descriptor)
        except OSError:
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        return True

    def release(self) -> None:
        """Releasing what is not held is no error. The file stays: removing it would let two hold a lock each."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    @property
    def held(self) -> bool:
        return self._descriptor is not None

    def __enter__(self) -> FileLock:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def _lock(descriptor: int) -> None:
    """Raises OSError when somebody else holds it. Not inherited by programs we start (PEP 446)."""
    if sys.platform == "win32":
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class SingleInstance:
    """The first start holds the lock and looks for calls now and then; a second one calls and leaves.

    The window takes no arguments, so a call carries none: it only asks to be shown.
    """

    def __init__(self, folder: Path) -> None:
        self._lock = FileLock(folder / LOCK_NAME)
        self._call = folder / CALL_NAME

    def first(self) -> bool:
        """Whether this process is the one that runs; an old call is then forgotten. Raises OSError."""
        if not self._lock.acquire():
            return False
        self._call.unlink(missing_ok=True)
        return True

    def call(self) -> None:
        """Ask the running program to come forward. Raises OSError."""
        os.close(os.open(self._call, os.O_WRONLY | os.O_CREAT, PRIVATE_FILE))

    def called(self) -> bool:
        """Whether somebody asked since the last look."""
        try:
            self._call.unlink()
        except FileNotFoundError:
            return False
        return True

    def release(self) -> None:
        self._lock.release()
