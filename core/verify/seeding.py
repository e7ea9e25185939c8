"""Seeded choices of a run: equal for equal parts, so that a run can be replayed."""

from __future__ import annotations

import random


def seeded(*parts: object) -> random.Random:
    """A generator that depends on nothing but `parts`; for draws of an experiment, never for secrets."""
    return random.Random("\0".join(map(str, parts)))  # noqa: S311 - replayable on purpose
