"""The audit trail as values: rows, anchors, findings. Ids, hashes and counts; never text (DESIGN 5.6)."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from core.domain.errors import BugError

GENESIS = "0" * 64
"""What the first row follows."""
SUBJECT = re.compile(r"[A-Za-z0-9._:-]{0,128}")
WORD = re.compile(r"[a-z0-9_.:-]{0,64}", re.ASCII)
FIELD = re.compile(r"[a-z][a-z0-9_]{0,40}", re.ASCII)
AuditValue = int | str


class AuditKind(StrEnum):
    """What a row records."""

    VAULT_CREATED = "vault_created"
    VAULT_UNCLEAN = "vault_unclean"
    VAULT_MIGRATED = "vault_migrated"
    VAULT_RESTORED = "vault_restored"
    VAULT_WIPED = "vault_wiped"
    KEY_ROTATED = "key_rotated"
    BACKUP_MADE = "backup_made"
    CONVERSATION_SAVED = "conversation_saved"
    CONVERSATION_DELETED = "conversation_deleted"
    CONVERSATION_EXPIRED = "conversation_expired"
    RUN_SAVED = "run_saved"
    SEND_STATE = "send_state"
    APPROVAL = "approval"
    TICKET_ISSUED = "ticket_issued"
    SEND_ACKNOWLEDGED = "send_acknowledged"
    REVIEW_QUEUED = "review_queued"
    REVIEW_STEP = "review_step"
    REVIEW_UNDONE = "review_undone"
    REVIEW_REDONE = "review_redone"
    REVIEW_DECIDED = "review_decided"
    EXPERIENCE = "experience"
    PROMPT_VERSION = "prompt_version"
    CALIBRATION = "calibration"
    SETTING = "setting"


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One row. `subject`: id of what it is about. `body`: counts, ids, words of our own enumerations.

    `hash` = SHA-256 over the canonical JSON of everything else and the hash of the row before.
    """

    seq: int
    at: datetime
    kind: AuditKind
    subject: str
    body: Mapping[str, AuditValue]
    previous: str
    hash: str


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Every given part must hold; empty `kinds` = all. `since` inclusive, `until` exclusive."""

    kinds: frozenset[AuditKind] = frozenset()
    subject: str = ""
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Anchor:
    """The chain's head as it is kept outside the database: `count` rows, the last one with `head`."""

    count: int
    head: str


class AuditFlaw(StrEnum):
    """What a verification can find. CLOCK_BACK is a warning: clocks are set back for honest reasons too."""

    EDITED = "edited"
    GAP = "gap"
    BROKEN_LINK = "broken_link"
    TRUNCATED = "truncated"
    ANCHOR_MISMATCH = "anchor_mismatch"
    ANCHOR_MISSING = "anchor_missing"
    CLOCK_BACK = "clock_back"


@dataclass(frozen=True, slots=True)
class AuditFinding:
    """One flaw and the row it was found at."""

    flaw: AuditFlaw
    seq: int


WARNINGS = frozenset({AuditFlaw.CLOCK_BACK, AuditFlaw.ANCHOR_MISSING})


@dataclass(frozen=True, slots=True)
class AuditReport:
    """Outcome of a verification. `anchored`: rows that the anchor vouches for; later ones are chained only."""

    rows: int
    head: str
    anchored: int
    findings: tuple[AuditFinding, ...]

    @property
    def intact(self) -> bool:
        return all(finding.flaw in WARNINGS for finding in self.findings)


def canonical(seq: int, at: str, kind: str, subject: str, body: str) -> bytes:
    """The bytes that are hashed: one JSON array, ASCII, without spaces."""
    return json.dumps([seq, at, kind, subject, body], ensure_ascii=True, separators=(",", ":")).encode("ascii")


def row_hash(previous: str, content: bytes) -> str:
    """h_n = SHA-256(content || h_(n-1))."""
    return hashlib.sha256(content + previous.encode("ascii")).hexdigest()


def checked_body(subject: str, body: Mapping[str, AuditValue]) -> str:
    """The body as canonical JSON. Raises BugError `store.audit_text` for anything that could carry text."""
    fits = SUBJECT.fullmatch(subject) is not None and all(
        FIELD.fullmatch(name) and (type(value) is int or (isinstance(value, str) and WORD.fullmatch(value)))
        for name, value in body.items()
    )
    if not fits:
        raise BugError("store.audit_text")
    plain = {name: value if isinstance(value, int) else str(value) for name, value in body.items()}
    return json.dumps(plain, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
