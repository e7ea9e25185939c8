import pytest

from core.domain.errors import InputError
from core.domain.request import MAX_TEXT_BYTES
from core.engine.input_checks import check_text, decode


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "input.empty"),
        (b" \n\t", "input.empty"),
        (b"a\xffb", "input.not_utf8"),
        (b"a\x00b", "input.nul"),
        ("中".encode() * (MAX_TEXT_BYTES // 3 + 1), "input.too_large"),
    ],
)
def test_what_is_not_text_is_refused_by_name(raw: bytes, code: str) -> None:
    with pytest.raises(InputError) as caught:
        decode(raw)
    assert caught.value.code == code


def test_the_largest_text_passes() -> None:
    assert len(decode(b"a" * MAX_TEXT_BYTES)) == MAX_TEXT_BYTES


def test_a_byte_order_mark_is_no_text() -> None:
    assert decode(b"\xef\xbb\xbf" + "我67岁".encode()) == "我67岁"


def test_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(InputError, match=r"input\.surrogate"):
        check_text("a\ud800")
