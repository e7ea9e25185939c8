"""The shipped examples through the real rooms: every verdict must explain itself."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import pytest
from shared_engine import rule_cascade

from core.dehydrate.dehydrator import Dehydrator
from core.dehydrate.library import HierarchyLibrary
from core.domain.language import Language
from core.domain.protocol import STRICT
from core.domain.request import Decision, Decisions, Request
from core.domain.sensitive import SensitiveSet
from core.domain.tokens import TokenVault
from core.domain.verdict import StepKind, Verdict, VerdictKind
from core.loop.lexicographic import LexicographicLoop
from core.population.population import SyntheticPopulation
from core.resources import load_taxonomy, resource_root
from core.verify.controls import PositiveControls
from core.verify.verifier import BuiltinVerifier

ROOT = resource_root()
TAXONOMY = load_taxonomy(ROOT)
EXTRACTOR = rule_cascade()
LIBRARY = HierarchyLibrary(TAXONOMY, ROOT)
DEHYDRATOR = Dehydrator(TAXONOMY, LIBRARY)
VERIFIER = BuiltinVerifier(TAXONOMY, LIBRARY, EXTRACTOR, SyntheticPopulation.load(ROOT), ROOT)
LOOP = LexicographicLoop(DEHYDRATOR, VERIFIER)
EXAMPLES = sorted(path.name for path in (ROOT / "examples").glob("*.txt"))
KEY = bytes(32)


@dataclass(frozen=True)
class Run:
    request: Request
    sensitive: SensitiveSet
    verdict: Verdict


def run(name: str, decisions: Decisions | None = None, seed: int = 9) -> Run:
    text = (ROOT / "examples" / name).read_text(encoding="utf-8").strip()
    language = Language.ZH if ".zh." in name else Language.EN
    request = Request(text, language=language, decisions=decisions or Decisions())
    sensitive = EXTRACTOR.extract(request, KEY)
    return Run(request, sensitive, LOOP.run(request, sensitive, TokenVault(), STRICT, language, seed=seed))


@cache
def once(name: str) -> Run:
    """A run without decisions, frozen and the same for every test that reads it."""
    return run(name)


every_example = pytest.mark.parametrize("name", EXAMPLES)


@every_example
def test_the_verdict_follows_from_its_evidence(name: str) -> None:
    done = once(name)
    verdict = done.verdict
    gate = VERIFIER.assess(done.request, verdict.evidence, STRICT)
    assert verdict.rounds <= STRICT.budget(len(done.sensitive.attributes))
    if verdict.kind is VerdictKind.PASS:
        assert gate.passed
        assert verdict.evidence.certified
        assert verdict.evidence.controls is not None
        assert verdict.evidence.controls.valid
        assert verdict.residual.items == ()
    else:
        assert verdict.residual.reason
        assert verdict.residual.items
        known = {attribute.id for attribute in done.sensitive.attributes}
        assert {item.attribute_id for item in verdict.residual.items} <= known


@every_example
def test_the_original_leaks_and_the_artifact_does_not(name: str) -> None:
    verdict = once(name).verdict
    evidence = verdict.evidence
    assert all(estimate.advantage > 0.9 for estimate in evidence.before.values())
    over = [
        item for estimate in evidence.leakage.values() for item in estimate.words if item.posterior > (item.cap or 0.0)
    ]
    assert not over or verdict.kind is VerdictKind.INFEASIBLE


@every_example
def test_no_declared_value_stands_in_the_artifact(name: str) -> None:
    done = once(name)
    for attribute in done.sensitive.attributes:
        for mention in attribute.mentions:
            assert len(mention.text) < 3 or mention.text not in done.verdict.artifact.text, attribute.type_id


@every_example
def test_the_recorded_steps_replay_to_the_final_levels(name: str) -> None:
    done = once(name)
    moved = {StepKind.LOOSEN, StepKind.STRENGTHEN, StepKind.COMPENSATE, StepKind.RETURN}
    start = DEHYDRATOR.initial_levels(done.sensitive, done.request.decisions)
    reached = dict(start)
    for step in done.verdict.steps:
        if step.kind in moved and step.accepted:
            assert reached[step.attribute_id] == step.level_before
            reached[step.attribute_id] = step.level_after
    assert dict(done.verdict.artifact.levels) == reached


@pytest.mark.parametrize("name", ["banking.en.txt", "banking.zh.txt"])
def test_numbers_are_released_as_bands(name: str) -> None:
    done = once(name)
    assert done.verdict.kind is VerdictKind.PASS
    amounts = [item for item in done.sensitive.attributes if item.type_id == "AMOUNT"]
    assert amounts
    assert all(0 < done.verdict.artifact.levels[item.id] < DEHYDRATOR.top(item) for item in amounts)


def test_the_same_seed_gives_the_same_verdict() -> None:
    first, second = once("travel.en.txt").verdict, run("travel.en.txt").verdict
    assert first.artifact == second.artifact
    assert first.evidence.outcomes == second.evidence.outcomes


def test_a_name_typed_into_the_artifact_is_caught() -> None:
    done = once("banking.en.txt")
    edited = DEHYDRATOR.edited(
        done.verdict.artifact.text + " Yours, Daniel Whitmore", done.verdict.artifact, done.sensitive
    )
    verdict = LOOP.judge(done.request, done.sensitive, edited, STRICT, Language.EN, seed=4)
    assert verdict.kind is VerdictKind.INFEASIBLE
    assert any(edited.text[item.start : item.end] == "Daniel Whitmore" for item in verdict.residual.items)


def test_what_a_person_keeps_does_not_stop_the_rest() -> None:
    first = once("banking.zh.txt")
    kept = {
        item.id: Decision(0, "the bank needs it") for item in first.sensitive.attributes if item.type_id == "AMOUNT"
    }
    verdict = run("banking.zh.txt", Decisions(kept)).verdict
    assert {item.attribute_id for item in verdict.residual.items if item.reason == "kept_by_person"} == set(kept)
    assert all(verdict.artifact.levels[attribute_id] == 0 for attribute_id in kept)
    assert "kept_by_person" in verdict.evidence.review_flags


@pytest.mark.parametrize("language", list(Language))
def test_every_control_is_readable_on_its_own(language: Language) -> None:
    controls = PositiveControls(TAXONOMY, ROOT).of(language)
    assert len(controls) >= STRICT.controls
    for control in controls:
        found = EXTRACTOR.extract(Request(control.sentence, language=language), KEY)
        assert (control.type_id, control.value) in {(item.type_id, item.text) for item in found.mentions}
