"""The list of waiting items: filters, order, counts. Lines are read in the background, never by the window."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from PySide6.QtCore import QObject, Signal

from core.domain.events import CancelToken, Progress
from core.domain.language import Language
from core.domain.taxonomy import Domain
from core.store.records import ReviewFilter, ReviewLine, ReviewOrder, ReviewState
from ui.shared.viewmodels.jobs import LatestJob
from ui.shared.viewmodels.ports import ReviewStorePort, WorkPort

FIRST_PAGE = 200
"""Enough for the tallest screen; shown while the rest is read."""
PAGE = 1000


class Age(StrEnum):
    """How long an item has waited at least."""

    ANY = "any"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"


AGES = {Age.HOUR: timedelta(hours=1), Age.DAY: timedelta(days=1), Age.WEEK: timedelta(days=7)}
DECIDED = frozenset(state for state in ReviewState if not state.waits)

Listed = tuple[tuple[ReviewLine, ...], dict[ReviewState, int]]


class ReviewQueue(QObject):
    """`changed`: other lines, another filter or other counts. `failed` carries the exception of a read."""

    changed = Signal()
    failed = Signal(object)

    def __init__(self, work: WorkPort, now: Any, parent: QObject | None = None) -> None:
        """`now`: gives the time, aware of its zone."""
        super().__init__(parent)
        self._job = LatestJob(work)
        self._now = now
        self._store: ReviewStorePort | None = None
        self.chosen = ReviewFilter()
        self.order = ReviewOrder.OLDEST
        self.age = Age.ANY
        self.lines: tuple[ReviewLine, ...] = ()
        self.counts: dict[ReviewState, int] = {}
        self.loaded = False

    @property
    def waiting(self) -> int:
        """Items that wait for a person, whatever the filter."""
        return sum(count for state, count in self.counts.items() if state.waits)

    @property
    def filtered(self) -> bool:
        """Whether the list leaves waiting items out."""
        return self.chosen != ReviewFilter() or self.age is not Age.ANY

    @property
    def reasons(self) -> tuple[str, ...]:
        """Reasons among the lines, for the filter."""
        found = {line.reason for line in self.lines if line.reason}
        return tuple(sorted(found | ({self.chosen.reason} if self.chosen.reason else set())))

    def use(self, store: ReviewStorePort | None) -> None:
        """Read from another store; None: nothing is shown."""
        self._store = store
        self._job.stop()
        self.lines, self.counts, self.loaded = (), {}, False
        self.changed.emit()
        self.refresh()

    def narrow(
        self,
        *,
        states: frozenset[ReviewState] | None = None,
        domain: Domain | str | None = "",
        language: Language | str | None = "",
        reason: str | None = None,
        age: Age | None = None,
        order: ReviewOrder | None = None,
    ) -> None:
        """Change one part of filter or order; the others stay. "" leaves a part as it is, None takes it away."""
        chosen = self.chosen
        if states is not None:
            chosen = replace(chosen, states=states)
        if not isinstance(domain, str) or isinstance(domain, Domain):
            chosen = replace(chosen, domain=domain)
        if not isinstance(language, str) or isinstance(language, Language):
            chosen = replace(chosen, language=language)
        if reason is not None:
            chosen = replace(chosen, reason=reason)
        before = (self.chosen, self.age, self.order)
        self.chosen, self.age, self.order = chosen, age or self.age, order or self.order
        if before != (self.chosen, self.age, self.order):
            self.changed.emit()
            self.refresh()

    def clear_filter(self) -> None:
        """Show everything that waits."""
        self.chosen, self.age = ReviewFilter(), Age.ANY
        self.changed.emit()
        self.refresh()

    def place_of(self, identifier: str) -> int:
        """Row of an item, -1 when it is not shown."""
        return next((row for row, line in enumerate(self.lines) if line.id == identifier), -1)

    def refresh(self) -> None:
        """Read again what the filter asks for."""
        store = self._store
        if store is None:
            return
        chosen = self.chosen
        if self.age is not Age.ANY:
            moment: datetime = self._now()
            chosen = replace(chosen, before=moment - AGES[self.age])
        order, whole = self.order, self.loaded

        def first(_cancel: CancelToken, _progress: Progress) -> Listed:
            return store.list(chosen, order, FIRST_PAGE, 0), store.counts()

        def more(listed: Listed) -> None:
            self._take(listed)
            if len(listed[0]) == FIRST_PAGE:
                self._read_all(store, chosen, order, {})

        if whole:
            self._read_all(store, chosen, order, {})
        else:
            self._job.start(first, more, self.failed.emit)

    def _read_all(
        self, store: ReviewStorePort, chosen: ReviewFilter, order: ReviewOrder, found: dict[str, ReviewLine]
    ) -> None:
        """A page a job: whatever else is asked of the store meanwhile waits for one page at most."""
        place = len(found)

        def page(_cancel: CancelToken, _progress: Progress) -> Listed:
            lines = store.list(chosen, order, PAGE, place)
            return lines, store.counts() if len(lines) < PAGE else {}

        def read(listed: Listed) -> None:
            found.update((line.id, line) for line in listed[0])
            if len(listed[0]) < PAGE or len(found) == place:
                self._take((tuple(found.values()), listed[1] or self.counts))
            else:
                self._read_all(store, chosen, order, found)

        self._job.start(page, read, self.failed.emit)

    def _take(self, listed: Listed) -> None:
        self.lines, self.counts = listed
        self.loaded = True
        self.changed.emit()

    def stop(self) -> None:
        """Read nothing any more."""
        self._job.stop()

    def dump(self) -> dict[str, object]:
        """Filter and order as plain data."""
        chosen = self.chosen
        return {
            "states": sorted(state.value for state in chosen.states),
            "domain": chosen.domain.value if chosen.domain else "",
            "language": chosen.language.value if chosen.language else "",
            "reason": chosen.reason,
            "age": self.age.value,
            "order": self.order.value,
        }

    def restore(self, data: object) -> None:
        """What `dump` gave; anything else leaves everything as it is."""
        if not isinstance(data, dict):
            return
        try:
            self.chosen = ReviewFilter(
                frozenset(ReviewState(state) for state in data["states"]),
                Domain(data["domain"]) if data["domain"] else None,
                Language(data["language"]) if data["language"] else None,
                str(data["reason"]),
            )
            self.age, self.order = Age(data["age"]), ReviewOrder(data["order"])
        except (KeyError, TypeError, ValueError):
            self.chosen, self.age, self.order = ReviewFilter(), Age.ANY, ReviewOrder.OLDEST
