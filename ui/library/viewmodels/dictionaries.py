"""Word lists and own recognisers as a person edits them: a page at a time, with one step of undo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from core.domain.errors import Cancelled
from core.domain.events import CancelToken, Progress, StageEvent
from ui.library.viewmodels.ports import (
    CsvCount,
    CsvPreview,
    CsvResult,
    DictionaryPort,
    ListEntry,
    ListKind,
    ListPage,
    OwnRecognizer,
)
from ui.shared.viewmodels.jobs import LatestJob
from ui.shared.viewmodels.ports import WorkPort
from ui.shared.viewmodels.problems import Problem, problem_of

T = TypeVar("T")

PAGE = 200


@dataclass(slots=True)
class ListState:
    """What is on show of one list."""

    query: str = ""
    entries: list[ListEntry] = field(default_factory=list)
    total: int = 0
    loaded: bool = False


@dataclass(frozen=True, slots=True)
class Removed:
    """Entries or a recogniser just deleted; one click brings them back."""

    kind: ListKind | None
    entries: tuple[ListEntry, ...] = ()
    recognizer: OwnRecognizer | None = None


@dataclass(frozen=True, slots=True)
class Tested:
    """What a recogniser, as it is being edited, does to the sample on show. `problem`: why its pattern is refused."""

    sample: str = ""
    recognizer: OwnRecognizer | None = None
    spans: tuple[tuple[int, int], ...] = ()
    problem: Problem | None = None


class DictionariesViewModel(QObject):
    """`list_reset(kind)`: another list. `list_grew(kind, first, last)`. `recognizers_changed`, `tested_changed`,
    `removed_changed`, `preview_changed`, `importing_changed`, `problem_changed`. `edited`: the lists say something
    else now. `imported(CsvResult)`. Main thread only."""

    list_reset = Signal(object)
    list_grew = Signal(object, int, int)
    recognizers_changed = Signal()
    tested_changed = Signal()
    removed_changed = Signal()
    preview_changed = Signal()
    importing_changed = Signal()
    problem_changed = Signal()
    edited = Signal()
    imported = Signal(object)
    failed = Signal(object)

    def __init__(self, work: WorkPort, long_work: WorkPort, parent: QObject | None = None) -> None:
        """`long_work`: where an import may take its seconds and a pattern its milliseconds."""
        super().__init__(parent)
        self._work = work
        self._port: DictionaryPort | None = None
        self._round = 0
        self._listing = {kind: LatestJob(work) for kind in ListKind}
        self._testing = LatestJob(long_work)
        self._importing = LatestJob(long_work)
        self._counting = LatestJob(long_work)
        self._forget()

    def _forget(self) -> None:
        self.lists = {kind: ListState() for kind in ListKind}
        self.recognizers: tuple[OwnRecognizer, ...] = ()
        self.tested = Tested()
        self.removed: Removed | None = None
        self.preview: CsvPreview | None = None
        self.count: CsvCount | None = None
        self.progress: tuple[int, int] | None = None
        self.problem: Problem | None = None

    @property
    def available(self) -> bool:
        return self._port is not None

    def use(self, port: DictionaryPort | None) -> None:
        """Edit these dictionaries from now on; None: forget everything."""
        self._round += 1
        self._port = port
        for job in (*self._listing.values(), self._testing, self._importing, self._counting):
            job.stop()
        self._forget()
        for kind in ListKind:
            self.list_reset.emit(kind)
        for signal in (
            self.recognizers_changed,
            self.tested_changed,
            self.removed_changed,
            self.preview_changed,
            self.importing_changed,
            self.problem_changed,
        ):
            signal.emit()
        self.reload()

    def reload(self) -> None:
        """Read the first pages and the recognisers again."""
        if self._port is None:
            return
        for kind in ListKind:
            self._read(kind)
        self._ask(lambda port: port.recognizers(), self._take_recognizers)

    # Lists

    def search(self, kind: ListKind, query: str) -> None:
        """Entries that contain `query`."""
        if query.strip() != self.lists[kind].query:
            self.lists[kind].query = query.strip()
            self._read(kind)

    def _read(self, kind: ListKind) -> None:
        port, query = self._port, self.lists[kind].query
        if port is None:
            return

        def done(page: ListPage) -> None:
            self.lists[kind] = ListState(query, list(page.entries), page.total, loaded=True)
            self.list_reset.emit(kind)

        self._listing[kind].start(lambda _c, _p: port.page(kind, query, 0, PAGE), done, self.failed.emit)

    def has_more(self, kind: ListKind) -> bool:
        """Whether the list on show is only the beginning."""
        state = self.lists[kind]
        return len(state.entries) < state.total and not self._listing[kind].running

    def more(self, kind: ListKind) -> None:
        """Read the next page."""
        port, state = self._port, self.lists[kind]
        if port is None or not self.has_more(kind):
            return
        place, query = len(state.entries), state.query

        def done(page: ListPage) -> None:
            state.total = page.total if page.entries else place
            if page.entries:
                state.entries.extend(page.entries)
                self.list_grew.emit(kind, place, len(state.entries) - 1)

        self._listing[kind].start(lambda _c, _p: port.page(kind, query, place, PAGE), done, self.failed.emit)

    def add(self, kind: ListKind, surface: str, type_id: str = "") -> None:
        """One more entry; a problem is told beside the field."""
        entry = ListEntry(" ".join(surface.split()), type_id if kind is ListKind.HIDE else "")
        if not entry.surface:
            return

        def done(_count: int) -> None:
            self._changed(kind)

        self._ask(lambda port: port.add(kind, (entry,)), done)

    def remove(self, kind: ListKind, entries: tuple[ListEntry, ...]) -> None:
        """Delete entries; one click brings them back."""
        if not entries:
            return

        def done(_count: int) -> None:
            self._set_removed(Removed(kind, entries))
            self._changed(kind)

        self._ask(lambda port: port.remove(kind, entries), done)

    def take_back(self) -> None:
        """Bring back what was deleted last."""
        removed = self.removed
        if removed is None:
            return
        self._set_removed(None)
        if removed.kind is not None:
            kind, entries = removed.kind, removed.entries
            self._ask(lambda port: port.add(kind, entries), lambda _count: self._changed(kind))
        elif removed.recognizer is not None:
            self.save_recognizer(removed.recognizer)

    def _set_removed(self, removed: Removed | None) -> None:
        self.removed = removed
        self.removed_changed.emit()

    def _changed(self, kind: ListKind) -> None:
        self._read(kind)
        self.edited.emit()

    # A file

    def open_csv(self, path: Path, heading: bool | None = None) -> None:
        """Read the beginning of a file, to be looked at before it is imported. `heading` None = see for yourself."""

        def done(preview: CsvPreview) -> None:
            self._counting.stop()
            self.preview, self.count = preview, None
            self.preview_changed.emit()

        self._ask(lambda port: port.preview_csv(path, heading), done)

    def count_csv(self, column: int) -> None:
        """Count what an import of this column would do; the import need not wait for it."""
        port, preview = self._port, self.preview
        if port is None or preview is None:
            return
        self.count = None

        def done(count: CsvCount) -> None:
            self.count = count
            self.importing_changed.emit()

        self._counting.start(lambda _c, _p: port.count_csv(preview, column), done, self._broke)

    def drop_csv(self) -> None:
        """Forget the file; stops an import that runs."""
        self._importing.stop()
        self._counting.stop()
        self.preview, self.count = None, None
        self._set_progress(None)
        self.preview_changed.emit()

    def import_csv(self, kind: ListKind, column: int, type_id: str) -> None:
        """Take one column of the file into a list."""
        port, preview = self._port, self.preview
        if port is None or preview is None or self.progress is not None:
            return
        self._counting.stop()
        rows = self.count.rows if self.count is not None else 0
        self._set_problem(None)
        self._set_progress((0, rows))

        def run(cancel: CancelToken, progress: Progress) -> CsvResult:
            return port.import_csv(kind, preview, column, type_id, progress, cancel)

        def done(result: CsvResult) -> None:
            self.drop_csv()
            self._changed(kind)
            self.imported.emit(result)

        def broke(error: Exception) -> None:
            self._set_progress(None)
            self._changed(kind)
            self._broke(error)

        def moved(event: StageEvent) -> None:
            self._set_progress((event.done, rows))

        self._importing.start(run, done, broke, moved)

    def _set_progress(self, progress: tuple[int, int] | None) -> None:
        self.progress = progress
        self.importing_changed.emit()

    # Own recognisers

    def test(self, recognizer: OwnRecognizer, sample: str) -> None:
        """What it would find in `sample`; the latest question wins, and typing never waits."""
        port = self._port
        if port is None:
            return
        if not recognizer.pattern.strip():
            self._testing.stop()
            self._set_tested(Tested(sample, recognizer))
            return

        def done(spans: tuple[tuple[int, int], ...]) -> None:
            self._set_tested(Tested(sample, recognizer, spans))

        def broke(error: Exception) -> None:
            if not isinstance(error, Cancelled):
                self._set_tested(Tested(sample, recognizer, (), problem_of(error)))

        self._testing.start(lambda _c, _p: port.test_recognizer(recognizer, sample), done, broke)

    def _set_tested(self, tested: Tested) -> None:
        self.tested = tested
        self.tested_changed.emit()

    def save_recognizer(self, recognizer: OwnRecognizer) -> None:
        """New, or changed under its id."""

        def job(port: DictionaryPort) -> tuple[OwnRecognizer, ...]:
            port.save_recognizer(recognizer)
            return port.recognizers()

        self._ask(job, self._recognizers_edited)

    def delete_recognizer(self, recognizer: OwnRecognizer) -> None:
        """Delete it; one click brings it back."""

        def job(port: DictionaryPort) -> tuple[OwnRecognizer, ...]:
            port.delete_recognizer(recognizer.id)
            return port.recognizers()

        def done(left: tuple[OwnRecognizer, ...]) -> None:
            self._set_removed(Removed(None, recognizer=recognizer))
            self._recognizers_edited(left)

        self._ask(job, done)

    def _take_recognizers(self, found: tuple[OwnRecognizer, ...]) -> None:
        self.recognizers = found
        self.recognizers_changed.emit()

    def _recognizers_edited(self, found: tuple[OwnRecognizer, ...]) -> None:
        self._take_recognizers(found)
        self.edited.emit()

    # Asking

    def _ask(self, job: Callable[[DictionaryPort], T], done: Callable[[T], None]) -> None:
        port, asked = self._port, self._round
        if port is None:
            return
        self._set_problem(None)

        def ended(value: T) -> None:
            if asked == self._round:
                done(value)

        def broke(error: Exception) -> None:
            if asked == self._round:
                self._broke(error)

        self._work.submit(lambda _cancel, _progress: job(port), ended, broke)

    def _broke(self, error: Exception) -> None:
        if not isinstance(error, Cancelled):
            self._set_problem(problem_of(error))

    def forget_problem(self) -> None:
        """What went wrong elsewhere is not told here."""
        self._set_problem(None)

    def _set_problem(self, problem: Problem | None) -> None:
        if problem != self.problem:
            self.problem = problem
            self.problem_changed.emit()
