"""How a value is written inside the literal that surrounds its token."""

from __future__ import annotations

import html
import json
import re

_SHELL_SPECIAL = re.compile(r'[\\"$`]')


def escape_json(value: str) -> str:
    """The inside of a JSON string for `value`."""
    return json.dumps(value, ensure_ascii=False)[1:-1]


def quote_for(style: str, quote: str, value: str) -> str:
    """`value` as it must stand in source text of `style`, inside a literal that `quote` opened ("" = outside).

    Outside of literals a line break becomes a space, so that a value cannot end the comment it stands in.
    """
    if style == "markup":
        return html.escape(value, quote=True)
    if style == "verbatim":
        return value
    if not quote:
        return " ".join(value.splitlines()) if style != "json" else value
    if style == "json" or (style == "yaml" and quote == '"'):
        return escape_json(value)
    if style in {"doubling", "yaml"}:
        return " ".join(value.splitlines()).replace(quote, quote * 2)
    if style == "shell":
        if quote == "'":
            return value.replace("'", "'\\''")
        return _SHELL_SPECIAL.sub(lambda match: "\\" + match.group(), value)
    return _backslashed(quote, value)


def _backslashed(quote: str, value: str) -> str:
    mark = quote[0]
    escaped = value.replace("\\", "\\\\").replace(mark, "\\" + mark)
    if len(quote) == 3:
        return escaped
    if mark == "`":
        return escaped.replace("${", "\\${")
    return escaped.replace("\r", "\\r").replace("\n", "\\n").replace("\t", "\\t")
