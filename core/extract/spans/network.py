"""The network that reads spans beside the chain, in both scripts, by onnxruntime.

It is optional: where it is not there, or its runtime is not, it is off with a reason; the chain goes on alone.
"""

from __future__ import annotations

import hashlib
import importlib.util
import re
import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from core.domain.errors import ResourceError
from core.extract.spans.coarse import COLUMNS, NOTHING, Floats
from core.extract.spans.pieces import Tokenizer, edges_of, framed, pieces_of, runs_of, word_borders
from core.extract.spans.tokens import IDEOGRAPHS, Tokens

LATIN, HAN = "en", "zh"
VOICES = (LATIN, HAN)
"""By the script of the line that the network speaks of: what it says is mixed and calibrated apart."""
SILENT = -1
"""The voice of a token that the network did not read."""
REMEMBERED = 400
"""Windows whose chances are kept, so that a keystroke runs the network on its own window only."""
HEARD_AT_MOST = 60_000
"""Code points of one text that the network reads, so that its time is bounded; the chain reads everything."""
THREADS = 2
AT_ONCE = 900
"""A text up to this many code points is read in one window."""
LEAST, MOST = 350, 700
"""Code points of what a window of a longer text decides on, before what it sees around."""
AROUND = 140
"""Code points that a window sees on either side of what it decides on."""
CUT_EVERY = 3
"""About every so manieth break after `LEAST` ends a window: by its letters, so that an edit moves no later cut."""
SIGNED = 24
"""Code points before a break by which it is chosen."""
LEAST_WORDS = 5
"""Alphabetic words from which on a line without ideographs has a voice of its own in a text that has some."""
RUNTIME = ("onnxruntime", "tokenizers")
"""Modules that the network needs."""
_BREAK = re.compile(r"\n|[.!?]+[\"'”’)]*\s|[。！？；]")
_HAN = re.compile(f"[{IDEOGRAPHS}]")
_WORD = re.compile(r"[A-Za-z\u00c0-\u024f]{2,}")
_WORDS_OF_HAN = 4.0
"""Ideographs that say as much as this many letters."""

Scorer = Callable[[Mapping[str, npt.NDArray[Any]]], Floats]
"""From the inputs of one run of a network to the scores of its units, `[units, labels]`."""


@dataclass(frozen=True, slots=True)
class Window:
    """What a network is given, `[start, end)`, and what of it counts, `[first, last)`; code points of the text."""

    start: int
    end: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Heard:
    """Chances of columns `[tokens, columns]`, of a beginning `[tokens]`, and which voice spoke `[tokens]`."""

    chances: Floats
    begins: Floats
    voices: npt.NDArray[np.int8]


class Network(Protocol):
    """One network. Safe from any thread; same text, same chances."""

    @property
    def reason(self) -> str:
        """Message key why it is off, empty when it is on."""
        ...

    def read(self, text: str) -> tuple[Floats, Floats]:
        """`[code points, columns]`, and per code point the chance that a span begins with its word."""
        ...


class _Session:
    """A file whose hash is known, run by onnxruntime; loaded at first use."""

    def __init__(self, folder: Path, files: Mapping[str, str]) -> None:
        self._folder = folder
        self._files = files
        self._session: Any = None

    def content(self, name: str) -> bytes:
        """Raises ResourceError where the file is unreadable or another one."""
        try:
            content = (self._folder / name).read_bytes()
        except OSError as error:
            raise ResourceError("resource.unreadable", details={"file": name}) from error
        if hashlib.sha256(content).hexdigest() != self._files[name]:
            raise ResourceError("resource.malformed", details={"file": name})
        return content

    def run(self, name: str, feed: Mapping[str, npt.NDArray[Any]]) -> Floats:
        """The first output for the inputs."""
        if self._session is None:
            import onnxruntime

            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = THREADS
            options.inter_op_num_threads = 1
            options.log_severity_level = 3
            self._session = onnxruntime.InferenceSession(
                self.content(name), options, providers=["CPUExecutionProvider"]
            )
        return np.asarray(self._session.run(None, dict(feed))[0], dtype=np.float32)


def _likely(scores: Floats) -> Floats:
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), dtype=np.float32)


class Labelling:
    """The labels of a network: `O`, then `B-` and `I-` of each column."""

    def __init__(self, labels: tuple[str, ...]) -> None:
        """Raises ValueError for a label that is no column."""
        self.size = len(labels)
        self._columns = [COLUMNS.index(label if label == "O" else label[2:]) for label in labels]
        self._begins = np.array([label.startswith("B-") for label in labels])

    def gathered(self, chances: Floats) -> tuple[Floats, Floats]:
        """`[units, labels]` as `[units, columns]`, and the chance that a span begins at each unit."""
        result = np.zeros((len(chances), len(COLUMNS)), dtype=np.float32)
        for number, column in enumerate(self._columns):
            result[:, column] += chances[:, number]
        return result, chances[:, self._begins].sum(axis=1)


def read_pieces(text: str, tokenizer: Tokenizer, labelling: Labelling, score: Scorer) -> tuple[Floats, Floats]:
    """What a network over word pieces says of a text: see Network.read. `score` takes `ids`, `shapes`, `layouts`."""
    groups = np.zeros((len(text), len(COLUMNS)), dtype=np.float32)
    groups[:, NOTHING] = 1
    begins = np.zeros(len(text), dtype=np.float32)
    pieces = pieces_of(text, tokenizer)
    if not len(pieces):
        return groups, begins
    opening, closing = edges_of(tokenizer)
    labels = np.zeros((len(pieces), labelling.size), dtype=np.float32)
    for run in runs_of(len(pieces)):
        feed = {
            "ids": framed(pieces.ids, run, opening, closing),
            "shapes": framed(pieces.shapes, run, 0, 0),
            "layouts": framed(pieces.layouts, run, 0, 0),
        }
        skip = 1 + run.first - run.start
        labels[run.first : run.last] = _likely(score(feed))[skip : skip + run.last - run.first]
    starts, ends = word_borders(pieces)
    columns, beginnings = labelling.gathered(labels)
    means = np.add.reduceat(columns, starts, axis=0) / (ends - starts)[:, None]
    for number, (one, two) in enumerate(zip(starts, ends, strict=True)):
        left, right = pieces.offsets[one][0], pieces.offsets[two - 1][1]
        groups[left:right] = means[number]
        begins[left] = beginnings[one]
    return groups, begins


class PieceNetwork:
    """BERT layers over word pieces with the shapes of words."""

    reason = ""

    def __init__(self, folder: Path, metadata: Mapping[str, Any]) -> None:
        """Raises KeyError, ValueError for metadata that lacks something."""
        self._model, self._vocabulary = str(metadata["model"]), str(metadata["tokenizer"])
        self._labelling = Labelling(tuple(metadata["labels"]))
        self._session = _Session(folder, dict(metadata["files"]))
        self._lock = threading.Lock()
        self._tokenizer: Any = None

    def read(self, text: str) -> tuple[Floats, Floats]:
        """See Network. Raises ResourceError."""
        with self._lock:
            if self._tokenizer is None:
                from tokenizers import Tokenizer

                tokenizer = Tokenizer.from_str(self._session.content(self._vocabulary).decode("utf-8"))
                tokenizer.no_truncation()
                tokenizer.no_padding()
                self._tokenizer = tokenizer
            return read_pieces(text, self._tokenizer, self._labelling, self._scores)

    def _scores(self, feed: Mapping[str, npt.NDArray[Any]]) -> Floats:
        scores: Floats = self._session.run(self._model, feed)[0]
        return scores


class AbsentNetwork:
    """Stands in for a network that is not there; says why."""

    def __init__(self, reason: str) -> None:
        self.reason = reason

    def read(self, text: str) -> tuple[Floats, Floats]:
        """Nothing at all: nobody asks a network that is off."""
        return np.zeros((len(text), len(COLUMNS)), dtype=np.float32), np.zeros(len(text), dtype=np.float32)


class Hearing:
    """The network over whole texts, window by window. Safe from any thread."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._lock = threading.Lock()
        self._known: OrderedDict[str, tuple[Floats, Floats]] = OrderedDict()

    @classmethod
    def load(cls, folder: Path, metadata: Mapping[str, Any]) -> Hearing:
        """The network that `metadata` (`network` of the reader's; may be empty) names. Imports no runtime, loads no
        weights. Raises KeyError, ValueError for metadata that lacks something.
        """
        if not metadata or not all((folder / name).is_file() for name in metadata["files"]):
            return cls(AbsentNetwork("spans.network_missing"))
        if any(importlib.util.find_spec(module) is None for module in RUNTIME):
            return cls(AbsentNetwork("spans.network_runtime_missing"))
        return cls(PieceNetwork(folder, metadata))

    @property
    def reason(self) -> str:
        """Message key why the network is off, empty when it is on."""
        return self._network.reason

    def forget(self) -> None:
        """Drop all remembered windows, e.g. when the application locks."""
        with self._lock:
            self._known.clear()

    def hear(self, text: str, tokens: Tokens, most: int = HEARD_AT_MOST) -> Heard:
        """What the network says of the tokens in the first `most` code points of the text."""
        chances = np.zeros((len(text), len(COLUMNS)), dtype=np.float32)
        begins = np.zeros(len(text), dtype=np.float32)
        voices = np.full(len(text), SILENT, dtype=np.int8)
        if not self._network.reason:
            body = text[:most]
            for voice, start, end in stretches(body):
                voices[start:end] = VOICES.index(voice)
            for window in windows(body):
                said, first = self._remembered(body[window.start : window.end])
                own = slice(window.first - window.start, window.last - window.start)
                chances[window.first : window.last] = said[own]
                begins[window.first : window.last] = first[own]
        return _of_tokens(tokens, chances, begins, voices)

    def _remembered(self, body: str) -> tuple[Floats, Floats]:
        with self._lock:
            known = self._known.get(body)
            if known is not None:
                self._known.move_to_end(body)
                return known
        said = self._network.read(body)
        with self._lock:
            self._known[body] = said
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return said


def _of_tokens(tokens: Tokens, chances: Floats, begins: Floats, voices: npt.NDArray[np.int8]) -> Heard:
    """Means over the code points of each token; a token begins a span as far as its first code point does."""
    if not len(tokens):
        return Heard(np.zeros((0, len(COLUMNS)), np.float32), np.zeros(0, np.float32), np.zeros(0, np.int8))
    starts, ends = np.array(tokens.starts), np.array(tokens.ends)
    sums = np.vstack([np.zeros((1, len(COLUMNS))), np.cumsum(chances, axis=0, dtype=np.float64)])
    means = (sums[ends] - sums[starts]) / (ends - starts)[:, None]
    return Heard(means.astype(np.float32), begins[starts], voices[starts])


def voice_of(line: str, mixed: bool) -> str:
    """The voice of a line. `mixed`: whether other lines of the text hold ideographs."""
    han = len(_HAN.findall(line))
    words = _WORD.findall(line)
    if han:
        return HAN if han * _WORDS_OF_HAN >= sum(map(len, words)) else LATIN
    return LATIN if not mixed or len(words) >= LEAST_WORDS else HAN


def stretches(text: str) -> Iterator[tuple[str, int, int]]:
    """Voice and `[start, end)` of runs of lines of one voice."""
    mixed = _HAN.search(text) is not None
    if not mixed:
        yield LATIN, 0, len(text)
        return
    start = position = 0
    current = ""
    for line in text.splitlines(keepends=True):
        if line.strip():
            voice = voice_of(line, mixed)
            if current and voice != current:
                yield current, start, position
                start = position
            current = voice
        position += len(line)
    if position > start:
        yield current or LATIN, start, position


def windows(text: str) -> Iterator[Window]:
    """Windows whose own parts cover the text. Where they are cut depends on what stands shortly before the cut."""
    if len(text) <= AT_ONCE:
        yield Window(0, len(text), 0, len(text))
        return
    first = 0
    while first < len(text):
        last = _cut(text, first)
        start = 0 if first <= AROUND else _whole(text, first - AROUND)
        end = len(text) if last + AROUND >= len(text) else _whole(text, last + AROUND)
        yield Window(start, end, first, last)
        first = last


def _cut(text: str, first: int) -> int:
    """Where the part that begins at `first` ends."""
    if len(text) - first <= MOST:
        return len(text)
    last_break = 0
    for match in _BREAK.finditer(text, first + LEAST, first + MOST):
        last_break = match.end()
        sign = text[max(first, last_break - SIGNED) : last_break]
        if zlib.crc32(sign.encode("utf-8", "surrogatepass")) % CUT_EVERY == 0:
            return last_break
    return last_break or _whole(text, first + MOST)


def _whole(text: str, at: int) -> int:
    """The end of the last white space shortly before `at`, else `at`."""
    for place in range(at, max(0, at - 60), -1):
        if text[place - 1].isspace():
            return place
    return at
