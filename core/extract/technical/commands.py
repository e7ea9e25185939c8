"""Commands: options that say what they hold, and hosts with who signs in to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, pairwise

from core.extract.technical.assigned import asked_value
from core.extract.technical.hosts import HOST_NAME, read_host
from core.extract.technical.parts import Holds, Stretch, Value
from core.extract.technical.settings import Settings
from core.extract.technical.uris import secret_value, user_value

_TOKEN = re.compile(r"(?:[^\s\"']|\"[^\"\n]*\"|'[^'\n]*')+")
_WORD = re.compile(r"(?<![\w./-])[a-z][a-z0-9_-]{2,20}(?![\w.-])")
_ENDS = frozenset({"|", "||", "&&", ";", ">", ">>", "2>", "<", "&"})
_SIGNED_IN = rf"(?P<user>[A-Za-z_][\w.-]{{0,40}})@(?P<host>{HOST_NAME})"
_AT = re.compile(_SIGNED_IN)
_PROMPT = re.compile(rf"(?<![\w.@-]){_SIGNED_IN}(?='s password|: Permission denied|:[~/])")
"""How a machine names who signs in: nas@home.example's password."""
_CLONED = re.compile(rf"(?<![\w.@-]){_SIGNED_IN}:(?P<path>[A-Za-z~][\w.~-]*/[\w./~-]{{1,200}})")
"""A place as git and scp write it: git@host:owner/project.git."""
MOST_COMMANDS = 200
LONGEST_COMMAND = 2000
"""Code points of a command that are read, and commands of one text: each is read to its end."""
_GRANTED = re.compile(r"'(?P<user>[^'\n]{1,64})'@'(?P<host>[^'\n]{1,80})'")
_SECRET_LOOK = re.compile(r"(?=.*[^\w.~/-]).{4,}|(?=.*\d)(?=.*[A-Za-z]).{6,}")
_QUOTES = "\"'"
PAIR = "PAIR"


def read_commands(text: str, settings: Settings) -> Iterator[Stretch]:
    """What the commands of a text hold, each value with the option before it as a stretch; everywhere else what a
    command signed in to."""
    signed: set[str] = set()
    known = (
        word for word in _WORD.finditer(text) if word.group() in settings.options or word.group() in settings.remote
    )
    for found in islice(known, MOST_COMMANDS):
        command = found.group()
        end = text.find("\n", found.end())
        last = min(len(text) if end < 0 else end, found.end() + LONGEST_COMMAND)
        tokens = list(_tokens(text, found.end(), last))
        yield Stretch(*found.span(), ())
        yield from _options(text, command, tokens, settings)
        if command in settings.remote:
            for start, last in tokens:
                at = _AT.match(text, start, last)
                if at is not None:
                    signed.add(text[start : at.end("host")])
    signed.update(found.group() for found in islice(_PROMPT.finditer(text), MOST_COMMANDS))
    for surface in sorted(signed):
        start = text.find(surface)
        while start >= 0:
            end = start + len(surface)
            if not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()):
                yield _signed(text, start, start + surface.index("@"), end, settings)
            start = text.find(surface, end)
    for cloned in _CLONED.finditer(text):
        if cloned["user"] in settings.generic:
            hosts = read_host(text, *cloned.span("host"), settings, said=False)
            yield Stretch(*cloned.span(), (*hosts, Value(*cloned.span("path"), Holds.NUMBER, "REFERENCE")))
    for granted in _GRANTED.finditer(text):
        user = user_value(text, *granted.span("user"), settings)
        host = re.fullmatch(HOST_NAME, granted["host"])
        hosts = read_host(text, *granted.span("host"), settings, said=True) if host else ()
        yield Stretch(*granted.span(), (user, *hosts))


def _tokens(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for found in _TOKEN.finditer(text, start, end):
        if found.group() in _ENDS:
            return
        yield found.span()


def _signed(text: str, start: int, at: int, end: int, settings: Settings) -> Stretch:
    """Who signs in, and where."""
    hosts = read_host(text, at + 1, end, settings, said=True)
    return Stretch(start, end, (user_value(text, start, at, settings), *hosts))


def _options(text: str, command: str, tokens: list[tuple[int, int]], settings: Settings) -> Iterator[Stretch]:
    table = settings.options.get(command, {})
    for (start, end), following in pairwise([*tokens, (-1, -1)]):
        token = text[start:end]
        if token in table:
            if following[0] >= 0 and text[following[0]] != "-":
                asked = table.get(token, "")
                yield from _held(text, start, *_unquoted(text, *following), token, asked, settings, apart=True)
            continue
        glued = next((option for option in table if len(option) == 2 and token.startswith(option)), "")
        if glued and not token.startswith("--") and end > start + 2:
            yield from _held(text, start, *_unquoted(text, start + 2, end), glued, table[glued], settings)


def _unquoted(text: str, start: int, end: int) -> tuple[int, int]:
    if end - start > 2 and text[start] in _QUOTES and text[end - 1] == text[start]:
        return start + 1, end - 1
    return start, end


def _held(
    text: str, first: int, start: int, end: int, option: str, asked: str, settings: Settings, *, apart: bool = False
) -> Iterator[Stretch]:
    """The stretch of an option and its value. `apart`: a space parts them, so that a plain word may be no secret."""
    values: tuple[Value, ...]
    surface = text[start:end]
    if asked == PAIR:
        colon = text.find(":", start, end)
        if colon < 0 or colon + 1 == end:
            return
        values = (user_value(text, start, colon, settings), secret_value(text, colon + 1, end, settings))
    elif asked == "PASSWORD":
        if apart and not _SECRET_LOOK.fullmatch(surface):
            return
        values = (secret_value(text, start, end, settings),)
    elif asked == "":
        values = (Value(start, end, Holds.STAYS),)
    else:
        values = tuple(asked_value(text, {"HANDLE": "user", "HOST": "host"}.get(asked, "token"), start, end, settings))
    opens = any(value.said and value.holds is Holds.SECRET for value in values)
    yield Stretch(first, end, values, credentials=opens)
