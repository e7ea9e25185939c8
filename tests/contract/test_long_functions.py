"""A function over 60 lines says why it is one, in a comment `# Long: ...` right above it (issue 15.11).

How branched a function may be is a rule of ruff.toml (C901)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
MOST_LINES = 60
MARK = "# Long: "


def unexplained(source: str) -> Iterator[str]:
    """Names of the long functions of `source` that give no reason."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min((node.lineno, *(item.lineno for item in node.decorator_list)))
            long = (node.end_lineno or node.lineno) - node.lineno + 1 > MOST_LINES
            if long and not _above(lines, first).startswith(MARK):
                yield node.name


def _above(lines: list[str], first: int) -> str:
    """The comment that stands right above line `first`, its lines as one."""
    comment: list[str] = []
    for line in reversed(lines[: first - 1]):
        if not line.strip().startswith("#"):
            break
        comment.insert(0, line.strip())
    return " ".join(comment)


@pytest.mark.parametrize("folder", ["app", "bench", "core", "ui", "packaging"])
def test_a_long_function_gives_its_reason(folder: str) -> None:
    files = sorted(path for path in (PROJECT / folder).rglob("*.py") if "build" not in path.parts[len(PROJECT.parts) :])
    assert files
    assert [
        f"{path.relative_to(PROJECT)}: {name}" for path in files for name in unexplained(path.read_text("utf-8"))
    ] == []


def test_the_search_finds_what_gives_none() -> None:
    body = "    pass\n" * MOST_LINES
    assert list(unexplained(f"def one():\n{body}")) == ["one"]
    assert list(unexplained(f"{MARK}a list of words.\n@cache\ndef one():\n{body}")) == []
    assert list(unexplained(f"{MARK}a list of words.\n\ndef one():\n{body}")) == ["one"]
    assert list(unexplained(f"def one():\n{body.removesuffix('    pass' + chr(10))}")) == []
