"""What a vault holds, as the window goes on with it: the conversation with its turns, the draft, what was said for
ever. Everything here blocks on the disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from app.vault.values import conversation_of, outcome_of
from core.domain.errors import StoreError
from core.domain.release import SendState
from core.domain.request import Decisions
from core.domain.tokens import TokenEntry
from core.engine.conversation import Conversation
from core.restore.pieces import Piece, PlainText
from core.store.records import Draft, ReleaseHistory, StoredConversation, StoredTurn
from core.store.repositories import VaultPort
from ui.release.viewmodels.turns import Turn, TurnState
from ui.shared.viewmodels.corrections import Corrections, Dictionary
from ui.shared.viewmodels.ports import Delivery
from ui.shared.viewmodels.preferences import MANUAL

Restore = Callable[[str, tuple[TokenEntry, ...], str], tuple[Piece, ...]]
"""Answer, tokens of the conversation and the text that was answered, with originals put back."""

DRAFT_ID = "compose"
"""There is one workspace, so there is one draft of it."""
LASTING = "dictionary.lasting"
IDLE_MINUTES = "vault.idle_minutes"
RETENTION_DAYS = "vault.retention_days"
USUAL_IDLE_MINUTES = 5


@dataclass(frozen=True, slots=True)
class ReopenedConversation:
    """A conversation to go on with."""

    stored: StoredConversation
    conversation: Conversation
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class VaultContents:
    """What was there when the vault opened. `retention_days` 0 = for good."""

    draft: Draft | None = None
    reopened: ReopenedConversation | None = None
    unknown: tuple[ReleaseHistory, ...] = ()
    lasting: Dictionary = field(default_factory=Dictionary)
    idle_minutes: int = USUAL_IDLE_MINUTES
    retention_days: int = 0


def read_contents(vault: VaultPort, restore: Restore, now: datetime) -> VaultContents:
    """Everything the window needs at once; what is due is deleted first."""
    vault.conversations.expire(now)
    draft = next((item for item in vault.drafts.list() if item.id == DRAFT_ID), None)
    reopened = None
    if draft is not None and draft.conversation_id:
        try:
            reopened = reopen(vault, draft.conversation_id, restore)
        except StoreError as error:
            if error.code != "store.no_conversation":
                raise
    return VaultContents(
        draft,
        reopened,
        vault.releases.unknown(),
        lasting_of(vault.settings.get(LASTING)),
        _count(vault.settings.get(IDLE_MINUTES), USUAL_IDLE_MINUTES),
        _count(vault.settings.get(RETENTION_DAYS), 0),
    )


def reopen(vault: VaultPort, conversation_id: str, restore: Restore) -> ReopenedConversation:
    """A conversation with its turns as they were shown. Raises StoreError `store.no_conversation`."""
    stored = vault.conversations.load(conversation_id)
    conversation = conversation_of(stored)
    turns = [
        turn
        for place, item in enumerate(stored.turns, start=1)
        if (turn := _turn(vault, item, place, conversation, restore)) is not None
    ]
    return ReopenedConversation(stored, conversation, tuple(turns))


def _turn(
    vault: VaultPort, stored: StoredTurn, place: int, conversation: Conversation, restore: Restore
) -> Turn | None:
    """None for a turn without its run: the engine still knows what it told, the screen cannot show why."""
    if not stored.run_id:
        return None
    try:
        outcome = outcome_of(vault.runs.load(stored.run_id))
    except StoreError as error:
        if error.code != "store.no_run":
            raise
        return None
    history = _history(vault, stored.release_id)
    destination = history.approval.destination if history is not None and history.approval is not None else MANUAL
    entries = conversation.vault.entries()
    pieces = restore(stored.cloud_answer, entries, stored.artifact.text) if stored.cloud_answer else ()
    if "".join(piece.text for piece in pieces) != stored.restored_answer:
        pieces = (PlainText(stored.restored_answer),) if stored.restored_answer else ()
    return Turn(
        place,
        Delivery(outcome, destination, conversation),
        stored.original,
        stored.artifact.text,
        _state(stored, history),
        list(pieces),
        [stored.cloud_answer] if stored.cloud_answer else [],
        release_id=stored.release_id,
        at=stored.at,
    )


def _history(vault: VaultPort, release_id: str) -> ReleaseHistory | None:
    if not release_id:
        return None
    try:
        return vault.releases.history(release_id)
    except StoreError as error:
        if error.code != "store.no_release":
            raise
        return None


def _state(stored: StoredTurn, history: ReleaseHistory | None) -> TurnState:
    if history is not None and history.state is SendState.UNKNOWN and not stored.cloud_answer:
        return TurnState.UNKNOWN
    return TurnState.ANSWERED if stored.cloud_answer else TurnState.CUT


def lasting_of(value: object) -> Dictionary:
    """The dictionary that holds for ever, from what the settings keep; anything odd is left out."""
    if not isinstance(value, Mapping):
        return Dictionary()
    hide, keep = value.get("hide"), value.get("keep")
    pairs = hide.items() if isinstance(hide, Mapping) else ()
    words = keep if isinstance(keep, list | tuple) else ()
    return Dictionary(
        {key: kind for key, kind in pairs if isinstance(key, str) and isinstance(kind, str)},
        frozenset(word for word in words if isinstance(word, str)),
    )


def plain_lasting(dictionary: Dictionary) -> dict[str, object]:
    """`lasting_of` undone."""
    return {"hide": dict(dictionary.hide), "keep": sorted(dictionary.keep)}


def corrections_of(decisions: Decisions, lasting: Dictionary) -> Corrections:
    """The corrections behind merged decisions: what does not hold for ever holds for the conversation."""
    hide = {key: kind for key, kind in decisions.always_hide.items() if lasting.hide.get(key) != kind}
    return Corrections(
        replace(decisions, always_hide={}, never_hide=frozenset()),
        Dictionary(hide, decisions.never_hide - lasting.keep),
        lasting,
    )


def _count(value: object, usual: int) -> int:
    return value if type(value) is int and value >= 0 else usual
