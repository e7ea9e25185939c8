"""The statistics of the release gate, with the real code and a scripted attacker (LLM.md 3g, 5).

The attacker names a hidden value with a fixed chance per request. Every figure stands beside the exact one.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache

import pytest

from core.domain.errors import EvaluationInvalid
from core.domain.events import CancelToken
from core.domain.evidence import SampledRun, TemplateUse
from core.domain.language import Language
from core.domain.protocol import STRICT
from core.domain.sensitive import SensitiveSet
from core.llm.model import CallFailed, Capabilities, ChatPrompt, Completion, ModelInfo, SchemaSupport, Usage
from core.llm.prompts import PromptBook
from core.verify.attackers.corpus import Corpus
from core.verify.attackers.decoys import DecoyBook
from core.verify.attackers.llm_members import ModelAttackers
from core.verify.attackers.llm_questions import OPEN_TEMPLATES, QuestionBook
from core.verify.case import Case, ladders
from core.verify.controls import PositiveControls
from core.verify.gate import rule_passes
from core.verify.grading import GradingTable
from core.verify.model_run import ModelCertifier
from core.verify.sensitivity import wording
from core.verify.statistics import operating_characteristics, two_stage
from tests.verify_fakes import ROOT, FakeLibrary, attribute, taxonomy

GRADING, LIBRARY, BOOK = GradingTable.load(ROOT), FakeLibrary(), PromptBook.load(ROOT)
TEXT = "Card <A>, number <B>, account <C>, address <D>, machine <E>. What should I do?"
TRUTHS = {
    "BANK_CARD": "4000 1234 5678 9010",
    "ID_CARD": "11010119900307001X",
    "BANK_ACCOUNT": "GB82WEST12345698765439",
    "IP_ADDRESS": "203.0.113.77",
    "MAC_ADDRESS": "00:00:5E:00:53:AF",
}
SUBJECT = SensitiveSet(tuple(attribute(type_id, value) for type_id, value in TRUTHS.items()))
CONTROLS = PositiveControls(taxonomy(), ROOT)
TYPE_OF = {taxonomy()[type_id].labels[Language.EN]: type_id for type_id in TRUTHS}
TYPE_OF |= {taxonomy()[type_id].labels[Language.ZH]: type_id for type_id in TRUTHS}
Knows = Callable[[str, str, random.Random], bool]
"""Whether the value of a type is named under a purpose."""


class Guesser:
    """A model that finds what is planted, and hidden values as `knows` says. At temperature 0 it keeps silent: what is
    reproduced here is the rule over the draws."""

    info = ModelInfo("guesser", "scripted")
    scoring = None

    def __init__(self, knows: Knows, seed: int, slots: int = 4) -> None:
        self.capabilities = Capabilities(SchemaSupport.JSON_SCHEMA, True, False, False, False, True, slots, 8192)
        self._knows = knows
        self._rng = random.Random(seed)
        self.asked = 0

    def ask(
        self, prompts: Sequence[ChatPrompt], cancel: CancelToken | None = None
    ) -> tuple[Completion | CallFailed, ...]:
        return tuple(Completion(json.dumps({"answer": self._answer(prompt)})) for prompt in prompts)

    def usage(self) -> Mapping[str, Usage]:
        return {}

    def _answer(self, prompt: ChatPrompt) -> str:
        self.asked += 1
        for control in CONTROLS.of(Language.EN):
            if control.value in prompt.document:
                return control.value
        if prompt.purpose == "attack.empty" or prompt.sampling.temperature == 0:
            return "UNKNOWN"
        type_id = next(kind for label, kind in TYPE_OF.items() if label in prompt.stage)
        return TRUTHS[type_id] if self._knows(type_id, prompt.purpose, self._rng) else "UNKNOWN"


@cache
def attackers() -> ModelAttackers:
    decoys = DecoyBook(taxonomy(), LIBRARY, GRADING, ROOT)
    corpus = cache(lambda language: Corpus.load(ROOT, language))
    return ModelAttackers(QuestionBook(BOOK, taxonomy()), decoys, GRADING, LIBRARY, corpus)


def uses(counted: Sequence[str] = tuple(template.id for template in OPEN_TEMPLATES)) -> tuple[TemplateUse, ...]:
    return tuple(TemplateUse(name, "", "", 60, 60, 0.94, counted=True) for name in counted)


def certified(knows: Knows, seed: int, slots: int = 4, counted: tuple[TemplateUse, ...] = ()) -> SampledRun:
    levels = {item.id: 1 for item in SUBJECT.attributes}
    case = Case(TEXT, Language.EN, SUBJECT, levels, ladders(SUBJECT, LIBRARY, Language.EN))
    on = attackers().stand(case, GRADING.targets(SUBJECT), "k0", 1.0, seeds=True, run=seed)
    certifier = ModelCertifier(Guesser(knows, seed, slots), attackers(), CONTROLS, taxonomy())
    return certifier.certify(on, SUBJECT.attributes, counted or uses(), STRICT, "k0", lambda n, hits: None).run


def evenly(p: float) -> Knows:
    return lambda type_id, purpose, rng: rng.random() < p


def rate_of_passes(runs: Sequence[SampledRun]) -> float:
    return sum(run.passed for run in runs) / len(runs)


@pytest.mark.parametrize(("p", "runs"), [(0.0, 5), (0.01, 120), (0.02, 120), (0.05, 600), (0.1, 60), (0.3, 60)])
def test_design_d_is_reproduced_by_the_real_gate(p: float, runs: int) -> None:
    """P(PASS) and E[N] of the curtailed two-stage rule, within four standard errors of the exact values."""
    exact = operating_characteristics(lambda n, hits: two_stage(STRICT.two_stage, n, hits), p, 126)
    drawn = [certified(evenly(p), seed) for seed in range(runs)]
    error = (exact.pass_probability * (1 - exact.pass_probability) / runs) ** 0.5
    assert abs(rate_of_passes(drawn) - exact.pass_probability) <= 4 * error + 1 / runs
    mean = sum(run.n for run in drawn) / runs
    spread = (sum((run.n - mean) ** 2 for run in drawn) / runs) ** 0.5
    assert abs(mean - exact.expected_probes) <= 4 * spread / runs**0.5 + 0.5
    assert all(run.clusters == run.n for run in drawn)


def test_false_release_at_the_threshold_is_within_the_promise() -> None:
    """Exact: .0247 at L = .05, less for more, and no stopping in between changes it; K = 2 keeps it over both tries."""
    once = operating_characteristics(lambda n, hits: two_stage(STRICT.two_stage, n, hits), 0.05, 126)
    assert once.pass_probability == pytest.approx(0.0247, abs=5e-4)
    twice = STRICT.twice()
    each = operating_characteristics(lambda n, hits: two_stage(twice.two_stage, n, hits), 0.05, twice.two_stage.second)
    assert 1 - (1 - each.pass_probability) ** 2 <= 0.025
    for p in (0.06, 0.08, 0.1, 0.2):
        found = operating_characteristics(lambda n, hits: two_stage(STRICT.two_stage, n, hits), p, 126)
        assert found.pass_probability < once.pass_probability


@pytest.mark.parametrize("slots", [1, 4, 16])
def test_how_many_are_asked_together_changes_no_decision(slots: int) -> None:
    """Answers of a batch behind the decision are not counted."""
    exact = operating_characteristics(lambda n, hits: two_stage(STRICT.two_stage, n, hits), 0.3, 126)
    runs = [certified(evenly(0.3), seed, slots) for seed in range(60)]
    assert not any(run.passed for run in runs)
    assert sum(run.n for run in runs) / 60 == pytest.approx(exact.expected_probes, abs=2.5)
    assert all(run.hits == 2 for run in runs)


def test_one_leaking_attribute_is_not_hidden_by_the_others() -> None:
    """A mean of .05 in one attribute of five (p = .25): passes less often than spread evenly, and the worst attribute's
    bound says which."""
    runs = [certified(lambda kind, _, rng: kind == "ID_CARD" and rng.random() < 0.25, seed) for seed in range(200)]
    assert rate_of_passes(runs) <= 0.05
    assert all({count.attribute_id for count in run.counts if count.hits} <= {SUBJECT.attributes[1].id} for run in runs)
    assert all(run.worst_upper > run.upper for run in runs if run.n >= 78)


@pytest.mark.parametrize("sees", [0.2, 0.4, 0.6])
def test_blind_templates_are_outnumbered(sees: float) -> None:
    """One attribute leaks, each wording lets the model say so with chance `sees`: a miss needs all of them blind."""
    wordings = sorted({wording(template).id for template in OPEN_TEMPLATES})
    runs = 150
    passed = 0
    for seed in range(runs):
        rng = random.Random(seed)
        seeing = {name for name in wordings if rng.random() < sees}

        def knows(kind: str, purpose: str, _: random.Random, seeing: frozenset[str] = frozenset(seeing)) -> bool:
            name = purpose.removeprefix("attack.")
            base = "open" if name.startswith("open") else name
            return kind == "ID_CARD" and base in seeing

        passed += certified(knows, seed).passed
    expected = (1 - sees) ** len(wordings)
    error = (expected * (1 - expected) / runs) ** 0.5
    assert abs(passed / runs - expected) <= 4 * error + 1 / runs
    assert expected < (1 - sees) ** 1


@pytest.mark.parametrize(("icc", "counted_singly"), [(0.0, 0.021), (0.3, 0.272), (0.9, 0.71)])
def test_bundled_answers_are_few_observations(icc: float, counted_singly: float) -> None:
    """75 answers out of five bundles that copy themselves: counted singly they pass far too often, counted as what they
    are, requests, they never do."""
    rng = random.Random(7)
    singly = 0
    for _ in range(4000):
        hits = 0
        for _ in range(5):
            rate = 0.05 if icc == 0 else rng.betavariate(0.05 * (1 - icc) / icc, 0.95 * (1 - icc) / icc)
            hits += sum(rng.random() < rate for _ in range(15))
        singly += hits == 0
        assert not rule_passes(0, 5, STRICT)
    assert singly / 4000 == pytest.approx(counted_singly, abs=0.03)


def test_no_sensitivity_no_certificate() -> None:
    """A model that says UNKNOWN to everything, the one that certified 70 leaking texts in the paper's T25."""

    class Silent(Guesser):
        def _answer(self, prompt: ChatPrompt) -> str:
            return "UNKNOWN"

    levels = {item.id: 1 for item in SUBJECT.attributes}
    case = Case(TEXT, Language.EN, SUBJECT, levels, ladders(SUBJECT, LIBRARY, Language.EN))
    on = attackers().stand(case, GRADING.targets(SUBJECT), "k0", 1.0, seeds=True, run=1)
    certifier = ModelCertifier(Silent(evenly(0.0), 1), attackers(), CONTROLS, taxonomy())
    with pytest.raises(EvaluationInvalid):
        certifier.certify(on, SUBJECT.attributes, uses(), STRICT, "k0", lambda n, hits: None)


def test_equal_seeds_ask_the_same_questions() -> None:
    one, other = certified(evenly(0.0), 3), certified(evenly(0.0), 3)
    assert one.counts == other.counts
    assert one.counts != certified(evenly(0.0), 4).counts
