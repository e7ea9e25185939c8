"""The open vault: one database and everything that is kept in it, by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from core.domain.secret import Secret
from core.domain.sending import SendRecord
from core.store.anchor import AnchorCell
from core.store.audit_records import AuditKind
from core.store.audit_trail import AuditTrail
from core.store.conversations import Conversations
from core.store.database import Clock, Database, Opening, utc_now
from core.store.lists import Drafts, Log, PromptVersions, VaultSettings
from core.store.migration import expire_copies
from core.store.records import Deletion, Stock
from core.store.releases import Releases
from core.store.reviews import Reviews
from core.store.runs import Runs
from core.store.schema import MIGRATIONS, Migration
from core.store.wiping import stock, wipe
from core.store.words import Words


@dataclass(frozen=True, slots=True)
class Vault:
    """Repositories over one open database. After `close` every call raises StoreError `store.locked`.

    Every method of every repository may be called from any thread and blocks until the store's own thread has done
    it: milliseconds for most, so not from the window's thread in a loop.

    `crashed`: sends that were on their way when the program last ended without finishing them, now `unknown`.
    """

    database: Database
    conversations: Conversations
    runs: Runs
    releases: Releases
    reviews: Reviews
    drafts: Drafts
    experiences: Log
    calibrations: Log
    prompts: PromptVersions
    words: Words
    settings: VaultSettings
    audit: AuditTrail
    crashed: tuple[SendRecord, ...]

    @classmethod
    def open(
        cls,
        path: Path,
        key: Secret,
        *,
        create: bool = False,
        cell: AnchorCell | None = None,
        clock: Clock = utc_now,
        migrations: Sequence[Migration] = MIGRATIONS,
    ) -> Vault:
        """Open (or make) the vault at `path`. `cell`: where the audit chain's head is anchored.

        Raises StoreError as `Database`. The key is not kept by anything of ours.
        """
        database = Database(path, key.reveal(), create=create, cell=cell, clock=clock, migrations=migrations)
        try:
            releases = Releases(database)
            crashed = releases.after_crash(clock())
            expire_copies(path, clock())
        except BaseException:
            database.close()
            raise
        return cls(
            database,
            Conversations(database),
            Runs(database),
            releases,
            Reviews(database),
            Drafts(database),
            Log(database, "experience", AuditKind.EXPERIENCE),
            Log(database, "calibration", AuditKind.CALIBRATION),
            PromptVersions(database),
            Words(database),
            VaultSettings(database),
            AuditTrail(database),
            crashed,
        )

    @property
    def opening(self) -> Opening:
        """How the opening went: unclean end before, migration, whether the audit anchor agrees."""
        return self.database.opening

    def expire(self, now: datetime) -> Deletion:
        """Delete for ever what was to be kept until now or earlier."""
        return self.conversations.expire(now)

    def stock(self) -> Stock:
        """How much there is, in numbers; `put_aside` is not known here."""
        return stock(self.database)

    def wipe(self) -> Stock:
        """Delete everything but the audit trail for ever. Raises StoreError `store.sending`."""
        return wipe(self.database)

    def close(self) -> None:
        """Lock: finish what is queued, anchor the audit chain, close the connection, end the thread."""
        self.database.close()
