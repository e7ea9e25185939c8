"""Fakes of the library's ports: everything in memory, and work that runs at once or when told to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from core.domain.errors import Cancelled, InputError
from core.domain.events import CancelToken, Progress, Stage, StageEvent, StageState
from core.domain.language import Language
from core.domain.learning import (
    ContextStructure,
    FailureMode,
    ItemVersion,
    LibraryItem,
    Rule,
    RuleKind,
    TypedSet,
)
from core.domain.taxonomy import Domain
from ui.library.viewmodels.ports import (
    BlamedLine,
    CauseCount,
    ChangeKind,
    CsvCount,
    CsvPreview,
    CsvResult,
    ExperienceLine,
    ImportChange,
    ImportReview,
    ItemKey,
    ItemLine,
    ListEntry,
    ListKind,
    ListPage,
    OwnRecognizer,
    Proposals,
    ProposedRule,
    RunFigures,
    Standing,
    Step,
    Suggestion,
    TrialReport,
    TrialRow,
    VersionLine,
)

BEGAN = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
RULES = ItemKey("medical/rules/extraction", Language.EN)
PROMPT = ItemKey("global/prompts/extract", Language.EN)
FIXED = ItemKey("global/prompts/judge", Language.ZH)
LOST = "learn.rejected.value"


class NowWork:
    """Runs a job at once."""

    def submit(
        self,
        job: Callable[[CancelToken, Progress], Any],
        done: Callable[[Any], None],
        failed: Callable[[Exception], None],
        progress: Callable[[StageEvent], None] | None = None,
    ) -> CancelToken:
        cancel = CancelToken()
        try:
            value = job(cancel, progress or (lambda _event: None))
        except Exception as error:  # noqa: BLE001 - as the pool
            failed(error)
        else:
            done(value)
        return cancel


@dataclass
class Job:
    """One queued job."""

    run: Callable[[], None]
    cancel: CancelToken


class LaterWork:
    """Runs jobs when told to; a cancelled one ends in Cancelled."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []

    def submit(
        self,
        job: Callable[[CancelToken, Progress], Any],
        done: Callable[[Any], None],
        failed: Callable[[Exception], None],
        progress: Callable[[StageEvent], None] | None = None,
    ) -> CancelToken:
        cancel = CancelToken()

        def run() -> None:
            if cancel.cancelled:
                failed(Cancelled())
                return
            NowWork().submit(lambda _cancel, told: job(cancel, told), done, failed, progress)

        self.jobs.append(Job(run, cancel))
        return cancel

    def run(self) -> None:
        """Everything that is queued."""
        while self.jobs:
            self.jobs.pop(0).run()


def version_of(key: ItemKey, number: int, text: str, **other: Any) -> VersionLine:
    item = LibraryItem(key.name, key.language, text, f"{number:064x}")
    parent = number - 1 if number > 1 else None
    at = BEGAN + timedelta(days=number) if number > 1 else None
    used = other.pop("used", RunFigures())
    author = other.pop("author", "Ada" if number > 1 else "drsl")
    reason = other.pop("reason", "learn.distilled" if number > 1 else "")
    rules = other.pop("rules", {})
    return VersionLine(ItemVersion(item, number, author, reason, at, parent, **other), text, used, rules)


def item_line(key: ItemKey, active: int, versions: int, *, fixed: bool = False) -> ItemLine:
    typed_set, kind, title = key.name.split("/")
    return ItemLine(key, TypedSet(typed_set), kind, title, active, versions, fixed=fixed)


@dataclass
class FakeLibrary:
    """Three items, one of them with `count` versions."""

    count: int = 3
    pins: dict[Domain, int] = field(default_factory=dict)
    error: Exception | None = None
    reviewed: ImportReview | None = None
    written: list[Path] = field(default_factory=list)

    def __post_init__(self) -> None:
        lines = [f"HOSPITAL Aaa+ <- {24 + number}: ward | clinic {number}" for number in range(self.count)]
        self.rows = [
            version_of(
                RULES,
                number,
                "\n".join(lines[: number - 1]),
                evidence={"recall": 0.9} if number % 2 else {},
                used=RunFigures(number, number - 1, 1.5, 0.3),
                rules=dict.fromkeys(range(number - 1), RULE),
            )
            for number in range(1, self.count + 1)
        ]

    def _check(self) -> None:
        if self.error is not None:
            raise self.error

    def items(self) -> tuple[ItemLine, ...]:
        self._check()
        rules = replace(item_line(RULES, len(self.rows), len(self.rows)), pins=dict(self.pins))
        return (item_line(PROMPT, 1, 1), item_line(FIXED, 1, 1, fixed=True), rules)

    def versions(self, key: ItemKey) -> tuple[VersionLine, ...]:
        if key == RULES:
            return tuple(reversed(self.rows))
        return (version_of(key, 1, "Find every value.\nAnswer in JSON."),)

    def blame(self, key: ItemKey, version: int) -> tuple[BlamedLine, ...]:
        if key != RULES:
            return tuple(BlamedLine(line, 1) for line in range(2))
        causes = (CauseCount(FailureMode.MISSED, "HOSPITAL", ContextStructure.PROSE, 8),)
        return tuple(BlamedLine(line, line + 2, causes) for line in range(version - 1))

    def roll_back(self, key: ItemKey, version: int, author: str) -> Step:
        self._check()
        before = len(self.rows)
        old = self.rows[version - 1]
        self.rows.append(version_of(key, before + 1, old.text, repeats=version, author=author))
        return Step(f"r{before}", ((key, before + 1, before),))

    def take_back(self, step: Step, author: str) -> Step:
        key, _version, before = step.items[0]
        return self.roll_back(key, before, author)

    def pin(self, key: ItemKey, domain: Domain, version: int | None) -> None:
        if version is None:
            self.pins.pop(domain, None)
        else:
            self.pins[domain] = version

    def export(self, path: Path) -> str:
        self._check()
        self.written.append(path)
        return "ab12 cd34"

    def review_import(self, path: Path) -> ImportReview:
        self._check()
        refused = ImportChange(PROMPT, ChangeKind.REFUSED, "Find.", "Find Zebulon.", LOST)
        self.reviewed = ImportReview(
            "ab12 cd34", known=False, changes=(ImportChange(RULES, ChangeKind.CHANGED, "a b", "a c"), refused)
        )
        return self.reviewed

    def adopt_import(self, review: ImportReview, author: str) -> Step:
        return self.roll_back(RULES, 1, author)


RULE = Rule("r1", RuleKind.CUE, Language.EN, "HOSPITAL", "Aaa+", ("admitted to",), 24, experiences=(1, 2, 3))
LEVEL = Rule("r2", RuleKind.START_LEVEL, Language.EN, "AGE", domain=Domain.MEDICAL, level=2)
BETTER = TrialRow("recall", 120, 0.93, 0.945, -0.001, 0.03, 0.06, Standing.LIKELY_BETTER)
SAME = TrialRow("rounds", 7, 2.0, 2.0, 0.0, 0.0, 1.0, Standing.SAME, own=True)
WORSE = TrialRow("false_alarms", 120, 0.2, 0.4, 0.1, 0.3, 0.01, Standing.WORSE)


@dataclass
class FakeLearning:
    """Two sorts of experiences; a distillation with one rule accepted and two refused."""

    lines: tuple[ExperienceLine, ...] = (
        ExperienceLine(Domain.MEDICAL, "HOSPITAL", FailureMode.MISSED, ContextStructure.PROSE, Language.EN, 12, BEGAN),
        ExperienceLine(
            Domain.BANKING, "AGE", FailureMode.OVER_EXTRACTED, ContextStructure.TABLE, Language.ZH, 4, BEGAN
        ),
    )
    rules: tuple[ProposedRule, ...] = (
        ProposedRule(RULE.kind, RULE.type_id, RULE, support=12),
        ProposedRule(LEVEL.kind, LEVEL.type_id, reason="learn.rejected.genscore"),
        ProposedRule(RuleKind.INSTRUCTION, "", reason="learn.rejected.malformed"),
    )
    worse: bool = False
    adoptable: bool = False
    error: Exception | None = None
    on: bool = False
    notes: tuple[str, ...] = ()
    adopted: list[tuple[Proposals, TrialReport | None, str]] = field(default_factory=list)

    def experiences(self) -> tuple[ExperienceLine, ...]:
        return self.lines

    def distil(self, progress: Progress, cancel: CancelToken) -> Proposals:
        cancel.check()
        progress(StageEvent(Stage.EXTRACT, StageState.RUNNING, 1, 2))
        if self.error is not None:
            raise self.error
        return Proposals(self.rules, 16, "builtin", (Suggestion("Zephyr", "PERSON", 4),), notes=self.notes)

    def trial(self, proposals: Proposals, progress: Progress, cancel: CancelToken) -> TrialReport:
        rows = (BETTER, WORSE if self.worse else SAME)
        return TrialReport(rows, texts=120, replayed=7, worse=self.worse, adoptable=self.adoptable)

    def trial_of_version(self, key: ItemKey, version: int, progress: Progress, cancel: CancelToken) -> TrialReport:
        return TrialReport((BETTER,), 120, 7, worse=False)

    def adopt(self, proposals: Proposals, report: TrialReport | None, author: str) -> Step:
        self.adopted.append((proposals, report, author))
        return Step("a1", ((RULES, 4, 3), (PROMPT, 2, 1)))

    def automatic(self) -> bool:
        return self.on

    def set_automatic(self, on: bool) -> None:
        if self.error is not None:
            raise self.error
        self.on = on


@dataclass
class FakeDictionary:
    """Lists in memory; the pattern "(" is refused, any other finds itself."""

    entries: dict[ListKind, list[ListEntry]] = field(default_factory=lambda: {kind: [] for kind in ListKind})
    own: dict[str, OwnRecognizer] = field(default_factory=dict)
    error: Exception | None = None
    asked: list[tuple[int, int]] = field(default_factory=list)

    def page(self, kind: ListKind, query: str, offset: int, limit: int) -> ListPage:
        self.asked.append((offset, limit))
        found = [item for item in self.entries[kind] if query.casefold() in item.surface.casefold()]
        return ListPage(tuple(found[offset : offset + limit]), len(found))

    def add(self, kind: ListKind, entries: tuple[ListEntry, ...]) -> int:
        if self.error is not None:
            raise self.error
        fresh = [item for item in entries if item not in self.entries[kind]]
        self.entries[kind] = sorted([*self.entries[kind], *fresh], key=lambda item: item.surface)
        return len(fresh)

    def remove(self, kind: ListKind, entries: tuple[ListEntry, ...]) -> int:
        self.entries[kind] = [item for item in self.entries[kind] if item not in entries]
        return len(entries)

    def preview_csv(self, path: Path, heading: bool | None) -> CsvPreview:
        rows = (("name", "city"), ("Quokka Works", "Oslo"), ("Zephyr Ltd", "Graz"))
        named = heading is not False
        return CsvPreview(path, rows[0] if named else ("1", "2"), rows[int(named) :], named)

    def count_csv(self, chosen: CsvPreview, column: int) -> CsvCount:
        return CsvCount(len(chosen.head), len(chosen.head), 0, 0)

    def import_csv(
        self, kind: ListKind, chosen: CsvPreview, column: int, type_id: str, progress: Progress, cancel: CancelToken
    ) -> CsvResult:
        cancel.check()
        progress(StageEvent(Stage.EXTRACT, StageState.RUNNING, 1))
        added = self.add(kind, tuple(ListEntry(row[column], type_id) for row in chosen.head))
        return CsvResult(added, len(chosen.head) - added, 0)

    def recognizers(self) -> tuple[OwnRecognizer, ...]:
        return tuple(self.own.values())

    def save_recognizer(self, recognizer: OwnRecognizer) -> None:
        self.own[recognizer.id] = recognizer

    def delete_recognizer(self, identifier: str) -> None:
        self.own.pop(identifier, None)

    def test_recognizer(self, recognizer: OwnRecognizer, sample: str) -> tuple[tuple[int, int], ...]:
        if recognizer.pattern == "(":
            raise InputError("shape.malformed")
        start = sample.find(recognizer.pattern)
        return ((start, start + len(recognizer.pattern)),) if start >= 0 else ()


def many(count: int) -> Mapping[ListKind, list[ListEntry]]:
    """A long list of what is always hidden."""
    return {
        ListKind.HIDE: [ListEntry(f"Client {number:07}", "ORGANIZATION") for number in range(count)],
        ListKind.KEEP: [],
    }
