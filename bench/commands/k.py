"""`drsl bench k`: crowds by size and skew of the population, and what the margins forbid."""

from __future__ import annotations

import argparse

from app.cli.session import Session
from app.installed import DISTRIBUTION, installed
from bench.commands.shown import Shown, Table, cell
from bench.crowds import ASKED, ablation, nonsense
from bench.result import BenchResult
from core.population.population import SyntheticPopulation


def measure_k(options: argparse.Namespace, session: Session) -> Shown:
    """`--n` people drawn from each population, 2,000 without it."""
    population = SyntheticPopulation.load(session.root)
    rows = [row.record() for row in ablation(population, options.seed, options.n or ASKED)]
    odd = [(language.value, name, share) for language, name, share in nonsense(population)]
    figures = {"nonsense": {f"{language} {name}": share for language, name, share in odd}}
    result = BenchResult("k", len(rows), options.seed, installed(DISTRIBUTION), figures, tuple(rows))
    keys = ("language", "population", "size", "combinations", "below", "alone", "median")
    return Shown(
        result,
        (
            Table("bench.title.k", "bench.head.k", [[cell(row[key]) for key in keys] for row in rows]),
            Table(
                "bench.title.k_nonsense",
                "bench.head.k_nonsense",
                [[language, name, cell(share)] for language, name, share in odd],
            ),
        ),
    )
