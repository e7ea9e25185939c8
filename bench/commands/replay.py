"""`drsl bench replay`: posterior truth against what is certified."""

from __future__ import annotations

import argparse
from functools import partial

from app.cli.session import Session
from app.installed import DISTRIBUTION, installed
from bench.commands.shown import Shown, Table, cell
from bench.replay import ReplayBench, SetRow, summary
from bench.result import BenchResult, Record
from core.domain.artifact import Artifact
from core.domain.evidence import Evidence
from core.domain.language import Language
from core.domain.protocol import MINIMISE, STRICT, Protocol
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.domain.verdict import VerdictKind
from core.engine.conversation import Conversation
from core.engine.engine import BuiltinEngine
from core.verify.attackers.replay import Replayer

OLDEST = 99


def measure_replay(options: argparse.Namespace, session: Session) -> Shown:
    """`--n`: oldest age that runs through the whole path, 99 without it."""
    engine = BuiltinEngine.create(session.root)
    replayer = Replayer(engine.taxonomy, engine.library, engine.dehydrator, engine.planner)
    bench = ReplayBench(engine.taxonomy, engine.library, engine.dehydrator, replayer, session.root)

    def sanitize(protocol: Protocol, request: Request) -> tuple[SensitiveSet, Artifact, Evidence, bool]:
        verdict = engine.sanitize(request, Conversation(), protocol).verdict
        return verdict.sensitive, verdict.artifact, verdict.evidence, verdict.kind is VerdictKind.PASS

    rows: list[SetRow] = []
    figures: dict[str, Record] = {}
    for language in Language:
        classes = list(bench.classes(language))
        figures[f"{language.value} classes"] = summary(classes)
        rows += classes
        for protocol in (STRICT, MINIMISE):
            path = partial(sanitize, protocol)
            ages = list(bench.ages(language, path, options.n or OLDEST, protocol.name))
            figures[f"{language.value} ages, {protocol.name}"] = summary(ages)
            rows += ages
    result = BenchResult(
        "replay", len(rows), options.seed, installed(DISTRIBUTION), figures, tuple(row.record() for row in rows)
    )
    return Shown(result, _tables(figures, rows))


def _tables(figures: dict[str, Record], rows: list[SetRow]) -> tuple[Table, ...]:
    whole = [
        [name, *(cell(own[key]) for key in ("sets", "values", "covered", "whole", "worst_shortfall"))]
        for name, own in figures.items()
    ]
    short = [
        [f"{row.language.value} {row.what}", cell(row.level), row.told, cell(row.values), cell(row.of_set),
         cell(row.truth), cell(row.certified)]
        for row in rows
        if not row.covered
    ]  # fmt: skip
    return (
        Table("bench.title.replay", "bench.head.replay", whole),
        Table("bench.title.replay_short", "bench.head.replay_short", short),
    )
