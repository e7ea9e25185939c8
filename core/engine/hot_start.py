"""What of the prompt library one text starts from: its typed sets, picked by its type signature (paper 4.4).

The library initialises: it adds candidates to S, raises starting levels, adds words to the prompts that propose S and
D. Attackers, utility, gate, thresholds, hard line and certificate never see it (paper 4.7).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from core.dehydrate.starting_levels import LevelDehydrator, StartingDehydrator
from core.domain.errors import InputError, ResourceError
from core.domain.language import Language
from core.domain.learning import BASELINE, ContextStructure, LearnedSnapshot, Rule, RuleKind, TypedSet
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.domain.taxonomy import Domain, Family, Taxonomy
from core.extract.combination import CombinationRules
from core.extract.learned import LearnedLayer, LearnedRules
from core.extract.structure import structure_of
from core.llm.prompts import PromptBook, field_names
from core.resources import read_toml

LIBRARY, SETS = "library", "library_sets"
"""Names under which a certificate tells the library's version, and the sets that the text started from."""
SHIPPED = "shipped"
DIGITS = 12
MESSAGE = "library.hot_start"
READ_AT_MOST = 20_000
PromptKey = tuple[str, Language]


@dataclass(frozen=True, slots=True)
class Signature:
    """What picks the library sets that a text starts from: its domain, the types of its values, the forms of its
    passages."""

    domain: Domain
    types: frozenset[str]
    structures: frozenset[ContextStructure]


@dataclass(frozen=True, slots=True)
class _Belonging:
    """When a text belongs to a set (`[sets.*]` of `resources/learn/library.toml`)."""

    domains: frozenset[Domain]
    structures: frozenset[ContextStructure]
    families: frozenset[Family]
    types: int

    def holds(self, signature: Signature, taxonomy: Taxonomy) -> bool:
        if signature.domain in self.domains or self.structures & signature.structures:
            return True
        if not self.families:
            return False
        own = sum(1 for type_id in signature.types if taxonomy[type_id].family in self.families)
        return own >= self.types


@dataclass(frozen=True, slots=True)
class HotStart:
    """What one run takes from the library; fixed for the whole run. `versions`: item -> version, of the items of its
    sets that are not the shipped ones."""

    digest: str = ""
    sets: tuple[TypedSet, ...] = (TypedSet.GLOBAL,)
    cues: LearnedRules = field(default_factory=LearnedRules)
    levels: Mapping[str, int] = field(default_factory=dict)
    parts: Mapping[PromptKey, Mapping[str, str]] = field(default_factory=dict)
    sentences: Mapping[PromptKey, tuple[str, ...]] = field(default_factory=dict)
    versions: Mapping[str, int] = field(default_factory=dict)

    @property
    def steers(self) -> bool:
        """Whether anything learned takes part."""
        return bool(self.cues or self.levels or self.parts or self.sentences)

    @property
    def named(self) -> dict[str, str]:
        """For a certificate."""
        if not self.digest:
            return {LIBRARY: SHIPPED}
        return {LIBRARY: self.digest[:DIGITS], SETS: " ".join(self.sets)}

    @property
    def prompt_versions(self) -> dict[str, str]:
        """For a stored run."""
        return {item: str(version) for item, version in self.versions.items()}

    def book(self, shipped: PromptBook) -> PromptBook:
        """The prompts that propose S and D in this run."""
        return shipped.learned(self.parts, self.sentences) if self.parts or self.sentences else shipped

    def dehydrator(self, base: LevelDehydrator) -> LevelDehydrator:
        """The dehydrator, begun at the learned levels where they are above the policy's."""
        return StartingDehydrator(base, self.levels) if self.levels else base


@dataclass(frozen=True, slots=True)
class _Compiled:
    """`joined`: a memory of rules that texts of one signature need together; built once each, while people type."""

    snapshot: LearnedSnapshot
    cues: Mapping[TypedSet, LearnedRules]
    joined: dict[tuple[TypedSet, ...], LearnedRules] = field(default_factory=dict, compare=False, repr=False)

    def cues_of(self, sets: tuple[TypedSet, ...]) -> LearnedRules:
        known = self.joined.get(sets)
        if known is None:
            known = LearnedRules.joined(self.cues[typed_set] for typed_set in sets if typed_set in self.cues)
            self.joined[sets] = known
        return known

    def rules(self, sets: tuple[TypedSet, ...], kind: RuleKind) -> list[Rule]:
        every = chain.from_iterable(self.snapshot.rules.get(typed_set, ()) for typed_set in sets)
        return [rule for rule in every if rule.kind is kind]


@dataclass(frozen=True, slots=True)
class Steering:
    """Compiled snapshots, one for every run and others for domains that hold on to a version. Immutable."""

    usual: _Compiled
    pinned: Mapping[Domain, _Compiled]

    @property
    def digest(self) -> str:
        """Of the snapshot without pins."""
        return self.usual.snapshot.digest

    def of(self, domain: Domain) -> _Compiled:
        return self.pinned.get(domain, self.usual)


class HotStarts:
    """Picks sets and puts their rules in place. Stateless; safe from any thread."""

    def __init__(self, taxonomy: Taxonomy, root: Path) -> None:
        """Raises ResourceError."""
        table = read_toml(root / "learn" / "library.toml")
        try:
            self._belonging = {TypedSet(name): _belonging(entry) for name, entry in table["sets"].items()}
            self._learnable = frozenset(table["learnable"])
            self._part = str(table["added_to"])
            self._bounds: Mapping[str, int] = table["bounds"]
        except (KeyError, ValueError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": "library.toml"}) from error
        self._taxonomy = taxonomy
        self._shipped = PromptBook.load(root)
        self.layer = LearnedLayer(taxonomy, CombinationRules.load(root))
        self.nothing = self.compile(BASELINE)

    def compile(self, usual: LearnedSnapshot, pinned: Mapping[Domain, LearnedSnapshot] | None = None) -> Steering:
        """Snapshots made ready. Raises InputError `library.fixed`, `library.fields`, `library.rule`,
        `shape.malformed` for what may not steer a run, whoever made it."""
        others = {domain: self._compiled(snapshot) for domain, snapshot in (pinned or {}).items()}
        return Steering(self._compiled(usual), others)

    def begin(
        self, request: Request, sensitive: SensitiveSet, domain: Domain, language: Language, steering: Steering
    ) -> HotStart:
        """What a text with this first S starts from."""
        compiled = steering.of(domain)
        if not compiled.snapshot.digest:
            return HotStart()
        types = frozenset(item.type_id for item in sensitive.attributes)
        head = request.text[:READ_AT_MOST]
        sets = self.sets(Signature(domain, types, frozenset({structure_of(head)})))
        applying = [
            rule
            for kind in (RuleKind.START_LEVEL, RuleKind.INSTRUCTION)
            for rule in compiled.rules(sets, kind)
            if rule.domain in (None, domain)
        ]
        return HotStart(
            compiled.snapshot.digest,
            sets,
            compiled.cues_of(sets),
            _levels(applying, language),
            compiled.snapshot.prompts,
            self._sentences(applying),
            _versions(compiled.snapshot, sets),
        )

    def sets(self, signature: Signature) -> tuple[TypedSet, ...]:
        """The global baseline and every typed set that the signature belongs to, in a fixed order."""
        typed = (name for name in TypedSet if name in self._belonging)
        return (
            TypedSet.GLOBAL,
            *(name for name in typed if self._belonging[name].holds(signature, self._taxonomy)),
        )

    def _compiled(self, snapshot: LearnedSnapshot) -> _Compiled:
        for key, parts in snapshot.prompts.items():
            self._check_prompt(key, parts)
        for rule in chain.from_iterable(snapshot.rules.values()):
            self._check_rule(rule)
        cues = {typed_set: LearnedRules.compile(rules) for typed_set, rules in snapshot.rules.items()}
        return _Compiled(snapshot, {typed_set: rules for typed_set, rules in cues.items() if rules})

    def _check_prompt(self, key: PromptKey, parts: Mapping[str, str]) -> None:
        identifier, language = key
        if identifier not in self._learnable:
            raise InputError("library.fixed")
        shipped = self._shipped.get(identifier, language).texts
        for name, text in parts.items():
            if name not in shipped or field_names(text) != field_names(shipped[name]):
                raise InputError("library.fields")
            if len(text) > self._bounds["part"]:
                raise InputError("library.part_long", details={"limit": self._bounds["part"]})

    def _check_rule(self, rule: Rule) -> None:
        if rule.kind is RuleKind.INSTRUCTION:
            fits = rule.prompt in self._learnable and 0 < len(rule.text) <= self._bounds["instruction"]
        elif rule.kind is RuleKind.START_LEVEL:
            fits = rule.level is not None and rule.type_id in self._taxonomy
        else:
            fits = rule.type_id in self._taxonomy and 0 <= rule.reach <= self._bounds["reach"]
            fits = fits and len(rule.cues) <= self._bounds["cues"]
        if not fits:
            raise InputError("library.rule")

    def _sentences(self, rules: list[Rule]) -> dict[PromptKey, tuple[str, ...]]:
        found: dict[PromptKey, dict[str, None]] = {}
        for rule in rules:
            if rule.kind is RuleKind.INSTRUCTION:
                found.setdefault((rule.prompt, rule.language), {})[" ".join(rule.text.split())] = None
        return {key: tuple(texts)[: self._bounds["instructions"]] for key, texts in found.items()}


def _belonging(entry: Mapping[str, Any]) -> _Belonging:
    return _Belonging(
        frozenset(map(Domain, entry.get("domains", ()))),
        frozenset(map(ContextStructure, entry.get("structures", ()))),
        frozenset(map(Family, entry.get("families", ()))),
        int(entry.get("types", 1)),
    )


def _levels(rules: list[Rule], language: Language) -> dict[str, int]:
    """The highest that any rule names: rules of several sets never lower each other."""
    levels: dict[str, int] = {}
    for rule in rules:
        if rule.kind is RuleKind.START_LEVEL and rule.language is language and rule.level is not None:
            levels[rule.type_id] = max(levels.get(rule.type_id, 0), rule.level)
    return levels


def _versions(snapshot: LearnedSnapshot, sets: tuple[TypedSet, ...]) -> dict[str, int]:
    chosen = tuple(f"{typed_set}/" for typed_set in sets)
    return {item: number for item, number in snapshot.versions.items() if number > 1 and item.startswith(chosen)}
