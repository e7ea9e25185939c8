"""The paper's own procedure, kept as a named protocol beside ours; the product never certifies with it.

75 bundled probes of the adversarial template in one completion, the Wilson bound on all answers as if they were
independent, attacked again in every round, a last audit at the end (paper 3.3 to 3.5; models.md 3).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from bench.cost_brain import BUNDLED_TOKENS
from core.dehydrate.dehydrator import Dehydrator
from core.domain.artifact import EXACT_LEVEL, Artifact
from core.domain.events import CancelToken, Progress, ignore_progress
from core.domain.evidence import AttackerLevel, Evidence, LeakageEstimate, ProbeResult
from core.domain.language import Language
from core.domain.protocol import Protocol
from core.domain.request import Decisions, Request
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Kind
from core.domain.tokens import TokenVault
from core.llm.fence import fenced
from core.llm.model import CallFailed, ChatPrompt, Completion, LanguageModel, Sampling
from core.llm.prompts import PromptBook
from core.verify.attackers.llm_answers import items_of, read
from core.verify.attackers.llm_questions import QuestionBook, items_schema
from core.verify.estimates import Draws, MemberScores
from core.verify.examination import Examination
from core.verify.gate import GateResult, Violation
from core.verify.local_verifier import UtilityMeter
from core.verify.statistics import wilson
from core.verify.verifier import BuiltinVerifier, Found

NAME = "paper"
RESIDUALS = 2
"""Attributes that the first rewriting leaves as they were: with them a run has the paper's 3.08 evaluations."""
REWRITES = 3
"""Rewritings by the model per run: the first and two refinements (models.md 3, reconstruction of 10.2 calls)."""
ADVERSARIAL = "attack_adversarial"


class RewritingDehydrator:
    """The deterministic dehydrator with the time that the paper's rewriting takes, and what it leaves standing."""

    def __init__(self, base: Dehydrator, model: LanguageModel, book: PromptBook) -> None:
        self._base = base
        self._model = model
        self._book = book
        self._rewritten = 0

    def initial_levels(self, sensitive: SensitiveSet, decisions: Decisions) -> dict[str, int]:
        """The first quasi-identifiers stand as they were."""
        levels = self._base.initial_levels(sensitive, decisions)
        left = [item.id for item in sensitive.attributes if item.kind is Kind.QUASI][:RESIDUALS]
        return {**levels, **dict.fromkeys(left, EXACT_LEVEL)}

    def top(self, attribute: SensitiveAttribute) -> int:
        return self._base.top(attribute)

    def dehydrate(
        self, text: str, sensitive: SensitiveSet, levels: Mapping[str, int], vault: TokenVault, language: Language
    ) -> Artifact:
        artifact = self._base.dehydrate(text, sensitive, levels, vault, language)
        if self._rewritten < REWRITES:
            self._rewritten += 1
            values = "\n".join(f"- {item.type_id}: {item.value}" for item in sensitive.attributes)
            system = self._book.get("system", language).part("system")
            sampling = Sampling(0.3, max(64, 2 * len(text)))
            self._model.ask([ChatPrompt(system, fenced(artifact.text, NAME), values, sampling, "paper.rewrite")])
        return artifact


class PaperVerifier:
    """Evaluate of Algorithm 2', as the paper does it; the methods that the loop uses."""

    def __init__(
        self,
        builtin: BuiltinVerifier,
        questions: QuestionBook,
        book: PromptBook,
        model: LanguageModel,
        qa: UtilityMeter,
    ) -> None:
        self._builtin = builtin
        self._questions = questions
        self._book = book
        self._model = model
        self._qa = qa

    def baseline(
        self, request: Request, sensitive: SensitiveSet, protocol: Protocol
    ) -> Mapping[AttackerLevel, LeakageEstimate]:
        return {}

    def search(self, subject: Examination, cancel: CancelToken | None = None) -> Evidence:
        """One bundle and the utility questions."""
        artifact, protocol = subject.artifact, subject.protocol
        case = self._builtin.case(subject.request, subject.sensitive, artifact, protocol)
        utility = self._qa.measure(artifact, case.language, protocol, cancel)
        drawn = self._attack(subject.sensitive, artifact, case.language, protocol)
        member = MemberScores(NAME, AttackerLevel.A0, {}, {}, drawn)
        return self._builtin.evidence(subject, case, Found((member,), utility=utility))

    def certify(
        self,
        subject: Examination,
        seed: int,
        progress: Progress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> Evidence:
        """The final audit: one more bundle."""
        return replace(self.search(subject, cancel), certified=True)

    def assess(self, request: Request, evidence: Evidence, protocol: Protocol) -> GateResult:
        """Wilson upper bound over all answers, utility."""
        estimate = evidence.leakage.get(AttackerLevel.A0)
        drawn = [item for item in (estimate.attributes if estimate else ()) if item.n]
        hits, n = sum(item.hits for item in drawn), sum(item.n for item in drawn)
        leakage_ok = n == 0 or wilson(hits, n, protocol.confidence).upper <= protocol.tau_l
        utility_ok = evidence.utility.mean >= protocol.tau_u
        weights = {item.attribute_id: item.posterior for item in drawn if item.hits}
        violations = tuple(
            Violation(key, AttackerLevel.A0, "advantage_above_tau", weight, 0.0, weight)
            for key, weight in weights.items()
            if not leakage_ok
        )
        return GateResult(leakage_ok, utility_ok, violations, weights)

    def support(
        self, request: Request, sensitive: SensitiveSet, artifact: Artifact, attribute_id: str
    ) -> Mapping[str, float]:
        return {}

    def _attack(
        self, sensitive: SensitiveSet, artifact: Artifact, language: Language, protocol: Protocol
    ) -> dict[str, Draws]:
        """m = ceil(75 / |S|) questions per attribute, all in one completion."""
        if not sensitive.attributes:
            return {}
        times = math.ceil(protocol.min_probes / len(sensitive.attributes))
        asked = [item for item in sensitive.attributes for _ in range(times)]
        words = self._book.get(ADVERSARIAL, language)
        lines = "\n".join(
            f"{number}. " + words.part("question", label=self._questions.label(item.type_id, language))
            for number, item in enumerate(asked, 1)
        )
        sampling = Sampling(protocol.procedure_temperature, BUNDLED_TOKENS * len(asked) + 64)
        system = self._book.get("system", language).part("system")
        stage = words.part("bundle", questions=lines).strip()
        schema = items_schema(len(asked), fields=len(asked))
        prompt = ChatPrompt(system, fenced(artifact.text, NAME), stage, sampling, "paper.attack", schema)
        answer: Completion | CallFailed = self._model.ask([prompt])[0]
        targets = self._builtin.grading.targets(sensitive)
        hits = dict.fromkeys((item.id for item in sensitive.attributes), 0)
        for field, value in items_of(read(prompt, answer)):
            if 0 <= field < len(asked):
                owner = asked[field].id
                hits[owner] += self._builtin.grading.grade(targets[owner], value) is ProbeResult.HIT
        return {key: Draws(count, times) for key, count in hits.items()}
