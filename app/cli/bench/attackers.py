"""`drsl bench attackers`: sensitivity of the built-in attackers by kind of clue."""

from __future__ import annotations

import argparse

from app.cli.bench.shown import Shown, Table, cell
from app.cli.session import Session
from app.installed import DISTRIBUTION, installed
from core.bench.attackers import measure
from core.bench.result import BenchResult
from core.dehydrate.library import HierarchyLibrary
from core.disclose.implications import Implications
from core.domain.protocol import STRICT
from core.resources import load_taxonomy
from core.verify.grading import GradingTable


def measure_attackers(options: argparse.Namespace, session: Session) -> Shown:
    """All shipped controls; nothing is drawn."""
    root = session.root
    taxonomy = load_taxonomy(root)
    rows = [
        row.record()
        for row in measure(
            taxonomy, HierarchyLibrary(taxonomy, root), GradingTable.load(root), Implications(root), STRICT.tau_l
        )
    ]
    figures = {
        "planted": sum(row["planted"] for row in rows),
        "found": sum(row["found"] for row in rows),
        "harmless": sum(row["harmless"] for row in rows),
        "raised": sum(row["raised"] for row in rows),
    }
    result = BenchResult("attackers", figures["planted"], options.seed, installed(DISTRIBUTION), figures, tuple(rows))
    shown = [
        [cell(row[key]) for key in ("language", "kind", "planted", "found", "share", "harmless", "raised")]
        for row in rows
    ]
    return Shown(result, (Table("bench.title.attackers", "bench.head.attackers", shown),))
