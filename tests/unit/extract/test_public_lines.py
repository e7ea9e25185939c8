"""Numbers that anybody may call: service numbers of a country's plan, and what is named a hotline."""

from __future__ import annotations

import pytest
from weighing_cases import WEIGHING

LINES = WEIGHING.settings.lines


@pytest.mark.parametrize(
    ("text", "number", "public"),
    [
        ("农行客服九五五九九打了三遍", "九五五九九", True),
        ("拨打12345投诉", "12345", True),
        ("平機會熱線2511 8211", "2511 8211", True),
        ("the hotline is 0800 555 019", "0800 555 019", True),
        ("I called 1930 already", "1930", True),
        ("客服07731说转人工", "07731", False),
        ("工号 95123", "95123", False),
        ("call me on 020 7946 0958", "020 7946 0958", False),
    ],
)
def test_a_number_that_anybody_may_call_is_nobodys(text: str, number: str, *, public: bool) -> None:
    start = text.index(number)
    assert LINES.holds(text, start, start + len(number)) is public
