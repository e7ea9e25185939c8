"""API keys as the window sees them: which destinations have one, and whether it outlives the program."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from core.domain.errors import KeyStoreError
from core.domain.events import CancelToken, Progress
from core.domain.secret import Secret
from core.keys.custody import KeyStore
from ui.shared.viewmodels.ports import WorkPort
from ui.shared.viewmodels.problems import Problem, problem_of


class KeysViewModel(QObject):
    """The store may block or ask the person, so it is used off the main thread; answers are remembered here.

    `problem`: why the key that was entered last is not kept.
    `failed` carries the exception of a key that was not kept, or only for this session (KeyStoreError).
    """

    changed = Signal()
    failed = Signal(object)

    def __init__(self, work: WorkPort, store: KeyStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._store = store
        self._known: set[str] = set()
        self._looked: set[str] = set()
        self._persistent = True
        self.problem: Problem | None = None

    @property
    def persistent(self) -> bool:
        """Whether the operating system's store proved to work; assumed until `refresh` has looked."""
        return self._persistent

    def has(self, destination_id: str) -> bool:
        return destination_id in self._known

    def missing(self, destination_id: str) -> bool:
        """Whether the store was asked and has none. Before it was asked nothing is known, and nothing is claimed."""
        return destination_id in self._looked and destination_id not in self._known

    def refresh(self, destination_ids: Iterable[str]) -> None:
        """Look which of these have a key."""
        wanted = tuple(destination_ids)

        def look(_cancel: CancelToken, _progress: Progress) -> tuple[bool, set[str]]:
            return self._store.persistent, {item for item in wanted if self._store.get(item)}

        def found(result: tuple[bool, set[str]]) -> None:
            self._persistent, known = result
            self._known |= known
            self._looked |= set(wanted)
            self.changed.emit()

        self._work.submit(look, found, self.failed.emit)

    def put(self, destination_id: str, key: Secret) -> None:
        """Keep a key: in the store, or for this session when the store refuses."""

        def kept(_nothing: None, problem: Problem | None = None) -> None:
            self._known.add(destination_id)
            self._looked.add(destination_id)
            self.problem = problem
            self.changed.emit()

        def failed(error: Exception) -> None:
            if isinstance(error, KeyStoreError):
                kept(None, problem_of(error))
            self.failed.emit(error)

        self._work.submit(lambda _cancel, _progress: self._store.put(destination_id, key), kept, failed)

    def forget(self, destination_id: str) -> None:
        """Remove the key of a destination."""
        self._known.discard(destination_id)
        self._work.submit(
            lambda _cancel, _progress: self._store.remove(destination_id),
            lambda _: self.changed.emit(),
            self.failed.emit,
        )
