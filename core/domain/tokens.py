"""Stable typed tokens of one conversation: same value, same token, in every turn (DESIGN 5.0, 5.2).

A token is spelled bare, `[LABEL_n]`, or with the class of its value, `[LABEL_n: class]`; the bare spelling is its key.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from core.domain.language import Language
from core.domain.sensitive import SensitiveAttribute
from core.domain.taxonomy import AttributeType

LONGEST_CLASS = 80
"""Code points of the class that a token may say."""
TOKEN_PATTERN = re.compile(
    r"\[(?P<label>[^\W\d_](?:[^\W_]|_(?!\d+[\]:：]))*)_(?P<number>\d{1,6})"
    rf"(?P<told>(?:: |：)[^\[\]\r\n]{{1,{LONGEST_CLASS}}})?\]"
)
"""A token in canonical spelling: label, number and, where it says its class, that with the colon before it."""
_COLON = {Language.EN: ": ", Language.ZH: "："}
_VEIL = "\u0f33"
"""Stands for the signs of a token where a text is searched for values: a number to what joins letters and digits, but
neither a digit nor a letter, so that nothing reads on from one side of a token to the other."""
_FEW_DIGITS = 3
"""Longest number of a token that is taken for one without asking who issued it."""


def bare(label: str, number: int) -> str:
    """The key of a token."""
    return f"[{label}_{number}]"


def classed(token: str, told: str, language: Language) -> str:
    """A bare token with the class of its value, named in `language`."""
    return f"{token[:-1]}{_COLON[language]}{told}]"


def without_tokens(text: str) -> str:
    """`text` with nothing in the place of tokens but the classes that they say."""
    return TOKEN_PATTERN.sub(lambda match: f" {(match['told'] or '').lstrip(':：')} ", text)


def veiled(text: str, labels: Collection[str]) -> str:
    """`text`, as long as before, with the tokens of these labels out of sight: `[AGE_5]` says nothing of a value 5. The
    class that a token says stays in sight."""

    def veil(match: re.Match[str]) -> str:
        if match["label"] not in labels or len(match["number"]) > _FEW_DIGITS:
            return match.group()
        told = match["told"] or ""
        return _VEIL * (len(match.group()) - len(told) - 1) + told + _VEIL

    return TOKEN_PATTERN.sub(veil, text) if "[" in text else text


@dataclass(frozen=True, slots=True)
class TokenEntry:
    """`token` stands for `original`, the surface to put back, of the value `attribute_id`.

    `label` and `number` are the parts of the token; `type_id` allows labels of the other language to be
    recognised when a model translated them.
    """

    token: str
    label: str
    number: int
    type_id: str
    attribute_id: str
    original: str
    language: Language


class TokenVault:
    """Issues and resolves the tokens of one conversation. In memory only; safe from any thread."""

    def __init__(self) -> None:
        self._by_attribute: dict[str, TokenEntry] = {}
        self._by_token: dict[str, TokenEntry] = {}
        self._reserved: set[str] = set()
        self._lock = threading.Lock()

    def reserve(self, text: str) -> None:
        """Never issue a token that the user's own text already contains as ordinary words."""
        with self._lock:
            found = {bare(match["label"], int(match["number"])) for match in TOKEN_PATTERN.finditer(text)}
            self._reserved |= found - self._by_token.keys()

    def token_for(
        self,
        attribute: SensitiveAttribute,
        kind: AttributeType,
        language: Language,
        original: str = "",
        form: str = "",
        of: TokenEntry | None = None,
    ) -> TokenEntry:
        """The token of this value, issued on first use; numbers count up per type, over both languages.

        `original`: what it stands for where it is first used; the first mention when empty. `form`: of
        `AttributeType.token_forms`, whose label it takes. `of`: the token whose number it shares as another form of the
        same value; where that form has one already, the new one is a token of the type by itself.
        """
        original = original or (attribute.mentions[0].text if attribute.mentions else attribute.value)
        with self._lock:
            known = self._by_attribute.get(attribute.id)
            if known is not None:
                return known
            label, number = kind.token_forms[form][language] if form else kind.token[language], 0
            if of is not None and not self._is_taken(label, of.number):
                number = of.number
            elif of is not None:
                label = kind.token[language]
            if not number:
                of_type = [entry.number for entry in self._by_attribute.values() if entry.type_id == kind.id]
                number = 1 + max(of_type, default=0)
                while self._is_taken(label, number):
                    number += 1
            entry = TokenEntry(bare(label, number), label, number, kind.id, attribute.id, original, language)
            self._by_attribute[attribute.id] = entry
            self._by_token[entry.token] = entry
            return entry

    def _is_taken(self, label: str, number: int) -> bool:
        return bare(label, number) in self._reserved or bare(label, number) in self._by_token

    def fork(self) -> TokenVault:
        """An independent copy: what it issues later is unknown here. For proposals that may never be sent."""
        copy = TokenVault()
        with self._lock:
            copy._by_attribute = dict(self._by_attribute)
            copy._by_token = dict(self._by_token)
            copy._reserved = set(self._reserved)
        return copy

    @classmethod
    def restored(cls, entries: Iterable[TokenEntry], reserved: Iterable[str] = ()) -> TokenVault:
        """A vault that continues where another one stood: its `entries()`, oldest first, its `reserved_tokens()`."""
        vault = cls()
        for entry in entries:
            vault._by_attribute[entry.attribute_id] = entry
            vault._by_token[entry.token] = entry
        vault._reserved |= set(reserved)
        return vault

    def reserved_tokens(self) -> frozenset[str]:
        """Token spellings that the user's own texts contain as ordinary words; a snapshot."""
        with self._lock:
            return frozenset(self._reserved)

    def resolve(self, token: str) -> TokenEntry | None:
        """The entry of a token in canonical spelling, None for one that was never issued."""
        return self._by_token.get(token)

    def issued_for(self, attribute_id: str) -> TokenEntry | None:
        """The token of a value, None where none was issued yet."""
        return self._by_attribute.get(attribute_id)

    def entries(self) -> tuple[TokenEntry, ...]:
        """All issued tokens, oldest first; a snapshot."""
        with self._lock:
            return tuple(self._by_attribute.values())
