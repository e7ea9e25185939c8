"""A0: reads D again, with nothing but general knowledge of how such texts are written."""

from __future__ import annotations

import hashlib
import re
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from core.domain.errors import ResourceError
from core.domain.evidence import AttackerLevel, ProbeResult
from core.domain.language import Language
from core.domain.request import Request
from core.domain.sensitive import SensitiveAttribute
from core.domain.tokens import TOKEN_PATTERN
from core.extract.cascade import CascadeExtractor
from core.resources import read_toml
from core.verify.attackers.base import Answer
from core.verify.case import Case, Gap
from core.verify.grading import GradingTable, Target

SAME_TYPE, ANY_TYPE, GAP = "same_type", "any_type", "gap_filling"
READER_KEY = bytes(32)
"""Attribute ids of what a reader finds are never compared with anything; any key will do."""
KEPT_READINGS = 128

_RUN = re.compile(r"(?<![^\W_])(?=[^\W_]*\d)[A-Za-z0-9]{4,}(?![^\W_])|\d{4,}")
_CAPITALISED = re.compile(r"(?<![^\W_])[A-Z][\w.'-]*(?: [A-Z][\w.'-]*)*")
_WORD = re.compile(r"[^\W_]+(?:['.-][^\W_]+)*")
_SPAN_ZH = 3


@dataclass(frozen=True, slots=True)
class Reading:
    """Something in the text that could be a value: `type_id` empty when the reader only sees a shape."""

    type_id: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Distribution:
    """Answers with the probability of each; none: the reader has no idea."""

    answers: tuple[Answer, ...]
    weights: npt.NDArray[np.float64]


@dataclass(frozen=True)
class ReadText:
    """One text as read; `distributions` by asked type and weight of other types fills up as questions come."""

    readings: tuple[Reading, ...]
    distributions: dict[tuple[str, float], Distribution] = field(default_factory=dict)
    weights: dict[tuple[str, float], tuple[tuple[Reading, float], ...]] = field(default_factory=dict)

    @cached_property
    def texts(self) -> frozenset[str]:
        """What was read, each spelling once."""
        return frozenset(item.text for item in self.readings)

    def weighed(self, asked: str, other: float, habits: ReaderWeights) -> tuple[tuple[Reading, float], ...]:
        """Readings that answer a question about type `asked`, with their weights; `other`: least weight of any."""
        known = self.weights.get((asked, other))
        if known is None:
            pairs = ((item, max(other, habits.weight(asked, item.type_id))) for item in self.readings)
            known = self.weights[asked, other] = tuple((item, weight) for item, weight in pairs if weight > 0)
        return known


@dataclass(frozen=True, slots=True)
class ReaderWeights:
    """How a reader weighs what it sees (resources/questions/reader.toml)."""

    same: float
    close: float
    shape: float
    other: float
    reach: int
    groups: Mapping[str, int]

    @classmethod
    def load(cls, root: Path) -> ReaderWeights:
        """Raises ResourceError."""
        data = read_toml(root / "questions" / "reader.toml")
        try:
            groups = {type_id: number for number, ids in enumerate(data["close"]) for type_id in ids}
            weights = data["weights"]
            same, close, shape, other = (float(weights[name]) for name in ("same", "close", "shape", "other"))
            return cls(same, close, shape, other, int(data["reach"]), groups)
        except (KeyError, TypeError, ValueError) as error:
            raise ResourceError("resource.malformed", details={"file": "reader.toml"}) from error

    def weight(self, asked: str, seen: str) -> float:
        """How strongly a reading of type `seen` answers a question about `asked`."""
        if seen == asked:
            return self.same
        group = self.groups.get(asked)
        return self.close if group is not None and group == self.groups.get(seen) else 0.0


class ReaderAttacker:
    """Re-extracts candidates from D. Exact: the chance that an answer drawn from them would be right, by the template
    that makes it largest. Keeps recent readings in memory."""

    id = "reader"
    level = AttackerLevel.A0
    templates = (SAME_TYPE, ANY_TYPE, GAP)

    def __init__(self, extractor: CascadeExtractor, grading: GradingTable, root: Path) -> None:
        self._extractor = extractor
        self._grading = grading
        self._habits = ReaderWeights.load(root)
        self._pages: OrderedDict[str, ReadText] = OrderedDict()
        self._lock = threading.Lock()

    def scores(self, case: Case, targets: Mapping[str, Target]) -> Mapping[str, float]:
        """Probability of a hit under the strongest template.

        The text is read once, each reading is graded once per attribute whatever the template, and no distribution is
        built: a search asks this for every attribute after every step.
        """
        page = self._read(case.text, case.language)
        return {
            attribute.id: self._strongest(case, attribute, page, targets[attribute.id])
            for attribute in case.sensitive.attributes
        }

    def _strongest(self, case: Case, attribute: SensitiveAttribute, page: ReadText, target: Target) -> float:
        gaps = [gap for gap in case.gaps if gap.attribute_id == attribute.id]
        touching = {case.text[slice(*span)] for gap in gaps for span in _touching(case.text, gap, case.language)}
        hits = {text for text in page.texts | touching if self._grading.grade(target, text) is ProbeResult.HIT}
        if not hits:
            return 0.0
        asked = [
            _share(((item.text, weight) for item, weight in page.weighed(attribute.type_id, other, self._habits)), hits)
            for other in (0.0, self._habits.other)
        ]
        near = _share(((answer.text, weight) for answer, weight in self._around(case, attribute, page.readings)), hits)
        return max(*asked, near)

    def hits(self, case: Case, target: Target, attribute: SensitiveAttribute) -> tuple[tuple[str, Answer], ...]:
        """Every answer that names the true value, with the first template that gives it: where D gives it away."""
        found: dict[Answer, str] = {}
        for template in self.templates:
            for answer in self.distribution(case, attribute, template).answers:
                if answer not in found and self._grading.grade(target, answer.text) is ProbeResult.HIT:
                    found[answer] = template
        return tuple((template, answer) for answer, template in found.items())

    def distribution(self, case: Case, attribute: SensitiveAttribute, template: str) -> Distribution:
        """What the reader would answer, with probabilities."""
        page = self._read(case.text, case.language)
        if template == GAP and any(gap.attribute_id == attribute.id for gap in case.gaps):
            return _normal(self._around(case, attribute, page.readings))
        return self._named(page, attribute.type_id, self._habits.other if template == ANY_TYPE else 0.0)

    def _named(self, page: ReadText, asked: str, other: float) -> Distribution:
        """What is read as the asked type, and with weight `other` everything else that could be a value.

        The type that the question names outweighs all other types together, so that a text in which it occurs once
        is answered right nearly always; where it does not occur, the guess falls on what is left.
        """
        known = page.distributions.get((asked, other))
        if known is None:
            weights = page.weighed(asked, other, self._habits)
            known = _normal((Answer(item.text, item.start, item.end), weight) for item, weight in weights)
            page.distributions[asked, other] = known
        return known

    def _around(
        self, case: Case, attribute: SensitiveAttribute, readings: tuple[Reading, ...]
    ) -> Iterable[tuple[Answer, float]]:
        """Readings near the gaps of this attribute, nearer ones first, and the words that touch a gap."""
        for gap in case.gaps:
            if gap.attribute_id != attribute.id:
                continue
            for item in readings:
                distance = max(item.start - gap.end, gap.start - item.end, 0)
                if distance <= self._habits.reach:
                    kind = max(self._habits.weight(attribute.type_id, item.type_id), self._habits.shape)
                    yield Answer(item.text, item.start, item.end), kind / (1.0 + distance)
            for start, end in _touching(case.text, gap, case.language):
                yield Answer(case.text[start:end], start, end), self._habits.shape

    def _read(self, text: str, language: Language) -> ReadText:
        key = hashlib.sha256(f"{language}\0{text}".encode()).hexdigest()
        with self._lock:
            known = self._pages.get(key)
            if known is not None:
                self._pages.move_to_end(key)
                return known
        found = ReadText(self._look(text, language))
        with self._lock:
            self._pages[key] = found
            while len(self._pages) > KEPT_READINGS:
                self._pages.popitem(last=False)
        return found

    def _look(self, text: str, language: Language) -> tuple[Reading, ...]:
        """Everything that the extractor recognises, and shapes it does not: digit runs, capitalised words."""
        if not text.strip():
            return ()
        tokens = [match.span() for match in TOKEN_PATTERN.finditer(text)]
        extracted = self._extractor.extract(Request(text, language=language), READER_KEY)
        readings = [
            Reading(mention.type_id, mention.text, mention.start, mention.end)
            for mention in (*extracted.mentions, *extracted.set_aside)
            if not _overlaps(mention.start, mention.end, tokens)
        ]
        covered = [(item.start, item.end) for item in readings] + tokens
        for pattern in (_RUN, _CAPITALISED):
            for match in pattern.finditer(text):
                if not _overlaps(match.start(), match.end(), covered):
                    readings.append(Reading("", match.group(), match.start(), match.end()))
                    covered.append(match.span())
        return tuple(readings)


def _overlaps(start: int, end: int, spans: Iterable[tuple[int, int]]) -> bool:
    return any(start < right and left < end for left, right in spans)


def _share(weighted: Iterable[tuple[str, float]], hits: AbstractSet[str]) -> float:
    """Part of the weight of all answers that falls on those that hit; empty answers do not count."""
    total = found = 0.0
    for text, weight in weighted:
        if weight > 0 and text.strip():
            total += weight
            found += weight if text in hits else 0.0
    return min(1.0, found / total) if total else 0.0


def _normal(weighted: Iterable[tuple[Answer, float]]) -> Distribution:
    kept = [(answer, weight) for answer, weight in weighted if weight > 0 and answer.text.strip()]
    weights = np.array([weight for _, weight in kept], dtype=np.float64)
    return Distribution(tuple(answer for answer, _ in kept), weights / weights.sum() if kept else weights)


def _touching(text: str, gap: Gap, language: Language) -> Iterable[tuple[int, int]]:
    """Spans right before and right after a gap that a careless replacement may have left of the value."""
    start, end = gap.start, gap.end
    if language is Language.ZH:
        for width in range(1, _SPAN_ZH + 1):
            if start - width >= 0:
                yield start - width, start
            if end + width <= len(text):
                yield end, end + width
        return
    before = [match.span() for match in _WORD.finditer(text, max(0, start - 40), start)]
    after = [match.span() for match in _WORD.finditer(text, end, min(len(text), end + 40))]
    yield from before[-1:]
    yield from after[:1]
