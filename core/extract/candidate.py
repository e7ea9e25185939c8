"""What a recogniser sees and what it proposes (Presidio's recogniser shape; DESIGN 5.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from core.domain.disclosure import DisclosureRole
from core.domain.language import Language
from core.domain.sensitive import Layer
from core.text.normalize import NormalizedText


@dataclass(frozen=True, slots=True)
class TextView:
    """The normalised text that recognisers scan. `text` and `lower` have equal length and offsets."""

    normalized: NormalizedText
    text: str
    lower: str
    language: Language


@dataclass(frozen=True, slots=True)
class Candidate:
    """A proposed span, `[start, end)` in code points of the view (not of the original).

    `value`: canonical value for coreference. `score` in [0, 1] decides overlaps together with length;
    `base_score` is the pattern's own. `validation`: checksum outcome or None. `form`: see Mention.form.
    `role`: what the span reader says it does, None = as its type. `sure` False: a question to the person.
    """

    start: int
    end: int
    type_id: str
    value: str
    score: float
    layer: Layer
    recognizer: str
    base_score: float = 0.0
    validation: bool | None = None
    context: tuple[str, ...] = ()
    form: str = ""
    role: DisclosureRole | None = None
    sure: bool = True


class Recognizer(Protocol):
    """Finds candidates of one or several types. Stateless after construction; safe from any thread."""

    @property
    def id(self) -> str: ...

    def find(self, view: TextView) -> Iterable[Candidate]: ...


class NerLayer(Protocol):
    """A statistical model loaded lazily. `available` never loads the model and never raises."""

    @property
    def available(self) -> bool: ...

    @property
    def reason(self) -> str:
        """Message key why it is not available, empty when it is."""
        ...

    def find(self, view: TextView) -> Iterable[Candidate]: ...
