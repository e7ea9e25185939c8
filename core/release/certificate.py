"""The certificate: evidence for exactly one byte string, and what it does not say (paper 3.6, 5.5)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from datetime import UTC, datetime

from core.domain.evidence import (
    AttackerLevel,
    AttributeLeakage,
    CombinationCount,
    Depth,
    Evidence,
    LeakageEstimate,
    Metric,
    UtilityEstimate,
)
from core.domain.protocol import Protocol
from core.domain.release import Certificate, EngineInfo, RetestReport
from core.domain.taxonomy import Taxonomy
from core.domain.verdict import Verdict, VerdictKind

FORMAT = "drsl-certificate/2"

ALWAYS_UNSAID = (
    "certificate.lower_bound_only",
    "certificate.extractor_recall_ceiling",
    "certificate.literal_scope",
    "certificate.attackers_that_ran",
    "certificate.style_not_measured",
    "certificate.this_text_only",
    "certificate.device_trusted",
)
"""Limits that no run can lift."""


def issue(
    verdict: Verdict,
    *,
    protocol: Protocol,
    engine: EngineInfo,
    taxonomy: Taxonomy,
    overrides: Mapping[str, str],
    now: datetime,
    identifier: str,
) -> Certificate:
    """Seal a verdict for the exact bytes of its artifact.

    `overrides`: attribute id -> reason, for every attribute that a person kept as it is. `now` must be
    timezone-aware; it is recorded in UTC. `identifier`: unique, content-free. An INFEASIBLE verdict gets a
    certificate too: it is what a reviewer decides on. Types that the taxonomy does not know are a BugError
    of the extractor and surface as KeyError.
    """
    sensitive = verdict.sensitive
    kept = {item.id: overrides[item.id] for item in sensitive.attributes if item.id in overrides}
    kept |= {item.attribute_id: item.reason for item in sensitive.overruled}
    return Certificate(
        id=identifier,
        verdict=verdict.kind,
        sha256=verdict.artifact.sha256,
        byte_count=len(verdict.artifact.payload),
        issued_at=now.astimezone(UTC),
        protocol=protocol,
        engine=engine,
        evidence=verdict.evidence,
        rounds=verdict.rounds,
        attribute_types={item.id: taxonomy[item.type_id].id for item in sensitive.attributes},
        overrides=kept,
        does_not_say=tuple(_unsaid(verdict, engine, kept)),
        plan=verdict.plan,
        overruled={item.attribute_id: item.type_id for item in sensitive.overruled},
    )


def _unsaid(verdict: Verdict, engine: EngineInfo, kept: Mapping[str, str]) -> Iterator[str]:
    """Message keys, the general ones first."""
    yield from ALWAYS_UNSAID
    evidence = verdict.evidence
    estimates = evidence.leakage
    conditions = {
        "certificate.residual_leakage": verdict.kind is VerdictKind.INFEASIBLE,
        "certificate.not_certified": not evidence.certified,
        "certificate.nothing_found": not verdict.sensitive.attributes and not verdict.sensitive.overruled,
        "certificate.levels_not_run": any(level not in estimates for level in AttackerLevel),
        "certificate.layers_off": bool(engine.layers_off),
        "certificate.special_not_certified": any(run.uncertified for run in evidence.runs),
        "certificate.new_conversation_new_attempts": bool(evidence.attempt),
        "certificate.no_model_attacked": evidence.depth is Depth.COMPUTED,
        "certificate.population_assumptions": bool(evidence.combinations),
        "certificate.k_not_counted": not evidence.combinations,
        "certificate.utility_proxy": evidence.utility.metric in (Metric.STRUCTURED_PROXY, Metric.NEEDS),
        "certificate.utility_not_measured": not evidence.utility.items or not evidence.utility.computed,
        "certificate.kept_by_person": bool(kept),
        "certificate.edited_by_person": verdict.artifact.edited,
    }
    yield from (key for key, applies in conditions.items() if applies)


def to_json(certificate: Certificate) -> dict[str, object]:
    """The certificate as plain JSON types, stable under `format`, sorted where order has no meaning.

    Holds ids, hashes, counts, thresholds, message keys, and the reasons that a person typed for values
    they kept. No value of S, no text of X or D, no question and no answer of a probe.
    """
    evidence = certificate.evidence
    document = {
        "format": FORMAT,
        "id": certificate.id,
        "verdict": certificate.verdict.value,
        "depth": _depth(certificate),
        "sha256": certificate.sha256,
        "bytes": certificate.byte_count,
        "issued_at": certificate.issued_at.isoformat(timespec="seconds"),
        "protocol": asdict(certificate.protocol),
        "engine": {
            "name": certificate.engine.name,
            "versions": dict(sorted(certificate.engine.versions.items())),
            "members": list(certificate.engine.members),
            "layers_off": list(certificate.engine.layers_off),
            "off_reasons": dict(sorted(certificate.engine.off_reasons.items())),
            "models": {role: asdict(model) for role, model in sorted(certificate.engine.models.items())},
        },
        "rounds": certificate.rounds,
        "attributes": [
            {"id": identifier, "type": type_id, "kept_reason": certificate.overrides.get(identifier)}
            for identifier, type_id in certificate.attribute_types.items()
        ],
        "told_by_decision": [
            {"id": identifier, "type": type_id, "reason": certificate.overrides.get(identifier, "")}
            for identifier, type_id in certificate.overruled.items()
        ],
        "disclosure": {
            "task": certificate.plan.task.value,
            "task_reason": certificate.plan.task_reason,
            "items": [asdict(item) for item in certificate.plan.items],
        },
        "certified": evidence.certified,
        "attempt": evidence.attempt,
        "runs": [asdict(run) for run in evidence.runs],
        "calibration": [asdict(item) for item in evidence.calibration],
        "leakage": _levels(evidence.leakage),
        "leakage_before": _levels(evidence.before),
        **_other_measures(evidence),
        "retest": None if certificate.retest is None else _retest(certificate.retest),
        "does_not_say": list(certificate.does_not_say),
    }
    return {key: _finite(value) for key, value in document.items()}


def _finite(value: object) -> object:
    """JSON has no infinity: a number that is none becomes null."""
    match value:
        case float():
            return value if math.isfinite(value) else None
        case dict():
            return {key: _finite(item) for key, item in value.items()}
        case list() | tuple():
            return [_finite(item) for item in value]
        case _:
            return value


def _other_measures(evidence: Evidence) -> dict[str, object]:
    controls = evidence.controls
    return {
        "utility": _utility(evidence.utility),
        "further_utility": [_utility(item) for item in evidence.further_utility],
        "restoration": evidence.restoration.score,
        "k": evidence.k,
        "people": evidence.crowd,
        "combinations": [_counted(item) for item in evidence.combinations],
        "households": [_counted(item) for item in evidence.households],
        "controls": None
        if controls is None
        else {
            "planted": controls.planted,
            "found": controls.found,
            "missing_probes": controls.missing_probes,
            "valid": controls.valid,
        },
        "probes": _probe_counts(evidence),
        "bounds": dict(sorted(evidence.bounds.items())),
        "review_flags": list(evidence.review_flags),
        "lifts": [
            {"attribute": item.attribute_id, "nats": item.lift, "threshold": item.threshold, "flagged": item.flagged}
            for item in evidence.lifts
        ],
    }


def _counted(item: CombinationCount) -> dict[str, object]:
    return {
        "attributes": list(item.attribute_ids),
        "k": item.k,
        "people": item.people,
        "known": item.known,
        "dimensions": list(item.dimensions),
        "population": item.population,
    }


def _retest(report: RetestReport) -> dict[str, object]:
    return {**asdict(report), "at": report.at.isoformat(timespec="seconds"), "passed": report.passed}


def _utility(utility: UtilityEstimate) -> dict[str, object]:
    return {
        "metric": utility.metric.value,
        "mean": utility.mean,
        "lower": utility.lower,
        "upper": utility.upper,
        "n": len(utility.items),
        "computed": utility.computed,
        "missing": utility.missing,
        "notes": list(utility.notes),
    }


def _levels(estimates: Mapping[AttackerLevel, LeakageEstimate]) -> dict[str, object]:
    return {level.value: _estimate(estimates[level]) for level in AttackerLevel if level in estimates}


def _depth(certificate: Certificate) -> dict[str, object]:
    """What attacked these bytes, before any figure: `reached` is the strongest, the rest says with what."""
    evidence, retest = certificate.evidence, certificate.retest
    return {
        "reached": certificate.depth.value,
        "evaluator_types": list(evidence.evaluated_types),
        "local_model": evidence.depth is Depth.MODEL,
        "destination_model": retest.model if retest is not None and retest.answered else None,
    }


def _estimate(estimate: LeakageEstimate) -> dict[str, object]:
    worst = estimate.worst
    return {
        "members": list(estimate.members),
        "worst": None if worst is None else _attribute(worst),
        "attributes": [_attribute(item) for item in estimate.attributes],
        "scores": [_attribute(item) for item in estimate.scores],
    }


def _attribute(item: AttributeLeakage) -> dict[str, object]:
    """One member's word on one attribute; draws and an interval only where that member drew."""
    word: dict[str, object] = {
        "id": item.attribute_id,
        "attacker": item.attacker,
        "posterior": item.posterior,
        "prior": item.prior,
        "cap": item.cap,
    }
    if item.n:
        word |= {"hits": item.hits, "n": item.n, "lower": item.lower, "upper": item.upper}
    return word


def _probe_counts(evidence: Evidence) -> list[dict[str, object]]:
    """Outcomes counted per attacker and template, without their texts."""
    counts: dict[tuple[str, str], dict[str, int]] = {}
    for outcome in evidence.outcomes:
        key = (outcome.probe.attacker, outcome.probe.template)
        row = counts.setdefault(key, {})
        row[outcome.result.value] = row.get(outcome.result.value, 0) + 1
    return [
        {"attacker": attacker, "template": template, **dict(sorted(row.items()))}
        for (attacker, template), row in sorted(counts.items())
    ]
