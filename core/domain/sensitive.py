"""The sensitive set S: attributes, their mentions, and what identifies in combination (paper 3.1, 3.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from core.domain.disclosure import DisclosureRole
from core.domain.language import Language
from core.domain.taxonomy import Kind

SIGNED = "signed"
"""Surface form of a secret in a technical text: its token says which signs the secret holds."""


class Layer(StrEnum):
    """Which layer of the cascade extractor proposed a mention."""

    PATTERN = "pattern"
    CHECKSUM = "checksum"
    LEXICON = "lexicon"
    CONTEXT = "context"
    NER = "ner"
    SPANS = "spans"
    LLM = "llm"
    COREFERENCE = "coreference"
    LEARNED = "learned"
    USER = "user"


class LayerState(StrEnum):
    """Health of a layer in one run. Anything but OK or OFF blocks a release."""

    OK = "ok"
    OFF = "off"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class LayerHealth:
    """Whether one layer worked in this run. `reason`: a message key without any text, such as `ner.package_missing`;
    empty when it worked. `recognizers`: ids of those that failed; the others of the layer went on."""

    layer: Layer
    state: LayerState
    reason: str = ""
    recognizers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a span was taken: every mention can answer this.

    `recognizer`: stable id of the rule. `score`: final confidence in [0, 1]. `base_score`: before context
    and validation. `validation`: None = no checksum applies, else its outcome (never a gate, only a score).
    `context`: context words found near the span (words of our own lexicons, not of the user's text).
    """

    recognizer: str
    score: float
    base_score: float
    validation: bool | None = None
    context: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mention:
    """`[start, end)` in code points of the original text, exactly as pasted.

    `text` is that slice. `value` is its canonical value (digits folded, spaces dropped, number words
    resolved) under which coreference groups mentions. `form` names the surface form, by which a
    hierarchy picks its rendering (e.g. `predicate`, `year-old`, `zh-sui`); empty = plain. `role`: what the span reader
    says it does in this text, None where it said nothing. `sure` False: a question to the person.
    """

    start: int
    end: int
    text: str
    type_id: str
    value: str
    language: Language
    layer: Layer
    explanation: Explanation
    form: str = ""
    role: DisclosureRole | None = None
    sure: bool = True


@dataclass(frozen=True, slots=True)
class SensitiveAttribute:
    """s_i: one value of one person with all its mentions, sorted by start, never overlapping.

    `id` is stable under re-extraction of the same conversation: derived from type and canonical value by
    a keyed hash, so that it carries no text. `aliases` are further surface forms that must not leave either
    (surname with title, spaced digits, number words). `task_relevant` follows the domain policy (paper T24)
    unless a person changed it. `role`: what the value does in this text, None = what its type does. `probability` in
    [0, 1]: that it is private at all; `sure` False makes it a question to the person. `person`: whom it is about
    (`core.extract.persons`), empty = nobody is in sight.
    """

    id: str
    type_id: str
    kind: Kind
    value: str
    mentions: tuple[Mention, ...]
    aliases: tuple[str, ...] = ()
    task_relevant: bool = False
    relevance_reason: str = ""
    role: DisclosureRole | None = None
    probability: float = 1.0
    sure: bool = True
    person: str = ""

    @property
    def surfaces(self) -> tuple[str, ...]:
        """Every distinct spelling under which the value occurs or may not leave, longest first."""
        distinct = {mention.text for mention in self.mentions} | set(self.aliases)
        return tuple(sorted(distinct, key=lambda surface: (-len(surface), surface)))


def proved(attribute: SensitiveAttribute) -> bool:
    """Whether arithmetic proves which identifier the value is: then nobody can be wrong about it."""
    return attribute.kind is Kind.EXPLICIT and any(
        mention.layer is Layer.CHECKSUM or mention.explanation.validation is True for mention in attribute.mentions
    )


@dataclass(frozen=True, slots=True)
class Overruled:
    """An identifier that was found and that a person called not sensitive; no text. `reason`: theirs, or the message
    key `told.dictionary` where a word of their dictionary did it."""

    attribute_id: str
    type_id: str
    reason: str


@dataclass(frozen=True, slots=True)
class Combination:
    """DetectCombinable output: attribute ids that identify together. `reason` is a message key."""

    attribute_ids: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class SensitiveSet:
    """S with the health of every layer that took part.

    Attributes are ordered by their first mention. Mentions of different attributes never overlap. `set_aside`: what a
    rule found and the reader takes for nobody's, in text order: no part of S, told as it is, shown so that a person can
    disagree. `overruled`: identifiers that a person called not sensitive, in no order.
    """

    attributes: tuple[SensitiveAttribute, ...]
    combinations: tuple[Combination, ...] = ()
    layers: tuple[LayerHealth, ...] = ()
    notes: Mapping[str, int] = field(default_factory=dict)
    set_aside: tuple[Mention, ...] = ()
    overruled: tuple[Overruled, ...] = ()

    def by_id(self, attribute_id: str) -> SensitiveAttribute:
        """Raises KeyError for an id that is not in S."""
        for attribute in self.attributes:
            if attribute.id == attribute_id:
                return attribute
        raise KeyError(attribute_id)

    @property
    def mentions(self) -> tuple[Mention, ...]:
        """All mentions of all attributes in text order."""
        return tuple(
            sorted(
                (mention for attribute in self.attributes for mention in attribute.mentions),
                key=lambda mention: mention.start,
            )
        )
