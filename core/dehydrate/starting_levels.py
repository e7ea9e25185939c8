"""Learned starting levels: a proposal may begin less exactly than the policy says, never more (paper 4.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol as Interface

from core.domain.artifact import Artifact
from core.domain.language import Language
from core.domain.request import Decisions
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Kind
from core.domain.tokens import TokenVault


class LevelDehydrator(Interface):
    """Makes D from levels: the dehydrator of `core.dehydrate.dehydrator`, or one that starts it from other levels."""

    def initial_levels(self, sensitive: SensitiveSet, decisions: Decisions) -> dict[str, int]: ...

    def top(self, attribute: SensitiveAttribute) -> int: ...

    def dehydrate(
        self, text: str, sensitive: SensitiveSet, levels: Mapping[str, int], vault: TokenVault, language: Language
    ) -> Artifact: ...


class StartingDehydrator:
    """A dehydrator whose first proposal is raised to learned levels. Safe from any thread.

    `levels`: type id -> level. Explicit identifiers, what a person decided, and what is not sensitive stay as they are;
    a ladder keeps its last level before removal where it has one.
    """

    def __init__(self, base: LevelDehydrator, levels: Mapping[str, int]) -> None:
        self._base = base
        self._levels = levels

    def initial_levels(self, sensitive: SensitiveSet, decisions: Decisions) -> dict[str, int]:
        """The base's, or the learned level where that is higher."""
        levels = self._base.initial_levels(sensitive, decisions)
        for attribute in sensitive.attributes:
            wanted = self._levels.get(attribute.type_id)
            decided = attribute.id in decisions.levels or attribute.id in decisions.not_sensitive
            if wanted is None or decided or attribute.kind is Kind.EXPLICIT:
                continue
            last = max(1, self._base.top(attribute) - 1)
            levels[attribute.id] = max(levels[attribute.id], min(wanted, last))
        return levels

    def top(self, attribute: SensitiveAttribute) -> int:
        """As the base."""
        return self._base.top(attribute)

    def dehydrate(
        self, text: str, sensitive: SensitiveSet, levels: Mapping[str, int], vault: TokenVault, language: Language
    ) -> Artifact:
        """As the base."""
        return self._base.dehydrate(text, sensitive, levels, vault, language)
