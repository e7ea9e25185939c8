"""Extraction never raises and its offsets are exact, whatever the text (UI-26)."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shared_engine import rule_cascade

from core.domain.request import Request
from core.domain.sensitive import LayerState
from core.extract.cascade import CascadeExtractor

PIECES = [
    *["𠮷", "👩‍👩‍👧", "\r\n", "\r", "\u00a0", "\u200d", "\u200b", "\ufeff", "é", "e\u0301", "１", "Ｘ", "İ", "ß", "ﬁ"],
    *["\u2028", "张伟", "电话", "13900001234", "110101199003078890", "a@b.co", "Mr John Smith", "姓名：", " ", "\n\n"],
    *["，", "24 Oak Street", "@", "-", ".", "(", "\ud800", "\x00", "路1号", "尾号4821", "one two three ", "0", "·"],
]


@pytest.fixture(scope="module")
def extractor() -> CascadeExtractor:
    return rule_cascade()


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=6)), max_size=14).map("".join))
def test_offsets_are_exact_and_mentions_do_not_overlap(extractor, text):
    found = extractor.extract(Request(text), b"k" * 32)
    assert not [item for item in found.layers if item.state is LayerState.FAILED]
    last = 0
    for mention in found.mentions:
        assert 0 <= mention.start < mention.end <= len(text)
        assert text[mention.start : mention.end] == mention.text
        assert mention.start >= last
        last = mention.end


@pytest.mark.parametrize("separator", ["\r\n", "\r", "\u2028", "\n"])
def test_line_ends_of_every_kind_keep_offsets(extractor, separator):
    text = separator.join(["𠮷𠮷", "👩‍👩‍👧 a", "电话13900001234"])
    (phone,) = [item for item in extractor.extract(Request(text), b"k" * 32).mentions if item.type_id == "PHONE"]
    assert text[phone.start : phone.end] == "13900001234"
