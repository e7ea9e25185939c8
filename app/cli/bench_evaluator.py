"""`drsl bench evaluator`: what the embedded evaluator can tell, by language and type."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from app.cli.bench_shown import Shown, Table, cell, generated
from app.cli.session import EnginePort, Session
from app.installed import DISTRIBUTION, installed
from app.paths import replace_file
from core.bench import evaluator
from core.bench.generate.prompts import GeneratedPrompt
from core.bench.result import BenchResult, Record
from core.domain.errors import KnownError
from core.domain.request import Request
from core.engine.conversation import Conversation
from core.llm.embedded import load_evaluator
from core.llm.prompts import PromptBook
from core.verify.attackers.lift import LiftReader
from core.verify.attackers.lift_calibration import FILE, load_calibration

CALIBRATION_SPLIT, TEST_SPLIT = "calibration", "test"


def measure_evaluator(options: argparse.Namespace, session: Session) -> Shown:
    """`--n` prompts of the test split; with `--calibrate` of the calibration split, whose thresholds are written.

    Raises KnownError `evaluator.*` when the evaluator is not there, `output.unwritable`.
    """
    found = load_evaluator()
    if found.model is None:
        raise KnownError(found.reason)
    engine = session.make_engine(session.root)
    reader = LiftReader(found.model, PromptBook.load(session.root), engine.taxonomy)
    split = CALIBRATION_SPLIT if options.calibrate else TEST_SPLIT
    prompts = generated(session.root, [split], options.seed)[: options.n]

    def treated() -> Iterator[evaluator.Treated]:
        for prompt in prompts:
            yield from _treated(prompt, engine)

    with found.model.opened():
        measured, timings = evaluator.measure(treated(), reader, options.seed)
        digest = found.model.info.digest
    if options.calibrate:
        calibration = evaluator.calibrate(measured, digest, reader.digest)
        _ship(session, evaluator.as_toml(calibration, split, options.seed))
    else:
        calibration = load_calibration(session.root)
    summary = {"split": split, "model": digest, **evaluator.summary(measured, calibration, timings)}
    rows = tuple(evaluator.rows(measured, calibration))
    result = BenchResult("evaluator", len(prompts), options.seed, installed(DISTRIBUTION), summary, rows)
    return Shown(result, _tables(summary, rows), notes=("bench.evaluator_note",))


def _treated(prompt: GeneratedPrompt, engine: EnginePort) -> Iterator[evaluator.Treated]:
    """Nothing for a prompt without anybody's data, and for one that could not be evaluated."""
    if prompt.harmless:
        return
    try:
        outcome = engine.sanitize(Request(prompt.text, language=prompt.language), Conversation())
    except KnownError:
        return
    verdict = outcome.verdict
    yield evaluator.Treated(prompt.language, prompt.text, verdict.artifact.text, verdict.sensitive.attributes)


def _ship(session: Session, content: str) -> None:
    try:
        replace_file(session.root / FILE, content.encode())
    except OSError as error:
        raise KnownError("output.unwritable") from error


def _tables(summary: Record, rows: tuple[Record, ...]) -> tuple[Table, ...]:
    languages = [name for name, own in summary.items() if isinstance(own, dict)]
    whole = [
        [
            name,
            cell(summary[name]["types_counted"]),
            cell(summary[name]["types"]),
            cell(summary[name]["auc_counted"]),
            cell(summary[name]["sensitivity"]["rate"]),
            cell(summary[name]["false_alarm_dehydrated"]["rate"]),
            cell(summary[name]["false_alarm_foreign"]["rate"]),
            cell(summary[name]["seconds_per_prompt"]),
        ]
        for name in languages
    ]
    types = [
        [
            row["lang"],
            row["type"],
            "+" if row["counted"] else "",
            cell(row["positives"]),
            cell(row["negatives"]),
            cell(row["auc"]),
            cell(row["threshold"]),
            cell(row.get("sensitivity")),
            cell(row.get("false_alarm")),
        ]
        for row in rows
    ]
    return (
        Table("bench.title.evaluator", "bench.head.evaluator", whole),
        Table("bench.title.evaluator_types", "bench.head.evaluator_types", types),
    )
