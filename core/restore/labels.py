"""Which labels and numbers name a token of this conversation: a closed set, so nothing is ever guessed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.domain.errors import ResourceError
from core.domain.taxonomy import Kind, Taxonomy
from core.domain.tokens import TokenEntry
from core.resources import read_toml
from core.restore.pieces import Left
from core.text.normalize import comparison_key

if TYPE_CHECKING:
    from core.restore.saying.sayings import Sayings


@dataclass(frozen=True, slots=True)
class QuotingRules:
    """Fence language (lower case) -> style of its string literals, and quotes that may span lines."""

    styles: Mapping[str, str]
    fallback: str
    multiline: Mapping[str, frozenset[str]]

    def style(self, language: str) -> str:
        """Style for the word after a fence; a fence without a word is verbatim."""
        return self.styles.get(language, self.fallback) if language else "verbatim"


@dataclass(frozen=True, slots=True)
class DoublingRules:
    """Words that may already stand beside a token: see resources/restore/labels.toml."""

    titles: frozenset[str]
    symbols: frozenset[str]
    endings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RestoreRules:
    """Shipped data of restoration. `synonyms`: type id -> further labels. `determiners`: words that an answer
    exchanges for one another when it repeats a phrase. `further`: words by which a token says whose further name it
    stands for. `sayings`: what values are called in the other language."""

    synonyms: Mapping[str, tuple[str, ...]]
    doubling: DoublingRules
    quoting: QuotingRules
    determiners: frozenset[str]
    further: tuple[str, ...]
    sayings: Sayings

    @classmethod
    def load(cls, root: Path) -> RestoreRules:
        """Read `restore/` below the resource root. Raises ResourceError."""
        # The reader of dates brings the extractor along: it loads with the data, not with this module.
        from core.restore.saying.sayings import Sayings

        labels = read_toml(root / "restore" / "labels.toml")
        quoting = read_toml(root / "restore" / "quoting.toml")
        try:
            return cls(
                {type_id: tuple(words) for type_id, words in labels["synonyms"].items()},
                _doubling(labels["doubling"]),
                _quoting(quoting),
                frozenset(labels["suggestion"]["determiners"]),
                tuple(labels["further"]["words"]),
                Sayings.load(root),
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ResourceError("resource.malformed", details={"file": "restore"}) from error


def _doubling(data: Mapping[str, Any]) -> DoublingRules:
    endings = sorted(data["endings"], key=len, reverse=True)
    return DoublingRules(
        frozenset(title.casefold() for title in data["titles"]), frozenset(data["symbols"]), tuple(endings)
    )


def _quoting(data: Mapping[str, Any]) -> QuotingRules:
    styles = {language: style for style, languages in data["styles"].items() for language in languages}
    return QuotingRules(
        styles, data["fallback"], {language: frozenset(quotes) for language, quotes in data["multiline"].items()}
    )


@dataclass(frozen=True, slots=True)
class LabelIndex:
    """Resolves (label, number) against the tokens that were issued. Built once per answer; immutable.

    `labels`: every known label, folded. `issued`: canonical labels of this conversation, as spelled. `classed`: types
    whose tokens may say a class. `further`: as in RestoreRules.
    """

    labels: Mapping[str, frozenset[str]]
    issued: tuple[str, ...]
    longest: int
    classed: frozenset[str]
    further: tuple[str, ...]
    _exact: Mapping[tuple[str, int], TokenEntry] = field(repr=False)
    _typed: Mapping[tuple[str, int], tuple[TokenEntry, ...]] = field(repr=False)

    @classmethod
    def build(cls, entries: Iterable[TokenEntry], taxonomy: Taxonomy, rules: RestoreRules) -> LabelIndex:
        """`entries` are the tokens of one conversation, each at most once."""
        labels: dict[str, set[str]] = defaultdict(set)
        longest = 1
        for kind in taxonomy:
            for label in (*kind.token.values(), *rules.synonyms.get(kind.id, ())):
                labels[comparison_key(label)].add(kind.id)
                longest = max(longest, len(label))
        exact: dict[tuple[str, int], TokenEntry] = {}
        typed: dict[tuple[str, int], list[TokenEntry]] = defaultdict(list)
        issued: set[str] = set()
        for entry in entries:
            labels[comparison_key(entry.label)].add(entry.type_id)
            exact[comparison_key(entry.label), entry.number] = entry
            typed[entry.type_id, entry.number].append(entry)
            issued.add(entry.label)
            longest = max(longest, len(entry.label))
        return cls(
            {key: frozenset(types) for key, types in labels.items()},
            tuple(sorted(issued, key=lambda label: (-len(label), label))),
            longest,
            frozenset(kind.id for kind in taxonomy if kind.kind is Kind.QUASI),
            rules.further,
            exact,
            {key: tuple(found) for key, found in typed.items()},
        )

    def knows(self, label: str) -> bool:
        """Whether `label`, in any spelling, belongs to a type."""
        return comparison_key(label) in self.labels

    def resolve(self, label: str, number: int) -> TokenEntry | Left:
        """The one token that `label` and `number` can mean, else why there is none."""
        key = comparison_key(label)
        entry = self._exact.get((key, number))
        if entry is not None:
            return entry
        types = self.labels.get(key)
        if types is None:
            return Left.UNKNOWN
        found = [entry for type_id in types for entry in self._typed.get((type_id, number), ())]
        if len(found) > 1:
            return Left.AMBIGUOUS
        return found[0] if found else Left.FORGED

    def exact(self, label: str, number: int) -> TokenEntry | None:
        """The token whose canonical spelling is `[label_number]`, nothing else."""
        entry = self._exact.get((comparison_key(label), number))
        return entry if entry is not None and entry.label == label else None
