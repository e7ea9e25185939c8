"""A person's own dictionary and recognisers: kept in the vault (or in memory), compiled for extraction.

A change of a few words is in force at once; the compiled form is only built whole when it is opened, or after many.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from itertools import islice
from pathlib import Path

from core.domain.errors import InputError
from core.domain.events import CancelToken
from core.domain.taxonomy import Taxonomy
from core.extract.own_recognizers import OwnRecognizer, OwnRecognizers, Tried, check, try_recognizer
from core.extract.user_dictionary import UserDictionary, checked, folded
from core.extract.user_words import UserWords
from core.learn.word_files import WordFile, open_words, words_in
from core.learn.word_types import NONE, type_column, type_names, type_of
from core.store.records import ListedWord, WordList
from core.store.repositories import SettingRepository, WordRepository

RECOGNIZERS = "dictionary.recognizers"
AT_ONCE = 20_000
"""Words of one write, between which an import can be stopped."""
MOST_WORDS = 5_000_000
Watch = Callable[[UserWords], None]
Counted = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class ImportResult:
    """`known`: were there already, or twice in the file. `skipped`: blank, too short or too long."""

    added: int
    known: int
    skipped: int


class OwnWords:
    """One per open vault. Every method blocks; safe from any thread. `watch` is called with the new compiled form after
    every change, in the thread that made it: give it `engine.use_words`."""

    def __init__(
        self,
        words: WordRepository,
        settings: SettingRepository,
        taxonomy: Taxonomy,
        now: Callable[[], datetime],
        watch: Watch = lambda words: None,
    ) -> None:
        self._words = words
        self._settings = settings
        self._taxonomy = taxonomy
        self._now = now
        self._watch = watch
        self._lock = threading.RLock()
        self._compiled = UserWords()

    @property
    def compiled(self) -> UserWords:
        """What extraction uses at present."""
        return self._compiled

    def open(self) -> UserWords:
        """Read everything and compile it: some seconds for millions. Raises StoreError."""
        with self._lock:
            hide = ((word.surface, word.type_id) for word in self._known_types())
            keep = (word.surface for word in self._words.every(WordList.KEEP))
            dictionary = UserDictionary.build(hide, keep)
            return self._put(UserWords(dictionary, self._built(self.recognizers())))

    def page(self, which: WordList, query: str = "", offset: int = 0, limit: int = 100) -> tuple[ListedWord, ...]:
        """Words by their folded form; `query`: any part of it."""
        return self._words.page(which, folded(query), offset, limit)

    def count(self, which: WordList, query: str = "") -> int:
        """How many `page` has in all."""
        return self._words.count(which, folded(query))

    def hide(self, words: Iterable[tuple[str, str]]) -> int:
        """Always hide (surface, type id); how many were new. What is hidden is no longer kept. Raises InputError
        `dictionary.*`, `recognizer.type`, StoreError."""
        given = [(checked(surface), surface.strip(), self._type(type_id)) for surface, type_id in words]
        with self._lock:
            self._room(len(given))
            added = self._words.add(WordList.HIDE, [ListedWord(*item) for item in given], self._now())
            surfaces = [surface for _, surface, _ in given]
            self._words.remove(WordList.KEEP, [key for key, _, _ in given], self._now())
            dictionary = self._compiled.dictionary.forgetting(surfaces)
            self._put(replace(self._compiled, dictionary=dictionary.hiding((text, kind) for _, text, kind in given)))
        return added

    def keep(self, surfaces: Iterable[str]) -> int:
        """Never hide; how many were new. What is kept is no longer hidden. Raises as `hide`."""
        given = [(checked(surface), surface.strip()) for surface in surfaces]
        with self._lock:
            self._room(len(given))
            added = self._words.add(WordList.KEEP, [ListedWord(*item) for item in given], self._now())
            self._words.remove(WordList.HIDE, [key for key, _ in given], self._now())
            dictionary = self._compiled.dictionary.forgetting(surface for _, surface in given)
            self._put(replace(self._compiled, dictionary=dictionary.keeping(surface for _, surface in given)))
        return added

    def remove(self, which: WordList, surfaces: Iterable[str]) -> int:
        """Take words out of a list; how many there were."""
        given = list(surfaces)
        with self._lock:
            gone = self._words.remove(which, [folded(surface) for surface in given], self._now())
            self._put(replace(self._compiled, dictionary=self._compiled.dictionary.forgetting(given)))
        return gone

    def opened(self, path: Path, heading: bool | None = None) -> WordFile:
        """A file as `open_words` sees it; a first row that stands alone, or whose type is named like a heading among
        other types, is no heading unless a person says so. Raises as `open_words`."""
        file = open_words(path, heading)
        if heading is not None or not file.heading:
            return file
        bare = open_words(path, heading=False)
        names = type_names(self._taxonomy)
        beside = type_column(bare, names)
        return bare if not file.head or beside != NONE else file

    def types_in(self, file: WordFile) -> int:
        """The column of a file that says of what type each word is, from 0; -1 where none does."""
        return type_column(file, type_names(self._taxonomy))

    def take_in(
        self,
        which: WordList,
        file: WordFile,
        column: int,
        type_id: str = "",
        counted: Counted = lambda rows: None,
        cancel: CancelToken | None = None,
    ) -> ImportResult:
        """Import one column; `type_id` for the list of what is hidden, where no other column names the type of a row.
        `counted`: rows read so far. What was written before a cancel or an error stays, and is in force. Raises as
        `hide`, as `WordFile.rows`, Cancelled."""
        hides = which is WordList.HIDE
        kind = self._type(type_id) if hides else ""
        names = type_names(self._taxonomy)
        beside = self.types_in(file) if hides else NONE
        beside = NONE if beside == column else beside
        added = rows = skipped = 0
        try:
            for piece in _pieces(words_in(file, column, beside), AT_ONCE):
                if cancel is not None:
                    cancel.check()
                given = [
                    ListedWord(key, surface, (type_of(said, names) or kind) if hides else "")
                    for key, surface, said in filter(None, piece)
                ]
                self._room(len(given))
                added += self._words.add(which, given, self._now())
                other = WordList.KEEP if which is WordList.HIDE else WordList.HIDE
                self._words.remove(other, [word.key for word in given], self._now())
                rows += len(piece)
                skipped += len(piece) - len(given)
                counted(rows)
        finally:
            if added:
                self.open()
        return ImportResult(added, rows - skipped - added, skipped)

    def recognizers(self) -> tuple[OwnRecognizer, ...]:
        """In the order in which they were made; what the settings hold is not believed: odd ones are left out."""
        kept = self._settings.get(RECOGNIZERS)
        found = (_definition(item) for item in kept) if isinstance(kept, list) else ()
        return tuple(item for item in found if item is not None)

    def save_recognizer(self, definition: OwnRecognizer) -> None:
        """Add one, or change the one of the same id. Raises InputError as `core.extract.own_recognizers.check`."""
        check(definition, self._taxonomy)
        with self._lock:
            known = {item.id: item for item in self.recognizers()}
            known[definition.id] = definition
            self._keep_recognizers(tuple(known.values()))

    def delete_recognizer(self, identifier: str) -> None:
        """Deleting what is not there is no error."""
        with self._lock:
            self._keep_recognizers(tuple(item for item in self.recognizers() if item.id != identifier))

    def try_recognizer(self, definition: OwnRecognizer, sample: str) -> Tried:
        """What a definition finds in a sample. Never raises."""
        return try_recognizer(definition, sample, self._taxonomy)

    def _keep_recognizers(self, definitions: tuple[OwnRecognizer, ...]) -> None:
        built = OwnRecognizers.build(definitions, self._taxonomy)
        plain = [{**asdict(item), "cues": list(item.cues)} for item in definitions]
        self._settings.put(RECOGNIZERS, plain, self._now())
        self._put(replace(self._compiled, recognizers=built))

    def _built(self, definitions: tuple[OwnRecognizer, ...]) -> OwnRecognizers:
        """Those that this version of the program still understands."""
        usable = [item for item in definitions if not try_recognizer(item, "", self._taxonomy).error]
        return OwnRecognizers.build(usable, self._taxonomy)

    def _known_types(self) -> Iterator[ListedWord]:
        return (word for word in self._words.every(WordList.HIDE) if word.type_id in self._taxonomy)

    def _type(self, type_id: str) -> str:
        if type_id not in self._taxonomy:
            raise InputError("recognizer.type")
        return type_id

    def _room(self, more: int) -> None:
        if sum(map(self._words.count, WordList)) + more > MOST_WORDS:
            raise InputError("dictionary.full", details={"limit": MOST_WORDS})

    def _put(self, words: UserWords) -> UserWords:
        self._compiled = words
        self._watch(words)
        return words


Row = tuple[str, str, str]


def _pieces(items: Iterator[Row | None], size: int) -> Iterator[Sequence[Row | None]]:
    while piece := list(islice(items, size)):
        yield piece


def _definition(plain: object) -> OwnRecognizer | None:
    if not isinstance(plain, Mapping):
        return None
    texts = {key: plain.get(key, "") for key in ("id", "type_id", "pattern", "shape", "name")}
    cues, reach, enabled = plain.get("cues", []), plain.get("reach"), plain.get("enabled")
    if not all(isinstance(value, str) for value in texts.values()) or not isinstance(cues, list):
        return None
    if type(reach) is not int or not isinstance(enabled, bool) or not all(isinstance(cue, str) for cue in cues):
        return None
    return OwnRecognizer(**texts, cues=tuple(cues), reach=reach, enabled=enabled)
