"""Word lists and own recognisers as the library page edits them, over the vault's own words. Blocks; any thread."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

from core.domain.errors import InputError
from core.domain.events import CancelToken, Progress, Stage, StageEvent, StageState
from core.extract import own_recognizers
from core.learn.own_words import OwnWords
from core.learn.word_files import WordFile, preview
from core.store.records import WordList
from ui.library.viewmodels.ports import (
    CsvCount,
    CsvPreview,
    CsvResult,
    ListEntry,
    ListKind,
    ListPage,
    OwnRecognizer,
)


class DictionaryService:
    """`ui.library.viewmodels.ports.DictionaryPort`. Every method raises StoreError, and InputError where named."""

    def __init__(self, words: OwnWords) -> None:
        self._words = words

    def page(self, kind: ListKind, query: str, offset: int, limit: int) -> ListPage:
        """As the port says."""
        which = WordList(kind.value)
        found = self._words.page(which, query, offset, limit)
        return ListPage(tuple(ListEntry(word.surface, word.type_id) for word in found), self._words.count(which, query))

    def add(self, kind: ListKind, entries: tuple[ListEntry, ...]) -> int:
        """As the port says. Raises InputError `dictionary.*`, `recognizer.type`."""
        if kind is ListKind.HIDE:
            return self._words.hide((entry.surface, entry.type_id) for entry in entries)
        return self._words.keep(entry.surface for entry in entries)

    def remove(self, kind: ListKind, entries: tuple[ListEntry, ...]) -> int:
        """As the port says."""
        return self._words.remove(WordList(kind.value), (entry.surface for entry in entries))

    def preview_csv(self, path: Path, heading: bool | None) -> CsvPreview:
        """As the port says. Raises InputError `wordfile.*`."""
        file = self._words.opened(path, heading)
        width = len(file.columns)
        head = tuple((*row, *("" for _ in range(width - len(row)))) for row in file.head)
        return CsvPreview(path, file.columns, head, file.heading, file, self._words.types_in(file))

    def count_csv(self, chosen: CsvPreview, column: int) -> CsvCount:
        """As the port says. Raises InputError `wordfile.*`."""
        found = preview(cast("WordFile", chosen.handle), column)
        return CsvCount(found.rows, found.words, found.twice, found.skipped, found.lines)

    def import_csv(
        self, kind: ListKind, chosen: CsvPreview, column: int, type_id: str, progress: Progress, cancel: CancelToken
    ) -> CsvResult:
        """As the port says. Raises Cancelled, InputError; what was written before stays."""

        def counted(rows: int) -> None:
            progress(StageEvent(Stage.EXTRACT, StageState.RUNNING, rows))

        file = cast("WordFile", chosen.handle)
        result = self._words.take_in(WordList(kind.value), file, column, type_id, counted, cancel)
        return CsvResult(result.added, result.known, result.skipped)

    def recognizers(self) -> tuple[OwnRecognizer, ...]:
        """As the port says."""
        return tuple(map(_shown, self._words.recognizers()))

    def save_recognizer(self, recognizer: OwnRecognizer) -> None:
        """As the port says. Raises InputError `recognizer.*`, `shape.malformed`, `pattern.*`."""
        self._words.save_recognizer(_definition(recognizer))

    def delete_recognizer(self, identifier: str) -> None:
        """As the port says."""
        self._words.delete_recognizer(identifier)

    def test_recognizer(self, recognizer: OwnRecognizer, sample: str) -> tuple[tuple[int, int], ...]:
        """As the port says. Raises InputError."""
        tried = self._words.try_recognizer(_definition(recognizer), sample)
        if tried.error:
            raise InputError(tried.error, details=dict(tried.details))
        return tried.spans


def _definition(recognizer: OwnRecognizer) -> own_recognizers.OwnRecognizer:
    bare = own_recognizers.OwnRecognizer(
        recognizer.id, recognizer.type_id, cues=recognizer.cues, enabled=recognizer.enabled
    )
    if recognizer.is_shape:
        return replace(bare, shape=recognizer.pattern)
    return replace(bare, pattern=recognizer.pattern)


def _shown(found: own_recognizers.OwnRecognizer) -> OwnRecognizer:
    is_shape = bool(found.shape)
    return OwnRecognizer(
        found.id, found.type_id, found.shape if is_shape else found.pattern, found.cues, is_shape, found.enabled
    )
