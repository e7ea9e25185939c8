"""A2: searches a public corpus with the text of D and believes what the best entries name."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from core.dehydrate.generalization import Generalization
from core.dehydrate.library import HierarchyLibrary
from core.domain.errors import ResourceError
from core.domain.evidence import AttackerLevel, ProbeResult
from core.domain.language import Language
from core.domain.sensitive import SensitiveAttribute
from core.domain.tokens import without_tokens
from core.resources import read_toml
from core.verify.attackers.corpus import Corpus
from core.verify.case import Case
from core.verify.grading import GradingTable, Target

KEPT_LADDERS = 4096


@dataclass(frozen=True, slots=True)
class _Library:
    """A corpus with, per type, every value it names and the entries that name it."""

    corpus: Corpus
    named: Mapping[str, Mapping[str, npt.NDArray[np.int64]]]


class RetrievalAttacker:
    """Exact, by Bayes: the odds that A1 gives every value inside the node told by D are multiplied by
    exp((score - background) / temperature), where `score` is the best BM25 score of an entry that names the
    value and `background` the mean score of the entries that name any value of the type. Values that the
    corpus does not hold keep their odds, so a small corpus does not make the attacker sure; with nothing found
    it knows what A1 knows.
    """

    id = "retrieval"
    level = AttackerLevel.A2

    def __init__(self, library: HierarchyLibrary, grading: GradingTable, root: Path) -> None:
        """Raises ResourceError; the corpus itself is read on first use."""
        self._hierarchies = library
        self._grading = grading
        self._root = root
        self._libraries: dict[Language, _Library] = {}
        self._ladders: dict[tuple[str, str, Language], tuple[Generalization, ...]] = {}
        self._lock = threading.Lock()
        data = read_toml(root / "corpus" / "search.toml")
        try:
            self._temperatures = {language: float(data["temperature"][language.value]) for language in Language}
        except (KeyError, ValueError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": "search.toml"}) from error

    def scores(self, case: Case, targets: Mapping[str, Target]) -> Mapping[str, float]:
        """Posterior of each true value given D and what the search returns."""
        library = self._library(case.language)
        found = library.corpus.scores(without_tokens(case.text))
        return {
            attribute.id: self._posterior(library, found, case, attribute, targets[attribute.id])
            for attribute in case.sensitive.attributes
            if attribute.id in targets
        }

    def _library(self, language: Language) -> _Library:
        with self._lock:
            known = self._libraries.get(language)
            if known is None:
                corpus = Corpus.load(self._root, language)
                known = self._libraries[language] = _Library(corpus, _by_value(corpus))
            return known

    def _posterior(
        self,
        library: _Library,
        found: npt.NDArray[np.float64],
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


def _by_value(corpus: Corpus) -> dict[str, dict[str, npt.NDArray[np.int64]]]:
    found: dict[str, dict[str, list[int]]] = {}
    for position, entry in enumerate(corpus.entries):
        for type_id, values in entry.entities.items():
            for value in values:
                found.setdefault(type_id, {}).setdefault(value, []).append(position)
    return {
        type_id: {value: np.array(positions, dtype=np.int64) for value, positions in values.items()}
        for type_id, values in found.items()
    }
