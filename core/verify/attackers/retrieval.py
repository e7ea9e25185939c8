"""A2: searches a public corpus, and a person's own texts, with the text of D and believes what the best name."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from core.dehydrate.generalization import Generalization
from core.dehydrate.library import HierarchyLibrary
from core.domain.errors import ResourceError
from core.domain.evidence import AttackerLevel, ProbeResult
from core.domain.language import Language
from core.domain.request import Request
from core.domain.sensitive import SensitiveAttribute
from core.domain.tokens import without_tokens
from core.extract.cascade import CascadeExtractor
from core.resources import read_toml
from core.verify.attackers.corpus import Corpus
from core.verify.attackers.facts import Entry
from core.verify.attackers.own_texts import NO_TEXTS, Limits, OwnTexts, read_folder
from core.verify.attackers.reader import READER_KEY
from core.verify.case import Case
from core.verify.grading import GradingTable, Target

KEPT_LADDERS = 4096


Named = Mapping[str, Mapping[str, npt.NDArray[np.int64]]]
"""By type, every value that is named and the entries that name it."""


@dataclass(frozen=True, slots=True)
class _Library:
    """A corpus with what its public entries name. From entry `own` on follow the passages of a person's own texts, of
    which nobody has written down what they name."""

    corpus: Corpus
    named: Named
    own: int


class RetrievalAttacker:
    """Exact, by Bayes: the odds that A1 gives every value inside the node told by D are multiplied by
    exp((score - background) / temperature), where `score` is the best BM25 score of an entry that names the
    value and `background` the mean score of the entries that name any value of the type. Values that the
    corpus does not hold keep their odds, so a small corpus does not make the attacker sure; with nothing found
    it knows what A1 knows. Of a person's own texts the passages that score best are read for values as D is.
    """

    id = "retrieval"
    level = AttackerLevel.A2

    def __init__(
        self, library: HierarchyLibrary, grading: GradingTable, root: Path, extractor: CascadeExtractor | None = None
    ) -> None:
        """`extractor`: reads own texts for values; None where there are none. Raises ResourceError; the corpus itself
        is read on first use."""
        self._hierarchies = library
        self._grading = grading
        self._root = root
        self._libraries: dict[Language, _Library] = {}
        self._ladders: dict[tuple[str, str, Language], tuple[Generalization, ...]] = {}
        self._lock = threading.Lock()
        self._extractor = extractor
        self._limits = Limits.load(root)
        self._folder: Path | None = None
        self._texts: OwnTexts | None = NO_TEXTS
        self._with_own: dict[Language, _Library] = {}
        self._values: dict[tuple[str, Language], tuple[tuple[str, str], ...]] = {}
        data = read_toml(root / "corpus" / "search.toml")
        try:
            self._temperatures = {language: float(data["temperature"][language.value]) for language in Language}
        except (KeyError, ValueError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": "search.toml"}) from error

    def read(self, folder: Path | None) -> bool:
        """Read the texts of a folder now, None = of none; whether they are others than before. Raises InputError
        `texts.*`."""
        texts = self._texts_of(folder)
        with self._lock:
            changed = self._texts is None or texts.digest != self._texts.digest
            self._folder, self._texts = folder, texts
            if changed:
                self._with_own.clear()
                self._values.clear()
        return changed

    def forget(self) -> None:
        """Drop what was read of own texts; who goes on searching reads them again."""
        with self._lock:
            self._texts = None
            self._with_own.clear()
            self._values.clear()

    def _texts_of(self, folder: Path | None) -> OwnTexts:
        return read_folder(folder, self._limits) if folder is not None else NO_TEXTS

    def scores(self, case: Case, targets: Mapping[str, Target]) -> Mapping[str, float]:
        """Posterior of each true value given D and what the search returns."""
        library = self._library(case.language)
        found = library.corpus.scores(without_tokens(case.text))
        near = self._near(library, found, case.language)
        return {
            attribute.id: self._posterior(library, found, near, case, attribute, targets[attribute.id])
            for attribute in case.sensitive.attributes
            if attribute.id in targets
        }

    def _library(self, language: Language) -> _Library:
        with self._lock:
            known = self._libraries.get(language)
            if known is None:
                corpus = Corpus.load(self._root, language)
                known = self._libraries[language] = _Library(corpus, _by_value(corpus), len(corpus.entries))
            if self._texts is None:
                self._texts = self._texts_of(self._folder)
            if not self._texts.passages:
                return known
            joined = self._with_own.get(language)
            if joined is None:
                own = [Entry(f"own-{number}", text, {}) for number, text in enumerate(self._texts.passages, 1)]
                joined = self._with_own[language] = replace(known, corpus=known.corpus.with_more(own))
            return joined

    def _near(self, library: _Library, found: npt.NDArray[np.float64], language: Language) -> Named:
        """What those of the own passages name that are nearest to the text."""
        order = library.own + np.argsort(-found[library.own :], kind="stable")[: self._limits.read]
        named: dict[str, dict[str, list[int]]] = {}
        for position in (int(item) for item in order if found[item] > 0):
            for type_id, value in self._read_values(library.corpus.entries[position].text, language):
                named.setdefault(type_id, {}).setdefault(value, []).append(position)
        return _as_arrays(named)

    def _read_values(self, passage: str, language: Language) -> tuple[tuple[str, str], ...]:
        if self._extractor is None:
            return ()
        with self._lock:
            known = self._values.get((passage, language))
        if known is None:
            read = self._extractor.extract(Request(passage, language=language), READER_KEY)
            known = tuple(dict.fromkeys((item.type_id, item.value) for item in read.attributes))
            with self._lock:
                if len(self._values) >= KEPT_LADDERS:
                    self._values.clear()
                self._values[passage, language] = known
        return known

    def _posterior(
        self,
        library: _Library,
        found: npt.NDArray[np.float64],
        near: Named,
        case: Case,
        attribute: SensitiveAttribute,
        target: Target,
    ) -> float:
        told = case.told(attribute.id)
        top = len(case.generalizations[attribute.id]) - 1
        # Wherever in the told set the true value lies: the odds of the most probable one.
        truth = told.most
        total = 1.0
        named = library.named.get(attribute.type_id, {})
        naming = np.unique(np.concatenate(list(named.values()))) if named else np.empty(0, dtype=np.int64)
        background = float(found[naming].mean()) if naming.size else 0.0
        own = near.get(attribute.type_id, {})
        if own:
            named = {
                value: np.concatenate([entries[value] for entries in (named, own) if value in entries])
                for value in dict.fromkeys((*named, *own))
            }
        temperature = self._temperatures[case.language]
        for value, entries in named.items():
            ratio = float(np.exp((found[entries].max() - background) / temperature))
            if ratio <= 1.0:
                continue
            ladder = self._ladder(attribute.type_id, value, case.language)
            if len(ladder) != top + 1 or ladder[told.level].node != told.node:
                continue
            hit = self._grading.grade(target, value) is ProbeResult.HIT
            weight = told.most if hit else ladder[told.level].posterior
            total += weight * (ratio - 1.0)
            truth = max(truth, weight * ratio) if hit else truth
        return min(1.0, truth / max(total, truth))

    def _ladder(self, type_id: str, value: str, language: Language) -> tuple[Generalization, ...]:
        key = (type_id, value, language)
        with self._lock:
            known = self._ladders.get(key)
        if known is None:
            known = self._hierarchies.for_type(type_id).ladder(value, language)
            with self._lock:
                if len(self._ladders) >= KEPT_LADDERS:
                    self._ladders.clear()
                self._ladders[key] = known
        return known


def _by_value(corpus: Corpus) -> Named:
    found: dict[str, dict[str, list[int]]] = {}
    for position, entry in enumerate(corpus.entries):
        for type_id, values in entry.entities.items():
            for value in values:
                found.setdefault(type_id, {}).setdefault(value, []).append(position)
    return _as_arrays(found)


def _as_arrays(found: Mapping[str, Mapping[str, list[int]]]) -> Named:
    return {
        type_id: {value: np.array(positions, dtype=np.int64) for value, positions in values.items()}
        for type_id, values in found.items()
    }
