"""`drsl bench disclosure`: what each protocol tells of labelled prompts."""

from __future__ import annotations

import argparse
import random

from app.cli.session import Session
from app.installed import DISTRIBUTION, installed
from bench import disclosure
from bench.commands.shown import Shown, Table, cell
from bench.prompt_corpus import Prompt, load_prompts
from bench.result import BenchResult, Record
from core.domain.errors import InputError
from core.domain.language import Language
from core.domain.protocol import MINIMISE, STRICT, Protocol
from core.domain.request import Request
from core.engine.conversation import Conversation

SPLIT = "dev"
PROTOCOLS = (MINIMISE, STRICT)
SHARES = ("identifies", "locates", "describes, needed", "topic, needed", "public")


def measure_disclosure(options: argparse.Namespace, session: Session) -> Shown:
    """Raises InputError `bench.no_data` where no labelled prompt is installed."""
    engine = session.make_engine(session.root)
    sampled = {language: _sample(load_prompts(session.root, SPLIT, language), options) for language in Language}
    if not any(sampled.values()):
        raise InputError("bench.no_data")
    summary: dict[str, Record] = {}
    rows: list[Record] = []
    for language, prompts in sampled.items():
        for protocol in PROTOCOLS:

            def sanitize(prompt: Prompt, protocol: Protocol = protocol) -> disclosure.Released:
                outcome = engine.sanitize(Request(prompt.text), Conversation(), protocol)
                evidence = outcome.verdict.evidence
                utility = evidence.utility.mean if evidence.utility.computed else None
                artifact, kind = outcome.verdict.artifact, outcome.verdict.kind.value
                return disclosure.Released(artifact, outcome.plan, kind, evidence.crowd, utility)

            items = []
            for number, item in enumerate(disclosure.measure(prompts, sanitize), start=1):
                items.append(item)
                session.terminal.note(
                    session.messages(
                        "bench.progress", name=f"{language.value} {protocol.name}", n=number, of=len(prompts)
                    )
                )
            summary[f"{language.value} {protocol.name}"] = disclosure.summary(items)
            rows += [{"protocol": protocol.name, **row} for row in disclosure.detail(items)]
    version = installed(DISTRIBUTION)
    result = BenchResult("disclosure", sum(map(len, sampled.values())), options.seed, version, summary, tuple(rows))
    return Shown(result, _tables(summary), notes=("bench.disclosure_note",))


def _sample(prompts: tuple[Prompt, ...], options: argparse.Namespace) -> tuple[Prompt, ...]:
    if options.n is None or options.n >= len(prompts):
        return prompts
    chosen = random.Random(options.seed).sample(range(len(prompts)), options.n)  # noqa: S311 - a sample, not a secret
    return tuple(prompts[index] for index in sorted(chosen))


def _tables(summary: dict[str, Record]) -> tuple[Table, ...]:
    marks = [
        [name, *(cell(own["marks"].get(key, {}).get("hidden" if key in SHARES[:2] else "told")) for key in SHARES)]
        for name, own in summary.items()
    ]
    whole = [
        [
            name,
            cell(own["prompts"]),
            cell(own["needless_per_prompt"]),
            cell(own["precision"]),
            cell(own["harmless_unchanged"]),
            cell(own["verdicts"].get("PASS", 0)),
            cell(own["people_median"]),
        ]
        for name, own in summary.items()
    ]
    return (
        Table("bench.title.disclosure_marks", "bench.head.disclosure_marks", marks),
        Table("bench.title.disclosure", "bench.head.disclosure", whole),
    )
