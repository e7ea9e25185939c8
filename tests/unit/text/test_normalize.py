import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.normalize import comparison_key, normalize

TRICKY = st.text(
    alphabet=st.one_of(
        st.sampled_from("ab1 ①½\u00a0\r\n\u3000张𠮷\u0301👨\u200d👩ＡＢ－１２٣ﬁ。\u2028\u00ad"),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=40,
)


@pytest.mark.parametrize(
    ("original", "view"),
    [
        ("plain text", "plain text"),
        ("电话１３９００００１２３４", "电话13900001234"),
        ("a\r\nb\rc\u2028d", "a\nb\nc\nd"),
        ("a\u00a0b\u3000c", "a b c"),
        ("1–2—3−4", "1-2-3-4"),
        ("x\u200by\ufeffz", "xyz"),
        ("cafe\u0301", "café"),
        ("٠١٢", "012"),
        ("ﬁne", "fine"),
        ("𠮷田さん", "𠮷田さん"),
    ],
)
def test_folds_what_carries_no_meaning(original: str, view: str) -> None:
    assert normalize(original).text == view


def test_a_text_without_changes_is_not_copied() -> None:
    original = "我今年67岁, I am 67.\n"
    assert normalize(original).text is original


def test_spans_come_back_in_code_points_of_the_original() -> None:
    original = "𠮷田：\u200b１３９\r\n👩‍⚕️ 67岁"
    normalized = normalize(original)
    start = normalized.text.index("139")
    assert original[slice(*normalized.to_original(start, start + 3))] == "１３９"
    start = normalized.text.index("67岁")
    assert original[slice(*normalized.to_original(start, start + 3))] == "67岁"


def test_a_span_through_an_expanding_character_covers_it_whole() -> None:
    normalized = normalize("a½b")
    assert normalized.text == "a1\u20442b"
    assert normalized.to_original(1, 2) == (1, 2)
    assert normalized.to_view(1, 2) == (1, 4)


@given(TRICKY)
def test_every_character_of_the_view_has_a_source_that_maps_back_to_it(original: str) -> None:
    normalized = normalize(original)
    for position in range(len(normalized.text)):
        start, end = normalized.to_original(position, position + 1)
        assert 0 <= start < end <= len(original)
        back_start, back_end = normalized.to_view(start, end)
        assert back_start <= position < back_end


@given(TRICKY)
def test_offsets_grow_with_offsets(original: str) -> None:
    normalized = normalize(original)
    starts = [normalized.to_original(position, position + 1)[0] for position in range(len(normalized.text))]
    assert starts == sorted(starts)


@given(TRICKY)
def test_comparison_key_ignores_width_case_and_separators(text: str) -> None:
    assert comparison_key(text) == comparison_key(f" {text}-".upper().lower())


@pytest.mark.parametrize(
    ("one", "other"),
    [("139 0000-1234", "１３９００００１２３４"), ("Margaret OLSEN", "margaret  olsen"), ("张\u200b三", "张三")],
)
def test_spellings_of_one_value_share_a_key(one: str, other: str) -> None:
    assert comparison_key(one) == comparison_key(other)
