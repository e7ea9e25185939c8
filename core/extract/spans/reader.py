"""The span reader: what in a text is private or identifying, in which role, and how surely (DESIGN 5.1).

It reads after the rules, with what they found as clues, and gives each finding a calibrated probability.
"""

from __future__ import annotations

import importlib.util
import json
import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from core.domain.disclosure import DisclosureRole
from core.domain.errors import ResourceError
from core.extract.candidate import Candidate, TextView
from core.extract.spans.borders import Borders
from core.extract.spans.calibration import IDENTITY, Calibrator
from core.extract.spans.clues import ClueReader
from core.extract.spans.labels import parse_label
from core.extract.spans.model import ChainModel, Floats, chains, read_model
from core.extract.spans.tokens import Tokens, tokenize

FOLDER = "spans"
METADATA = "model.json"
ROLES: tuple[DisclosureRole, ...] = tuple(DisclosureRole)
NOTHING = len(ROLES)
"""Column of `nothing` in role probabilities."""
AT_ONCE = 60_000
"""Code points that are read in one go; a longer text is read in parts of about this size, cut at line ends."""


@dataclass(frozen=True, slots=True)
class SpanFinding:
    """`[start, end)` in code points of the view, whole words. `group`: of `core.extract.spans.labels`.

    `probability`: calibrated, that the stretch plays this role. `sure`: at or above the role's threshold; the others
    are questions.
    """

    start: int
    end: int
    role: DisclosureRole
    group: str
    probability: float
    sure: bool


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Per role: `sure` and `unsure`, calibrated probabilities; below `unsure` nothing is reported."""

    sure: Mapping[DisclosureRole, float]
    unsure: Mapping[DisclosureRole, float]


@dataclass(frozen=True, slots=True)
class _Part:
    """A stretch that was read at once, with its tokens and the chances of roles `[tokens, roles + 1]`."""

    offset: int
    end: int
    tokens: Tokens
    chances: Floats


@dataclass(frozen=True, slots=True)
class SpanReading:
    """What one text holds. `findings`: in text order, never overlapping."""

    findings: tuple[SpanFinding, ...] = ()
    parts: tuple[_Part, ...] = ()
    calibrators: Mapping[DisclosureRole, Calibrator] = field(default_factory=dict)

    def weigh(self, start: int, end: int) -> Mapping[DisclosureRole | None, float]:
        """Calibrated probabilities of the roles of `[start, end)`, None = nothing; they sum to 1."""
        said = self.said(start, end)
        if said is None:
            return {None: 1.0}
        result: dict[DisclosureRole | None, float] = {
            role: self.calibrators.get(role, IDENTITY)(said[number]) for number, role in enumerate(ROLES)
        }
        total = sum(result.values())
        nothing = max(0.0, 1.0 - total)
        if total > 1.0:
            result = {role: chance / total for role, chance in result.items()}
        result[None] = nothing
        return result

    def said(self, start: int, end: int) -> tuple[float, ...] | None:
        """What the model itself says of the stretch, in the order of `ROLES`, then nothing; None without a token."""
        rows = [
            part.chances[covered.start : covered.stop]
            for part in self.parts
            if part.offset < end
            and start < part.end
            and len(covered := part.tokens.covered(start - part.offset, end - part.offset))
        ]
        if not rows:
            return None
        return tuple(float(value) for value in np.concatenate(rows).mean(axis=0))


class SpanLayer(Protocol):
    """The reader, or what stands in for it. `available` never loads the model and never raises."""

    @property
    def available(self) -> bool: ...

    @property
    def reason(self) -> str:
        """Message key why it is not available, empty when it is."""
        ...

    def read(self, view: TextView, candidates: Iterable[Candidate]) -> SpanReading: ...


class AbsentSpans:
    """Stands in when the model or its runtime is missing; says why."""

    def __init__(self, reason: str) -> None:
        self._reason = reason

    @property
    def available(self) -> bool:
        return False

    @property
    def reason(self) -> str:
        return self._reason

    def read(self, view: TextView, candidates: Iterable[Candidate]) -> SpanReading:
        """Nothing."""
        return SpanReading()


class SpanReader:
    """Reads spans by the trained chain; loaded at first use. Safe from any thread, same input, same output."""

    def __init__(self, root: Path, metadata: Mapping[str, Any], folder: Path | None = None) -> None:
        """`root`: resource folder, for the lists. `metadata`: of the model in `folder`. Raises ResourceError."""
        self._root = root
        self._folder = folder or root / FOLDER
        self._lock = threading.Lock()
        self._clues: ClueReader | None = None
        self._model: ChainModel | None = None
        try:
            self._file = str(metadata["file"])
            self._hash = str(metadata["sha256"])
            self._eagerness = float(metadata["eagerness"])
            self._calibrators = {
                DisclosureRole(role): Calibrator(tuple((float(x), float(y)) for x, y in points))
                for role, points in metadata["calibration"].items()
            }
            self._thresholds = Thresholds(
                {DisclosureRole(role): float(level) for role, level in metadata["sure"].items()},
                {DisclosureRole(role): float(level) for role, level in metadata["unsure"].items()},
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ResourceError("resource.malformed", details={"file": METADATA}) from error

    @classmethod
    def load(cls, root: Path, folder: Path | None = None) -> SpanLayer:
        """The reader of `folder` (resources/spans), or one that is not available and says why. Loads no weights.

        Raises ResourceError when the metadata is malformed.
        """
        if importlib.util.find_spec("numpy") is None:
            return AbsentSpans("spans.runtime_missing")
        folder = folder or root / FOLDER
        path = folder / METADATA
        if not path.is_file():
            return AbsentSpans("spans.model_missing")
        try:
            metadata = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ResourceError("resource.unreadable", details={"file": METADATA}) from error
        reader = cls(root, metadata, folder)
        return reader if (folder / reader._file).is_file() else AbsentSpans("spans.model_missing")

    @property
    def available(self) -> bool:
        return True

    @property
    def reason(self) -> str:
        return ""

    @property
    def thresholds(self) -> Thresholds:
        """From which probability on a finding of a role is sure, and reported at all."""
        return self._thresholds

    def read(self, view: TextView, candidates: Iterable[Candidate]) -> SpanReading:
        """The findings in the view. `candidates`: what the rules and the name model proposed, before any is dropped.

        Raises ResourceError when the model file is not the one its metadata names.
        """
        model, clues = self._loaded()
        text = view.text
        proposed = sorted(candidates, key=lambda item: item.start)
        parts: list[_Part] = []
        found: list[SpanFinding] = []
        at = 0
        for start, end in _stretches(text):
            own = []
            while at < len(proposed) and proposed[at].start < end:
                own.append(proposed[at])
                at += 1
            part, labels = self._read_part(model, clues, text[start:end], start, own)
            parts.append(part)
            found.extend(self._findings(model, part, labels, text[start:end]))
        return SpanReading(tuple(found), tuple(parts), self._calibrators)

    def _loaded(self) -> tuple[ChainModel, ClueReader]:
        with self._lock:
            if self._model is None or self._clues is None:
                self._model = read_model(self._folder / self._file, self._hash)
                self._clues = ClueReader(self._root)
            return self._model, self._clues

    def _read_part(
        self, model: ChainModel, clues: ClueReader, text: str, offset: int, candidates: list[Candidate]
    ) -> tuple[_Part, list[int]]:
        tokens = tokenize(text)
        moved = [(item, item.start - offset, item.end - offset) for item in candidates]
        columns = clues.columns(text, tokens, moved)
        emissions = model.emissions(columns, len(tokens))
        cut = chains(tokens)
        marginals = model.marginals(emissions, cut)
        labels = model.best(emissions, cut, self._eagerness)
        return _Part(offset, offset + len(text), tokens, role_chances(model, marginals)), labels

    def _findings(self, model: ChainModel, part: _Part, labels: list[int], text: str) -> Iterator[SpanFinding]:
        borders = Borders(text)
        position = 0
        for first, last, role, group in spans_of(model, labels):
            said = float(part.chances[first:last, ROLES.index(role)].mean())
            chance = self._calibrators.get(role, IDENTITY)(said)
            if chance < self._thresholds.unsure.get(role, 0.5):
                continue
            start, end = borders.snap(part.tokens.starts[first], part.tokens.ends[last - 1], group)
            start = max(start, position)
            if start >= end:
                continue
            position = end
            sure = chance >= self._thresholds.sure.get(role, 1.0)
            yield SpanFinding(part.offset + start, part.offset + end, role, group, round(chance, 4), sure)


def role_chances(model: ChainModel, marginals: Floats) -> Floats:
    """Chances of labels summed up to roles and nothing, `[tokens, roles + 1]`; rows of line ends are all nothing."""
    result = np.zeros((len(marginals), NOTHING + 1), dtype=np.float32)
    for number, label in enumerate(model.labels):
        role, _, _ = parse_label(label)
        result[:, NOTHING if role is None else ROLES.index(role)] += marginals[:, number]
    result[:, NOTHING] += np.maximum(0, 1 - result.sum(axis=1))
    return result


def spans_of(model: ChainModel, labels: Iterable[int]) -> Iterator[tuple[int, int, DisclosureRole, str]]:
    """First token, token after the last, role and group of each run of labels."""
    parsed = [parse_label(label) for label in model.labels]
    first: int | None = None
    current: tuple[DisclosureRole, str] | None = None
    index = 0
    for index, label in enumerate([*labels, -1]):
        role, group, begins = parsed[label] if label >= 0 else (None, "", False)
        if current is not None and first is not None and (begins or (role, group) != current):
            yield first, index, *current
            current = None
        if role is not None and current is None:
            first, current = index, (role, group)


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """The text, in parts of about `AT_ONCE` code points cut at line ends, else at spaces, else anywhere."""
    start = 0
    while len(text) - start > AT_ONCE:
        limit = start + AT_ONCE
        cut = max(text.rfind("\n", start + AT_ONCE // 2, limit), -1)
        if cut < 0:
            cut = text.rfind(" ", start + AT_ONCE // 2, limit)
        cut = cut + 1 if cut >= 0 else limit
        yield start, cut
        start = cut
    yield start, len(text)
