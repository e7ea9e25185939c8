"""Types without numbers or a classification of their own: hidden or told; events by their field of life."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.dehydrate.base_hierarchy import BaseHierarchy, InnerLevel, labelled
from core.dehydrate.tree import Term
from core.domain.taxonomy import AttributeType
from core.text.characters import in_simplified
from core.text.normalize import normalize


class HiddenHierarchy(BaseHierarchy):
    """Nothing between the value and its token."""

    def inner_levels(self, value: str) -> tuple[InnerLevel, ...]:
        return ()


class LifeEventHierarchy(BaseHierarchy):
    """An event or circumstance by the field of life it belongs to, then removed."""

    def __init__(self, identifier: str, kind: AttributeType, table: Mapping[str, Any]) -> None:
        super().__init__(identifier, kind)
        self._fields = tuple(
            (tuple(Term.of(term) for term in entry["terms"]), name, entry) for name, entry in table["fields"].items()
        )

    def inner_levels(self, value: str) -> tuple[InnerLevel, ...]:
        folded = in_simplified(normalize(value).text.casefold())
        for terms, name, entry in self._fields:
            if any(term.last_end(folded) >= 0 for term in terms):
                return (InnerLevel(name, 1.0 / entry["size"], entry["share"], labelled(entry)),)
        return ()
