"""A measurement as one HTML file: no script, nothing loaded from anywhere."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence

from core.bench.result import BenchResult

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem }
body { color: #1b1f24; background: #fff }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: .3rem .8rem; border-bottom: 1px solid #c9ced6 }
@media (prefers-color-scheme: dark) { body { color: #e6e9ee; background: #14171c } th, td { border-color: #3a414c } }
"""


def page(result: BenchResult, head: Sequence[str], table: Sequence[Sequence[str]]) -> str:
    """Title, the table as printed, every row, and the summary as JSON."""
    title = html.escape(f"drsl bench {result.name}")
    facts = html.escape(f"version {result.version}, n = {result.n}, seed {result.seed}")
    details = _details(result)
    summary = html.escape(json.dumps(result.summary, ensure_ascii=False, indent=2))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_STYLE}</style></head>\n<body><h1>{title}</h1><p>{facts}</p>\n{_table(head, table)}\n"
        f"{details}\n<details><summary>JSON</summary><pre>{summary}</pre></details></body></html>\n"
    )


def _details(result: BenchResult) -> str:
    if not result.rows:
        return ""
    head = list(dict.fromkeys(key for row in result.rows for key in row))
    rows = [[_shown(row.get(key)) for key in head] for row in result.rows]
    return f"<h2>{len(rows)}</h2>{_table(head, rows)}"


def _shown(value: object) -> str:
    if value is None:
        return "–"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f"<th>{html.escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>\n" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>\n{body}</tbody></table>"
