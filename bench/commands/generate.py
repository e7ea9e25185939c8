"""`drsl bench generate`: the paper's splits, written as corpora, with a census of what is in them."""

from __future__ import annotations

import argparse

from app.cli.session import Session
from app.installed import DISTRIBUTION, installed
from bench.commands.shown import Shown, Table, cell, json_lines
from bench.generated.census import census
from bench.result import BenchResult
from core.generate.prompts import PromptGenerator
from core.generate.splits import generate, load_plan
from core.population.population import SyntheticPopulation
from core.resources import load_taxonomy

COUNTED = (
    "prompts",
    "harmless",
    "families",
    "spans",
    "coupling",
    "k_median",
    "k_below_star",
    "k_counted",
    "signatures",
    "coverage_exact",
    "coverage_contained",
)


def measure_generation(options: argparse.Namespace, session: Session) -> Shown:
    """Every split (or `--n` prompts of each). Raises ResourceError."""
    root = session.root
    generator = PromptGenerator(root, load_taxonomy(root), SyntheticPopulation.load(root))
    plan = load_plan(root)
    splits = {
        split.name: list(generate(generator, plan, split, options.seed, min(options.n or split.size, split.size)))
        for split in plan.splits
        if not options.only or split.name in options.only
    }
    summary = census(splits)
    count = sum(len(prompts) for prompts in splits.values())
    rows = tuple(
        {"split": name, "trap": trap, "prompts": n} for name, own in summary.items() for trap, n in own["traps"].items()
    )
    result = BenchResult("generate", count, options.seed, installed(DISTRIBUTION), summary, rows)
    table = [[name, *(cell(own[key]) for key in COUNTED)] for name, own in summary.items()]
    styles = [[name, style, cell(n)] for name, own in summary.items() for style, n in own["styles"].items()]
    traps = [[row["split"], row["trap"], cell(row["prompts"])] for row in rows]
    return Shown(
        result,
        (
            Table("bench.title.generate", "bench.head.generate", table),
            Table("bench.title.styles", "bench.head.styles", styles),
            Table("bench.title.traps", "bench.head.traps", traps),
        ),
        generated={name: json_lines(prompts) for name, prompts in splits.items()},
    )
