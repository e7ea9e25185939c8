"""How many: the order of magnitude; what is counted stays."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from core.dehydrate.base_hierarchy import InnerLevel, IntervalHierarchy
from core.dehydrate.quantities import first_number
from core.domain.language import Language
from core.domain.taxonomy import AttributeType
from core.text.scripts import is_ideograph

_THING = re.compile(r"[^\W\d_]+(?:[ '-][^\W\d_]+){0,3}")
"""What is counted, where it can be named in a label: a few words, nothing else."""


class CountHierarchy(IntervalHierarchy):
    """`table`: bands of a number (resources/hierarchies/count.toml)."""

    def __init__(self, identifier: str, kind: AttributeType, table: Mapping[str, Any]) -> None:
        super().__init__(identifier, kind)
        self._table = table

    def inner_levels(self, value: str) -> tuple[InnerLevel, ...]:
        number = first_number(value)
        _, _, thing = value.partition(" ")
        if number is None or number < 0 or not _THING.fullmatch(thing):
            return ()
        band = next(entry for entry in self._table["bands"] if number < entry["to"])
        joint = "" if is_ideograph(thing[0]) else " "
        labels = {code: f"{band[code]}{joint}{thing}" for code in Language}
        return (InnerLevel(f"{band['node']} {thing}", 1.0 / band["size"], band["share"], labels),)
