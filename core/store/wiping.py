"""Everything that a vault holds, counted and deleted for ever; the audit trail, which has no text, stays."""

from __future__ import annotations

from collections.abc import Mapping

from core.domain.errors import StoreError
from core.domain.release import SendState
from core.store.audit_records import AuditKind
from core.store.database import Database, Transaction, utc_now
from core.store.encrypted_connection import Connection
from core.store.migration import copies, expire_copies
from core.store.records import Stock

KEPT = frozenset({"meta", "migration", "audit"})
"""The tables that stay. A table that a later schema adds goes like all others unless it is named here."""
_COUNTED: Mapping[str, str] = {
    "conversations": "SELECT count(*) FROM conversation",
    "turns": "SELECT count(*) FROM turn",
    "runs": "SELECT count(*) FROM run",
    "releases": "SELECT count(DISTINCT release_id) FROM send_state",
    "reviews": "SELECT count(*) FROM review_item",
    "drafts": "SELECT count(*) FROM draft",
    "experiences": "SELECT count(*) FROM experience",
    "calibrations": "SELECT count(*) FROM calibration",
    "prompts": "SELECT count(*) FROM prompt_version",
    "settings": "SELECT count(*) FROM setting",
    "audit_rows": "SELECT count(*) FROM audit",
}
_ON_THE_WAY = """SELECT 1 FROM send_state WHERE seq IN (SELECT max(seq) FROM send_state GROUP BY release_id)
    AND state = ? LIMIT 1"""


def stock(database: Database) -> Stock:
    """What a wipe would delete, and how many audit rows would stay. Raises StoreError."""
    counted = database.read(_counts)
    return Stock(**counted, copies=len(copies(database.path)))


def wipe(database: Database) -> Stock:
    """Delete every row of every table but `KEPT`, the search index with them, and the copies from before migrations;
    returns what went. The file is then written anew, so that nothing of it stands in a free page.

    Raises StoreError `store.sending` while a send is on its way: its end has to be recorded.
    """
    before = len(copies(database.path))

    def work(transaction: Transaction) -> dict[str, int]:
        if transaction.execute(_ON_THE_WAY, (SendState.SENDING.value,)).fetchone() is not None:
            raise StoreError("store.sending")
        counted = _counts(transaction)
        _empty(transaction)
        gone = {name: count for name, count in counted.items() if name != "audit_rows"}
        transaction.audit(AuditKind.VAULT_WIPED, "vault", **gone)
        return counted

    counted = database.write(work)
    database.compact()
    expire_copies(database.path, utc_now(), everything=True)
    return Stock(**counted, copies=before)


def _counts(connection: Connection) -> dict[str, int]:
    return {name: int(connection.execute(query).fetchone()[0]) for name, query in _COUNTED.items()}


def _empty(transaction: Transaction) -> None:
    """Triggers rest meanwhile: the index forgets everything at once, not row by row."""
    rows = transaction.execute("PRAGMA table_list").fetchall()
    found = {row[1]: row[2] for row in rows if row[0] == "main" and not row[1].startswith("sqlite_")}
    tables = sorted(name for name, kind in found.items() if kind == "table" and name not in KEPT)
    indexes = sorted(name for name, kind in found.items() if kind == "virtual")
    listed = transaction.execute("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    resting = [(name, sql) for name, table, sql in listed if table in tables]
    transaction.execute("PRAGMA defer_foreign_keys=ON")
    for name, _sql in resting:
        transaction.execute(f"DROP TRIGGER {name}")
    for name in indexes:
        transaction.execute(f"INSERT INTO {name}({name}) VALUES ('delete-all')")  # noqa: S608 - names of our own schema
    for name in tables:
        transaction.execute(f"DELETE FROM {name}")  # noqa: S608 - names of our own schema
    for _name, sql in resting:
        transaction.execute(sql)
