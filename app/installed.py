"""Versions of installed distributions."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

DISTRIBUTION = "drsl-desktop"


def installed(package: str) -> str:
    """Version of an installed distribution, empty when there is none."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
