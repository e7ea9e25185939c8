"""`drsl bench`."""

from __future__ import annotations
import argparse
from app.cli.session import Session


def run(options: argparse.Namespace, session: Session) -> int:
    return 0
