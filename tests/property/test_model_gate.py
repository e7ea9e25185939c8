"""The statistics of the release gate, with the real certifier, all shipped templates and a scripted attacker."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import pytest

from bench.gate import TRUTHS, Bench, LeakingModel, Scene
from core.domain.attempts import AttemptLedger
from core.domain.errors import EvaluationInvalid
from core.domain.evidence import SampledRun
from core.domain.protocol import STRICT
from core.llm.model import ChatPrompt
from core.resources import resource_root
from core.verify.attackers.llm_questions import TEMPLATES
from core.verify.statistics import PairedRun, StopRule, operating_characteristics, rule_for, two_stage

LEAKING = next(iter(TRUTHS))
QUIET = Scene(0.0, 0.0)


@cache
def bench() -> Bench:
    return Bench(resource_root())


@cache
def special_bench() -> Bench:
    """Where the leaking value is of a special category: it is put as a choice too."""
    return Bench(resource_root(), special=frozenset({LEAKING}))


def certified(model: LeakingModel, seed: int = 1, attempts: AttemptLedger | None = None, size: int = 0) -> SampledRun:
    return bench().certified(model, seed, attempts or AttemptLedger(), size)


def passes(scene: Scene, runs: int) -> float:
    return sum(bench().released(scene, seed)[0] for seed in range(runs)) / runs


def test_every_shipped_template_draws_and_no_two_draws_are_alike() -> None:
    run = certified(LeakingModel(QUIET, bench(), 1))
    assert run.passed
    assert {count.template for count in run.counts} == {item.id for item in TEMPLATES if "choice" not in item.id}
    assert run.clusters == run.n
    assert all(item.n >= rule_for(STRICT.error(1), STRICT.tau_l).first for item in (*run.attributes, *run.families))
    assert all(item.upper <= STRICT.tau_l for item in (*run.attributes, *run.families))
    assert run.choices == (), "nobody can guess at these values: open questions decide"
    assert {item.subject for item in run.families} == {"llm_open", "llm_adversarial", "llm_other"}


@pytest.mark.parametrize(
    ("leak", "correlation"), [*((0.05, shared) for shared in (0.0, 0.1, 0.3, 0.6, 0.9, 1.0)), (0.1, 0.0), (0.1, 1.0)]
)
def test_false_release_keeps_the_promise_whatever_answers_have_in_common(leak: float, correlation: float) -> None:
    """One value of five leaks, the others never do: it is not thinned out by them."""
    runs = 60
    assert passes(Scene(leak, correlation), runs) <= 0.0125 + 4 * (0.0125 * 0.9875 / runs) ** 0.5


def test_pressing_again_does_not_buy_a_pass() -> None:
    """Ten presses begin with the same draws as five: what five let through, ten do too."""
    assert passes(Scene(0.05, 0.0, 10), 40) <= 0.025 + 4 * (0.025 * 0.975 / 40) ** 0.5


def test_all_attempts_together_stay_within_the_error() -> None:
    for rate in (0.05, 0.08):
        ever = 1.0
        for attempt in range(1, 21):
            rule = rule_for(STRICT.error(attempt), STRICT.tau_l)
            found = operating_characteristics(lambda n, hits, rule=rule: two_stage(rule, n, hits), rate, rule.second)
            assert found.pass_probability <= STRICT.error(attempt)
            ever *= 1 - found.pass_probability
        assert 1 - ever <= 0.025
    firsts = [rule_for(STRICT.error(attempt), STRICT.tau_l).first for attempt in range(1, 11)]
    assert firsts == sorted(set(firsts))


def test_an_attempt_is_counted_for_every_value_in_it() -> None:
    attempts = AttemptLedger()
    assert attempts.spend(["a", "b"]) == 1
    assert attempts.spend(["c"]) == 1
    assert attempts.spend(["b", "new"]) == 2
    assert attempts.spend(["new"]) == 3
    assert attempts.spend(["a"]) == 2
    assert AttemptLedger(attempts.numbers).spend(["b"]) == 3


class OneTemplate(LeakingModel):
    """One value is always named, under one template only."""

    def __init__(self, template: str) -> None:
        super().__init__(QUIET, bench(), 1)
        self._template = template

    def _rate(self, type_id: str, prompt: ChatPrompt) -> float:
        return float(type_id == LEAKING and prompt.purpose == f"attack.{self._template}")


@pytest.mark.parametrize("template", [item.id for item in TEMPLATES if "choice" not in item.id])
def test_what_one_template_sees_is_not_outvoted_by_the_others(template: str) -> None:
    run = certified(OneTemplate(template))
    assert not run.passed
    assert {count.attribute_id for count in run.counts if count.hits} == {LEAKING}


@pytest.mark.parametrize("size", [1, 2, 5])
def test_one_leaking_value_fails_with_any_company(size: int) -> None:
    """No dilution: how many values stand beside it changes nothing about its own draws."""
    scene = Scene(0.2, 0.0)
    runs = [certified(LeakingModel(scene, bench(), seed), seed, size=size) for seed in range(20)]
    assert not any(run.passed for run in runs)


class Chooser(LeakingModel):
    """Right with the document as often as `told`, without it as often as `blind`; names nothing openly."""

    def __init__(self, told: float, blind: float, seed: int) -> None:
        super().__init__(QUIET, bench(), seed)
        self._told, self._blind = told, blind

    def _answer(self, prompt: ChatPrompt) -> str | int:
        if "choice" not in prompt.purpose:
            return super()._answer(prompt)
        type_id = next(kind for label, kind in bench().labels if label in prompt.stage)
        options = [line.partition(". ")[2] for line in prompt.stage.splitlines() if line[:1].isdigit()]
        truth = options.index(TRUTHS[type_id]) + 1
        if self._rng.random() < (self._told if prompt.document else self._blind):
            return truth
        return 1 + truth % len(options)


@pytest.mark.parametrize(
    ("told", "blind", "passing"),
    [(1.0, 0.8, False), (1.0, 0.3, False), (0.5, 0.3, False), (0.3, 0.3, True), (1.0, 1.0, True), (0.2, 0.6, True)],
)
def test_a_choice_is_judged_by_how_much_more_often_it_is_right(told: float, blind: float, passing: bool) -> None:
    """On a scale of its own. Right always with the document and four times in five without it is a leak."""
    own = special_bench()
    runs = [own.certified(Chooser(told, blind, seed), seed, AttemptLedger(), 1).passed for seed in range(12)]
    assert sum(runs) >= 9 if passing else not any(runs)


@pytest.mark.parametrize(("told", "blind"), [(0.3, 0.2), (0.6, 0.5), (0.1, 0.0)])
def test_the_bet_on_choices_is_lost_as_often_as_it_says(told: float, blind: float) -> None:
    rng, error, runs = random.Random(5), 0.025, 800
    passed = 0
    for _ in range(runs):
        run = PairedRun(0.1, error, 1, STRICT.choices)
        while run.state is StopRule.CONTINUE:
            run.observe(with_document=rng.random() < told, without=rng.random() < blind)
        passed += run.state is StopRule.PASS
    assert passed / runs <= error + 3 * (error * (1 - error) / runs) ** 0.5


def test_a_special_category_is_judged_by_its_own_draws_or_named_as_not_certified() -> None:
    special = frozenset({LEAKING})
    own = special_bench()
    run = own.certified(LeakingModel(QUIET, own, 1), 1, AttemptLedger())
    assert run.uncertified == ()
    assert [item.attribute_ids for item in run.choices] == [(LEAKING,)]
    assert all(item.n >= STRICT.special_draws and item.upper <= STRICT.tau_choice for item in run.choices)
    scarce = Bench(resource_root(), replace(STRICT, special_draws=5000, choices=200), special)
    run = scarce.certified(LeakingModel(QUIET, scarce, 1), 1, AttemptLedger())
    assert run.uncertified == (LEAKING,)


class Frozen(LeakingModel):
    capabilities = replace(LeakingModel.capabilities, temperature_honoured=False)


def test_a_server_that_ignores_the_temperature_certifies_nothing() -> None:
    with pytest.raises(EvaluationInvalid) as raised:
        certified(Frozen(QUIET, bench(), 1))
    assert raised.value.code == "verify.temperature_ignored"


class Silent(LeakingModel):
    """Says UNKNOWN to everything: the one that certified 70 leaking texts in the paper's T25."""

    def _answer(self, prompt: ChatPrompt) -> str | int:
        return "UNKNOWN"


def test_no_sensitivity_no_certificate() -> None:
    with pytest.raises(EvaluationInvalid):
        certified(Silent(QUIET, bench(), 1))


def test_equal_seeds_ask_the_same_questions() -> None:
    asked: Mapping[int, list[str]] = {1: [], 2: [], 3: []}

    class Listening(LeakingModel):
        def __init__(self, into: list[str]) -> None:
            super().__init__(QUIET, bench(), 1)
            self._into = into

        def _answer(self, prompt: ChatPrompt) -> str | int:
            self._into.append(prompt.stage)
            return super()._answer(prompt)

    for key, seed in ((1, 3), (2, 3), (3, 4)):
        certified(Listening(asked[key]), seed, size=2)
    assert asked[1] == asked[2]
    assert asked[1] != asked[3]
