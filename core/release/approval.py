"""A person's yes: for these bytes, this certificate, this destination."""

from __future__ import annotations

from datetime import UTC, datetime

from core.domain.artifact import Artifact
from core.domain.errors import ReleaseRefused
from core.domain.release import Approval, Certificate, Destination, Purpose
from core.domain.verdict import VerdictKind


def approve(
    certificate: Certificate,
    artifact: Artifact,
    destination: Destination,
    by: str,
    now: datetime,
    reason: str = "",
    purpose: Purpose = Purpose.SEND,
) -> Approval:
    """Record that `by` (a person's name or account, not empty) approves.

    Raises ReleaseRefused: `approval.nobody`; as `check_certificate`; `approval.reason_required` for an
    INFEASIBLE verdict without a reviewer's reason.
    """
    if not by.strip():
        raise ReleaseRefused("approval.nobody")
    check_certificate(certificate, artifact)
    if certificate.verdict is VerdictKind.INFEASIBLE and not reason.strip():
        raise ReleaseRefused("approval.reason_required")
    return Approval(
        certificate_id=certificate.id,
        sha256=artifact.sha256,
        destination=destination,
        approved_by=by.strip(),
        approved_at=now.astimezone(UTC),
        reason=reason.strip(),
        purpose=purpose,
    )


def check_certificate(certificate: Certificate, artifact: Artifact) -> None:
    """Whether `certificate` may stand for `artifact` at all.

    Raises ReleaseRefused: `approval.wrong_bytes`; `approval.invalid_evaluation` when a positive control
    was missed, or a PASS has none; `approval.not_certified` for a PASS that only a search supports;
    `approval.override_without_reason`.
    """
    payload = artifact.payload
    if certificate.sha256 != artifact.sha256 or certificate.byte_count != len(payload):
        raise ReleaseRefused("approval.wrong_bytes", details={"bytes": len(payload)})
    evidence = certificate.evidence
    if evidence.controls is not None and not evidence.controls.valid:
        raise ReleaseRefused("approval.invalid_evaluation")
    # With an empty S there is no value to plant beside and nothing to certify but the extraction.
    if certificate.verdict is VerdictKind.PASS and certificate.attribute_types:
        if not evidence.certified:
            raise ReleaseRefused("approval.not_certified")
        if evidence.controls is None:
            raise ReleaseRefused("approval.invalid_evaluation")
    if not all(reason.strip() for reason in certificate.overrides.values()):
        raise ReleaseRefused("approval.override_without_reason")
