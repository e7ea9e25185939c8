"""The built-in distiller: from failures of single instances to rules without any instance in them (paper 4.2).

It reads the materials locally and keeps of a value its shape, of its neighbourhood the words that stand there in at
least m different materials beside m different values. What a person marked as not sensitive becomes a statistic and a
suggestion for the person's own never-hide list; no rule ever takes anything out of S.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import Any

from core.domain.artifact import EXACT_LEVEL
from core.domain.errors import ResourceError
from core.domain.events import CancelToken
from core.domain.language import Language
from core.domain.learning import Action, ContextStructure, FailureMode, Rule, RuleKind
from core.domain.protocol import Protocol
from core.domain.taxonomy import Domain, Kind, Taxonomy
from core.extract.explicit.lexicons import read_lines
from core.learn.cues import FOLDER, Cue, CueLimits, cues_near
from core.learn.items import identified
from core.learn.materials import LocatedExperience, MarkedSpan, Material
from core.learn.rule_matches import Fire, LabelledText, fired_on
from core.llm.model import ModelInfo
from core.resources import read_toml
from core.text.normalize import comparison_key
from core.text.shapes import Run, abstract, joined, parse

Permitted = Callable[[str], bool]
"""Whether words may stand in a rule at all: the memorisation check, asked while there still is a choice."""


@dataclass(frozen=True, slots=True)
class DistillationSettings:
    """`resources/learn/distillation.toml`. `precision`: least share of right places on a rule's own materials.
    `level_share`: least share of mended strengthenings that ended at a starting level or above. `names`: types whose
    single words count as said. `common`: ordinary words, which say no name by themselves."""

    cues: CueLimits
    precision: float
    level_share: float
    names: frozenset[str]
    common: frozenset[str]

    @classmethod
    def load(cls, root: Path) -> DistillationSettings:
        """Raises ResourceError."""
        path = root / FOLDER / "distillation.toml"
        table: dict[str, Any] = read_toml(path)
        try:
            own, levels = float(table["own"]["precision"]), float(table["levels"]["share"])
            names = frozenset(table["names"]["types"])
            lines = [line for name in table["names"]["common"] for line in read_lines(root, name)]
            common = frozenset(word for line in lines for word in line.casefold().split())
            return cls(CueLimits.load(root), own, levels, names, common)
        except (KeyError, ValueError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": path.name}) from error


@dataclass(frozen=True, slots=True)
class Aggregate:
    """What is known at the level of types, from at least m materials. `cues`, `shapes`: with the number of materials
    that each stands in, at least m, the most frequent first. `experiences`: their numbers."""

    mode: FailureMode
    type_id: str
    language: Language
    domain: Domain
    structure: ContextStructure
    count: int
    materials: int
    cues: tuple[tuple[str, int], ...] = ()
    shapes: tuple[tuple[str, int], ...] = ()
    experiences: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class NeverHideSuggestion:
    """A spelling that a person marked as not sensitive in several materials: for the person's own list, if they want.
    Shown, never kept, and no part of any rule."""

    surface: str
    type_id: str
    times: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a distiller proposes; nothing of it has been checked yet."""

    rules: tuple[Rule, ...]
    suggestions: tuple[NeverHideSuggestion, ...] = ()


def sources_of(seen: Iterable[LocatedExperience]) -> int:
    """How many distinct materials are behind some experiences."""
    return len({witness.source for witness in seen})


class BuiltinDistiller:
    """Pure but for `fire`. Deterministic."""

    name = "builtin"
    model: ModelInfo | None = None
    """No language model has a hand in it."""

    def __init__(self, settings: DistillationSettings, protocol: Protocol, taxonomy: Taxonomy, fire: Fire) -> None:
        self._settings = settings
        self._protocol = protocol
        self._taxonomy = taxonomy
        self._fire = fire

    def propose(
        self,
        seen: Sequence[LocatedExperience],
        permitted: Permitted = lambda words: True,
        cancel: CancelToken | None = None,
    ) -> Proposal:
        """Rules and suggestions from experiences with their materials. Raises Cancelled."""
        rules = [*self._cue_rules(seen, permitted, cancel), *self._level_rules(seen)]
        return Proposal(tuple(rules), self._suggestions(seen))

    def _cue_rules(
        self, seen: Sequence[LocatedExperience], permitted: Permitted, cancel: CancelToken | None
    ) -> list[Rule]:
        corpora = _own_texts(seen)
        rules: list[Rule] = []
        for (type_id, language, _), members in _clusters(seen).items():
            if cancel is not None:
                cancel.check()
            if not self._enough(members):
                continue
            shape = reduce(_join, (str(abstract(member.value)) for member in members))
            bare = Rule("", RuleKind.CUE, language, type_id, shape)
            uncovered = list(range(len(members)))
            for after in (False, True):
                rule, uncovered = self._with_cues(bare, members, uncovered, corpora[language], permitted, after=after)
                if rule is not None:
                    rules.append(rule)
        return rules

    def _enough(self, members: Sequence[LocatedExperience]) -> bool:
        """m materials, and as many values: one badge number in three texts is one instance."""
        values = {comparison_key(member.value) for member in members}
        return min(sources_of(members), len(values)) >= self._protocol.distil_materials

    def _with_cues(
        self,
        bare: Rule,
        members: Sequence[LocatedExperience],
        uncovered: list[int],
        own: Sequence[LabelledText],
        permitted: Permitted,
        *,
        after: bool,
    ) -> tuple[Rule | None, list[int]]:
        """The rule with the fewest cues that explain what can be explained from one side, and what is left over.

        Of cues that explain as much: the one that stands least often anywhere else, then the nearest, then the
        shortest, which holds in most sentences."""
        near: dict[str, dict[int, Cue]] = defaultdict(dict)
        for place, member in enumerate(members):
            for cue in cues_near(member, self._settings.cues, self._protocol.quote_length):
                if cue.after is after:
                    near[cue.words][place] = cue
        near = {words: found for words, found in near.items() if self._enough([members[place] for place in found])}
        chosen: list[str] = []
        left, reach = set(uncovered), 0
        elsewhere = {words: _elsewhere(words, len(found), own) for words, found in near.items()}
        while near and left and len(chosen) < self._settings.cues.most:
            words = min(
                near,
                key=lambda item: (
                    -len(left & near[item].keys()),
                    elsewhere[item],
                    min(cue.gap for cue in near[item].values()),
                    len(item),
                    item,
                ),
            )
            found = near.pop(words)
            if not left & found.keys():
                break
            gap = min(max(cue.gap for cue in found.values()) + self._settings.cues.slack, self._settings.cues.reach)
            alone = replace(bare, cues=(words,), reach=gap, after=after)
            if permitted(words) and self._is_right(alone, own):
                chosen.append(words)
                reach = max(reach, gap)
                left -= found.keys()
        if not chosen:
            return None, uncovered
        covered = sorted(members[place].experience.number for place in uncovered if place not in left)
        rule = replace(bare, cues=tuple(sorted(chosen)), reach=reach, after=after, experiences=tuple(covered))
        return identified(rule), [place for place in uncovered if place in left]

    def _is_right(self, rule: Rule, own: Sequence[LabelledText]) -> bool:
        precision = fired_on(rule, own, self._fire).precision
        return precision is not None and precision >= self._settings.precision

    def _level_rules(self, seen: Sequence[LocatedExperience]) -> list[Rule]:
        groups: dict[tuple[str, Language, Domain], list[LocatedExperience]] = defaultdict(list)
        for item in seen:
            told = item.experience
            mended = told.cause.mode is FailureMode.STRENGTHENING_FAILED and told.action is Action.STRENGTHENED
            if mended and told.cause.type_id and told.level is not None:
                groups[told.cause.type_id, told.language, told.domain].append(item)
        rules: list[Rule] = []
        for (type_id, language, domain), members in sorted(groups.items()):
            known = type_id in self._taxonomy and self._taxonomy[type_id].kind is Kind.QUASI
            # An explicit identifier always starts at its token.
            if not known or sources_of(members) < self._protocol.distil_materials:
                continue
            levels = sorted((item.experience.level or 0 for item in members), reverse=True)
            # The highest level that `level_share` of them ended at or above: a start there rarely overshoots.
            level = levels[math.ceil(self._settings.level_share * len(levels)) - 1]
            if level <= EXACT_LEVEL:
                continue
            rule = Rule("", RuleKind.START_LEVEL, language, type_id, domain=domain, level=level)
            numbers = tuple(sorted(item.experience.number for item in members))
            rules.append(identified(replace(rule, experiences=numbers)))
        return rules

    def _suggestions(self, seen: Sequence[LocatedExperience]) -> tuple[NeverHideSuggestion, ...]:
        unmarked = [item for item in seen if item.experience.action is Action.UNMARKED and item.value]
        by_key: dict[tuple[str, str], list[LocatedExperience]] = defaultdict(list)
        for item in unmarked:
            by_key[item.experience.cause.type_id, comparison_key(item.value)].append(item)
        found = [
            NeverHideSuggestion(members[0].value, type_id, len(members))
            for (type_id, _), members in by_key.items()
            if sources_of(members) >= self._protocol.distil_materials
        ]
        return tuple(sorted(found, key=lambda item: (-item.times, item.surface)))


def _own_texts(seen: Iterable[LocatedExperience]) -> dict[Language, list[LabelledText]]:
    """Every material once, with its S and with the places that were marked as missed."""
    marked: dict[tuple[Language, Material], set[MarkedSpan]] = defaultdict(set)
    for item in seen:
        told = item.experience
        places = marked[told.language, item.material]
        places.update(item.material.spans)
        if told.cause.mode is FailureMode.MISSED:
            places.add(MarkedSpan(told.material.start, told.material.end, told.cause.type_id))
    texts: dict[Language, list[LabelledText]] = defaultdict(list)
    for (language, material), places in marked.items():
        texts[language].append(LabelledText(material.text, language, tuple(places)))
    return texts


def _clusters(
    seen: Iterable[LocatedExperience],
) -> dict[tuple[str, Language, tuple[str, ...]], list[LocatedExperience]]:
    """Missed values by type, language and the classes of their shape, counts aside."""
    groups: dict[tuple[str, Language, tuple[str, ...]], list[LocatedExperience]] = defaultdict(list)
    for item in seen:
        told = item.experience
        if told.cause.mode is not FailureMode.MISSED or not told.cause.type_id:
            continue
        shape = abstract(item.value)
        if shape is not None:
            kinds = tuple(str(part.kind) if isinstance(part, Run) else part.char for part in parse(shape).parts)
            groups[told.cause.type_id, told.language, kinds].append(item)
    return dict(sorted(groups.items()))


def _elsewhere(words: str, near: int, own: Sequence[LabelledText]) -> int:
    """How often words stand in the materials without one of these values beside them."""
    return sum(item.text.lower().count(words) for item in own) - near


def _join(one: str, other: str) -> str:
    """Of one cluster, so always joinable."""
    return joined(one, other) or one


def aggregates(seen: Sequence[LocatedExperience], limits: CueLimits, protocol: Protocol) -> tuple[Aggregate, ...]:
    """Everything that may be told of some experiences: groups, words and shapes that come from m materials each."""
    groups: dict[tuple[FailureMode, str, Language, Domain, ContextStructure], list[LocatedExperience]] = defaultdict(
        list
    )
    for item in seen:
        told = item.experience
        key = (told.cause.mode, told.cause.type_id, told.language, told.domain, told.cause.structure)
        groups[key].append(item)
    rows = [
        Aggregate(
            *key,
            len(members),
            sources_of(members),
            *_words_and_shapes(members, limits, protocol),
            tuple(sorted(member.experience.number for member in members)),
        )
        for key, members in groups.items()
        if sources_of(members) >= protocol.distil_materials
    ]
    return tuple(sorted(rows, key=lambda row: (-row.count, row.mode, row.type_id, row.language, row.domain)))


def _words_and_shapes(
    members: Sequence[LocatedExperience], limits: CueLimits, protocol: Protocol
) -> tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]:
    words: dict[str, set[str]] = defaultdict(set)
    shapes: dict[str, set[str]] = defaultdict(set)
    for item in members:
        if not item.value:
            continue
        for cue in cues_near(item, limits, protocol.quote_length):
            words[cue.words].add(item.source)
        if shape := abstract(item.value):
            shapes[shape].add(item.source)
    return _common(words, protocol.distil_materials), _common(shapes, protocol.distil_materials)


def _common(found: dict[str, set[str]], least: int) -> tuple[tuple[str, int], ...]:
    counted = Counter({text: len(where) for text, where in found.items() if len(where) >= least})
    return tuple(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0])))
