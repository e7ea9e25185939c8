"""What comes in, and what a person says about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.domain.artifact import Artifact
from core.domain.disclosure import Task
from core.domain.language import Language
from core.domain.sensitive import SensitiveSet
from core.domain.taxonomy import Domain

MAX_TEXT_BYTES = 1_000_000
"""Largest accepted prompt in UTF-8 bytes (DESIGN section 6)."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A person's word on one attribute, keyed by attribute id in `Decisions.levels`.

    `level` = 0 keeps the value as it is, `reason` is then required for the certificate; other levels index
    the attribute's hierarchy; its top level removes the value. `confirmed`: the person typed the value back, without
    which nothing that identifies is told.
    """

    level: int
    reason: str = ""
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class AddedSpan:
    """A span the extractor missed, marked by a person. Code points of the original text."""

    start: int
    end: int
    type_id: str


@dataclass(frozen=True, slots=True)
class Decisions:
    """All of a person's corrections to one request; part of the input, so a run can be replayed.

    `always_hide`: surface -> type id. `never_hide`: surfaces that are not sensitive (dictionary, for this
    conversation or for ever). `not_sensitive`: attribute ids marked "not sensitive" once. `task`: what the prompt asks
    for, None = as it reads.
    """

    levels: Mapping[str, Decision] = field(default_factory=dict)
    added: tuple[AddedSpan, ...] = ()
    not_sensitive: frozenset[str] = frozenset()
    always_hide: Mapping[str, str] = field(default_factory=dict)
    never_hide: frozenset[str] = frozenset()
    task_relevant: Mapping[str, bool] = field(default_factory=dict)
    task: Task | None = None


@dataclass(frozen=True, slots=True)
class Disclosure:
    """What an earlier turn of the conversation told the destination: its D, and the S behind it."""

    sensitive: SensitiveSet
    artifact: Artifact


@dataclass(frozen=True, slots=True)
class Request:
    """X with its task. `text` is canonical: no view may alter it (UI-27).

    `language` and `domain` None = detect. `task` is the question if it is given apart from the text.
    `earlier`: turns that have left already, oldest first; a linker joins them with this one.
    """

    text: str
    task: str = ""
    language: Language | None = None
    domain: Domain | None = None
    decisions: Decisions = field(default_factory=Decisions)
    earlier: tuple[Disclosure, ...] = ()
