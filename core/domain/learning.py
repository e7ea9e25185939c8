"""What the self-learning loop speaks of: experiences, rules, and the versioned prompt library (paper section 4).

Nothing here holds text of a prompt. An experience points at its material; what a rule may say is bounded by the
memorisation check before it enters the library, and no rule can take anything out of S, lower a threshold or skip a
gate: rules only add candidates, choose starting levels, or add words to a prompt of the local model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from core.domain.language import Language
from core.domain.sensitive import Layer
from core.domain.taxonomy import Domain


class TypedSet(StrEnum):
    """The libraries of paper 4.4: a global baseline, and one per type signature over it."""

    GLOBAL = "global"
    MEDICAL = "medical"
    FINANCIAL = "financial"
    CREDENTIAL = "credential"
    DIALOGUE = "dialogue"
    LEGAL = "legal"
    TRAVEL = "travel"
    GENERAL = "general"


class FailureMode(StrEnum):
    """The kinds of failure that a learned rule could prevent."""

    MISSED = "missed"
    OVER_EXTRACTED = "over_extracted"
    STRENGTHENING_FAILED = "strengthening_failed"
    INFEASIBLE = "infeasible"
    MALFORMED_OUTPUT = "malformed_output"


class ContextStructure(StrEnum):
    """The form of the passage in which something went wrong."""

    PROSE = "prose"
    LIST = "list"
    DIALOGUE = "dialogue"
    RECORD = "record"
    TABLE = "table"
    LONG_TEXT = "long_text"


@dataclass(frozen=True, slots=True)
class MaterialRef:
    """Where the material of an experience is kept; never its text. `start`, `end`: code points of the original text
    (both 0 = the whole of it)."""

    conversation_id: str
    run_id: str
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Cause:
    """The second part of an attribution triple. `type_id` empty: no single type. `layer`: who was wrong."""

    mode: FailureMode
    type_id: str = ""
    structure: ContextStructure = ContextStructure.PROSE
    layer: Layer | None = None


class Action(StrEnum):
    """The third part of an attribution triple: what a person or the program did to mend the instance."""

    ADDED = "added"
    UNMARKED = "unmarked"
    RETYPED = "retyped"
    STRENGTHENED = "strengthened"
    LOOSENED = "loosened"
    REMOVED = "removed"
    QUEUED = "queued"
    REPAIRED = "repaired"


@dataclass(frozen=True, slots=True)
class Experience:
    """One attribution triple (paper 4.2): material, cause, action, with what it is indexed by.

    `level`: the hierarchy level that the mend ended at, None where none applies. `number` 0 = not stored yet.
    """

    material: MaterialRef
    cause: Cause
    action: Action
    domain: Domain
    language: Language
    at: datetime
    level: int | None = None
    number: int = 0


class RuleKind(StrEnum):
    """What a rule steers."""

    CUE = "cue"
    """A shape of value beside cue words is taken as a type."""
    START_LEVEL = "start_level"
    """A type's starting level in a domain."""
    INSTRUCTION = "instruction"
    """A sentence added to a prompt of the local model."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the library.

    `type_id`: what it finds or generalises (empty for an instruction on no single type). CUE: `cues` are lower-case
    words or phrases that stand within `reach` code points before (`after` False) or after the value, and `shape` is
    the value's shape in the notation of `core.text.shapes`. START_LEVEL: `level` from `domain` on. INSTRUCTION:
    `prompt` names the prompt, `text` is one sentence. `experiences`: numbers of the experiences it came from (blame).
    """

    id: str
    kind: RuleKind
    language: Language
    type_id: str = ""
    shape: str = ""
    cues: tuple[str, ...] = ()
    reach: int = 0
    after: bool = False
    domain: Domain | None = None
    level: int | None = None
    prompt: str = ""
    text: str = ""
    experiences: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LibraryItem:
    """One versioned thing of the library, named `<set>/<kind>/<name>` and in one language: a prompt, the extraction
    rules of a set, its starting levels. `body` is its canonical text; its digest is its content address."""

    name: str
    language: Language
    body: str
    digest: str


@dataclass(frozen=True, slots=True)
class ItemVersion:
    """One version of an item; never changed. `parent` None = shipped baseline, version 1. `repeats`: the version that
    a rollback brings back. `evidence`: numbers of a trial (metric -> value), empty where none was run."""

    item: LibraryItem
    version: int
    author: str
    reason: str
    at: datetime | None
    parent: int | None = None
    repeats: int | None = None
    evidence: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LearnedSnapshot:
    """What one run uses: the active version of every item, already resolved for the engine. Immutable.

    `digest`: content address of the whole, 64 hex digits, named in certificate and run. `versions`: item name and
    language (`name@en`) -> version. `prompts`: prompt id and language -> part name -> text, where it differs from the
    shipped one. `rules`: active rules per set; hot start picks the sets of a text by its type signature.
    """

    digest: str
    versions: Mapping[str, int] = field(default_factory=dict)
    prompts: Mapping[tuple[str, Language], Mapping[str, str]] = field(default_factory=dict)
    rules: Mapping[TypedSet, tuple[Rule, ...]] = field(default_factory=dict)


BASELINE = LearnedSnapshot(digest="")
"""Nothing learned: the shipped library, version 1."""
