"""`drsl sanitize`: what would be sent, with its evidence. Sends nothing."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

from app.cli.parser import ON
from app.cli.protocol_file import load_protocol
from app.cli.reading import Line, read_lines, read_text
from app.cli.records import sanitize_record, token_table
from app.cli.report import sanitize_report
from app.cli.session import Session
from app.cli.terminal import EXIT_FAILED, EXIT_OK, EXIT_USAGE
from app.paths import replace_file
from core.domain.errors import DrslError, InputError, KnownError
from core.domain.events import Progress, StageEvent, StageState, ignore_progress
from core.domain.language import Language
from core.domain.protocol import DEFAULT, Protocol
from core.domain.request import Request
from core.engine.conversation import Conversation
from core.engine.input_checks import check_text
from core.engine.interface import Engine
from core.engine.outcome import EVALUATOR, NOT_ON_THIS_ENGINE, Outcome
from core.keys.os_store import open_key_store
from core.release.certificate import to_json
from core.release.signed import installation_key, sealed_file


def run(options: argparse.Namespace, session: Session) -> int:
    """Exit code 0 for PASS and for INFEASIBLE: both are results. 2 when a line was bad, 1 when a line's run
    failed. Raises DrslError for a single text that cannot be processed, and, once the result is printed, where it was
    to be kept and could not be."""
    language = None if options.lang == "auto" else Language(options.lang)
    if options.jsonl and options.certificate is not None:
        raise InputError("input.certificate_of_many")
    if options.jsonl and options.keep:
        raise InputError("input.keep_of_many")
    if options.task:
        check_text(options.task)
    protocol = DEFAULT if options.protocol is None else load_protocol(options.protocol)
    if options.jsonl:
        return _run_lines(options, session, language, protocol)
    text = read_text(options.file, session.terminal.stdin)
    engine = session.engine(options.engine, options.server, options.model)
    if options.texts is not None:
        engine.builtin.use_texts(options.texts)
    conversation = Conversation()
    request = Request(text, task=options.task, language=language)
    outcome, seconds = _sanitize(
        engine, request, conversation, protocol, evaluator=options.evaluator == ON, progress=_notes(session)
    )
    if options.certificate is not None:
        _write_certificate(options.certificate, outcome, session)
    kept: dict[str, str] = {}
    failure: DrslError | None = None
    try:
        kept = _kept(options, session, outcome, conversation)
    except DrslError as error:
        # The work is done: what could not be kept is printed all the same, and the failure told after it.
        failure = error
    if options.json:
        record = _record(options, options.file, outcome, engine, conversation, seconds)
        session.terminal.record({**record, **kept}, indent=2)
    else:
        _tell(outcome, conversation, engine, options, session, seconds)
    if failure is not None:
        raise failure
    return EXIT_OK


def _tell(
    outcome: Outcome,
    conversation: Conversation,
    engine: Engine,
    options: argparse.Namespace,
    session: Session,
    seconds: float,
) -> None:
    """The result in words."""
    for line in sanitize_report(outcome, engine.taxonomy, session.messages, seconds):
        session.terminal.out(line)
    if options.with_tokens:
        session.terminal.out()
        session.terminal.record({"token_table": token_table(conversation.vault.entries())}, indent=2)


def _kept(
    options: argparse.Namespace, session: Session, outcome: Outcome, conversation: Conversation
) -> dict[str, str]:
    """The id of the run in the vault, when it was to be kept there."""
    if not options.keep:
        return {}
    from app.cli.keep import keep  # cipher and key store load only where they are used

    identifier = keep(outcome, conversation, options, session)
    session.terminal.note(session.messages("vault.kept", run=identifier))
    return {"run": identifier}


def _run_lines(options: argparse.Namespace, session: Session, language: Language | None, protocol: Protocol) -> int:
    engine = session.engine(options.engine, options.server, options.model)
    if options.texts is not None:
        engine.builtin.use_texts(options.texts)
    codes = {EXIT_OK}
    for line in read_lines(options.file, session.terminal.stdin, language, options.task):
        codes.add(_run_line(line, options, session, engine, protocol))
    return max(codes)


def _run_line(line: Line, options: argparse.Namespace, session: Session, engine: Engine, protocol: Protocol) -> int:
    if line.request is None:
        session.bad_line(line.number, line.error)
        return EXIT_USAGE
    conversation = Conversation()
    try:
        outcome, seconds = _sanitize(engine, line.request, conversation, protocol, evaluator=options.evaluator == ON)
    except KnownError as error:
        session.bad_line(line.number, error)
        return EXIT_USAGE if isinstance(error, InputError) else EXIT_FAILED
    session.terminal.record(_record(options, line.id, outcome, engine, conversation, seconds))
    return EXIT_OK


def _sanitize(
    engine: Engine,
    request: Request,
    conversation: Conversation,
    protocol: Protocol,
    *,
    evaluator: bool,
    progress: Progress = ignore_progress,
) -> tuple[Outcome, float]:
    """The whole path; with `evaluator` also its look at the outcome.

    Raises KnownError with the reason where an evaluator was asked for and is off: never silently without it.
    """
    started = time.perf_counter()
    outcome = engine.sanitize(request, conversation, protocol, progress)
    if evaluator:
        if EVALUATOR not in engine.info.off_reasons:
            raise KnownError(NOT_ON_THIS_ENGINE)
        outcome = engine.deepen(outcome, conversation, progress)
        off = outcome.certificate.engine.off_reasons.get(EVALUATOR)
        if off is not None:
            raise KnownError(off)
    return outcome, time.perf_counter() - started


def _notes(session: Session) -> Progress:
    """What a run says of itself on the way, once each: a model that is measured, a proposal that was refused.
    What ended a stage is told once, by its error."""
    said: set[str] = set()

    def tell(event: StageEvent) -> None:
        if event.state is StageState.FAILED:
            return
        if event.message and event.message not in said and event.message in session.messages:
            said.add(event.message)
            session.terminal.note(session.messages(event.message))

    return tell


def _record(
    options: argparse.Namespace,
    identifier: str | int,
    outcome: Outcome,
    engine: Engine,
    conversation: Conversation,
    seconds: float,
) -> dict[str, Any]:
    record = sanitize_record(identifier, outcome, engine.taxonomy, seconds)
    if options.with_tokens:
        record["token_table"] = token_table(conversation.vault.entries())
    return record


def _write_certificate(path: Path, outcome: Outcome, session: Session) -> None:
    """Signed with this installation's key; where no key store holds one, with a key of this run, and that is said."""
    key = installation_key(open_key_store())
    if not key.kept:
        session.terminal.note(session.messages("certificate_file.key_not_kept"))
    try:
        replace_file(path, sealed_file(to_json(outcome.certificate), key.signer))
    except OSError as error:
        raise KnownError("output.unwritable") from error
