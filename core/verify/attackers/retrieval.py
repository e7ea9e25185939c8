"""A2: searches a public corpus with the text of D and answers with what the best entries name."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.domain.errors import ResourceError
from core.domain.evidence import AttackerLevel, ProbeResult
from core.domain.language import Language
from core.domain.sensitive import SensitiveAttribute
from core.domain.tokens import TOKEN_PATTERN
from core.resources import read_toml
from core.verify.attackers.corpus import Corpus
from core.verify.case import Case
from core.verify.grading import GradingTable, Target
from core.verify.ports import Library

KEPT_NODES = 4096


@dataclass(frozen=True, slots=True)
class Habits:
    """`documents` read per search, `temperature` of the softmax over scores, `open_world`: the score of
    "something that the corpus does not hold"."""

    documents: int
    temperature: float
    open_world: float


class RetrievalAttacker:
    """Exact: softmax over the scores of the best entries, evenly over the entities of the asked type in each.

    Entities that contradict the node D tells are dropped first: A2 knows what A1 knows.
    """

    id = "retrieval"
    level = AttackerLevel.A2

    def __init__(self, library: Library, grading: GradingTable, root: Path) -> None:
        self._library = library
        self._grading = grading
        self._root = root
        self._corpora: dict[Language, Corpus] = {}
        self._nodes: dict[tuple[str, str, int, int], str] = {}
        self._lock = threading.Lock()
        data = read_toml(root / "corpus" / "search.toml")
        try:
            self._habits = Habits(int(data["documents"]), float(data["temperature"]), float(data["open_world"]))
        except (KeyError, ValueError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": "search.toml"}) from error

    def scores(self, case: Case, targets: Mapping[str, Target]) -> Mapping[str, float]:
        """Probability of naming each value from what the search returns; prior share on the null document."""
        corpus = self._corpus(case.language)
        query = TOKEN_PATTERN.sub(" ", case.text)
        scores = corpus.scores(query)
        return {
            attribute.id: self._posterior(corpus, scores, case, attribute, targets[attribute.id])
            for attribute in case.sensitive.attributes
        }

    def _corpus(self, language: Language) -> Corpus:
        with self._lock:
            known = self._corpora.get(language)
            if known is None:
                known = self._corpora[language] = Corpus.load(self._root, language)
            return known

    def _posterior(
        self,
        corpus: Corpus,
        scores: np.ndarray[tuple[int], np.dtype[np.float64]],
        case: Case,
        attribute: SensitiveAttribute,
        target: Target,
    ) -> float:
        holding = [index for index, entry in enumerate(corpus.entries) if attribute.type_id in entry.entities]
        holding.sort(key=lambda index: (-scores[index], index))
        best = holding[: self._habits.documents] if case.text.strip() else holding
        exponents = np.array([*(scores[index] for index in best), self._habits.open_world]) / self._habits.temperature
        weights = np.exp(exponents - exponents.max())
        weights /= weights.sum()
        posterior = 0.0
        for index, weight in zip(best, weights[:-1], strict=True):
            named = [
                value
                for value in corpus.entries[index].entities[attribute.type_id]
                if self._fits(value, case, attribute)
            ]
            hits = sum(self._grading.grade(target, value) is ProbeResult.HIT for value in named)
            posterior += float(weight) * hits / len(named) if named else 0.0
        return min(1.0, posterior)

    def _fits(self, value: str, case: Case, attribute: SensitiveAttribute) -> bool:
        """Whether `value` lies in the node that D tells; always true when D tells nothing."""
        told = case.told(attribute.id)
        if not told.node or case.at_top(attribute.id):
            return True
        top = len(case.rungs[attribute.id]) - 1
        key = (attribute.type_id, value, told.level, top)
        with self._lock:
            node = self._nodes.get(key)
        if node is None:
            ladder = self._library.for_type(attribute.type_id).ladder(value, case.language)
            node = ladder[told.level].node if len(ladder) == top + 1 else ""
            with self._lock:
                if len(self._nodes) >= KEPT_NODES:
                    self._nodes.clear()
                self._nodes[key] = node
        return node == told.node
