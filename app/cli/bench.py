"""`drsl bench`: measurements that anybody can repeat."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol as TypingProtocol

from app.cli.session import Session
from app.cli.terminal import EXIT_OK, table
from app.installed import DISTRIBUTION, installed
from app.paths import replace_file
from core.bench import extraction, sanitizing
from core.bench.corpora import Corpus, load_corpus, load_examples
from core.bench.page import page
from core.bench.result import BenchResult
from core.domain.errors import InputError, KnownError
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.engine.conversation import Conversation

LIST = "list"
ALL_LAYERS, WITHOUT_NER = "bench.with_ner", "bench.without_ner"
_NOTHING = "–"


class Extractor(TypingProtocol):
    """What a measurement of extraction uses."""

    def extract(self, request: Request, key: bytes) -> SensitiveSet: ...


@dataclass(frozen=True, slots=True)
class Shown:
    """A result with the table that people read."""

    result: BenchResult
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    measured: Sequence[extraction.Measured] = ()


def run(options: argparse.Namespace, session: Session) -> int:
    """Exit code 0. Raises InputError `bench.unknown`, `bench.no_data`."""
    messages, terminal = session.messages, session.terminal
    if options.name == LIST:
        if options.json:
            terminal.record({name: messages(f"bench.about.{name}") for name in BENCHES}, indent=2)
        else:
            terminal.out(messages("bench.list"))
            for name in BENCHES:
                terminal.out(f"  {name:10} {messages(f'bench.about.{name}')}")
        return EXIT_OK
    if options.name not in BENCHES:
        raise InputError("bench.unknown")
    shown = BENCHES[options.name](options, session)
    if options.json:
        terminal.record(shown.result.record(), indent=2)
    else:
        for line in table(shown.head, shown.rows):
            terminal.out(line)
    _write(options, session, shown)
    return EXIT_OK


def _extract(options: argparse.Namespace, session: Session) -> Shown:
    from core.extract.cascade import CascadeExtractor
    from core.extract.ner import load_ner
    from core.resources import load_taxonomy

    corpora = _corpora(options, session)
    taxonomy, key = load_taxonomy(session.root), extraction.bench_key()
    ner = load_ner(session.root)
    variants = [(WITHOUT_NER, CascadeExtractor(taxonomy, session.root, None))]
    if ner.available:
        variants.insert(0, (ALL_LAYERS, CascadeExtractor(taxonomy, session.root, ner)))
    measured = [
        extraction.measure(corpus, name.removeprefix("bench."), _bound(by, key), taxonomy)
        for corpus in corpora
        for name, by in variants
    ]
    result = BenchResult(
        "extract",
        sum(len(corpus.rows) for corpus in corpora),
        options.seed,
        installed(DISTRIBUTION),
        extraction.summary(measured),
        tuple(extraction.detail_rows(measured)),
    )
    rows = [
        [item.corpus, session.messages(f"bench.{item.layers}"), *(_cell(value) for value in extraction.table_row(item))]
        for item in measured
    ]
    return Shown(result, session.messages("bench.head.extract").split("|"), rows, measured)


def _bound(extractor: Extractor, key: bytes) -> extraction.Extract:
    def extract(request: Request) -> SensitiveSet:
        return extractor.extract(request, key)

    return extract


def _sanitize(options: argparse.Namespace, session: Session) -> Shown:
    corpora = _corpora(options, session) if options.data is not None else [load_examples(session.root)]
    engine = session.make_engine(session.root)
    items = [
        item
        for corpus in corpora
        for item in sanitizing.measure(corpus, lambda request: engine.sanitize(request, Conversation()))
    ]
    summary = sanitizing.summary(items)
    result = BenchResult(
        "sanitize",
        len(items),
        options.seed,
        installed(DISTRIBUTION),
        summary,
        tuple(sanitizing.detail_rows(items)),
    )
    rows = [
        [
            name,
            *(
                _cell(value)
                for value in (
                    own["rows"],
                    own["pass"],
                    own["infeasible"],
                    sum(own["failed"].values()),
                    own["median_ms_per_1000_chars"],
                    _strongest(own["leakage_before"]),
                    _strongest(own["leakage_after"]),
                    own["utility_proxy"],
                )
            ),
        ]
        for name, own in summary.items()
    ]
    return Shown(result, session.messages("bench.head.sanitize").split("|"), rows)


BENCHES: dict[str, Callable[[argparse.Namespace, Session], Shown]] = {"extract": _extract, "sanitize": _sanitize}


def default_data(root: Path) -> Path:
    """Corpora that lie beside the checkout, if somebody put them there; they are not part of the program."""
    return root.parent.parent / "shared" / "data"


def _corpora(options: argparse.Namespace, session: Session) -> list[Corpus]:
    folder: Path = options.data if options.data is not None else default_data(session.root)
    if not folder.is_dir():
        if options.data is not None:
            raise InputError("bench.no_data")
        session.terminal.note(session.messages("bench.using_examples"))
        return [load_examples(session.root)]
    corpora = []
    for path in sorted(folder.glob("*.jsonl")):
        try:
            corpora.append(load_corpus(path, options.n, options.seed))
        except InputError as error:
            reason = session.messages.error(error)
            session.terminal.note(session.messages("bench.corpus_skipped", name=path.name, reason=reason))
    if not corpora:
        raise InputError("bench.no_data")
    return corpora


def _write(options: argparse.Namespace, session: Session, shown: Shown) -> None:
    files: dict[Path, str] = {}
    if options.out is not None:
        files[options.out / "result.json"] = json.dumps(shown.result.record(), ensure_ascii=False, indent=2) + "\n"
        files[options.out / "page.html"] = page(shown.result, shown.head, shown.rows)
    if options.predictions is not None:
        for item in shown.measured:
            files[options.predictions / f"{item.corpus}.{item.layers}.jsonl"] = _predictions(item)
    for path, content in files.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, content.encode())
        except OSError as error:
            raise KnownError("output.unwritable") from error
        session.terminal.note(session.messages("bench.written", file=path.name))


def _predictions(item: extraction.Measured) -> str:
    """Lines that the corpora's own scorer reads."""
    lines = [
        json.dumps(
            {
                "id": identifier,
                "spans": [
                    {"start": span.start, "end": span.end, "type": span.type, "kind": span.kind.value} for span in spans
                ],
            },
            ensure_ascii=False,
        )
        for identifier, spans in item.predictions
    ]
    return "\n".join(lines) + "\n"


def _strongest(curve: dict[str, float | None]) -> float | None:
    """The mean of the strongest attacker level that ran."""
    return curve[max(curve)] if curve else None


def _cell(value: str | float | int | None) -> str:
    if value is None:
        return _NOTHING
    return f"{value:.4f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
