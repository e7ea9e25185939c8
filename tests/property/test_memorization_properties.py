"""Whatever spelling of a value stands anywhere in a rule, the rule is stopped; a longer quotation never passes."""

from __future__ import annotations

import base64
from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from learning_cases import told

from core.domain.protocol import STRICT
from core.learn.memorization import MemorizationCheck, Source
from core.text.normalize import comparison_key

LATIN = st.text(alphabet="abcdefghkmnoprstuvwxyzABCDEFGHKMNOPRSTUVWXYZ0123456789", min_size=5, max_size=18)
HAN = st.text(alphabet="安北春东方光海和江林明南平青山石天文西新云邹慕澜贺兰司徒望舒柏", min_size=3, max_size=8)
VALUES = st.one_of(LATIN, HAN, st.builds(lambda one, other: f"{one} {other}", LATIN, LATIN))
AROUND = st.sampled_from(["", "mark ", "看到", "the code: ", "（"])
WAYS: dict[str, Callable[[str], str]] = {
    "as it is": lambda value: value,
    "upper case": str.upper,
    "spaced": lambda value: " ".join(value),
    "dotted": lambda value: ".".join(value),
    "wide": lambda value: "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char for char in value),
    "backwards": lambda value: value[::-1],
    "base64": lambda value: base64.b64encode(value.encode()).decode(),
    "url-safe base64": lambda value: base64.urlsafe_b64encode(value.encode()).decode().rstrip("="),
    "hexadecimal": lambda value: value.encode().hex(),
    "spaced hexadecimal": lambda value: value.encode().hex(" "),
    "percent": lambda value: "".join(f"%{byte:02x}" for byte in value.encode()),
    "entities": lambda value: "".join(f"&#{ord(char)};" for char in value),
}


@pytest.mark.parametrize("way", WAYS)
@given(value=VALUES, before=AROUND, after=AROUND)
def test_a_value_in_any_spelling_stops_a_rule(way: str, value: str, before: str, after: str) -> None:
    assume(comparison_key(value))
    check = MemorizationCheck([Source(f"It says {value} here.", (value,))], STRICT)
    said = f"{before}{WAYS[way](value)}{after}"
    assert check.fault(told(said.strip())) is not None


@given(
    text=st.text(alphabet="abcdefghij klmnop，。安北春东方光", min_size=40, max_size=80),
    start=st.integers(0, 20),
    length=st.integers(STRICT.quote_length + 1, 40),
)
def test_a_passage_longer_than_the_protocol_allows_is_a_quotation(text: str, start: int, length: int) -> None:
    plain = " ".join(text.split())
    passage = plain[start : start + length]
    assume(passage == passage.strip() and len(passage) > STRICT.quote_length)
    assert MemorizationCheck([Source(plain, ())], STRICT).fault(told(passage)) is not None


@given(st.text(max_size=200))
def test_any_words_are_judged_without_an_error(words: str) -> None:
    check = MemorizationCheck([Source("My badge is QX-9921-T.", ("QX-9921-T",))], STRICT)
    check.fault_in(words)


@given(VALUES, st.text(alphabet="klmnopqrstuvwxyz ", max_size=30))
def test_what_passes_does_not_hold_the_value(value: str, words: str) -> None:
    check = MemorizationCheck([Source(value, (value,))], STRICT)
    if check.fault_in(words) is None:
        assert comparison_key(value) not in comparison_key(words)
