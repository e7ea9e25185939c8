"""E6: teacher-forced lift. How much more probable does D make the true value than no document (gate.md 4)?

A scoring model reads [D][stage] and the beginning of an answer; the probability of the true value as its continuation
is read off exactly, spellings summed. The lift is the logarithm of its ratio to the same on the null document. It is
counted only for a language and type whose calibration passed; elsewhere the evaluator is blind, and says so.
"""

from __future__ import annotations

import hashlib
import math
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.domain.artifact import EXACT_LEVEL
from core.domain.events import CancelToken
from core.domain.evidence import AttackerLevel, AttributeLift
from core.domain.language import Language
from core.domain.sensitive import SensitiveAttribute
from core.domain.taxonomy import Taxonomy
from core.llm.fence import fenced
from core.llm.model import Continuation, ScoringModel
from core.llm.prompts import PromptBook, PromptText
from core.verify.attackers.lift_calibration import Calibration
from core.verify.case import Case
from core.verify.grading import Target

ID = "lift"
SERVER_ID = "llm_lift"
"""The member that is computed in this program, and the same with a person's own model."""
PROMPT = "lift"
OPENINGS = "opening_"
MOST_SPELLINGS = 2
SHORTEST_PLAIN = 2
LONGEST_SPELLING = {Language.EN: 24, Language.ZH: 6}
"""Characters of a value that are scored: whoever names its beginning knows it."""
WINDOW = {Language.EN: 2400, Language.ZH: 700}
"""Characters of one reading, inside the model's context with room for the question."""
OVERLAP = 160
MOST_WINDOWS = 12
"""Readings of one text; a longer one is not measured."""
KEPT_READINGS = 64
_NONCE_DIGITS = 8
_IDEOGRAPH = re.compile("[\u3400-\u9fff]")
_LETTERS = str.maketrans("0123456789", "ghijklmnop")

Watch = Callable[[int, int], None]


def _unwatched(done: int, total: int) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Reading:
    """Log-probability of one attribute's value per opening, in nats; None: not measured."""

    logs: tuple[float, ...] | None

    @property
    def highest(self) -> float:
        """Probability under the opening that gives most away; 0 when not measured."""
        return min(1.0, math.exp(max(self.logs))) if self.logs else 0.0

    def lift(self, null: Reading) -> float | None:
        """Mean over the openings of the rise against the null document."""
        if self.logs is None or null.logs is None:
            return None
        return sum(one - other for one, other in zip(self.logs, null.logs, strict=True)) / len(self.logs)


NOT_MEASURED = Reading(None)


class LiftReader:
    """Measures values on documents. Stateless; as thread-safe as its model."""

    def __init__(self, model: ScoringModel, prompts: PromptBook, taxonomy: Taxonomy) -> None:
        """Raises ResourceError for prompts without `lift`."""
        self.model = model
        self._taxonomy = taxonomy
        self._texts = {language: prompts.get(PROMPT, language) for language in Language}

    def read(
        self,
        document: str,
        language: Language,
        attributes: Sequence[SensitiveAttribute],
        cancel: CancelToken | None = None,
        watch: Watch = _unwatched,
    ) -> dict[str, Reading]:
        """A reading of every attribute; the strongest window of a long document counts. Raises Cancelled.

        `document` empty = the null document. `watch` is told of windows done, of how many.
        """
        windows = split(document, language)
        if len(windows) > MOST_WINDOWS:
            return {attribute.id: NOT_MEASURED for attribute in attributes}
        found: dict[str, Reading] = {}
        for number, window in enumerate(windows):
            watch(number, len(windows))
            for key, reading in self._window(window, language, attributes, cancel).items():
                found[key] = _stronger(found[key], reading) if key in found else reading
        watch(len(windows), len(windows))
        return found

    def _window(
        self, window: str, language: Language, attributes: Sequence[SensitiveAttribute], cancel: CancelToken | None
    ) -> dict[str, Reading]:
        text = self._texts[language]
        document = fenced(window, _nonce(window))
        keys: list[tuple[str, str]] = []
        asked: list[Continuation] = []
        for attribute in attributes:
            for opening, words in self._openings(text, attribute.type_id, language):
                for spelling in spellings(attribute, language):
                    keys.append((attribute.id, opening))
                    answer = text.part("before_value") + spelling
                    asked.append(Continuation(text.part("system"), document, text.part("stage"), words, answer))
        scores = self.model.log_probabilities(asked, cancel)
        gathered: dict[str, dict[str, list[float | None]]] = {attribute.id: {} for attribute in attributes}
        for (attribute_id, opening), score in zip(keys, scores, strict=True):
            gathered[attribute_id].setdefault(opening, []).append(score)
        return {key: _reading(by_opening.values()) for key, by_opening in gathered.items()}

    def _openings(self, text: PromptText, type_id: str, language: Language) -> list[tuple[str, str]]:
        label = self._taxonomy[type_id].labels[language]
        label = label if label.isupper() else label[0].lower() + label[1:]
        names = sorted(name for name in text.texts if name.startswith(OPENINGS))
        return [(name, _capital(text.part(name, label=label))) for name in names]

    @property
    def digest(self) -> str:
        """Content address of what is asked."""
        texts = "".join(self._texts[language].digest for language in Language)
        return hashlib.sha256(texts.encode()).hexdigest()


class LiftAttacker:
    """An exact A0 member, bound to one run: `cancel` stops it between two forwards, `watch` follows it.

    A value that D leaves as it is is not scored: the literal member has found it already.
    """

    level = AttackerLevel.A0

    def __init__(
        self,
        reader: LiftReader,
        calibration: Calibration,
        cancel: CancelToken | None = None,
        watch: Watch = _unwatched,
        identifier: str = ID,
    ) -> None:
        self.id = identifier
        self._reader = reader
        self._calibration = calibration
        self._cancel = cancel
        self._watch = watch
        self._readings: OrderedDict[tuple[str, str, Language], Reading] = OrderedDict()
        self._lock = threading.Lock()

    def scores(self, case: Case, targets: Mapping[str, Target]) -> Mapping[str, float]:
        """Probability under the strongest opening; 0 where the evaluator is not counted."""
        wanted = [item for item in case.sensitive.attributes if item.id in targets]
        readings = self._read(case, wanted)
        return {key: readings[key].highest if key in readings else 0.0 for key in targets}

    def lifts(self, case: Case) -> tuple[AttributeLift, ...]:
        """The lift of every attribute with its threshold. Raises Cancelled."""
        attributes = case.sensitive.attributes
        readings, nulls = self._read(case, attributes), self._read(case.blanked(), attributes)
        found: list[AttributeLift] = []
        for attribute in attributes:
            threshold = self._calibration.threshold(case.language, attribute.type_id)
            lift = readings[attribute.id].lift(nulls[attribute.id]) if attribute.id in readings else None
            found.append(AttributeLift(attribute.id, lift, threshold, attribute.type_id))
        return tuple(found)

    def _read(self, case: Case, attributes: Sequence[SensitiveAttribute]) -> dict[str, Reading]:
        """Readings of everything that is counted and not left as it is, from memory where known."""
        language = case.language
        counted = [
            item
            for item in attributes
            if self._calibration.threshold(language, item.type_id) is not None
            and case.levels.get(item.id) != EXACT_LEVEL
        ]
        with self._lock:
            known = {item.id: self._readings.get((item.id, case.text, language)) for item in counted}
        missing = [item for item in counted if known[item.id] is None]
        fresh = self._reader.read(case.text, language, missing, self._cancel, self._watch) if missing else {}
        with self._lock:
            for key, reading in fresh.items():
                self._readings[key, case.text, language] = reading
            while len(self._readings) > KEPT_READINGS * max(1, len(counted)):
                self._readings.popitem(last=False)
        return {key: reading for key, reading in {**known, **fresh}.items() if reading is not None}


def spellings(attribute: SensitiveAttribute, language: Language) -> tuple[str, ...]:
    """At most MOST_SPELLINGS spellings whose probabilities may be added: none begins another.

    As written in the text, then the plain value, then other spellings in `language`, the shortest first. Never empty
    for a value that has one.
    """
    written = [mention.text for mention in attribute.mentions]
    plain = [attribute.value] if len(attribute.value) >= SHORTEST_PLAIN or not written else []
    chosen: list[str] = []
    for text in dict.fromkeys(_shortened(text, language) for text in (*written, *plain)):
        if text and not any(_begins(other, text) for other in chosen):
            chosen = [*(other for other in chosen if not _begins(text, other)), text]
    others = sorted((text for text in attribute.surfaces if _fits(text, language)), key=len)
    for text in dict.fromkeys(_shortened(text, language) for text in others):
        known = any(other.casefold() in text.casefold() or _begins(text, other) for other in chosen)
        if text and not known:
            chosen.append(text)
    return tuple(chosen[:MOST_SPELLINGS])


def _begins(first: str, second: str) -> bool:
    return second.casefold().startswith(first.casefold())


def _fits(text: str, language: Language) -> bool:
    """Whether a spelling is of the language: Chinese ones hold ideographs or nothing but digits and Latin."""
    return language is Language.ZH or not _IDEOGRAPH.search(text)


def split(document: str, language: Language) -> tuple[str, ...]:
    """Windows of a document, overlapping, so that what stands together is read together; ("",) for none."""
    size = WINDOW[language]
    if len(document) <= size:
        return (document,)
    starts = range(0, len(document) - OVERLAP, size - OVERLAP)
    return tuple(document[start : start + size] for start in starts)


def _shortened(text: str, language: Language) -> str:
    words = " ".join(text.split())
    longest = LONGEST_SPELLING[language]
    if len(words) <= longest:
        return words
    head, gap, _ = words[: longest + 1].rpartition(" ")
    return head if gap else words[:longest]


def _reading(by_opening: Iterable[list[float | None]]) -> Reading:
    """Spellings summed per opening; one missing score makes the whole reading missing, never low."""
    logs: list[float] = []
    for scores in by_opening:
        present = [score for score in scores if score is not None]
        if not present or len(present) < len(scores):
            return NOT_MEASURED
        highest = max(present)
        logs.append(highest + math.log(math.fsum(math.exp(score - highest) for score in present)))
    return Reading(tuple(logs)) if logs else NOT_MEASURED


def _stronger(first: Reading, second: Reading) -> Reading:
    if first.logs is None or second.logs is None:
        return NOT_MEASURED
    return Reading(tuple(max(one, other) for one, other in zip(first.logs, second.logs, strict=True)))


def _nonce(text: str) -> str:
    """Equal texts are asked about in equal words; a text cannot contain the digest of itself. Letters only: a digit
    would make a number more probable."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:_NONCE_DIGITS].translate(_LETTERS)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
