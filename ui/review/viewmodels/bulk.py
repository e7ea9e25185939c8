"""The same choice in many items: planned and counted first, applied as one move (UI-15)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from core.domain.events import CancelToken
from core.domain.sensitive import SensitiveAttribute
from core.engine.what_if import WhatIf
from core.store.records import ReviewAction, ReviewFilter, ReviewLine
from ui.release.viewmodels.choices import Choice, Choices
from ui.release.viewmodels.staging import Bench
from ui.shared.viewmodels.ports import ReviewCase, ReviewStorePort

PAGE = 500
Steps = tuple[tuple[str, Choice], ...]


@dataclass(frozen=True, slots=True)
class BulkPlan:
    """`items`: item id -> choices by attribute id, in order. `looked`: how many items were looked at."""

    items: tuple[tuple[str, Steps], ...]
    looked: int

    @property
    def count(self) -> int:
        """How many items would change."""
        return len(self.items)

    @property
    def steps(self) -> int:
        return sum(len(steps) for _, steps in self.items)


Told = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Planner:
    """Looks through the queue. Any thread; `told` hears how many items were looked at."""

    store: ReviewStorePort
    what_if: WhatIf
    reviewer: str

    def identical(
        self, source: ReviewCase, attribute: SensitiveAttribute, choice: Choice, cancel: CancelToken, told: Told
    ) -> BulkPlan:
        """The choice for the same value of the same type, wherever nothing was said about it yet."""

        def wanted(case: ReviewCase) -> Steps:
            chosen = Choices.of(case.history.in_force).by_attribute
            return tuple(
                (item.id, self._fitted(item, choice))
                for item in case.outcome.verdict.sensitive.attributes
                if (item.type_id, item.value) == (attribute.type_id, attribute.value) and item.id not in chosen
            )

        return self._plan((line for line in self._lines(cancel) if line.id != source.item.id), wanted, cancel, told)

    def passing(self, cancel: CancelToken, told: Told) -> BulkPlan:
        """What the program suggests, for every item that would then pass."""

        def wanted(case: ReviewCase) -> Steps:
            before = Choices.of(case.history.in_force)
            if before.edited:
                return ()
            found = Bench(self.what_if, case).suggest(before, cancel)
            if not found.prediction.passes:
                return ()
            return tuple(
                (name, made) for name, made in found.choices.by_attribute.items() if name not in before.by_attribute
            )

        return self._plan(self._lines(cancel), wanted, cancel, told)

    def _fitted(self, attribute: SensitiveAttribute, choice: Choice) -> Choice:
        top = self.what_if.dehydrator.top(attribute)
        if choice.action is ReviewAction.REMOVE:
            return Choice(choice.action, top, choice.reason)
        return Choice(choice.action, min(choice.level, top), choice.reason)

    def _lines(self, cancel: CancelToken) -> Iterable[ReviewLine]:
        offset = 0
        while True:
            cancel.check()
            page = self.store.list(ReviewFilter(), limit=PAGE, offset=offset)
            yield from (line for line in page if line.claimed_by in ("", self.reviewer))
            offset += len(page)
            if len(page) < PAGE:
                return

    def _plan(
        self,
        lines: Iterable[ReviewLine],
        wanted: Callable[[ReviewCase], Steps],
        cancel: CancelToken,
        told: Told,
    ) -> BulkPlan:
        found = []
        looked = 0
        for line in lines:
            cancel.check()
            steps = wanted(self.store.open(line.id))
            looked += 1
            told(looked)
            if steps:
                found.append((line.id, steps))
        return BulkPlan(tuple(found), looked)
