"""Checks of what comes in: what is not text is refused with a clear reason and nothing is lost."""

from __future__ import annotations

from core.domain.errors import InputError
from core.domain.request import MAX_TEXT_BYTES


def decode(raw: bytes) -> str:
    """UTF-8 bytes (with or without BOM) to text. Raises InputError: encoding, or as `check_text`."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("input.not_utf8", details={"offset": error.start}) from None
    check_text(text)
    return text


def check_text(text: str) -> None:
    """Raises InputError for an empty text, NUL, a lone surrogate, or more than MAX_TEXT_BYTES of UTF-8."""
    if not text.strip():
        raise InputError("input.empty")
    if "\x00" in text:
        raise InputError("input.nul", details={"offset": text.index("\x00")})
    try:
        size = len(text.encode("utf-8"))
    except UnicodeEncodeError as error:
        raise InputError("input.surrogate", details={"offset": error.start}) from None
    if size > MAX_TEXT_BYTES:
        raise InputError("input.too_large", details={"bytes": size, "limit": MAX_TEXT_BYTES})
