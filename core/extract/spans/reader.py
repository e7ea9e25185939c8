"""The span reader: what in a text is private or identifying, in which role, and how surely (DESIGN 5.1).

It reads after the rules, with what they found as clues, and gives each finding a calibrated probability.
"""

from __future__ import annotations

import importlib.util
import json
import re
import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from core.domain.disclosure import DisclosureRole
from core.domain.errors import ResourceError
from core.extract.candidate import Candidate, TextView
from core.extract.spans.borders import Borders
from core.extract.spans.calibration import IDENTITY, Calibrator
from core.extract.spans.clues import ClueReader
from core.extract.spans.coarse import COLUMNS, HIDDEN, Gathering, role_of
from core.extract.spans.decoding import inverted, runs
from core.extract.spans.gate import Gate, signs
from core.extract.spans.mixing import ALONE, Mixing, Weights
from core.extract.spans.model import ChainModel, Floats, chains, read_model
from core.extract.spans.network import HEARD_AT_MOST, SILENT, VOICES, Heard, Hearing
from core.extract.spans.tokens import IDEOGRAPHS, Tokens, tokenize

FOLDER = "spans"
METADATA = "model.json"
ROLES: tuple[DisclosureRole, ...] = tuple(DisclosureRole)
_HIDING = 2
"""Roles, from the first, that hide a value."""
_COLUMNS_OF_ROLES = tuple(
    tuple(number for number in range(len(COLUMNS)) if role_of(number) is role) for role in (*ROLES, None)
)
_WORDS = re.compile(rf"[{IDEOGRAPHS}]|[^\W{IDEOGRAPHS}]+")
_SEVERAL = 2
_LABEL = re.compile(r"\w\s*[:：=]|[\t|]")
Calibrators = Mapping[str, Mapping[DisclosureRole, Calibrator]]
"""By voice (`VOICES`, `ALONE`) and role."""
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
    voices: npt.NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class SpanReading:
    """What one text holds. `findings`: in text order, never overlapping.

    `private`: the chance that it speaks of a private person, 1 where it is full of them; `of_somebody` False: it is
    below the model's bound.
    """

    findings: tuple[SpanFinding, ...] = ()
    parts: tuple[_Part, ...] = ()
    calibrators: Calibrators = field(default_factory=dict)
    private: float = 1.0
    of_somebody: bool = True
    thresholds: Thresholds | None = None

    def weigh(self, start: int, end: int) -> Mapping[DisclosureRole | None, float]:
        """Calibrated probabilities of the roles of `[start, end)`, None = nothing; they sum to 1."""
        said, voice = self.said(start, end), self.voice(start, end)
        if said is None:
            return {None: 1.0}
        own = self.calibrators.get(voice, {})
        result: dict[DisclosureRole | None, float] = {
            role: own.get(role, IDENTITY)(said[number]) * (self.private if role in ROLES[:_HIDING] else 1.0)
            for number, role in enumerate(ROLES)
        }
        total = sum(result.values())
        nothing = max(0.0, 1.0 - total)
        if total > 1.0:
            result = {role: chance / total for role, chance in result.items()}
        result[None] = nothing
        return result

    def said(self, start: int, end: int) -> tuple[float, ...] | None:
        """What the models themselves say of the stretch, in the order of `ROLES`, then nothing; None without a
        token."""
        rows = [part.chances[covered.start : covered.stop] for part, covered in self._covering(start, end)]
        if not rows:
            return None
        return tuple(float(value) for value in np.concatenate(rows).mean(axis=0))

    def stretches(self, start: int, end: int, least: float, text: str) -> tuple[tuple[int, int], ...]:
        """The parts of the stretch that identify or locate: without words at its edges that do so with less than
        `least`, and parted where such words or a label stand between; as it is where none does with more. `text`: the
        view that was read."""
        parts: list[tuple[int, int]] = []
        for part, covered in self._covering(start, end):
            for index in covered:
                if float(part.chances[index, :_HIDING].sum()) < least:
                    continue
                first, last = part.offset + part.tokens.starts[index], part.offset + part.tokens.ends[index]
                if parts and not _parts(text[parts[-1][1] : first]):
                    parts[-1] = (parts[-1][0], last)
                else:
                    parts.append((first, last))
        if not parts:
            return ((start, end),)
        parts[0] = (max(start, parts[0][0]), parts[0][1])
        parts[-1] = (parts[-1][0], min(end, parts[-1][1]))
        return tuple(parts)

    def is_sure(self, role: DisclosureRole, probability: float) -> bool:
        """Whether a calibrated probability of a role is one to act on without asking."""
        return self.thresholds is None or probability >= self.thresholds.sure.get(role, 1.0)

    def voice(self, start: int, end: int) -> str:
        """The voice of the first token of the stretch, `ALONE` where the network did not read it."""
        return next((voice_at(part.voices, covered.start) for part, covered in self._covering(start, end)), ALONE)

    def _covering(self, start: int, end: int) -> Iterator[tuple[_Part, range]]:
        for part in self.parts:
            if part.offset < end and start < part.end:
                covered = part.tokens.covered(start - part.offset, end - part.offset)
                if len(covered):
                    yield part, covered


def _parts(between: str) -> bool:
    """Whether what stands between two words of a value says that they are two values: a label, or several words."""
    return _LABEL.search(between) is not None or len(_WORDS.findall(between)) >= _SEVERAL


def voice_at(voices: npt.NDArray[np.int8], index: int) -> str:
    """The name of a token's voice."""
    return VOICES[voices[index]] if voices[index] != SILENT else ALONE


@dataclass(frozen=True, slots=True)
class Opinions:
    """What chain and network say of a stretch: the chain's chances of its labels `[tokens, labels]`, of columns
    `[tokens, columns]` and of beginnings `[tokens]`, and the network's own."""

    tokens: Tokens
    marginals: Floats
    columns: Floats
    begins: Floats
    gathering: Gathering
    heard: Heard


class SpanLayer(Protocol):
    """The reader, or what stands in for it. `available` never loads the model and never raises."""

    @property
    def available(self) -> bool: ...

    @property
    def reason(self) -> str:
        """Message key why it is not available, empty when it is."""
        ...

    @property
    def partly(self) -> str:
        """Message key why its network is off, empty when it is on."""
        ...

    def forget(self) -> None:
        """Drop what is remembered of texts, e.g. when the application locks."""
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

    @property
    def partly(self) -> str:
        return self._reason

    def forget(self) -> None:
        """Nothing is remembered."""

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
            self._hearing = Hearing.load(self._folder, metadata["network"])
            self._mixing = Mixing({name: Weights(**values) for name, values in metadata["mixing"].items()})
            self._calibrators = {
                voice: {
                    DisclosureRole(role): Calibrator(tuple((float(x), float(y)) for x, y in points))
                    for role, points in roles.items()
                }
                for voice, roles in metadata["calibration"].items()
            }
            gate = metadata["gate"]
            self._gate = Gate(float(gate["bias"]), tuple(map(float, gate["weights"])), float(gate["least"]))
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
    def partly(self) -> str:
        """See SpanLayer."""
        return self._hearing.reason

    @property
    def thresholds(self) -> Thresholds:
        """From which probability on a finding of a role is sure, and reported at all."""
        return self._thresholds

    def read(self, view: TextView, candidates: Iterable[Candidate]) -> SpanReading:
        """The findings in the view. `candidates`: what the rules and the name model proposed, before any is dropped.

        Raises ResourceError when a file is not the one its metadata names.
        """
        model, clues = self._loaded()
        text = view.text
        proposed = sorted(candidates, key=lambda item: item.start)
        parts: list[_Part] = []
        found: list[SpanFinding] = []
        private, somebody = 0.0, False
        at = 0
        for start, end in _stretches(text):
            own = []
            while at < len(proposed) and proposed[at].start < end:
                own.append(proposed[at])
                at += 1
            opinions = self.opinions(text[start:end], own, start, model, clues)
            chances, begins = self._mixing.mixed(opinions.columns, opinions.begins, opinions.heard)
            roles = role_chances(chances)
            part = _Part(start, end, opinions.tokens, roles, opinions.heard.voices)
            parts.append(part)
            found.extend(self._findings(part, opinions, chances, begins, text[start:end]))
            seen = signs(text[start:end], opinions.tokens, chances)
            private = max(private, 1.0 if self._gate.is_full(seen) else self._gate.chance(seen))
            somebody = somebody or self._gate.lets(seen)
        within = (self._within(finding, private) for finding in found)
        kept = tuple(finding for finding in within if finding is not None)
        return SpanReading(kept, tuple(parts), self._calibrators, private, somebody, self._thresholds)

    def _within(self, finding: SpanFinding, private: float) -> SpanFinding | None:
        """The finding with what the whole text makes of it: nothing in it is likelier a person's than the text is."""
        if finding.role not in ROLES[:_HIDING]:
            return finding
        chance = round(finding.probability * private, 4)
        if chance < self._thresholds.unsure.get(finding.role, 0.5):
            return None
        return replace(finding, probability=chance, sure=chance >= self._thresholds.sure.get(finding.role, 1.0))

    def forget(self) -> None:
        """Drop what is remembered of texts, e.g. when the application locks."""
        self._hearing.forget()

    def _loaded(self) -> tuple[ChainModel, ClueReader]:
        with self._lock:
            if self._model is None or self._clues is None:
                self._model = read_model(self._folder / self._file, self._hash)
                self._clues = ClueReader(self._root)
            return self._model, self._clues

    def opinions(
        self, text: str, candidates: Iterable[Candidate], offset: int, model: ChainModel, clues: ClueReader
    ) -> Opinions:
        """What chain and network say of a stretch that begins at `offset`, each by itself."""
        tokens = tokenize(text)
        moved = [(item, item.start - offset, item.end - offset) for item in candidates]
        columns = clues.columns(text, tokens, moved)
        marginals = model.marginals(model.emissions(columns, len(tokens)), chains(tokens))
        heard = self._hearing.hear(text, tokens, max(0, HEARD_AT_MOST - offset))
        gathering = Gathering(model.labels)
        return Opinions(tokens, marginals, *gathering.gathered(marginals), gathering, heard)

    def _findings(
        self, part: _Part, opinions: Opinions, chances: Floats, begins: Floats, text: str
    ) -> Iterator[SpanFinding]:
        borders = Borders(text)
        position = 0
        tokens = part.tokens
        found = list(runs(chances, begins, self._mixing.thresholds(part.voices), tokens.words))
        for run in inverted(found, tokens.words):
            group = opinions.gathering.finest(opinions.marginals[run.first : run.last], run.column)
            start, end = borders.snap(tokens.starts[run.first], tokens.ends[run.last - 1], group)
            start = max(start, position)
            covered = tokens.covered(start, end)
            if start >= end or not covered:
                continue
            column = run.column
            if covered.stop > run.last or covered.start < run.first:
                # A code that the tokens of the run are only a part of: all of it decides what it is.
                whole = chances[covered.start : covered.stop].sum(axis=0)
                column = int(np.where(HIDDEN[run.column] == HIDDEN, whole, -1.0)[1:].argmax()) + 1
                group = opinions.gathering.finest(opinions.marginals[covered.start : covered.stop], column)
            role = role_of(column)
            if role is None:
                continue
            said = float(part.chances[covered.start : covered.stop, ROLES.index(role)].mean())
            calibrators = self._calibrators.get(voice_at(part.voices, run.first), {})
            chance = calibrators.get(role, IDENTITY)(said)
            if chance < self._thresholds.unsure.get(role, 0.5):
                continue
            position = end
            sure = chance >= self._thresholds.sure.get(role, 1.0)
            yield SpanFinding(part.offset + start, part.offset + end, role, group, round(chance, 4), sure)


def role_chances(chances: Floats) -> Floats:
    """Chances of columns summed up to roles and nothing, `[tokens, roles + 1]`."""
    return np.stack([chances[:, list(columns)].sum(axis=1) for columns in _COLUMNS_OF_ROLES], axis=1)


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
