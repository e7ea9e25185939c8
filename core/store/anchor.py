"""Where the audit chain's head is kept outside the database.

With the operating system's key store the anchor is out of reach of whoever can only write files: an older copy of the
database, or one with its last rows cut off, does not fit it. Without one it stands in a file beside the database,
authenticated by a key that is kept inside the database: it then shows a database that was cut or swapped alone, but
not one that was put back together with its old anchor file.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from core.domain.errors import DrslError, StoreError
from core.store.audit_records import Anchor
from core.store.encrypted_connection import PRIVATE_FILE

MAX_ANCHOR_BYTES = 1000


class AnchorCell(Protocol):
    """One short text that survives the process. Methods may block; they raise DrslError."""

    def get(self) -> str | None: ...

    def put(self, text: str) -> None: ...


class AnchorPort(Protocol):
    """Where the head of the chain is kept."""

    def read(self) -> Anchor | None:
        """None when there is none. Raises StoreError `store.anchor` for one that is not authentic."""
        ...

    def write(self, anchor: Anchor) -> None: ...


@dataclass(frozen=True, slots=True)
class FileCell:
    """A private file, replaced in one step."""

    path: Path

    def get(self) -> str | None:
        try:
            with self.path.open("rb") as stream:
                return stream.read(MAX_ANCHOR_BYTES).decode("ascii", "replace")
        except FileNotFoundError:
            return None
        except OSError:
            raise StoreError("store.anchor") from None

    def put(self, text: str) -> None:
        draft = self.path.with_name(f".{self.path.name}.{secrets.token_hex(8)}")
        try:
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(text.encode("ascii"))
                stream.flush()
                os.fsync(stream.fileno())
            os.replace(draft, self.path)
        except OSError:
            draft.unlink(missing_ok=True)
            raise StoreError("store.anchor", retryable=True) from None


class SealedAnchor:
    """An anchor in a cell, with a MAC under `key`, which only the open database tells."""

    def __init__(self, cell: AnchorCell, key: bytes) -> None:
        self._cell = cell
        self._key = key

    def read(self) -> Anchor | None:
        text = self._cell.get()
        if text is None:
            return None
        try:
            count, head, mac = json.loads(text)
            anchor = Anchor(int(count), str(head))
            genuine = hmac.compare_digest(str(mac), self._mac(anchor))
        except (ValueError, TypeError, RecursionError):
            genuine = False
        if not genuine:
            raise StoreError("store.anchor")
        return anchor

    def write(self, anchor: Anchor) -> None:
        self._cell.put(json.dumps([anchor.count, anchor.head, self._mac(anchor)]))

    def _mac(self, anchor: Anchor) -> str:
        return hmac.new(self._key, f"{anchor.count}:{anchor.head}".encode("ascii"), hashlib.sha256).hexdigest()


class AnchorKeeper:
    """Writes the anchor now and then, not at every row: a key store takes milliseconds each time.

    A failure is remembered and tried again; it never undoes what was recorded.
    """

    EVERY = 32
    """Rows that may follow the anchor; a cut among them is not seen before the next anchoring."""

    def __init__(self, port: AnchorPort | None) -> None:
        self._port = port
        self._written = 0
        self._latest: Anchor | None = None
        self.failed = False

    def started_at(self, anchor: Anchor | None) -> None:
        """What was found at the start, None when there was nothing."""
        self._latest = anchor
        self._written = anchor.count if anchor is not None else 0

    def moved(self, anchor: Anchor) -> None:
        """The chain grew."""
        self._latest = anchor
        if anchor.count - self._written >= self.EVERY:
            self.settle()

    def settle(self) -> None:
        """Anchor the head now: before the vault closes, and after what must not be lost."""
        if self._port is None or self._latest is None:
            return
        try:
            self._port.write(self._latest)
        except DrslError:
            self.failed = True
            return
        self.failed = False
        self._written = self._latest.count
