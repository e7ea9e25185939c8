"""What the library page asks of the rest of the program; fakes stand in for it in tests.

Every method of a port may block for milliseconds, some for seconds where they take a `CancelToken`: never in the main
thread. All may raise DrslError.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from core.domain.events import CancelToken, Progress
from core.domain.language import Language
from core.domain.learning import ContextStructure, FailureMode, ItemVersion, Rule, RuleKind, TypedSet
from core.domain.taxonomy import Domain


@dataclass(frozen=True, slots=True)
class ItemKey:
    """Which versioned thing: `<set>/<kind>/<name>` in one language."""

    name: str
    language: Language


@dataclass(frozen=True, slots=True)
class ItemLine:
    """One leaf of the tree. `active`: the version that runs use. `pins`: domains that use another one. `fixed`:
    nothing learned may change it, since it takes part in the release decision. `stale`: it was learned over another
    shipped text than the present one."""

    key: ItemKey
    typed_set: TypedSet
    kind: str
    title: str
    active: int
    versions: int
    pins: Mapping[Domain, int] = field(default_factory=dict)
    fixed: bool = False
    stale: bool = False


@dataclass(frozen=True, slots=True)
class RunFigures:
    """How runs that used a version went: means over `runs`; `passed` is a count."""

    runs: int = 0
    passed: int = 0
    rounds: float = 0.0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class VersionLine:
    """One row of the timeline. `text`: the body, rules in their notation; the lines of a blame are its lines. `rules`:
    number of a line from 0 -> the rule on it, for a window that words it."""

    version: ItemVersion
    text: str
    used: RunFigures = RunFigures()
    rules: Mapping[int, Rule] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """One act on the library: every item that got a new version by it. `before`: the version that was active."""

    id: str
    items: tuple[tuple[ItemKey, int, int], ...]


@dataclass(frozen=True, slots=True)
class CauseCount:
    """Experiences of one sort behind a line. `type_id` empty: of no single type."""

    mode: FailureMode
    type_id: str
    structure: ContextStructure
    count: int


@dataclass(frozen=True, slots=True)
class BlamedLine:
    """Why a line of a body is there. `line` counts from 0; `since`: the version that brought it."""

    line: int
    since: int
    causes: tuple[CauseCount, ...] = ()


class ChangeKind(StrEnum):
    """What an import would do to an item."""

    ADDED = "added"
    CHANGED = "changed"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ImportChange:
    """One item of a file. `reason`: message key, only where it is refused (memorisation check, hard line)."""

    key: ItemKey
    kind: ChangeKind
    before: str
    after: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ImportReview:
    """A file that was read and checked; nothing of it holds before it is adopted.

    `fingerprint`: of the key that signed it, as shown to people. `known`: it is this computer's own key.
    `handle`: what `adopt_import` needs; nobody else looks into it.
    """

    fingerprint: str
    known: bool
    changes: tuple[ImportChange, ...]
    handle: object = None

    @property
    def adoptable(self) -> int:
        return sum(change.kind is not ChangeKind.REFUSED for change in self.changes)


class LibraryPort(Protocol):
    """The versioned library (`core.learn.library`)."""

    def items(self) -> tuple[ItemLine, ...]: ...

    def versions(self, key: ItemKey) -> tuple[VersionLine, ...]:
        """Newest first."""
        ...

    def blame(self, key: ItemKey, version: int) -> tuple[BlamedLine, ...]: ...

    def roll_back(self, key: ItemKey, version: int, author: str) -> Step:
        """A new version that repeats `version`. History is never rewritten."""
        ...

    def take_back(self, step: Step, author: str) -> Step:
        """Every item of `step` repeats the version before it, as new versions."""
        ...

    def pin(self, key: ItemKey, domain: Domain, version: int | None) -> None:
        """`None` takes the pin away."""
        ...

    def export(self, path: Path) -> str:
        """Write a signed file; the fingerprint of its signature's key."""
        ...

    def review_import(self, path: Path) -> ImportReview: ...

    def adopt_import(self, review: ImportReview, author: str) -> Step:
        """What the checks let through becomes new versions, all or none."""
        ...


@dataclass(frozen=True, slots=True)
class ExperienceLine:
    """Experiences of one sort, counted; never their text."""

    domain: Domain
    type_id: str
    mode: FailureMode
    structure: ContextStructure
    language: Language
    count: int
    latest: datetime


@dataclass(frozen=True, slots=True)
class ProposedRule:
    """`reason`: empty where it may be adopted, else the message key of the check that refused it. The words of a
    refused rule are gone (`rule` None): only `kind` and `type_id` tell what it was. `support`: number of experiences.
    """

    kind: RuleKind
    type_id: str
    rule: Rule | None = None
    reason: str = ""
    support: int = 0

    @property
    def accepted(self) -> bool:
        return self.rule is not None and not self.reason


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A spelling that was unmarked in several texts: for the person's own never-hide list, if they want. Only shown."""

    surface: str
    type_id: str
    times: int


@dataclass(frozen=True, slots=True)
class Proposals:
    """What a distillation brought. `distiller`: "builtin" or the model's name. `notes`: message keys of why a model did
    not take part."""

    rules: tuple[ProposedRule, ...]
    experiences: int
    distiller: str
    suggestions: tuple[Suggestion, ...] = ()
    handle: object = None
    notes: tuple[str, ...] = ()

    @property
    def accepted(self) -> tuple[ProposedRule, ...]:
        return tuple(rule for rule in self.rules if rule.accepted)


class Standing(StrEnum):
    """What a measure of a trial says. LIKELY_*: a difference that chance may explain."""

    BETTER = "better"
    LIKELY_BETTER = "likely_better"
    SAME = "same"
    LIKELY_WORSE = "likely_worse"
    WORSE = "worse"


@dataclass(frozen=True, slots=True)
class TrialRow:
    """One measure, old against new, on `n` texts. `own`: on the person's history, not on generated texts. `low`,
    `high`: interval of the difference `after - before`. Shares are 0 to 1."""

    metric: str
    n: int
    before: float
    after: float
    low: float
    high: float
    p: float
    standing: Standing
    own: bool = False


@dataclass(frozen=True, slots=True)
class TrialReport:
    """`texts`: of the generator's held-out split; `replayed`: of the user's own history, run again here.
    `worse`: some measure fell. `adoptable`: nothing fell and something is proven better, so that it may be adopted
    without asking where a person turned that on."""

    rows: tuple[TrialRow, ...]
    texts: int
    replayed: int
    worse: bool
    adoptable: bool = False
    handle: object = None


class LearningPort(Protocol):
    """Experiences, distillation, trial (`core.learn`)."""

    def experiences(self) -> tuple[ExperienceLine, ...]: ...

    def distil(self, progress: Progress, cancel: CancelToken) -> Proposals: ...

    def trial(self, proposals: Proposals, progress: Progress, cancel: CancelToken) -> TrialReport: ...

    def trial_of_version(self, key: ItemKey, version: int, progress: Progress, cancel: CancelToken) -> TrialReport: ...

    def adopt(self, proposals: Proposals, report: TrialReport | None, author: str) -> Step: ...

    def automatic(self) -> bool: ...

    def set_automatic(self, on: bool) -> None: ...


class ListKind(StrEnum):
    """The two word lists."""

    HIDE = "hide"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class ListEntry:
    """`type_id` is empty in the list of what is never hidden."""

    surface: str
    type_id: str = ""


@dataclass(frozen=True, slots=True)
class ListPage:
    """Entries from an offset on, and how many there are in all."""

    entries: tuple[ListEntry, ...]
    total: int


@dataclass(frozen=True, slots=True)
class CsvPreview:
    """The beginning of a file that is to be imported. `columns`: named by its heading, or by numbers. `head`: equally
    long rows without the heading. `handle`: what the import needs. `types`: the column that says of what type each
    word is, -1 for none."""

    path: Path
    columns: tuple[str, ...]
    head: tuple[tuple[str, ...], ...]
    heading: bool = False
    handle: object = None
    types: int = -1


@dataclass(frozen=True, slots=True)
class CsvCount:
    """What an import of one column would do. `lines`: the first ones that would be left out, by number."""

    rows: int
    words: int
    twice: int
    skipped: int
    lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CsvResult:
    """`known`: were there already. `skipped`: blank or too long."""

    added: int
    known: int
    skipped: int


@dataclass(frozen=True, slots=True)
class OwnRecognizer:
    """A person's own rule: `pattern` is the shape of a value, or an expression. `cues`: words one of which must stand
    near; empty = none is needed."""

    id: str
    type_id: str
    pattern: str
    cues: tuple[str, ...] = ()
    is_shape: bool = True
    enabled: bool = True


class DictionaryPort(Protocol):
    """Always hide, never hide, own recognisers (`core.extract.dictionary`, the vault)."""

    def page(self, kind: ListKind, query: str, offset: int, limit: int) -> ListPage: ...

    def add(self, kind: ListKind, entries: tuple[ListEntry, ...]) -> int:
        """How many were new. Raises InputError `dictionary.blank`, `dictionary.too_long`."""
        ...

    def remove(self, kind: ListKind, entries: tuple[ListEntry, ...]) -> int: ...

    def preview_csv(self, path: Path, heading: bool | None) -> CsvPreview:
        """`heading`: whether the first row is one; None = see for yourself."""
        ...

    def count_csv(self, chosen: CsvPreview, column: int) -> CsvCount:
        """Read one column whole; seconds for millions of rows."""
        ...

    def import_csv(
        self, kind: ListKind, chosen: CsvPreview, column: int, type_id: str, progress: Progress, cancel: CancelToken
    ) -> CsvResult: ...

    def recognizers(self) -> tuple[OwnRecognizer, ...]: ...

    def save_recognizer(self, recognizer: OwnRecognizer) -> None: ...

    def delete_recognizer(self, identifier: str) -> None: ...

    def test_recognizer(self, recognizer: OwnRecognizer, sample: str) -> tuple[tuple[int, int], ...]:
        """Where it matches, in code points of `sample`. Raises InputError with the reason a pattern is refused."""
        ...
