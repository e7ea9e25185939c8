"""The external re-test: a model of the destination's trust class attacks the exact bytes (paper T18).

It is a release like any other and goes through the gateway, with its own approval and ticket: asking the destination
discloses the text to it. What comes back is hostile text; it is only ever compared, never followed.

    parcel = gateway.pack_retest(...)           # the caveat is shown, a person says yes to this purpose
    ticket = gateway.admit(parcel, approve(..., purpose=Purpose.RETEST))
    answer = the text that gateway.send(ticket, parcel, key) yields
    verdict, certificate = after_retest(verdict, certificate, read_retest(...))
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime

from core.dehydrate.hard_line import HardLine
from core.domain.artifact import EXACT_LEVEL, Artifact
from core.domain.errors import ReleaseRefused
from core.domain.evidence import AttackerLevel, Probe, ProbeOutcome, ProbeResult
from core.domain.release import Certificate, Destination, RetestPolicy, RetestReport
from core.domain.sensitive import SensitiveSet
from core.domain.verdict import ResidualItem, Verdict, VerdictKind
from core.verify.grading import GradingTable

ATTACKER = "destination"
RETEST_HIT = "retest_hit"
MAX_LINES = 400
"""A list longer than that is no list of one text."""
_BEGIN, _END = "LIST", "END"
_EDGES = " \t-*\u2022\u00b7`\"'\u201c\u201d"
_COLON = re.compile("[:\uff1a]")


def read_retest(
    answer: str,
    artifact: Artifact,
    sensitive: SensitiveSet,
    destination: Destination,
    grading: GradingTable,
    hard_line: HardLine,
    now: datetime,
) -> RetestReport:
    """What `answer` names. A value told exactly by a person's decision is no finding.

    `answered` only for a list between its two marks: a model that did something else has tested nothing.
    """
    lines = _listed(answer)
    targets = grading.targets(sensitive)
    found: dict[str, None] = {}
    for value in lines or ():
        for attribute_id, target in targets.items():
            kept = artifact.levels.get(attribute_id) == EXACT_LEVEL
            if not kept and grading.grade(target, value) is ProbeResult.HIT:
                found[attribute_id] = None
    for hit in hard_line.find(answer, sensitive, artifact.levels):
        found[hit.attribute_id] = None
    return RetestReport(
        destination.id,
        destination.model,
        artifact.sha256,
        lines is not None,
        tuple(found),
        len(lines or ()),
        now.astimezone(UTC),
    )


def _listed(answer: str) -> list[str] | None:
    """The values of the list, None where there is none."""
    lines = [line.strip(_EDGES) for line in answer.splitlines()]
    if _BEGIN not in lines or _END not in lines[lines.index(_BEGIN) :]:
        return None
    start = lines.index(_BEGIN) + 1
    body = lines[start : lines.index(_END, start)]
    if len(body) > MAX_LINES:
        return None
    values = (_COLON.split(line, maxsplit=1)[-1].strip(_EDGES) for line in body)
    return [value for value in values if value]


def after_retest(verdict: Verdict, certificate: Certificate, report: RetestReport) -> tuple[Verdict, Certificate]:
    """A re-test that named something turns a PASS into INFEASIBLE: it blocks, and a person decides from the queue.

    One without a list changes no verdict; under ALWAYS it does not open the gateway either. Raises ReleaseRefused
    `retest.wrong_bytes` for a report about other bytes.
    """
    if report.sha256 != certificate.sha256:
        raise ReleaseRefused("retest.wrong_bytes")
    if not report.found:
        return verdict, replace(certificate, retest=report)
    items = tuple(_item(verdict.artifact, attribute_id) for attribute_id in report.found)
    residual = replace(verdict.residual, items=(*items, *verdict.residual.items), reason=RETEST_HIT)
    failed = replace(verdict, kind=VerdictKind.INFEASIBLE, residual=residual)
    return failed, replace(certificate, verdict=VerdictKind.INFEASIBLE, retest=report)


def _item(artifact: Artifact, attribute_id: str) -> ResidualItem:
    place = next((item for item in artifact.replacements if item.attribute_id == attribute_id), None)
    probe = ProbeOutcome(Probe(attribute_id, ATTACKER, RETEST_HIT, 0), ProbeResult.HIT)
    start, end = (place.start, place.end) if place is not None else (-1, -1)
    return ResidualItem(attribute_id, AttackerLevel.A0, 1.0, 0.0, RETEST_HIT, start, end, (probe,))


def check_retest(policy: RetestPolicy, certificate: Certificate, destination: Destination) -> None:
    """Whether `certificate` may be used at `destination` as far as re-testing goes.

    Raises ReleaseRefused: `retest.required` under ALWAYS without a list from this very destination; `retest.failed`
    when one named something and the certificate still says PASS.
    """
    report = certificate.retest
    if report is not None and report.found and certificate.verdict is VerdictKind.PASS:
        raise ReleaseRefused("retest.failed", details={"found": len(report.found)})
    if policy is not RetestPolicy.ALWAYS or not destination.kind.remote:
        return
    here = report is not None and report.answered and report.destination_id == destination.id
    if not here or report is None or report.sha256 != certificate.sha256:
        raise ReleaseRefused("retest.required", details={"destination": destination.id})


def caveat(text: str, destination: Destination) -> str:
    """The disclosure caveat of T18 (`ReleaseTexts.retest_caveat`), naming the destination."""
    return text.replace("{destination}", destination.name)
