"""A recorded run tells everything: its steps lead to the artifact that was judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from core.domain.artifact import Artifact
from core.domain.evidence import Evidence, UtilityItem
from core.domain.language import Language
from core.domain.protocol import STRICT
from core.domain.request import Request
from core.domain.tokens import TokenVault
from core.domain.verdict import LoopStep, StepKind, Verdict, VerdictKind
from core.loop.lexicographic import LexicographicLoop
from tests.unit.loop.test_lexicographic import AGE, DRUG, PLACE, TEXT, Scripted, all_useful, no_leak, subject
from tests.verify_fakes import FakeDehydrator

MOVES = {StepKind.LOOSEN, StepKind.STRENGTHEN, StepKind.COMPENSATE, StepKind.RETURN}
Leak = Mapping[str, float]


def by_level(limits: Mapping[str, int]) -> object:
    """An attribute leaks until it stands at its limit."""
    return lambda levels: {key: 0.6 for key, least in limits.items() if levels[key] < least}


def run(evaluator: Scripted, **more: object) -> Verdict:
    loop = LexicographicLoop(FakeDehydrator(start=1), evaluator)
    return loop.run(Request(TEXT), subject(), TokenVault(), STRICT, Language.EN, seed=1, **more)  # type: ignore[arg-type]


def replayed(steps: tuple[LoopStep, ...], start: Mapping[str, int]) -> dict[str, int]:
    levels = dict(start)
    for step in steps:
        if step.kind in MOVES and step.accepted:
            assert levels[step.attribute_id] == step.level_before
            levels[step.attribute_id] = step.level_after
    return levels


@pytest.mark.parametrize("limits", [{}, {AGE: 2}, {AGE: 3, PLACE: 2}, {AGE: 3, DRUG: 2, PLACE: 2}])
def test_accepted_steps_lead_to_the_artifact(limits: Mapping[str, int]) -> None:
    evaluator = Scripted(by_level(limits), all_useful)  # type: ignore[arg-type]
    verdict = run(evaluator)
    assert verdict.kind is VerdictKind.PASS
    start = FakeDehydrator(start=1).initial_levels(subject(), Request(TEXT).decisions)
    levels = replayed(verdict.steps, start)
    assert levels == dict(verdict.artifact.levels)
    again = FakeDehydrator().dehydrate(TEXT, subject(), levels, TokenVault(), Language.EN)
    assert again.sha256 == verdict.artifact.sha256
    rounds = [step.round for step in verdict.steps]
    assert rounds == sorted(rounds)
    assert rounds[-1] == verdict.rounds


def test_equal_runs_record_equal_steps() -> None:
    limits = {AGE: 3, DRUG: 2}
    one, other = (run(Scripted(by_level(limits), all_useful)) for _ in range(2))  # type: ignore[arg-type]
    assert one.steps == other.steps


def reworded(artifact: Artifact) -> Artifact:
    return replace(artifact, text=artifact.text.replace("takes", "is taking"))


def test_a_polished_text_is_searched_again_and_certified_as_it_is() -> None:
    evaluator = Scripted(no_leak, all_useful)
    verdict = run(evaluator, polish=reworded)
    assert "is taking" in verdict.artifact.text
    assert evaluator.certified[0].text == verdict.artifact.text
    assert [step.kind for step in verdict.steps] == [StepKind.START, StepKind.POLISH, StepKind.CERTIFY]
    assert len(evaluator.searched) == 2


def test_a_polished_text_that_leaks_is_dropped() -> None:
    class Fussy(Scripted):
        def evidence(self, artifact: Artifact, certified: bool) -> Evidence:
            self.leak = (lambda levels: {AGE: 0.6}) if "is taking" in artifact.text else no_leak
            return super().evidence(artifact, certified)

    evaluator = Fussy(no_leak, all_useful)
    verdict = run(evaluator, polish=reworded)
    assert verdict.kind is VerdictKind.PASS
    assert "is taking" not in verdict.artifact.text
    assert not verdict.steps[1].accepted


def test_questions_that_belong_to_no_attribute_loosen_too() -> None:
    """A model's questions ask about the text: any attribute that the task needs may be told more for them."""

    class Asking(Scripted):
        def evidence(self, artifact: Artifact, certified: bool) -> Evidence:
            found = super().evidence(artifact, certified)
            value = 0.9 if artifact.levels[AGE] <= 1 or artifact.levels[DRUG] <= 1 else 0.4
            utility = replace(found.utility, mean=value, items=(UtilityItem("?", value),))
            return replace(found, utility=utility)

    loop = LexicographicLoop(FakeDehydrator(start=2), Asking(no_leak, all_useful))
    verdict = loop.run(Request(TEXT), subject(), TokenVault(), STRICT, Language.EN, seed=1)
    assert verdict.kind is VerdictKind.PASS
    assert StepKind.LOOSEN in {step.kind for step in verdict.steps}
