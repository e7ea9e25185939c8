"""No view model is split into files by inheritance: at most one of ours stands over another (issue 15.2).

What a page is made of is composed; `class A(B)` with B over C over D hides who does what."""

from __future__ import annotations

import ast
from pathlib import Path

PROJECT = Path(__file__).parents[2]
MOST_STOREYS = 2


def bases(source: str) -> dict[str, tuple[str, ...]]:
    """Names of what every class of `source` inherits from, without what it is imported under."""
    found = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef):
            plain = (item.value if isinstance(item, ast.Subscript) else item for item in node.bases)
            found[node.name] = tuple(ast.unparse(item).rpartition(".")[2] for item in plain)
    return found


def storeys(classes: dict[str, tuple[str, ...]], name: str) -> int:
    """How many classes of `classes` stand over each other up to `name`; 0 for a class of somebody else's."""
    if name not in classes:
        return 0
    return 1 + max((storeys(classes, item) for item in classes[name]), default=0)


def test_a_view_model_has_two_storeys_at_most() -> None:
    classes: dict[str, tuple[str, ...]] = {}
    for path in sorted((PROJECT / "ui").glob("*/viewmodels/*.py")):
        for name, over in bases(path.read_text("utf-8")).items():
            # Two of one name count as one that inherits from what either does: never too few storeys.
            classes[name] = (*classes.get(name, ()), *over)
    assert {"ComposeViewModel", "ReviewViewModel", "ReleaseFlow"} <= classes.keys()
    assert {name: found for name in classes if (found := storeys(classes, name)) > MOST_STOREYS} == {}


def test_the_count_sees_what_stands_under_a_class() -> None:
    classes = bases(
        "class A(QtCore.QObject): ...\nclass B(m.A): ...\nclass C(Mixin, B): ...\nclass D(Generic[T], C): ..."
    )
    assert [storeys(classes, name) for name in "ABCD"] == [1, 2, 3, 4]
