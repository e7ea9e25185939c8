"""`drsl bench sanitize`: the whole path on generated prompts and examples."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from app.cli.session import Session
from app.installed import DISTRIBUTION, installed
from bench import bars, sanitizing
from bench.commands.shown import GENERATOR, Shown, Table, bar_table, cell, generated, given_corpora, wanted
from bench.corpora import Corpus, load_examples, sample
from bench.generated.corpus import as_corpus, padded
from bench.result import BenchResult, Record
from core.dehydrate.hard_line import HardLine
from core.engine.conversation import Conversation
from core.engine.outcome import Outcome

SPLITS = ("test", "mixed")
EXAMPLES = "examples"
THOUSAND, THOUSAND_CHARACTERS = f"{GENERATOR}_1000", 1000
TIMED = 10
"""Prompts per language that are timed at 1,000 characters."""
OURS = "drsl"


def measure_sanitizing(options: argparse.Namespace, session: Session) -> Shown:
    """Raises InputError `bench.no_data` for a data folder without corpora."""
    corpora = _corpora(options, session)
    engine = session.make_engine(session.root)
    hard_line = HardLine(engine.taxonomy)

    def literals(outcome: Outcome) -> int:
        artifact = outcome.verdict.artifact
        return len(hard_line.find(artifact.text, outcome.verdict.sensitive, artifact.levels))

    items = [
        item
        for corpus in corpora
        for item in sanitizing.measure(corpus, lambda request: engine.sanitize(request, Conversation()), literals)
    ]
    summary = sanitizing.summary(items)
    result = BenchResult(
        "sanitize", len(items), options.seed, installed(DISTRIBUTION), summary, tuple(sanitizing.detail_rows(items))
    )
    tables = (*_tables(summary), _bars(summary, session))
    return Shown(result, tables, notes=("bench.proxy_note",))


def _corpora(options: argparse.Namespace, session: Session) -> list[Corpus]:
    """The corpora of `--data` if it is given, else generated prompts and the shipped examples."""
    if options.data is not None:
        return given_corpora(options, session)
    corpora = [
        sample(as_corpus(f"{GENERATOR}_{name}", generated(session.root, [name], options.seed)), options.n, options.seed)
        for name in SPLITS
        if wanted(options, f"{GENERATOR}_{name}")
    ]
    if wanted(options, THOUSAND):
        long = padded(THOUSAND, generated(session.root, ["test"], options.seed), THOUSAND_CHARACTERS, TIMED)
        corpora.append(sample(long, options.n, options.seed))
    if wanted(options, EXAMPLES):
        corpora.append(load_examples(session.root))
    return corpora


def _tables(summary: Record) -> tuple[Table, ...]:
    whole = [[name, *_verdicts(own), *_measures(own)] for name, own in summary.items()]
    groups = [
        [name, group["domain"], group["lang"], *_verdicts(group)]
        for name, own in summary.items()
        for group in own["groups"]
    ]
    leakage = [
        [name, level, cell(own["leakage_before"].get(level)), cell(own["leakage_after"].get(level))]
        for name, own in summary.items()
        for level in own["leakage_after"]
    ]
    return (
        Table("bench.title.sanitize", "bench.head.sanitize", whole),
        Table("bench.title.groups", "bench.head.groups", groups),
        Table("bench.title.leakage", "bench.head.leakage", leakage),
    )


def _bars(summary: Record, session: Session) -> Table:
    judged = bars.judge(bars.load_bars(session.root), {name: {OURS: own} for name, own in summary.items()}, OURS)
    return bar_table(judged, session)


def _verdicts(own: Record) -> list[str]:
    rate = own["pass_rate"]
    interval = f"{cell(rate['rate'])} [{rate['lower']:.3f}, {rate['upper']:.3f}]"
    failed = sum(own["failed"].values()) - own["invalid"]
    return [
        cell(own["rows"]),
        cell(own["pass"]),
        cell(own["pass_nothing_found"]),
        cell(own["infeasible"]),
        cell(own["invalid"]),
        cell(failed),
        interval,
    ]


def _measures(own: Record) -> list[str]:
    values: Sequence[float | int | None] = (
        own["median_ms_per_1000_chars"],
        own["p95_ms_per_1000_chars"],
        own["utility_proxy"],
        own["k_median"],
        own["k_below_star"],
        own["rounds"],
        own["declared_literals"],
        own["marked_literals"],
    )
    return [cell(value) for value in values]
