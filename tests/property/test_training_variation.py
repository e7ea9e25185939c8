"""Whatever is varied in a marked text for training, its marks stay where they belong."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.prompt_corpus import load_prompts
from bench.training.encoders.examples import Example, Stretch, examples_of
from bench.training.encoders.variation import (
    ChineseNames,
    HanPool,
    LatinPool,
    dictated,
    han_pool,
    han_varied,
    latin_pool,
    latin_varied,
    parted,
    recased,
    respelt,
    with_values,
)
from core.domain.language import Language
from core.extract.spans.coarse import COLUMNS
from core.resources import resource_root

NAMES = ChineseNames.load(resource_root())
ENGLISH, CHINESE = (examples_of(load_prompts(resource_root(), "dev", language)) for language in Language)
LATIN, HAN = latin_pool(ENGLISH), han_pool(CHINESE, NAMES)
NOBODY = LatinPool((), dict.fromkeys(LATIN.wholes, ()))
NO_LISTS = HanPool((), (), (), (), dict.fromkeys(HAN.wholes, ()))
KEPT = frozenset(COLUMNS.index(column) for column in ("L-circumstance", "D", "T", "P"))

SIGNS = st.text(st.sampled_from("aBé ßİ3-.,!，。、；！\n王欧阳小明7月ǅ𠮷"), max_size=6)
VALUES = st.one_of(
    st.text(st.sampled_from("aBéßİ3-.@，。王欧阳小老明月7"), min_size=1, max_size=6),
    st.sampled_from(
        ["Anna Ng", "ANNA", "de la Cruz", "AB-1234", "王小明", "欧阳明", "老王", "小明", "3月12日", "12/5"]
    ),
)


@st.composite
def examples(draw: st.DrawFn) -> Example:
    """Texts with marks of any column, side by side or apart."""
    text, stretches = draw(SIGNS), []
    for value, column, between in draw(
        st.lists(st.tuples(VALUES, st.integers(1, len(COLUMNS) - 1), SIGNS), max_size=6)
    ):
        stretches.append(Stretch(len(text), len(text) + len(value), column))
        text += value + between
    return Example(text, tuple(stretches), draw(st.booleans()))


def between(example: Example) -> list[str]:
    """What stands outside the marks."""
    edges = [0, *(edge for item in example.stretches for edge in (item.start, item.end)), len(example.text)]
    return [example.text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)]


def well_marked(example: Example) -> bool:
    edges = [0, *(edge for item in example.stretches for edge in (item.start, item.end)), len(example.text)]
    return edges == sorted(edges) and all(item.start < item.end for item in example.stretches)


def columns(example: Example) -> list[int]:
    return [item.column for item in example.stretches]


def folded(texts: list[str]) -> list[str]:
    return [text.upper().lower() for text in texts]


def without_pauses(texts: list[str]) -> list[str]:
    return [NAMES.folded("".join(sign for sign in text if sign not in "，。；、！,; ")) for text in texts]


@given(example=examples(), seed=st.integers(0, 10**6), pool=st.sampled_from([LATIN, NOBODY]))
def test_an_english_variation_keeps_its_marks(example: Example, seed: int, pool: LatinPool) -> None:
    varied = latin_varied(example, pool, random.Random(seed))
    assert well_marked(varied)
    assert columns(varied) == columns(example)
    assert varied.private == example.private
    assert folded(between(varied)) == folded(between(example))
    for before, after, column in zip(example.values(), varied.values(), columns(example), strict=True):
        if column in KEPT:
            assert folded([after]) == folded([before])


@given(example=examples(), seed=st.integers(0, 10**6), pool=st.sampled_from([HAN, NO_LISTS]))
def test_a_chinese_variation_keeps_its_marks(example: Example, seed: int, pool: HanPool) -> None:
    varied = han_varied(example, pool, NAMES, random.Random(seed))
    assert well_marked(varied)
    assert columns(varied) == columns(example)
    assert varied.private == example.private
    assert without_pauses(between(varied)) == without_pauses(between(example))
    for before, after, column in zip(example.values(), varied.values(), columns(example), strict=True):
        if column in KEPT:
            assert NAMES.folded(after) == NAMES.folded(before)


@given(example=examples(), seed=st.integers(0, 10**6))
def test_the_same_seed_varies_the_same(example: Example, seed: int) -> None:
    for vary in (
        lambda draw: latin_varied(example, LATIN, draw),
        lambda draw: han_varied(example, HAN, NAMES, draw),
    ):
        assert vary(random.Random(seed)) == vary(random.Random(seed))


@given(example=examples(), seed=st.integers(0, 10**6))
def test_case_moves_no_mark(example: Example, seed: int) -> None:
    varied = recased(example, random.Random(seed))
    assert varied.stretches == example.stretches
    assert len(varied.text) == len(example.text)


@given(example=examples(), seed=st.integers(0, 10**6))
def test_dictation_drops_pauses_outside_the_marks_only(example: Example, seed: int) -> None:
    varied = dictated(example, random.Random(seed))
    assert well_marked(varied)
    assert varied.values() == example.values()
    assert not {"，", "。", "、"} & set("".join(between(varied)))


@pytest.mark.parametrize("seed", range(3))
def test_prompts_of_the_corpus_stay_marked_and_do_change(seed: int) -> None:
    draw = random.Random(seed)
    english = [latin_varied(example, LATIN, draw) for example in ENGLISH]
    chinese = [han_varied(example, HAN, NAMES, draw) for example in CHINESE]
    assert all(map(well_marked, english + chinese))
    assert [columns(item) for item in english + chinese] == [columns(item) for item in ENGLISH + CHINESE]
    assert sum(one != two for one, two in zip(english, ENGLISH, strict=True)) > len(ENGLISH) // 4
    assert sum(one != two for one, two in zip(chinese, CHINESE, strict=True)) > len(CHINESE) // 4


def test_one_name_gets_one_replacement_throughout() -> None:
    name = COLUMNS.index("I-name")
    example = Example("Marta and MARTA", (Stretch(0, 5, name), Stretch(10, 15, name)), private=True)
    seen = set()
    for seed in range(20):
        first, second = latin_varied(example, LatinPool(("Ilse", "Owen"), NOBODY.wholes), random.Random(seed)).values()
        assert first.upper() == second.upper()
        seen.add(first.upper())
    assert {"ILSE", "OWEN", "MARTA"} == seen


@pytest.mark.parametrize(
    ("value", "like", "shown"), [("Ilse", "marta", "ilse"), ("Ilse", "MARTA", "ILSE"), ("ilse", "Marta", "Ilse")]
)
def test_a_replacement_takes_the_case_of_what_it_replaces(value: str, like: str, shown: str) -> None:
    assert respelt(value, like) == shown


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("王小明", ("王", "小明")),
        ("欧阳明", ("欧阳", "明")),
        ("歐陽明", ("歐陽", "明")),
        ("王", ("王", "")),
        ("Wang", None),
    ],
)
def test_chinese_names_are_parted(name: str, parts: tuple[str, str] | None) -> None:
    assert parted(name, NAMES) == parts


def test_longer_and_shorter_values_move_what_follows() -> None:
    example = Example("a B c D e", (Stretch(2, 3, 1), Stretch(6, 7, 2)), private=True)
    assert with_values(example, ["long", "x"]) == Example(
        "a long c x e", (Stretch(2, 6, 1), Stretch(9, 10, 2)), private=True
    )
