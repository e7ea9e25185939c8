"""Fakes of the view models' ports: an engine that hides names, work that runs when told to, a scripted sender."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.dehydrate.generalization import Generalization
from core.domain.artifact import Artifact, Replacement
from core.domain.errors import KnownError
from core.domain.events import CancelToken, Stage, StageEvent, StageState
from core.domain.evidence import Evidence, Metric, RestorationScore, UtilityEstimate
from core.domain.language import Language
from core.domain.learning import LearnedSnapshot
from core.domain.protocol import STRICT, Protocol
from core.domain.release import Certificate, EngineInfo
from core.domain.request import Decisions, Request
from core.domain.sensitive import Explanation, Layer, Mention, SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Domain, Kind
from core.domain.tokens import TokenEntry
from core.domain.verdict import ResidualReport, Verdict, VerdictKind
from core.engine.conversation import Conversation
from core.engine.outcome import Outcome, Preview
from core.net.envelope import EarlierTurn, Envelope
from core.release.declared import Declared
from core.release.parcel import Parcel
from core.resources import load_taxonomy, resource_root
from core.restore.pieces import Piece, PlainText, RestoredValue
from ui.shared.viewmodels.ports import Delivery, RetestEvent, SendEvent

NAME = "Margaret"
INFO = EngineInfo("fake", {}, (), ())


def measure(*, certified: bool) -> Evidence:
    utility = UtilityEstimate(Metric.STRUCTURED_PROXY, 1.0, 1.0, 1.0)
    return Evidence({}, {}, utility, RestorationScore(0.5), (), None, certified)


def attribute_at(start: int) -> SensitiveAttribute:
    mention = Mention(
        start, start + len(NAME), NAME, "PERSON", NAME, Language.EN, Layer.LEXICON, Explanation("fake", 1.0, 1.0)
    )
    return SensitiveAttribute("a1", "PERSON", Kind.EXPLICIT, NAME, (mention,))


class FakeEngine:
    """Finds `NAME` once; replaces it by a token unless a person kept it, then the verdict is INFEASIBLE."""

    def __init__(self) -> None:
        self.taxonomy = load_taxonomy(resource_root())
        self.info = INFO
        self.calls: list[str] = []
        self.error: Exception | None = None
        self.builtin: Any = self
        self.models = (None, None)
        self.texts: Path | None = None

    def use_texts(self, folder: Path | None) -> None:
        self.texts = folder

    def extract(self, request: Request, conversation: Conversation, *_rest: object) -> SensitiveSet:
        return self._sensitive(request)

    def coarse_level(self, _attribute: SensitiveAttribute) -> int:
        return 1

    def decide(self, outcome: Outcome, decisions: Decisions, conversation: Conversation, *_rest: object) -> Outcome:
        request = replace(outcome.request, decisions=decisions)
        return self._judge(request, self._artifact(request, conversation), STRICT)

    def deepen(self, outcome: Outcome, conversation: Conversation, *_rest: object) -> Outcome:
        return outcome

    def what_if(self) -> Any:
        raise KnownError("resource.unreadable", details={"file": "the fake predicts nothing"})

    def warm(self, cancel: CancelToken | None = None) -> None:
        """Nothing is read."""

    def use(self, snapshot: LearnedSnapshot, pinned: Mapping[Domain, LearnedSnapshot] | None = None) -> None:
        """Nothing is learned."""

    def use_words(self, words: object) -> None:
        """No words of a person's own."""

    def measure_attackers(self, language: Language, cancel: CancelToken | None = None) -> None:
        """There is no model."""

    def forget(self) -> None:
        """Nothing is remembered."""

    def close(self) -> None:
        """There is no connection."""

    def ladder(self, _attribute: SensitiveAttribute, _language: Language) -> tuple[Generalization, ...]:
        return (Generalization(0, NAME, NAME, 1.0, 0.0, 0.0), Generalization(1, "", "token", 0.0, 0.0, 1.0))

    def _sensitive(self, request: Request) -> SensitiveSet:
        start = request.text.find(NAME)
        if start < 0 or "a1" in request.decisions.not_sensitive or NAME in request.decisions.never_hide:
            return SensitiveSet(())
        return SensitiveSet((attribute_at(start),))

    def _artifact(self, request: Request, conversation: Conversation) -> Artifact:
        sensitive = self._sensitive(request)
        if not sensitive.attributes:
            return Artifact(request.text, (), {})
        attribute = sensitive.attributes[0]
        decision = request.decisions.levels.get("a1")
        if decision is not None and decision.level == 0:
            return Artifact(request.text, (), {"a1": 0})
        token = conversation.vault.token_for(attribute, self.taxonomy["PERSON"], Language.EN).token
        mention = attribute.mentions[0]
        text = request.text[: mention.start] + token + request.text[mention.end :]
        replacement = Replacement(
            "a1", mention.start, mention.end, mention.start, mention.start + len(token), 1, token, token=token
        )
        return Artifact(text, (replacement,), {"a1": 1})

    def preview(
        self,
        request: Request,
        conversation: Conversation,
        *,
        evidence: bool = False,
        protocol: Protocol = STRICT,
        cancel: CancelToken | None = None,
    ) -> Preview:
        self.calls.append("measure" if evidence else "preview")
        measured = measure(certified=False) if evidence else None
        artifact = self._artifact(request, conversation)
        return Preview(request, self._sensitive(request), artifact, measured, Language.EN, Domain.GENERAL)

    def sanitize(
        self,
        request: Request,
        conversation: Conversation,
        protocol: Protocol = STRICT,
        progress: Callable[[StageEvent], None] = lambda _event: None,
        cancel: CancelToken | None = None,
    ) -> Outcome:
        self.calls.append("sanitize")
        if self.error is not None:
            raise self.error
        progress(StageEvent(Stage.EXTRACT, StageState.RUNNING))
        progress(StageEvent(Stage.EXTRACT, StageState.DONE))
        return self._judge(request, self._artifact(request, conversation), protocol)

    def recheck(
        self,
        outcome: Outcome,
        edited: str,
        conversation: Conversation,
        progress: Callable[[StageEvent], None] = lambda _event: None,
        cancel: CancelToken | None = None,
    ) -> Outcome:
        self.calls.append("recheck")
        return self._judge(outcome.request, Artifact(edited, (), {"a1": 1}, edited=True), STRICT)

    def _judge(self, request: Request, artifact: Artifact, protocol: Protocol) -> Outcome:
        kind = VerdictKind.INFEASIBLE if NAME in artifact.text else VerdictKind.PASS
        measured = measure(certified=True)
        residual = ResidualReport((), ("a1",))
        verdict = Verdict(kind, self._sensitive(request), artifact, measured, residual, (), 1)
        issued = datetime(2026, 1, 1, tzinfo=UTC)
        certificate = Certificate(
            "c1", kind, artifact.sha256, len(artifact.payload), issued, protocol, INFO, measured, 1, {}, {}, ()
        )
        return Outcome(request, verdict, certificate, Language.EN, Domain.GENERAL, 0.1, {})


@dataclass
class _Job:
    run: Callable[..., Any]
    done: Callable[[Any], None]
    failed: Callable[[Exception], None]
    progress: Callable[[StageEvent], None] | None
    cancel: CancelToken


@dataclass
class ManualWork:
    """Jobs wait until `run_all`; `hold` keeps finished results back, as a slow thread would."""

    jobs: list[_Job] = field(default_factory=list)

    def submit(
        self,
        job: Callable[..., Any],
        done: Callable[[Any], None],
        failed: Callable[[Exception], None],
        progress: Callable[[StageEvent], None] | None = None,
    ) -> CancelToken:
        token = CancelToken()
        self.jobs.append(_Job(job, done, failed, progress, token))
        return token

    def run_next(self) -> None:
        job = self.jobs.pop(0)
        try:
            value = job.run(job.cancel, job.progress or (lambda _event: None))
        except Exception as error:  # noqa: BLE001 - as the pool does
            job.failed(error)
        else:
            job.done(value)

    def run_all(self) -> None:
        while self.jobs:
            self.run_next()


@dataclass
class ScriptedSender:
    """Keeps deliveries; the test plays the events."""

    deliveries: list[Delivery] = field(default_factory=list)
    listeners: list[Callable[[tuple[SendEvent, ...]], None]] = field(default_factory=list)
    tests: list[Delivery] = field(default_factory=list)
    test_listeners: list[Callable[[tuple[RetestEvent, ...]], None]] = field(default_factory=list)
    cancelled: int = 0
    refusal: Exception | None = None
    system: str = ""
    earlier: tuple[EarlierTurn, ...] = ()

    def pack(self, delivery: Delivery) -> Parcel:
        if self.refusal is not None:
            raise self.refusal
        outcome, artifact = delivery.outcome, delivery.outcome.verdict.artifact
        envelope = Envelope(artifact.text, self.system, self.earlier)
        size = sum(len(text.encode()) for text in envelope.texts)
        declared = (Declared(outcome.verdict.sensitive, artifact.levels),)
        return Parcel(
            "p1", artifact, outcome.certificate, delivery.destination, envelope, declared, Language.EN, "", size
        )

    def send(
        self, delivery: Delivery, parcel: Parcel, listener: Callable[[tuple[SendEvent, ...]], None]
    ) -> ScriptedSender:
        assert parcel.artifact is delivery.outcome.verdict.artifact
        self.deliveries.append(delivery)
        self.listeners.append(listener)
        return self

    def retest(self, delivery: Delivery, listener: Callable[[tuple[RetestEvent, ...]], None]) -> ScriptedSender:
        self.tests.append(delivery)
        self.test_listeners.append(listener)
        return self

    def play_test(self, event: RetestEvent) -> None:
        self.test_listeners[-1]((event,))

    def cancel(self) -> None:
        self.cancelled += 1

    def play(self, *events: SendEvent) -> None:
        self.listeners[-1](events)

    def restore(self, answer: str, entries: tuple[TokenEntry, ...], prompt: str) -> tuple[Piece, ...]:
        return restored(answer, {entry.token: entry.original for entry in entries})


def restored(answer: str, originals: Mapping[str, str]) -> tuple[Piece, ...]:
    for token, original in originals.items():
        head, found, tail = answer.partition(token)
        if found:
            return (PlainText(head), RestoredValue(original, original, token, "a1", token), PlainText(tail))
    return (PlainText(answer),)
