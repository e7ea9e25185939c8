"""The prompt library as the library page reads it: trees, timelines, blame, runs per version. Blocks on the disk."""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from core.domain.errors import InputError
from core.domain.learning import TypedSet
from core.domain.taxonomy import Domain
from core.domain.verdict import VerdictKind
from core.engine.hot_start import SETS
from core.engine.outcome import Outcome
from core.learn.comparing import DiffKind, lines_of
from core.learn.experience import Experiences
from core.learn.items import ItemBody, ItemName, versioned
from core.learn.library import SHIPPED, Library, LibraryChange
from core.learn.library_file import LARGEST, LibraryFiles, LibraryReview, ReviewedItem
from core.store.records import StoredRun
from core.store.repositories import VaultPort
from ui.library.viewmodels.ports import (
    BlamedLine,
    CauseCount,
    ChangeKind,
    ImportChange,
    ImportReview,
    ItemKey,
    ItemLine,
    RunFigures,
    Step,
    VersionLine,
)

MOST_RUNS = 500
"""Latest runs that are counted; older ones say little about a version of today."""
HEADING = "— {} —"


@dataclass(slots=True)
class _Sum:
    runs: int = 0
    passed: int = 0
    rounds: int = 0
    seconds: float = 0.0

    def add(self, *, passed: bool, rounds: int, seconds: float) -> None:
        self.runs += 1
        self.passed += passed
        self.rounds += rounds
        self.seconds += seconds

    @property
    def figures(self) -> RunFigures:
        if not self.runs:
            return RunFigures()
        return RunFigures(self.runs, self.passed, self.rounds / self.runs, self.seconds / self.runs)


@dataclass(slots=True)
class RunUse:
    """Which versions kept runs used. A run names the learned versions of its sets; an item that it does not name was
    the shipped one, if the item's set took part. Safe from any thread."""

    _sums: dict[tuple[str, int], _Sum] = field(default_factory=lambda: defaultdict(_Sum))
    _seen: set[str] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def scan(self, vault: VaultPort, items: Mapping[str, ItemName]) -> Iterator[int]:
        """Count the latest runs; yields after each, so that other work of the store's thread comes in between."""
        for line in vault.conversations.list():
            for entry in vault.runs.of_conversation(line.id):
                if len(self._seen) >= MOST_RUNS:
                    return
                if entry.id not in self._seen:
                    self._count(entry.id, vault.runs.load(entry.id), items)
                    yield len(self._seen)

    def add(self, run_id: str, outcome: Outcome, items: Mapping[str, ItemName]) -> None:
        """One more run, as it was kept now."""
        self._count(run_id, outcome, items)

    def _count(self, run_id: str, run: StoredRun | Outcome, items: Mapping[str, ItemName]) -> None:
        named = {key: int(number) for key, number in run.prompt_versions.items() if number.isdigit()}
        sets = frozenset(run.certificate.engine.versions.get(SETS, TypedSet.GLOBAL.value).split())
        passed = run.verdict.kind is VerdictKind.PASS
        with self._lock:
            if run_id in self._seen:
                return
            self._seen.add(run_id)
            for key, name in items.items():
                if key in named or (name.typed_set in sets and key.endswith(f"@{run.language}")):
                    sums = self._sums[key, named.get(key, SHIPPED)]
                    sums.add(passed=passed, rounds=run.verdict.rounds, seconds=run.seconds)

    def of(self, key: str, version: int) -> RunFigures:
        """How runs with this version of `name@language` went."""
        with self._lock:
            found = self._sums.get((key, version))
            return found.figures if found is not None else RunFigures()


def readable(body: ItemBody) -> tuple[tuple[str, str], ...]:
    """A body as lines to read, each with the key of its blame ("" for a heading). Several parts get headings."""
    parts = sorted(body.parts)
    headed = len(parts) > 1 or (parts and body.rules)
    lines: list[tuple[str, str]] = []
    known: set[str] = set()
    for line in lines_of(body):
        if line.rule is None and headed and line.key not in known:
            known.add(line.key)
            lines.append(("", HEADING.format(line.key)))
        lines.append((line.key, line.text))
    return tuple(lines)


class LibraryReading:
    """`ui.library.viewmodels.ports.LibraryPort` over the library. Any thread."""

    def __init__(
        self, library: Library, experiences: Experiences, use: RunUse, files: LibraryFiles, renew: Callable[[], None]
    ) -> None:
        """`renew`: called before a file is reviewed, so that the checks know what was written since."""
        self._library = library
        self._experiences = experiences
        self._use = use
        self._files = files
        self._renew = renew

    @property
    def names(self) -> Mapping[str, ItemName]:
        """`name@language` -> name, of every item that there is."""
        return {versioned(name, language): ItemName.parse(name) for name, language in self._library.baseline.items}

    def items(self) -> tuple[ItemLine, ...]:
        """As the port says. Raises StoreError."""
        return tuple(
            ItemLine(
                ItemKey(str(node.name), node.language),
                group.typed_set,
                node.name.kind.value,
                node.name.name,
                node.active,
                node.versions,
                dict(node.pins),
                node.fixed,
                node.stale,
            )
            for group in self._library.tree()
            for node in group.items
        )

    def versions(self, key: ItemKey) -> tuple[VersionLine, ...]:
        """As the port says. Raises InputError `library.no_item`, StoreError."""
        found: list[VersionLine] = []
        for version in reversed(self._library.versions(key.name, key.language)):
            body = self._library.body(key.name, key.language, version.version)
            lines = readable(body)
            used = self._use.of(versioned(key.name, key.language), version.version)
            # Rules are the last lines, in their order.
            rules = dict(enumerate(body.rules, start=len(lines) - len(body.rules)))
            found.append(VersionLine(version, "\n".join(line for _, line in lines), used, rules))
        return tuple(found)

    def blame(self, key: ItemKey, version: int) -> tuple[BlamedLine, ...]:
        """As the port says. Raises InputError, StoreError."""
        known = iter(self._library.blame(key.name, key.language, version))
        found: list[BlamedLine] = []
        for place, (name, _text) in enumerate(readable(self._library.body(key.name, key.language, version))):
            if name:
                line = next(known)
                found.append(BlamedLine(place, line.version, self._causes(line.experiences)))
        return tuple(found)

    def _causes(self, numbers: tuple[int, ...]) -> tuple[CauseCount, ...]:
        if not numbers:
            return ()
        wanted = frozenset(numbers)
        causes = Counter(item.cause for item in self._experiences.find() if item.number in wanted)
        counted: Counter[tuple[str, str, str]] = Counter()
        kept: dict[tuple[str, str, str], CauseCount] = {}
        for cause, count in causes.items():
            sort = (cause.mode.value, cause.type_id, cause.structure.value)
            counted[sort] += count
            kept[sort] = CauseCount(cause.mode, cause.type_id, cause.structure, counted[sort])
        return tuple(sorted(kept.values(), key=lambda item: -item.count))

    def roll_back(self, key: ItemKey, version: int, author: str) -> Step:
        """As the port says. Raises InputError `library.nothing`, `library.no_version`, StoreError."""
        return step_of(self._library.rollback(key.name, key.language, version, author))

    def take_back(self, step: Step, author: str) -> Step:
        """As the port says. Raises InputError `library.no_change`, StoreError."""
        return step_of(self._library.revert(step.id, author))

    def pin(self, key: ItemKey, domain: Domain, version: int | None) -> None:
        """As the port says. Raises InputError `library.no_version`, StoreError."""
        if version is None:
            self._library.unpin(domain, key.name, key.language)
        else:
            self._library.pin(domain, key.name, key.language, version)

    def export(self, path: Path) -> str:
        """As the port says. Raises InputError `library_file.nothing`, `library_file.unwritable`, StoreError."""
        data = self._files.export()
        try:
            path.write_bytes(data)
        except OSError:
            raise InputError("library_file.unwritable") from None
        return self._files.fingerprint()

    def review_import(self, path: Path) -> ImportReview:
        """As the port says. Raises InputError `library_file.*`, StoreError."""
        try:
            if path.stat().st_size > LARGEST:
                raise InputError("library_file.large", details={"limit": LARGEST})
            data = path.read_bytes()
        except OSError:
            raise InputError("library_file.unreadable") from None
        self._renew()
        review = self._files.review(data)
        changes = tuple(change for item in review.items for change in self._changes(item))
        return ImportReview(review.fingerprint, review.own, changes, review)

    def _changes(self, item: ReviewedItem) -> Iterator[ImportChange]:
        """What an item would do, then each rule of it that stays out."""
        key = ItemKey(item.item.name, item.item.language)
        before = "".join(run.text for run in item.diff if run.kind is not DiffKind.ADDED)
        after = "".join(run.text for run in item.diff if run.kind is not DiffKind.REMOVED)
        if item.change is not None:
            yield ImportChange(key, ChangeKind.ADDED if item.fresh else ChangeKind.CHANGED, before, after)
        elif item.reason and not item.left_out:
            yield ImportChange(key, ChangeKind.REFUSED, before, after, item.reason)
        for _rule, reason in item.left_out:
            # The words of a rule that says a value are not shown: the list must not say what the check stopped.
            yield ImportChange(key, ChangeKind.REFUSED, "", "", reason)

    def adopt_import(self, review: ImportReview, author: str) -> Step:
        """As the port says. Raises InputError, StoreError."""
        return step_of(self._files.adopt(cast("LibraryReview", review.handle), author))


def step_of(change: LibraryChange) -> Step:
    """One act as the window takes it back."""
    return Step(
        change.id,
        tuple((ItemKey(name, language), version, version - 1) for name, language, version in change.items),
    )
