from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pytest

from core.domain.evidence import AttackerLevel, ProbeResult
from core.domain.language import Language
from core.domain.protocol import STRICT
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.verify.attackers.base import Answer
from core.verify.case import Case
from core.verify.grading import GradingTable, Target
from core.verify.probes import Interviewer, ProbeTexts
from core.verify.statistics import StopRule
from tests.verify_fakes import ROOT, attribute, mention, taxonomy

GRADING = GradingTable.load(ROOT)
TEXTS = ProbeTexts(taxonomy(), ROOT)
ITEMS = tuple(attribute("AGE", str(age), mention("AGE", str(age), 0)) for age in (31, 47, 62, 78))
CASE = Case("text", Language.EN, SensitiveSet(ITEMS), {}, {})
TARGETS = GRADING.targets(CASE.sensitive)


@dataclass
class Coin:
    """Names the truth with a fixed probability."""

    rate: float
    wrong: str = "99"
    id: str = "coin"
    level: AttackerLevel = AttackerLevel.A0
    templates: tuple[str, ...] = ("same_type", "any_type")

    def scores(self, case: Case, targets: Mapping[str, Target]) -> Mapping[str, float]:
        return dict.fromkeys(targets, self.rate)

    def answer(self, case: Case, item: SensitiveAttribute, template: str, rng: np.random.Generator) -> Answer:
        return Answer(item.value if rng.random() < self.rate else self.wrong)


def releases(rate: float, runs: int) -> float:
    interviewer = Interviewer(Coin(rate), GRADING, TEXTS)
    states = [interviewer.certify(CASE, ITEMS, TARGETS, STRICT, seed, lambda n: None).state for seed in range(runs)]
    return sum(state is StopRule.PASS for state in states) / runs


@pytest.mark.parametrize(
    ("rate", "low", "high"), [(0.0, 1.0, 1.0), (0.01, 0.58, 0.78), (0.05, 0.0, 0.05), (0.3, 0.0, 0.0)]
)
def test_the_real_gate_releases_as_often_as_its_arithmetic_says(rate: float, low: float, high: float) -> None:
    assert low <= releases(rate, 200) <= high


def test_a_refusal_is_a_miss_and_an_unusable_answer_is_missing() -> None:
    refusing = Interviewer(Coin(0.0, "unknown"), GRADING, TEXTS)
    result = refusing.certify(CASE, ITEMS, TARGETS, STRICT, 1, lambda n: None)
    assert {outcome.result for outcome in result.outcomes} == {ProbeResult.REFUSED}
    assert (len(result.outcomes), result.missing, result.state) == (78, 0, StopRule.PASS)
    once = Interviewer(Coin(0.0, "\0"), GRADING, TEXTS).ask(CASE, ITEMS[0], TARGETS[ITEMS[0].id], "same_type", 1, 0)
    assert once.result is ProbeResult.MALFORMED


def test_every_question_is_in_the_language_of_the_text() -> None:
    for template in ("same_type", "any_type", "gap_filling"):
        assert "age" in TEXTS.question("AGE", template, Language.EN).lower()
        assert "年龄" in TEXTS.question("AGE", template, Language.ZH)
