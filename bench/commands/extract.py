"""`drsl bench extract`: our extraction with and without the name model, beside rivals, against the bars."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from app.cli.session import Session
from app.installed import DISTRIBUTION, installed
from bench import bars, extraction
from bench.commands.rivals import known_rivals, running
from bench.commands.shown import GENERATOR, Shown, Table, bar_table, cell, generator_corpora, given_corpora
from bench.corpora import EXPLICIT, HARMLESS, QUASI, Corpus
from bench.result import BenchResult, Record
from core.domain.errors import InputError
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.extract.cascade import CascadeExtractor
from core.extract.ner import load_ner
from core.extract.spans.reader import SpanReader
from core.resources import load_taxonomy

WITH_NER, WITHOUT_NER = "with_ner", "without_ner"
SPLITS = ("test", "test_ext")
FRESH = "fresh"
"""A split of families that were written last, as a corpus of its own."""


def measure_extraction(options: argparse.Namespace, session: Session) -> Shown:
    """Raises InputError `bench.no_data`; KnownError when a rival cannot be started or stops."""
    corpora = given_corpora(options, session)
    made, gold = generator_corpora(options, session, SPLITS)
    fresh, fresh_gold = generator_corpora(options, session, (FRESH,), f"{GENERATOR}_{FRESH}")
    corpora += [*made, *fresh]
    gold |= fresh_gold
    if not corpora:
        raise InputError("bench.no_data")
    keep = options.predictions is not None
    systems = _systems(session.root)
    measured = [
        extraction.measure(corpus, name, predict, keep=keep) for corpus in corpora for name, predict in systems.items()
    ]
    rivals: Record = {}
    if options.rival_python is not None:
        measured += _rivals(options.rival_python, corpora, session, rivals)
    else:
        session.terminal.note(session.messages("bench.rivals_not_asked"))
    summary = extraction.summary(measured)
    judged = bars.judge(bars.load_bars(session.root), summary, next(iter(systems)))
    result = BenchResult(
        "extract",
        sum(len(corpus.rows) for corpus in corpora),
        options.seed,
        installed(DISTRIBUTION),
        summary,
        (*extraction.detail_rows(measured), *({"bar": True, **item.record()} for item in judged)),
    )
    return Shown(result, _tables(corpora, summary, measured, judged, session), measured, gold)


def _systems(root: Path) -> Mapping[str, extraction.Predict]:
    """Our extraction with its models, as `drsl extract` has it (if they are there), then the rules alone."""
    taxonomy, key, ner = load_taxonomy(root), extraction.bench_key(), load_ner(root)
    extractors = {WITH_NER: CascadeExtractor(taxonomy, root, ner, SpanReader.load(root))} if ner.available else {}
    extractors[WITHOUT_NER] = CascadeExtractor(taxonomy, root, None)
    return {name: extraction.predictor(_bound(extractor, key), taxonomy) for name, extractor in extractors.items()}


def _bound(extractor: CascadeExtractor, key: bytes) -> extraction.Extract:
    def extract(request: Request) -> SensitiveSet:
        return extractor.extract(request, key)

    return extract


def _rivals(python: Path, corpora: Sequence[Corpus], session: Session, known: Record) -> Iterator[extraction.Measured]:
    """Every rival on the corpora of its languages; one that is not installed is named in one line."""
    for settings in known_rivals(session.root):
        with running(settings, python) as rival:
            if rival is None:
                session.terminal.note(session.messages("bench.rival_absent", rival=settings.name))
                continue
            for corpus in corpora:
                if corpus.rows and corpus.rows[0].language in settings.languages:
                    yield extraction.measure(corpus, settings.name, rival.predict)
            known[settings.name] = {"version": rival.version, "refused": rival.refused}
            session.terminal.note(
                session.messages("bench.rival_ran", rival=settings.name, version=rival.version, refused=rival.refused)
            )


def _tables(
    corpora: Sequence[Corpus],
    summary: Mapping[str, Mapping[str, Record]],
    measured: Sequence[extraction.Measured],
    judged: Sequence[bars.Judged],
    session: Session,
) -> tuple[Table, ...]:
    messages = session.messages
    figures = [
        [corpus.name, messages(f"bench.{system}"), *_figures(own)]
        for corpus in corpora
        for system, own in summary[corpus.name].items()
    ]
    layers = [
        [corpus, messages(f"bench.{system}"), layer, cell(counts["spans"]), cell(counts["right"])]
        for corpus, systems in summary.items()
        for system, own in systems.items()
        if system in {WITH_NER, WITHOUT_NER}
        for layer, counts in own["by_layer"].items()
    ]
    return (
        Table("bench.title.extract", "bench.head.extract", figures),
        bar_table(judged, session),
        Table("bench.title.layers", "bench.head.layers", layers),
        Table("bench.title.types", "bench.head.types", list(_by_type(measured, session))),
    )


def _figures(own: Record) -> list[str]:
    """Cells of the printed table after corpus and system."""
    recall = own["recall"]
    values = (
        own["rows"],
        recall.get(EXPLICIT),
        recall.get(QUASI),
        own["char_precision"],
        own["over_extraction"],
        recall.get(HARMLESS),
        own["touched_explicit"],
        own["harmless_touched"],
        own["chars_per_second"],
    )
    return [cell(value) for value in values]


def _by_type(measured: Sequence[extraction.Measured], session: Session) -> Iterator[list[str]]:
    """Recall per corpus, language and type, every system in a line of its own."""
    for row in extraction.detail_rows(measured):
        if row["layers"] in {WITH_NER, WITHOUT_NER}:
            yield [
                row["corpus"],
                session.messages(f"bench.{row['layers']}"),
                row["lang"],
                row["kind"],
                row["type"],
                f"{row['found']}/{row['total']}",
                cell(row["recall"]),
            ]
