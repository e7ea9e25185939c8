"""The bars of DESIGN section 7 beside what was measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.result import Record
from core.domain.errors import ResourceError
from core.resources import read_toml


@dataclass(frozen=True, slots=True)
class Bar:
    """`metric`: dotted path into the figures of a corpus. Exactly one of `least`, `most`, `rival` is set.

    `rival`: the same figure of that system, measured in the same run, is the least.
    """

    corpus: str
    metric: str
    least: float | None
    most: float | None
    rival: str


@dataclass(frozen=True, slots=True)
class Judged:
    """A bar with its figure; `bound` None: the rival did not run; `met` None: cannot be said."""

    bar: Bar
    system: str
    bound: float | None
    figure: float | None
    met: bool | None

    def record(self) -> Record:
        """For JSON."""
        return {
            "corpus": self.bar.corpus,
            "system": self.system,
            "metric": self.bar.metric,
            "bound": self.bound,
            "relation": "most" if self.bar.most is not None else "least",
            "rival": self.bar.rival,
            "figure": self.figure,
            "met": self.met,
        }


def load_bars(root: Path) -> tuple[Bar, ...]:
    """Read `bench/bars.toml` below `root`. Raises ResourceError."""
    entries: Sequence[Mapping[str, Any]] = read_toml(root / "bench" / "bars.toml")["bar"]
    try:
        return tuple(
            Bar(entry["corpus"], entry["metric"], entry.get("least"), entry.get("most"), entry.get("rival", ""))
            for entry in entries
        )
    except KeyError as error:
        raise ResourceError("resource.malformed", details={"file": "bars.toml"}) from error


def judge(bars: Sequence[Bar], summary: Mapping[str, Mapping[str, Record]], system: str) -> list[Judged]:
    """Every bar whose corpus was measured under `system`."""
    judged = []
    for bar in bars:
        systems = summary.get(bar.corpus, {})
        if system not in systems:
            continue
        figure = _at(systems[system], bar.metric)
        bound = bar.most if bar.most is not None else bar.least
        if bar.rival:
            bound = _at(systems[bar.rival], bar.metric) if bar.rival in systems else None
        met = None
        if figure is not None and bound is not None:
            met = figure <= bound if bar.most is not None else figure >= bound
        judged.append(Judged(bar, system, bound, figure, met))
    return judged


def _at(figures: Record, path: str) -> float | None:
    found: Any = figures
    for part in path.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    return float(found) if isinstance(found, int | float) else None
