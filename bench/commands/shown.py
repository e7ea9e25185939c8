"""What a measurement shows: tables for people beside the result for machines; and where its texts come from."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from app.cli.session import Session
from bench import extraction
from bench.bars import Judged
from bench.corpora import Corpus, load_corpus, sample
from bench.generated.corpus import as_corpus, record
from bench.page import NO, YES
from bench.result import BenchResult
from core.domain.errors import InputError
from core.domain.language import Language
from core.generate.prompts import GeneratedPrompt, PromptGenerator
from core.generate.splits import generate, load_plan
from core.population.population import SyntheticPopulation
from core.resources import load_taxonomy

NOTHING = "–"
GENERATOR = "generator"


@dataclass(frozen=True, slots=True)
class Table:
    """`title` and `head` are message keys; the head's columns are separated by `|`."""

    title: str
    head: str
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Shown:
    """A result with the tables that people read. `generated`: file name -> JSON lines; `notes`: message keys."""

    result: BenchResult
    tables: tuple[Table, ...]
    measured: Sequence[extraction.Measured] = ()
    generated: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def cell(value: str | float | int | None) -> str:
    """A figure for people."""
    if value is None:
        return NOTHING
    return f"{value:.4f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def default_data(root: Path) -> Path:
    """Corpora that lie beside the checkout, if somebody put them there; they are not part of the program."""
    return root.parent.parent / "shared" / "data"


def given_corpora(options: argparse.Namespace, session: Session) -> list[Corpus]:
    """The corpora of `--data`, or those beside the checkout, or none. Raises InputError `bench.no_data`."""
    folder: Path = options.data if options.data is not None else default_data(session.root)
    if not folder.is_dir():
        if options.data is not None:
            raise InputError("bench.no_data")
        session.terminal.note(session.messages("bench.generator_only"))
        return []
    corpora = []
    for path in sorted(folder.glob("*.jsonl")):
        if not wanted(options, path.stem):
            continue
        try:
            corpora.append(load_corpus(path, options.n, options.seed))
        except InputError as error:
            reason = session.messages.error(error)
            session.terminal.note(session.messages("bench.corpus_skipped", name=path.name, reason=reason))
    if not corpora and options.data is not None and not options.only:
        raise InputError("bench.no_data")
    return corpora


def wanted(options: argparse.Namespace, name: str) -> bool:
    """Whether `--only` lets a corpus pass."""
    return not options.only or name in options.only


def generated(root: Path, names: Sequence[str], seed: int) -> list[GeneratedPrompt]:
    """The prompts of some splits. Raises ResourceError."""
    generator = PromptGenerator(root, load_taxonomy(root), SyntheticPopulation.load(root))
    plan = load_plan(root)
    return [prompt for name in names for prompt in generate(generator, plan, plan.split(name), seed)]


def generator_corpora(
    options: argparse.Namespace, session: Session, names: Sequence[str], title: str = GENERATOR
) -> tuple[list[Corpus], dict[str, str]]:
    """One corpus per language, named by `title`, from the splits `names` together, and its gold as JSON lines."""
    prompts = generated(session.root, names, options.seed)
    corpora, lines = [], {}
    for language in Language:
        name = f"{title}_{language.value}"
        if not wanted(options, name):
            continue
        corpora.append(sample(as_corpus(name, prompts, language), options.n, options.seed))
        lines[name] = json_lines([prompt for prompt in prompts if prompt.language is language])
    return corpora, lines


def json_lines(prompts: Sequence[GeneratedPrompt]) -> str:
    """A corpus file."""
    return "".join(json.dumps(record(prompt), ensure_ascii=False) + "\n" for prompt in prompts)


def bar_table(judged: Sequence[Judged], session: Session) -> Table:
    """Each bar beside its figure, and whether it is met."""
    rows = []
    for item in judged:
        relation = "≤" if item.bar.most is not None else "≥"
        rival = f" ({item.bar.rival})" if item.bar.rival else ""
        rows.append(
            [
                item.bar.corpus,
                session.messages(f"bench.metric.{item.bar.metric}"),
                f"{relation} {cell(item.bound)}{rival}",
                cell(item.figure),
                {True: YES, False: NO, None: NOTHING}[item.met],
            ]
        )
    return Table("bench.title.bars", "bench.head.bars", rows)
