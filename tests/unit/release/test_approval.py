"""Who may say yes to what."""

from __future__ import annotations

from dataclasses import replace

import pytest
from release_cases import START, artifact, certificate, dry_run, evidence, sensitive_set, verdict

from core.domain.errors import ReleaseRefused
from core.domain.evidence import ControlReport
from core.domain.verdict import VerdictKind
from core.release.approval import approve


def refusal(*arguments: object) -> str:
    with pytest.raises(ReleaseRefused) as caught:
        approve(*arguments)
    return caught.value.code


def test_a_pass_is_approved_without_a_reason():
    approval = approve(certificate(), artifact(), dry_run(), " Ana ", START)
    assert approval.approved_by == "Ana"
    assert approval.sha256 == artifact().sha256
    assert approval.destination == dry_run()


def test_other_bytes_are_refused():
    assert refusal(certificate(), artifact("something else"), dry_run(), "Ana", START) == "approval.wrong_bytes"


def test_one_more_space_is_other_bytes():
    changed = replace(artifact(), text=artifact().text + " ")
    assert refusal(certificate(), changed, dry_run(), "Ana", START) == "approval.wrong_bytes"


@pytest.mark.parametrize("reason", ["", "   "])
def test_infeasible_needs_a_reviewers_reason(reason):
    issued = certificate(verdict(VerdictKind.INFEASIBLE))
    assert refusal(issued, artifact(), dry_run(), "Ana", START, reason) == "approval.reason_required"


def test_infeasible_with_a_reason_is_a_persons_decision():
    issued = certificate(verdict(VerdictKind.INFEASIBLE, measured=evidence(certified=False, controls=None)))
    assert approve(issued, artifact(), dry_run(), "Ana", START, "agreed by phone").reason == "agreed by phone"


@pytest.mark.parametrize("kind", list(VerdictKind))
def test_a_missed_control_makes_any_verdict_invalid(kind):
    issued = certificate(verdict(kind, measured=evidence(controls=ControlReport(3, 2))))
    assert refusal(issued, artifact(), dry_run(), "Ana", START, "because") == "approval.invalid_evaluation"


def test_a_pass_without_controls_is_invalid():
    issued = certificate(verdict(measured=evidence(controls=None)))
    assert refusal(issued, artifact(), dry_run(), "Ana", START) == "approval.invalid_evaluation"


def test_a_search_is_no_certificate():
    issued = certificate(verdict(measured=evidence(certified=False)))
    assert refusal(issued, artifact(), dry_run(), "Ana", START) == "approval.not_certified"


def test_an_empty_set_needs_no_controls():
    empty = replace(
        verdict(measured=evidence(certified=False, controls=None)), sensitive=replace(sensitive_set(), attributes=())
    )
    assert approve(certificate(empty), artifact(), dry_run(), "Ana", START)


def test_a_kept_value_needs_a_reason():
    issued = certificate(overrides={"a2": " "})
    assert refusal(issued, artifact(), dry_run(), "Ana", START) == "approval.override_without_reason"


def test_nobody_cannot_approve():
    assert refusal(certificate(), artifact(), dry_run(), " ", START) == "approval.nobody"
