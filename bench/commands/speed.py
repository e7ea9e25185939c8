"""`drsl bench speed`: extraction in characters per second, and hostile text in seconds."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from itertools import count

from app.cli.session import Session
from app.installed import DISTRIBUTION, installed
from bench import extraction, speed
from bench.commands.extract import WITH_NER, WITHOUT_NER
from bench.commands.shown import GENERATOR, Shown, Table, cell, generator_corpora
from bench.corpora import load_examples
from bench.result import BenchResult
from core.domain.request import MAX_TEXT_BYTES, Request
from core.extract.cascade import CascadeExtractor
from core.extract.ner import load_ner
from core.extract.spans.reader import SpanReader
from core.resources import load_taxonomy

SPLITS = ("train", "calibration")
"""Together enough of both languages for three texts of the greatest length."""
BYTES_PER_ROW = 1000
"""`--n` sets this measurement too: that many thousand bytes of hostile text."""


def measure_speed(options: argparse.Namespace, session: Session) -> Shown:
    """Prompts of the generator cut to several lengths; hostile text (`--n` thousand bytes, a megabyte at most).

    Every figure that is done is a line on standard error.
    """
    corpora, _ = generator_corpora(options, session, SPLITS)
    systems = _systems(session)
    named = {corpus.name.removeprefix(f"{GENERATOR}_"): corpus for corpus in corpora}
    size = speed.HOSTILE_BYTES if options.n is None else min(MAX_TEXT_BYTES, options.n * BYTES_PER_ROW)
    examples = [row.text for row in load_examples(session.root).rows]
    done, of = count(1), speed.steps(systems, named)

    def told(*parts: str | int) -> None:
        name = " ".join(("speed", *map(str, parts)))
        session.terminal.note(session.messages("bench.progress", name=name, n=next(done), of=of))

    timed, endured = [], []
    for answer in speed.measure(systems, named):
        timed.append(answer)
        told(answer.language, answer.length, answer.system)
    for lasted in speed.endure(systems, size, options.seed, examples):
        endured.append(lasted)
        told(lasted.kind, lasted.size, lasted.system)
    result = BenchResult(
        "speed",
        len(timed) + len(endured),
        options.seed,
        installed(DISTRIBUTION),
        speed.summary(timed, endured),
        (*map(asdict, timed), *map(asdict, endured)),
    )
    tables = (
        Table(
            "bench.title.speed",
            "bench.head.speed",
            [
                [
                    item.language,
                    cell(item.length),
                    item.system,
                    cell(item.texts),
                    cell(item.rate),
                    cell(item.milliseconds),
                ]
                for item in timed
            ],
        ),
        Table(
            "bench.title.hostile",
            "bench.head.hostile",
            [[item.kind, cell(item.size), item.system, cell(item.seconds)] for item in endured],
        ),
    )
    return Shown(result, tables)


def _systems(session: Session) -> dict[str, speed.Extract]:
    taxonomy, key, ner = load_taxonomy(session.root), extraction.bench_key(), load_ner(session.root)
    extractors = {WITHOUT_NER: CascadeExtractor(taxonomy, session.root, None)}
    if ner.available:
        extractors[WITH_NER] = CascadeExtractor(taxonomy, session.root, ner, SpanReader.load(session.root))

    def bound(extractor: CascadeExtractor) -> speed.Extract:
        return lambda text: extractor.extract(Request(text), key)

    return {name: bound(extractor) for name, extractor in extractors.items()}
