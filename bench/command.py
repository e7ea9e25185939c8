"""`drsl bench`: measurements that anybody can repeat."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path

from app.cli.session import Session
from app.cli.terminal import EXIT_OK, table
from app.messages import Messages
from app.paths import replace_file
from bench import extraction
from bench.commands.attackers import measure_attackers
from bench.commands.calibration import measure_calibration, measure_shift
from bench.commands.cost import measure_cost
from bench.commands.disclosure import measure_disclosure
from bench.commands.evaluator import measure_evaluator
from bench.commands.extract import measure_extraction
from bench.commands.gate import measure_gate
from bench.commands.generate import measure_generation
from bench.commands.k import measure_k
from bench.commands.learning import measure_learning
from bench.commands.proofs import measure_proofs
from bench.commands.replay import measure_replay
from bench.commands.sanitize import measure_sanitizing
from bench.commands.shown import Shown, Table
from bench.commands.speed import measure_speed
from bench.commands.vault import measure_vault
from bench.page import Section, both, page
from core.domain.errors import InputError, KnownError
from core.domain.language import Language

LIST = "list"
BENCHES: dict[str, Callable[[argparse.Namespace, Session], Shown]] = {
    "extract": measure_extraction,
    "sanitize": measure_sanitizing,
    "disclosure": measure_disclosure,
    "generate": measure_generation,
    "speed": measure_speed,
    "vault": measure_vault,
    "evaluator": measure_evaluator,
    "cost": measure_cost,
    "learning": measure_learning,
    "replay": measure_replay,
    "proofs": measure_proofs,
    "attackers": measure_attackers,
    "k": measure_k,
    "calibration": measure_calibration,
    "shift": measure_shift,
    "gate": measure_gate,
}


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
        _print(shown, session)
    _write(options, session, shown)
    return EXIT_OK


def _print(shown: Shown, session: Session) -> None:
    for number, part in enumerate(shown.tables):
        if number:
            session.terminal.out()
        session.terminal.out(session.messages(part.title))
        for line in table(session.messages(part.head).split("|"), part.rows):
            session.terminal.out(line)
    for key in shown.notes:
        session.terminal.out(session.messages(key))


def _sections(tables: tuple[Table, ...], root: Path) -> list[Section]:
    """The printed tables with headings in both languages."""
    english, chinese = (Messages.load(root, language) for language in (Language.EN, Language.ZH))
    return [
        Section(
            both(english(part.title), chinese(part.title)),
            [
                both(one, other)
                for one, other in zip(english(part.head).split("|"), chinese(part.head).split("|"), strict=True)
            ],
            part.rows,
        )
        for part in tables
    ]


def _write(options: argparse.Namespace, session: Session, shown: Shown) -> None:
    files: dict[Path, str] = {}
    if options.out is not None:
        files[options.out / "result.json"] = json.dumps(shown.result.record(), ensure_ascii=False, indent=2) + "\n"
        files[options.out / "page.html"] = page(shown.result, _sections(shown.tables, session.root))
    if options.predictions is not None:
        for item in shown.measured:
            files[options.predictions / f"{item.corpus}.{item.layers}.jsonl"] = _predictions(item)
    folder = options.predictions or options.out
    if folder is not None:
        for name, lines in shown.generated.items():
            files[folder / "generated" / f"{name}.jsonl"] = lines
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
