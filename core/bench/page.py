"""A measurement as one HTML file: no script, nothing loaded from anywhere."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from dataclasses import dataclass

from core.bench.result import BenchResult

_STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --page: #fff; --line: #c9ced6; --soft: #f2f4f7 }
:root { --good: #116329; --bad: #a40e26 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ee; --page: #14171c; --line: #3a414c; --soft: #1e232b; --good: #6fdd8b; --bad: #ff9492 }
}
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 84rem; padding: 0 1rem }
body { color: var(--ink); background: var(--page) }
.wide { overflow-x: auto }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: .3rem .8rem; border-bottom: 1px solid var(--line); vertical-align: top }
th { background: var(--soft); font-weight: 600 }
td.yes { color: var(--good) } td.no { color: var(--bad); font-weight: 600 }
summary { cursor: pointer } pre { overflow-x: auto; background: var(--soft); padding: 1rem }
"""
YES, NO = "✓", "✗"
"""Cells that are coloured."""


@dataclass(frozen=True, slots=True)
class Section:
    """A table with its title; title and head in both languages, as shown. `folded`: closed until asked for."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    folded: bool = False


def both(english: str, chinese: str) -> str:
    """A heading that either reader understands."""
    return english if english == chinese else f"{english} / {chinese}"


def page(result: BenchResult, sections: Sequence[Section]) -> str:
    """Title, every section, every row of the result, and the summary as JSON."""
    title = html.escape(f"drsl bench {result.name}")
    facts = html.escape(f"version {result.version}, n = {result.n}, seed {result.seed}")
    details = _section(_details(result)) if result.rows else ""
    summary = html.escape(json.dumps(result.summary, ensure_ascii=False, indent=2))
    body = "\n".join(_section(section) for section in sections)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
        f"<style>{_STYLE}</style></head>\n<body><h1>{title}</h1><p>{facts}</p>\n{body}\n"
        f"{details}\n<details><summary>JSON</summary><pre>{summary}</pre></details></body></html>\n"
    )


def _details(result: BenchResult) -> Section:
    head = list(dict.fromkeys(key for row in result.rows for key in row))
    rows = [[_shown(row.get(key)) for key in head] for row in result.rows]
    return Section(both(f"All rows ({len(rows)})", f"全部行（{len(rows)}）"), head, rows, folded=True)


def _shown(value: object) -> str:
    if value is None:
        return "–"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _section(section: Section) -> str:
    top = "".join(f'<th scope="col">{html.escape(cell)}</th>' for cell in section.head)
    body = "".join("<tr>" + "".join(_cell(cell) for cell in row) + "</tr>\n" for row in section.rows)
    table = f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>\n{body}</tbody></table></div>'
    title = html.escape(section.title)
    if section.folded:
        return f"<details><summary>{title}</summary>{table}</details>"
    return f"<h2>{title}</h2>{table}"


def _cell(text: str) -> str:
    kind = {YES: ' class="yes"', NO: ' class="no"'}.get(text, "")
    return f"<td{kind}>{html.escape(text)}</td>"
