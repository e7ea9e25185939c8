"""A person's own word lists, by the million: rows of their own, written in pieces, read in pages."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from core.domain.errors import StoreError
from core.store.audit_records import AuditKind
from core.store.database import Database, Transaction
from core.store.encrypted_connection import Connection
from core.store.records import ListedWord, WordList

MOST_AT_ONCE = 50_000
"""Words of one transaction: some tenths of a second, so that other writers get in between."""
_KNOWN = "SELECT count(*) FROM word WHERE list = ? AND key IN (SELECT value FROM json_each(?))"
_PUT = """INSERT INTO word (list, key, surface, type_id) VALUES (?, ?, ?, ?)
    ON CONFLICT (list, key) DO UPDATE SET surface = excluded.surface, type_id = excluded.type_id"""


@dataclass(frozen=True, slots=True)
class Words:
    """`WordRepository`. Any thread; blocks for the disk; raises StoreError."""

    database: Database

    def add(self, which: WordList, words: Sequence[ListedWord], at: datetime) -> int:
        """Add words, at most MOST_AT_ONCE; how many were new. A word that is there takes the new type and spelling.

        Raises StoreError `store.value` for more.
        """
        if len(words) > MOST_AT_ONCE:
            raise StoreError("store.value", details={"type": "Words"})
        rows = sorted({word.key: (which.value, word.key, word.surface, word.type_id) for word in words}.values())
        keys = json.dumps([row[1] for row in rows], ensure_ascii=False)

        def work(transaction: Transaction) -> int:
            known = int(transaction.execute(_KNOWN, (which.value, keys)).fetchone()[0])
            added = len(rows) - known
            transaction.executemany(_PUT, rows)
            _count(transaction, which, added)
            transaction.audit(AuditKind.SETTING, f"dictionary.{which.value}", words=len(words))
            return added

        return self.database.write(work) if words else 0

    def remove(self, which: WordList, keys: Sequence[str], at: datetime) -> int:
        """Take words out; how many there were."""

        def work(transaction: Transaction) -> int:
            found = transaction.execute(
                "DELETE FROM word WHERE list = ? AND key IN (SELECT value FROM json_each(?))",
                (which.value, json.dumps(list(keys), ensure_ascii=False)),
            )
            gone = int(found.rowcount)
            if gone:
                _count(transaction, which, -gone)
                transaction.audit(AuditKind.SETTING, f"dictionary.{which.value}", words=gone)
            return gone

        return self.database.write(work) if keys else 0

    def clear(self, which: WordList, at: datetime) -> int:
        """Empty a list; how many words it had."""

        def work(transaction: Transaction) -> int:
            gone = int(transaction.execute("DELETE FROM word WHERE list = ?", (which.value,)).rowcount)
            _count(transaction, which, -gone)
            transaction.audit(AuditKind.SETTING, f"dictionary.{which.value}", words=gone)
            return gone

        return self.database.write(work)

    def count(self, which: WordList, query: str = "") -> int:
        """All words of a list, or those whose key holds `query` (folded as keys are)."""
        if not query:
            return self.database.read(lambda it: _counted(it, which))
        statement = "SELECT count(*) FROM word WHERE list = ? AND instr(key, ?) > 0"
        return int(self.database.read(lambda it: it.execute(statement, (which.value, query)).fetchone()[0]))

    def page(self, which: WordList, query: str = "", offset: int = 0, limit: int = 100) -> tuple[ListedWord, ...]:
        """Words by key from an offset on; `query` as in `count`."""
        statement = """SELECT key, surface, type_id FROM word WHERE list = ? AND (? = '' OR instr(key, ?) > 0)
            ORDER BY key LIMIT ? OFFSET ?"""
        parameters = which.value, query, query, limit, offset
        rows = self.database.read(lambda it: it.execute(statement, parameters).fetchall())
        return tuple(ListedWord(*row) for row in rows)

    def known(self, which: WordList, keys: Sequence[str]) -> int:
        """How many of these keys are in the list already."""
        parameters = which.value, json.dumps(list(keys), ensure_ascii=False)
        return int(self.database.read(lambda it: it.execute(_KNOWN, parameters).fetchone()[0]))

    def every(self, which: WordList, piece: int = MOST_AT_ONCE) -> Iterator[ListedWord]:
        """All words by key, read in pieces, so that nothing waits long and no list is in memory twice."""
        after = ""
        statement = "SELECT key, surface, type_id FROM word WHERE list = ? AND key > ? ORDER BY key LIMIT ?"

        def following(parameters: tuple[str, str, int]) -> list[tuple[str, str, str]]:
            rows: list[tuple[str, str, str]] = self.database.read(
                lambda it: it.execute(statement, parameters).fetchall()
            )
            return rows

        while True:
            rows = following((which.value, after, piece))
            yield from (ListedWord(*row) for row in rows)
            if len(rows) < piece:
                return
            after = rows[-1][0]


def _counted(connection: Connection, which: WordList) -> int:
    """Kept beside the list: counting three million rows would take longer than adding one."""
    row = connection.execute("SELECT words FROM word_count WHERE list = ?", (which.value,)).fetchone()
    return 0 if row is None else int(row[0])


def _count(transaction: Transaction, which: WordList, more: int) -> None:
    transaction.execute(
        """INSERT INTO word_count VALUES (?, ?) ON CONFLICT (list) DO UPDATE SET words = words + excluded.words""",
        (which.value, more),
    )
