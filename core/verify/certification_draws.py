"""What one certification has asked and not yet counted: controls and best guesses, open draws, paired choices."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.domain.errors import EvaluationInvalid
from core.domain.evidence import ControlReport, ProbeResult
from core.domain.protocol import Protocol
from core.domain.sensitive import SensitiveAttribute
from core.verify.attackers.llm_answers import ANSWERLESS
from core.verify.attackers.llm_members import Drawn, Finding, ModelAttackers, ModelCase, Paired, Tally
from core.verify.attackers.llm_questions import Knowledge, Template
from core.verify.dialogues import DialogueBatch, server_failed
from core.verify.draw_plan import Plan, Turn, extension, opening
from core.verify.seeding import seeded
from core.verify.statistics import PairedRun, StopRule


@dataclass(frozen=True, slots=True)
class Planted:
    """Whether a planted value was found, and what asking took."""

    found: bool
    tally: Tally


Answered = Planted | Finding | Tally | Drawn | Paired


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


class OpenDraws:
    """The open questions of one certification, counted in the order in which they were dealt, whichever is answered
    first: what a draw takes to be decided must not say when it counts. A draw without an answer is put again."""

    def __init__(
        self, attackers: ModelAttackers, on: ModelCase, planned: Plan, error: float, protocol: Protocol
    ) -> None:
        self._attackers = attackers
        self._on = on
        self._planned = planned
        self._error = error
        self._protocol = protocol
        self._waiting = deque(opening(planned, error, protocol.tau_l, on.run))
        self._first = len(self._waiting)
        self._extended = False
        self._dealt: deque[tuple[int, Turn]] = deque()
        self._answers: dict[int, Drawn] = {}
        self._knowledge: dict[tuple[str, str], Knowledge] = {}
        self.hits: Counter[str] = Counter()
        self.counted: list[tuple[Turn, Drawn]] = []
        self.missing = 0

    @property
    def stage_one(self) -> Sequence[tuple[Turn, Drawn]]:
        """What every family is judged by: as many draws as were planned, whatever came of them."""
        return self.counted[: self._first]

    @property
    def leads(self) -> int:
        """In how many different words one question can be put."""
        return self._attackers.questions.leads

    @property
    def planned_draws(self) -> int:
        """Draws until the end as it looks now."""
        return len(self.counted) + len(self._waiting) + len(self._dealt)

    @property
    def failed(self) -> bool:
        """A second hit about one attribute."""
        return any(hits > 1 for hits in self.hits.values())

    @property
    def decided(self) -> bool:
        return self.failed or not (self._waiting or self._dealt)

    @property
    def wanted(self) -> bool:
        return bool(self._waiting) and not self.failed

    def deal(self, table: DialogueBatch[Answered], most: int) -> None:
        """Let the next draws join, `most` at a time."""
        on = self._on
        for _ in range(min(most, len(self._waiting))):
            turn = self._waiting.popleft()
            key = turn.attribute.id, turn.template.id
            if key not in self._knowledge:
                target = on.targets[turn.attribute.id]
                self._knowledge[key] = self._attackers.knowledge(on.case, turn.attribute, target, turn.template)
            draw = self._attackers.draw(on, turn.attribute, turn.template, turn.number, self._knowledge[key])
            self._dealt.append((table.join(draw), turn))

    def heard(self, number: int, outcome: Drawn) -> None:
        self._answers[number] = outcome

    def count(self) -> bool:
        """Count what is answered without a gap; whether anything was. Raises EvaluationInvalid, KnownError with the
        server's code."""
        before = len(self.counted)
        while self._dealt and not self.failed and self._dealt[0][0] in self._answers:
            number, turn = self._dealt.popleft()
            one = self._answers.pop(number)
            if one.outcome.result is ProbeResult.MALFORMED:
                self._put_again(turn, one)
                continue
            self.counted.append((turn, one))
            self.hits[turn.attribute.id] += one.outcome.result is ProbeResult.HIT
        if not (self._waiting or self._dealt or self._extended or self.failed):
            self._extended = True
            owners = {key for key, hits in self.hits.items() if hits}
            more = extension(self._planned, self._error, self._protocol.tau_l, owners, self._on.run)
            self._waiting.extend(more)
        return len(self.counted) > before

    def _put_again(self, turn: Turn, one: Drawn) -> None:
        self.missing += 1
        if one.tally.code not in ANSWERLESS:
            raise server_failed(one.tally.code)
        if self.missing > max(1, self._protocol.max_missing * self._first):
            raise missing_probes(self.missing, len(self.counted) + self.missing)
        self._waiting.appendleft(replace(turn, number=turn.number + 1))


class ChoiceDraws:
    """The paired choices about attributes that are judged together: who is asked about next is drawn, so that every
    pair has their mean."""

    def __init__(
        self,
        attackers: ModelAttackers,
        on: ModelCase,
        attributes: Sequence[SensitiveAttribute],
        templates: Sequence[Template],
        protocol: Protocol,
        error: float,
        least: int,
    ) -> None:
        """`least`: pairs before which nothing passes; the bet itself may be stopped at any time."""
        self._attackers = attackers
        self._on = on
        self.attributes = attributes
        self._templates = templates
        self._protocol = protocol
        self._rng = seeded(on.run, "choice", *(item.id for item in attributes))
        self._turn = 0
        self._dealt: deque[int] = deque()
        self._answers: dict[int, Paired] = {}
        self._knowledge: dict[tuple[str, str], Knowledge] = {}
        self.run = PairedRun(protocol.tau_choice, error, least, protocol.choices)
        self.counted: list[Paired] = []
        self.missing = 0

    @property
    def decided(self) -> bool:
        return self.run.state is not StopRule.CONTINUE

    def deal(self, table: DialogueBatch[Answered], most: int) -> None:
        """Let further pairs join, `most` on their way at a time and no more than may still be needed: what would not be
        counted is not asked."""
        on, wanted = self._on, min(most, self.run.needed)
        while not self.decided and len(self._dealt) < wanted:
            item = self.attributes[self._rng.randrange(len(self.attributes))]
            template = self._templates[self._turn % len(self._templates)]
            key = item.id, template.id
            if key not in self._knowledge:
                self._knowledge[key] = self._attackers.knowledge(on.case, item, on.targets[item.id], template)
            pair = self._attackers.pair(on, item, template, self._turn, self._knowledge[key])
            self._dealt.append(table.join(pair))
            self._turn += 1

    @property
    def expected(self) -> frozenset[int]:
        return frozenset(self._dealt)

    def heard(self, number: int, outcome: Paired) -> None:
        self._answers[number] = outcome

    def count(self) -> None:
        """Count what is answered without a gap. Raises as OpenDraws.count."""
        while self._dealt and not self.decided and self._dealt[0] in self._answers:
            one = self._answers.pop(self._dealt.popleft())
            if one.missing:
                self.missing += 1
                if one.tally.code not in ANSWERLESS:
                    raise server_failed(one.tally.code)
                if self.missing > max(1, self._protocol.max_missing * self._protocol.choices):
                    raise missing_probes(self.missing, self.run.n + self.missing)
                continue
            self.counted.append(one)
            self.run.observe(with_document=one.with_document, without=one.without)


def missing_probes(missing: int, asked_in_all: int) -> EvaluationInvalid:
    """The error of a run that too many answers are missing from."""
    details = {"missing": missing, "asked": asked_in_all}
    return EvaluationInvalid("verify.missing_probes", details=details, retryable=True)
