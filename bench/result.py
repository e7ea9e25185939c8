"""What a measurement hands back (DESIGN section 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class BenchResult:
    """`n`: rows measured. `summary`: few numbers that answer the question; `rows`: everything behind them."""

    name: str
    n: int
    seed: int
    version: str
    summary: Record
    rows: tuple[Record, ...]

    def record(self) -> Record:
        """The JSON object of `drsl bench NAME --json`."""
        return {
            "name": self.name,
            "n": self.n,
            "seed": self.seed,
            "version": self.version,
            "summary": self.summary,
            "rows": list(self.rows),
        }
