"""What a recogniser sees and what it proposes (Presidio's recogniser shape; DESIGN 5.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Protocol

from core.domain.disclosure import DisclosureRole
from core.domain.language import Language
from core.domain.sensitive import Layer
from core.text.characters import in_simplified
from core.text.normalize import NormalizedText


@dataclass(frozen=True, slots=True)
class TextView:
    """The normalised text that recognisers scan. `text` and `lower` have equal length and offsets."""

    normalized: NormalizedText
    text: str
    lower: str
    language: Language

    def in_one_script(self) -> TextView:
        """The view in Simplified script, in which terms, labels and patterns are written; places stay the same."""
        return replace(self, text=in_simplified(self.text), lower=in_simplified(self.lower))


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
    """Finds candidates of one or several types. Stateless after construction; safe from any thread.

    `layer`: whose health says that it failed. One that runs several rules raises `RulesFailed` where some of them
    failed, so that what the others found is not lost.
    """

    @property
    def id(self) -> str: ...

    @property
    def layer(self) -> Layer: ...

    def find(self, view: TextView) -> Iterable[Candidate]: ...


class RulesFailed(Exception):
    """Some rules of a recogniser raised. `rules`: their ids; `found`: what the others found."""

    def __init__(self, rules: tuple[str, ...], found: tuple[Candidate, ...]) -> None:
        super().__init__(", ".join(rules))
        self.rules = rules
        self.found = found


def each_apart(rules: Iterable[tuple[str, Callable[[], Iterable[Candidate]]]]) -> tuple[Candidate, ...]:
    """What all rules, given as (id, search), find. One that raises takes no other with it. Raises RulesFailed."""
    found: list[Candidate] = []
    failed: list[str] = []
    for identifier, search in rules:
        try:
            found.extend(tuple(search()))
        except Exception:  # noqa: BLE001 - whatever one rule raises, the others have to look; its text may be private
            failed.append(identifier)
    if failed:
        raise RulesFailed(tuple(dict.fromkeys(failed)), tuple(found)) from None
    return tuple(found)


def found_by(
    recognizer: Recognizer | NerLayer, view: TextView, name: str
) -> tuple[tuple[Candidate, ...], tuple[str, ...]]:
    """What a recogniser finds, and the ids of what failed in it: its own `name`, or those of single rules."""
    try:
        return tuple(recognizer.find(view)), ()
    except RulesFailed as failure:
        return failure.found, failure.rules
    except Exception:  # noqa: BLE001 - any failure has to block the release, not crash the scan
        return (), (name,)


class NerLayer(Protocol):
    """A statistical model loaded lazily. `available` never loads the model and never raises."""

    @property
    def available(self) -> bool: ...

    @property
    def reason(self) -> str:
        """Message key why it is not available, empty when it is."""
        ...

    def find(self, view: TextView) -> Iterable[Candidate]: ...
