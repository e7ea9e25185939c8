"""Cells of a column of names that the span reader takes for nobody's: shops in the statement of an account."""

from __future__ import annotations

import pytest

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.quasi.field_names import FieldNames
from core.extract.tabular import Tabular
from core.resources import load_taxonomy, resource_root

TABLES = {
    "en": "day | entry | sum\n1/5 | Vera Quill | 10\n2/5 | Tom Askew | 12\n3/5 | Netflix | 9\n4/5 | Ann Field | 3\n",
    "zh": "日期 | 摘要 | 金额\n1日 | 谌雨薇 | 10\n2日 | 翟佳木 | 12\n3日 | 美团 | 9\n4日 | 覃思远 | 3\n",
}
SHOPS = {"en": "Netflix", "zh": "美团"}


def person(text: str, name: str) -> Candidate:
    start = text.index(name)
    return Candidate(start, start + len(name), "PERSON", name, 0.9, Layer.CONTEXT, "quasi.table.cell", 0.9)


@pytest.mark.parametrize("language", TABLES)
def test_a_column_of_names_does_not_make_a_shop_a_person(language: str) -> None:
    root = resource_root()
    text, shop = TABLES[language], SHOPS[language]
    names = [line.split(" | ")[1] for line in text.splitlines()[1:]]
    found = [person(text, name) for name in names if name != shop]
    tables, taxonomy = Tabular(FieldNames.load(root)), load_taxonomy(root)

    def people(aside: tuple[Candidate, ...]) -> list[str]:
        return [text[item.start : item.end] for item in tables.completed(found, text, taxonomy, aside)]

    assert people(()) == names
    assert people((person(text, shop),)) == [name for name in names if name != shop]
