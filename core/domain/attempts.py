"""How often the values of a conversation were put to a certification that draws: one error budget for all of it."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping


class AttemptLedger:
    """Counts per attribute; pressing again, an edit, a decision are all attempts. Safe from any thread.

    The j-th attempt has the error alpha / 2^j. An attempt's number is above every number that any of its attributes
    ever had, so no attribute meets a number twice and its errors add up to no more than alpha, whatever is certified
    beside it.
    """

    def __init__(self, numbers: Mapping[str, int] | None = None) -> None:
        """`numbers`: attribute id -> number of its latest attempt."""
        self._numbers = dict(numbers or {})
        self._lock = threading.Lock()

    def spend(self, attribute_ids: Iterable[str]) -> int:
        """Number of a new attempt on these attributes, from 1. It is spent before anything is drawn: stopping a run
        that goes badly does not give it back."""
        wanted = tuple(attribute_ids)
        with self._lock:
            number = 1 + max((self._numbers.get(key, 0) for key in wanted), default=0)
            self._numbers.update(dict.fromkeys(wanted, number))
            return number

    @property
    def numbers(self) -> Mapping[str, int]:
        """Attribute id -> number of its latest attempt, as it is now."""
        with self._lock:
            return dict(self._numbers)
