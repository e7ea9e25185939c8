"""The only code that hands bytes to the network (DESIGN 5.5, promise 1).

    parcel = gateway.pack(...)              # what would leave, to be shown
    approval = approve(parcel.certificate, parcel.artifact, parcel.destination, by, now)
    ticket = gateway.admit(parcel, approval)
    async for event in gateway.send(ticket, parcel, key): ...

Cancelling the task that iterates closes the socket at once; the journal then says what became of the bytes.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from pathlib import Path

from core.dehydrate.hard_line import HardLine
from core.domain.artifact import Artifact
from core.domain.errors import DrslError, ReleaseRefused
from core.domain.language import Language
from core.domain.release import (
    Approval,
    Certificate,
    Destination,
    DestinationKind,
    Purpose,
    ReleaseTicket,
    RetestPolicy,
    SendState,
)
from core.domain.secret import Secret
from core.domain.sensitive import SensitiveSet
from core.domain.verdict import VerdictKind
from core.net.adapter import DestinationAdapter, strings_in
from core.net.address import parse_base_url
from core.net.answers import AnswerEvent, Delta, Finished, Sent, Transmission
from core.net.connect import Connect, RemoteConnector
from core.net.envelope import EarlierTurn, Envelope
from core.release.approval import check_certificate
from core.release.declared import Declared, harmonised, literal_spans, union, without_literals
from core.release.journal import MemorySendJournal, SendJournal, SendRecord
from core.release.local_destinations import ByHand, DryRun
from core.release.parcel import Parcel, PastTurn
from core.release.retest import check_retest
from core.release.texts import ReleaseTexts
from core.release.ticket import Clock, TicketRegistry, utc_now

RELEASE_ID_BYTES = 16
_FINAL_STATE = {Sent.NO: SendState.FAILED, Sent.UNKNOWN: SendState.UNKNOWN, Sent.YES: SendState.SENT}
PROBE = Envelope("ping")
_NO_KEY = Secret("")


class Gateway:
    """Packs, admits and sends releases. One per process; every method may be called from any thread.

    `hard_line` looks for declared values; `remote` makes adapters for destinations behind a network.
    """

    def __init__(
        self,
        texts: ReleaseTexts,
        hard_line: HardLine,
        *,
        journal: SendJournal | None = None,
        office: TicketRegistry | None = None,
        remote: Connect | None = None,
        clock: Clock = utc_now,
        new_id: Callable[[], str] = lambda: secrets.token_hex(RELEASE_ID_BYTES),
        retest: RetestPolicy = RetestPolicy.OFF,
    ) -> None:
        """`retest`: ALWAYS admits nothing to a remote destination that has not attacked it first."""
        self._texts = texts
        self._hard_line = hard_line
        self._journal: SendJournal = journal or MemorySendJournal()
        self._office = office or TicketRegistry(clock)
        self._remote: Connect = remote or RemoteConnector()
        self._clock = clock
        self._new_id = new_id
        self._retest = retest

    @classmethod
    def create(cls, root: Path, hard_line: HardLine, *, proxy: str = "") -> Gateway:
        """A gateway over the texts below `root`. `proxy` as from `core.net.address.parse_proxy`."""
        return cls(ReleaseTexts.load(root), hard_line, remote=RemoteConnector(proxy))

    def require(self, retest: RetestPolicy) -> None:
        """From now on this policy holds; what was admitted under another one is checked again by `send`."""
        self._retest = retest

    def pack(
        self,
        artifact: Artifact,
        sensitive: SensitiveSet,
        certificate: Certificate,
        destination: Destination,
        language: Language,
        turns: Sequence[PastTurn] = (),
    ) -> Parcel:
        """Everything that would leave, for a person to see. Records the draft; touches no network.

        `turns`: earlier exchanges of the conversation, oldest first; those without an answer are left out.
        Literals that the cloud itself wrote into an earlier answer are blanked, and the system line is left
        out when one of its words is a value to hide; a literal in an earlier prompt is only refused by
        `send`, for the person to decide. Raises InputError for a bad address.
        """
        past = [Declared(turn.sensitive, turn.artifact.levels) for turn in turns]
        declared = harmonised([*past, Declared(sensitive, artifact.levels)])
        envelope, omitted = self._envelope(artifact, destination, language, turns, union(declared))
        body = self._adapter(destination, _NO_KEY, language).body(envelope)
        parcel = Parcel(
            id=self._new_id(),
            artifact=artifact,
            certificate=certificate,
            destination=destination,
            envelope=envelope,
            declared=declared,
            language=language,
            body_sha256=hashlib.sha256(body).hexdigest(),
            body_bytes=len(body),
            omitted=omitted,
        )
        self._record(parcel, SendState.DRAFT)
        return parcel

    def pack_retest(
        self,
        artifact: Artifact,
        sensitive: SensitiveSet,
        certificate: Certificate,
        destination: Destination,
        language: Language,
    ) -> Parcel:
        """The same bytes, to be attacked by a model at the destination instead of answered (paper T18).

        A parcel like any other, with a line of instruction of its own and no earlier turns: it needs its own approval
        (`purpose=Purpose.RETEST`) and its own ticket, and `send` checks all that it always checks. Raises
        ReleaseRefused `retest.no_model` for a destination without a wire, InputError for a bad address.
        """
        if not destination.kind.remote:
            raise ReleaseRefused("retest.no_model", details={"destination": destination.id})
        declared = harmonised([Declared(sensitive, artifact.levels)])
        system = self._texts.retest[language]
        if literal_spans(self._hard_line, system, union(declared)):
            raise ReleaseRefused("retest.literal_in_instruction", details={"destination": destination.id})
        envelope = Envelope(artifact.text, system)
        body = self._adapter(destination, _NO_KEY, language).body(envelope)
        parcel = Parcel(
            id=self._new_id(),
            artifact=artifact,
            certificate=certificate,
            destination=destination,
            envelope=envelope,
            declared=declared,
            language=language,
            body_sha256=hashlib.sha256(body).hexdigest(),
            body_bytes=len(body),
            purpose=Purpose.RETEST,
        )
        self._record(parcel, SendState.DRAFT)
        return parcel

    def admit(self, parcel: Parcel, approval: Approval) -> ReleaseTicket:
        """A ticket for an approved parcel.

        Raises ReleaseRefused `approval.mismatch` when the approval is for other bytes, another certificate,
        another destination or another purpose, as `check_certificate`, or as `check_retest`.
        """
        if parcel.purpose is Purpose.SEND:
            check_retest(self._retest, parcel.certificate, parcel.destination)
        fits = (
            approval.purpose is parcel.purpose
            and approval.certificate_id == parcel.certificate.id
            and approval.sha256 == parcel.artifact.sha256
            and approval.destination == parcel.destination
            and (bool(approval.reason) or parcel.certificate.verdict is VerdictKind.PASS)
        )
        if not fits:
            raise ReleaseRefused("approval.mismatch")
        check_certificate(parcel.certificate, parcel.artifact)
        self._record(parcel, SendState.APPROVED)
        return self._office.issue(approval, parcel.seal, len(parcel.artifact.payload))

    async def send(
        self, ticket: ReleaseTicket, parcel: Parcel, key: Secret = _NO_KEY
    ) -> AsyncGenerator[AnswerEvent, None]:
        """Verify everything once more, use up the ticket, send, and yield the answer.

        Raises ReleaseRefused when anything does not hold: then nothing was sent and the ticket is void.
        Raises DestinationError with `details`: `sent` (no, unknown, yes), `received` (characters of the
        answer), perhaps `status` and `retry_after`; and `retryable`. A cancelled task records what is known.
        """
        adapter, body = self._verified(ticket, parcel, key)
        self._record(parcel, SendState.SENDING)
        transmission = Transmission()
        code = "bug"
        try:
            async with aclosing(adapter.exchange(body, transmission)) as events:
                async for event in events:
                    if isinstance(event, Finished):
                        code = ""
                    yield event
        except DrslError as error:
            code = error.code
            raise
        except (asyncio.CancelledError, GeneratorExit):
            code = code and "cancelled"
            raise
        finally:
            self._record(parcel, self._final(parcel, transmission, code), code)

    async def probe(self, destination: Destination, key: Secret = _NO_KEY) -> None:
        """Ask a configured destination whether it answers. Sends one fixed word and no text of the user's,
        so neither certificate nor ticket is needed. Raises InputError, DestinationError; ReleaseRefused
        `release.key_missing`. A destination without a wire is always there.
        """
        if not destination.kind.remote:
            return
        _check_key(destination, key)
        adapter = self._remote(destination, key)
        async with aclosing(adapter.exchange(adapter.body(PROBE), Transmission())) as events:
            async for event in events:
                if isinstance(event, Delta | Finished):
                    return

    def _verified(self, ticket: ReleaseTicket, parcel: Parcel, key: Secret) -> tuple[DestinationAdapter, bytes]:
        """All checks of promise 1, on the very bytes that follow; then the ticket is used up."""
        try:
            self._check(ticket, parcel, key)
            adapter = self._adapter(parcel.destination, key, parcel.language)
            body = adapter.body(parcel.envelope)
            _check_body(parcel, body)
            self._office.redeem(ticket, parcel.seal)
        except DrslError as error:
            self._office.void(ticket)
            self._refused(parcel, error)
            raise
        return adapter, body

    def _check(self, ticket: ReleaseTicket, parcel: Parcel, key: Secret) -> None:
        artifact = parcel.artifact
        payload = artifact.payload
        digest = hashlib.sha256(payload).hexdigest()
        if parcel.unhealthy:
            raise ReleaseRefused("release.layer_failed", details={"layer": parcel.unhealthy[0].layer.value})
        if digest != ticket.approval.sha256 or len(payload) != ticket.byte_count:
            raise ReleaseRefused("release.wrong_bytes", details={"bytes": len(payload)})
        if parcel.envelope.prompt.encode("utf-8") != payload:
            raise ReleaseRefused("release.wrong_bytes", details={"bytes": parcel.envelope.prompt_bytes})
        if ticket.approval.certificate_id != parcel.certificate.id:
            raise ReleaseRefused("release.wrong_certificate")
        if ticket.approval.destination != parcel.destination:
            raise ReleaseRefused("release.wrong_destination")
        check_certificate(parcel.certificate, artifact)
        if parcel.purpose is Purpose.SEND:
            check_retest(self._retest, parcel.certificate, parcel.destination)
        if ticket.approval.purpose is not parcel.purpose:
            raise ReleaseRefused("approval.mismatch")
        _check_key(parcel.destination, key)
        self._check_hard_line(parcel)

    def _check_hard_line(self, parcel: Parcel) -> None:
        """No declared value in the prompt, the system line or an earlier turn."""
        envelope = parcel.envelope
        declared = union(parcel.declared)
        places = [("prompt", envelope.prompt), ("system", envelope.system)]
        places += [("earlier", text) for turn in envelope.earlier for text in (turn.prompt, turn.answer)]
        for where, text in places:
            spans = literal_spans(self._hard_line, text, declared)
            if spans:
                raise ReleaseRefused("release.literal_found", details={"where": where, "count": len(spans)})

    def _envelope(
        self,
        artifact: Artifact,
        destination: Destination,
        language: Language,
        turns: Sequence[PastTurn],
        declared: Declared,
    ) -> tuple[Envelope, int]:
        if not destination.kind.remote:
            return Envelope(artifact.text), 0
        omitted = 0
        earlier: list[EarlierTurn] = []
        for turn in turns:
            if not turn.cloud_answer.strip():
                continue
            answer, count = without_literals(
                self._hard_line, turn.cloud_answer, declared, self._texts.omitted[language]
            )
            omitted += count
            earlier.append(EarlierTurn(turn.artifact.text, answer))
        system = self._texts.system[language]
        if literal_spans(self._hard_line, system, declared):
            system = ""
        return Envelope(artifact.text, system, tuple(earlier)), omitted

    def _adapter(self, destination: Destination, key: Secret, language: Language) -> DestinationAdapter:
        match destination.kind:
            case DestinationKind.DRY_RUN:
                return DryRun(self._texts, language)
            case DestinationKind.MANUAL:
                return ByHand()
            case _:
                return self._remote(destination, key)

    def _final(self, parcel: Parcel, transmission: Transmission, code: str) -> SendState:
        if parcel.destination.kind is DestinationKind.DRY_RUN and not code:
            return SendState.SENT
        return _FINAL_STATE[transmission.sent]

    def _refused(self, parcel: Parcel, error: DrslError) -> None:
        """A release that was never admitted, or that already ended, keeps its state."""
        if self._journal.state(parcel.id) is SendState.APPROVED:
            self._record(parcel, SendState.FAILED, error.code)

    def _record(self, parcel: Parcel, state: SendState, code: str = "") -> None:
        self._journal.record(
            SendRecord(
                release_id=parcel.id,
                state=state,
                at=self._clock(),
                certificate_id=parcel.certificate.id,
                sha256=parcel.artifact.sha256,
                destination_id=parcel.destination.id,
                byte_count=len(parcel.artifact.payload),
                body_bytes=parcel.body_bytes,
                code=code,
            )
        )


def _check_key(destination: Destination, key: Secret) -> None:
    """Everything behind a network wants a key; a server on this machine may do without."""
    if destination.kind.remote and not key and not parse_base_url(destination.base_url).origin.is_loopback:
        raise ReleaseRefused("release.key_missing", details={"destination": destination.id})


def _check_body(parcel: Parcel, body: bytes) -> None:
    """The body is the one that was shown, and carries no text but the envelope's."""
    if hashlib.sha256(body).hexdigest() != parcel.body_sha256:
        raise ReleaseRefused("release.wrong_body", details={"bytes": len(body)})
    if not parcel.destination.kind.remote:
        if body != parcel.artifact.payload:
            raise ReleaseRefused("release.wrong_body", details={"bytes": len(body)})
        return
    known = {*parcel.envelope.texts, parcel.destination.model, "system", "user", "assistant"}
    strings = strings_in(json.loads(body))
    if not strings <= known or parcel.envelope.prompt not in strings:
        raise ReleaseRefused("release.wrong_body", details={"bytes": len(body)})
