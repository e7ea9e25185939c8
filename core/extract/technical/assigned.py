"""Names with values: lines of a configuration, pairs of a log or a connection string, members of JSON, headers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.extract.disguise_words import english
from core.extract.technical.hosts import HOST_PORT, is_telling, read_host
from core.extract.technical.parts import Holds, Stretch, Value
from core.extract.technical.settings import Settings, words_of

SECRETS = frozenset({"PASSWORD", "API_KEY", "ACCESS_TOKEN"})
_PAIR = re.compile(
    r"(?<![^\s\"'`({\[,;&|>:#-])(?P<name>[A-Za-z_][\w.-]{0,60}|密码|口令|密钥|用户名?)"
    r"[ \t]{0,2}=(?![=~>])[ \t]{0,2}"
    r"(?:[\"“](?P<double>(?:[^\"”\\\n]|\\.){0,2000})[\"”]|\\\"(?P<escaped>[^\"\\\n]{0,2000})\\\""
    r"|'(?P<single>[^'\n]{0,2000})'|(?P<bare>[^\s\"“'`<>\\][^\s\"“”`<>]{0,2000}))"
)
_SPACED = re.compile(
    r"(?:(?<=[;\"'])|(?<=; ))(?P<name>[A-Za-z]{1,20}(?: [A-Za-z]{1,20}){1,3})="
    r"(?P<bare>[^;=\"'\n]{1,200})(?=[;\"'\n]|\Z)"
)
"""A pair of a connection string whose name has several words: User ID, Data Source."""
_NEXT = re.compile(
    r"[;,&][ \t]*(?=[A-Za-z_][\w.-]{0,40}=)|;[ \t]*(?=[A-Z][A-Za-z]{0,20}(?: [A-Z][A-Za-z]{0,20}){1,3}=)"
)
"""Where the next pair of a list begins; names of several words have capitals."""
_LINE = re.compile(r"(?:export[ \t]+|set[ \t]+|ENV[ \t]+|-[ \t]+|#[ \t]*)?\Z")
_AGAIN = re.compile(r"[ \t][A-Za-z_][\w.-]{0,60}=")
_COMMENT = re.compile(r"(?<=[ \t])#")
_COLON = re.compile(
    r"(?m)(?:^[ \t]*(?:-[ \t]+)?|(?<=[ \t]{2})|[\"'])"
    r"(?P<name>[A-Za-z_][\w.-]{0,60}|密码|口令|用户名?|主机)[ \t]{0,2}:[ \t]{1,8}"
    r"(?:\"(?P<double>[^\"\n]{0,2000})\"|'(?P<single>[^'\n]{0,2000})'|(?P<bare>[^\s\"'`<>{\[][^\s\"'`<>]{0,2000}))"
    r"(?=[ \t]*(?:$|#|[\"'])|[ \t]{2,})"
)
_MEMBER = re.compile(
    r"(?P<quote>[\"'])(?P<name>[^\"'\\\n]{1,60})(?P=quote)\s{0,4}(?::|=>)\s{0,4}"
    r"(?:\"(?P<double>(?:[^\"\\\n]|\\.){0,4000})\"|'(?P<single>(?:[^'\\\n]|\\.){0,4000})'"
    r"|(?P<bare>-?\d[\d.]{0,40}))"
)
_ESCAPED = re.compile(
    r"\\\"(?P<name>[^\"\\\n]{1,60})\\\"\s{0,4}:\s{0,4}(?:\\\"(?P<double>[^\"\\\n]{0,4000})\\\"|(?P<bare>-?\d[\d.]{0,40}))"
)
_HEADER = re.compile(
    r"(?i)(?:proxy-)?authorization[\"']?\s{0,2}[:=]\s{0,2}[\"']?(?:bearer|basic|token|digest|apikey)[ \t]{1,4}"
    r"(?P<bare>[^\s\"',;\\]{6,4000})"
)
_ELEMENT = re.compile(r"<(?P<name>[A-Za-z][\w.-]{0,60})>(?P<bare>[^<>\n]{1,2000})</(?P=name)>")
_DIRECTIVE = re.compile(
    r"(?m)(?:^[ \t]*|(?<=[ \t,,:]))(?P<name>server_name|requirepass|masterauth|Host|HostName|User|ProxyJump)[ \t]{1,8}"
    r"(?P<bare>[A-Za-z0-9][^\s;{}]{0,200})(?=;|[ \t]*$)"
)
"""A directive of a server or of ssh: a name and a value with nothing but a space between, alone in a line."""
_QUOTED = re.compile(
    r"(?m)^[ \t]*(?P<name>[A-Za-z_]{2,30}|密码|口令)[ \t]{1,8}"
    r"(?:\"(?P<double>[^\"\n]{1,200})\"|'(?P<single>[^'\n]{1,200})')[ \t]*$"
)
"""A name and a quoted value, alone in a line: password "two words" in the file of a mail program."""
_OPTION = re.compile(
    r"(?<![\w-])--(?P<name>[A-Za-z][\w-]{1,40})[ \t]{1,2}"
    r"(?:\"(?P<double>[^\"\n]{0,2000})\"|'(?P<single>[^'\n]{0,2000})'|(?P<bare>[^\s\"'`<>-][^\s\"`<>]{0,2000}))"
)
_PORT = re.compile(r"(?i)(?<![A-Za-z])(?:port|端口号?)[ \t:：=]{0,2}(?P<bare>\d{2,5})(?![\d.])")
_SHARE = re.compile(r"(?<!\\)\\\\(?P<host>[A-Za-z0-9][\w.-]{1,60})(?=\\[\w$])")
"""The host of a share of Windows."""
_SIGNS_IN = re.compile(r"(?<!\S)/user:(?P<user>[^\s\"']{1,80})(?:[ ]{1,4}(?P<secret>[^\s/\"'][^\s\"']{3,80}))?")
_RESOURCE = re.compile(
    r"\barn:[\w-]{1,20}:[\w-]{1,40}:[\w-]{0,30}:(?P<account>\d{12})?:(?P<kind>[\w-]{1,40}[/:])?(?P<name>[\w.@-]{1,120})"
)
_OPAQUE = re.compile(r"(?=[^\d]*\d)(?=[^A-Za-z]*[A-Za-z])[A-Za-z0-9+/_=.~!@#$%^&*-]{8,4000}")
_LOGIN = re.compile(r"[A-Za-z][\w.\\@+-]{2,60}")
_CODE = re.compile(r"(?=(?:\D*\d){4})[\w|:.-]{6,80}")
_PASSPHRASE = re.compile(r"(?=.{8}|.*(?:\d|[^\w\s]))\S+(?: \S+){1,12}")
"""Several words between quotation marks, long or with a digit or a sign."""
_SIGNED = re.compile(r"(?=.*(?:\d|[^\w\s])).{4,200}|[^\W\d_]{6,200}")
_PATH = re.compile(r"(?:~|\.{0,2})/\S*|[A-Za-z]:\\\S*")
LONGEST_KEY = 60
"""Code points behind a value in which the name of the next pair ends."""
_GROUPS = ("double", "escaped", "single", "bare")
_STRIPPED = ",;)]}"


def read_assigned(text: str, settings: Settings) -> Iterator[Stretch]:
    """Every name with its value, the less certain grammars first."""
    for found in _COLON.finditer(text):
        if settings.asks_for(found["name"]):
            yield _stretch(text, found, settings)
    for pattern in (_ELEMENT, _DIRECTIVE):
        for found in pattern.finditer(text):
            yield _stretch(text, found, settings)
    pair = _PAIR.search(text)
    while pair is not None:
        read = _pair(text, pair, settings)
        yield read
        within = (
            pair["bare"] is None and "=" in text[read.start + 1 : read.end] and not any(map(_is_known, read.values))
        )
        pair = _PAIR.search(text, pair.end("name") + 1 if within else max(read.end, pair.start() + 1))
    for found in _QUOTED.finditer(text):
        if settings.asks_for(found["name"]) == "PASSWORD":
            yield _stretch(text, found, settings, quoted=True)
    for found in _OPTION.finditer(text):
        if settings.asks_for(found["name"]) is not None or settings.is_region(found["bare"] or ""):
            yield _stretch(text, found, settings)
    for found in _SPACED.finditer(text):
        if settings.asks_for(found["name"]) is not None:
            yield _stretch(text, found, settings)
    for pattern in (_MEMBER, _ESCAPED):
        for found in pattern.finditer(text):
            yield _stretch(text, found, settings)
    for found in _HEADER.finditer(text):
        value = Value(
            *found.span("bare"), Holds.SECRET, "ACCESS_TOKEN", said=not settings.is_placeholder(found["bare"])
        )
        yield Stretch(*found.span(), (value,), credentials=value.said)
    for found in _SHARE.finditer(text):
        yield Stretch(*found.span(), tuple(read_host(text, *found.span("host"), settings, said=True)))
    for found in _SIGNS_IN.finditer(text):
        user = Value(*found.span("user"), Holds.USER, "HANDLE", said=True)
        opens = found["secret"] is not None and not settings.is_placeholder(found["secret"])
        secret = (Value(*found.span("secret"), Holds.SECRET, "PASSWORD", said=True),) if opens else ()
        yield Stretch(*found.span(), (user, *secret), credentials=opens)
    for found in _RESOURCE.finditer(text):
        yield Stretch(*found.span(), tuple(_resource(found)))
    for found in settings.public_code.finditer(text):
        yield Stretch(*found.span(), ())
    for found in _PORT.finditer(text):
        yield Stretch(*found.span(), (Value(*found.span("bare"), Holds.STAYS),))


def _resource(found: re.Match[str]) -> Iterator[Value]:
    """Account and name of a resource of a cloud; what kind of resource it is stays."""
    if found["account"]:
        yield Value(*found.span("account"), Holds.NUMBER, "REFERENCE", said=True)
    user = (found["kind"] or "").startswith("user")
    yield Value(*found.span("name"), Holds.USER if user else Holds.NUMBER, "HANDLE" if user else "REFERENCE", said=True)


def _is_known(value: Value) -> bool:
    return value.holds is not Holds.FREE


def _stretch(text: str, found: re.Match[str], settings: Settings, *, quoted: bool = False) -> Stretch:
    """`quoted`: what quotation marks hold is one value, however many words it has."""
    groups = found.groupdict()
    group = next(name for name in _GROUPS if groups.get(name) is not None)
    return _read(text, found.start(), found.end(), found["name"], *found.span(group), settings, quoted=quoted)


def _pair(text: str, found: re.Match[str], settings: Settings) -> Stretch:
    """A pair with "="; a bare value goes on to the next pair or, alone in its line, to the end of that."""
    if found["bare"] is None:
        return _stretch(text, found, settings, quoted=True)
    start, end = found.span("bare")
    following = _NEXT.search(text, start, end + LONGEST_KEY)
    if following is not None and following.start() >= end:
        following = None
    end = following.start() if following is not None else end
    line = text.rfind("\n", 0, found.start()) + 1
    alone = _LINE.fullmatch(text, line, found.start()) is not None
    if not alone:
        while end > start + 1 and text[end - 1] in _STRIPPED:
            end -= 1
    elif settings.asks_for(found["name"]) is None and following is None:
        last = text.find("\n", end)
        last = len(text) if last < 0 else last
        if not _AGAIN.search(text, end, last):
            comment = _COMMENT.search(text, end, last)
            end = comment.start() if comment is not None else last
            end -= len(text[start:end]) - len(text[start:end].rstrip())
    return _read(text, found.start(), end, found["name"], start, end, settings)


def _read(
    text: str, first: int, last: int, name: str, start: int, end: int, settings: Settings, *, quoted: bool = False
) -> Stretch:
    values = tuple(asked_value(text, name, start, end, settings, quoted=quoted)) if start < end else ()
    credentials = any(value.said and value.holds is Holds.SECRET for value in values)
    return Stretch(first, last, values, credentials=credentials)


def asked_value(
    text: str, name: str, start: int, end: int, settings: Settings, *, quoted: bool = False
) -> Iterator[Value]:
    """The value at `[start, end)` as what its name asks for, in parts where it has some; a free one where it is not.
    `quoted`: quotation marks say where it ends, so that a secret may have several words."""
    asked, surface = settings.asks_for(name), text[start:end]
    if quoted and asked == "PASSWORD" and _PASSPHRASE.fullmatch(surface) and not settings.is_placeholder(surface):
        yield Value(start, end, Holds.SECRET, asked, said=True)
        return
    plain = len(surface.split()) == 1 and "://" not in surface
    known = surface.isascii() if asked == "" else surface.casefold() in settings.placeholders
    if asked is not None and plain and known:
        yield Value(start, end, Holds.STAYS)
    elif not asked or not plain or settings.is_placeholder(surface):
        yield Value(start, end, Holds.STAYS if settings.is_region(surface) else Holds.FREE)
    elif asked == "HOST":
        yield from _hosts(text, start, end, settings)
    else:
        yield _typed(name, asked, surface, start, end, settings)


def _typed(name: str, asked: str, surface: str, start: int, end: int, settings: Settings) -> Value:
    """A value of one word by what its name asks for, where its form does not speak against that."""
    if asked == "BUCKET":
        telling = is_telling(surface, settings)
        return Value(start, end, Holds.HOST if telling else Holds.STAYS, "REFERENCE", said=telling)
    if asked in SECRETS and _PATH.fullmatch(surface):
        return Value(start, end, Holds.FREE)
    if asked == "PASSWORD":
        opens = _SIGNED.fullmatch(surface) is not None and not surface.isdecimal() and not _is_word(surface)
        return Value(start, end, Holds.SECRET, asked, said=opens)
    if asked in SECRETS:
        opens = _OPAQUE.fullmatch(surface) is not None and words_of(name) != ("key",)
        return Value(start, end, Holds.SECRET if opens else Holds.FREE, asked, said=opens)
    if asked == "HANDLE":
        login = _LOGIN.fullmatch(surface) is not None and not _is_word(surface)
        if surface.casefold() in settings.generic:
            return Value(start, end, Holds.STAYS)
        return Value(start, end, Holds.USER if login else Holds.FREE, asked, said=login)
    code = _CODE.fullmatch(surface) is not None
    return Value(start, end, Holds.NUMBER if code else Holds.FREE, asked, said=code)


def _hosts(text: str, start: int, end: int, settings: Settings) -> Iterator[Value]:
    """Hosts with their ports, one or more; what is no host is any value."""
    first = text.find(":", start, end) + 1 if text[start:end].startswith("tcp:") else start
    for part in re.finditer(r"[^,]+", text[first:end]):
        begin, last = first + part.start(), first + part.end()
        found = HOST_PORT.fullmatch(text, begin, last)
        if found is None:
            yield Value(begin, last, Holds.STAYS if text[begin:last].isdecimal() else Holds.FREE)
            continue
        yield from read_host(text, *found.span("host"), settings, said=True)
        if found["port"]:
            yield Value(*found.span("port"), Holds.STAYS)


def _is_word(surface: str) -> bool:
    return surface.isascii() and surface.casefold() in english()
