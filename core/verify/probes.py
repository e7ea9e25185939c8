"""Certification draws: fresh, one question each, spread over attribute x template x seed (DESIGN 5.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.domain.errors import EvaluationInvalid, ResourceError
from core.domain.evidence import Probe, ProbeOutcome, ProbeResult
from core.domain.language import Language
from core.domain.protocol import Protocol
from core.domain.sensitive import SensitiveAttribute
from core.domain.taxonomy import Taxonomy
from core.resources import read_toml
from core.verify.attackers.base import SampledAttacker
from core.verify.case import Case
from core.verify.grading import GradingTable, Target
from core.verify.statistics import StopRule, TwoStageRun

REDRAWS = 2
"""Fresh draws after a malformed answer before the probe counts as missing."""


class ProbeTexts:
    """Wording of the questions (local evidence only)."""

    def __init__(self, taxonomy: Taxonomy, root: Path) -> None:
        """Raises ResourceError."""
        self._taxonomy = taxonomy
        data = read_toml(root / "questions" / "probes.toml")
        try:
            self._texts = {Language(code): dict(entry) for code, entry in data.items()}
        except (ValueError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": "probes.toml"}) from error

    def question(self, type_id: str, template: str, language: Language) -> str:
        """The question of one template about one type."""
        pattern = str(self._texts[language].get(template, "{label}"))
        return pattern.format(label=self._taxonomy[type_id].labels[language])


@dataclass(frozen=True, slots=True)
class DrawResult:
    """Outcomes in order; `missing` probes gave no answer even after redraws."""

    outcomes: tuple[ProbeOutcome, ...]
    missing: int
    state: StopRule

    @property
    def hits(self) -> int:
        return sum(outcome.result is ProbeResult.HIT for outcome in self.outcomes)


@dataclass(frozen=True, slots=True)
class Interviewer:
    """Puts the questions of one sampled attacker and grades the answers."""

    attacker: SampledAttacker
    grading: GradingTable
    texts: ProbeTexts

    def ask(
        self, case: Case, attribute: SensitiveAttribute, target: Target, template: str, seed: int, draw: int
    ) -> ProbeOutcome:
        """One probe; a malformed answer is redrawn."""
        question = self.texts.question(attribute.type_id, template, case.language)
        probe = Probe(attribute.id, self.attacker.id, template, draw)
        outcome = ProbeOutcome(probe, ProbeResult.MALFORMED, question)
        for attempt in range(1 + REDRAWS):
            rng = np.random.default_rng((seed, draw, attempt))
            answer = self.attacker.answer(case, attribute, template, rng)
            result = self.grading.grade(target, answer.text) if answer.text else ProbeResult.REFUSED
            outcome = ProbeOutcome(probe, result, question, answer.text)
            if result is not ProbeResult.MALFORMED:
                break
        return outcome

    def certify(
        self,
        case: Case,
        attributes: Sequence[SensitiveAttribute],
        targets: Mapping[str, Target],
        protocol: Protocol,
        seed: int,
        watch: Callable[[int], None],
    ) -> DrawResult:
        """Draw under the two-stage rule. `watch` is called with the number of probes so far and may raise.

        Raises EvaluationInvalid when more than `max_missing` of the probes stay without an answer.
        """
        run = TwoStageRun(protocol.two_stage)
        outcomes: list[ProbeOutcome] = []
        missing = 0
        for draw, (attribute, template) in enumerate(_schedule(attributes, self.attacker.templates, seed)):
            watch(run.n)
            outcome = self.ask(case, attribute, targets[attribute.id], template, seed, draw)
            outcomes.append(outcome)
            if outcome.result is ProbeResult.MALFORMED:
                missing += 1
                if missing > protocol.max_missing * protocol.two_stage.second:
                    raise EvaluationInvalid("verify.missing_probes", details={"missing": missing, "asked": draw + 1})
                continue
            if run.observe(outcome.result is ProbeResult.HIT) is not StopRule.CONTINUE:
                break
        if missing > protocol.max_missing * len(outcomes):
            raise EvaluationInvalid("verify.missing_probes", details={"missing": missing, "asked": len(outcomes)})
        return DrawResult(tuple(outcomes), missing, run.state)

    def sample(
        self,
        case: Case,
        attributes: Sequence[SensitiveAttribute],
        targets: Mapping[str, Target],
        n: int,
        seed: int,
    ) -> DrawResult:
        """`n` draws without a stopping rule, for the baseline on X."""
        schedule = _schedule(attributes, self.attacker.templates, seed)
        asked = [
            self.ask(case, attribute, targets[attribute.id], template, seed, draw)
            for draw, (attribute, template) in zip(range(n), schedule, strict=False)
        ]
        answered = tuple(outcome for outcome in asked if outcome.result is not ProbeResult.MALFORMED)
        return DrawResult(answered, len(asked) - len(answered), StopRule.CONTINUE)


def _schedule(
    attributes: Sequence[SensitiveAttribute], templates: Sequence[str], seed: int
) -> Iterator[tuple[SensitiveAttribute, str]]:
    """Endless rounds over all attributes in a fresh order; every attribute meets its templates in turn."""
    rng = np.random.default_rng((seed, len(attributes)))
    offsets = rng.integers(0, len(templates), size=len(attributes))
    turn = 0
    while attributes:
        for index in rng.permutation(len(attributes)):
            yield attributes[int(index)], templates[(int(offsets[int(index)]) + turn) % len(templates)]
        turn += 1
