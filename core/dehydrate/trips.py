"""Flight and train numbers: the kind of carrier, flight or train, removed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from core.dehydrate.base_hierarchy import BaseHierarchy, InnerLevel, labelled
from core.domain.taxonomy import AttributeType

_CODE = re.compile(r"^([A-Za-z0-9]{1,3}?)\s?-?(\d{1,4})[A-Za-z]?$")


class TripHierarchy(BaseHierarchy):
    """Two letters before the number are a carrier, one letter is a train class of the Chinese railways."""

    def __init__(self, identifier: str, kind: AttributeType, table: Mapping[str, Any]) -> None:
        super().__init__(identifier, kind)
        self._table = table
        self._carriers = {code: (name, entry) for name, entry in table["carriers"].items() for code in entry["codes"]}

    def inner_levels(self, value: str) -> tuple[InnerLevel, ...]:
        match = _CODE.match(value.strip())
        prefix = match.group(1).upper() if match else ""
        table = self._table
        size, total = float(table["size"]), float(table["all_size"])
        if prefix in table["trains"]:
            narrow = self._inner_level(f"train:{prefix}", table["trains"][prefix], size, total)
            return (narrow, self._inner_level("train", table["train"], 4 * size, total))
        if prefix in self._carriers:
            name, entry = self._carriers[prefix]
            count = size * len(entry["codes"])
            return (
                self._inner_level(f"flight:{name}", entry, count, total * 5),
                self._inner_level("flight", table["flight"], total, total * 5),
            )
        return (self._inner_level("flight", table["flight"], total, total * 5),) if len(prefix) == 2 else ()

    def _inner_level(self, node: str, entry: Mapping[str, str], size: float, total: float) -> InnerLevel:
        return InnerLevel(node, 1.0 / size, min(1.0, size / total), labelled(entry))
