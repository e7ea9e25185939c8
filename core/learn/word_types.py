"""A column of a list that says what kind of value each word is, by any name that the window shows for a type."""

from __future__ import annotations

from collections.abc import Mapping

from core.domain.taxonomy import Taxonomy
from core.learn.word_files import WordFile

NONE = -1


def type_names(taxonomy: Taxonomy) -> Mapping[str, str]:
    """Every name of a type (id, tag, labels, tokens), folded -> its id; names of several types are left out."""
    found: dict[str, str] = {}
    several: set[str] = set()
    for kind in taxonomy:
        for name in {kind.id, kind.tag, *kind.labels.values(), *kind.token.values()}:
            if found.setdefault(name.casefold(), kind.id) != kind.id:
                several.add(name.casefold())
    # An id is never in doubt.
    ids = {kind.id.casefold(): kind.id for kind in taxonomy}
    return {name: kind for name, kind in found.items() if name not in several} | ids


def type_of(cell: str, names: Mapping[str, str]) -> str:
    """The type that a cell names; "" for none."""
    return names.get(" ".join(cell.split()).casefold(), "")


def type_column(file: WordFile, names: Mapping[str, str]) -> int:
    """The first column that names a type wherever it holds anything in the first rows; `NONE` where there is none.
    A list of one column holds words."""
    if len(file.columns) < 2:
        return NONE
    for column in range(len(file.columns)):
        cells = [row[column] for row in file.head if column < len(row) and row[column].strip()]
        if cells and all(type_of(cell, names) for cell in cells):
            return column
    return NONE
