"""Predicted posteriors against the share of right guesses of attackers that were measured elsewhere (DESIGN 5.3)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from bench.result import Record
from core.domain.errors import InputError
from core.verify.statistics import clopper_pearson

FILE = "measured.jsonl"
CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Guess:
    """One answer of one attacker. `predicted`: the posterior that the program gave the value."""

    attacker: str
    regime: str
    kind: str
    predicted: float
    right: bool


def load(folder: Path | None) -> tuple[Guess, ...]:
    """`measured.jsonl` in a folder. Raises InputError: `bench.not_measured` where there is no folder, no such file or
    nothing in it, `bench.not_a_guess` with the first line that is no answer."""
    try:
        lines = (folder / FILE).read_bytes().split(b"\n") if folder is not None else []
    except OSError as error:
        raise InputError("bench.not_measured") from error
    found: list[Guess] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found.append(_guess(json.loads(line)))
        except (ValueError, KeyError, TypeError) as error:
            raise InputError("bench.not_a_guess", details={"line": number}) from error
    if not found:
        raise InputError("bench.not_measured")
    return tuple(found)


def _guess(data: Record) -> Guess:
    predicted, attacker, regime, kind = (data[name] for name in ("predicted", "attacker", "regime", "kind"))
    if isinstance(predicted, bool) or not isinstance(predicted, int | float) or not 0.0 <= predicted <= 1.0:
        raise ValueError("predicted")
    if not isinstance(data["right"], bool) or not all(
        isinstance(name, str) and name for name in (attacker, regime, kind)
    ):
        raise ValueError("right")
    return Guess(attacker, regime, kind, float(predicted), data["right"])


def reliability(guesses: Iterable[Guess]) -> tuple[Record, ...]:
    """By attacker, regime and kind: mean prediction, share of right guesses with its interval, and Delta-hat, how far
    the share lies beyond the prediction."""
    groups: dict[tuple[str, str, str], list[Guess]] = {}
    for guess in guesses:
        for kind in (guess.kind, "*"):
            groups.setdefault((guess.attacker, guess.regime, kind), []).append(guess)
    rows = []
    for (attacker, regime, kind), items in sorted(groups.items()):
        right = sum(item.right for item in items)
        predicted = sum(item.predicted for item in items) / len(items)
        interval = clopper_pearson(right, len(items), CONFIDENCE)
        rows.append(
            {
                "attacker": attacker,
                "regime": regime,
                "kind": kind,
                "n": len(items),
                "predicted": predicted,
                "found": right / len(items),
                "lower": interval.lower,
                "upper": interval.upper,
                "beyond": right / len(items) - predicted,
            }
        )
    return tuple(rows)
