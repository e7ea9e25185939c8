"""Every spelling of a grouped value is found; mentions are exact and never overlap."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from tests_extract_values import KEY, mention

from core.extract.coreference import group
from core.extract.variants import variants
from core.resources import load_taxonomy, resource_root
from core.text.normalize import comparison_key, normalize
from core.text.numerals import parse_chinese, parse_english, spell_chinese, spell_english

TAXONOMY = load_taxonomy(resource_root())

AMOUNTS = (
    st.integers(1001, 999_999)
    .filter(lambda number: not 1900 <= number < 2100)
    .map(lambda number: ("AMOUNT", f"CNY {number}.00"))
)
AGES = st.integers(21, 119).map(lambda number: ("AGE", str(number)))
DATES = st.dates().filter(lambda day: day.year >= 1900).map(lambda day: ("DATE", day.isoformat()))
VALUES = st.one_of(AMOUNTS, AGES, DATES)
FILLER = st.text(alphabet="，。 的和\n", min_size=1, max_size=5)


@given(number=st.integers(0, 999_999_999))
def test_english_words_read_back(number: int) -> None:
    assert parse_english(spell_english(number)) == number


@given(number=st.integers(0, 99_999_999_999))
def test_chinese_numerals_read_back(number: int) -> None:
    assert parse_chinese(spell_chinese(number)) == number


@settings(max_examples=150)
@given(value=VALUES, pieces=st.lists(FILLER, min_size=2, max_size=6), data=st.data())
def test_every_variant_is_a_mention(value: tuple[str, str], pieces: list[str], data: st.DataObject) -> None:
    type_id, canonical = value
    surfaces = variants(type_id, canonical)
    chosen = [data.draw(st.sampled_from(surfaces)) for _ in pieces]
    text = "｜".join(filler + surface + "；" for filler, surface in zip(pieces, chosen, strict=True))
    first = mention(type_id, canonical, text.index(chosen[0]), chosen[0])
    (found,) = group([first], normalize(text), KEY, TAXONOMY)
    covered = bytearray(len(text))
    for item in found.mentions:
        assert text[item.start : item.end] == item.text
        assert not any(covered[item.start : item.end])
        covered[item.start : item.end] = b"\x01" * (item.end - item.start)
    rest = comparison_key("".join(char for char, taken in zip(text, covered, strict=True) if not taken))
    assert [surface for surface in set(chosen) if comparison_key(surface) in rest] == []


RAW = st.one_of(
    st.text(max_size=16),
    st.from_regex(r"[0-9]{4}-[0-9]{2}(-[0-9]{2})?|--[0-9]{2}-[0-9]{2}", fullmatch=True),
    st.from_regex(r"([A-Z]{3} )?(nan|Infinity|-?[0-9]{1,20}(\.[0-9]{1,4})?(e[0-9]{1,2})?)", fullmatch=True),
)


@settings(max_examples=300)
@given(type_id=st.sampled_from(sorted(item.id for item in TAXONOMY)), value=RAW)
def test_any_raw_surface_has_variants_or_none(type_id: str, value: str) -> None:
    """A finding's value may be a surface that nothing read: `2024-25` is two years and no month."""
    assert all(variants(type_id, value))


@settings(max_examples=100)
@given(text=st.text(max_size=200), starts=st.lists(st.tuples(st.integers(0, 199), st.integers(1, 9)), max_size=8))
def test_any_text_gives_exact_disjoint_mentions(text: str, starts: list[tuple[int, int]]) -> None:
    mentions, end = [], 0
    for start, length in sorted(starts):
        if start >= end and start + length <= len(text):
            surface = text[start : start + length]
            mentions.append(mention("ORGANIZATION", surface.lower(), start, surface))
            end = start + length
    found = group(mentions, normalize(text), KEY, TAXONOMY)
    spans = sorted((item.start, item.end, item.text) for attribute in found for item in attribute.mentions)
    assert all(text[start:stop] == surface for start, stop, surface in spans)
    assert all(left[1] <= right[0] for left, right in pairwise(spans))
