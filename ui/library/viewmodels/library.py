"""The library as its reader sees it: a tree, one item's versions, two of them compared, a file under review."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from core.domain.taxonomy import Domain
from ui.library.viewmodels.ports import (
    BlamedLine,
    ImportReview,
    ItemKey,
    ItemLine,
    LibraryPort,
    Step,
    VersionLine,
)
from ui.shared.viewmodels.jobs import LatestJob
from ui.shared.viewmodels.ports import WorkPort

T = TypeVar("T")

LEARNING = "learning"
"""The panel that the page opens with."""


class LibraryViewModel(QObject):
    """`panel`: which panel is on show by its name, "" for the chosen item.

    `items_changed`: the tree. `versions_changed`: another item, or its timeline. `shown_changed`: the version on show,
    the one it is compared with, or its blame. `undo_changed`, `import_changed`. `exported(path, fingerprint)`,
    `imported(number of items)`, `stepped`: an active version changed. Main thread only; the library is asked elsewhere.
    """

    items_changed = Signal()
    versions_changed = Signal()
    shown_changed = Signal()
    undo_changed = Signal()
    import_changed = Signal()
    stepped = Signal()
    exported = Signal(str, str)
    imported = Signal(int)
    failed = Signal(object)

    def __init__(self, work: WorkPort, author: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._author = author
        self._port: LibraryPort | None = None
        self._listing = LatestJob(work)
        self._reading = LatestJob(work)
        self._blaming = LatestJob(work)
        self._round = 0
        self._forget()

    def _forget(self) -> None:
        self.items: tuple[ItemLine, ...] = ()
        self.loaded = False
        self.chosen: ItemKey | None = None
        self.panel = LEARNING
        self.versions: tuple[VersionLine, ...] = ()
        self.shown = 0
        self.against = 0
        self.blame: tuple[BlamedLine, ...] = ()
        self.undo: Step | None = None
        self.review: ImportReview | None = None
        self.busy = False

    @property
    def available(self) -> bool:
        """Whether there is a library to read."""
        return self._port is not None

    def use(self, port: LibraryPort | None) -> None:
        """Read this library from now on; None: forget everything that was read."""
        self._round += 1
        self._port = port
        for job in (self._listing, self._reading, self._blaming):
            job.stop()
        self._forget()
        for signal in (
            self.items_changed,
            self.versions_changed,
            self.shown_changed,
            self.undo_changed,
            self.import_changed,
        ):
            signal.emit()
        self.reload()

    # The tree

    def reload(self) -> None:
        """Ask for the tree again, and for the item on show."""
        port = self._port
        if port is None:
            return

        def done(items: tuple[ItemLine, ...]) -> None:
            self.items, self.loaded = items, True
            self.items_changed.emit()
            if self.chosen is not None:
                self._read_versions(self.chosen)

        self._listing.start(lambda _c, _p: port.items(), done, self.failed.emit)

    def line(self, key: ItemKey | None) -> ItemLine | None:
        return next((item for item in self.items if item.key == key), None)

    # One item

    def choose(self, key: ItemKey) -> None:
        """Show an item, its active version first."""
        self.panel = ""
        if key == self.chosen:
            return
        self.chosen = key
        self.versions, self.shown, self.against, self.blame = (), 0, 0, ()
        self.versions_changed.emit()
        self.shown_changed.emit()
        self._read_versions(key)

    def _read_versions(self, key: ItemKey) -> None:
        port = self._port
        if port is None:
            return

        def done(versions: tuple[VersionLine, ...]) -> None:
            known = len(self.versions)
            self.versions = versions
            line = self.line(key)
            numbers = {item.version.version for item in versions}
            if not known or len(versions) > known or self.shown not in numbers:
                self.shown = line.active if line is not None else max(numbers, default=0)
                self.against = 0
            self.versions_changed.emit()
            self._show()

        self._reading.start(lambda _c, _p: port.versions(key), done, self.failed.emit)

    def version(self, number: int) -> VersionLine | None:
        return next((item for item in self.versions if item.version.version == number), None)

    def show(self, number: int) -> None:
        """The version whose content stands at the right."""
        if number != self.shown and self.version(number) is not None:
            self.shown = number
            if self.against == number:
                self.against = 0
            self._show()

    def compare(self, number: int) -> None:
        """Compare the version on show with `number`; 0 shows its content again."""
        if number != self.against and (number == 0 or self.version(number) is not None):
            self.against = number if number != self.shown else 0
            self.shown_changed.emit()

    @property
    def active(self) -> int:
        """The version of the chosen item that runs use; 0 while nothing is read."""
        line = self.line(self.chosen)
        return line.active if line is not None else 0

    @property
    def compared(self) -> tuple[VersionLine | None, VersionLine | None]:
        """The two versions to compare, the older first; without a comparison the second is the one on show."""
        shown, other = self.version(self.shown), self.version(self.against)
        if other is None or shown is None:
            return None, shown
        before, after = sorted((shown, other), key=lambda item: item.version.version)
        return before, after

    def _show(self) -> None:
        self.blame = ()
        self.shown_changed.emit()
        port, key, number = self._port, self.chosen, self.shown
        if port is None or key is None or not number:
            return

        def done(blame: tuple[BlamedLine, ...]) -> None:
            self.blame = blame
            self.shown_changed.emit()

        self._blaming.start(lambda _c, _p: port.blame(key, number), done, self.failed.emit)

    # Steps

    def roll_back(self, number: int, key: ItemKey | None = None) -> None:
        """Make a new version that repeats `number`, at once; a bar offers the way back. `key` None: of the item on
        show."""
        item = key or self.chosen
        if item is not None and not self.busy:
            self._ask(lambda port: port.roll_back(item, number, self._author), self._stepped)

    def take_back(self) -> None:
        """Undo the last step: again a new version."""
        step = self.undo
        if step is not None and not self.busy:
            self._ask(lambda port: port.take_back(step, self._author), lambda _step: self._stepped(None))

    def offer_undo(self, undo: Step | None) -> None:
        """A step that was made elsewhere can be taken back here; None: no longer."""
        self.undo = undo
        self.undo_changed.emit()

    def _stepped(self, step: Step | None) -> None:
        self.offer_undo(step)
        self.stepped.emit()
        self.reload()

    def pin(self, domain: Domain, number: int | None) -> None:
        """A domain uses `number` of the chosen item, whatever is active; None: no longer."""
        key = self.chosen
        if key is None:
            return

        def told(_nothing: None) -> None:
            self.stepped.emit()
            self.reload()

        self._ask(lambda port: port.pin(key, domain, number), told)

    # Files

    def export(self, path: Path) -> None:
        """Write everything learned into a signed file."""
        self._ask(lambda port: port.export(path), lambda fingerprint: self.exported.emit(str(path), fingerprint))

    def open_import(self, path: Path) -> None:
        """Read and check a file; nothing of it holds before `adopt_import`."""

        def told(review: ImportReview) -> None:
            self.review = review
            self.import_changed.emit()

        self._ask(lambda port: port.review_import(path), told)

    def adopt_import(self) -> None:
        """What the checks let through becomes new versions."""
        review = self.review
        if review is None:
            return

        def told(step: Step) -> None:
            self.drop_import()
            self.imported.emit(len(step.items))
            self._stepped(step)

        self._ask(lambda port: port.adopt_import(review, self._author), told)

    def drop_import(self) -> None:
        """Forget the file."""
        self.review = None
        self.import_changed.emit()

    def _ask(self, job: Callable[[LibraryPort], T], done: Callable[[T], None]) -> None:
        """`busy` until it has ended; an answer that belongs to a vault locked meanwhile is dropped."""
        port, asked = self._port, self._round
        if port is None:
            return
        self._set_busy(True)

        def ended(value: T) -> None:
            if asked == self._round:
                self._set_busy(False)
                done(value)

        def broke(error: Exception) -> None:
            if asked == self._round:
                self._set_busy(False)
                self.failed.emit(error)

        self._work.submit(lambda _cancel, _progress: job(port), ended, broke)

    def _set_busy(self, busy: bool) -> None:
        self.busy = busy
        self.shown_changed.emit()
