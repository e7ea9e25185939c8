"""Why a decision cannot be made now, as keys; empty when it can."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ui.review.viewmodels.release import ReleasePhase
from ui.shared.viewmodels.ports import ReviewCase


class ReviewOperation(StrEnum):
    CHOOSE = "choose"
    SEND = "send"
    COPY = "copy"
    LOCAL = "local"
    RETURN = "return"
    REJECT = "reject"
    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Everything the answer depends on. `waits`: key of what a verdict that passed still waits for. `blocked`: key of
    what keeps the text that was certified from leaving, with what a person still has to say."""

    case: ReviewCase | None
    reviewer: str
    four_eyes: bool
    engine: bool
    local: bool
    phase: ReleasePhase
    can_undo: bool
    can_redo: bool
    reason: bool
    answering: bool = False
    waits: str = ""
    blocked: str = ""


def why_not(action: ReviewOperation, now: Circumstances) -> str:
    """Key of the first thing in the way, "" for nothing."""
    if action is ReviewOperation.UNDO:
        return "" if now.can_undo else "nothing_to_undo"
    if action is ReviewOperation.REDO:
        return "" if now.can_redo else "nothing_to_redo"
    if now.case is None:
        return "no_item"
    if not now.case.item.state.waits:
        return "decided"
    if now.phase in (ReleasePhase.TESTING, ReleasePhase.SENDING):
        return "sending"
    if now.answering:
        return "answering"
    if now.case.item.claimed_by not in ("", now.reviewer):
        return "claimed"
    return _in_detail(action, now, now.case)


def _in_detail(action: ReviewOperation, now: Circumstances, case: ReviewCase) -> str:
    releases = action in (ReviewOperation.SEND, ReviewOperation.COPY)
    if not now.engine and (releases or action is ReviewOperation.CHOOSE):
        return "engine_loading"
    if releases and now.phase in (ReleasePhase.CHECKING, ReleasePhase.PACKING):
        return "checking"
    if now.four_eyes and case.item.author == now.reviewer and action in _JUDGING:
        return "own_submission"
    if action is ReviewOperation.LOCAL and not now.local:
        return "no_local"
    if action in (ReviewOperation.RETURN, ReviewOperation.REJECT) and not now.reason:
        return "reason_missing"
    if releases and now.phase is ReleasePhase.READY:
        return now.blocked if action is ReviewOperation.SEND else now.waits
    return ""


_JUDGING = (ReviewOperation.SEND, ReviewOperation.COPY, ReviewOperation.LOCAL)
