"""Small stand-ins for extraction and hierarchies, for tests of verification and of the loop."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from core.dehydrate.generalization import Generalization
from core.domain.artifact import Artifact, Replacement
from core.domain.events import CancelToken, Progress, ignore_progress
from core.domain.language import Language
from core.domain.request import Decisions, Request
from core.domain.sensitive import Combination, Explanation, Layer, Mention, SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Domain, Taxonomy
from core.domain.tokens import TokenVault
from core.resources import load_taxonomy, resource_root

ROOT = resource_root()
PATTERNS = {
    "BANK_CARD": r"\d{4} \d{4} \d{4} \d{4}|62\d{17}",
    "ID_CARD": r"(?<!\d)\d{17}[\dX](?!\d)",
    "BANK_ACCOUNT": r"GB\d{2}[A-Z]{4}\d{14}",
    "IP_ADDRESS": r"\d+\.\d+\.\d+\.\d+",
    "MAC_ADDRESS": r"(?:[0-9A-F]{2}:){5}[0-9A-F]{2}",
    "PHONE": r"\+?\d[\d -]{9,}\d|1\d{10}",
    "EMAIL": r"[a-z.]+@[a-z.]+[a-z]",
    "PERSON": r"Vera Quill|Vera|Quill|顾清和",
    "AGE": r"\b\d{2} years old|\d{2}岁",
    "LOCATION": r"Ohio|Texas|江苏|浙江",
    "DRUG": r"aspirin|clopidogrel|阿司匹林",
}


@cache
def taxonomy() -> Taxonomy:
    return load_taxonomy(ROOT)


def mention(type_id: str, text: str, start: int, value: str = "", language: Language = Language.EN) -> Mention:
    explanation = Explanation("test", 1.0, 1.0)
    return Mention(start, start + len(text), text, type_id, value or text, language, Layer.PATTERN, explanation)


def attribute(type_id: str, value: str, *mentions: Mention, relevant: bool = False) -> SensitiveAttribute:
    kind = taxonomy()[type_id].kind
    return SensitiveAttribute(f"{type_id.lower()}-{value}", type_id, kind, value, mentions, (), relevant)


def in_text(text: str, type_id: str, surface: str, value: str = "", *, relevant: bool = False) -> SensitiveAttribute:
    """An attribute with one mention for every occurrence of `surface`."""
    language = Language.ZH if re.search("[\u4e00-\u9fff]", text) else Language.EN
    found = [mention(type_id, surface, m.start(), value, language) for m in re.finditer(re.escape(surface), text)]
    return attribute(type_id, value or surface, *found, relevant=relevant)


class FakeExtractor:
    """Finds a handful of patterns; counts how often it was asked."""

    def __init__(self) -> None:
        self.calls = 0

    def extract(
        self,
        request: Request,
        key: bytes,
        progress: Progress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> SensitiveSet:
        self.calls += 1
        taken: list[tuple[int, int]] = []
        found: list[SensitiveAttribute] = []
        for type_id, pattern in PATTERNS.items():
            for match in re.finditer(pattern, request.text):
                if any(match.start() < end and start < match.end() for start, end in taken):
                    continue
                taken.append(match.span())
                found.append(attribute(type_id, match.group(), mention(type_id, match.group(), match.start())))
        return SensitiveSet(tuple(found))

    def language(self, text: str) -> Language:
        return Language.ZH if re.search("[\u4e00-\u9fff]", text) else Language.EN

    def domain(self, text: str, task: str = "") -> Domain:
        return Domain.GENERAL


@dataclass(frozen=True)
class FakeHierarchy:
    """`exact, bands..., suppressed`; nodes come from `node(value, level)`."""

    id: str
    levels: int
    prior: float

    def node(self, value: str, level: int) -> str:
        if self.id == "AGE":
            digits = re.sub(r"\D", "", value)
            if not digits:
                return ""
            age, width = int(digits), {0: 1, 1: 5, 2: 10, 3: 40}.get(level, 1)
            low = age // width * width
            return f"{low}-{low + width - 1}"
        return value if level == 0 else f"{self.id}:{level}"

    def ladder(self, value: str, language: Language) -> tuple[Generalization, ...]:
        generalizations = []
        for level in range(self.levels):
            width = {0: 1, 1: 5, 2: 10, 3: 40}.get(level, 100) if self.id == "AGE" else 1
            top = level == self.levels - 1
            posterior = self.prior if top else (1 / width if self.id == "AGE" else (1.0 if level == 0 else self.prior))
            share = 1.0 if top else (width / 100 if self.id == "AGE" else 0.2)
            node = "" if top else self.node(value, level)
            generalizations.append(Generalization(level, node, f"level {level}", posterior, self.prior, share))
        return tuple(generalizations)

    def render(self, value: str, level: int, mention: Mention, before: str, after: str) -> str:
        return f"<{self.id} {level}>"


class FakeLibrary:
    """AGE has bands, every other quasi type one coarse group, explicit types only suppression."""

    def __init__(self) -> None:
        self._taxonomy = taxonomy()

    def for_type(self, type_id: str) -> FakeHierarchy:
        levels = {"AGE": 5, "LOCATION": 3, "DRUG": 3}.get(type_id, 2)
        return FakeHierarchy(type_id, levels, 1 / self._taxonomy[type_id].domain_size)


@dataclass(frozen=True)
class Span:
    attribute_id: str
    start: int
    end: int


class FakeFinder:
    """Literal search of every surface of every attribute that is not kept."""

    def find(self, text: str, sensitive: SensitiveSet, levels: Mapping[str, int]) -> tuple[Span, ...]:
        return tuple(
            Span(item.id, match.start(), match.end())
            for item in sensitive.attributes
            if levels.get(item.id, 1) > 0
            for surface in item.surfaces
            for match in re.finditer(re.escape(surface), text)
        )


class FakeDehydrator:
    """Splices `<TYPE level>` in place of every mention; starts at `start` for all attributes."""

    def __init__(self, library: FakeLibrary | None = None, start: int = 1) -> None:
        self._library = library or FakeLibrary()
        self._start = start

    def top(self, item: SensitiveAttribute) -> int:
        return self._library.for_type(item.type_id).levels - 1

    def initial_levels(self, sensitive: SensitiveSet, decisions: Decisions) -> dict[str, int]:
        levels = {item.id: min(self._start, self.top(item)) for item in sensitive.attributes}
        return levels | {key: decision.level for key, decision in decisions.levels.items() if key in levels}

    def dehydrate(
        self,
        text: str,
        sensitive: SensitiveSet,
        levels: Mapping[str, int],
        vault: TokenVault,
        language: Language,
    ) -> Artifact:
        parts: list[str] = []
        replacements: list[Replacement] = []
        position = length = 0
        owner = {id(m): item for item in sensitive.attributes for m in item.mentions}
        for found in sensitive.mentions:
            item = owner[id(found)]
            level = levels[item.id]
            rendered = found.text if level == 0 else f"<{item.type_id} {level}>"
            parts += (text[position : found.start], rendered)
            length += found.start - position
            node = self._library.for_type(item.type_id).node(item.value, level)
            replacements.append(
                Replacement(item.id, found.start, found.end, length, length + len(rendered), level, rendered, node)
            )
            length += len(rendered)
            position = found.end
        parts.append(text[position:])
        kept = tuple(item for item in replacements if item.level > 0)
        return Artifact("".join(parts), kept, dict(levels))


def with_relevance(sensitive: SensitiveSet, *type_ids: str) -> SensitiveSet:
    chosen = tuple(replace(item, task_relevant=item.type_id in type_ids) for item in sensitive.attributes)
    return replace(sensitive, attributes=chosen)


def combined(*items: SensitiveAttribute) -> SensitiveSet:
    return SensitiveSet(items, (Combination(tuple(item.id for item in items), "localiser_and_demographic"),))
