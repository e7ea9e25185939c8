"""Decoded views: what a text says under percent-encoding, escapes of JSON and HTML, quoted-printable, base64 and hex.

A view maps back to the text, so that whatever is found in it has a place there. Encodings may be nested, to a bounded
depth; every pass is linear.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from core.text.characters import ignorable

DEPTH = 3
"""Encodings inside each other that are undone."""
MOST_BLOBS = 2_000
"""Runs of one text that are tried; a text with more is no prompt."""

_QUOTED = r"|(?:=[0-9A-F]{2})+(?:=\r?\n(?:=[0-9A-F]{2})+)*"
_BYTES = re.compile(rf"(?:%[0-9A-Fa-f]{{2}})+{_QUOTED}|(?:\\x[0-9A-Fa-f]{{2}})+")
_ESCAPES = re.compile(r"(?:\\u[0-9A-Fa-f]{4})+|\\u\{[0-9A-Fa-f]{1,6}\}|\\U[0-9A-Fa-f]{8}")
_SIGNS = re.compile(r"\\[nrt\"'/\\]|(?<=[^\s+])\+(?=[^\s+])|=\r?\n")
_ENTITIES = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_INLINE = re.compile("|".join(pattern.pattern for pattern in (_BYTES, _ESCAPES, _ENTITIES, _SIGNS)))
_UNQUOTED = re.compile(_INLINE.pattern.replace(_QUOTED, ""))
"""Without quoted-printable: `payload=56eA` is a name and its value, not an escaped letter."""
_IS_QUOTED = re.compile(r"(?:=[0-9A-F]{2}){2}|=3D|=\r?\n|=\?[\w-]+\?[Qq]\?|(?i:quoted-printable)")
"""What quoted-printable cannot do without; elsewhere `NIP=5550147038` is a name and its value alone."""
_BLOB = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{8,}(?:\r?\n[A-Za-z0-9+/_-]{4,})*={0,2}")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:0x)?((?:[0-9A-Fa-f]{2}){4,})(?![0-9A-Za-z])")


@dataclass(frozen=True, slots=True)
class DecodedView:
    """`text` as it reads decoded; `starts[i]`, `ends[i]`: span of the original that character i came from."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Span of the original behind `[start, end)` of the view, which is not empty."""
        return min(self.starts[start:end]), max(self.ends[start:end])


def decoded_views(text: str) -> tuple[DecodedView, ...]:
    """Every other reading of `text`; empty where it has no encoded part. Offsets are code points of `text`."""
    found: list[DecodedView] = []
    seen = {text}
    waiting = [(view, 1) for view in _views_of(text)]
    while waiting:
        view, depth = waiting.pop()
        if view.text in seen:
            continue
        seen.add(view.text)
        found.append(view)
        if depth < DEPTH:
            waiting.extend((_through(inner, view), depth + 1) for inner in _views_of(view.text))
    return tuple(found)


def _through(inner: DecodedView, outer: DecodedView) -> DecodedView:
    spans = [outer.span(start, end) for start, end in zip(inner.starts, inner.ends, strict=True)]
    return DecodedView(inner.text, tuple(span[0] for span in spans), tuple(span[1] for span in spans))


def _views_of(text: str) -> Iterator[DecodedView]:
    escapes = (_INLINE, _UNQUOTED) if _IS_QUOTED.search(text) is not None else (_UNQUOTED,)
    for pattern in escapes:
        inline = _inline(text, pattern)
        if inline is not None:
            yield inline
    for count, match in enumerate(_BLOB.finditer(text)):
        if count >= MOST_BLOBS:
            break
        blob = match.group()
        yield from _blob(blob, match.start(), match.end(), _from_base64)
        if "\n" in blob:
            for line in re.finditer(r"[^\r\n]+", blob):
                yield from _blob(line.group(), match.start() + line.start(), match.start() + line.end(), _from_base64)
    for count, match in enumerate(_HEX.finditer(text)):
        if count >= MOST_BLOBS:
            break
        yield from _blob(match[1], match.start(), match.end(), _from_hex)


def _inline(text: str, escapes: re.Pattern[str]) -> DecodedView | None:
    """The text with every one of the escapes in it undone; None where it has none."""
    parts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    position = 0
    for match in escapes.finditer(text):
        said = _unescaped(match.group())
        if said is None:
            continue
        starts.extend(range(position, match.start()))
        ends.extend(range(position + 1, match.start() + 1))
        starts.extend([match.start()] * len(said))
        ends.extend([match.end()] * len(said))
        parts += [text[position : match.start()], said]
        position = match.end()
    if not parts:
        return None
    starts.extend(range(position, len(text)))
    ends.extend(range(position + 1, len(text) + 1))
    parts.append(text[position:])
    return DecodedView("".join(parts), tuple(starts), tuple(ends))


def _unescaped(written: str) -> str | None:
    """What an escape says; None where it says nothing (bytes that are no text, an unknown entity)."""
    if _BYTES.fullmatch(written):
        return _text(bytes.fromhex(re.sub(r"%|=|\\x|\s", "", written)))
    if written.startswith(("\\u", "\\U")):
        return _code_points(written)
    if written.startswith("&"):
        said = html.unescape(written)
        return None if said == written else said
    if written == "+":
        return " "
    return {"\\n": "\n", "\\r": "\n", "\\t": "\t"}.get(written, "" if written[0] == "=" else written[1:])


def _code_points(written: str) -> str | None:
    codes = [int(code, 16) for code in re.findall(r"[0-9A-Fa-f]{4,8}|(?<=\{)[0-9A-Fa-f]+", written)]
    try:
        units = "".join(map(chr, codes))
        return units.encode("utf-16", "surrogatepass").decode("utf-16")
    except (ValueError, UnicodeDecodeError):
        return None


def _blob(blob: str, start: int, end: int, decode: Callable[[str], bytes | None]) -> Iterator[DecodedView]:
    """A run that is text when decoded; all of the view comes from all of the run."""
    raw = decode(blob)
    said = None if raw is None else _text(raw, ("utf-8",))
    if said:
        yield DecodedView(said, (start,) * len(said), (end,) * len(said))


def _from_base64(blob: str) -> bytes | None:
    packed = re.sub(r"[\s=]", "", blob).translate({ord("-"): "+", ord("_"): "/"})
    if len(packed) % 4 == 1 or (packed.isalpha() and packed[1:].islower()):
        return None  # a word, which is text in base64 by chance
    try:
        return base64.b64decode(packed + "=" * (-len(packed) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None


def _from_hex(blob: str) -> bytes | None:
    return bytes.fromhex(blob)


def _text(raw: bytes, encodings: tuple[str, ...] = ("utf-8", "gb18030")) -> str | None:
    """Bytes as text in the encodings that prompts bring along; None where they are none. Any bytes may happen to be
    text in the second, so that only what is surely encoded is read in it."""
    for encoding in encodings:
        try:
            said = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        if said and all(map(_is_text, said)):
            return said
    return None


def _is_text(char: str) -> bool:
    """Whether a character occurs in texts: what is printed, spaces of every width, what nobody sees."""
    if char.isprintable() or char in "\r\n\t" or char in ignorable():
        return True
    return unicodedata.category(char) in ("Zs", "Zl", "Zp", "Cf")
