"""`drsl learn`: what was learned from corrections, from the command line; the same service as the window's.

Proposals are not kept between commands: `trial` and `adopt` distil again. Without a model that is the same each time
for the same experiences; with one, what a command adopts is what that command has shown.
"""

from __future__ import annotations

import argparse
import getpass
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime

from app.cli.parser import LOCAL
from app.cli.session import Session
from app.cli.terminal import EXIT_FAILED, EXIT_OK, table
from app.cli.vault_access import opened
from app.library.learning import LearningService
from core.domain.errors import InputError
from core.domain.events import CancelToken, ignore_progress
from core.domain.learning import RuleKind
from core.engine.engine import BuiltinEngine
from core.learn.baseline import Baseline
from core.learn.experience import Experiences
from core.learn.library import Library
from core.learn.trial import NOISE, Measure
from ui.library.viewmodels.ports import Proposals, ProposedRule, TrialReport

STATUS, DISTIL, TRIAL, ADOPT, ROLLBACK, LOG = "status", "distil", "trial", "adopt", "rollback", "log"
ACTIONS = (STATUS, DISTIL, TRIAL, ADOPT, ROLLBACK, LOG)
_PLACES = 4
_REASON = "cli"


class _Command:
    """One command over an open vault. The engine is built only for what runs it."""

    def __init__(
        self, options: argparse.Namespace, session: Session, library: Library, learning: LearningService
    ) -> None:
        self.options = options
        self.session = session
        self.library = library
        self.learning = learning

    def distilled(self) -> Proposals:
        options = self.options
        if options.engine != LOCAL:
            if options.server or options.model or options.scorer:
                raise InputError("engine.server_without_local")
            return self._distilled()
        # Brings the HTTP library.
        from app.cli.local import distilling_models

        with distilling_models(self.session.root, options.server, options.model, options.scorer) as models:
            self.learning.use_models(*models)
            found = self._distilled()
        for note in found.notes:
            self.session.terminal.note(self.session.messages(note))
        return found

    def _distilled(self) -> Proposals:
        self.learning.attach(BuiltinEngine.create(self.session.root))
        return self.learning.distil(ignore_progress, CancelToken())

    def tried(self, found: Proposals) -> TrialReport:
        return self.learning.trial(found, ignore_progress, CancelToken())

    def say(self, key: str, **fields: str | int | float) -> None:
        self.session.terminal.out(self.session.messages(key, **fields))


def run(options: argparse.Namespace, session: Session) -> int:
    """Exit code 0; 1 when `adopt` found the candidate worse and left everything as it is. Raises KnownError,
    InputError `learn.no_change`, `library.no_change`."""
    actions: dict[str, Callable[[_Command], int]] = {
        STATUS: _status, DISTIL: _distil, TRIAL: _trial, ADOPT: _adopt, ROLLBACK: _rollback, LOG: _log,
    }  # fmt: skip
    with opened(options, session) as vault:
        library = Library(vault.prompts, vault.settings, Baseline.load(session.root), lambda: datetime.now(UTC))
        learning = LearningService(vault, library, Experiences(vault.experiences), session.root)
        return actions[options.action](_Command(options, session, library, learning))


def _status(command: _Command) -> int:
    lines = command.learning.experiences()
    modes = Counter({line.mode.value: 0 for line in lines})
    for line in lines:
        modes[line.mode.value] += line.count
    total, due, acts = modes.total(), command.learning.is_due(), len(command.library.changes())
    if command.options.json:
        record = {"experiences": total, "by_mode": dict(modes), "due": due, "changes": acts,
                  "library": command.library.snapshot().digest, "automatic": command.learning.automatic()}  # fmt: skip
        command.session.terminal.record(record, indent=2)
        return EXIT_OK
    command.say("learn.status", count=total, changes=acts)
    for mode, count in modes.most_common():
        command.session.terminal.out(f"  {mode:22} {count}")
    command.say("learn.due" if due else "learn.not_due")
    return EXIT_OK


def _distil(command: _Command) -> int:
    _show_rules(command, command.distilled())
    return EXIT_OK


def _trial(command: _Command) -> int:
    found = command.distilled()
    _show_rules(command, found)
    if found.accepted:
        _show_trial(command, command.tried(found))
    return EXIT_OK


def _adopt(command: _Command) -> int:
    found = command.distilled()
    _show_rules(command, found)
    if not found.accepted:
        return EXIT_OK
    report = command.tried(found)
    _show_trial(command, report)
    if report.worse and not command.options.even_if_worse:
        command.session.terminal.note(command.session.messages("learn.left_worse"))
        return EXIT_FAILED
    step = command.learning.adopt(found, report, getpass.getuser())
    command.session.terminal.note(command.session.messages("learn.adopted", change=step.id, count=len(step.items)))
    return EXIT_OK


def _rollback(command: _Command) -> int:
    if not command.options.change:
        raise InputError("learn.no_change")
    made = command.library.revert(command.options.change, getpass.getuser(), _REASON)
    command.session.terminal.note(command.session.messages("learn.rolled_back", change=made.id, count=len(made.items)))
    return EXIT_OK


def _log(command: _Command) -> int:
    acts = command.library.changes()
    if command.options.json:
        for act in acts:
            items = [
                {"item": name, "lang": language.value, "version": version} for name, language, version in act.items
            ]
            record = {"id": act.id, "at": act.at.isoformat(), "by": act.author, "rollback": act.is_rollback}
            command.session.terminal.record({**record, "items": items, "evidence": dict(act.evidence)})
        return EXIT_OK
    for act in acts:
        names = ", ".join(f"{name}@{language} v{version}" for name, language, version in act.items)
        command.session.terminal.out(f"{act.id}  {act.at:%Y-%m-%d %H:%M}  {act.author}  {names}")
    if not acts:
        command.say("learn.nothing_learned")
    return EXIT_OK


def _show_rules(command: _Command, found: Proposals) -> None:
    if command.options.json:
        command.session.terminal.record(
            {
                "experiences": found.experiences,
                "distiller": found.distiller,
                "notes": list(found.notes),
                "accepted": [_plain(item) for item in found.accepted],
                "rejected": dict(Counter(item.reason for item in found.rules if not item.accepted)),
                "suggestions": len(found.suggestions),
            }
        )
        return
    command.say("learn.distilled", experiences=found.experiences, accepted=len(found.accepted))
    for item in found.accepted:
        command.session.terminal.out(f"  + {_told(item)}")
    for item in found.rules:
        if not item.accepted:
            command.session.terminal.out(f"  - {item.kind} {item.type_id}: {command.session.messages(item.reason)}")
    if found.suggestions:
        command.say("learn.suggestions", count=len(found.suggestions))


def _plain(item: ProposedRule) -> dict[str, object]:
    rule = item.rule
    if rule is None:
        return {}
    return {"kind": rule.kind.value, "type": rule.type_id, "lang": rule.language.value, "shape": rule.shape,
            "cues": list(rule.cues), "level": rule.level, "text": rule.text, "experiences": item.support}  # fmt: skip


def _told(item: ProposedRule) -> str:
    rule = item.rule
    if rule is None:
        return ""
    if rule.kind is RuleKind.CUE:
        return f"{rule.type_id} [{rule.language}] {', '.join(rule.cues)} + {rule.shape}  ({item.support})"
    if rule.kind is RuleKind.START_LEVEL:
        return f"{rule.type_id} [{rule.language}] {rule.domain or '-'} >= {rule.level}  ({item.support})"
    return f"{rule.prompt} [{rule.language}] {rule.text}  ({item.support})"


def _show_trial(command: _Command, report: TrialReport) -> None:
    if command.options.json:
        command.session.terminal.record(
            {
                "texts": report.texts,
                "replayed": report.replayed,
                "worse": report.worse,
                "rows": [
                    {"measure": row.metric, "own": row.own, "n": row.n, "before": round(row.before, _PLACES),
                     "after": round(row.after, _PLACES), "p": round(row.p, _PLACES), "standing": row.standing.value}
                    for row in report.rows
                ],
            }
        )  # fmt: skip
        return
    rows = [
        [
            command.session.messages("learn.own" if row.own else "learn.generated"),
            row.metric,
            str(row.n),
            f"{row.before:.4f}",
            f"{row.after:.4f}",
            f"{row.p:.4f}",
            row.standing.value,
        ]
        for row in report.rows
        if abs(row.after - row.before) > NOISE or row.metric in (Measure.RECALL, Measure.FALSE_ALARMS)
    ]
    for line in table(command.session.messages("learn.head").split("|"), rows):
        command.session.terminal.out(line)
