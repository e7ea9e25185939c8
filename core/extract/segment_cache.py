"""Results of segments already scanned, least recently used first out. In memory only."""

from __future__ import annotations

import threading
from collections import OrderedDict

from core.extract.candidate import Candidate

DEFAULT_CAPACITY = 400_000
"""Code points of segment text kept (about one long document)."""


class SegmentCache:
    """Segment text -> candidates relative to the segment. Safe from any thread."""

    def __init__(self, capacity: int = DEFAULT_CAPACITY) -> None:
        self._capacity = capacity
        self._size = 0
        self._entries: OrderedDict[str, tuple[Candidate, ...]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, text: str) -> tuple[Candidate, ...] | None:
        """The candidates of this very text, None when it was not scanned lately."""
        with self._lock:
            found = self._entries.get(text)
            if found is not None:
                self._entries.move_to_end(text)
            return found

    def put(self, text: str, candidates: tuple[Candidate, ...]) -> None:
        """Keep a result; the oldest ones go once the capacity is reached."""
        with self._lock:
            if text in self._entries or len(text) > self._capacity:
                return
            self._entries[text] = candidates
            self._size += len(text)
            while self._size > self._capacity:
                old, _ = self._entries.popitem(last=False)
                self._size -= len(old)

    def clear(self) -> None:
        """Forget everything, e.g. when the vault is locked."""
        with self._lock:
            self._entries.clear()
            self._size = 0
