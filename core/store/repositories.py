"""What the rest of the program may ask of the vault. No SQL, no connection, no window: views are tested with fakes.

Every method may be called from any thread and blocks until the store's thread has done it (milliseconds; deletions up
to a second). Every method raises StoreError: `store.locked` after the vault was locked, `store.full`, `store.io`,
`store.read_only`, `store.busy`, `store.damaged`, and what it names itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from core.domain.language import Language
from core.domain.release import Approval, Certificate, ReleaseTicket, SendState
from core.domain.sending import SendRecord
from core.store.audit_records import Anchor, AuditFilter, AuditReport, AuditRow
from core.store.records import (
    ConversationLine,
    Deletion,
    Draft,
    Entry,
    HistoryFilter,
    ListedWord,
    PromptDraft,
    PromptVersion,
    ReleaseHistory,
    ReviewDecision,
    ReviewFilter,
    ReviewHistory,
    ReviewItem,
    ReviewLine,
    ReviewOrder,
    ReviewState,
    ReviewStep,
    RunLine,
    SearchHit,
    StoredConversation,
    StoredRun,
    WordList,
)


class ConversationRepository(Protocol):
    """History: see `core.store.conversations.Conversations` for what each promises."""

    def save(self, conversation: StoredConversation) -> None: ...

    def load(self, identifier: str) -> StoredConversation: ...

    def list(
        self, chosen: HistoryFilter = ..., limit: int = ..., offset: int = ...
    ) -> tuple[ConversationLine, ...]: ...

    def count(self, chosen: HistoryFilter = ...) -> int: ...

    def search(self, query: str, chosen: HistoryFilter = ..., limit: int = ...) -> tuple[SearchHit, ...]: ...

    def rename(self, identifier: str, title: str) -> None: ...

    def keep_until(self, identifier: str, when: datetime | None) -> None: ...

    def delete_for_ever(self, identifiers: Iterable[str]) -> Deletion: ...

    def expire(self, now: datetime) -> Deletion: ...


class RunRepository(Protocol):
    """Runs that can be replayed: `core.store.runs.Runs`."""

    def save(self, run: StoredRun, follows: str = ...) -> None: ...

    def load(self, identifier: str) -> StoredRun: ...

    def certificate(self, identifier: str) -> Certificate: ...

    def of_conversation(self, conversation_id: str) -> tuple[RunLine, ...]: ...


class ReleaseRepository(Protocol):
    """The gateway's durable journal and what stands beside it: `core.store.releases.Releases`."""

    def record(self, record: SendRecord) -> None: ...

    def state(self, release_id: str) -> SendState | None: ...

    def approved(self, release_id: str, approval: Approval, ticket: ReleaseTicket | None = ...) -> None: ...

    def history(self, release_id: str) -> ReleaseHistory: ...

    def of_certificate(self, certificate_id: str) -> tuple[ReleaseHistory, ...]: ...

    def unknown(self) -> tuple[ReleaseHistory, ...]: ...

    def acknowledge(self, release_id: str, by: str, now: datetime) -> None: ...


class ReviewRepository(Protocol):
    """The reviewer queue: `core.store.reviews.Reviews`."""

    def add(self, item: ReviewItem) -> None: ...

    def load(self, identifier: str) -> ReviewItem: ...

    def list(
        self, chosen: ReviewFilter = ..., order: ReviewOrder = ..., limit: int = ..., offset: int = ...
    ) -> tuple[ReviewLine, ...]: ...

    def counts(self) -> dict[ReviewState, int]: ...

    def update(self, item: ReviewItem) -> None: ...

    def claim(self, identifier: str, owner: str, at: datetime | None) -> ReviewItem: ...

    def act(self, identifier: str, step: ReviewStep) -> ReviewHistory: ...

    def undo(self, identifier: str) -> ReviewHistory: ...

    def redo(self, identifier: str) -> ReviewHistory: ...

    def history(self, identifier: str) -> ReviewHistory: ...

    def decide(self, identifier: str, decision: ReviewDecision) -> None: ...

    def decisions(self, identifier: str) -> tuple[ReviewDecision, ...]: ...


class DraftRepository(Protocol):
    """Autosave: `core.store.lists.Drafts`. Saved within two seconds of a key, a crash costs at most that."""

    def save(self, draft: Draft) -> None: ...

    def discard(self, identifier: str) -> None: ...

    def list(self) -> tuple[Draft, ...]: ...


class LogRepository(Protocol):
    """An append-only list: experiences, calibrations (`core.store.lists.Log`)."""

    def append(self, kind: str, body: Mapping[str, object], at: datetime) -> Entry: ...

    def list(self, kind: str = ..., after: int = ..., limit: int = ...) -> tuple[Entry, ...]: ...


class PromptVersionRepository(Protocol):
    """Versions of learned prompts: `core.store.lists.PromptVersions`."""

    def append(
        self, name: str, language: Language, text: str, reason: str, at: datetime, repeats: int | None = ...
    ) -> PromptVersion: ...

    def append_all(
        self,
        drafts: Sequence[PromptDraft],
        *,
        author: str,
        reason: str,
        at: datetime,
        evidence: Mapping[str, float] = ...,
        change: str = ...,
    ) -> tuple[PromptVersion, ...]: ...

    def list(self, name: str = ...) -> tuple[PromptVersion, ...]: ...

    def latest(self, name: str, language: Language) -> PromptVersion | None: ...


class WordRepository(Protocol):
    """A person's own word lists: `core.store.words.Words`."""

    def add(self, which: WordList, words: Sequence[ListedWord], at: datetime) -> int: ...

    def remove(self, which: WordList, keys: Sequence[str], at: datetime) -> int: ...

    def clear(self, which: WordList, at: datetime) -> int: ...

    def count(self, which: WordList, query: str = ...) -> int: ...

    def page(
        self, which: WordList, query: str = ..., offset: int = ..., limit: int = ...
    ) -> tuple[ListedWord, ...]: ...

    def known(self, which: WordList, keys: Sequence[str]) -> int: ...

    def every(self, which: WordList, piece: int = ...) -> Iterator[ListedWord]: ...


class SettingRepository(Protocol):
    """Settings behind the lock: `core.store.lists.VaultSettings`."""

    def get(self, key: str) -> object | None: ...

    def put(self, key: str, value: object, at: datetime) -> None: ...

    def remove(self, key: str) -> None: ...


class AuditRepository(Protocol):
    """The trail: `core.store.audit_trail.AuditTrail`."""

    def rows(self, chosen: AuditFilter = ..., after: int = ..., limit: int = ...) -> tuple[AuditRow, ...]: ...

    def head(self) -> Anchor: ...

    def verify(self) -> AuditReport: ...

    def export(self, write: Callable[[str], object], chosen: AuditFilter = ...) -> Anchor: ...


class VaultPort(Protocol):
    """The open vault: `core.store.vault.Vault`."""

    @property
    def conversations(self) -> ConversationRepository: ...

    @property
    def runs(self) -> RunRepository: ...

    @property
    def releases(self) -> ReleaseRepository: ...

    @property
    def reviews(self) -> ReviewRepository: ...

    @property
    def drafts(self) -> DraftRepository: ...

    @property
    def experiences(self) -> LogRepository: ...

    @property
    def calibrations(self) -> LogRepository: ...

    @property
    def prompts(self) -> PromptVersionRepository: ...

    @property
    def words(self) -> WordRepository: ...

    @property
    def settings(self) -> SettingRepository: ...

    @property
    def audit(self) -> AuditRepository: ...
