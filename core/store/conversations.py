"""Conversations with their turns; search, retention and deletion over them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from core.domain.errors import StoreError
from core.domain.language import Language
from core.domain.taxonomy import Domain
from core.domain.verdict import VerdictKind
from core.store import codec, search
from core.store.audit import stamp
from core.store.audit_records import AuditKind
from core.store.database import Database, Transaction
from core.store.encrypted_connection import Connection
from core.store.migration import expire_copies
from core.store.records import (
    ConversationLine,
    Deletion,
    HistoryFilter,
    Part,
    SearchHit,
    StoredConversation,
    StoredTurn,
)

EVERYTHING = HistoryFilter()
_LINE = "c.id, c.title, c.language, c.domain, c.created_at, c.updated_at, c.turns, c.runs, c.verdict, c.expires_at"


@dataclass(frozen=True, slots=True)
class Conversations:
    """`ConversationRepository`. Every method may be called from any thread, blocks for the disk, raises StoreError."""

    database: Database

    def save(self, conversation: StoredConversation) -> None:
        """Keep `conversation` as it is now, in place of what was known of it; its runs and drafts stay.

        Turns are only ever added or completed: fewer than are stored is a StoreError `store.turns_lost`.
        """

        def work(transaction: Transaction) -> None:
            _save(transaction, conversation)
            transaction.audit(
                AuditKind.CONVERSATION_SAVED,
                conversation.id,
                turns=len(conversation.turns),
                tokens=len(conversation.tokens),
            )

        self.database.write(work)

    def load(self, identifier: str) -> StoredConversation:
        """Raises StoreError `store.no_conversation`."""

        def work(connection: Connection) -> StoredConversation:
            row = connection.execute("SELECT body FROM conversation WHERE id = ?", (identifier,)).fetchone()
            if row is None:
                raise StoreError("store.no_conversation")
            turns = connection.execute(
                "SELECT body FROM turn WHERE conversation_id = ? ORDER BY position", (identifier,)
            ).fetchall()
            head = codec.load(StoredConversation, row[0])
            return replace(head, turns=tuple(codec.load(StoredTurn, body) for (body,) in turns))

        return self.database.read(work)

    def list(
        self, chosen: HistoryFilter = EVERYTHING, limit: int = 100, offset: int = 0
    ) -> tuple[ConversationLine, ...]:
        """The latest changed first."""
        conditions, values = search.conditions_of(chosen)
        statement = f"""SELECT {_LINE} FROM conversation c {"WHERE " + conditions if conditions else ""}
            ORDER BY c.updated_at DESC, c.id LIMIT ? OFFSET ?"""  # noqa: S608 - columns of our own
        rows = self.database.read(lambda it: it.execute(statement, (*values, limit, offset)).fetchall())
        return tuple(_line(row) for row in rows)

    def count(self, chosen: HistoryFilter = EVERYTHING) -> int:
        conditions, values = search.conditions_of(chosen)
        statement = f"SELECT count(*) FROM conversation c {'WHERE ' + conditions if conditions else ''}"  # noqa: S608
        return int(self.database.read(lambda it: it.execute(statement, values).fetchone()[0]))

    def search(self, query: str, chosen: HistoryFilter = EVERYTHING, limit: int = 50) -> tuple[SearchHit, ...]:
        """Conversations with one text in which every word of `query` stands, the latest changed first.

        Case, width and compatibility forms do not matter; parts of words count; "quoted phrases" stay whole. An
        empty query finds nothing.
        """
        words = search.words_of(query)
        if not words:
            return ()

        def work(connection: Connection) -> tuple[SearchHit, ...]:
            found = search.matching(connection, words, chosen, limit)
            lines = _lines(connection, [row[0] for row in found])
            return tuple(
                SearchHit(lines[identifier], Part(part), *search.excerpt(text, words))
                for identifier, part, text in found
            )

        return self.database.read(work)

    def rename(self, identifier: str, title: str) -> None:
        """Raises StoreError `store.no_conversation`."""
        known = self.load(identifier)
        self.save(replace(known, title=title))

    def keep_until(self, identifier: str, when: datetime | None) -> None:
        """Set or lift the moment from which `expire` deletes the conversation. Raises `store.no_conversation`."""
        known = self.load(identifier)
        self.save(replace(known, expires_at=when))

    def delete_for_ever(self, identifiers: Iterable[str]) -> Deletion:
        """Remove conversations with everything that belongs to them: turns, runs, certificates, approvals, tickets,
        send states, review items, drafts, index entries, and the copies from before migrations.

        What stays: audit rows (ids, hashes, counts), and backups that a person made. Unknown ids are passed over.
        """
        return self._delete(tuple(identifiers), AuditKind.CONVERSATION_DELETED)

    def expire(self, now: datetime) -> Deletion:
        """Delete for ever whatever was to be kept until `now` or earlier."""
        due = self.database.read(
            lambda it: it.execute("SELECT id FROM conversation WHERE expires_at <= ?", (stamp(now),)).fetchall()
        )
        return self._delete([row[0] for row in due], AuditKind.CONVERSATION_EXPIRED)

    def _delete(self, identifiers: Sequence[str], kind: AuditKind) -> Deletion:
        if not identifiers:
            return Deletion(0, 0, 0, 0)

        def work(transaction: Transaction) -> Deletion:
            gone = [_delete_one(transaction, identifier, kind) for identifier in identifiers]
            return Deletion(*(sum(column) for column in zip(*gone, strict=True)))

        result = self.database.write(work)
        self.database.tidy()
        expire_copies(self.database.path, datetime.now().astimezone(), everything=True)
        return result


def _save(transaction: Transaction, conversation: StoredConversation) -> None:
    known = transaction.execute("SELECT turns, body FROM conversation WHERE id = ?", (conversation.id,)).fetchone()
    before = codec.load(StoredConversation, known[1]).attempts if known is not None else {}
    # Two places may have the conversation open; an attempt that either has seen stays spent.
    attempts = {
        key: max(before.get(key, 0), conversation.attempts.get(key, 0)) for key in {*before, *conversation.attempts}
    }
    head = replace(conversation, turns=(), attempts=attempts)
    if known is not None and known[0] > len(conversation.turns):
        raise StoreError("store.turns_lost")
    transaction.execute(
        """INSERT INTO conversation (id, title, language, domain, created_at, updated_at, expires_at, turns, body)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET title = excluded.title,
           language = excluded.language, domain = excluded.domain, updated_at = excluded.updated_at,
           expires_at = excluded.expires_at, turns = excluded.turns, body = excluded.body""",
        (
            conversation.id,
            conversation.title,
            conversation.language.value,
            conversation.domain.value,
            stamp(conversation.created_at),
            stamp(conversation.updated_at),
            None if conversation.expires_at is None else stamp(conversation.expires_at),
            len(conversation.turns),
            codec.dump(StoredConversation, head),
        ),
    )
    search.put_text(transaction, conversation.id, Part.TITLE, "", conversation.title)
    for position, turn in enumerate(conversation.turns):
        _save_turn(transaction, conversation.id, position, turn)


def _save_turn(transaction: Transaction, conversation_id: str, position: int, turn: StoredTurn) -> None:
    body = codec.dump(StoredTurn, turn)
    place = (conversation_id, position)
    known = transaction.execute("SELECT body FROM turn WHERE conversation_id = ? AND position = ?", place).fetchone()
    if known is not None and known[0] == body:
        return
    elsewhere = transaction.execute(
        "SELECT 1 FROM run WHERE id = ? AND conversation_id <> ?", (turn.run_id, conversation_id)
    ).fetchone()
    if elsewhere is not None:
        raise StoreError("store.no_run")
    transaction.execute("INSERT OR REPLACE INTO turn VALUES (?, ?, ?, ?)", (*place, turn.release_id, body))
    # A run that was stored has made its texts findable already, under its own name.
    source = turn.run_id or f"turn:{position}"
    search.put_text(transaction, conversation_id, Part.ORIGINAL, source, turn.original)
    search.put_text(transaction, conversation_id, Part.SENT, source, turn.artifact.text)
    search.put_text(transaction, conversation_id, Part.ANSWER, source, turn.restored_answer)


def _delete_one(transaction: Transaction, identifier: str, kind: AuditKind) -> tuple[int, int, int, int]:
    """(conversations, runs, releases, review items) that went."""
    runs = transaction.execute("SELECT count(*) FROM run WHERE conversation_id = ?", (identifier,)).fetchone()[0]
    reviews = transaction.execute(
        "SELECT count(*) FROM review_item WHERE conversation_id = ?", (identifier,)
    ).fetchone()[0]
    releases = [
        row[0]
        for row in transaction.execute(
            """SELECT DISTINCT release_id FROM send_state WHERE certificate_id IN
                   (SELECT c.id FROM certificate c JOIN run r ON r.id = c.run_id WHERE r.conversation_id = ?)
               UNION SELECT release_id FROM turn WHERE conversation_id = ? AND release_id <> ''""",
            (identifier, identifier),
        ).fetchall()
    ]
    for release in releases:
        for table in ("send_state", "approval", "ticket", "acknowledged"):
            transaction.execute(f"DELETE FROM {table} WHERE release_id = ?", (release,))  # noqa: S608 - fixed names
    transaction.execute("DELETE FROM draft WHERE conversation_id = ?", (identifier,))
    gone = transaction.execute("DELETE FROM conversation WHERE id = ?", (identifier,)).rowcount
    if gone:
        transaction.audit(kind, identifier, runs=runs, releases=len(releases), reviews=reviews)
    return gone, runs if gone else 0, len(releases) if gone else 0, reviews if gone else 0


def _lines(connection: Connection, identifiers: Sequence[str]) -> dict[str, ConversationLine]:
    holes = ",".join("?" * len(identifiers))
    statement = f"SELECT {_LINE} FROM conversation c WHERE c.id IN ({holes})"  # noqa: S608 - columns of our own
    return {row[0]: _line(row) for row in connection.execute(statement, identifiers)}


def _line(row: tuple[Any, ...]) -> ConversationLine:
    identifier, title, language, domain, created, updated, turns, runs, verdict, expires = row
    return ConversationLine(
        identifier,
        title,
        Language(language),
        Domain(domain),
        datetime.fromisoformat(created),
        datetime.fromisoformat(updated),
        turns,
        runs,
        None if verdict is None else VerdictKind(verdict),
        None if expires is None else datetime.fromisoformat(expires),
    )
