"""`drsl bench proofs`: the bounds of the paper on random mechanisms."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from app.cli.session import Session
from app.installed import DISTRIBUTION, installed
from bench.commands.shown import Shown, Table, cell
from bench.result import BenchResult
from core.assure.proofs import STATEMENTS, prove, violated_by_uniform_fano

MECHANISMS = 3000


def measure_proofs(options: argparse.Namespace, session: Session) -> Shown:
    """`--n` mechanisms per statement, 3,000 without it."""
    wanted = options.n or MECHANISMS
    rows = [prove(statement, wanted, options.seed) for statement in STATEMENTS]
    figures = {
        "mechanisms": wanted,
        "counterexamples": sum(row.counterexamples for row in rows),
        "boundary_cases": sum(row.boundary for row in rows),
        "boundary_right": sum(row.boundary_right for row in rows),
        "all_hold": all(row.holds for row in rows),
        "uniform_fano_violated": violated_by_uniform_fano(wanted, options.seed),
    }
    records = tuple({**asdict(row), "holds": row.holds} for row in rows)
    result = BenchResult("proofs", wanted * len(rows), options.seed, installed(DISTRIBUTION), figures, records)
    shown = [
        [row.statement, *(cell(value) for value in (row.mechanisms, row.nonuniform, row.counterexamples, row.margin,
                                                    row.boundary, row.boundary_right))]
        for row in rows
    ]  # fmt: skip
    return Shown(result, (Table("bench.title.proofs", "bench.head.proofs", shown),))
