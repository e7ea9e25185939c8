"""The shipped public corpus and a small BM25 over it.

Own implementation: the index holds a few thousand short entries, and BM25 over them is thirty lines of numpy;
a dependency would add size without adding anything.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.text.normalize import normalize
from core.verify.attackers.facts import Entry, table_facts

K1, B = 1.2, 0.75
"""The usual BM25 parameters (Robertson and Zaragoza 2009)."""

_LATIN = re.compile(r"[a-z0-9]+(?:['-][a-z0-9]+)*")
_HAN = re.compile(r"[\u3400-\u9fff]+")


def terms(text: str) -> list[str]:
    """Search terms: Latin words, single and paired Chinese characters."""
    folded = normalize(text).text.casefold()
    found = _LATIN.findall(folded)
    for run in _HAN.findall(folded):
        found += [run[index : index + 2] for index in range(len(run) - 1)]
    return found


class Corpus:
    """BM25 index of one language. Immutable after construction."""

    def __init__(self, entries: Sequence[Entry], stopwords: frozenset[str]) -> None:
        self.entries = tuple(entries)
        self._stopwords = stopwords
        counts = [Counter(self._terms(entry.text)) for entry in self.entries]
        lengths = np.array([sum(count.values()) for count in counts], dtype=np.float64)
        mean = float(lengths.mean()) if len(lengths) else 1.0
        postings: dict[str, list[tuple[int, int]]] = {}
        for position, count in enumerate(counts):
            for term, times in count.items():
                postings.setdefault(term, []).append((position, times))
        self._postings: dict[str, tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]] = {}
        size = len(self.entries)
        for term, posted in postings.items():
            positions = np.array([position for position, _ in posted], dtype=np.int64)
            frequency = np.array([count for _, count in posted], dtype=np.float64)
            rarity = np.log(1 + (size - len(posted) + 0.5) / (len(posted) + 0.5))
            norm = K1 * (1 - B + B * lengths[positions] / mean)
            self._postings[term] = (positions, rarity * frequency * (K1 + 1) / (frequency + norm))

    @classmethod
    def load(cls, root: Path, language: Language) -> Corpus:
        """`corpus/<language>.jsonl` with the facts of the tables, and the stop words, below `root`: read once, and the
        same for all who search it. Raises ResourceError."""
        return _read(root, language)

    def with_more(self, entries: Sequence[Entry]) -> Corpus:
        """The same with further entries behind its own, weighed anew: how rare a term is depends on all of them."""
        return Corpus((*self.entries, *entries), self._stopwords)

    def _terms(self, text: str) -> list[str]:
        return [term for term in terms(text) if term not in self._stopwords]

    def scores(self, query: str) -> npt.NDArray[np.float64]:
        """BM25 of every entry; each distinct term of the query counts once."""
        total = np.zeros(len(self.entries))
        for term in set(self._terms(query)):
            posted = self._postings.get(term)
            if posted is not None:
                total[posted[0]] += posted[1]
        return total


@lru_cache(maxsize=len(Language))
def _read(root: Path, language: Language) -> Corpus:
    """Search and the model's members each ask for it, and to index it takes a second."""
    folder = root / "corpus"
    path = folder / f"{language}.jsonl"
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        stopwords = (folder / f"stopwords.{language}.txt").read_text(encoding="utf-8").split()
        entries = [_entry(json.loads(line)) for line in lines if line.strip()]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ResourceError("resource.malformed", details={"file": path.name}) from error
    return Corpus((*entries, *table_facts(root, language)), frozenset(stopwords))


def _entry(data: Mapping[str, object]) -> Entry:
    entities = data["entities"]
    if not isinstance(entities, Mapping):
        raise TypeError("entities")
    return Entry(
        str(data["id"]), str(data["text"]), {str(kind): tuple(map(str, values)) for kind, values in entities.items()}
    )
