"""What a certificate holds and what its JSON must never hold."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest
from release_cases import AGE, NAME, SAFE, attribute, certificate, evidence, sensitive_set, verdict

from core.domain.evidence import (
    AttackerLevel,
    CombinationCount,
    Metric,
    Probe,
    ProbeOutcome,
    ProbeResult,
    UtilityEstimate,
)
from core.domain.verdict import VerdictKind
from core.release.certificate import ALWAYS_UNSAID, FORMAT, to_json


def test_it_is_bound_to_the_exact_bytes():
    given = verdict(text=SAFE + " 好")
    issued = certificate(given)
    assert issued.sha256 == given.artifact.sha256
    assert issued.byte_count == len((SAFE + " 好").encode())


def test_types_are_recorded_and_values_are_not():
    issued = certificate()
    assert issued.attribute_types == {"a1": "PERSON", "a2": "AGE"}
    shown = json.dumps(to_json(issued), ensure_ascii=False)
    assert NAME not in shown
    assert SAFE not in shown
    assert f'"{AGE}"' not in shown


def test_probe_texts_stay_out_of_the_document():
    probe = Probe("a1", "reader", "enumerate", 0)
    outcomes = tuple(
        ProbeOutcome(probe, result, question=f"who is {NAME}?", answer=NAME)
        for result in (ProbeResult.HIT, ProbeResult.MISS, ProbeResult.MISS)
    )
    document = to_json(certificate(verdict(measured=replace(evidence(), outcomes=outcomes))))
    assert document["probes"] == [{"attacker": "reader", "template": "enumerate", "hit": 1, "miss": 2}]
    assert NAME not in json.dumps(document)


def test_the_document_is_plain_json_and_stable():
    first, second = to_json(certificate()), to_json(certificate())
    assert first == second
    assert json.loads(json.dumps(first, allow_nan=False)) == first
    assert first["format"] == FORMAT
    assert first["leakage"]["A0"]["worst"]["cap"] == 0.05
    assert first["depth"] == {
        "reached": "computed",
        "evaluator_types": [],
        "local_model": False,
        "destination_model": None,
    }
    assert first["protocol"]["tau_l"] == 0.05
    assert not {"seeds", "stability_window"} & first["protocol"].keys()
    assert first["issued_at"] == "2026-03-01T09:30:00+00:00"


def test_numbers_that_json_does_not_know_become_null():
    infinite = replace(evidence(), combinations=(CombinationCount(("a2",), math.inf, (), "fixture"),))
    assert to_json(certificate(verdict(measured=infinite)))["k"] is None


def test_the_general_limits_are_always_said():
    assert set(ALWAYS_UNSAID) <= set(certificate().does_not_say)


UNSAID = {
    "certificate.residual_leakage": verdict(VerdictKind.INFEASIBLE),
    "certificate.not_certified": verdict(measured=evidence(certified=False)),
    "certificate.levels_not_run": verdict(),
    "certificate.population_assumptions": verdict(),
    "certificate.utility_proxy": verdict(),
    "certificate.k_not_counted": verdict(measured=replace(evidence(), combinations=())),
    "certificate.utility_not_measured": verdict(
        measured=replace(evidence(), utility=UtilityEstimate(Metric.QA, 1.0, 1.0, 1.0))
    ),
    "certificate.edited_by_person": replace(verdict(), artifact=replace(verdict().artifact, edited=True)),
    "certificate.nothing_found": replace(verdict(), sensitive=replace(sensitive_set(), attributes=())),
    "certificate.no_model_attacked": verdict(
        measured=replace(evidence(), leakage={AttackerLevel.A1: evidence().leakage[AttackerLevel.A0]})
    ),
}


@pytest.mark.parametrize("key", UNSAID)
def test_particular_limits_are_said_when_they_hold(key):
    assert key in certificate(UNSAID[key]).does_not_say


@pytest.mark.parametrize("key", sorted(set(UNSAID) - {"certificate.levels_not_run"}))
def test_and_only_then(key):
    complete = evidence()
    asked = replace(complete.leakage[AttackerLevel.A0], members=("reader", "llm_open"))
    levels = {level: replace(asked, level=level) for level in AttackerLevel}
    utility = replace(complete.utility, metric=Metric.SEMANTIC)
    quiet = {
        "certificate.population_assumptions": replace(complete, leakage=levels, utility=utility, combinations=()),
    }.get(key, replace(complete, leakage=levels, utility=utility))
    issued = certificate(verdict(measured=quiet))
    assert key not in issued.does_not_say
    assert "certificate.levels_not_run" not in issued.does_not_say


def test_kept_values_are_named_with_their_reason():
    issued = certificate(overrides={"a2": "the shop needs it", "gone": "not in S"})
    assert issued.overrides == {"a2": "the shop needs it"}
    assert "certificate.kept_by_person" in issued.does_not_say
    rows = {row["id"]: row["kept_reason"] for row in to_json(issued)["attributes"]}
    assert rows == {"a1": None, "a2": "the shop needs it"}


def test_a_type_outside_the_taxonomy_is_our_mistake():
    with pytest.raises(KeyError):
        certificate(verdict(sensitive=sensitive_set(attribute("a1", "NO_SUCH_TYPE", NAME))))
