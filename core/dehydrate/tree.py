"""Classifications: nodes with words by which a value is recognised, from resources/hierarchies/*.csv."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from core.dehydrate.phrase import Phrase
from core.dehydrate.rung import RECORD, BaseHierarchy, Fitting, Rung, Setting, TypeWords
from core.domain.errors import ResourceError
from core.domain.language import Language
from core.text.normalize import normalize

OTHER = "other"
HELD_TYPES = frozenset({"DISEASE", "ALLERGY"})
"""Types whose adjective says that someone has something: "is diabetic"."""
_LATIN_WORD = re.compile(r"[a-z0-9&+.'-]+")


@dataclass(frozen=True, slots=True)
class Node:
    """`size`: distinct values below the node (1 = the value itself); `weight`: its share of all values by frequency."""

    name: str
    parent: str
    weight: float
    size: int
    words: Mapping[Language, Mapping[str, str]]


class Tree:
    """One classification. Built from CSV once, immutable."""

    def __init__(self, rows: Iterator[dict[str, str]]) -> None:
        self.nodes: dict[str, Node] = {}
        self._terms: list[tuple[str, str]] = []
        for row in rows:
            words = {code: {"noun": row[code]} for code in Language}
            self.nodes[row["node"]] = Node(row["node"], row["parent"], float(row["weight"]), int(row["size"]), words)
            self._terms += [(term, row["node"]) for term in row["terms"].split("|") if term]
        self._terms.sort(key=lambda item: -len(item[0].strip("*")))
        self._exact: dict[str, str] = {}
        for term, node in self._terms:
            self._exact.setdefault(term, node)
        for node in self.nodes:
            self._exact.setdefault(node, node)
        self._patterns = tuple((pattern_of(term), node) for term, node in self._terms)
        self.find = lru_cache(maxsize=4096)(self._find)

    @classmethod
    def load(cls, path: Path) -> Tree:
        """Read a table. Raises ResourceError when it is missing or does not fit."""
        try:
            with path.open(encoding="utf-8", newline="") as stream:
                return cls(iter(list(csv.DictReader(stream))))
        except (OSError, KeyError, ValueError) as error:
            raise ResourceError("resource.malformed", details={"file": path.name}) from error

    def _find(self, value: str) -> Node:
        """The node of a value: its exact term, else the longest word of a node that occurs in it."""
        folded = normalize(value).text.casefold().strip()
        name = self._exact.get(folded)
        if name is None:
            name = next((node for pattern, node in self._patterns if found(pattern, folded)), OTHER)
        return self.nodes[name]

    def path(self, node: Node) -> tuple[Node, ...]:
        """The node and its ancestors, narrow to wide."""
        nodes = [node]
        while nodes[-1].parent:
            nodes.append(self.nodes[nodes[-1].parent])
        return tuple(nodes)


def pattern_of(term: str) -> str | re.Pattern[str]:
    """A Chinese term is found anywhere, a Latin one as whole words; `*` opens an end."""
    bare = term.strip("*")
    if not bare.isascii():
        return bare.casefold()
    head = "" if term.startswith("*") else r"(?<![a-z0-9])"
    tail = "" if term.endswith("*") else r"(?![a-z0-9])"
    return re.compile(head + re.escape(bare.casefold()) + tail)


def found(pattern: str | re.Pattern[str], folded: str) -> bool:
    """Whether the term occurs."""
    return pattern in folded if isinstance(pattern, str) else pattern.search(folded) is not None


class TreeHierarchy(BaseHierarchy):
    """Values of a classification, closed (`size` 1 leaves carry their own frequency) or open."""

    def __init__(
        self, identifier: str, words: TypeWords, fitting: Fitting, tree: Tree, *, named: bool, absorbed: tuple[str, ...]
    ) -> None:
        super().__init__(identifier, words, fitting)
        self._tree = tree
        self._named = named
        self._absorbed = absorbed

    def prior(self, value: str) -> float:
        node = self._tree.find(value)
        return node.weight if node.size == 1 else 1.0 / self._words.type.domain_size

    def rungs(self, value: str) -> tuple[Rung, ...]:
        path = self._tree.path(self._tree.find(value))
        leaf = path[0]
        found_rungs = []
        for node in path[1:] if leaf.size == 1 else path:
            posterior = leaf.weight / node.weight if leaf.size == 1 else 1.0 / node.size
            found_rungs.append(Rung(node.name, min(1.0, posterior), min(1.0, node.weight), node.words))
        return tuple(found_rungs)

    def word(self, rung: Rung, setting: Setting) -> Phrase:
        if self._words.type.id == "SEX" and (setting.mention.form == RECORD or self.drop_item(setting)):
            return self.word_removed(setting)
        return super().word(rung, setting)

    def fit(self, words: Mapping[str, str], setting: Setting, *, keep_the: bool | None = None) -> Phrase:
        mention, before, after = setting.mention, setting.before, setting.after
        if setting.language is Language.ZH:
            phrase = self._fitting.chinese.noun(words["noun"], before, after)
        else:
            english = self._fitting.english
            if mention.form == "adjective" and mention.type_id in HELD_TYPES:
                return english.quality(words["noun"], mention.text, before, after)
            phrase = english.noun(
                words["noun"], mention.text, before, after, keep_the=not self._named if keep_the is None else keep_the
            )
        return Phrase(phrase.text, phrase.take_before, self._follow(after))

    def _follow(self, after: str) -> int:
        """Width of a head noun after the mention that the new wording brings itself ("cardiology [department]")."""
        for word in self._absorbed:
            match = re.match(r" ?" + re.escape(word) + (r"\b" if word.isascii() else ""), after, re.IGNORECASE)
            if match:
                return match.end()
        return 0
