"""A measurement as one HTML file: no script, nothing loaded from anywhere."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from bench.result import BenchResult

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
thead th { background: var(--soft); font-weight: 600; position: sticky; top: 0 }
tbody tr:hover { background: var(--soft) }
td.number { text-align: right; white-space: nowrap }
td.yes { color: var(--good) } td.no { color: var(--bad); font-weight: 600 }
p.verdict { font-size: 1.15rem; border-left: .3rem solid var(--good); padding-left: .8rem }
p.verdict.short { border-color: var(--bad) }
a { color: inherit } nav ul { padding-left: 1.2rem; margin: .5rem 0 }
summary { cursor: pointer; padding: .3rem 0 } pre { overflow-x: auto; background: var(--soft); padding: 1rem }
@media print { thead th { position: static } }
"""
CONTENTS_FROM = 3
_NUMBER = re.compile(r"[-+−≥≤ ]*[\d.,/ ]+%?|–")
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
    details = _section(_details(result), "rows") if result.rows else ""
    summary = html.escape(json.dumps(result.summary, ensure_ascii=False, indent=2))
    body = "\n".join(_section(section, f"s{number}") for number, section in enumerate(sections, start=1))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
        f"<style>{_STYLE}</style></head>\n<body><main><h1>{title}</h1><p>{facts}</p>\n"
        f"{_verdict(sections)}{_contents(sections)}\n{body}\n"
        f"{details}\n<details><summary>JSON</summary><pre>{summary}</pre></details></main></body></html>\n"
    )


def _details(result: BenchResult) -> Section:
    head = list(dict.fromkeys(key for row in result.rows for key in row))
    rows = [[_shown(row.get(key)) for key in head] for row in result.rows]
    return Section(both(f"All rows ({len(rows)})", f"全部行（{len(rows)}）"), head, rows, folded=True)


def _shown(value: object) -> str:
    if value is None:
        return "–"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _verdict(sections: Sequence[Section]) -> str:
    """How many bars are met and which are missed, in words; empty where nothing was judged."""
    judged = [row for section in sections for row in section.rows if row and row[-1] in (YES, NO)]
    if not judged:
        return ""
    missed = [" ".join(row[:2]) for row in judged if row[-1] == NO]
    met = len(judged) - len(missed)
    told = both(f"{met} of {len(judged)} bars met", f"{len(judged)} 条标准达到 {met} 条")
    names = f"; {both('missed', '未达到')}: {', '.join(missed)}" if missed else ""
    kind = "verdict short" if missed else "verdict"
    return f'<p class="{kind}">{html.escape(told + names)}</p>'


def _contents(sections: Sequence[Section]) -> str:
    """Links to the sections of a page that is long enough to need them."""
    if len(sections) < CONTENTS_FROM:
        return ""
    links = "".join(
        f'<li><a href="#s{number}">{html.escape(section.title)}</a></li>'
        for number, section in enumerate(sections, start=1)
    )
    return f"<nav><ul>{links}</ul></nav>"


def _section(section: Section, anchor: str) -> str:
    top = "".join(f'<th scope="col">{html.escape(cell)}</th>' for cell in section.head)
    body = "".join("<tr>" + "".join(_cell(cell) for cell in row) + "</tr>\n" for row in section.rows)
    table = f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>\n{body}</tbody></table></div>'
    title = html.escape(section.title)
    if section.folded:
        return f'<details id="{anchor}"><summary>{title}</summary>{table}</details>'
    return f'<h2 id="{anchor}">{title}</h2>{table}'


def _cell(text: str) -> str:
    number = ' class="number"' if _NUMBER.fullmatch(text) else ""
    kind = {YES: ' class="yes"', NO: ' class="no"'}.get(text, number)
    return f"<td{kind}>{html.escape(text)}</td>"
