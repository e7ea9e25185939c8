"""The versioned library: what steers a run and can be learned (paper 4.4). History only grows.

Version 1 of every item is the shipped one. A change is one act of a person: it may give several items a new version,
all or none. A rollback is a change too: its versions repeat earlier ones. What a run uses is a `LearnedSnapshot`.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from core.domain.errors import InputError
from core.domain.language import Language
from core.domain.learning import ItemVersion, LearnedSnapshot, LibraryItem, Rule, TypedSet
from core.domain.taxonomy import Domain
from core.learn.baseline import Baseline
from core.learn.blame import BlameLine, blame
from core.learn.checking import check_body
from core.learn.comparing import DiffRun, compare
from core.learn.items import ItemBody, ItemKind, ItemName, digest_of, dump_body, read_body, versioned
from core.learn.pins import Pins
from core.store.records import PromptDraft, PromptVersion
from core.store.repositories import PromptVersionRepository, SettingRepository

SHIPPED = 1
SHIPPED_AUTHOR = "drsl"
CHANGE_BYTES = 8
Key = tuple[str, Language]


@dataclass(frozen=True, slots=True)
class Change:
    """A wish for one item: its whole new body. `repeats`: the version that it brings back."""

    name: str
    language: Language
    body: ItemBody
    repeats: int | None = None


@dataclass(frozen=True, slots=True)
class LibraryChange:
    """One act: every item that got a new version by it, `(name, language, version)`. `id` names it."""

    id: str
    items: tuple[tuple[str, Language, int], ...]
    author: str
    reason: str
    at: datetime
    evidence: Mapping[str, float] = field(default_factory=dict)

    @property
    def is_rollback(self) -> bool:
        """Rollbacks say so by their id's first letter, so that a list can show them as such."""
        return self.id.startswith("r")


@dataclass(frozen=True, slots=True)
class ItemNode:
    """One item in one language. `active`: the version that a run without a pin uses. `versions`: how many there are.
    `fixed`: nothing learned can change it. `stale`: it was learned over another shipped text than the present one.
    `pins`: versions that domains hold on to."""

    name: ItemName
    language: Language
    active: int
    versions: int
    fixed: bool
    at: datetime | None
    stale: bool = False
    pins: Mapping[Domain, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SetNode:
    """One typed set with its items, by kind and name."""

    typed_set: TypedSet
    items: tuple[ItemNode, ...]


TypesOf = Callable[[Sequence[int]], Mapping[str, int]]
"""Experience numbers -> how many of each type; what the experience store knows."""


class Library:
    """The library over a store. Safe from any thread; blocks as the store does."""

    def __init__(
        self,
        prompts: PromptVersionRepository,
        settings: SettingRepository,
        baseline: Baseline,
        now: Callable[[], datetime],
        types_of: TypesOf | None = None,
    ) -> None:
        """Reads every version once. Raises StoreError."""
        self._prompts = prompts
        self.settings = settings
        self.baseline = baseline
        self.now = now
        self._types_of = types_of
        self._lock = threading.RLock()
        self._kept: dict[Key, list[PromptVersion]] = {}
        self._bodies: dict[str, ItemBody] = {}
        self._pins = Pins(settings, self._count)
        self.reload()

    def reload(self) -> None:
        """Read the store again, where another program may have written. Rows that are no items are left alone."""
        kept: dict[Key, list[PromptVersion]] = {}
        for row in self._prompts.list():
            if (row.name, row.language) in self.baseline.items and row.version > SHIPPED:
                kept.setdefault((row.name, row.language), []).append(row)
        with self._lock:
            self._kept = kept

    def tree(self) -> tuple[SetNode, ...]:
        """Every set with its items, in a fixed order."""
        with self._lock:
            pins = self.pins()
            nodes: dict[TypedSet, list[ItemNode]] = {typed_set: [] for typed_set in TypedSet}
            for name, language in sorted(self.baseline.items):
                parsed = ItemName.parse(name)
                rows = self._kept.get((name, language), [])
                held = {
                    domain: versions[versioned(name, language)]
                    for domain, versions in pins.items()
                    if versioned(name, language) in versions
                }
                nodes[parsed.typed_set].append(
                    ItemNode(
                        parsed,
                        language,
                        rows[-1].version if rows else SHIPPED,
                        len(rows) + 1,
                        self.baseline.is_fixed(name),
                        rows[-1].at if rows else None,
                        bool(rows) and rows[-1].base != self.baseline.item(name, language).digest,
                        held,
                    )
                )
            return tuple(SetNode(typed_set, tuple(items)) for typed_set, items in nodes.items())

    def versions(self, name: str, language: Language) -> tuple[ItemVersion, ...]:
        """Oldest first, the shipped one as number 1. Raises InputError `library.no_item`."""
        shipped = self.baseline.item(name, language)
        with self._lock:
            rows = list(self._kept.get((name, language), ()))
        first = ItemVersion(shipped, SHIPPED, SHIPPED_AUTHOR, "", None)
        return (first, *map(_version, rows))

    def active(self, name: str, language: Language, domain: Domain | None = None) -> ItemVersion:
        """The version that a run of `domain` uses: the pinned one, or the latest."""
        every = self.versions(name, language)
        held = self.pins().get(domain, {}) if domain is not None else {}
        return every[held.get(versioned(name, language), len(every)) - 1]

    def body(self, name: str, language: Language, version: int | None = None) -> ItemBody:
        """A body, the latest one without a number. Raises InputError `library.no_item`, `library.no_version`,
        `library.body` for a row that is none of ours."""
        shipped = self.baseline.item(name, language)
        with self._lock:
            rows = self._kept.get((name, language), [])
            number = version if version is not None else len(rows) + SHIPPED
            if not SHIPPED <= number <= len(rows) + SHIPPED:
                raise InputError("library.no_version", details={"version": number})
            if number == SHIPPED:
                return self.baseline.bodies[name, language]
            text = rows[number - SHIPPED - 1].text
        return self._read(text) if text != shipped.body else self.baseline.bodies[name, language]

    def compare(self, name: str, language: Language, one: int, other: int) -> tuple[DiffRun, ...]:
        """What became of version `one` in version `other`, word by word."""
        return compare(self.body(name, language, one), self.body(name, language, other))

    def check(self, changes: Iterable[Change]) -> None:
        """Whether these could be adopted. Raises InputError as `check_body`, `library.nothing` for none at all,
        `library.twice` when one item is in it twice."""
        seen: set[Key] = set()
        for change in changes:
            if (change.name, change.language) in seen:
                raise InputError("library.twice", details={"item": change.name})
            seen.add((change.name, change.language))
            check_body(change.name, change.language, change.body, self.baseline)
        if not seen:
            raise InputError("library.nothing")

    def adopt(
        self, changes: Sequence[Change], author: str, reason: str, evidence: Mapping[str, float] | None = None
    ) -> LibraryChange:
        """Give each item of `changes` its next version, all or none. Items whose body is the active one already are
        left out. Raises InputError as `check`, StoreError."""
        self.check(changes)
        return self._append(changes, author, reason, evidence or {}, "a")

    def rollback(self, name: str, language: Language, to_version: int, author: str, reason: str = "") -> LibraryChange:
        """A new version that repeats `to_version`; itself undone by another rollback. Raises InputError
        `library.no_version`, `library.nothing` when it is the present one."""
        change = Change(name, language, self.body(name, language, to_version), to_version)
        self.check([change])
        return self._append([change], author, reason, {}, "r")

    def revert(self, change_id: str, author: str, reason: str = "") -> LibraryChange:
        """Take a whole change back: each of its items repeats the version before it. Raises InputError
        `library.no_change`."""
        found = next((item for item in self.changes() if item.id == change_id), None)
        if found is None:
            raise InputError("library.no_change")
        back = [
            Change(name, language, self.body(name, language, version - 1), version - 1)
            for name, language, version in found.items
        ]
        self.check(back)
        return self._append(back, author, reason, {}, "r")

    def changes(self) -> tuple[LibraryChange, ...]:
        """Every act, the latest first."""
        with self._lock:
            rows = [row for kept in self._kept.values() for row in kept]
        acts: dict[str, list[PromptVersion]] = {}
        for row in sorted(rows, key=lambda item: (item.at, item.name, item.language), reverse=True):
            acts.setdefault(row.change or f"{row.name}@{row.language}#{row.version}", []).append(row)
        return tuple(_change(identifier, members) for identifier, members in acts.items())

    def blame(self, name: str, language: Language, version: int | None = None) -> tuple[BlameLine, ...]:
        """Line by line: the version that brought it, counting from the last time that it was absent."""
        every = self.versions(name, language)
        return blame(every[: version or len(every)], lambda number: self.body(name, language, number), self._by_type)

    def pins(self) -> Mapping[Domain, Mapping[str, int]]:
        """Domain -> `name@language` -> version."""
        with self._lock:
            return self._pins.held()

    def pin(self, domain: Domain, name: str, language: Language, version: int) -> None:
        """Runs of `domain` keep using this version whatever is adopted. Raises as `body`."""
        self.body(name, language, version)
        with self._lock:
            self._pins.put(domain, versioned(name, language), version, self.now())

    def unpin(self, domain: Domain, name: str, language: Language) -> None:
        """Back to the latest; unpinning what is not pinned is no error."""
        with self._lock:
            self._pins.put(domain, versioned(name, language), None, self.now())

    def snapshot(self, domain: Domain | None = None, changes: Iterable[Change] = ()) -> LearnedSnapshot:
        """What a run of `domain` uses (None = no pins). `changes`: as if these had been adopted, for a trial. A stored
        body that no longer fits the program (a shipped prompt has new fields) counts as the shipped one."""
        tried = {(change.name, change.language): change.body for change in changes}
        versions: dict[str, int] = {}
        prompts: dict[tuple[str, Language], Mapping[str, str]] = {}
        rules: dict[TypedSet, list[Rule]] = {}
        lines: list[str] = []
        held = self.pins().get(domain, {}) if domain is not None else {}
        for name, language in sorted(self.baseline.items):
            key = versioned(name, language)
            number = held.get(key, self._count(key))
            body, number = self._usable(name, language, number, tried.get((name, language)))
            versions[versioned(name, language)] = number
            shipped = self.baseline.bodies[name, language]
            digest = self.baseline.item(name, language).digest if body is shipped else digest_of(dump_body(body))
            lines.append(f"{versioned(name, language)}\0{digest}")
            parsed = ItemName.parse(name)
            if body.parts != shipped.parts and parsed.kind is ItemKind.PROMPTS:
                prompts[parsed.name, language] = {
                    part: text for part, text in body.parts.items() if text != shipped.parts[part]
                }
            if body.rules:
                rules.setdefault(parsed.typed_set, []).extend(body.rules)
        whole = hashlib.sha256("\n".join(lines).encode()).hexdigest()
        return LearnedSnapshot(whole, versions, prompts, {key: tuple(value) for key, value in rules.items()})

    def pinned_snapshots(self) -> dict[Domain, LearnedSnapshot]:
        """Snapshots of the domains that hold on to a version; every other domain uses `snapshot()`."""
        return {domain: self.snapshot(domain) for domain, versions in self.pins().items() if versions}

    def _usable(self, name: str, language: Language, number: int, tried: ItemBody | None) -> tuple[ItemBody, int]:
        if tried is not None:
            check_body(name, language, tried, self.baseline)
            return tried, len(self._kept.get((name, language), ())) + SHIPPED + 1
        if number == SHIPPED:
            return self.baseline.bodies[name, language], SHIPPED
        try:
            body = self.body(name, language, number)
            check_body(name, language, body, self.baseline)
        except InputError:
            return self.baseline.bodies[name, language], SHIPPED
        return body, number

    def _append(
        self, changes: Sequence[Change], author: str, reason: str, evidence: Mapping[str, float], mark: str
    ) -> LibraryChange:
        with self._lock:
            drafts = [
                PromptDraft(
                    change.name,
                    change.language,
                    text,
                    len(self._kept.get((change.name, change.language), ())) + SHIPPED,
                    change.repeats,
                    self.baseline.item(change.name, change.language).digest,
                )
                for change in changes
                if (text := dump_body(change.body)) != self.active_item(change.name, change.language).body
            ]
            if not drafts:
                raise InputError("library.nothing")
            made = self._prompts.append_all(
                drafts,
                author=author,
                reason=reason,
                at=self.now(),
                evidence=evidence,
                change=mark + secrets.token_hex(CHANGE_BYTES),
            )
            for row in made:
                self._kept.setdefault((row.name, row.language), []).append(row)
        return _change(made[0].change, made)

    def active_item(self, name: str, language: Language) -> LibraryItem:
        """The latest version's item, pins aside."""
        with self._lock:
            rows = self._kept.get((name, language))
            return _version(rows[-1]).item if rows else self.baseline.item(name, language)

    def _count(self, key: str) -> int:
        name, _, language = key.rpartition("@")
        if language not in set(Language) or (name, Language(language)) not in self.baseline.items:
            return 0
        with self._lock:
            return len(self._kept.get((name, Language(language)), ())) + SHIPPED

    def _read(self, text: str) -> ItemBody:
        digest = digest_of(text)
        with self._lock:
            known = self._bodies.get(digest)
        if known is None:
            known = read_body(text)
            with self._lock:
                self._bodies[digest] = known
        return known

    def _by_type(self, rule: Rule | None) -> Mapping[str, int]:
        if rule is None or not rule.experiences:
            return {}
        if self._types_of is not None:
            return self._types_of(rule.experiences)
        return {rule.type_id: len(rule.experiences)} if rule.type_id else {}


def _version(row: PromptVersion) -> ItemVersion:
    item = LibraryItem(row.name, row.language, row.text, digest_of(row.text))
    return ItemVersion(
        item, row.version, row.author, row.reason, row.at, row.parent or row.version - 1, row.repeats, row.evidence
    )


def _change(identifier: str, rows: Sequence[PromptVersion]) -> LibraryChange:
    first = rows[0]
    items = tuple(sorted((row.name, row.language, row.version) for row in rows))
    return LibraryChange(identifier, items, first.author, first.reason, first.at, first.evidence)
