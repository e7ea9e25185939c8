"""Fictional verdicts, certificates and parcels for tests of the release package."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from unhurried import LIMIT_SECONDS

from core.domain.artifact import Artifact, Replacement
from core.domain.evidence import (
    AttackerLevel,
    AttributeLeakage,
    CombinationCount,
    ControlReport,
    Evidence,
    LeakageEstimate,
    Metric,
    RestorationScore,
    UtilityEstimate,
    UtilityItem,
)
from core.domain.language import Language
from core.domain.protocol import STRICT
from core.domain.release import Certificate, Destination, DestinationKind, EngineInfo
from core.domain.sensitive import (
    Explanation,
    Layer,
    LayerHealth,
    LayerState,
    Mention,
    SensitiveAttribute,
    SensitiveSet,
)
from core.domain.taxonomy import Kind
from core.domain.verdict import ResidualReport, Verdict, VerdictKind
from core.net.address import make_destination
from core.net.answers import AnswerEvent, Delta
from core.net.connect import RemoteConnector
from core.net.exchange import Wire
from core.net.limits import ReplyLimits, Timeouts
from core.release.approval import approve
from core.release.certificate import issue
from core.release.gateway import Gateway
from core.release.journal import MemorySendJournal
from core.release.parcel import Parcel
from core.release.texts import ReleaseTexts
from core.release.ticket import TicketRegistry
from core.resources import load_taxonomy, resource_root

START = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
NAME = "Orla Quist"
AGE = "67"
PROMPT = f"My aunt {NAME} is {AGE}. Which walking shoes suit her?"
SAFE = "My aunt [PERSON_1] is in her sixties. Which walking shoes suit her?"
ALL_FOUND = ControlReport(3, 3)
ENGINE = EngineInfo("built-in", {"drsl": "0"}, ("reader", "prior"), ())
REMOTE_KINDS = tuple(kind for kind in DestinationKind if kind.remote)


class Clock:
    """A clock that a test moves."""

    def __init__(self, now: datetime = START) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def advance(self, delta: timedelta) -> None:
        self.now += delta


@dataclass(frozen=True)
class LiteralHit:
    attribute_id: str
    start: int
    end: int


class PlainFinder:
    """Finds surfaces of attributes above level 0, letter by letter. Stands in for the hard line."""

    def find(self, text: str, sensitive: SensitiveSet, levels: Mapping[str, int]) -> Sequence[LiteralHit]:
        hits = []
        for attribute in sensitive.attributes:
            if levels.get(attribute.id, 1) == 0:
                continue
            for surface in attribute.surfaces:
                start = text.find(surface)
                while start >= 0:
                    hits.append(LiteralHit(attribute.id, start, start + len(surface)))
                    start = text.find(surface, start + 1)
        return tuple(hits)


def attribute(identifier: str, type_id: str, value: str, text: str = PROMPT) -> SensitiveAttribute:
    start = max(0, text.find(value))
    why = Explanation("fixture", 0.9, 0.9)
    mention = Mention(start, start + len(value), value, type_id, value, Language.EN, Layer.PATTERN, why)
    return SensitiveAttribute(identifier, type_id, Kind.EXPLICIT, value, (mention,))


def sensitive_set(*attributes: SensitiveAttribute, state: LayerState = LayerState.OK) -> SensitiveSet:
    chosen = attributes or (attribute("a1", "PERSON", NAME), attribute("a2", "AGE", AGE))
    return SensitiveSet(chosen, layers=(LayerHealth(Layer.PATTERN, LayerState.OK), LayerHealth(Layer.NER, state)))


def artifact(text: str = SAFE, levels: Mapping[str, int] | None = None) -> Artifact:
    start = text.find("[PERSON_1]")
    replaced = (Replacement("a1", 8, 18, start, start + 10, 1, "[PERSON_1]", token="[PERSON_1]"),) if start >= 0 else ()
    return Artifact(text, replaced, {"a1": 1, "a2": 2} if levels is None else levels)


def evidence(*, certified: bool = True, controls: ControlReport | None = ALL_FOUND) -> Evidence:
    leak = AttributeLeakage("a1", 0.01, 0.01, "reader", cap=0.05)
    estimate = LeakageEstimate(AttackerLevel.A0, ("reader",), (leak,), (leak,))
    return Evidence(
        leakage={AttackerLevel.A0: estimate},
        before={AttackerLevel.A0: replace(estimate, attributes=(replace(leak, posterior=0.9),), scores=())},
        utility=UtilityEstimate(Metric.STRUCTURED_PROXY, 0.83, 0.7, 0.9, (UtilityItem("fixture?", 1.0),)),
        restoration=RestorationScore(0.4),
        combinations=(CombinationCount(("a2",), 1240.0, ("age",), "fixture"),),
        controls=controls,
        certified=certified,
        bounds={"witness_epsilon": 0.06},
    )


def verdict(
    kind: VerdictKind = VerdictKind.PASS,
    *,
    text: str = SAFE,
    sensitive: SensitiveSet | None = None,
    measured: Evidence | None = None,
    levels: Mapping[str, int] | None = None,
) -> Verdict:
    return Verdict(
        kind,
        sensitive or sensitive_set(),
        artifact(text, levels),
        measured or evidence(),
        ResidualReport((), ("reader",)),
        (),
        3,
    )


def certificate(given: Verdict | None = None, overrides: Mapping[str, str] | None = None) -> Certificate:
    return issue(
        given or verdict(),
        protocol=STRICT,
        engine=ENGINE,
        taxonomy=load_taxonomy(resource_root()),
        overrides=overrides or {},
        now=START,
        identifier="c-1",
    )


def dry_run() -> Destination:
    return make_destination("dry", DestinationKind.DRY_RUN, "Dry run")


def destination_at(url: str, kind: DestinationKind = DestinationKind.OPENAI) -> Destination:
    return make_destination("cloud", kind, "Scripted", base_url=url, model="scripted-1")


async def no_sleep(seconds: float) -> None:
    """Retries without waiting."""


def connector(
    *,
    connect: float = LIMIT_SECONDS,
    read: float = LIMIT_SECONDS,
    limits: ReplyLimits | None = None,
    wire: Wire | None = None,
    **options: object,
) -> RemoteConnector:
    """`connect`, `read`: seconds; short only where the server says nothing and that is to be found out."""
    chosen = wire or Wire(limits=limits or ReplyLimits(), sleep=no_sleep, jitter=lambda: 0.0)
    return RemoteConnector(timeouts=Timeouts(connect, LIMIT_SECONDS, read, LIMIT_SECONDS), wire=chosen, **options)  # type: ignore[arg-type]


@dataclass
class GatewayHarness:
    """A gateway with its parts at hand."""

    clock: Clock = field(default_factory=Clock)
    journal: MemorySendJournal = field(default_factory=MemorySendJournal)
    remote: RemoteConnector = field(default_factory=connector)
    finder: object = field(default_factory=PlainFinder)
    root: Path = field(default_factory=resource_root)

    def __post_init__(self) -> None:
        self.office = TicketRegistry(self.clock)
        self.gateway = Gateway(
            ReleaseTexts.load(self.root),
            self.finder,  # type: ignore[arg-type]
            journal=self.journal,
            office=self.office,
            remote=self.remote,
            clock=self.clock,
        )

    def pack(self, destination: Destination, given: Verdict | None = None, turns: Sequence[object] = ()) -> Parcel:
        judged = given or verdict()
        return self.gateway.pack(
            judged.artifact,
            judged.sensitive,
            certificate(judged),
            destination,
            Language.EN,
            turns,  # type: ignore[arg-type]
        )

    def approved(self, parcel: Parcel, reason: str = "") -> object:
        approval = approve(parcel.certificate, parcel.artifact, parcel.destination, "reviewer", self.clock(), reason)
        return self.gateway.admit(parcel, approval)

    def states(self, parcel: Parcel) -> list[str]:
        return [item.state.value for item in self.journal.records() if item.release_id == parcel.id]


async def collect(events: AsyncIterator[AnswerEvent]) -> list[AnswerEvent]:
    return [event async for event in events]


def gather(events: AsyncIterator[AnswerEvent]) -> list[AnswerEvent]:
    """All events of an exchange, in a loop of its own."""
    return asyncio.run(collect(events))


def text_of(events: Sequence[AnswerEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, Delta))
