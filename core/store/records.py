"""What the vault keeps, as values: the vocabulary of the repositories. No SQL, no I/O."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from core.domain.artifact import Artifact
from core.domain.events import StageEvent
from core.domain.language import Language
from core.domain.release import Approval, Certificate, ReleaseTicket, SendState
from core.domain.request import Decisions, Request
from core.domain.sending import SendRecord
from core.domain.sensitive import SensitiveSet
from core.domain.taxonomy import Domain
from core.domain.tokens import TokenEntry
from core.domain.verdict import ResidualItem, Verdict, VerdictKind


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """One exchange that left: X, S and D as they were, and the answer as the cloud wrote it and as it was shown.

    `run_id` names the run behind it, `release_id` the send; either may be empty for a turn that was made otherwise.
    """

    original: str
    sensitive: SensitiveSet
    artifact: Artifact
    cloud_answer: str
    restored_answer: str
    at: datetime
    run_id: str = ""
    release_id: str = ""


@dataclass(frozen=True, slots=True)
class StoredConversation:
    """A conversation with all it needs to go on: `key` makes its attribute ids, `tokens`/`reserved` its token vault
    (oldest first), `levels` what every value was sent at, `attempts` how often each was
    certified by draws. `expires_at` None = kept until it is deleted."""

    id: str
    key: bytes = field(repr=False)
    title: str
    language: Language
    domain: Domain
    created_at: datetime
    updated_at: datetime
    tokens: tuple[TokenEntry, ...] = ()
    reserved: tuple[str, ...] = ()
    levels: Mapping[str, int] = field(default_factory=dict)
    turns: tuple[StoredTurn, ...] = ()
    expires_at: datetime | None = None
    attempts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ConversationLine:
    """One line of a history list. `verdict` of its latest run, None when it has none."""

    id: str
    title: str
    language: Language
    domain: Domain
    created_at: datetime
    updated_at: datetime
    turns: int
    runs: int
    verdict: VerdictKind | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """Every given part must hold. `since` inclusive, `until` exclusive, both of the latest change."""

    language: Language | None = None
    domain: Domain | None = None
    verdict: VerdictKind | None = None
    since: datetime | None = None
    until: datetime | None = None


class Part(StrEnum):
    """Which text of a conversation a search found."""

    TITLE = "title"
    ORIGINAL = "original"
    SENT = "sent"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class SearchHit:
    """The best place of one conversation. `snippet` is plain text around it (width and compatibility forms folded);
    `[start, end)` marks the found words in it, in code points, -1 when they are too far apart to show."""

    line: ConversationLine
    part: Part
    snippet: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class StoredRun:
    """One run of the engine with everything a screen shows of it, so that it can be replayed exactly.

    `events`: progress in order. `prompt_versions`: prompt name -> version that was used.
    """

    id: str
    conversation_id: str
    started_at: datetime
    request: Request
    verdict: Verdict
    certificate: Certificate
    language: Language
    domain: Domain
    seconds: float
    stage_seconds: Mapping[str, float] = field(default_factory=dict)
    events: tuple[StageEvent, ...] = ()
    prompt_versions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RunLine:
    """One line of a list of runs."""

    id: str
    conversation_id: str
    started_at: datetime
    verdict: VerdictKind
    certificate_id: str
    sha256: str
    rounds: int
    k: float | None
    seconds: float


@dataclass(frozen=True, slots=True)
class ReleaseHistory:
    """Everything known of one release, in order of time."""

    release_id: str
    states: tuple[SendRecord, ...]
    approval: Approval | None = None
    ticket: ReleaseTicket | None = None
    acknowledged_by: str = ""

    @property
    def state(self) -> SendState:
        return self.states[-1].state


class ReviewState(StrEnum):
    """OPEN and PARKED wait for a person; the others are decisions."""

    OPEN = "open"
    PARKED = "parked"
    APPROVED_SENT = "approved_sent"
    APPROVED_COPIED = "approved_copied"
    ANSWERED_LOCALLY = "answered_locally"
    RETURNED = "returned"
    REJECTED = "rejected"

    @property
    def waits(self) -> bool:
        return self in (ReviewState.OPEN, ReviewState.PARKED)


class ReviewAction(StrEnum):
    """What a reviewer does to one attribute, or to the text. MARK: hides a value that nothing had found."""

    KEEP = "keep"
    LEVEL = "level"
    REMOVE = "remove"
    NOT_SENSITIVE = "not_sensitive"
    EDIT = "edit"
    MARK = "mark"


@dataclass(frozen=True, slots=True)
class MarkedValue:
    """What a reviewer has marked: `text` stands at `[start, end)` of the prompt, in code points; every other place
    where it stands is meant too."""

    start: int
    end: int
    text: str
    type_id: str


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """One case of the reviewer queue.

    `reason`: message key of why it is here (the residual report's, or `review.parked`). `residual`: one entry per
    attribute that still leaks, with the probes that hit. `run_id`: the run to show; it moves on when the item is
    verified again. `waiting_since`: when it came in; age is counted from there. `author`: who queued it; `claimed_by`:
    who is at it since `claimed_at`, empty when nobody is.
    """

    id: str
    conversation_id: str
    run_id: str
    domain: Domain
    language: Language
    reason: str
    residual: tuple[ResidualItem, ...]
    k: float | None
    waiting_since: datetime
    updated_at: datetime
    state: ReviewState = ReviewState.OPEN
    title: str = ""
    author: str = ""
    claimed_by: str = ""
    claimed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ReviewLine:
    """One line of the queue. `attributes`: ids that still leak; `hits`: how many probes hit. `author`: who queued it.
    `claimed_by`: who is at it since `claimed_at`, empty when nobody is."""

    id: str
    conversation_id: str
    run_id: str
    domain: Domain
    language: Language
    reason: str
    title: str
    attributes: tuple[str, ...]
    hits: int
    k: float | None
    waiting_since: datetime
    updated_at: datetime
    state: ReviewState
    author: str = ""
    claimed_by: str = ""
    claimed_at: datetime | None = None


class ReviewOrder(StrEnum):
    """Sort orders of the queue; `most_hits` and `smallest_k` put what leaks most first."""

    OLDEST = "oldest"
    NEWEST = "newest"
    MOST_HITS = "most_hits"
    SMALLEST_K = "smallest_k"


@dataclass(frozen=True, slots=True)
class ReviewFilter:
    """Every given part must hold; empty `states` = those that wait. `before`: came in earlier than this."""

    states: frozenset[ReviewState] = frozenset()
    domain: Domain | None = None
    language: Language | None = None
    reason: str = ""
    before: datetime | None = None


@dataclass(frozen=True, slots=True)
class ReviewStep:
    """One step of a review: what was done, by whom, and the whole text and levels after it.

    `attribute_id` empty for `EDIT` and `MARK`; `marked`: what the latter hides. `reason`: what the reviewer typed.
    `level_*`: hierarchy levels, -1 where they do not apply. `run_id`: the verified run that followed, empty before
    there is one. `group`: the same for all steps of one bulk action, empty for a step of its own.
    """

    action: ReviewAction
    attribute_id: str
    level_before: int
    level_after: int
    text_before: str
    text_after: str
    reviewer: str
    at: datetime
    reason: str = ""
    run_id: str = ""
    group: str = ""
    marked: MarkedValue | None = None


@dataclass(frozen=True, slots=True)
class ReviewHistory:
    """All steps of one item in order; the first `applied` of them are in force, the rest can be redone."""

    steps: tuple[ReviewStep, ...]
    applied: int

    @property
    def in_force(self) -> tuple[ReviewStep, ...]:
        return self.steps[: self.applied]

    @property
    def can_undo(self) -> bool:
        return self.applied > 0

    @property
    def can_redo(self) -> bool:
        return self.applied < len(self.steps)


@dataclass(frozen=True, slots=True)
class ReviewDecision:
    """A reviewer's word on one item; deciding again adds another, none is ever overwritten. `answer`: what a model on
    this computer answered, for ANSWERED_LOCALLY."""

    state: ReviewState
    reviewer: str
    at: datetime
    reason: str = ""
    release_id: str = ""
    answer: str = field(default="", repr=False)


def answer_of(item: ReviewItem, decisions: Sequence[ReviewDecision]) -> str:
    """The answer that a model on this computer gave, "" where the item was not decided so."""
    if item.state is not ReviewState.ANSWERED_LOCALLY:
        return ""
    return next((decision.answer for decision in reversed(decisions) if decision.answer), "")


@dataclass(frozen=True, slots=True)
class Draft:
    """What is being typed. `conversation_id` empty = a new conversation. `place`: cursor in code points.

    `decisions`: a person's corrections so far; they name attributes by ids that `key`, the conversation's, makes.
    `attempts`: of that conversation.
    """

    id: str
    conversation_id: str
    text: str
    task: str
    updated_at: datetime
    place: int = 0
    decisions: Decisions = field(default_factory=Decisions)
    key: bytes = field(default=b"", repr=False)
    attempts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of an append-only list (experiences, calibrations): `body` is JSON-like plain data."""

    number: int
    kind: str
    at: datetime
    body: Mapping[str, object]


class WordList(StrEnum):
    """The lists of a person's own words."""

    HIDE = "hide"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class ListedWord:
    """A word of a list. `key`: its folded form, by which it is known; `type_id` empty in the list of what is kept."""

    key: str
    surface: str
    type_id: str = ""


@dataclass(frozen=True, slots=True)
class PromptVersion:
    """One version of one item of the prompt library. Versions count up per name and language and are never changed; a
    rollback is a new version that names the one it repeats.

    `parent`: the version that it was made from, None for a first one. `evidence`: metric -> value of the trial behind
    it. `change`: the same for all versions that were adopted together. `base`: digest of the shipped item then.
    """

    name: str
    language: Language
    version: int
    text: str
    reason: str
    at: datetime
    repeats: int | None = None
    author: str = ""
    parent: int | None = None
    evidence: Mapping[str, float] = field(default_factory=dict)
    change: str = ""
    base: str = ""


@dataclass(frozen=True, slots=True)
class PromptDraft:
    """A version to be: it becomes number `parent` + 1."""

    name: str
    language: Language
    text: str
    parent: int
    repeats: int | None = None
    base: str = ""


@dataclass(frozen=True, slots=True)
class Stock:
    """How much a vault holds. `settings`: those behind the lock; `copies`: encrypted files from before migrations;
    `put_aside`: earlier vaults that a restore moved out of the way. `audit_rows` have no text and outlive a wipe."""

    conversations: int = 0
    turns: int = 0
    runs: int = 0
    releases: int = 0
    reviews: int = 0
    drafts: int = 0
    experiences: int = 0
    calibrations: int = 0
    prompts: int = 0
    settings: int = 0
    copies: int = 0
    put_aside: int = 0
    audit_rows: int = 0


@dataclass(frozen=True, slots=True)
class Deletion:
    """What a deletion removed for ever, in numbers."""

    conversations: int
    runs: int
    releases: int
    review_items: int
