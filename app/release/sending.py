"""The window's way to the gateway: key, approval, ticket, stream and restoration on the asyncio thread."""

from __future__ import annotations

import asyncio
import getpass
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import aclosing
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from app.release.journal import CurrentJournal
from app.runtime.io_runtime import Bridge, Channel, IoRuntime
from app.runtime.work import CpuPool
from core.domain.errors import BugError, DrslError
from core.domain.events import CancelToken
from core.domain.release import Destination, RetestPolicy, SendState
from core.domain.secret import Secret
from core.domain.taxonomy import Taxonomy
from core.domain.tokens import TokenEntry
from core.keys.custody import KeyStore
from core.net.answers import AnswerEvent, Delta, Finished, Handover, Retrying, Started
from core.release.approval import approve
from core.release.local_destinations import pasted_answer
from core.release.parcel import Parcel
from core.restore.labels import RestoreRules
from core.restore.pieces import Piece
from core.restore.restorer import AnswerRestorer, restore
from ui.shared.viewmodels.ports import (
    AnswerEnded,
    AnswerGrew,
    Connected,
    Delivery,
    HandedOver,
    Listener,
    Retested,
    RetestEvent,
    RetestListener,
    SendEvent,
    SendFailed,
    SendHandle,
    Waiting,
)

if TYPE_CHECKING:
    # The gateway brings the HTTP library, which would delay the window; it is imported with the engine.
    from app.release.retesting import Retester
    from core.release.gateway import Gateway

_LEFT = {SendState.SENT: "yes", SendState.UNKNOWN: "unknown", SendState.SENDING: "unknown"}
_NO_KEY = Secret("")


def person() -> str:
    """Who approves, for the local record: the account of this computer."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "local user"


@dataclass(frozen=True, slots=True)
class Post:
    """What sending needs once the engine is there."""

    gateway: Gateway
    retester: Retester
    journal: CurrentJournal
    taxonomy: Taxonomy
    rules: RestoreRules


class _Handle:
    """Cancels whichever step is under way. Main thread only."""

    def __init__(self) -> None:
        self.cancelled = False
        self.waiting: CancelToken | None = None
        self.sending: Future[None] | None = None

    def cancel(self) -> None:
        self.cancelled = True
        if self.waiting is not None:
            self.waiting.cancel()
        if self.sending is not None:
            self.sending.cancel()


class GatewaySender:
    """`SenderPort` over a gateway. `attach` once the engine is ready; before that packing is a BugError."""

    def __init__(self, runtime: IoRuntime, bridge: Bridge, pool: CpuPool, keys: KeyStore) -> None:
        self._runtime = runtime
        self._bridge = bridge
        self._pool = pool
        self._keys = keys
        self._post: Post | None = None
        self._person = person()
        self._policy = RetestPolicy.OFF

    def attach(self, post: Post) -> None:
        """From now on parcels can be packed and sent."""
        self._post = post
        post.gateway.require(self._policy)

    def require(self, policy: RetestPolicy) -> None:
        """Whether the gateway admits a text to a destination that has not attacked it first."""
        self._policy = policy
        if self._post is not None:
            self._post.gateway.require(policy)

    @property
    def _ready(self) -> Post:
        if self._post is None:
            raise BugError("sending.not_ready")
        return self._post

    def pack(self, delivery: Delivery) -> Parcel:
        """Everything that would leave. Raises InputError for a bad address."""
        verdict = delivery.outcome.verdict
        return self._ready.gateway.pack(
            verdict.artifact,
            verdict.sensitive,
            delivery.outcome.certificate,
            delivery.destination,
            delivery.outcome.language,
            tuple(delivery.conversation.turns),
        )

    def send(self, delivery: Delivery, parcel: Parcel, listener: Listener) -> SendHandle:
        """Fetch the key (the key store may ask the person), then approve and send."""
        channel = self._bridge.channel(listener)
        post = self._ready
        entries = delivery.conversation.vault.entries()
        return self._begin(
            parcel.destination,
            lambda key: self._exchange(post, parcel, key, entries, channel),
            lambda error: channel.post(_failure(error, "no")),
        )

    def retest(self, delivery: Delivery, listener: RetestListener) -> SendHandle:
        """Fetch the key, then pack, approve and send what the destination's model is to attack."""
        channel = self._bridge.channel(listener)
        post = self._ready
        return self._begin(
            delivery.destination,
            lambda key: self._attack(post, delivery, key, channel),
            lambda error: channel.post(_failure(error, "no")),
        )

    def _begin(
        self,
        destination: Destination,
        exchange: Callable[[Secret], Coroutine[Any, Any, None]],
        refused: Callable[[Exception], None],
    ) -> SendHandle:
        handle = _Handle()

        def go(key: Secret) -> None:
            handle.waiting = None
            handle.sending = self._runtime.submit(exchange(key))

        if destination.kind.remote:
            handle.waiting = self._pool.submit(lambda _cancel, _progress: self._key(destination), go, refused)
        else:
            go(_NO_KEY)
        return handle

    def _key(self, destination: Destination) -> Secret:
        return self._keys.get(destination.id) or _NO_KEY

    async def _attack(self, post: Post, delivery: Delivery, key: Secret, channel: Channel[RetestEvent]) -> None:
        """As `_exchange`: every end is an event."""
        parcel: Parcel | None = None
        ended: RetestEvent
        try:
            parcel = post.retester.pack(delivery)
            ended = Retested(await post.retester.run(delivery, parcel, key, self._person))
        except asyncio.CancelledError:
            channel.post(SendFailed("cancelled", self._left(post, parcel) if parcel is not None else "no"))
            raise
        except Exception as error:  # noqa: BLE001 - the border of the thread: shown to the person as a problem
            ended = _failure(error, self._left(post, parcel) if parcel is not None else "no")
        channel.post(ended)

    async def _exchange(
        self,
        post: Post,
        parcel: Parcel,
        key: Secret,
        entries: tuple[TokenEntry, ...],
        channel: Channel[SendEvent],
    ) -> None:
        """Every way this can end becomes an event; what became of the bytes is read from the journal."""
        restorer = AnswerRestorer(entries, post.taxonomy, post.rules, parcel.artifact.text)
        ended: SendEvent | None = None
        try:
            approval = approve(parcel.certificate, parcel.artifact, parcel.destination, self._person, datetime.now(UTC))
            ticket = post.gateway.admit(parcel, approval)
            post.journal.approved(parcel.id, approval, ticket)
            async with aclosing(post.gateway.send(ticket, parcel, key)) as events:
                async for event in events:
                    if isinstance(event, Finished):
                        ended = AnswerEnded(event.reason)
                    else:
                        _forward(event, restorer, channel)
        except asyncio.CancelledError:
            ended = SendFailed("cancelled", self._left(post, parcel))
            raise
        except Exception as error:  # noqa: BLE001 - the border of the thread: shown to the person as a problem
            ended = _failure(error, self._left(post, parcel))
        finally:
            rest = restorer.finish()
            if rest:
                channel.post(AnswerGrew(rest, ""))
            channel.post(ended or AnswerEnded())

    @staticmethod
    def _left(post: Post, parcel: Parcel) -> str:
        state = post.journal.state(parcel.id)
        return _LEFT.get(state, "no") if state is not None else "no"

    def restore(self, answer: str, entries: tuple[TokenEntry, ...], prompt: str = "") -> tuple[Piece, ...]:
        """A pasted answer to `prompt`, bounded and plain, with originals put back."""
        post = self._ready
        clean = "".join(event.text for event in pasted_answer(answer) if isinstance(event, Delta))
        return restore(clean, entries, post.taxonomy, post.rules, prompt).pieces


def _forward(event: AnswerEvent, restorer: AnswerRestorer, channel: Channel[SendEvent]) -> None:
    match event:
        case Started():
            channel.post(Connected())
        case Retrying():
            channel.post(Waiting(event.attempt, event.attempts, event.seconds))
        case Delta():
            channel.post(AnswerGrew(restorer.feed(event.text), event.text))
        case Handover():
            channel.post(HandedOver(event.text))
        case _:
            return


def _failure(error: Exception, left: str) -> SendFailed:
    if isinstance(error, DrslError):
        return SendFailed(error.code, left, dict(error.details))
    return SendFailed("bug", left, {"kind": type(error).__name__})
