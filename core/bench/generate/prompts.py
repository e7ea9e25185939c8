"""Fills template families: text, gold spans, task, what is task-critical (paper 6.1)."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.bench.generate.drawn import PLAIN, Drawn
from core.bench.generate.person import Person, draw
from core.bench.generate.values import Values
from core.domain.errors import ResourceError
from core.domain.language import Language
from core.domain.taxonomy import Domain, Taxonomy
from core.population.population import SyntheticPopulation
from core.resources import read_toml

SLOT = re.compile(r"\{([A-Z_]+)(#2)?(?:\.([a-z-]+))?\}")


@dataclass(frozen=True, slots=True)
class GoldSpan:
    """`[start, end)` in code points. `cls` is explicit or quasi; `value` identifies coreferent spans."""

    start: int
    end: int
    text: str
    type: str
    cls: str
    value: str


@dataclass(frozen=True, slots=True)
class GeneratedPrompt:
    """One prompt. `k`: population records that share age, sex and region with its person (None: harmless)."""

    id: str
    language: Language
    domain: Domain
    family: str
    text: str
    task: str
    spans: tuple[GoldSpan, ...]
    critical: tuple[str, ...]
    k: int | None

    @property
    def harmless(self) -> bool:
        return not self.spans


@dataclass(frozen=True, slots=True)
class Family:
    """A template family of one language: as a whole in one split."""

    id: str
    domain: Domain
    critical: tuple[str, ...]
    parts: tuple[tuple[str, ...], ...]
    ask: tuple[str, ...]
    separator: str
    harmless: bool


def load_families(root: Path, language: Language) -> tuple[Family, ...]:
    """Read `generator/families.<language>.toml`. Raises ResourceError."""
    name = f"families.{language}.toml"
    entries: Sequence[Mapping[str, Any]] = read_toml(root / "generator" / name)["family"]
    try:
        return tuple(
            Family(
                id=entry["id"],
                domain=Domain(entry["domain"]),
                critical=tuple(entry.get("critical", ())),
                parts=tuple(tuple(part) for part in entry["parts"]),
                ask=tuple(entry["ask"]),
                separator="\n" if entry.get("style") else ("" if language is Language.ZH else " "),
                harmless=bool(entry.get("harmless", False)),
            )
            for entry in entries
        )
    except (KeyError, ValueError) as error:
        raise ResourceError("resource.malformed", details={"file": name}) from error


class PromptGenerator:
    """Deterministic: the same seed gives the same prompts, whatever was generated before."""

    def __init__(self, root: Path, taxonomy: Taxonomy, population: SyntheticPopulation) -> None:
        """`root` is the resource folder. Raises ResourceError."""
        self._taxonomy = taxonomy
        self._population = population
        self._values = {language: Values(root, language) for language in Language}
        self.families = {language: load_families(root, language) for language in Language}

    def prompt(self, language: Language, family: Family, seed: int) -> GeneratedPrompt:
        """One prompt of `family`."""
        rng = random.Random(f"{language}/{family.id}/{seed}")  # noqa: S311 - repeatable, not secret
        values = self._values[language]
        person = draw(self._population, language, values.regions, rng)
        known: dict[tuple[str, bool], Drawn] = {}
        text, spans = "", []
        templates = [chosen for chosen in (rng.choice(part) for part in family.parts) if chosen]
        task_template = rng.choice(family.ask)
        for index, template in enumerate([*templates, task_template]):
            if index and template:
                text += family.separator
            start = len(text)
            text, found = self._fill(template, text, values, person, known, rng)
            spans.extend(found)
            task_start = start
        return GeneratedPrompt(
            id=f"{language}-{family.id}-{seed}",
            language=language,
            domain=family.domain,
            family=family.id,
            text=text,
            task=text[task_start:],
            spans=tuple(spans),
            critical=family.critical,
            k=None if family.harmless else person.k,
        )

    def _fill(
        self,
        template: str,
        text: str,
        values: Values,
        person: Person,
        known: dict[tuple[str, bool], Drawn],
        rng: random.Random,
    ) -> tuple[str, list[GoldSpan]]:
        spans: list[GoldSpan] = []
        position = 0
        for slot in SLOT.finditer(template):
            text += template[position : slot.start()]
            position = slot.end()
            type_id, second, form = slot.group(1), bool(slot.group(2)), slot.group(3) or PLAIN
            drawn = known.setdefault((type_id, second), values.draw(type_id, second, person, rng))
            surface = drawn.forms[form]
            text += surface.before
            if surface.gold:
                cls = self._taxonomy[type_id].kind.value
                end = len(text) + len(surface.gold)
                spans.append(GoldSpan(len(text), end, surface.gold, type_id, cls, drawn.value))
            text += surface.gold + surface.after
        return text + template[position:], spans
