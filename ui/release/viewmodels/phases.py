"""The states of a turn, and the one primary action each of them offers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.domain.errors import InputError
from core.domain.release import Destination, DestinationKind
from core.net.address import parse_base_url


class Phase(StrEnum):
    """Draft -> extracted -> proposed -> sanitizing -> verdict -> sending -> (awaiting an answer) -> answered.

    `extracted`: S and a first proposal are there. `proposed`: the proposal has been measured, uncertified.
    `testing`: the destination's own model attacks the text before it is used there. `writing`: a model on this
    computer answers the prompt as it was written; nothing leaves.
    `infeasible` and `invalid` are outcomes, not errors: the draft and every decision stay.
    """

    DRAFT = "draft"
    EXTRACTED = "extracted"
    PROPOSED = "proposed"
    SANITIZING = "sanitizing"
    PASSED = "passed"
    INFEASIBLE = "infeasible"
    INVALID = "invalid"
    TESTING = "testing"
    SENDING = "sending"
    WRITING = "writing"
    AWAITING = "awaiting"
    ANSWERED = "answered"


HELD = frozenset({Phase.SANITIZING, Phase.TESTING, Phase.SENDING, Phase.WRITING, Phase.AWAITING})
"""Phases in which a run, a send or an answer holds the draft."""
APPROVABLE = frozenset({Phase.PASSED, Phase.TESTING, Phase.SENDING, Phase.AWAITING})
"""Phases behind a verdict that passed: in every other one nothing is offered for approval."""
ON_ITS_WAY = frozenset({Phase.TESTING, Phase.SENDING, Phase.AWAITING})
"""Phases in which a destination has the text, or is about to."""
AT_WORK = HELD - {Phase.AWAITING}
"""Phases in which the program works and a person waits."""


class AdviceState(StrEnum):
    """`none`: nothing to help, or nothing helps. `refused`: the check found that the whole of it does no good."""

    NONE = "none"
    LOOKING = "looking"
    OFFERED = "offered"
    CHECKING = "checking"
    REFUSED = "refused"


class EngineState(StrEnum):
    LOADING = "loading"
    READY = "ready"
    FAILED = "failed"


class PrimaryKind(StrEnum):
    """What the one button in the corner does."""

    SANITIZE = "sanitize"
    HIDE_MORE = "hide_more"
    SEND = "send"
    COPY = "copy"
    DRY_RUN = "dry_run"
    RESTORE = "restore"


CHECKS = frozenset({PrimaryKind.SANITIZE, PrimaryKind.HIDE_MORE, PrimaryKind.RESTORE})
"""Primary actions by which nothing leaves."""


@dataclass(frozen=True, slots=True)
class Primary:
    """`reason` is a message key that stands under the button while it is disabled, empty otherwise."""

    kind: PrimaryKind
    reason: str = ""

    @property
    def enabled(self) -> bool:
        return not self.reason


@dataclass(frozen=True, slots=True)
class Situation:
    """Everything that decides about the primary action. `blocked`: reason key of what keeps a text that passed from
    leaving. `advice`: how it stands with what would help a text that does not pass."""

    phase: Phase
    engine: EngineState
    empty: bool
    too_large: bool
    editing: bool
    destination: Destination
    pasted: bool
    blocked: str = ""
    advice: AdviceState = AdviceState.NONE


def is_on_this_computer(destination: Destination) -> bool:
    """A server behind a literal address of this computer may do without a key."""
    try:
        return parse_base_url(destination.base_url).origin.is_loopback
    except InputError:
        return False


def needs_confirmation(destination: Destination) -> bool:
    """Only what goes over a wire to someone else is confirmed a first time (UI-33)."""
    return destination.kind.remote


def primary(situation: Situation) -> Primary:
    """The primary action of a situation. Pure."""
    if situation.phase is Phase.SENDING:
        return Primary(release_kind(situation.destination), "sending")
    if situation.phase is Phase.TESTING:
        return Primary(release_kind(situation.destination), "testing")
    if situation.phase is Phase.WRITING:
        return Primary(release_kind(situation.destination), "writing")
    if situation.phase is Phase.AWAITING:
        return Primary(PrimaryKind.RESTORE, "" if situation.pasted else "paste_first")
    if situation.phase in {Phase.PASSED, Phase.INFEASIBLE}:
        return _release(situation)
    return Primary(PrimaryKind.SANITIZE, _why_not_sanitize(situation))


def release_kind(destination: Destination) -> PrimaryKind:
    """How a text leaves for `destination`, or that it does not."""
    return {DestinationKind.DRY_RUN: PrimaryKind.DRY_RUN, DestinationKind.MANUAL: PrimaryKind.COPY}.get(
        destination.kind, PrimaryKind.SEND
    )


def _release(situation: Situation) -> Primary:
    kind = release_kind(situation.destination)
    if situation.editing:
        return Primary(kind, "edit_first")
    if situation.phase is Phase.INFEASIBLE:
        if situation.advice in (AdviceState.OFFERED, AdviceState.CHECKING):
            return Primary(PrimaryKind.HIDE_MORE, "" if situation.advice is AdviceState.OFFERED else "working")
        return Primary(kind, "advising" if situation.advice is AdviceState.LOOKING else "infeasible")
    return Primary(kind, situation.blocked)


def _why_not_sanitize(situation: Situation) -> str:
    if situation.phase is Phase.SANITIZING:
        return "working"
    if situation.engine is EngineState.LOADING:
        return "engine_loading"
    if situation.engine is EngineState.FAILED:
        return "engine_failed"
    if situation.empty:
        return "empty_prompt"
    return "too_large" if situation.too_large else ""
