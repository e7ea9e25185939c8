"""What comes in: one text, or one JSON object per line; bounded, checked, one clear error per bad line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from core.domain.errors import InputError
from core.domain.language import Language
from core.domain.request import MAX_TEXT_BYTES, Request
from core.engine.input_checks import check_text, decode

STDIN = "-"
LONGEST_LINE = 8 * MAX_TEXT_BYTES
"""Bytes of one JSON line: the largest text, with every character escaped, and the other fields."""
LONGEST_ID = 200
_READ_LIMIT = MAX_TEXT_BYTES + 4
"""The largest text, a byte order mark, and one byte that shows it was too long."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a JSONL input: a request with its id, or the error that stands in its place."""

    number: int
    id: str | int = ""
    request: Request | None = None
    error: InputError | None = None


def read_text(source: str, stdin: BinaryIO) -> str:
    """The whole of a file, or of standard input for "-". Raises InputError."""
    try:
        if source == STDIN:
            raw = stdin.read(_READ_LIMIT)
        else:
            with Path(source).open("rb") as stream:
                raw = stream.read(_READ_LIMIT)
    except OSError as error:
        raise InputError("input.unreadable") from error
    if len(raw) >= _READ_LIMIT:
        raise InputError("input.too_large", details={"bytes": len(raw), "limit": MAX_TEXT_BYTES})
    return decode(raw)


def read_lines(source: str, stdin: BinaryIO, language: Language | None, task: str) -> Iterator[Line]:
    """Requests line by line; blank lines are passed over. Holds one line at a time. Raises InputError when the
    file cannot be opened."""
    if source == STDIN:
        yield from _lines_of(stdin, language, task)
        return
    try:
        stream = Path(source).open("rb")  # noqa: SIM115 - opened apart, so that only its own error is caught
    except OSError as error:
        raise InputError("input.unreadable") from error
    with stream:
        yield from _lines_of(stream, language, task)


def _lines_of(stream: BinaryIO, language: Language | None, task: str) -> Iterator[Line]:
    number = 0
    while raw := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(raw) > LONGEST_LINE:
            _skip_line(stream, raw)
            yield Line(number, error=InputError("input.too_large", details={"bytes": len(raw), "limit": LONGEST_LINE}))
            continue
        if not raw.strip():
            continue
        try:
            identifier, request = parse_line(raw, language, task)
        except InputError as error:
            yield Line(number, error=error)
        else:
            yield Line(number, identifier, request)


def _skip_line(stream: BinaryIO, raw: bytes) -> None:
    while raw and not raw.endswith(b"\n"):
        raw = stream.readline(LONGEST_LINE)


def parse_line(raw: bytes, language: Language | None, task: str) -> tuple[str | int, Request]:
    """`{"id","text","task"?,"lang"?}`; other fields are passed over. Raises InputError."""
    data = _json_object(raw)
    identifier = _identifier(data.get("id"))
    text = data.get("text")
    if not isinstance(text, str):
        raise InputError("input.line_text")
    check_text(text)
    own_task = data.get("task", task)
    if own_task is None:
        own_task = ""
    if not isinstance(own_task, str):
        raise InputError("input.line_task")
    if own_task:
        check_text(own_task)
    chosen = data.get("lang", "auto")
    if chosen is not None and chosen not in ("auto", *Language):
        raise InputError("input.line_lang")
    own_language = Language(chosen) if chosen in tuple(Language) else language
    return identifier, Request(text, task=own_task, language=own_language)


def _identifier(value: object) -> str | int:
    if isinstance(value, bool) or not isinstance(value, (str, int)) or len(str(value)) > LONGEST_ID:
        raise InputError("input.line_id")
    if isinstance(value, str) and not value.isprintable():
        raise InputError("input.line_id")
    return value


def _json_object(raw: bytes) -> dict[str, Any]:
    try:
        data = json.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError("input.not_utf8", details={"offset": error.start}) from None
    except json.JSONDecodeError as error:
        raise InputError("input.line_json", details={"column": error.colno}) from None
    except (RecursionError, ValueError):
        raise InputError("input.line_json", details={"column": 0}) from None
    if not isinstance(data, dict):
        raise InputError("input.line_object")
    return data
