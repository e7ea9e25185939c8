"""The paper's splits (paper 6.1): sizes, which families belong to which, what their tasks need."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.domain.protocol import STRICT
from core.domain.taxonomy import Domain
from core.generate.family import FOLDER, ORDINARY, Family
from core.generate.prompts import GeneratedPrompt, PromptGenerator
from core.generate.shift import changes, kinds
from core.resources import read_toml

HARMLESS_EVERY = 4
"""Every fourth turn of a split carries nothing sensitive, unless the split says otherwise."""
HELD_OUT_EVERY = 3
"""Of the families of a domain, one in three (at least one) is seen by test splits only."""


@dataclass(frozen=True, slots=True)
class Split:
    """`size`: prompts over both languages. `held_out`: drawn from families that no development split uses.

    `group`: family group. `harmless_every`: 0 = none is harmless. `all_relevant`: every quasi-identifier is a task
    parameter, else only the domain's critical types. `rare`: persons whose crowd is smaller than k*. `shifted`: T_new.
    """

    name: str
    size: int
    held_out: bool
    group: str = ORDINARY
    harmless_every: int = HARMLESS_EVERY
    all_relevant: bool = True
    rare: bool = False
    shifted: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """`domains`: the paper's four, each with the families it takes. `critical`: types a task needs, by domain."""

    splits: tuple[Split, ...]
    domains: Mapping[str, tuple[Domain, ...]]
    critical: Mapping[Domain, frozenset[str]]

    def split(self, name: str) -> Split:
        """Raises KeyError."""
        return {split.name: split for split in self.splits}[name]


def load_plan(root: Path) -> Plan:
    """Read `generator/splits.toml` below `root`. Raises ResourceError."""
    data = read_toml(root / FOLDER / "splits.toml")
    try:
        splits = tuple(
            Split(
                name=entry["name"],
                size=int(entry["size"]),
                held_out=bool(entry["held_out"]),
                group=entry.get("group", ORDINARY),
                harmless_every=int(entry.get("harmless_every", HARMLESS_EVERY)),
                all_relevant=entry.get("relevance", "all") == "all",
                rare=bool(entry.get("rare", False)),
                shifted=bool(entry.get("shifted", False)),
            )
            for entry in data["split"]
        )
        domains = {name: tuple(Domain(domain) for domain in parts) for name, parts in data["domains"].items()}
        critical = {Domain(name): frozenset(types) for name, types in data["critical"].items()}
    except (KeyError, ValueError) as error:
        raise ResourceError("resource.malformed", details={"file": "splits.toml"}) from error
    return Plan(splits, domains, critical)


def held_out(families: Sequence[Family]) -> frozenset[str]:
    """Ids of the ordinary families that only test splits use: by position, shifted from domain to domain, so that
    every style is tested in some domain and seen in others. Equal in both languages."""
    chosen: set[str] = set()
    for number, domain in enumerate(Domain):
        ids = sorted(family.id for family in families if family.domain is domain and family.group == ORDINARY)
        chosen.update(ids[number % HELD_OUT_EVERY :: HELD_OUT_EVERY])
    return frozenset(chosen)


def generate(
    generator: PromptGenerator, plan: Plan, split: Split, seed: int, size: int | None = None
) -> Iterator[GeneratedPrompt]:
    """The prompts of one split; languages alternate, domains and families take turns.

    Raises BugError when the harmless questions do not suffice for `size`.
    """
    turns: dict[tuple[Language, str], int] = {}
    harmless = {language: _harmless_before(plan, split) for language in Language}
    names = list(plan.domains)
    variants = {language: changes(generator.root, language) for language in Language} if split.shifted else {}
    for index in range(size or split.size):
        language = list(Language)[index % 2]
        turn = index // 2
        if split.harmless_every and turn % split.harmless_every == split.harmless_every - 1:
            yield generator.nothing_sensitive(language, seed, harmless[language], held_out=split.held_out)
            harmless[language] += 1
            continue
        name = names[(turn - (turn // split.harmless_every if split.harmless_every else 0)) % len(names)]
        pool = _pool(generator.families[language], plan.domains[name], split)
        position = turns.get((language, name), 0)
        turns[language, name] = position + 1
        family = pool[position % len(pool)]
        drawn = _seed(split.name, seed, index)
        critical = None if split.all_relevant else plan.critical[family.domain]
        if split.shifted:
            kind = kinds()[turn % len(kinds())]
            change = variants[language].pick(kind, drawn)
            yield generator.prompt(language, family, drawn, critical=critical, change=change)
        else:
            below = STRICT.k_star if split.rare else 0
            yield generator.prompt(language, family, drawn, critical=critical, below=below)


def _pool(families: Sequence[Family], domains: Sequence[Domain], split: Split) -> list[Family]:
    reserved = held_out(families)
    return [
        family
        for family in families
        if family.domain in domains
        and family.group == split.group
        and (split.group != ORDINARY or (family.id in reserved) is split.held_out)
    ]


def _harmless_before(plan: Plan, split: Split) -> int:
    """Harmless texts per language that earlier splits of the same side have used, so that none comes twice."""
    used = 0
    for other in plan.splits:
        if other.name == split.name:
            break
        if other.held_out is split.held_out and other.harmless_every:
            used += other.size // 2 // other.harmless_every + 1
    return used


def _seed(name: str, seed: int, index: int) -> int:
    return int.from_bytes(hashlib.sha256(f"{name}/{seed}/{index}".encode()).digest()[:6], "big")
