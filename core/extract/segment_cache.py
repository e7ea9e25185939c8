"""Results of segments already scanned, least recently used first out. In memory only."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

from core.extract.candidate import Candidate

DEFAULT_CAPACITY = 400_000
"""Code points of segment text kept (about one long document)."""


@dataclass(frozen=True, slots=True)
class Scanned:
    """What recognisers said of one segment, in its own offsets: all of it, and what stands without overlaps."""

    proposed: tuple[Candidate, ...] = ()
    resolved: tuple[Candidate, ...] = ()


class SegmentCache:
    """Segment text -> what was found in it. Safe from any thread."""

    def __init__(self, capacity: int = DEFAULT_CAPACITY) -> None:
        self._capacity = capacity
        self._size = 0
        self._entries: OrderedDict[str, Scanned] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, text: str) -> Scanned | None:
        """What was found in this very text, None when it was not scanned lately."""
        with self._lock:
            found = self._entries.get(text)
            if found is not None:
                self._entries.move_to_end(text)
            return found

    def put(self, text: str, scanned: Scanned) -> None:
        """Keep a result; the oldest ones go once the capacity is reached."""
        with self._lock:
            if text in self._entries or len(text) > self._capacity:
                return
            self._entries[text] = scanned
            self._size += len(text)
            while self._size > self._capacity:
                old, _ = self._entries.popitem(last=False)
                self._size -= len(old)

    def clear(self) -> None:
        """Forget everything, e.g. when the vault is locked."""
        with self._lock:
            self._entries.clear()
            self._size = 0
