"""What Theorem termination promises, over evaluators that answer anything."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.artifact import Artifact
from core.domain.errors import DrslError
from core.domain.language import Language
from core.domain.protocol import STRICT
from core.domain.request import Decision, Decisions, Request
from core.domain.sensitive import SensitiveSet
from core.domain.tokens import TokenVault
from core.domain.verdict import StepKind, VerdictKind
from core.loop.lexicographic import LexicographicLoop
from core.verify.examination import Examination
from core.verify.statistics import clopper_pearson, mixture_upper, wilson
from tests.unit.loop.test_lexicographic import AGE, DRUG, PLACE, TEXT, Scripted, subject
from tests.verify_fakes import FakeDehydrator

IDS = (AGE, PLACE, DRUG)
unit = st.floats(0, 1, allow_nan=False)


class Adversary(Scripted):
    """Answers every question with the next number it was given, whatever was done."""

    def __init__(self, numbers: list[float], hits: int) -> None:
        self._numbers = numbers
        self._asked = 0
        super().__init__(self._leaks, self._values, hits)

    def _next(self) -> float:
        self._asked += 1
        return self._numbers[self._asked % len(self._numbers)]

    def _leaks(self, levels: Mapping[str, int]) -> dict[str, float]:
        return {key: self._next() for key in levels}

    def _values(self, levels: Mapping[str, int]) -> dict[str, float]:
        return {AGE: self._next(), DRUG: self._next()}


@settings(max_examples=200, deadline=None)
@given(
    numbers=st.lists(unit, min_size=1, max_size=40),
    hits=st.integers(0, 3),
    start=st.integers(1, 5),
    pinned=st.dictionaries(st.sampled_from(IDS), st.integers(0, 2), max_size=3),
    floor=st.dictionaries(st.sampled_from(IDS), st.integers(0, 4), max_size=3),
)
def test_terminates_within_budget_and_keeps_its_invariants(
    numbers: list[float], hits: int, start: int, pinned: dict[str, int], floor: dict[str, int]
) -> None:
    evaluator = Adversary(numbers, hits)
    decisions = Decisions({key: Decision(level) for key, level in pinned.items()})
    request = Request(TEXT, decisions=decisions)
    loop = LexicographicLoop(FakeDehydrator(start=start), evaluator)
    verdict = loop.run(request, subject(), TokenVault(), STRICT, Language.EN, seed=1, floor=floor)
    assert verdict.rounds <= STRICT.budget(len(IDS))
    after_phase_one = [s for s in verdict.steps if s.kind in {StepKind.STRENGTHEN, StepKind.COMPENSATE} and s.accepted]
    assert all(step.utility >= STRICT.tau_u for step in after_phase_one)
    assert len(evaluator.certified) <= 1
    gate = evaluator.assess(request, verdict.evidence, STRICT)
    if verdict.kind is VerdictKind.PASS:
        assert verdict.evidence.certified
        assert gate.passed
        assert evaluator.certified[0].sha256 == verdict.artifact.sha256
    for levels in evaluator.searched:
        for key, level in levels.items():
            assert level == pinned[key] if key in pinned else level >= 1


@settings(max_examples=100, deadline=None)
@given(hits=st.integers(0, 60), misses=st.integers(0, 200), confidence=st.sampled_from([0.8, 0.9, 0.95, 0.99]))
def test_intervals_are_ordered_and_contain_the_rate(hits: int, misses: int, confidence: float) -> None:
    n = hits + misses
    for bound in (wilson, clopper_pearson):
        found = bound(hits, n, confidence)
        assert 0.0 <= found.lower <= found.upper <= 1.0
        if n:
            assert found.lower - 1e-12 <= hits / n <= found.upper + 1e-12
    assert mixture_upper(hits, n, confidence) >= (hits / n if n else 1.0)


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=60))
def test_no_verdict_on_an_empty_set_needs_anything(text: str) -> None:
    evaluator = Scripted(lambda levels: {}, lambda levels: {})
    empty = SensitiveSet(())
    loop = LexicographicLoop(FakeDehydrator(), _Counting(evaluator))
    try:
        verdict = loop.judge(Request(text), empty, Artifact(text, (), {}), STRICT, Language.EN, seed=1)
    except DrslError:
        return
    assert verdict.kind is VerdictKind.PASS


class _Counting:
    """Scripted evaluator whose evidence has no attribute at all."""

    def __init__(self, inner: Scripted) -> None:
        self._inner = inner
        self.baseline = inner.baseline
        self.assess = inner.assess

    def search(self, subject: Examination, *rest: object) -> object:
        return _nothing(subject.artifact, certified=False)

    def certify(self, subject: Examination, *rest: object, **more: object) -> object:
        return _nothing(subject.artifact, certified=True)


def _nothing(artifact: Artifact, *, certified: bool) -> object:
    from core.domain.evidence import Evidence, Metric, RestorationScore, UtilityEstimate

    utility = UtilityEstimate(Metric.STRUCTURED_PROXY, 1.0, 1.0, 1.0)
    return Evidence({}, {}, utility, RestorationScore(1.0), (), None, certified)
