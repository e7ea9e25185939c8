"""Keeps what happens in the window: runs, turns, the draft, corrections; and brings them back (UI-08, DESIGN 5.6)."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.release.journal import CurrentJournal
from app.vault.resume import (
    DRAFT_ID,
    LASTING,
    RETENTION_DAYS,
    ReopenedConversation,
    Restore,
    VaultContents,
    corrections_of,
    plain_lasting,
    read_contents,
    reopen,
)
from app.vault.values import stored_conversation, stored_run, stored_turn, title_of
from core.domain.attempts import AttemptLedger
from core.domain.errors import StoreError
from core.domain.events import CancelToken, Progress, StageEvent
from core.engine.conversation import Conversation, SentTurn
from core.engine.outcome import Outcome
from core.store.records import Draft, StoredConversation, StoredRun, StoredTurn
from core.store.repositories import VaultPort
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.release.viewmodels.phases import HELD, Phase
from ui.release.viewmodels.turns import Turn, TurnState
from ui.shared.viewmodels.corrections import Corrections, Dictionary
from ui.shared.viewmodels.ports import WorkPort

AUTOSAVE_MS = 1_000
"""From the first key after a save to the next one; with the write itself below the two seconds that may be lost."""
EXPIRY_MS = 3_600_000
UNRECORDED = frozenset(
    {
        TurnState.SENDING,
        TurnState.STREAMING,
        TurnState.AWAITING,
        TurnState.DRY_RUN,
        TurnState.WRITING,
        TurnState.LOCAL,
    }
)
"""No part of what a destination knows: a kept turn counts as disclosed."""


@dataclass(frozen=True, slots=True)
class _Head:
    """What the vault knows of the conversation on screen beside its turns."""

    id: str
    title: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class _Measured:
    """When the run behind the verdict on screen began, and what it told."""

    outcome: Outcome
    began: datetime
    events: tuple[StageEvent, ...]


class Autosave(QObject):
    """`reopened(contents)`: the vault is open and the window goes on with what was there. `failed(exception)`.
    `saved`: something was that lists may want to show. `setting_lost(exception)`: a setting was not.

    `work` runs one job after the other, so what is saved arrives in order. Main thread only.
    """

    reopened = Signal(object)
    failed = Signal(object)
    saved = Signal()
    setting_lost = Signal(object)

    def __init__(
        self,
        work: WorkPort,
        model: ComposeViewModel,
        journal: CurrentJournal,
        restore: Restore,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._work = work
        self._model = model
        self._journal = journal
        self._restore = restore
        self._vault: VaultPort | None = None
        self._head: _Head | None = None
        self._heads: dict[str, _Head] = {}
        self._runs: list[tuple[Outcome, str]] = []
        self._began = datetime.now(UTC)
        self._events: list[StageEvent] = []
        self._last: Outcome | None = None
        self._measured: _Measured | None = None
        self._gone: set[str] = set()
        self._current = ""
        self._lasting = Dictionary()
        self._retention = 0
        self.place: Callable[[], int] = lambda: 0
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(AUTOSAVE_MS)
        self._soon.timeout.connect(self.keep_draft)
        self._hourly = QTimer(self)
        self._hourly.setInterval(EXPIRY_MS)
        self._hourly.timeout.connect(self._expire)
        for signal in (model.draft.changed, model.draft.replaced, model.draft.corrections_changed):
            signal.connect(self._touched)
        model.phase_changed.connect(self._phase_changed)
        model.outcome_changed.connect(self._judged)
        model.stage_changed.connect(self._events.append)
        model.turns_changed.connect(self._turns_changed)

    # The vault opens and closes

    def open(self, vault: VaultPort) -> None:
        """From now on everything is kept; what was there is brought back unless something is being written."""
        self._vault = vault
        self._journal.use(vault.releases)
        self._hourly.start()

        def load(_cancel: CancelToken, _progress: Progress) -> VaultContents:
            return read_contents(vault, self._restore, datetime.now(UTC))

        self._work.submit(load, self._contents_read, self._contents_unreadable)

    def _contents_unreadable(self, error: Exception) -> None:
        """What was there cannot be shown; the vault is open all the same."""
        self._broke(error)
        if self._vault is not None:
            self.reopened.emit(VaultContents())

    def _contents_read(self, contents: VaultContents) -> None:
        if self._vault is None:
            return
        self._lasting, self._retention = contents.lasting, contents.retention_days
        model = self._model
        if not model.draft.empty or model.turns:
            model.draft.set_lasting(contents.lasting)
            self._lasting = contents.lasting
            self._touched()
            self._keep_all()
        else:
            self._go_on(contents)
        self.reopened.emit(contents)

    def _go_on(self, contents: VaultContents) -> None:
        draft = contents.draft
        decisions = corrections_of(draft.decisions, contents.lasting) if draft is not None else Corrections()
        text = draft.text if draft is not None else ""
        if contents.reopened is not None:
            self._resume(contents.reopened, text, decisions)
        elif draft is not None:
            key = {"key": draft.key, "attempts": AttemptLedger(draft.attempts)} if draft.key else {}
            identifier = {"id": draft.conversation_id} if draft.conversation_id else {}
            self._model.resume(Conversation(**identifier, **key), (), text, decisions)  # type: ignore[arg-type]
        self._model.draft.set_lasting(contents.lasting)

    def _resume(self, reopened: ReopenedConversation, text: str, corrections: Corrections) -> None:
        self._head = self._know(reopened)
        self._model.resume(reopened.conversation, reopened.turns, text, corrections)

    def _know(self, reopened: ReopenedConversation) -> _Head:
        """What was read of a conversation is not kept once more when it goes on."""
        stored = reopened.stored
        head = self._heads[stored.id] = _Head(stored.id, stored.title, stored.created_at)
        ids = [turn.run_id for turn in stored.turns if turn.run_id]
        self._runs += [(turn.delivery.outcome, run) for turn, run in zip(reopened.turns, ids, strict=False)]
        return head

    def go_on_with(self, conversation_id: str, done: Callable[[], None]) -> None:
        """Open a kept conversation for its next turn; the draft on screen is kept with its own before."""
        vault = self._vault
        if vault is None or self._model.phase in HELD:
            return

        def load(_cancel: CancelToken, _progress: Progress) -> ReopenedConversation:
            return reopen(vault, conversation_id, self._restore)

        def loaded(reopened: ReopenedConversation) -> None:
            self._resume(reopened, "", Corrections(lasting=self._model.draft.corrections.lasting))
            done()

        self._work.submit(load, loaded, self._broke)

    def fetch(self, conversation: Conversation, done: Callable[[Conversation, tuple[Turn, ...]], None]) -> None:
        """A conversation that may go on, with its turns where the vault has them; as it is where there is none."""
        vault = self._vault
        if vault is None:
            done(conversation, ())
            return

        def load(_cancel: CancelToken, _progress: Progress) -> ReopenedConversation:
            return reopen(vault, conversation.id, self._restore)

        def loaded(reopened: ReopenedConversation) -> None:
            self._know(reopened)
            done(reopened.conversation, reopened.turns)

        self._work.submit(load, loaded, self._broke)

    def close(self) -> None:
        """Hand in what is not on the disk yet; nothing is kept from now on."""
        self.keep_draft()
        self._soon.stop()
        self._hourly.stop()
        self._vault = None

    def forget(self) -> None:
        """The vault is locked: nothing of any text stays here."""
        self._journal.use(None)
        self._model.forget()
        self._head = None
        self._heads.clear()
        self._last = None
        self._measured = None
        self._gone.clear()
        self._current = ""
        self._runs.clear()
        self._events.clear()
        self._lasting = Dictionary()

    def save_now(self) -> None:
        """The draft, at once and in this thread: the program is closing. Raises StoreError."""
        vault, draft = self._vault, self._draft()
        self._soon.stop()
        self._hourly.stop()
        if vault is not None:
            _put(vault, draft)

    # Runs

    def _phase_changed(self) -> None:
        self._touched()
        if self._model.phase is Phase.SANITIZING:
            self._began = datetime.now(UTC)
            self._events.clear()
            self._current = ""

    def _judged(self) -> None:
        outcome = self._model.outcome
        settled = not (self._model.stale or self._model.provisional)
        if outcome is not None and outcome is not self._last and settled:
            self._last = outcome
            self._measured = _Measured(outcome, self._began, tuple(self._events))
            self._current = self._saved_run(outcome, self._model.conversation, self._current)

    def run_of(self, outcome: Outcome, conversation: Conversation) -> str:
        """The id under which a run is kept; it is kept now, with the conversation that it was made in, if it was not.
        Empty without a vault, and for a conversation that a person has deleted."""
        return self._saved_run(outcome, conversation)

    def _saved_run(
        self, outcome: Outcome, conversation: Conversation, follows: str = "", began: datetime | None = None
    ) -> str:
        """`follows`: id of the same run before a slower look, which this one takes the place of. `began`: about when,
        for a run whose own beginning is no longer known."""
        known = next((identifier for item, identifier in self._runs if item is outcome), "")
        vault = self._vault
        if known or vault is None or conversation.id in self._gone:
            return known
        identifier = secrets.token_hex(8)
        if follows:
            self._runs = [(item, identifier if known == follows else known) for item, known in self._runs]
        self._runs.append((outcome, identifier))
        measured = self._measured
        own = measured if measured is not None and measured.outcome is outcome else None
        run = stored_run(
            outcome,
            identifier=identifier,
            conversation_id=conversation.id,
            started_at=own.began if own is not None else began or datetime.now(UTC),
            events=own.events if own is not None else (),
        )
        if conversation.id == self._model.conversation.id:
            self._save(vault, self._conversation(outcome), run, follows)
        else:
            self._save_aside(vault, self._elsewhere(outcome, conversation), run)
        return identifier

    def _kept_turn(self, turn: Turn) -> str:
        return self._saved_run(turn.delivery.outcome, turn.delivery.conversation, began=turn.at)

    def note_run(self, outcome: Outcome, identifier: str) -> None:
        """This run is kept elsewhere, under this id."""
        if identifier and not any(item is outcome for item, _known in self._runs):
            self._runs.append((outcome, identifier))

    # Conversations

    def _turns_changed(self) -> None:
        if self._model.phase is Phase.ANSWERED:
            self._keep_all()
        elif not self._model.turns:
            self._touched()

    def _keep_all(self) -> None:
        """The conversation as it is now, with the runs behind its turns."""
        vault = self._vault
        if vault is None:
            return
        for turn in self._model.turns:
            self._kept_turn(turn)
        outcomes = [turn.delivery.outcome for turn in self._model.turns if turn.state not in UNRECORDED]
        if outcomes:
            self._save(vault, self._conversation(outcomes[-1]))
        self.keep_draft()

    def _conversation(self, outcome: Outcome) -> StoredConversation:
        """The one on screen, as it is now. `outcome` of its newest run."""
        conversation, now = self._model.conversation, datetime.now(UTC)
        if self._head is None or self._head.id != conversation.id:
            self._head = self._heads.get(conversation.id)
        if self._head is None:
            turns = self._model.turns
            first = turns[0].prompt if turns else outcome.request.text
            self._head = _Head(conversation.id, title_of(first), now)
        self._heads[conversation.id] = self._head
        return self._stored(conversation, self._turns(), self._head, outcome, now)

    def _elsewhere(self, outcome: Outcome, conversation: Conversation) -> StoredConversation:
        """One that is no longer on screen, for a vault that does not know it yet."""
        now = datetime.now(UTC)
        head = self._heads.setdefault(conversation.id, _Head(conversation.id, title_of(outcome.request.text), now))
        return self._stored(conversation, (), head, outcome, now)

    def _stored(
        self,
        conversation: Conversation,
        turns: tuple[StoredTurn, ...],
        head: _Head,
        outcome: Outcome,
        now: datetime,
    ) -> StoredConversation:
        return stored_conversation(
            conversation,
            turns,
            title=head.title,
            language=outcome.language,
            domain=outcome.domain,
            created_at=head.created_at,
            updated_at=now,
            expires_at=now + timedelta(days=self._retention) if self._retention else None,
        )

    def _turns(self) -> tuple[StoredTurn, ...]:
        return tuple(
            stored_turn(
                SentTurn(turn.delivery.outcome.verdict.sensitive, turn.delivery.outcome.verdict.artifact, turn.cloud),
                turn.prompt,
                turn.answer,
                turn.at,
                self._kept_turn(turn),
                turn.release_id,
            )
            for turn in self._model.turns
            if turn.state not in UNRECORDED
        )

    def _save(
        self, vault: VaultPort, conversation: StoredConversation, run: StoredRun | None = None, follows: str = ""
    ) -> None:
        def job() -> None:
            vault.conversations.save(conversation)
            if run is not None:
                vault.runs.save(run, follows)

        self._submit(job, self.saved.emit)

    def _save_aside(self, vault: VaultPort, conversation: StoredConversation, run: StoredRun) -> None:
        """A run of a conversation that is not on screen: what the vault has of that conversation stays as it is."""

        def job() -> None:
            try:
                vault.conversations.load(conversation.id)
            except StoreError as error:
                if error.code != "store.no_conversation":
                    raise
                vault.conversations.save(conversation)
            vault.runs.save(run)

        self._submit(job, self.saved.emit)

    def renamed(self, conversation_id: str, title: str) -> None:
        """A person gave it another title elsewhere."""
        if self._head is not None and self._head.id == conversation_id:
            self._head = _Head(conversation_id, title, self._head.created_at)
            self._heads[conversation_id] = self._head

    def deleted(self, conversation_id: str) -> None:
        """A person deleted it for ever: the window must not bring it back."""
        self._gone.add(conversation_id)
        self._heads.pop(conversation_id, None)
        if self._model.conversation.id == conversation_id:
            self._head = None
        self._model.drop(conversation_id)

    # Draft, corrections, time

    def _touched(self) -> None:
        if self._vault is not None and not self._soon.isActive():
            self._soon.start()
        self._keep_lasting()

    def _draft(self) -> Draft:
        model = self._model
        known = bool(self._head and self._head.id == model.conversation.id)
        return Draft(
            DRAFT_ID,
            model.conversation.id,
            model.draft.text,
            "",
            datetime.now(UTC),
            min(max(self.place(), 0), len(model.draft.text)),
            model.draft.corrections.decisions,
            b"" if known else model.conversation.key,
            {} if known else model.conversation.attempts.numbers,
        )

    def keep_draft(self) -> None:
        """Save what is being written, with cursor and decisions."""
        self._soon.stop()
        vault = self._vault
        if vault is not None:
            draft = self._draft()
            self._submit(lambda: _put(vault, draft))

    def _keep_lasting(self) -> None:
        lasting, vault = self._model.draft.corrections.lasting, self._vault
        if vault is not None and lasting != self._lasting and self._model.phase not in HELD:
            self._lasting = lasting
            value, now = plain_lasting(lasting), datetime.now(UTC)
            self._submit(lambda: vault.settings.put(LASTING, value, now))

    def set_retention(self, days: int) -> None:
        """Delete conversations for ever `days` after their last change; 0 = never. Holds from each next save."""
        self._retention = days
        self.put_setting(RETENTION_DAYS, days)

    def put_setting(self, key: str, value: int) -> None:
        """Keep a setting behind the lock."""
        vault, now = self._vault, datetime.now(UTC)
        if vault is not None:
            self._submit(lambda: vault.settings.put(key, value, now), failed=self.setting_lost.emit)

    @property
    def retention_days(self) -> int:
        return self._retention

    def acknowledge(self, release_id: str, by: str) -> None:
        """A person has seen that it is unknown whether this send arrived; nothing is repeated."""
        vault, now = self._vault, datetime.now(UTC)
        if vault is not None:
            self._submit(lambda: vault.releases.acknowledge(release_id, by, now))

    def _expire(self) -> None:
        vault = self._vault
        if vault is not None:
            self._submit(lambda: vault.conversations.expire(datetime.now(UTC)), self.saved.emit)

    def _submit(
        self,
        job: Callable[[], Any],
        done: Callable[[], None] = lambda: None,
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        self._work.submit(lambda _cancel, _progress: job(), lambda _nothing: done(), failed or self._broke)

    def _broke(self, error: Exception) -> None:
        if not (isinstance(error, StoreError) and error.code == "store.locked"):
            self.failed.emit(error)


def _put(vault: VaultPort, draft: Draft) -> None:
    if draft.text or draft.decisions.always_hide or draft.decisions.never_hide or not draft.key:
        vault.drafts.save(draft)
    else:
        vault.drafts.discard(draft.id)
