"""`drsl bench`: measurements are a package beside this one in a checkout, and no part of the program."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path

from app.cli.session import Session
from core.domain.errors import InputError

BESIDE = Path(__file__).resolve().parents[2]
"""The folder that holds the program's packages."""
PACKAGE = "bench"


def run(options: argparse.Namespace, session: Session) -> int:
    """Exit code of the measurement. Raises InputError `bench.absent` where the package is not."""
    if not (BESIDE / PACKAGE / "command.py").is_file():
        raise InputError("bench.absent")
    # An installation in editable mode finds the packages that it was told of and no other.
    if str(BESIDE) not in sys.path:
        sys.path.insert(0, str(BESIDE))
    code: int = import_module(f"{PACKAGE}.command").run(options, session)
    return code
