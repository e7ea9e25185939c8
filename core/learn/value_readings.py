"""Every way in which a rule could say a value: readings of the rule's words, and disguises of a value (Algorithm 3).

Both sides are folded (width, case, digits of every script, number words), and what is encoded is decoded. Whatever is
not decoded on the side of the rule is encoded on the side of the value.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
from collections.abc import Callable, Iterable, Iterator
from urllib.parse import unquote

from core.text.normalize import comparison_key, normalize
from core.text.numerals import EN_NUMBER_PHRASE, ZH_NUMERAL, parse_number

MOST_READINGS = 64
"""Readings of one rule; a rule is a sentence, so only a hostile one has more."""
DECODINGS = 2
"""How often a decoded text is decoded again."""
SHORTEST_ENCODED = 4
"""Code points of what can be told from noise once it is encoded."""

_NUMBER_EN = re.compile(rf"(?<![a-z])(?:{EN_NUMBER_PHRASE}|zero)(?![a-z])")
_NUMBER_ZH = re.compile(rf"{ZH_NUMERAL}+")
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[\s.,_·-]+(?=\d)")
_SPACE = re.compile(r"\s+")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{4,}={0,2}")
_BASE32 = re.compile(r"[A-Z2-7]{8,}={0,6}")
_HEX = re.compile(r"(?:(?:\\x|0x)?[0-9a-fA-F]{2}[\s:]?){2,}")
_ESCAPED = re.compile(r"(?:\\u\{?|U\+|%u)([0-9a-fA-F]{4,6})\}?")
_NOT_HEX = re.compile(r"\\x|0x|[^0-9a-fA-F]")
_CODEPAGES = ("utf-8", "gb18030", "utf-16-le", "utf-16-be")
_HAN = re.compile(r"[\u3400-\u9fff]")
_LEET = str.maketrans("013457@$", "oleastas")
_ATBASH = str.maketrans("abcdefghijklmnopqrstuvwxyz", "zyxwvutsrqponmlkjihgfedcba")
_LATIN_LOOK = re.compile(r"[^\W\d_]+")
_INITIALS = (
    (0xB0A1, "a"), (0xB0C5, "b"), (0xB2C1, "c"), (0xB4EE, "d"), (0xB6EA, "e"), (0xB7A2, "f"), (0xB8C1, "g"),
    (0xB9FE, "h"), (0xBBF7, "j"), (0xBFA6, "k"), (0xC0AC, "l"), (0xC2E8, "m"), (0xC4C3, "n"), (0xC5B6, "o"),
    (0xC5BE, "p"), (0xC6DA, "q"), (0xC8BB, "r"), (0xC8F6, "s"), (0xCBFA, "t"), (0xCDDA, "w"), (0xCEF4, "x"),
    (0xD1B9, "y"), (0xD4D1, "z"),
)  # fmt: skip
"""The 3,755 common characters stand in GB 2312 in the order of their sound: from which code on which first letter."""
_INITIALS_END = 0xD7FA


def folded(text: str) -> str:
    """Normalised and case-folded, runs of white space as one space."""
    return _SPACE.sub(" ", normalize(text).text.casefold()).strip()


def with_digits(text: str) -> str:
    """`text` (folded) with number words of both languages as digits, and digits that are only set apart as one run."""
    spelled = _NUMBER_ZH.sub(_as_digits, _NUMBER_EN.sub(_as_digits, text))
    return _BETWEEN_DIGITS.sub("", spelled)


def _as_digits(match: re.Match[str]) -> str:
    number = parse_number(match.group())
    return match.group() if number is None else f" {number:f} "


def readings(text: str) -> tuple[str, ...]:
    """`text` folded, and everything that it may be read as: decoded, backwards, with letters exchanged. The plain
    reading first; at most MOST_READINGS."""
    found: dict[str, None] = {folded(text): None}
    wave = [text]
    for _ in range(DECODINGS):
        wave = [decoded for item in wave for decoded in _decoded(item)]
        for item in wave:
            found.setdefault(folded(item), None)
        if len(found) >= MOST_READINGS:
            break
    for item in list(found):
        for exchanged in (item[::-1], codecs.encode(item, "rot13"), item.translate(_LEET), item.translate(_ATBASH)):
            found.setdefault(exchanged, None)
    return tuple(found)[:MOST_READINGS]


def _decoded(text: str) -> Iterator[str]:
    ways: tuple[Callable[[str], Iterable[str]], ...] = (_whole, _base64, _base32, _hex)
    for way in ways:
        for item in way(text):
            if item != text and item.strip():
                yield item


def _whole(text: str) -> Iterator[str]:
    yield html.unescape(text)
    yield unquote(text)
    yield unquote(text, encoding="gb18030")
    yield _ESCAPED.sub(_code_point, text)


def _code_point(match: re.Match[str]) -> str:
    number = int(match[1], 16)
    return chr(number) if number <= 0x10FFFF else match.group()


def _base64(text: str) -> Iterator[str]:
    for match in _BASE64.finditer(text):
        body = match.group().rstrip("=").translate(str.maketrans("-_", "+/"))
        # A sequence may be cut anywhere; only one of the lengths is possible, the rest is dropped.
        body = body[: len(body) - 1] if len(body) % 4 == 1 else body
        yield from _spelled(base64.b64decode(body + "=" * (-len(body) % 4)))


def _base32(text: str) -> Iterator[str]:
    for match in _BASE32.finditer(text):
        body = match.group().rstrip("=")
        try:
            yield from _spelled(base64.b32decode(body + "=" * (-len(body) % 8)))
        except binascii.Error:
            continue


def _hex(text: str) -> Iterator[str]:
    for match in _HEX.finditer(text):
        digits = _NOT_HEX.sub("", match.group())
        yield from _spelled(bytes.fromhex(digits[: len(digits) // 2 * 2]))


def _spelled(raw: bytes) -> Iterator[str]:
    """What bytes may say: only what is wholly printable, or every token would be an encoding of something."""
    for codepage in _CODEPAGES:
        try:
            text = raw.decode(codepage)
        except UnicodeDecodeError:
            continue
        if text.isprintable():
            yield text


def disguises(value: str) -> frozenset[str]:
    """Comparison keys of the encoded forms of a value, so that one in the middle of a longer encoding is found too.

    Empty for a value that is too short to be told from noise.
    """
    plain = value.strip()
    key = comparison_key(plain)
    if len(key) < SHORTEST_ENCODED and not (_HAN.search(plain) and len(key) > 1):
        return frozenset()
    forms: set[str] = {key[::-1], codecs.encode(key, "rot13"), key.translate(_ATBASH)}
    for codepage in ("utf-8", "gb18030"):
        raw = plain.encode(codepage, "ignore")
        forms.add(raw.hex())
        # Three alignments: the characters at the edges depend on what stands beside the value.
        for shift in range(3):
            coded = base64.b64encode(b"\0" * shift + raw).decode()
            inner = coded[4 if shift else 0 :]
            forms.add(comparison_key(inner[: len(inner) - (4 if inner.endswith("=") else 0)]))
    forms.add(comparison_key("".join(f"{ord(char)};" for char in plain)))
    forms.discard(key)
    return frozenset(form for form in forms if len(form) >= SHORTEST_ENCODED)


def initials(value: str) -> str:
    """First letters of the sounds of a wholly Chinese value of two characters or more, "" where one is not known."""
    plain = comparison_key(value)
    if len(plain) < 2:
        return ""
    letters = [_initial(char) for char in plain]
    return "".join(letters) if all(letters) else ""


def _initial(char: str) -> str:
    try:
        raw = char.encode("gb2312")
    except UnicodeEncodeError:
        return ""
    code = int.from_bytes(raw, "big")
    if not _INITIALS[0][0] <= code < _INITIALS_END:
        return ""
    return next(letter for start, letter in reversed(_INITIALS) if code >= start)


def mixes_scripts(text: str) -> bool:
    """Whether a word consists of letters of different alphabets that look alike, as no word of a rule has to."""
    return any(
        any("a" <= char <= "z" for char in word) and any("\u0370" <= char <= "\u058f" for char in word)
        for word in _LATIN_LOOK.findall(text.casefold())
    )
