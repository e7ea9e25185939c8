"""The experience store: attribution triples as plain data without any text, searchable and counted (paper 4.2).

What is kept of an experience are ids, offsets, types, levels and enumerations; the material itself stays where it is,
encrypted, and is read again only through the `Materials` port when somebody distils.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from core.domain.errors import BugError, StoreError
from core.domain.language import Language
from core.domain.learning import Action, Cause, ContextStructure, Experience, FailureMode, MaterialRef
from core.domain.sensitive import Layer
from core.domain.taxonomy import Domain
from core.store.records import Entry
from core.store.repositories import LogRepository

KIND_PREFIX = "attribution."
"""Kinds of the log that are experiences of this module; others of the same log are left alone."""
LONGEST_ID = 64
"""Code points of an id: ours are hexadecimal digests and type names, never text."""
_Choice = TypeVar("_Choice", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class ExperienceFilter:
    """Every given part must hold. `since` inclusive, `until` exclusive; `after`: numbers above it."""

    domain: Domain | None = None
    type_id: str = ""
    mode: FailureMode | None = None
    structure: ContextStructure | None = None
    language: Language | None = None
    since: datetime | None = None
    until: datetime | None = None
    after: int = 0

    def takes(self, item: Experience) -> bool:
        """Whether `item` passes every given part."""
        return (
            (self.domain is None or item.domain is self.domain)
            and (not self.type_id or item.cause.type_id == self.type_id)
            and (self.mode is None or item.cause.mode is self.mode)
            and (self.structure is None or item.cause.structure is self.structure)
            and (self.language is None or item.language is self.language)
            and (self.since is None or item.at >= self.since)
            and (self.until is None or item.at < self.until)
            and item.number > self.after
        )


EVERYTHING = ExperienceFilter()


class CountBy(StrEnum):
    """What a table of experiences may be counted by."""

    DOMAIN = "domain"
    TYPE = "type"
    MODE = "mode"
    STRUCTURE = "structure"
    LANGUAGE = "language"


class Experiences:
    """Attribution triples over an append-only log. As safe from threads as the log is."""

    def __init__(self, log: LogRepository) -> None:
        self._log = log

    def add(self, item: Experience) -> Experience:
        """Keep one; the result carries its number. Raises StoreError, BugError for ids that look like text."""
        entry = self._log.append(KIND_PREFIX + item.cause.mode.value, as_plain(item), item.at)
        return replace(item, number=entry.number)

    def find(self, chosen: ExperienceFilter = EVERYTHING, limit: int = -1) -> tuple[Experience, ...]:
        """The experiences that pass, oldest first, at most `limit` of them (-1 = all). Raises StoreError."""
        kind = "" if chosen.mode is None else KIND_PREFIX + chosen.mode.value
        found: list[Experience] = []
        for entry in self._log.list(kind, chosen.after):
            if len(found) == limit:
                break
            if entry.kind.startswith(KIND_PREFIX) and chosen.takes(item := from_plain(entry)):
                found.append(item)
        return tuple(found)

    def counts(self, by: Sequence[CountBy], chosen: ExperienceFilter = EVERYTHING) -> dict[tuple[str, ...], int]:
        """How many pass for every combination of the given properties, the most frequent first."""
        counted = Counter(tuple(_property(item, name) for name in by) for item in self.find(chosen))
        return dict(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0])))

    @property
    def latest(self) -> int:
        """The highest number so far, 0 for none."""
        return max((item.number for item in self.find()), default=0)


@dataclass(slots=True)
class InMemoryLog:
    """An append-only list in memory, for measurements and for tests."""

    entries: list[Entry] = field(default_factory=list)

    def append(self, kind: str, body: Mapping[str, object], at: datetime) -> Entry:
        """Add one entry; numbers count up from 1."""
        entry = Entry(len(self.entries) + 1, kind, at, dict(body))
        self.entries.append(entry)
        return entry

    def list(self, kind: str = "", after: int = 0, limit: int = -1) -> tuple[Entry, ...]:
        """Entries of `kind` (empty = all) with a number above `after`, oldest first, at most `limit` (-1 = all)."""
        chosen = [entry for entry in self.entries if entry.number > after and kind in ("", entry.kind)]
        return tuple(chosen if limit < 0 else chosen[:limit])


def as_plain(item: Experience) -> dict[str, object]:
    """The experience as JSON-like data: ids, numbers and names of our own enumerations, nothing else.

    Raises BugError `bug.experience_text` where an id is no id, so that text can't be kept by mistake.
    """
    for identifier in (item.material.conversation_id, item.material.run_id, item.cause.type_id):
        if not _is_id(identifier):
            raise BugError("bug.experience_text")
    return {
        "conversation": item.material.conversation_id,
        "run": item.material.run_id,
        "start": item.material.start,
        "end": item.material.end,
        "mode": item.cause.mode.value,
        "type": item.cause.type_id,
        "structure": item.cause.structure.value,
        "layer": None if item.cause.layer is None else item.cause.layer.value,
        "action": item.action.value,
        "domain": item.domain.value,
        "language": item.language.value,
        "level": item.level,
    }


def from_plain(entry: Entry) -> Experience:
    """The experience of a log's row. Raises StoreError `store.value` for what `as_plain` could not have written."""
    body = entry.body
    try:
        layer = body["layer"]
        return Experience(
            material=MaterialRef(
                _id(body["conversation"]), _id(body["run"]), _whole(body["start"]), _whole(body["end"])
            ),
            cause=Cause(
                FailureMode(str(body["mode"])),
                _id(body["type"]),
                ContextStructure(str(body["structure"])),
                None if layer is None else Layer(str(layer)),
            ),
            action=Action(str(body["action"])),
            domain=Domain(str(body["domain"])),
            language=Language(str(body["language"])),
            at=entry.at,
            level=None if body["level"] is None else _whole(body["level"]),
            number=entry.number,
        )
    except (KeyError, ValueError, TypeError):
        raise StoreError("store.value", details={"type": "Experience"}) from None


def _is_id(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_ID and all(char.isalnum() or char in "-_" for char in value)


def _id(value: object) -> str:
    if not _is_id(value):
        raise ValueError
    return str(value)


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError
    return value


def _property(item: Experience, name: CountBy) -> str:
    match name:
        case CountBy.DOMAIN:
            return item.domain.value
        case CountBy.TYPE:
            return item.cause.type_id
        case CountBy.MODE:
            return item.cause.mode.value
        case CountBy.STRUCTURE:
            return item.cause.structure.value
        case CountBy.LANGUAGE:
            return item.language.value
