"""What the process gives away about its memory and files (SEC-09)."""

from __future__ import annotations

import ctypes
import os
import sys

PRIVATE_UMASK = 0o077
_PR_SET_DUMPABLE = 4
_PR_GET_DUMPABLE = 3


def harden() -> tuple[str, ...]:
    """Files private, core dumps off, on Linux no reading of this process by others of the same user.

    Returns message keys of what could not be set; the program runs on and `doctor` says so.
    """
    os.umask(PRIVATE_UMASK)
    failed = []
    if sys.platform != "win32" and not _no_core_dumps():
        failed.append("hardening.core_dumps")
    if sys.platform.startswith("linux") and not _not_dumpable():
        failed.append("hardening.dumpable")
    return tuple(failed)


def _no_core_dumps() -> bool:
    import resource  # the module exists on POSIX only

    try:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ValueError, OSError):
        return False
    return True


def _not_dumpable() -> bool:
    try:
        libc = ctypes.CDLL(None)
        return bool(libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 and libc.prctl(_PR_GET_DUMPABLE, 0, 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False
