"""What the engine hands to a command line or a view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.domain.artifact import Artifact
from core.domain.disclosure import EMPTY_PLAN, DisclosurePlan
from core.domain.evidence import Evidence
from core.domain.language import Language
from core.domain.learning import TypedSet
from core.domain.release import Certificate, EngineInfo
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.domain.taxonomy import Domain
from core.domain.verdict import Verdict
from core.llm.model import Usage

EVALUATOR = "evaluator"
"""The layer's name, and the stage its seconds stand under."""
NOT_ASKED = "evaluator.not_asked"
NOT_ON_THIS_ENGINE = "evaluator.not_on_this_engine"


def evaluator_off(info: EngineInfo) -> str:
    """Why the embedded evaluator of an engine does not look: a message key; "" where it can be asked."""
    reason = info.off_reasons.get(EVALUATOR, NOT_ON_THIS_ENGINE)
    return "" if reason == NOT_ASKED else reason


@dataclass(frozen=True, slots=True)
class Preview:
    """The proposal shown while a person types or moves a level: never certified. `library`: digest of what the prompt
    library gave it to start from, empty for the shipped one; `sets`: the typed sets that its signature picked."""

    request: Request
    sensitive: SensitiveSet
    artifact: Artifact
    evidence: Evidence | None
    language: Language
    domain: Domain
    library: str = ""
    sets: tuple[TypedSet, ...] = ()
    plan: DisclosurePlan = EMPTY_PLAN


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of one full run. `stage_seconds`: wall-clock seconds per stage name. `usage`: what language models were
    asked, by purpose; empty without one. `prompt_versions`: learned items of the library that took part -> version.
    `fixed`: a person set every level, so nothing moves them any more."""

    request: Request
    verdict: Verdict
    certificate: Certificate
    language: Language
    domain: Domain
    seconds: float
    stage_seconds: Mapping[str, float]
    usage: Mapping[str, Usage] = field(default_factory=dict)
    prompt_versions: Mapping[str, str] = field(default_factory=dict)
    fixed: bool = False

    @property
    def plan(self) -> DisclosurePlan:
        """What is told, coarsened and hidden in D, and why."""
        return self.verdict.plan

    @property
    def llm_calls(self) -> int:
        """Questions put to language models."""
        return sum(usage.calls for usage in self.usage.values())

    @property
    def tokens(self) -> int:
        """Tokens that language models read and wrote."""
        return sum(usage.prompt_tokens + usage.completion_tokens for usage in self.usage.values())
