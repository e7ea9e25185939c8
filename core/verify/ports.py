"""What verification needs from other rooms, as narrow interfaces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from core.dehydrate.generalization import GeneralizationHierarchy
from core.domain.events import CancelToken, Progress, ignore_progress
from core.domain.language import Language
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.population.population import PopulationTable


class Extractor(Protocol):
    """Finds S in a text (core.extract.cascade)."""

    def extract(
        self, request: Request, key: bytes, progress: Progress = ignore_progress, cancel: CancelToken | None = None
    ) -> SensitiveSet: ...

    def language(self, text: str) -> Language: ...


class Library(Protocol):
    """Hierarchy of every type (core.dehydrate.library)."""

    def for_type(self, type_id: str) -> GeneralizationHierarchy: ...


class Population(Protocol):
    """Population behind the prompts of a language (core.population)."""

    def table(self, language: Language) -> PopulationTable: ...


class LiteralSpan(Protocol):
    """A declared value that stands in the text."""

    @property
    def attribute_id(self) -> str: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


class LiteralFinder(Protocol):
    """The hard line's search (core.dehydrate.hard_line)."""

    def find(self, text: str, sensitive: SensitiveSet, levels: Mapping[str, int]) -> tuple[LiteralSpan, ...]: ...
