"""Drafts, settings that matter, and the append-only lists: experiences, calibrations, prompt versions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from core.domain.errors import StoreError
from core.domain.language import Language
from core.store import codec
from core.store.audit import stamp
from core.store.audit_records import AuditKind
from core.store.database import Database, Transaction
from core.store.encrypted_connection import Connection
from core.store.records import Draft, Entry, PromptDraft, PromptVersion

SHIPPED = 1
"""The version of an item of the prompt library that comes with the program; it is kept nowhere."""


@dataclass(frozen=True, slots=True)
class Drafts:
    """What is being typed, so that a crash costs at most what was typed since the last `save`. No audit rows: there
    is one every second or two, and nothing of it has left."""

    database: Database

    def save(self, draft: Draft) -> None:
        """Durable on return."""
        self.database.write(
            lambda transaction: transaction.execute(
                "INSERT OR REPLACE INTO draft VALUES (?, ?, ?, ?)",
                (draft.id, draft.conversation_id, stamp(draft.updated_at), codec.dump(Draft, draft)),
            )
        )

    def discard(self, identifier: str) -> None:
        """Discarding what is not there is no error."""
        self.database.write(lambda transaction: transaction.execute("DELETE FROM draft WHERE id = ?", (identifier,)))

    def list(self) -> tuple[Draft, ...]:
        """The latest changed first."""
        rows = self.database.read(
            lambda it: it.execute("SELECT body FROM draft ORDER BY updated_at DESC, id").fetchall()
        )
        return tuple(codec.load(Draft, row[0]) for row in rows)


@dataclass(frozen=True, slots=True)
class Log:
    """An append-only list of plain JSON-like bodies. `table` is one of our own names, `kind` of the audit row too."""

    database: Database
    table: str
    audited: AuditKind

    def append(self, kind: str, body: Mapping[str, object], at: datetime) -> Entry:
        """Add one entry; its number counts up and is never used again. `body`: JSON types only, else StoreError
        `store.value`. Experiences may hold type-level statistics only; that is the caller's promise."""
        text = plain_json(body)

        def work(transaction: Transaction) -> Entry:
            added = transaction.execute(
                f"INSERT INTO {self.table} (kind, at, body) VALUES (?, ?, ?)",  # noqa: S608 - a name of our own
                (kind, stamp(at), text),
            )
            transaction.audit(self.audited, str(added.lastrowid))
            return Entry(int(added.lastrowid), kind, at, json.loads(text))

        return self.database.write(work)

    def list(self, kind: str = "", after: int = 0, limit: int = -1) -> tuple[Entry, ...]:
        """Entries of `kind` (empty = all) with a number above `after`, oldest first, at most `limit` (-1 = all)."""
        statement = f"""SELECT number, kind, at, body FROM {self.table}
            WHERE number > ? AND (? = '' OR kind = ?) ORDER BY number LIMIT ?"""  # noqa: S608 - a name of our own
        rows = self.database.read(lambda it: it.execute(statement, (after, kind, kind, limit)).fetchall())
        return tuple(Entry(row[0], row[1], datetime.fromisoformat(row[2]), json.loads(row[3])) for row in rows)


@dataclass(frozen=True, slots=True)
class PromptVersions:
    """Every version of every learned prompt; none is ever changed or removed."""

    database: Database

    def append(
        self, name: str, language: Language, text: str, reason: str, at: datetime, repeats: int | None = None
    ) -> PromptVersion:
        """The next version of a prompt. `repeats`: the earlier version that a rollback brings back; one that is not
        there is a StoreError `store.no_prompt`."""

        def work(transaction: Transaction) -> PromptVersion:
            if repeats is not None and _version(transaction, name, language, repeats) is None:
                raise StoreError("store.no_prompt")
            version = PromptVersion(name, language, _last(transaction, name, language) + 1, text, reason, at, repeats)
            return _insert(transaction, version)

        return self.database.write(work)

    def append_all(
        self,
        drafts: Sequence[PromptDraft],
        *,
        author: str,
        reason: str,
        at: datetime,
        evidence: Mapping[str, float] | None = None,
        change: str = "",
    ) -> tuple[PromptVersion, ...]:
        """Several versions in one transaction, all or none. Raises StoreError `store.prompt_moved` when a draft's
        parent is not the latest any more (version 1, the shipped one, stands in no row)."""

        def work(transaction: Transaction) -> tuple[PromptVersion, ...]:
            return tuple(_insert(transaction, draft_version(transaction, draft)) for draft in drafts)

        def draft_version(transaction: Transaction, draft: PromptDraft) -> PromptVersion:
            last = _last(transaction, draft.name, draft.language)
            if draft.parent != max(last, SHIPPED):
                raise StoreError("store.prompt_moved")
            return PromptVersion(
                draft.name, draft.language, draft.parent + 1, draft.text, reason, at, draft.repeats,
                author, draft.parent, dict(evidence or {}), change, draft.base,
            )  # fmt: skip

        return self.database.write(work)

    def list(self, name: str = "") -> tuple[PromptVersion, ...]:
        """All versions of `name` (empty = of every prompt), by name and language, oldest first."""
        rows = self.database.read(
            lambda it: it.execute(
                "SELECT body FROM prompt_version WHERE ? = '' OR name = ? ORDER BY name, language, version",
                (name, name),
            ).fetchall()
        )
        return tuple(codec.load(PromptVersion, row[0]) for row in rows)

    def latest(self, name: str, language: Language) -> PromptVersion | None:
        """None when the prompt was never learned."""

        def work(connection: Connection) -> PromptVersion | None:
            row = connection.execute(
                "SELECT body FROM prompt_version WHERE name = ? AND language = ? ORDER BY version DESC LIMIT 1",
                (name, language.value),
            ).fetchone()
            return None if row is None else codec.load(PromptVersion, row[0])

        return self.database.read(work)


@dataclass(frozen=True, slots=True)
class VaultSettings:
    """Settings that say something about a person or a prompt, and so belong behind the lock: dictionaries, the place
    in the queue. Values are JSON-like plain data."""

    database: Database

    def get(self, key: str) -> object | None:
        """None for a key that was never put."""
        row = self.database.read(lambda it: it.execute("SELECT body FROM setting WHERE key = ?", (key,)).fetchone())
        return None if row is None else json.loads(row[0])["value"]

    def put(self, key: str, value: object, at: datetime) -> None:
        """Raises StoreError `store.value` for what JSON cannot say."""
        text = plain_json({"value": value})

        def work(transaction: Transaction) -> None:
            transaction.execute("INSERT OR REPLACE INTO setting VALUES (?, ?, ?)", (key, stamp(at), text))
            transaction.audit(AuditKind.SETTING, key)

        self.database.write(work)

    def remove(self, key: str) -> None:
        """Removing what is not there is no error."""
        self.database.write(lambda transaction: transaction.execute("DELETE FROM setting WHERE key = ?", (key,)))


def plain_json(body: Mapping[str, object]) -> str:
    """JSON text of plain data. Raises StoreError `store.value`."""
    try:
        return json.dumps(dict(body), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        raise StoreError("store.value", details={"type": "Json"}) from None


def _last(connection: Connection, name: str, language: Language) -> int:
    """0 when there is none."""
    row = connection.execute(
        "SELECT max(version) FROM prompt_version WHERE name = ? AND language = ?", (name, language.value)
    ).fetchone()
    return int(row[0] or 0)


def _insert(transaction: Transaction, version: PromptVersion) -> PromptVersion:
    transaction.execute(
        "INSERT INTO prompt_version VALUES (?, ?, ?, ?, ?)",
        (
            version.name,
            version.language.value,
            version.version,
            stamp(version.at),
            codec.dump(PromptVersion, version),
        ),
    )
    # A subject of the trail holds no slash; an item's name does.
    subject = version.name.replace("/", ".")
    transaction.audit(AuditKind.PROMPT_VERSION, subject, language=version.language.value, version=version.version)
    return version


def _version(connection: Connection, name: str, language: Language, version: int) -> str | None:
    row = connection.execute(
        "SELECT body FROM prompt_version WHERE name = ? AND language = ? AND version = ?",
        (name, language.value, version),
    ).fetchone()
    return None if row is None else str(row[0])
