"""Predictions for the open item, computed off the main thread, nearest first, and remembered."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from core.domain.events import CancelToken, Progress
from core.engine.what_if import WhatIf
from ui.release.viewmodels.choices import Choices
from ui.release.viewmodels.staging import Assessed, Bench, Option, Suggestion
from ui.shared.viewmodels.jobs import LatestJob
from ui.shared.viewmodels.ports import ReviewCase, WorkPort

K = TypeVar("K")

REMEMBERED = 2000
"""Predictions kept; the oldest go first."""


class Forecast(QObject):
    """`changed`: more is known about the open item. `failed` carries the exception of a measurement."""

    changed = Signal()
    failed = Signal(object)

    def __init__(self, work: WorkPort, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job = LatestJob(work)
        self._known: OrderedDict[tuple[object, ...], object] = OrderedDict()
        self.assessed: Assessed | None = None
        self.untouched: Assessed | None = None
        self.options: dict[str, tuple[Option, ...]] = {}
        self.suggestion: Suggestion | None = None

    @property
    def running(self) -> bool:
        return self._job.running

    def clear(self) -> None:
        """Nothing is open."""
        self._job.stop()
        self.assessed, self.untouched, self.options, self.suggestion = None, None, {}, None

    def forget(self) -> None:
        """Another engine or store measures differently."""
        self.clear()
        self._known.clear()

    # Long: four measurements of one review, which share what is known and whether it is still wanted.
    def look(self, what_if: WhatIf, case: ReviewCase, choices: Choices, current: str) -> None:
        """Measure what `choices` do, then every option of the card `current`, of what leaks, and the suggestion; of
        other attributes only when they are the current one."""
        bench = Bench(what_if, case)
        mark = (case.item.id, case.item.run_id, len(case.conversation.turns))
        known = self._known
        whole = (*mark, "all", choices.key)
        hint = (*mark, "suggest", choices.key)
        proposed = (*mark, "all", Choices().key)
        self.assessed = _as(known.get(whole), Assessed)
        self.untouched = _as(known.get(proposed), Assessed)
        shown = self.assessed.sensitive if self.assessed is not None else case.outcome.verdict.sensitive
        wanted = [item for item in shown.attributes if item.id == current]
        wanted += [item for item in bench.residual() if item.id != current]
        self.suggestion = _as(known.get(hint), Suggestion)
        self.options = {}
        todo = []
        for attribute in wanted:
            key = (*mark, attribute.id, choices.without(attribute.id).key)
            found = known.get(key)
            if isinstance(found, tuple):
                self.options[attribute.id] = found
            else:
                todo.append((key, attribute))

        def measure_options(cancel: CancelToken, _progress: Progress) -> dict[tuple[object, ...], object]:
            return {key: bench.options(attribute, choices, cancel) for key, attribute in todo}

        def assess(cancel: CancelToken, _progress: Progress) -> dict[tuple[object, ...], object]:
            return {whole: bench.assess(choices, cancel)}

        def assess_proposed(cancel: CancelToken, _progress: Progress) -> dict[tuple[object, ...], object]:
            return {proposed: bench.assess(Choices(), cancel)}

        def suggest(cancel: CancelToken, _progress: Progress) -> dict[tuple[object, ...], object]:
            return {hint: bench.suggest(choices, cancel)}

        jobs = []
        if self.assessed is None:
            jobs.append(assess)
        if todo:
            jobs.append(measure_options)
        if self.untouched is None and whole != proposed:
            jobs.append(assess_proposed)
        if self.suggestion is None and not choices.edited:
            jobs.append(suggest)

        def next_job() -> None:
            if jobs:
                self._job.start(jobs.pop(0), took, self.failed.emit)

        def took(found: dict[tuple[object, ...], object]) -> None:
            for key, value in found.items():
                known[key] = value
                if isinstance(value, Assessed):
                    self.assessed = value if key == whole else self.assessed
                    self.untouched = value if key == proposed else self.untouched
                elif isinstance(value, Suggestion):
                    self.suggestion = value
                elif isinstance(value, tuple):
                    self.options[str(key[3])] = value
            while len(known) > REMEMBERED:
                known.popitem(last=False)
            self.changed.emit()
            next_job()

        self._job.stop()
        self.changed.emit()
        next_job()

    def stop(self) -> None:
        """Measure nothing any more."""
        self._job.stop()


def _as(value: object, kind: type[K]) -> K | None:
    return value if isinstance(value, kind) else None
