"""`drsl bench learning`: what learning from corrections brings, honest whatever it is (paper T13, T17)."""

from __future__ import annotations

import argparse

from app.cli.session import Session
from app.installed import DISTRIBUTION, installed
from bench.commands.shown import Shown, Table, cell
from bench.learning import USUAL_N, Learned, LearningBench, detail_rows, run_all, summary
from bench.result import BenchResult
from core.engine.engine import BuiltinEngine


def measure_learning(options: argparse.Namespace, session: Session) -> Shown:
    """`--n`: prompts that T13 takes, half to distil from and half to validate on; T17 takes as many to distil from and
    twice as many to validate on. Raises EvaluationInvalid, ResourceError."""
    bench = LearningBench(session.root, BuiltinEngine.create(session.root), options.seed)

    def ran(item: Learned) -> None:
        session.terminal.note(f"{item.world} {item.experiment}")

    items = run_all(bench, options.n or USUAL_N, ran)
    result = BenchResult(
        "learning",
        sum(item.validated for item in items),
        options.seed,
        installed(DISTRIBUTION),
        summary(items),
        tuple(detail_rows(items)),
    )
    return Shown(result, _tables(items), notes=("bench.learning_note",))


def _tables(items: tuple[Learned, ...]) -> tuple[Table, ...]:
    figures = [
        [
            item.world.value,
            item.experiment.value.upper(),
            row.measure.value,
            cell(row.n),
            cell(row.before),
            cell(row.after),
            f"{row.difference:+.4f} [{row.lower:+.4f}, {row.upper:+.4f}]",
            f"{row.p:.4f}",
            f"{row.p_better:.4f}",
            row.standing.value,
        ]
        for item in items
        for row in item.trial.rows
    ]
    learned = [
        [
            item.world.value,
            item.experiment.value.upper(),
            cell(item.sources),
            cell(item.experiences),
            cell(len(item.distilled.rules)),
            cell(len(item.distilled.rejected)),
        ]
        for item in items
    ]
    return (
        Table("bench.title.learned_rules", "bench.head.learned_rules", learned),
        Table("bench.title.learning", "bench.head.learning", figures),
    )
