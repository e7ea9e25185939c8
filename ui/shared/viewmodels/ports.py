"""What the view models need from the rest of the program; small fakes stand in for each in tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol as TypingProtocol
from typing import TypeVar

from core.domain.events import CancelToken, Progress, StageEvent
from core.domain.release import Destination
from core.domain.secret import Secret
from core.domain.tokens import TokenEntry
from core.engine.conversation import Conversation, SentTurn
from core.engine.outcome import Outcome
from core.net.answers import FinishReason
from core.release.parcel import Parcel
from core.restore.pieces import Piece
from core.store.records import (
    ReviewDecision,
    ReviewFilter,
    ReviewHistory,
    ReviewItem,
    ReviewLine,
    ReviewOrder,
    ReviewState,
    ReviewStep,
)
from ui.shared.viewmodels.problems import Problem

T = TypeVar("T")


class WorkPort(TypingProtocol):
    """Runs engine work off the main thread; callbacks come back in the main thread."""

    def submit(
        self,
        job: Callable[[CancelToken, Progress], T],
        done: Callable[[T], None],
        failed: Callable[[Exception], None],
        progress: Callable[[StageEvent], None] | None = None,
    ) -> CancelToken: ...


@dataclass(frozen=True, slots=True)
class Connected:
    """The destination took the bytes: from here on they count as sent."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The destination could not take the request yet; try `attempt` of `attempts` follows in `seconds`."""

    attempt: int
    attempts: int
    seconds: float


@dataclass(frozen=True, slots=True)
class AnswerGrew:
    """More of the answer: restored pieces for the reader, `cloud` = the same stretch as the cloud wrote it."""

    pieces: tuple[Piece, ...]
    cloud: str


@dataclass(frozen=True, slots=True)
class AnswerEnded:
    """The answer is complete as far as the destination says."""

    reason: FinishReason = FinishReason.STOP


@dataclass(frozen=True, slots=True)
class HandedOver:
    """Manual destination: `text` is what the person copies."""

    text: str


@dataclass(frozen=True, slots=True)
class SendFailed:
    """`code` and `details` of a DrslError. `sent`: "no", "unknown" or "yes"."""

    code: str
    sent: str
    details: Mapping[str, str | int | float] = field(default_factory=dict)


SendEvent = Connected | Waiting | AnswerGrew | AnswerEnded | HandedOver | SendFailed
Listener = Callable[[tuple[SendEvent, ...]], None]


@dataclass(frozen=True, slots=True)
class Delivery:
    """A certified outcome on its way to a destination, and the conversation it belongs to."""

    outcome: Outcome
    destination: Destination
    conversation: Conversation

    def turn(self, answer: str = "") -> SentTurn:
        """What the destination knows by it, once it has had the bytes; `answer` as it came."""
        verdict = self.outcome.verdict
        return SentTurn(verdict.sensitive, verdict.artifact, answer)


@dataclass(frozen=True, slots=True)
class Retested:
    """The destination's model has read the exact bytes; verdict and certificate of `outcome` say with what result."""

    outcome: Outcome


RetestEvent = Retested | SendFailed
RetestListener = Callable[[tuple[RetestEvent, ...]], None]


class SendHandle(TypingProtocol):
    def cancel(self) -> None:
        """Stop; a `SendFailed` with code `cancelled` follows unless the end was already on its way."""
        ...


class SenderPort(TypingProtocol):
    """The only way from the window to the gateway."""

    def pack(self, delivery: Delivery) -> Parcel:
        """Everything that would leave, to be shown before it is approved. Any thread; raises DrslError."""
        ...

    def send(self, delivery: Delivery, parcel: Parcel, listener: Listener) -> SendHandle:
        """A person approved this parcel: ticket, send, restore. `listener` runs in the main thread with batches."""
        ...

    def retest(self, delivery: Delivery, listener: RetestListener) -> SendHandle:
        """A person lets the destination's model attack the exact bytes, which discloses them to it (paper T18).
        One event comes: `Retested`, or `SendFailed` when there is no result."""
        ...

    def restore(self, answer: str, entries: tuple[TokenEntry, ...], prompt: str) -> tuple[Piece, ...]:
        """A pasted answer to `prompt`, the text that left, with originals put back. Pure; raises nothing
        for hostile text."""
        ...


class ProbePort(TypingProtocol):
    """Looks whether a destination can be used, without sending any text of the user."""

    def check(self, destination: Destination) -> Problem | None:
        """Whether kind and address can be used at all; touches no network."""
        ...

    def probe(self, destination: Destination, key: Secret | None, done: Callable[[Problem | None], None]) -> None:
        """Ask the destination for one word; `done` runs in the main thread, with None if it answers.

        `key` None means the key that is kept for this destination."""
        ...


@dataclass(frozen=True, slots=True)
class ReviewCase:
    """One item of the queue with all that its screen shows. `conversation` as it is now: fork it to work on it.
    `answer`: what a model on this computer answered, where the item was decided so. `decision`: the last word on a
    decided item; `left`: the exact text that left by it, "" where none did; `restored`: the answer to that, with the
    values put back."""

    item: ReviewItem
    outcome: Outcome
    conversation: Conversation
    history: ReviewHistory = field(default_factory=lambda: ReviewHistory((), 0))
    answer: str = field(default="", repr=False)
    decision: ReviewDecision | None = None
    left: str = field(default="", repr=False)
    restored: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class SentReview:
    """What left after a review: its outcome, the conversation with the new turn, and the restored answer. `run_id`:
    under which the run is kept; a turn with this run is not kept a second time."""

    outcome: Outcome
    conversation: Conversation
    original: str
    restored: str
    at: datetime
    release_id: str
    run_id: str


@dataclass(frozen=True, slots=True)
class Brought:
    """An answer that a person brought back: `pieces` for the reader, values put back, and `cloud` as it was pasted;
    both harmless to show."""

    pieces: tuple[Piece, ...] = field(repr=False)
    cloud: str = field(repr=False)

    @property
    def restored(self) -> str:
        return "".join(piece.text for piece in self.pieces)


class ReviewStorePort(TypingProtocol):
    """The reviewer queue, kept in the vault or until the program closes. Any thread; blocks for milliseconds; raises
    StoreError as `core.store.reviews.Reviews` says."""

    @property
    def durable(self) -> bool:
        """Whether the queue is still there after the program has closed."""
        ...

    def queue(self, case: ReviewCase) -> None: ...

    def open(self, identifier: str) -> ReviewCase: ...

    def list(
        self, chosen: ReviewFilter = ..., order: ReviewOrder = ..., limit: int = ..., offset: int = ...
    ) -> tuple[ReviewLine, ...]: ...

    def counts(self) -> dict[ReviewState, int]: ...

    def claim(self, identifier: str, owner: str, at: datetime | None) -> ReviewItem: ...

    def act(self, identifier: str, step: ReviewStep) -> ReviewHistory: ...

    def undo(self, identifier: str) -> ReviewHistory: ...

    def redo(self, identifier: str) -> ReviewHistory: ...

    def decide(self, identifier: str, decision: ReviewDecision) -> None: ...

    def decisions(self, identifier: str) -> tuple[ReviewDecision, ...]: ...

    def sent(self, identifier: str, sent: SentReview) -> None: ...

    def brought(self, identifier: str, release_id: str, answer: Brought) -> None:
        """The answer to what left by `release_id`, which a person brought back by hand; the last one counts."""
        ...

    def load_place(self) -> Mapping[str, object]:
        """Where the reviewer was, as plain data; empty at first."""
        ...

    def save_place(self, place: Mapping[str, object]) -> None: ...


@dataclass(frozen=True, slots=True)
class Asked:
    """An earlier prompt and the answer to it, both with their real values."""

    prompt: str
    answer: str


@dataclass(frozen=True, slots=True)
class LocalAnswer:
    """`complete` False: the model stopped at its limit of length. `left_out`: earlier turns that it was not told."""

    text: str
    complete: bool = True
    left_out: int = 0


class LocalAnswerPort(TypingProtocol):
    """A model on this computer, or on one that the person called theirs, that answers a prompt; no cloud gets it."""

    @property
    def model(self) -> str: ...

    @property
    def host(self) -> str:
        """The other computer, "" for this one."""
        ...

    def answer(
        self, text: str, earlier: Sequence[Asked], wrote: Callable[[str], None], cancel: CancelToken
    ) -> LocalAnswer:
        """Plain text; `wrote` gets its pieces in the main thread. Blocks; raises DrslError, Cancelled."""
        ...
