"""Connects the library page to the vault and the workspace: what was corrected is counted, what was adopted steers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer

from app.vault.autosave import Autosave
from core.domain.errors import InputError, StoreError
from core.domain.learning import BASELINE, Experience, LearnedSnapshot
from core.domain.request import Decisions, Request
from core.domain.taxonomy import Domain
from core.engine.conversation import Conversation
from core.engine.interface import Engine
from core.engine.outcome import Outcome
from core.resources import load_taxonomy
from core.store.repositories import VaultPort
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.library.viewmodels.ports import ListEntry, ListKind
from ui.library.views.page import LibraryModels
from ui.release.viewmodels.second_look import LookState
from ui.release.viewmodels.turns import Turn
from ui.review.viewmodels.review import ReviewViewModel
from ui.shared.viewmodels.corrections import Dictionary
from ui.shared.viewmodels.ports import WorkPort
from ui.shared.viewmodels.problems import problem_of
from ui.vault.viewmodels.vault import VaultViewModel

if TYPE_CHECKING:
    # These bring the engine and its libraries, which would delay the window; the first unlock imports them.
    from app.library.dictionaries import DictionaryService
    from app.library.learning import LearningService
    from app.library.reader import LibraryReading, RunUse
    from core.extract.user_words import UserWords
    from core.learn.attribution import RunContext
    from core.learn.experience import Experiences
    from core.learn.library import Library
    from core.learn.own_words import OwnWords

T = TypeVar("T")

SCANNED_AT_ONCE = 10
"""Runs counted in one job, so that a draft never waits long to be saved."""


@dataclass(frozen=True, slots=True)
class _Open:
    """Everything over one open vault."""

    library: Library
    experiences: Experiences
    reading: LibraryReading
    learning: LearningService
    use: RunUse
    words: OwnWords
    dictionary: DictionaryService


@dataclass(frozen=True, slots=True)
class _Judged:
    """A verdict that stands, and the conversation as it was judged in."""

    outcome: Outcome
    conversation: Conversation


def open_library(vault: VaultPort, root: Path) -> _Open:
    """Reads every version and the shipped library. Blocks; raises StoreError, ResourceError."""
    from app.library.dictionaries import DictionaryService
    from app.library.learning import LearningService
    from app.library.reader import LibraryReading, RunUse
    from app.library.texts import InstallationCheck
    from core.learn.baseline import Baseline
    from core.learn.experience import Experiences
    from core.learn.library import Library
    from core.learn.library_file import LibraryFiles
    from core.learn.own_words import OwnWords

    def now() -> datetime:
        return datetime.now(UTC)

    library = Library(vault.prompts, vault.settings, Baseline.load(root), now)
    words = OwnWords(vault.words, vault.settings, load_taxonomy(root), now)
    experiences, use = Experiences(vault.experiences), RunUse()
    check = InstallationCheck(vault, root)
    reading = LibraryReading(library, experiences, use, LibraryFiles(library, check.rule, check.text), check.renew)
    learning = LearningService(vault, library, experiences, root)
    return _Open(library, experiences, reading, learning, use, words, DictionaryService(words))


class LibraryController(QObject):
    """Who tells whom. Main thread only; `work` runs one job after the other, as the vault wants it; `long_work` takes
    what may last."""

    def __init__(
        self,
        models: LibraryModels,
        compose: ComposeViewModel,
        review: ReviewViewModel,
        vault: VaultViewModel,
        autosave: Autosave,
        work: WorkPort,
        long_work: WorkPort,
        root: Path,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._models = models
        self._compose = compose
        self._review = review
        self._autosave = autosave
        self._work = work
        self._long_work = long_work
        self._root = root
        self._open: _Open | None = None
        self._last: Outcome | None = None
        self._uncounted: _Judged | None = None
        self._told: set[tuple[object, ...]] = set()
        self._mirrored = Dictionary()
        vault.opened.connect(self._opened)
        vault.closing.connect(self._count_judged)
        vault.closed.connect(self._closed)
        compose.engine_changed.connect(self._engine_changed)
        compose.outcome_changed.connect(self._judged)
        review.sent.connect(self._reviewed)
        models.library.stepped.connect(self._steer)
        models.dictionaries.edited.connect(self._words_edited)
        models.dictionaries.removed_changed.connect(self._words_removed)
        compose.draft.corrections_changed.connect(self._mirror)

    # The vault opens and closes

    def _opened(self, vault: VaultPort) -> None:
        def ready(opened: _Open) -> None:
            self._open = opened
            self._engine_changed()
            self._models.library.use(opened.reading)
            self._models.learning.use(opened.learning)
            self._models.dictionaries.use(opened.dictionary)
            self._long_work.submit(lambda _c, _p: opened.words.open(), lambda _words: self._words_edited(), self._broke)
            self._mirror()
            self._scan(opened, opened.use.scan(vault, opened.reading.names))

        self._ask(lambda: open_library(vault, self._root), ready)

    def _closed(self) -> None:
        """Nothing of what a vault holds stays, and nothing learned steers any more."""
        self._open = None
        self._last = None
        self._uncounted = None
        self._told.clear()
        self._models.library.use(None)
        self._models.learning.use(None)
        self._models.dictionaries.use(None)
        self._mirrored = Dictionary()
        self._use(BASELINE, {})
        self._forget_words()

    def _scan(self, opened: _Open, left: Iterator[int]) -> None:
        """Count kept runs a few at a time; the timeline shows them once all are read."""

        def done(count: int) -> None:
            if self._open is not opened:
                return
            if count == SCANNED_AT_ONCE:
                self._scan(opened, left)
            else:
                self._models.library.reload()

        self._ask(lambda: sum(1 for _ in islice(left, SCANNED_AT_ONCE)), done)

    # What was adopted steers

    def _engine_changed(self) -> None:
        opened, engine = self._open, self._compose.engine
        if opened is not None and engine is not None:
            opened.learning.attach(engine.builtin)
            # A connected model proposes rules too, and the one that judges beside it judges its sentences.
            opened.learning.use_models(*engine.models)
            self._use_words(opened.words.compiled)
            self._steer()

    def _steer(self) -> None:
        opened = self._open
        if opened is None:
            return

        def done(found: tuple[LearnedSnapshot, dict[Domain, LearnedSnapshot]]) -> None:
            if self._open is opened:
                self._use(*found)
                self._compose.draft.propose()

        self._ask(lambda: (opened.library.snapshot(), opened.library.pinned_snapshots()), done)

    def _use(self, snapshot: LearnedSnapshot, pinned: dict[Domain, LearnedSnapshot]) -> None:
        """An engine hands it on to the one that it stands on."""
        if self._compose.engine is not None:
            self._compose.engine.use(snapshot, pinned)

    # A person's own words

    def _use_words(self, words: UserWords) -> None:
        if self._compose.engine is not None:
            self._compose.engine.use_words(words)

    def _forget_words(self) -> None:
        # Imported by now wherever an engine has been built.
        from core.extract.user_words import UserWords

        if self._compose.engine is not None:
            self._use_words(UserWords())

    def _words_edited(self) -> None:
        """What is hidden, kept or recognised holds for the draft on screen too."""
        if self._open is not None:
            self._use_words(self._open.words.compiled)
            self._compose.draft.propose()

    def _words_removed(self) -> None:
        """A word that is taken out of a list is no longer said for ever in Compose either."""
        removed = self._models.dictionaries.removed
        if removed is not None and removed.kind is not None:
            surfaces = frozenset(entry.surface for entry in removed.entries)
            self._mirrored = self._mirrored.without(surfaces)
            self._compose.draft.forget_lasting(surfaces)

    def _mirror(self) -> None:
        """What was said for ever in Compose stands in the lists, to be seen and taken back there."""
        opened, said = self._open, self._compose.draft.corrections.lasting
        if opened is None or said == self._mirrored:
            return
        known, self._mirrored = self._mirrored, said
        hide = tuple(ListEntry(text, kind) for text, kind in said.hide.items() if known.hide.get(text) != kind)
        keep = tuple(ListEntry(text) for text in said.keep - known.keep)

        def job() -> None:
            for kind, entries in ((ListKind.HIDE, hide), (ListKind.KEEP, keep)):
                for entry in entries:
                    with suppress(InputError):
                        # Too long for a list of words: it stays said in Compose.
                        opened.dictionary.add(kind, (entry,))

        def done(_nothing: None) -> None:
            if self._open is opened:
                self._models.dictionaries.reload()
                self._words_edited()

        if hide or keep:
            self._ask(job, done)

    # What was corrected is counted

    def _judged(self) -> None:
        """What was corrected points at the run that stays: during a second look, which may replace the run that it
        looks at, that is not yet known. A verdict that is left before, for another draft or another run, stays as it
        is, and so does what a person taught with it."""
        model, outcome = self._compose, self._compose.outcome
        if outcome is None or model.stale or model.provisional:
            self._count_judged()
            return
        if self._open is not None and outcome is not self._last:
            self._last = outcome
            self._uncounted = _Judged(outcome, model.conversation.fork())
        # Once whatever the verdict sets off has begun.
        QTimer.singleShot(0, self, self._settled)

    def _settled(self) -> None:
        if self._compose.look.state is not LookState.RUNNING:
            self._count_judged()

    def _count_judged(self) -> None:
        """Count the verdict that was put off, if there is one."""
        judged, self._uncounted = self._uncounted, None
        if judged is None:
            return
        outcome, conversation = judged.outcome, judged.conversation
        run_id, engine = self._autosave.run_of(outcome, conversation), self._compose.engine
        if run_id and engine is not None:
            self._count(outcome, run_id, lambda: experiences_of(outcome, conversation, run_id, engine))

    def _reviewed(self, turn: Turn) -> None:
        """What a reviewer unmarked before the text left is counted as what its author unmarks is; the author's own
        part was counted when it was judged."""
        engine, released, run_id = self._compose.engine, self._review.choices.released, turn.run_id
        if engine is None or not released or not run_id:
            return
        outcome, conversation = turn.delivery.outcome, turn.delivery.conversation.fork()
        decisions = Decisions(not_sensitive=released)
        self._count(outcome, run_id, lambda: corrections_of(outcome, decisions, conversation, run_id, engine))

    def _count(self, outcome: Outcome, run_id: str, find: Callable[[], tuple[Experience, ...]]) -> None:
        opened = self._open
        if opened is None:
            return

        def job() -> tuple[int, bool]:
            opened.use.add(run_id, outcome, opened.reading.names)
            found = find()
            fresh = [item for item in found if self._is_fresh(item, outcome.request.text)]
            for item in fresh:
                opened.experiences.add(item)
            return len(fresh), bool(fresh) and opened.learning.is_due()

        def done(counted: tuple[int, bool]) -> None:
            if self._open is not opened:
                return
            if counted[0]:
                self._models.learning.reload()
            if counted[1] and self._models.learning.proposals is None:
                self._models.learning.distil()

        self._ask(job, done)

    def _is_fresh(self, item: Experience, text: str) -> bool:
        """Whether it was not told before: the same draft is judged several times."""
        place = item.material
        key = (place.conversation_id, place.start, place.end, item.cause, item.action, hash(text))
        known = key in self._told
        self._told.add(key)
        return not known

    def _ask(self, job: Callable[[], T], done: Callable[[T], None]) -> None:
        self._work.submit(lambda _cancel, _progress: job(), done, self._broke)

    def _broke(self, error: Exception) -> None:
        if not (isinstance(error, StoreError) and error.code == "store.locked"):
            self._compose.report(problem_of(error))


def experiences_of(outcome: Outcome, conversation: Conversation, run_id: str, engine: Engine) -> tuple[Experience, ...]:
    """What a judged run says went wrong, its author's corrections included. Raises as `corrections_of`."""
    from core.learn.attribution import of_malformed, of_verdict

    occasion = _occasion(outcome, conversation, run_id)
    return (
        *of_verdict(occasion, outcome.verdict),
        *of_malformed(occasion, outcome.verdict.sensitive.notes),
        *corrections_of(outcome, outcome.request.decisions, conversation, run_id, engine),
    )


def corrections_of(
    outcome: Outcome, decisions: Decisions, conversation: Conversation, run_id: str, engine: Engine
) -> tuple[Experience, ...]:
    """What a person's word about a run says went wrong. `engine` reads the text again without it, to see what it had
    found by itself. Raises Cancelled, InputError."""
    from core.learn.attribution import of_corrections

    if not decisions.added and not decisions.not_sensitive:
        return ()
    request = outcome.request
    alone = Request(request.text, request.task, request.language, request.domain, Decisions())
    proposed = engine.preview(alone, conversation.fork(), evidence=False).sensitive
    return of_corrections(_occasion(outcome, conversation, run_id), proposed, decisions)


def _occasion(outcome: Outcome, conversation: Conversation, run_id: str) -> RunContext:
    from core.learn.attribution import RunContext

    at = datetime.now(UTC)
    return RunContext(conversation.id, run_id, outcome.request.text, outcome.domain, outcome.language, at)
