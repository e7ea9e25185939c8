"""How many: the order of magnitude in words, then "some"; what is counted stays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.dehydrate.quantities import QuantityHierarchy, first_number
from core.dehydrate.rung import Fitting, Rung, TypeWords
from core.domain.language import Language


class CountHierarchy(QuantityHierarchy):
    """`table`: bands with their words (resources/hierarchies/count.toml), `{thing}` for what is counted."""

    def __init__(self, identifier: str, words: TypeWords, fitting: Fitting, table: Mapping[str, Any]) -> None:
        super().__init__(identifier, words, fitting)
        self._table = table

    def rungs(self, value: str) -> tuple[Rung, ...]:
        number = first_number(value)
        _, _, thing = value.partition(" ")
        if number is None or not thing:
            return ()
        found = []
        for name in ("bands", "wide"):
            band = next(entry for entry in self._table[name] if number < entry["to"])
            words = {code: {"noun": str(band[code]).format(thing=thing)} for code in Language}
            node = f"{band['node']} {thing}"
            found.append(Rung(node, 1.0 / band["size"], band["share"], words))
        return tuple(found)
