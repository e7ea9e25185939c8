"""`drsl bench attackers`: sensitivity of the built-in attackers by kind of clue."""

from __future__ import annotations

import argparse

from app.cli.session import Session
from app.installed import DISTRIBUTION, installed
from bench.attackers import ClueBench
from bench.commands.shown import Shown, Table, cell
from bench.result import BenchResult
from core.disclose.implications import Implications, Planted
from core.domain.protocol import STRICT
from core.domain.request import Request
from core.domain.verdict import VerdictKind
from core.engine.conversation import Conversation
from core.engine.engine import BuiltinEngine
from core.verify.grading import GradingTable


def measure_attackers(options: argparse.Namespace, session: Session) -> Shown:
    """All shipped controls, then whole prompts, each sent through the whole path; nothing is drawn."""
    root = session.root
    engine = BuiltinEngine.create(root)
    bench = ClueBench(engine.taxonomy, engine.library, GradingTable.load(root), Implications(root), STRICT.tau_l)

    def release(item: Planted) -> str | None:
        verdict = engine.sanitize(Request(item.text, language=item.language), Conversation()).verdict
        return verdict.artifact.text if verdict.kind is VerdictKind.PASS else None

    rows = [row.record() for row in bench.measure()]
    whole = [item.record() for item in bench.whole(root, release)]
    figures = {
        "planted": sum(row["planted"] for row in rows),
        "found": sum(row["found"] for row in rows),
        "harmless": sum(row["harmless"] for row in rows),
        "raised": sum(row["raised"] for row in rows),
        "whole": {"texts": len(whole), **{key: sum(row[key] for row in whole) for key in ("seen", "passed", "left")}},
    }
    result = BenchResult(
        "attackers", figures["planted"], options.seed, installed(DISTRIBUTION), figures, (*rows, *whole)
    )
    shown = [
        [cell(row[key]) for key in ("language", "kind", "planted", "found", "share", "harmless", "raised")]
        for row in rows
    ]
    kinds = dict.fromkeys((row["language"], row["kind"]) for row in whole)
    counted = [
        [language, kind, cell(len(own)), *(cell(sum(row[key] for row in own)) for key in ("seen", "passed", "left"))]
        for language, kind in kinds
        for own in [[row for row in whole if (row["language"], row["kind"]) == (language, kind)]]
    ]
    return Shown(
        result,
        (
            Table("bench.title.attackers", "bench.head.attackers", shown),
            Table("bench.title.indirect", "bench.head.indirect", counted),
        ),
    )
