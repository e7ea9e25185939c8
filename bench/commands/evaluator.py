"""`drsl bench evaluator`: what the embedded evaluator can tell, by language and type."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from app.cli.session import Session
from app.installed import DISTRIBUTION, installed
from app.paths import replace_file
from bench import evaluator
from bench.commands.shown import Shown, Table, cell, generated
from bench.result import BenchResult, Record
from core.domain.errors import Cancelled, KnownError
from core.domain.events import CancelToken
from core.domain.request import Request
from core.engine.conversation import Conversation
from core.engine.interface import Engine
from core.generate.prompts import GeneratedPrompt
from core.llm.embedded import load_evaluator
from core.llm.prompts import PromptBook
from core.verify.attackers.lift import LiftReader
from core.verify.attackers.lift_calibration import FILE, load_calibration

CALIBRATION_SPLIT, TEST_SPLIT = "calibration", "test"
WANTED = 24
"""Prompts without `--n`: some minutes on two cores; a calibration takes its whole split, which lasts hours."""


def measure_evaluator(options: argparse.Namespace, session: Session) -> Shown:
    """`--n` prompts of the test split, 24 without it; with `--calibrate` of the calibration split, whose thresholds are
    written. Ctrl-C ends it with what was measured so far, and writes no thresholds.

    Raises KnownError `evaluator.*` when the evaluator is not there, `output.unwritable`; Cancelled.
    """
    found = load_evaluator()
    if found.model is None:
        raise KnownError(found.reason)
    engine = session.make_engine(session.root)
    reader = LiftReader(found.model, PromptBook.load(session.root), engine.taxonomy)
    split = CALIBRATION_SPLIT if options.calibrate else TEST_SPLIT
    wanted = options.n if options.n or options.calibrate else WANTED
    prompts = generated(session.root, [split], options.seed)[:wanted]

    def treated() -> Iterator[evaluator.Treated]:
        for number, prompt in enumerate(prompts):
            if cancel.cancelled:
                return
            told("bench.evaluator_dehydrating")(number, len(prompts))
            yield from _treated(prompt, engine)

    def told(key: str) -> Callable[[int, int], None]:
        return lambda done, total: session.terminal.note(session.messages(key, done=done + 1, total=total))

    with found.model.opened(), stopping() as cancel:
        measured, timings = evaluator.measure(treated(), reader, options.seed, told("bench.evaluator_reading"), cancel)
        digest = found.model.info.digest
    if cancel.cancelled and (options.calibrate or not measured):
        raise Cancelled()
    if options.calibrate:
        calibration = evaluator.calibrate(measured, digest, reader.digest)
        _ship(session, evaluator.as_toml(calibration, split, options.seed))
    else:
        calibration = load_calibration(session.root)
    summary = {"split": split, "model": digest, **evaluator.summary(measured, calibration, timings)}
    rows = tuple(evaluator.rows(measured, calibration))
    result = BenchResult("evaluator", len(prompts), options.seed, installed(DISTRIBUTION), summary, rows)
    return Shown(result, _tables(summary, rows), notes=("bench.evaluator_note",))


@contextmanager
def stopping() -> Iterator[CancelToken]:
    """A token that Ctrl-C sets, until the block ends; a second one ends the program as ever."""
    cancel = CancelToken()

    def stop(_number: int, _frame: FrameType | None) -> None:
        cancel.cancel()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield cancel
    finally:
        signal.signal(signal.SIGINT, before)


def _treated(prompt: GeneratedPrompt, engine: Engine) -> Iterator[evaluator.Treated]:
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
