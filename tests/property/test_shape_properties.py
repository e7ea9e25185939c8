"""A shape matches the value it was taken from, says none of its letters or digits, and survives its notation."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.domain.errors import InputError
from core.text.normalize import normalize
from core.text.shapes import MOST_PARTS, Run, Shape, Sign, abstract, compiled, covers, cut_out, joined, parse

VALUES = st.text(alphabet="ABab019 -_/.,{}\\:#@汉张伟éÜдж　（）", min_size=1, max_size=24)


@given(VALUES)
def test_a_value_has_the_shape_that_was_taken_from_it(value: str) -> None:
    notation = abstract(value)
    assume(notation is not None)
    assert notation is not None
    shape = parse(notation)
    view = normalize(value).text.strip()
    assert str(shape) == notation
    assert shape.matches(view)
    assert shape.shortest == len(view) == shape.longest


@given(VALUES)
def test_a_shape_tells_no_letter_and_no_digit(value: str) -> None:
    notation = abstract(value)
    assume(notation is not None)
    assert notation is not None
    signs = [part.char for part in parse(notation).parts if isinstance(part, Sign)]
    assert not any(sign.isalnum() for sign in signs)


RUNS = st.lists(st.tuples(st.sampled_from("B-b5/张 "), st.integers(1, 9), st.integers(1, 9)), min_size=1, max_size=8)


@given(RUNS)
def test_what_joins_two_shapes_covers_both(runs: list[tuple[str, int, int]]) -> None:
    spelled = [(char, one, other) if char.isalnum() else (char, 1, 1) for char, one, other in runs]
    values = ["5" + "".join(item[0] * item[place] for item in spelled) + "5" for place in (1, 2)]
    first, second = (abstract(value) for value in values)
    if first is None or second is None:
        assert max(map(len, values)) > MOST_PARTS
        return
    both = joined(first, second)
    if both is None:  # a run took up its neighbour of the same class
        assert any(left[0] == right[0] for left, right in pairwise([("5", 1, 1), *spelled, ("5", 1, 1)]))
        return
    assert covers(both, first)
    assert covers(both, second)
    assert all(parse(both).matches(value) for value in values)


@given(st.one_of(st.text(max_size=40), st.text(alphabet="Aa9汉o{},\\- 123", max_size=20)))
def test_any_text_is_a_shape_or_refused(notation: str) -> None:
    shape = parse_or_none(notation)
    if shape is None:
        return
    assert parse(str(shape)) == shape
    runs = [part for part in shape.parts if isinstance(part, Run)]
    assert runs
    assert all(1 <= run.least <= run.most for run in runs)
    assert compiled(shape).fullmatch("") is None


def parse_or_none(notation: str) -> Shape | None:
    try:
        return parse(notation)
    except InputError:
        return None


@pytest.mark.parametrize(
    ("value", "notation"),
    [
        ("MR-004217", "A{2}-9{6}"),
        ("ＭＲ－００４２１７", "A{2}-9{6}"),
        ("张伟", "汉{2}"),
        ("京A12345", "汉A9{5}"),
        ("Anna Smith", "Aa{3} Aa{4}"),
        ("дом 5", "o{3} 9"),
    ],
)
def test_shapes_of_some_values(value: str, notation: str) -> None:
    assert abstract(value) == notation


@pytest.mark.parametrize("value", ["", "   ", "--", "a\u0001b", "ab" * 40, "1 2 3 4 5 6 7 8 9 0"])
def test_what_has_no_shape(value: str) -> None:
    assert abstract(value) is None


@pytest.mark.parametrize("notation", ["A{0}", "A{2,1}", "A{65}", "AA", "x", "{", "\\a", "-", "9{3", "张"])
def test_malformed_notations(notation: str) -> None:
    with pytest.raises(InputError):
        parse(notation)


def test_a_piece_of_a_longer_run_is_no_value_but_han_needs_no_gap() -> None:
    assert cut_out("xAB12", 1, 5)
    assert cut_out("AB123", 0, 4)
    assert not cut_out("是AB12号", 1, 5)
    assert not cut_out("主治张伟医生", 2, 4)
