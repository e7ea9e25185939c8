"""Values in codes: Morse, rows of character codes, base32."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Sequence

from core.extract.disguise_words import Words, disguise_words
from core.extract.disguised.stretch import Disguise, is_strange

LEAST_CODES = 4
_MORSE = re.compile(r"(?<![^\s/|(\[\"'`])[.\-·•–—−]{1,6}(?:[ /|\n]{1,3}[.\-·•–—−]{1,6}){3,}(?![^\s/|)\]\"'`,;])")


def morse(text: str, words: Words) -> Iterator[Disguise]:
    for match in _MORSE.finditer(text):
        plain = re.sub(r"[·•]", ".", re.sub(r"[–—−]", "-", match.group()))
        letters = [words.morse.get(sign, "") for sign in re.split(r"[ /|\n]+", plain) if sign]
        if all(letters) and len(set(letters)) > 2:
            said = "".join(words.morse.get(part, " ") for part in _morse_parts(plain)).strip()
            spoken = said.title() if said.replace(" ", "").isalpha() else said
            yield Disguise(match.start(), match.end(), spoken, deliberate=True)


def _morse_parts(plain: str) -> Iterator[str]:
    for word in re.split(r"\s*[/|\n]\s*|\s{3,}", plain):
        yield from word.split()
        yield " "


_NUMBERS = re.compile(
    r"(?<![\w.])(?:0x)?[0-9A-Fa-f]{2,8}"
    r"(?:[ ,;:\-|\n\t]{1,3}(?:[0-9A-Fa-f]{4,8}[ :]+)?(?:0x)?[0-9A-Fa-f]{2,8}){3,}(?![\w.])"
)
_OFFSET = re.compile(r"(?m)^[0-9A-Fa-f]{4,8}[ :]{1,2}(?=[0-9A-Fa-f]{2}\b)")


def codes(text: str, _words: Words) -> Iterator[Disguise]:
    """Rows of numbers that are the codes of letters: decimal, hexadecimal, octal, binary."""
    for match in _NUMBERS.finditer(text):
        start = match.start()
        offset = _OFFSET.match(text, start)
        body = text[offset.end() if offset else start : match.end()]
        items = re.findall(r"[0-9A-Fa-fx]+", re.sub(r"\n[0-9A-Fa-f]{4,8}[ :]{1,2}", "\n", body))
        said = _decoded(items)
        if said:
            yield Disguise(offset.end() if offset else start, match.end(), said, deliberate=is_strange(said))
    for match in re.finditer(r"(?<!\w)[01]{8}(?:[01]{8}){2,}(?!\w)", text):
        said = _decoded([match.group()[at : at + 8] for at in range(0, len(match.group()), 8)])
        if said:
            yield Disguise(match.start(), match.end(), said, deliberate=is_strange(said))
    for match in re.finditer(r"(?<![A-Za-z0-9])(?:[A-Z2-7]{8}){2,}(?:[A-Z2-7]{2,7}=*)?(?![A-Za-z0-9=])", text):
        said = _from_base32(match.group())
        if said:
            yield Disguise(match.start(), match.end(), said, deliberate=is_strange(said))
    if any(ask in text.lower() for ask in disguise_words().asks["decimal"]):
        for match in re.finditer(r"(?<![A-Za-z0-9_])0[xX]([0-9A-Fa-f]{6,16})(?![A-Za-z0-9_])", text):
            yield Disguise(match.start(), match.end(), str(int(match[1], 16)))


def _from_base32(written: str) -> str:
    """The text behind a run in base32; empty where it is none."""
    packed = written.rstrip("=")
    try:
        said = base64.b32decode(packed + "=" * (-len(packed) % 8)).decode("utf-8")
    except (binascii.Error, ValueError):
        return ""
    return said if said.isprintable() else ""


def _decoded(items: Sequence[str]) -> str:
    """The text that the codes are in the first base in which they are one."""
    plain = [item.lower().removeprefix("0x") for item in items]
    if len(plain) < LEAST_CODES:
        return ""
    for base in (2, 10, 16, 8):
        try:
            codes = [int(item, base) for item in plain]
        except ValueError:
            continue
        if base == 2 and not all(len(item) in (7, 8) for item in plain):
            continue
        if base == 16 and all(len(item) == 2 for item in plain):
            try:
                said = bytes(codes).decode("utf-8")
            except ValueError:
                continue
        elif all(32 <= code < 127 for code in codes) or all(0x4E00 <= code <= 0x9FFF for code in codes):
            said = "".join(map(chr, codes))
        else:
            continue
        letters = sum(map(str.isalpha, said))
        if said.isprintable() and 2 * letters >= len(said):
            return said
    return ""
