"""Classifications: nodes with words by which a value is recognised, from resources/hierarchies/*.csv."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from core.dehydrate.base_hierarchy import BaseHierarchy, InnerLevel, Labels, labelled
from core.dehydrate.published import NONE, PublishedShares, Share
from core.domain.errors import ResourceError
from core.domain.taxonomy import AttributeType
from core.resources import read_csv
from core.text.characters import in_simplified
from core.text.normalize import normalize

TAIL = 0.1
"""How frequent values of a class are of which nothing is published, on average, beside the least frequent published
one. Own choice: what nobody publishes is rare."""
OTHER = "other"
"""What a classification has no class for: nothing is told of it."""


@dataclass(frozen=True, slots=True)
class Node:
    """`size`: distinct values below the node (1 = the value itself); `weight`: its share of all values by frequency."""

    name: str
    parent: str
    weight: float
    size: int
    labels: Labels


class Tree:
    """One classification. Built from CSV once, immutable."""

    def __init__(self, rows: Iterator[dict[str, str]], *, head_last: bool = False) -> None:
        self._head_last = head_last
        self.nodes: dict[str, Node] = {}
        self._terms: list[tuple[str, str]] = []
        for row in rows:
            self.nodes[row["node"]] = Node(
                row["node"], row["parent"], float(row["weight"]), int(row["size"]), labelled(row)
            )
            self._terms += [(term, row["node"]) for term in row["terms"].split("|") if term]
        self._terms.sort(key=lambda item: -len(item[0].strip("*")))
        self._exact: dict[str, str] = {}
        for term, node in self._terms:
            self._exact.setdefault(term, node)
        for node in self.nodes:
            self._exact.setdefault(node, node)
        self._found_by = tuple((Term.of(term), node) for term, node in self._terms)
        self.find = lru_cache(maxsize=4096)(self._find)
        self._heaviest = self._heaviest_leaves()

    @classmethod
    def load(cls, path: Path, *, head_last: bool = False) -> Tree:
        """Read a table. Raises ResourceError when it is missing or does not fit."""
        try:
            return cls(iter(read_csv(path)), head_last=head_last)
        except (KeyError, ValueError) as error:
            raise ResourceError("resource.malformed", details={"file": path.name}) from error

    def _find(self, value: str) -> Node:
        """The node of a value: its exact term, else the longest word of a node that occurs in it."""
        folded = in_simplified(normalize(value).text.casefold()).strip()
        name = self._exact.get(folded)
        if name is None:
            name = self._by_words(folded)
        return self.nodes[name]

    def _by_words(self, folded: str) -> str:
        best, place = OTHER, -1
        for term, node in self._found_by:
            end = term.last_end(folded)
            if end > place:
                best, place = node, end
                if not self._head_last:
                    break
        return best

    @property
    def terms(self) -> tuple[tuple[str, str], ...]:
        """Every written term with the name of its node."""
        return tuple(self._terms)

    def _heaviest_leaves(self) -> dict[str, float]:
        """Weight of the most frequent single value below each node, by name; "" for all of the classification."""
        heaviest: dict[str, float] = {}
        for leaf in self.nodes.values():
            if leaf.size == 1 and leaf.name != OTHER:
                for name in (*(node.name for node in self.path(leaf)), ""):
                    heaviest[name] = max(heaviest.get(name, 0.0), leaf.weight)
        return heaviest

    def heaviest(self, name: str) -> float:
        """Weight of the most frequent single value below a node, of all for ""; 0 where no value has one."""
        return self._heaviest.get(name, 0.0)

    def path(self, node: Node) -> tuple[Node, ...]:
        """The node and its ancestors, narrow to wide."""
        nodes = [node]
        while nodes[-1].parent:
            nodes.append(self.nodes[nodes[-1].parent])
        return tuple(nodes)


@dataclass(frozen=True, slots=True)
class Term:
    """A word by which a node is recognised. Chinese anywhere, Latin as whole words; `*` opens an end."""

    text: str
    open_start: bool
    open_end: bool

    @classmethod
    def of(cls, written: str) -> Term:
        """From its spelling in a table."""
        bare = written.strip("*").casefold()
        han = not bare.isascii()
        return cls(bare, han or written.startswith("*"), han or written.endswith("*"))

    def last_end(self, folded: str) -> int:
        """Where its last occurrence in a case-folded value ends, -1 if there is none."""
        at = folded.rfind(self.text)
        while at >= 0:
            end = at + len(self.text)
            if (self.open_start or _edge(folded[at - 1 : at])) and (self.open_end or _edge(folded[end : end + 1])):
                return end
            at = folded.rfind(self.text, 0, end - 1)
        return -1


def _edge(char: str) -> bool:
    return not (char.isascii() and char.isalnum())


class TreeHierarchy(BaseHierarchy):
    """Values of a classification, closed (`size` 1 leaves carry their own frequency) or open. `published`: shares of
    single values; a guesser who is told a class names the most frequent one in it."""

    def __init__(self, identifier: str, kind: AttributeType, tree: Tree, published: PublishedShares = NONE) -> None:
        super().__init__(identifier, kind)
        self._tree = tree
        self._published: dict[str, list[Share]] = {}
        for row in published.rows:
            for node in tree.path(tree.find(row.names[0])):
                self._published.setdefault(node.name, []).append(row)

    def published(self, node: Node) -> tuple[tuple[Share, float], ...]:
        """What is published of values below a class, with the part of the class that each makes up where it is most
        frequent; what nothing is published of is taken as rarer than that."""
        rows = self._published.get(node.name, ())
        if not rows:
            return ()
        rest = TAIL * max(0, node.size - len(rows)) * min(row.most for row in rows)
        whole = rest + sum(row.most for row in rows)
        return tuple((row, row.most / whole) for row in rows)

    def words(self) -> tuple[tuple[Node, tuple[str, ...]], ...]:
        """Every class with the whole words by which it is recognised as itself, without word stems."""
        found: dict[str, list[str]] = {name: [] for name in self._tree.nodes}
        for term, name in self._tree.terms:
            if "*" not in term and self._tree.find(term).name == name:
                found[name].append(term)
        return tuple((self._tree.nodes[name], tuple(terms)) for name, terms in found.items())

    def of(self, value: str) -> str:
        """Name of the narrowest class of a value."""
        return self._tree.find(value).name

    def prior(self, value: str) -> float:
        node = self._tree.find(value)
        return node.weight if node.size == 1 else 1.0 / self._kind.domain_size

    def peak(self, value: str) -> float:
        return self._tree.heaviest("") if self._tree.find(value).size == 1 else self.prior(value)

    def inner_levels(self, value: str) -> tuple[InnerLevel, ...]:
        path = self._tree.path(self._tree.find(value))
        leaf = path[0]
        found = []
        for node in path:
            if node.size == 1 or node.name == OTHER:
                continue
            posterior = leaf.weight / node.weight if leaf.size == 1 else 1.0 / node.size
            if leaf.size == 1:
                peak = self._tree.heaviest(node.name) / node.weight
            else:
                peak = max((part for _, part in self.published(node)), default=0.0)
            found.append(InnerLevel(node.name, min(1.0, posterior), min(1.0, node.weight), node.labels, peak))
        return tuple(found)
