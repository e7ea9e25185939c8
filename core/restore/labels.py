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


Sense = tuple[str, str]
"""Type id and form of its values, "" for the value itself."""


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

    `labels`: every known label, folded, with what a token of it stands for: a type, or a form of the values of one.
    `issued`: canonical labels of this conversation, as spelled. `classed`: types
    whose tokens may say a class. `further`: as in RestoreRules.
    """

    labels: Mapping[str, frozenset[Sense]]
    issued: tuple[str, ...]
    longest: int
    classed: frozenset[str]
    further: tuple[str, ...]
    _exact: Mapping[tuple[str, int], TokenEntry] = field(repr=False)
    _meant: Mapping[tuple[Sense, int], tuple[TokenEntry, ...]] = field(repr=False)

    @classmethod
    def build(cls, entries: Iterable[TokenEntry], taxonomy: Taxonomy, rules: RestoreRules) -> LabelIndex:
        """`entries` are the tokens of one conversation, each at most once."""
        labels: dict[str, set[Sense]] = defaultdict(set)
        own: dict[tuple[str, str], Sense] = {}
        longest = 1
        for kind in taxonomy:
            senses = [((kind.id, form), words.values()) for form, words in kind.token_forms.items()]
            senses.append(((kind.id, ""), kind.token.values()))
            own.update({(kind.id, comparison_key(word)): sense for sense, words in senses for word in words})
            for sense, words in (*senses, ((kind.id, ""), rules.synonyms.get(kind.id, ()))):
                for label in words:
                    labels[comparison_key(label)].add(sense)
                    longest = max(longest, len(label))
        exact: dict[tuple[str, int], TokenEntry] = {}
        meant: dict[tuple[Sense, int], list[TokenEntry]] = defaultdict(list)
        issued: set[str] = set()
        for entry in entries:
            key = comparison_key(entry.label)
            sense = own.get((entry.type_id, key), (entry.type_id, ""))
            labels[key].add(sense)
            exact[key, entry.number] = entry
            meant[sense, entry.number].append(entry)
            issued.add(entry.label)
            longest = max(longest, len(entry.label))
        return cls(
            {key: frozenset(senses) for key, senses in labels.items()},
            tuple(sorted(issued, key=lambda label: (-len(label), label))),
            longest,
            frozenset(kind.id for kind in taxonomy if kind.kind is Kind.QUASI),
            rules.further,
            exact,
            {key: tuple(found) for key, found in meant.items()},
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
        senses = self.labels.get(key)
        if senses is None:
            return Left.UNKNOWN
        found = [entry for sense in senses for entry in self._meant.get((sense, number), ())]
        if len(found) > 1:
            return Left.AMBIGUOUS
        return found[0] if found else Left.FORGED

    def exact(self, label: str, number: int) -> TokenEntry | None:
        """The token whose canonical spelling is `[label_number]`, nothing else."""
        entry = self._exact.get((comparison_key(label), number))
        return entry if entry is not None and entry.label == label else None
