"""Quasi-identifiers in prose: one scan of the term lists, then one detector per family of types."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from core.domain.sensitive import Layer
from core.domain.taxonomy import Taxonomy
from core.extract.candidate import Candidate, Recognizer, TextView, each_apart
from core.extract.explicit.lexicons import read_set
from core.extract.pattern_needs import Gate
from core.extract.quasi import (
    age,
    columns,
    dates,
    demographics,
    family,
    fields,
    health,
    matters,
    money,
    occupation,
    prose_zh,
    relative_dates,
    spans_of_time,
    terms,
    venues_en,
    written_dates,
)
from core.extract.quasi.cells import CellReader
from core.extract.quasi.currencies import Currencies
from core.extract.quasi.field_names import FieldNames
from core.extract.quasi.gazetteer import Gazetteer
from core.extract.quasi.lexicon import Lexicon
from core.extract.quasi.names import NameDetector
from core.extract.quasi.names_zh import ChineseNameDetector
from core.extract.quasi.quantities import QuantityDetector
from core.extract.quasi.scan import Detector, Scan


class QuasiRecognizer:
    """All quasi-identifiers of a view. The term lists are read at first use; safe from any thread."""

    layer = Layer.CONTEXT

    def __init__(self, taxonomy: Taxonomy, root: Path, gate: Gate | None = None) -> None:
        self._taxonomy = taxonomy
        self._root = root
        self._lock = threading.Lock()
        self._gate = gate or Gate()
        self._ready: tuple[Lexicon, tuple[Detector, ...]] | None = None

    @property
    def id(self) -> str:
        """Stable id; the single rules name themselves in `Candidate.recognizer`."""
        return "quasi"

    def _prepared(self) -> tuple[Lexicon, tuple[Detector, ...]]:
        with self._lock:
            if self._ready is None:
                lexicon = Lexicon.load(self._root)
                english = read_set(self._root, "words_en.txt")
                names = NameDetector.create(lexicon, Gazetteer(self._root), english, read_set(self._root, "brands.txt"))
                chinese = ChineseNameDetector.create(lexicon)
                counts = QuantityDetector.create(lexicon)
                sums = money.MoneyDetector(Currencies.load(self._root))
                reader = CellReader(FieldNames.load(self._root), self._taxonomy, sums)
                tables = (partial(columns.detect, reader=reader), partial(fields.detect, reader=reader))
                self._ready = (
                    lexicon,
                    (*PLAIN_DETECTORS, names.detect, chinese.detect, counts.detect, sums.detect, *tables),
                )
            return self._ready

    def find(self, view: TextView) -> Iterable[Candidate]:
        """Candidates of every quasi type of the taxonomy. Raises ResourceError when a term list is unusable,
        RulesFailed where single detectors fail."""
        lexicon, detectors = self._prepared()
        view = view.in_one_script()
        scan = Scan.of(view, lexicon.scan(view.text, view.lower), self._gate)
        return each_apart((_name(detect), partial(self._known, detect, scan)) for detect in detectors)

    def _known(self, detect: Detector, scan: Scan) -> Iterator[Candidate]:
        return (found for found in detect(scan) if found.type_id in self._taxonomy and found.value)


def _name(detect: Detector) -> str:
    """`quasi.age`: after the module of the detector, whether it is a function, a method, or one bound to a reader."""
    function = detect.func if isinstance(detect, partial) else detect
    return f"quasi.{function.__module__.rpartition('.')[2]}"


PLAIN_DETECTORS: tuple[Detector, ...] = (
    age.detect,
    dates.detect,
    written_dates.detect,
    relative_dates.detect_english,
    relative_dates.detect_chinese,
    spans_of_time.detect_times,
    spans_of_time.detect_durations,
    money.detect_rates,
    demographics.detect,
    occupation.detect,
    family.detect,
    health.detect,
    matters.detect,
    prose_zh.detect,
    venues_en.detect,
    terms.detect,
)
"""Detectors that need nothing but the scan."""


def build(taxonomy: Taxonomy, root: Path, gate: Gate | None = None) -> tuple[Recognizer, ...]:
    """The recognisers of quasi-identifiers, reading their data below `root` at first use. `gate`: shared."""
    return (QuasiRecognizer(taxonomy, root, gate),)
