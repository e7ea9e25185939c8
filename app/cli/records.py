"""Results as JSON objects (DESIGN section 6): the stable form that scripts and measurements read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from core.domain.disclosure import DisclosureRole, PlanItem
from core.domain.evidence import AttackerLevel, LeakageEstimate, UtilityEstimate
from core.domain.sensitive import Mention, SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Taxonomy
from core.domain.tokens import TokenEntry
from core.domain.verdict import LoopStep, ResidualReport
from core.engine.outcome import EVALUATOR, Outcome
from core.release.certificate import to_json

Record = dict[str, Any]
_PLACES = 6
_SHOWN_PROBES = 5
MILLISECONDS = 1000


def extract_record(identifier: str | int, sensitive: SensitiveSet, taxonomy: Taxonomy, seconds: float) -> Record:
    """One object of `drsl extract`. Offsets are code points of the input text.

    What a rule found and the reader takes for nobody's has no `attribute` and the role `public`.
    """
    owners = {id(mention): attribute for attribute in sensitive.attributes for mention in attribute.mentions}

    def span(mention: Mention, attribute: SensitiveAttribute | None) -> Record:
        kind = taxonomy[mention.type_id]
        role = DisclosureRole.PUBLIC if attribute is None else attribute.role or kind.does
        return {
            "start": mention.start,
            "end": mention.end,
            "text": mention.text,
            "type": mention.type_id,
            "kind": kind.kind.value,
            "layer": mention.layer.value,
            "score": round(mention.explanation.score, _PLACES),
            "attribute": "" if attribute is None else attribute.id,
            "role": role.value,
            "sure": attribute is not None and attribute.sure,
            "why": mention.explanation.recognizer,
        }

    found = [(mention, owners[id(mention)]) for mention in sensitive.mentions]
    both = sorted([*found, *((mention, None) for mention in sensitive.set_aside)], key=lambda pair: pair[0].start)
    return {
        "id": identifier,
        "spans": [span(mention, attribute) for mention, attribute in both],
        "combinations": [list(item.attribute_ids) for item in sensitive.combinations],
        "layers": _layers(sensitive),
        "ms": _ms(seconds),
    }


def sanitize_record(identifier: str | int, outcome: Outcome, taxonomy: Taxonomy, seconds: float) -> Record:
    """One object of `drsl sanitize`. `llm_calls` and `tokens` are 0 where no language model was asked."""
    verdict, evidence, artifact = outcome.verdict, outcome.verdict.evidence, outcome.verdict.artifact
    return {
        "id": identifier,
        "verdict": verdict.kind.value,
        "depth": outcome.certificate.depth.value,
        "text": artifact.text,
        "sha256": artifact.sha256,
        "language": outcome.language.value,
        "domain": outcome.domain.value,
        "task": outcome.plan.task.value,
        "attributes": _attributes(outcome, taxonomy),
        "combinations": [
            {"attributes": list(item.attribute_ids), "reason": item.reason} for item in verdict.sensitive.combinations
        ],
        "layers": _layers(verdict.sensitive),
        "replacements": [asdict(item) for item in artifact.replacements],
        "scrubbed": artifact.scrubbed,
        "leakage": _curve(evidence.leakage),
        "leakage_before": _curve(evidence.before),
        "utility": _utility(evidence.utility),
        "restoration": round(evidence.restoration.score, _PLACES),
        "k": _number(evidence.k),
        "people": _number(evidence.crowd),
        "households": _number(evidence.homes),
        "bounds": {name: _number(value) for name, value in evidence.bounds.items()},
        "review_flags": list(evidence.review_flags),
        "residual": _residual(verdict.residual, outcome),
        "residual_reason": verdict.residual.reason,
        "checked": list(verdict.residual.checked),
        "certificate": to_json(outcome.certificate),
        "steps": [_step(step) for step in verdict.steps],
        "evaluator": _evaluator(outcome),
        "rounds": verdict.rounds,
        "llm_calls": outcome.llm_calls,
        "tokens": outcome.tokens,
        "stage_seconds": {stage: round(spent, _PLACES) for stage, spent in outcome.stage_seconds.items()},
        "ms": _ms(seconds),
    }


def _evaluator(outcome: Outcome) -> Record:
    """State of the embedded evaluator in this run; `blind`: attributes of types that it is not counted for."""
    reason = outcome.certificate.engine.off_reasons.get(EVALUATOR)
    lifts = outcome.verdict.evidence.lifts
    return {
        "state": "on" if reason is None and EVALUATOR in outcome.stage_seconds else "off",
        "reason": reason,
        "seconds": round(outcome.stage_seconds.get(EVALUATOR, 0.0), _PLACES),
        "scored": sum(item.lift is not None for item in lifts),
        "blind": sum(item.threshold is None for item in lifts),
        "flagged": sum(item.flagged for item in lifts),
    }


def token_table(entries: Sequence[TokenEntry]) -> list[Record]:
    """The tokens of a conversation with their originals: sensitive, printed only when asked for."""
    return [
        {
            "token": entry.token,
            "label": entry.label,
            "number": entry.number,
            "type": entry.type_id,
            "attribute": entry.attribute_id,
            "original": entry.original,
            "language": entry.language.value,
        }
        for entry in entries
    ]


def _attributes(outcome: Outcome, taxonomy: Taxonomy) -> list[Record]:
    artifact = outcome.verdict.artifact
    rendered: dict[str, str] = {}
    for item in artifact.replacements:
        if not rendered.get(item.attribute_id):
            rendered[item.attribute_id] = item.rendered
    return [
        {
            "id": attribute.id,
            "type": attribute.type_id,
            "kind": attribute.kind.value,
            "family": taxonomy[attribute.type_id].family.value,
            "value": attribute.value,
            "level": artifact.levels.get(attribute.id),
            "rendered": rendered.get(attribute.id, ""),
            "task_relevant": attribute.task_relevant,
            **_planned(outcome.plan.item(attribute.id)),
            "sure": attribute.sure,
            "probability": round(attribute.probability, _PLACES),
            "relevance_reason": attribute.relevance_reason,
            "mentions": [
                {
                    "start": mention.start,
                    "end": mention.end,
                    "text": mention.text,
                    "layer": mention.layer.value,
                    "why": mention.explanation.recognizer,
                    "score": round(mention.explanation.score, _PLACES),
                }
                for mention in attribute.mentions
            ],
        }
        for attribute in outcome.verdict.sensitive.attributes
    ]


def _planned(item: PlanItem | None) -> Record:
    """What the plan does with an attribute, and the key of its reason."""
    if item is None:
        return {"role": None, "treatment": None, "reason": ""}
    return {"role": item.role.value, "treatment": item.treatment.value, "reason": item.reason}


def _layers(sensitive: SensitiveSet) -> list[Record]:
    return [
        {
            "layer": health.layer.value,
            "state": health.state.value,
            "reason": health.reason,
            "recognizers": list(health.recognizers),
        }
        for health in sensitive.layers
    ]


def _curve(leakage: Mapping[AttackerLevel, LeakageEstimate]) -> Record:
    return {level.value: _estimate(leakage[level]) for level in AttackerLevel if level in leakage}


def _estimate(estimate: LeakageEstimate) -> Record:
    """The worst attribute of one level; `hits`, `n` and the interval only where the member that is named drew."""
    worst = estimate.worst
    record: Record = {
        "worst": _number(estimate.advantage),
        "members": list(estimate.members),
        "attribute": None if worst is None else worst.attribute_id,
        "attacker": None if worst is None else worst.attacker,
        "posterior": None if worst is None else _number(worst.posterior),
        "prior": None if worst is None else _number(worst.prior),
    }
    if worst is not None and worst.n:
        interval = {"lower": _number(worst.lower), "upper": _number(worst.upper)}
        record |= {"hits": worst.hits, "n": worst.n, **interval}
    return record


def _utility(utility: UtilityEstimate) -> Record:
    return {
        "metric": utility.metric.value,
        "proxy": utility.metric.value.endswith("proxy"),
        "mean": _number(utility.mean),
        "lower": _number(utility.lower),
        "upper": _number(utility.upper),
        "n": len(utility.items),
    }


def _residual(report: ResidualReport, outcome: Outcome) -> list[Record]:
    types = {attribute.id: attribute.type_id for attribute in outcome.verdict.sensitive.attributes}
    return [
        {
            "attribute": item.attribute_id,
            "type": types.get(item.attribute_id, ""),
            "level": item.level.value,
            "reason": item.reason,
            "posterior": _number(item.posterior),
            "prior": _number(item.prior),
            "start": item.start,
            "end": item.end,
            "hits": len(item.hits),
            "probes": [
                {
                    "attacker": hit.probe.attacker,
                    "template": hit.probe.template,
                    "question": hit.question,
                    "answer": hit.answer,
                }
                for hit in item.hits[:_SHOWN_PROBES]
            ],
        }
        for item in report.items
    ]


def _step(step: LoopStep) -> Record:
    return {**asdict(step), "kind": step.kind.value, "leakage": _number(step.leakage), "utility": _number(step.utility)}


def _number(value: float | None) -> float | None:
    """Rounded, and None where JSON has no number for it."""
    if value is None or value != value or value in (float("inf"), float("-inf")):
        return None
    return round(value, _PLACES)


def _ms(seconds: float) -> float:
    return round(seconds * MILLISECONDS, 3)
