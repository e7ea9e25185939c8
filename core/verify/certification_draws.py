"""What one certification has asked and not yet counted: controls and best guesses, and the draws under the rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from core.domain.errors import EvaluationInvalid
from core.domain.evidence import ControlReport, ProbeResult
from core.domain.protocol import Protocol, TwoStageRule
from core.domain.sensitive import SensitiveAttribute
from core.verify.attackers.llm_answers import ANSWERLESS
from core.verify.attackers.llm_members import Drawn, Finding, ModelAttackers, Stand, Tally
from core.verify.attackers.llm_questions import CHOICE_TEMPLATES, OPEN_TEMPLATES, Knowledge, Template
from core.verify.dialogues import Table, server_failed
from core.verify.draw_plan import Plan, schedule
from core.verify.statistics import StopRule, TwoStageRun

_ORDER = {template.id: place for place, template in enumerate((*CHOICE_TEMPLATES, *OPEN_TEMPLATES))}


@dataclass(frozen=True, slots=True)
class Planted:
    """Whether a planted value was found, and what asking took."""

    found: bool
    tally: Tally


Answered = Planted | Finding | Tally | Drawn


class Opening:
    """What has to be known besides the draws: planted values must be found on this very text, and no answer at
    temperature 0 may be right."""

    def __init__(self, controls: int) -> None:
        """`controls`: how many planted values are asked about."""
        self.pending: set[int] = set()
        self.findings: list[Finding] = []
        self.tallies: list[Tally] = []
        self.controls = ControlReport(0, 0)
        self._controls = controls

    def expect(self, number: int) -> None:
        self.pending.add(number)

    def heard(self, number: int, outcome: Answered) -> bool:
        """Whether `outcome` belonged here. Raises EvaluationInvalid, KnownError with the server's code."""
        if number not in self.pending:
            return False
        self.pending.discard(number)
        if isinstance(outcome, Planted):
            self._planted(outcome)
        elif isinstance(outcome, Finding):
            self.findings.append(outcome)
        elif isinstance(outcome, Tally):
            self._clean(outcome)
        return True

    def _planted(self, outcome: Planted) -> None:
        self.tallies.append(outcome.tally)
        self.controls = ControlReport(self.controls.planted + 1, self.controls.found + outcome.found)
        if self.controls.planted == self._controls and not self.controls.valid:
            details = {"planted": self.controls.planted, "found": self.controls.found}
            raise EvaluationInvalid("verify.control_missed", details=details, retryable=True)

    def _clean(self, tally: Tally) -> None:
        self.tallies.append(tally)
        if tally.code:
            if tally.code not in ANSWERLESS:
                raise server_failed(tally.code)
            raise missing_probes(1, len(self.tallies))


class RuledDraws:
    """The draws of one certification, dealt in the order of the schedule and counted in that order, whichever is
    answered first: what a draw takes to be decided must not say when it counts."""

    def __init__(self, attackers: ModelAttackers, on: Stand, planned: Plan, protocol: Protocol) -> None:
        self._attackers = attackers
        self._on = on
        self._protocol = protocol
        self._turns = _turns(planned, on.run, protocol.two_stage)
        self._open_ended = bool(planned.attributes)
        self._dealt: list[int] = []
        self._answers: dict[int, Drawn] = {}
        self._knowledge: dict[tuple[str, str], Knowledge] = {}
        self.run = TwoStageRun(protocol.two_stage)
        self.counted: list[Drawn] = []
        self._missing = 0

    @property
    def decided(self) -> bool:
        return self.run.state is not StopRule.CONTINUE or not self._open_ended

    def wanted(self, opening: Opening) -> bool:
        """Whether further draws are to be dealt: the rule is undecided, even if all that are on their way miss."""
        return not self.decided and not opening.findings and self._short > 0

    @property
    def _short(self) -> int:
        rule = self._protocol.two_stage
        aim = rule.second if self.run.hits else rule.first
        return aim - self.run.n - (len(self._dealt) - len(self.counted))

    def deal(self, table: Table[Answered], most: int) -> None:
        """Let the next draws join, `most` at a time."""
        on = self._on
        for number, item, template in islice(self._turns, min(self._short, most)):
            key = item.id, template.id
            if key not in self._knowledge:
                self._knowledge[key] = self._attackers.knowledge(on.case, item, on.targets[item.id], template)
            draw = self._attackers.draw(on, item, template, number, self._knowledge[key])
            self._dealt.append(table.join(draw))

    def heard(self, number: int, outcome: Answered) -> None:
        if isinstance(outcome, Drawn):
            self._answers[number] = outcome

    def count(self) -> bool:
        """Count what is answered without a gap; whether anything was. Raises as `check`."""
        before = len(self.counted)
        while not self.decided and len(self.counted) < len(self._dealt):
            one = self._answers.get(self._dealt[len(self.counted)])
            if one is None:
                break
            self.counted.append(one)
            if one.outcome.result is not ProbeResult.MALFORMED:
                self.run.observe(one.outcome.result is ProbeResult.HIT)
                continue
            self._missing += 1
            if one.tally.code not in ANSWERLESS:
                raise server_failed(one.tally.code)
            if self._missing > self._protocol.max_missing * self._protocol.two_stage.second:
                raise missing_probes(self._missing, len(self.counted))
        return len(self.counted) > before

    def check(self) -> None:
        """Raises EvaluationInvalid `verify.missing_probes` where too many of the counted draws are missing."""
        if self._missing > self._protocol.max_missing * len(self.counted):
            raise missing_probes(self._missing, len(self.counted))


def _turns(planned: Plan, run: int, rule: TwoStageRule) -> Iterator[tuple[int, SensitiveAttribute, Template]]:
    """The schedule, numbered, each stage of the rule ordered by template: nothing is decided inside a stage but by
    hits, whose order is all one, and a server reads what draws begin with once. Choices first: a right one is asked
    again beside the draws that follow."""
    numbered = ((number, *turn) for number, turn in enumerate(schedule(planned, run), 1))
    for size in (rule.first, rule.second - rule.first):
        yield from sorted(islice(numbered, size), key=lambda turn: (_ORDER[turn[2].id], turn[1].id))
    yield from numbered


def missing_probes(missing: int, asked_in_all: int) -> EvaluationInvalid:
    """The error of a run that too many answers are missing from."""
    details = {"missing": missing, "asked": asked_in_all}
    return EvaluationInvalid("verify.missing_probes", details=details, retryable=True)
