"""What a choice would do, before it is made: L, U and k of other levels, by the same falsifiers as the search.

For a reviewer's cards: nothing here is certified, nothing is stored, nothing is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.dehydrate.dehydrator import Dehydrator
from core.domain.artifact import EXACT_LEVEL, Artifact
from core.domain.events import CancelToken
from core.domain.evidence import AttributeLeakage, CombinationCount, Evidence
from core.domain.protocol import Protocol
from core.domain.request import Decision, Decisions, Request
from core.domain.sensitive import SensitiveSet
from core.engine.conversation import Conversation
from core.engine.outcome import Outcome
from core.loop.lexicographic import EvidenceVerifier
from core.verify.examination import Examination
from core.verify.gate import GateResult


@dataclass(frozen=True, slots=True)
class Prediction:
    """One choice for one attribute, or all choices together (`attribute_id` empty, `level` -1).

    `leakage`: advantage at the worst attribute, in [0, 1]. `posterior`: their belief in the true value of
    this attribute (of the worst one, for all together). `k`: smallest crowd, None when none was counted; `people`: the
    same in people of the population, None where one is unknown. `counted`: the combination that is so small.
    `measured` False: `utility` says nothing, the answer needs too few values. `passes`: the search finds nothing; only
    a certification can say PASS. `homes`: how many households fit, None where nothing is told of two people of one.
    `counts`: the attributes that `people` rests on.
    """

    attribute_id: str
    level: int
    rendered: str
    leakage: float
    posterior: float
    utility: float
    k: float | None
    passes: bool
    people: float | None = None
    measured: bool = True
    counted: CombinationCount | None = None
    homes: float | None = None
    counts: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Puts levels in place and measures. `find`: S of a request by the built-in layers. Safe from any thread."""

    dehydrator: Dehydrator
    verifier: EvidenceVerifier
    find: Callable[[Request, Conversation], SensitiveSet]

    def artifact(self, outcome: Outcome, levels: Mapping[str, int], conversation: Conversation) -> Artifact:
        """D with other levels; tokens are drawn on a fork, so that a question uses none up."""
        sensitive = outcome.verdict.sensitive
        merged = {**outcome.verdict.artifact.levels, **levels}
        vault = conversation.vault.fork()
        return self.dehydrator.dehydrate(outcome.request.text, sensitive, merged, vault, outcome.language)

    def measure(
        self,
        outcome: Outcome,
        levels: Mapping[str, int],
        conversation: Conversation,
        protocol: Protocol,
        cancel: CancelToken | None = None,
    ) -> Prediction:
        """All choices together."""
        artifact = self.artifact(outcome, levels, conversation)
        evidence, gate = self._evidence(outcome, artifact, levels, protocol, cancel)
        worst = max((item.posterior for item in _strongest(evidence).values()), default=0.0)
        return _prediction("", -1, "", evidence, gate, worst)

    def measure_text(
        self, outcome: Outcome, text: str, protocol: Protocol, cancel: CancelToken | None = None
    ) -> Prediction:
        """A text that a person wrote, against the decisions that `outcome` holds already."""
        sensitive, before = outcome.verdict.sensitive, outcome.verdict.evidence.before
        artifact = self.dehydrator.edited(text, outcome.verdict.artifact, sensitive)
        evidence = self.verifier.search(
            Examination(outcome.request, sensitive, artifact, protocol, before, outcome.plan.task), cancel
        )
        gate = self.verifier.assess(outcome.request, evidence, protocol)
        worst = max((item.posterior for item in _strongest(evidence).values()), default=0.0)
        return _prediction("", -1, "", evidence, gate, worst)

    def ladder(
        self,
        outcome: Outcome,
        attribute_id: str,
        levels: Mapping[str, int],
        conversation: Conversation,
        protocol: Protocol,
        cancel: CancelToken | None = None,
    ) -> tuple[Prediction, ...]:
        """Every level of one attribute from 1 to the top, with `levels` in place for the others.

        Raises Cancelled between two levels.
        """
        attribute = outcome.verdict.sensitive.by_id(attribute_id)
        found: list[Prediction] = []
        for level in range(EXACT_LEVEL + 1, self.dehydrator.top(attribute) + 1):
            if cancel is not None:
                cancel.check()
            chosen = {**levels, attribute_id: level}
            artifact = self.artifact(outcome, chosen, conversation)
            evidence, gate = self._evidence(outcome, artifact, chosen, protocol, cancel)
            posterior = _strongest(evidence).get(attribute_id)
            rendered = next((item.rendered for item in artifact.replacements if item.attribute_id == attribute_id), "")
            found.append(
                _prediction(attribute_id, level, rendered, evidence, gate, posterior.posterior if posterior else 0.0)
            )
        return tuple(found)

    def _evidence(
        self,
        outcome: Outcome,
        artifact: Artifact,
        levels: Mapping[str, int],
        protocol: Protocol,
        cancel: CancelToken | None,
    ) -> tuple[Evidence, GateResult]:
        request = decided(outcome.request, {key: Decision(level) for key, level in levels.items()})
        before = outcome.verdict.evidence.before
        subject = Examination(request, outcome.verdict.sensitive, artifact, protocol, before, outcome.plan.task)
        evidence = self.verifier.search(subject, cancel)
        return evidence, self.verifier.assess(request, evidence, protocol)


def decided(request: Request, levels: Mapping[str, Decision], not_sensitive: Sequence[str] = ()) -> Request:
    """`request` with a reviewer's decisions added to the author's."""
    before = request.decisions
    merged = replace(
        before,
        levels={**before.levels, **levels},
        not_sensitive=before.not_sensitive | frozenset(not_sensitive),
    )
    return replace(request, decisions=merged)


def all_levels(outcome: Outcome, decisions: Decisions) -> dict[str, int]:
    """Level of every attribute of S under `decisions`; where they say nothing, the verdict's."""
    levels = dict(outcome.verdict.artifact.levels)
    levels.update({key: item.level for key, item in decisions.levels.items() if key in levels})
    return levels


def _strongest(evidence: Evidence) -> dict[str, AttributeLeakage]:
    highest = max(evidence.leakage.values(), key=lambda item: item.level.rank, default=None)
    return {item.attribute_id: item for item in highest.attributes} if highest is not None else {}


def _prediction(
    attribute_id: str, level: int, rendered: str, evidence: Evidence, gate: GateResult, posterior: float
) -> Prediction:
    highest = max(evidence.leakage.values(), key=lambda item: item.level.rank, default=None)
    return Prediction(
        attribute_id,
        level,
        rendered,
        highest.advantage if highest is not None else 0.0,
        posterior,
        evidence.utility.mean,
        evidence.k,
        gate.passed,
        evidence.crowd,
        evidence.utility.computed,
        min(evidence.combinations, key=lambda item: item.people, default=None),
        evidence.homes,
        evidence.counted,
    )
