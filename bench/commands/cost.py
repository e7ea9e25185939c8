"""`drsl bench cost`: the paper's procedure and ours on one modelled server."""

from __future__ import annotations

import argparse

from app.cli.session import Session
from app.installed import DISTRIBUTION, installed
from bench.commands.shown import GENERATOR, Shown, Table, cell, generated
from bench.corpora import sample
from bench.cost import OURS, PAPER, CostBench, summary
from bench.generated.corpus import as_corpus
from bench.result import BenchResult, Record

SPLIT = "test"
WANTED = 40


def measure_cost(options: argparse.Namespace, session: Session) -> Shown:
    """`--n` generated prompts, 40 without it."""
    corpus = as_corpus(f"{GENERATOR}_{SPLIT}", generated(session.root, [SPLIT], options.seed))
    bench = CostBench(session.root)
    chosen = sample(corpus, options.n or WANTED, options.seed)
    items = bench.measure(chosen)
    sized = bench.sized(corpus)
    bar = bench.measure(sized)
    figures = summary(items, bench.once, options.seed, bar, bench.rejects(sized))
    rows = tuple(item.record() for item in (*items, *bar))
    result = BenchResult("cost", len(chosen.rows), options.seed, installed(DISTRIBUTION), figures, rows)
    return Shown(result, _tables(figures), notes=("bench.cost_note",))


def _tables(figures: Record) -> tuple[Table, ...]:
    bar = figures["at_the_bar"]
    groups: list[tuple[str, Record]] = [("", figures)]
    groups += [(f"|S| = {bar['attributes']}, {bar['tokens']} tokens", bar)]
    groups += [(f"|S| = {group['attributes']}", group) for group in figures["by_attributes"]]
    groups += [(f"{group['tokens']} tokens", group) for group in figures["by_tokens"]]
    stages = sorted({*figures[OURS]["stages"], *figures[PAPER]["stages"]})
    refusal = figures["reject_seconds"]
    first = [["built-in verdict (measured)", cell(figures["built_in_verdict_seconds"])]]
    first += [["refusal, mean", cell(refusal["mean"])], ["refusal, longest", cell(refusal["most"])]]
    chances = figures["false_release"]
    released = [["ours", cell(chances["ours_exact"])]]
    released += [[f"paper, {looks} looks", cell(value)] for looks, value in chances["paper_by_looks"].items()]
    released += [
        [f"paper, bundled, {looks} looks", cell(value)] for looks, value in chances["paper_bundled_by_looks"].items()
    ]
    return (
        Table("bench.title.cost", "bench.head.cost", [[name, *_costs(group)] for name, group in groups]),
        Table(
            "bench.title.cost_stages",
            "bench.head.cost_stages",
            [
                [stage, cell(figures[OURS]["stages"].get(stage)), cell(figures[PAPER]["stages"].get(stage))]
                for stage in stages
            ],
        ),
        Table("bench.title.cost_first", "bench.head.cost_first", first),
        Table("bench.title.false_release", "bench.head.false_release", released),
    )


def _costs(group: Record) -> list[str]:
    ours, paper = group[OURS], group[PAPER]
    return [
        cell(ours["texts"]),
        cell(ours["seconds"]),
        cell(ours["calls"]),
        cell(paper["seconds"]),
        cell(paper["calls"]),
        cell(group["ratio"]),
        cell(group["ratio_at_papers_rounds"]),
    ]
