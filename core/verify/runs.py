"""What a certification drew, as evidence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from core.domain.evidence import ControlReport, MemberCount, ProbeResult, SampledRun
from core.domain.protocol import Protocol
from core.verify.attackers.reader import ReaderAttacker
from core.verify.estimates import Draws
from core.verify.gate import rule_passes, upper_bound
from core.verify.probes import DrawResult
from core.verify.statistics import clopper_pearson


def by_attribute(drawn: DrawResult) -> dict[str, Draws]:
    """Draws per attribute; missing ones left out."""
    counted: dict[str, Draws] = {}
    for outcome in drawn.outcomes:
        if outcome.result is ProbeResult.MALFORMED:
            continue
        known = counted.get(outcome.probe.attribute_id, Draws())
        hit = int(outcome.result is ProbeResult.HIT)
        counted[outcome.probe.attribute_id] = Draws(known.hits + hit, known.n + 1)
    return counted


def reader_run(reader: ReaderAttacker, drawn: DrawResult, controls: ControlReport, protocol: Protocol) -> SampledRun:
    """The reader's certification as evidence: one draw is one answer of its own."""
    counts: dict[tuple[str, str], MemberCount] = {}
    for outcome in drawn.outcomes:
        if outcome.result is ProbeResult.MALFORMED:
            continue
        key = outcome.probe.attribute_id, outcome.probe.template
        empty = MemberCount(outcome.probe.attribute_id, reader.id, outcome.probe.template, reader.level, 0, 0)
        known = counts.get(key, empty)
        hit, unknown = outcome.result is ProbeResult.HIT, outcome.result is ProbeResult.REFUSED
        counts[key] = replace(known, hits=known.hits + hit, n=known.n + 1, unknown=known.unknown + unknown)
    n = sum(count.n for count in counts.values())
    return SampledRun(
        ensemble=reader.id,
        passed=rule_passes(drawn.hits, n, protocol),
        hits=drawn.hits,
        n=n,
        clusters=n,
        requests=n,
        upper=upper_bound(drawn.hits, n, protocol),
        worst_upper=worst_upper(counts.values(), protocol),
        controls=controls,
        missing=drawn.missing,
        counts=tuple(counts.values()),
    )


def worst_upper(counts: Iterable[MemberCount], protocol: Protocol) -> float:
    """Clopper-Pearson upper bound on the attribute with the highest rate."""
    drawn: dict[str, Draws] = {}
    for count in counts:
        known = drawn.get(count.attribute_id, Draws())
        drawn[count.attribute_id] = Draws(known.hits + count.hits, known.n + count.n)
    bounds = [clopper_pearson(item.hits, item.n, protocol.confidence).upper for item in drawn.values()]
    return max(bounds, default=1.0)
