"""Hostile characters of an answer become visible (SEC-16)."""

from __future__ import annotations

import pytest

from core.restore.neutral import CUT_MARK, neutralise


@pytest.mark.parametrize(
    "char",
    [
        "\x00",
        "\x07",
        "\x1b",
        "\x7f",
        "\x9b",
        "\u202e",
        "\u2066",
        "\u200e",
        "\u061c",
        "\u2028",
        "\ud800",
        "\ue000",
        "\ufeff",
        "\U000e0041",
    ],
)
def test_steering_characters_are_replaced(char: str) -> None:
    assert neutralise(f"a{char}b") == "a\ufffdb"


@pytest.mark.parametrize("text", ["tab\tand\nline", "e\u0301 林𠮷 👩‍👩‍👧 ❤️", "\u00a0 \u3000", "می\u200cخواهم"])
def test_ordinary_writing_stays(text: str) -> None:
    assert neutralise(text) == text


def test_line_ends_become_line_feeds() -> None:
    assert neutralise("a\r\nb\rc") == "a\nb\nc"


def test_length_is_bounded_and_says_so() -> None:
    assert neutralise("x" * 11, limit=10) == "x" * 10 + CUT_MARK
    assert neutralise("x" * 10, limit=10) == "x" * 10
