"""Connection strings and links: scheme, user, password, hosts, ports, path and parameters, each by itself.

A password may stand there as nobody should write it, with an @, a # or a / of its own: that is what people ask about.
The hosts begin behind the last @ that hosts follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from core.extract.technical.assigned import asked_value
from core.extract.technical.hosts import HOST_PORT, read_host
from core.extract.technical.parts import Holds, Stretch, Value
from core.extract.technical.settings import Settings

REFERENCE = "REFERENCE"
_HEAD = re.compile(
    r"(?<![A-Za-z0-9+.-])(?P<outer>(?:[A-Za-z][A-Za-z0-9]{1,11}:){0,3})(?P<scheme>[A-Za-z][A-Za-z0-9+.-]{1,30})://"
)
_BODY = re.compile(r"[^\s\"`<>\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]{1,2000}")
_ONE_HOST = HOST_PORT.pattern.replace("?P<host>", "?:").replace("?P<port>", "?:")
_HOSTS = re.compile(rf"{_ONE_HOST}(?:,{_ONE_HOST}){{0,15}}(?=[/?#;]|\Z)")
_REQUEST = re.compile(r"(?<![A-Za-z])(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (?P<path>/[^\s\"'`]{1,2000})")
"""The first line of a request, whose path leads somewhere on a host that is said elsewhere."""
_ORACLE = re.compile(
    r"jdbc:oracle:\w+:(?P<user>[^\s/@:]{1,64})/(?P<secret>[^\s@]{1,128})@(?://)?(?P<rest>[^\s\"'/]{1,200})"
)
_TRAILING = ".,;:!?)]}'"
_NAMED = re.compile(r"[\w\"']\s?(?:=|:|=>)\s?[\"']\Z|\w=\Z")
LONGEST_LINE = 400
"""Code points of a line before a link that are looked at."""
_CLOSES = {"'": "'", "(": ")", "[": "]", "{": "}"}
_PARAMETER = re.compile(r"(?P<name>[\w.\[\]-]{1,60})=(?P<said>[^&;#\s]*)")
_SEGMENT = re.compile(r"[^/]+")
_DIGIT = re.compile(r"\d")
_HEXADECIMAL = re.compile(r"(?=[^\d]*\d)[0-9A-Fa-f-]{8,64}")
LEAST_DIGITS = 5
"""Digits from which on a part of a path is a number of somebody or something; fewer are a version or a year."""


def read_uris(text: str, settings: Settings) -> Iterator[Stretch]:
    """Every connection string and link of a text."""
    last = 0
    for head in _HEAD.finditer(text):
        body = _BODY.match(text, head.end()) if head.start() >= last else None
        if body is not None:
            last = _end(text, head.start(), body.end())
            if last > head.end():
                yield _uri(text, head, last, settings)
    for found in _REQUEST.finditer(text):
        start, end = found.span("path")
        values = tuple(_rest(text, start, end, settings, whole=False))
        yield Stretch(start, end, values, credentials=_opens(values), used=True)
    for found in _ORACLE.finditer(text):
        user = user_value(text, *found.span("user"), settings)
        secret = secret_value(text, *found.span("secret"), settings)
        hosts = HOST_PORT.match(text, found.start("rest"))
        read = read_host(text, *hosts.span("host"), settings, said=True) if hosts is not None else ()
        yield Stretch(*found.span(), (user, secret, *read), credentials=secret.said)


def _end(text: str, start: int, end: int) -> int:
    """Where a link ends that stands in quotes, in brackets or at the end of a sentence."""
    closing = _CLOSES.get(text[start - 1 : start], "")
    if closing and (at := text.rfind(closing, start, end)) > start and "@" not in text[at:end]:
        return at
    while end > start and text[end - 1] in _TRAILING:
        end -= 1
    return end


def _uri(text: str, head: re.Match[str], end: int, settings: Settings) -> Stretch:
    scheme, start = head["scheme"].casefold(), head.end()
    outer = not settings.buckets.isdisjoint(head["outer"].casefold().split(":"))
    link = scheme in settings.links and not head["outer"]
    at = _last_at(text, start, end, link=link)
    values: list[Value] = []
    credentials = False
    if at >= 0:
        values, credentials = _credentials(text, start, at, settings)
    hosts = start if at < 0 else at + 1
    after = _after_hosts(text, hosts, end)
    if scheme in settings.buckets:
        values.append(Value(hosts, after, Holds.HOST, REFERENCE, said=True))
    else:
        for found in HOST_PORT.finditer(text, hosts, after):
            values += read_host(text, *found.span("host"), settings, said=credentials or not link)
            if found["port"]:
                values.append(Value(*found.span("port"), Holds.STAYS))
    bucket = _SEGMENT.match(text, after + 1, end) if outer else None
    if bucket is not None:
        values.append(Value(*bucket.span(), Holds.HOST, REFERENCE, said=True))
        after = bucket.end()
    known = all(value.holds is Holds.STAYS for value in values if value.start >= hosts)
    values += _rest(text, after, end, settings, whole=link and known and at < 0)
    credentials = credentials or _opens(values)
    link = link and not credentials
    used = link and _is_used(text, head.start(), settings)
    return Stretch(head.start(), end, tuple(values), credentials=credentials, link=link, used=used)


def _opens(values: Iterable[Value]) -> bool:
    return any(value.said and value.holds is Holds.SECRET for value in values)


def _is_used(text: str, start: int, settings: Settings) -> bool:
    """Whether a machine goes by a link: it stands behind a name, or a word that says so is in the line before it."""
    line = text[max(text.rfind("\n", 0, start) + 1, start - LONGEST_LINE) : start]
    return _NAMED.search(line) is not None or settings.uses.search(line) is not None


def _last_at(text: str, start: int, end: int, *, link: bool) -> int:
    """Where the @ stands before the hosts; -1 where nobody signs in."""
    first = next((at for at in range(start, end) if text[at] in "/?#"), end)
    if text.find("@", start, first) < 0 and (link or HOST_PORT.fullmatch(text, start, first)):
        return -1
    query = next((at for at in range(first, end) if text[at] == "?"), end)
    for last in (first,) if link else (query, end):
        at = text.rfind("@", start, last)
        while at >= start:
            if _HOSTS.match(text, at + 1, end):
                return at
            at = text.rfind("@", start, at)
    return -1


def _after_hosts(text: str, start: int, end: int) -> int:
    return next((at for at in range(start, end) if text[at] in "/?#;"), end)


def _credentials(text: str, start: int, at: int, settings: Settings) -> tuple[list[Value], bool]:
    """Who signs in and with what, and whether that opens anything."""
    colon = text.find(":", start, at)
    if colon < 0:
        return [user_value(text, start, at, settings)], False
    values = [user_value(text, start, colon, settings)] if colon > start else []
    if colon + 1 == at:
        return values, False
    secret = secret_value(text, colon + 1, at, settings)
    return [*values, secret], secret.said


def user_value(text: str, start: int, end: int, settings: Settings) -> Value:
    """Who signs in; one whom every machine knows stays."""
    name = text[start:end]
    if name.casefold() in settings.generic or settings.is_placeholder(name):
        return Value(start, end, Holds.STAYS)
    return Value(start, end, Holds.USER, "HANDLE", said=True)


def secret_value(text: str, start: int, end: int, settings: Settings) -> Value:
    """What somebody signs in with; a word that stands for it stays."""
    surface = text[start:end]
    if settings.is_placeholder(surface):
        return Value(start, end, Holds.STAYS if surface.casefold() in settings.placeholders else Holds.FREE)
    token = settings.tokens.fullmatch(surface) is not None
    return Value(start, end, Holds.SECRET, "ACCESS_TOKEN" if token else "PASSWORD", said=True)


def _rest(text: str, start: int, end: int, settings: Settings, *, whole: bool) -> Iterator[Value]:
    """Path and parameters. `whole`: the host says nothing, so that the path is what a link leads to."""
    query = next((at for at in range(start, end) if text[at] in "?;"), end)
    if whole and query > start + 1:
        yield Value(start + 1, query, Holds.FREE)
    else:
        for part in _SEGMENT.finditer(text, start, query):
            yield Value(*part.span(), Holds.NUMBER if is_number(part.group()) else Holds.FREE, REFERENCE)
    for pair in _PARAMETER.finditer(text, query, end):
        if pair["said"]:
            yield from asked_value(text, pair["name"], *pair.span("said"), settings)


def is_number(part: str) -> bool:
    """Whether a part of a path is a number or a code of somebody or something."""
    return len(_DIGIT.findall(part)) >= LEAST_DIGITS or _HEXADECIMAL.fullmatch(part) is not None
