"""The tables, as named migrations: each is one step from the schema before it. A step that was released never changes.

Columns beside `body` are what lists, filters and links need; the whole value is the JSON in `body` (`codec`). Times are
UTC in ISO form with microseconds, so that they sort as text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.store.encrypted_connection import Connection


@dataclass(frozen=True, slots=True)
class Migration:
    """`number` counts up from 1 without gaps and is the schema's version after the step."""

    number: int
    name: str
    apply: Callable[[Connection], None]


_CONVERSATIONS = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE TABLE migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL, at TEXT NOT NULL) STRICT",
    """CREATE TABLE conversation (
        id TEXT PRIMARY KEY, title TEXT NOT NULL, language TEXT NOT NULL, domain TEXT NOT NULL,
        created_at TEXT NOT NULL, updated_at TEXT NOT NULL, expires_at TEXT,
        turns INTEGER NOT NULL, runs INTEGER NOT NULL DEFAULT 0, verdict TEXT, body TEXT NOT NULL) STRICT""",
    "CREATE INDEX conversation_updated ON conversation (updated_at DESC, id)",
    "CREATE INDEX conversation_expires ON conversation (expires_at) WHERE expires_at IS NOT NULL",
    """CREATE TABLE turn (
        conversation_id TEXT NOT NULL REFERENCES conversation ON DELETE CASCADE, position INTEGER NOT NULL,
        release_id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (conversation_id, position)) STRICT""",
    """CREATE TABLE run (
        id TEXT PRIMARY KEY, conversation_id TEXT NOT NULL REFERENCES conversation ON DELETE CASCADE,
        started_at TEXT NOT NULL, verdict TEXT NOT NULL, certificate_id TEXT NOT NULL, sha256 TEXT NOT NULL,
        rounds INTEGER NOT NULL, k REAL, seconds REAL NOT NULL, body TEXT NOT NULL) STRICT""",
    "CREATE INDEX run_conversation ON run (conversation_id, started_at)",
    "CREATE INDEX run_certificate ON run (certificate_id)",
    """CREATE TABLE certificate (
        run_id TEXT PRIMARY KEY REFERENCES run ON DELETE CASCADE, id TEXT NOT NULL, sha256 TEXT NOT NULL,
        verdict TEXT NOT NULL, issued_at TEXT NOT NULL, shares_evidence INTEGER NOT NULL, body TEXT NOT NULL) STRICT""",
    "CREATE INDEX certificate_id ON certificate (id)",
    """CREATE TABLE draft (
        id TEXT PRIMARY KEY, conversation_id TEXT NOT NULL, updated_at TEXT NOT NULL, body TEXT NOT NULL) STRICT""",
)

_RELEASES = (
    """CREATE TABLE send_state (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, release_id TEXT NOT NULL, state TEXT NOT NULL,
        certificate_id TEXT NOT NULL, body TEXT NOT NULL) STRICT""",
    "CREATE INDEX send_state_release ON send_state (release_id, seq)",
    "CREATE INDEX send_state_certificate ON send_state (certificate_id)",
    "CREATE UNIQUE INDEX send_state_once ON send_state (release_id, state)",
    """CREATE TABLE approval (
        release_id TEXT PRIMARY KEY, certificate_id TEXT NOT NULL, at TEXT NOT NULL, body TEXT NOT NULL) STRICT""",
    """CREATE TABLE ticket (
        id TEXT PRIMARY KEY, release_id TEXT NOT NULL, expires_at TEXT NOT NULL, body TEXT NOT NULL) STRICT""",
    "CREATE INDEX ticket_release ON ticket (release_id)",
    "CREATE TABLE acknowledged (release_id TEXT PRIMARY KEY, by TEXT NOT NULL, at TEXT NOT NULL) STRICT",
)

_REVIEW = (
    """CREATE TABLE review_item (
        id TEXT PRIMARY KEY, conversation_id TEXT NOT NULL REFERENCES conversation ON DELETE CASCADE,
        run_id TEXT NOT NULL REFERENCES run ON DELETE CASCADE, domain TEXT NOT NULL, language TEXT NOT NULL,
        reason TEXT NOT NULL, state TEXT NOT NULL, title TEXT NOT NULL, attributes TEXT NOT NULL, hits INTEGER NOT NULL,
        k REAL, waiting_since TEXT NOT NULL, updated_at TEXT NOT NULL, applied INTEGER NOT NULL DEFAULT 0,
        body TEXT NOT NULL) STRICT""",
    "CREATE INDEX review_state ON review_item (state, waiting_since)",
    "CREATE INDEX review_conversation ON review_item (conversation_id)",
    "CREATE INDEX review_run ON review_item (run_id)",
    """CREATE TABLE review_step (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, item_id TEXT NOT NULL REFERENCES review_item ON DELETE CASCADE,
        number INTEGER, at TEXT NOT NULL, body TEXT NOT NULL) STRICT""",
    "CREATE UNIQUE INDEX review_step_number ON review_step (item_id, number) WHERE number IS NOT NULL",
    "CREATE INDEX review_step_item ON review_step (item_id)",
    """CREATE TABLE review_decision (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, item_id TEXT NOT NULL REFERENCES review_item ON DELETE CASCADE,
        at TEXT NOT NULL, body TEXT NOT NULL) STRICT""",
    "CREATE INDEX review_decision_item ON review_decision (item_id)",
)

_LEARNING = (
    """CREATE TABLE experience (
        number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, at TEXT NOT NULL, body TEXT NOT NULL) STRICT""",
    "CREATE INDEX experience_kind ON experience (kind, number)",
    """CREATE TABLE calibration (
        number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, at TEXT NOT NULL, body TEXT NOT NULL) STRICT""",
    """CREATE TABLE prompt_version (
        name TEXT NOT NULL, language TEXT NOT NULL, version INTEGER NOT NULL, at TEXT NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (name, language, version)) STRICT""",
    "CREATE TABLE setting (key TEXT PRIMARY KEY, at TEXT NOT NULL, body TEXT NOT NULL) STRICT",
)

_AUDIT = (
    """CREATE TABLE audit (
        seq INTEGER PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL,
        previous TEXT NOT NULL, hash TEXT NOT NULL) STRICT""",
    "CREATE INDEX audit_kind ON audit (kind, seq)",
    "CREATE INDEX audit_subject ON audit (subject, seq)",
    "CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'append only'); END",
    "CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'append only'); END",
)

# `search_text` is the content of `search`, which keeps no second copy. Rows are added to both by the repository, since
# a trigger would make FTS5 flush at every row (four times slower); the removal is a trigger, so that it also happens
# where a conversation's deletion cascades.
_SEARCH = (
    """CREATE TABLE search_text (
        id INTEGER PRIMARY KEY, conversation_id TEXT NOT NULL REFERENCES conversation ON DELETE CASCADE,
        part TEXT NOT NULL, source TEXT NOT NULL, text TEXT NOT NULL) STRICT""",
    "CREATE UNIQUE INDEX search_text_place ON search_text (conversation_id, part, source)",
    """CREATE VIRTUAL TABLE search USING fts5(
        text, content='search_text', content_rowid='id', tokenize='trigram', columnsize=0)""",
    "INSERT INTO search(search, rank) VALUES ('secure-delete', 1)",
    """CREATE TRIGGER search_removed AFTER DELETE ON search_text BEGIN
        INSERT INTO search(search, rowid, text) VALUES ('delete', old.id, old.text); END""",
)


_WORDS = (
    """CREATE TABLE word (
        list TEXT NOT NULL, key TEXT NOT NULL, surface TEXT NOT NULL, type_id TEXT NOT NULL,
        PRIMARY KEY (list, key)) STRICT, WITHOUT ROWID""",
    "CREATE TABLE word_count (list TEXT PRIMARY KEY, words INTEGER NOT NULL) STRICT, WITHOUT ROWID",
)


def _all_of(*groups: Sequence[str]) -> Callable[[Connection], None]:
    def apply(connection: Connection) -> None:
        for group in groups:
            for statement in group:
                connection.execute(statement)

    return apply


MIGRATIONS: tuple[Migration, ...] = (
    Migration(1, "first_vault", _all_of(_CONVERSATIONS, _RELEASES, _REVIEW, _LEARNING, _AUDIT, _SEARCH)),
    Migration(2, "own_words", _all_of(_WORDS)),
)
