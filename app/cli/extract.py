"""`drsl extract`: what is sensitive, and why."""

from __future__ import annotations

import argparse
import time

from app.cli.reading import read_lines, read_text
from app.cli.records import extract_record
from app.cli.report import extract_report
from app.cli.session import Session
from app.cli.terminal import EXIT_OK, EXIT_USAGE
from core.domain.language import Language
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.engine.conversation import Conversation
from core.engine.interface import Engine


def run(options: argparse.Namespace, session: Session) -> int:
    """Exit code 0; 2 when a line of a JSONL input was bad. Raises DrslError for a single bad text."""
    language = None if options.lang == "auto" else Language(options.lang)
    if options.jsonl:
        return _run_lines(options, session, language)
    text = read_text(options.file, session.terminal.stdin)
    engine = session.engine(options.engine, options.server, options.model)
    sensitive, seconds = _extract(engine, Request(text, task=options.task, language=language))
    if options.json:
        session.terminal.record(extract_record(options.file, sensitive, engine.taxonomy, seconds), indent=2)
    else:
        for line in extract_report(sensitive, engine.taxonomy, session.messages, seconds):
            session.terminal.out(line)
    return EXIT_OK


def _run_lines(options: argparse.Namespace, session: Session, language: Language | None) -> int:
    engine = session.engine(options.engine, options.server, options.model)
    code = EXIT_OK
    for line in read_lines(options.file, session.terminal.stdin, language, options.task):
        if line.request is None:
            code = EXIT_USAGE
            session.bad_line(line.number, line.error)
            continue
        sensitive, seconds = _extract(engine, line.request)
        session.terminal.record(extract_record(line.id, sensitive, engine.taxonomy, seconds))
    return code


def _extract(engine: Engine, request: Request) -> tuple[SensitiveSet, float]:
    started = time.perf_counter()
    sensitive = engine.extract(request, Conversation())
    return sensitive, time.perf_counter() - started
