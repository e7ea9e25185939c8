"""From a verdict to an outcome with its certificate; the same for every engine."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from datetime import UTC, datetime

from core.domain.artifact import EXACT_LEVEL
from core.domain.language import Language
from core.domain.protocol import Protocol
from core.domain.release import EngineInfo
from core.domain.request import Request
from core.domain.taxonomy import Domain, Taxonomy
from core.domain.verdict import Verdict
from core.engine.outcome import Outcome
from core.llm.model import Usage
from core.release.certificate import issue

IDENTIFIER_BYTES = 16


def sealed(
    request: Request,
    verdict: Verdict,
    *,
    protocol: Protocol,
    engine: EngineInfo,
    taxonomy: Taxonomy,
    language: Language,
    domain: Domain,
    started: float,
    stage_seconds: Mapping[str, float],
    usage: Mapping[str, Usage] | None = None,
) -> Outcome:
    """The outcome of a verdict, with its certificate. `started`: of `time.perf_counter`."""
    kept = {
        attribute_id: decision.reason
        for attribute_id, decision in request.decisions.levels.items()
        if decision.level == EXACT_LEVEL
    }
    certificate = issue(
        verdict,
        protocol=protocol,
        engine=engine,
        taxonomy=taxonomy,
        overrides=kept,
        now=datetime.now(UTC),
        identifier=secrets.token_hex(IDENTIFIER_BYTES),
    )
    seconds = time.perf_counter() - started
    return Outcome(request, verdict, certificate, language, domain, seconds, dict(stage_seconds), dict(usage or {}))
