"""`drsl bench gate`: how often the release gate lets a leaking text pass, over whole runs."""

from __future__ import annotations

import argparse
import os

from app.cli.session import Session
from app.installed import DISTRIBUTION, installed
from bench import gate
from bench.commands.shown import Shown, Table, cell
from bench.page import NO, YES
from bench.result import BenchResult, Record


def measure_gate(options: argparse.Namespace, session: Session) -> Shown:
    """One row per scene; `--n` is the number of whole runs of each."""
    runs = options.n or gate.RUNS
    chosen = gate.scenes()
    rows: list[gate.Row] = []
    for number, row in enumerate(gate.measure(runs, max(1, (os.cpu_count() or 1) - 1), chosen), start=1):
        rows.append(row)
        session.terminal.note(session.messages("bench.progress", name="gate", n=number, of=len(chosen)))
    summary: Record = {
        "promise": gate.PROMISE,
        "worst": max(row.rate for row in rows),
        "kept": sum(row.kept for row in rows),
        "scenes": len(rows),
    }
    version = installed(DISTRIBUTION)
    result = BenchResult("gate", runs, options.seed, version, {"gate": summary}, tuple(map(_record, rows)))
    return Shown(
        result,
        (Table("bench.title.gate", "bench.head.gate", [_cells(row) for row in rows]),),
        notes=("bench.gate_note",),
    )


def _record(row: gate.Row) -> Record:
    scene = row.scene
    return {
        "leak": scene.leak,
        "correlation": scene.correlation,
        "presses": scene.presses,
        "edits": scene.edits,
        "all_leak": scene.all_leak,
        "runs": row.runs,
        "released": row.released,
        "rate": round(row.rate, 5),
        "draws": round(row.draws, 1),
        "kept": row.kept,
    }


def _cells(row: gate.Row) -> list[str]:
    scene = row.scene
    return [
        cell(scene.leak),
        cell(scene.correlation),
        cell(scene.presses),
        cell(scene.edits),
        YES if scene.all_leak else NO,
        cell(row.released),
        cell(row.runs),
        cell(row.rate),
        cell(round(row.draws, 1)),
        YES if row.kept else NO,
    ]
