"""Turns of a conversation as a reader sees them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum

from core.domain.artifact import EXACT_LEVEL
from core.domain.release import Destination
from core.engine.conversation import Conversation
from core.net.answers import FinishReason
from core.restore.pieces import Piece, RestoreReport, report_of
from core.restore.suggestion import Suggestion, suggest
from ui.shared.viewmodels.corrections import Corrections
from ui.shared.viewmodels.harmless import HarmlessAnswer
from ui.shared.viewmodels.ports import Delivery, Waiting
from ui.shared.viewmodels.timeline import Timeline


class TurnState(StrEnum):
    """`unknown`: the bytes may or may not have left; never repeated by itself. `writing`, `local`: a model on this
    computer answers, or has answered; nothing left."""

    SENDING = "sending"
    STREAMING = "streaming"
    AWAITING = "awaiting"
    ANSWERED = "answered"
    DRY_RUN = "dry_run"
    CUT = "cut"
    UNKNOWN = "unknown"
    WRITING = "writing"
    LOCAL = "local"


@dataclass(slots=True, eq=False)
class Turn:
    """One exchange. `prompt` as written, `sent` as it left, `cloud` as the answer came. `release_id`: the send behind
    it; `at`: when it was approved. `model`: who answered on this computer. `run_id`: under which its run is
    kept already, "" where it is not."""

    index: int
    delivery: Delivery
    prompt: str
    sent: str
    state: TurnState = TurnState.SENDING
    pieces: list[Piece] = field(default_factory=list)
    cloud_parts: list[str] = field(default_factory=list)
    reason: FinishReason = FinishReason.STOP
    waiting: Waiting | None = None
    harmless: HarmlessAnswer = field(default_factory=HarmlessAnswer, repr=False)
    release_id: str = ""
    model: str = ""
    run_id: str = ""
    at: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def destination(self) -> Destination:
        return self.delivery.destination

    @property
    def stayed(self) -> bool:
        """Whether nothing of it left this computer by design: a model here answers."""
        return self.state in (TurnState.WRITING, TurnState.LOCAL)

    @property
    def byte_count(self) -> int:
        return len(self.sent.encode("utf-8"))

    @property
    def answer(self) -> str:
        """The restored answer so far."""
        return "".join(piece.text for piece in self.pieces)

    @property
    def cloud(self) -> str:
        """What the cloud wrote, tokens and all."""
        return "".join(self.cloud_parts)

    @property
    def report(self) -> RestoreReport:
        """How many values were put back, and how many tokens could not be."""
        return report_of(tuple(self.pieces))

    @property
    def generalised(self) -> bool:
        """Whether something left in more general words, which the answer may repeat."""
        replacements = self.delivery.outcome.verdict.artifact.replacements
        return any(not item.token and item.level != EXACT_LEVEL for item in replacements)

    def suggest(self, text: str) -> tuple[Suggestion, ...]:
        """Places of `text` that repeat a generalised phrase of what was sent, with what the person wrote."""
        verdict = self.delivery.outcome.verdict
        originals = {item.id: item.mentions[0].text for item in verdict.sensitive.attributes if item.mentions}
        return suggest(text, verdict.artifact.replacements, originals)


class Leaving(StrEnum):
    """Why something has gone from the screen. What is `queued` waits for a reviewer and is not brought back by undo."""

    NEW = "new"
    OPENED = "opened"
    EXAMPLE = "example"
    SET_ASIDE = "set_aside"
    TAKEN_BACK = "taken_back"
    RETURNED = "returned"
    RELEASED = "released"
    DISCARDED = "discarded"
    QUEUED = "queued"
    HIDDEN_MORE = "hidden_more"


@dataclass(frozen=True, slots=True)
class LeftBehind:
    """What was on the screen before a person went to something else, for undo."""

    conversation: Conversation
    turns: tuple[Turn, ...]
    draft: Timeline
    parked: tuple[Parked, ...]


@dataclass(frozen=True, slots=True)
class Parked:
    """A draft set aside for review, with the conversation that it is a turn of (None: of a new one) and the turns of
    that. In memory only; gone when the program closes."""

    text: str
    corrections: Corrections
    residual: int
    conversation: Conversation | None = None
    turns: tuple[Turn, ...] = ()
