"""From chances of columns to spans: the likeliest path, not the likeliest column of each token."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.extract.spans.coarse import COLUMNS, NOTHING
from core.extract.spans.decoding import Run, runs
from core.extract.spans.tokens import LINE_END

NAME, PLACE, BODY = COLUMNS.index("I-name"), COLUMNS.index("L-place"), COLUMNS.index("L-organisation")


def said(words: list[str], *chances: dict[int, float], begins: list[float]) -> list[Run]:
    """The runs over tokens whose chances are written down; nothing has the rest."""
    table = np.zeros((len(words), len(COLUMNS)), dtype=np.float32)
    for row, columns in zip(table, chances, strict=True):
        row[NOTHING] = 1 - sum(columns.values())
        for column, chance in columns.items():
            row[column] = chance
    first = np.array(begins, dtype=np.float32)
    return list(runs(table, first, np.full(len(words), 0.4, np.float32), words))


def test_a_name_whose_words_waver_between_two_columns_stays_whole() -> None:
    wavering = ({BODY: 0.5, PLACE: 0.4}, {BODY: 0.4, PLACE: 0.5}, {BODY: 0.55, PLACE: 0.4})
    assert said(["Old", "Forge", "Wick"], *wavering, begins=[0.8, 0.1, 0.1]) == [Run(0, 3, BODY)]


def test_a_likely_beginning_parts_two_spans_of_one_column() -> None:
    both = ({NAME: 0.9}, {NAME: 0.9})
    assert said(["Ana", "Bo"], *both, begins=[0.9, 0.85]) == [Run(0, 1, NAME), Run(1, 2, NAME)]
    assert said(["Ana", "Bo"], *both, begins=[0.9, 0.05]) == [Run(0, 2, NAME)]


def test_a_span_ends_inside_no_word_of_the_dictionary_without_good_reason() -> None:
    words = list("王芳国际")
    doubted = ({NAME: 0.9}, {NAME: 0.9}, {NAME: 0.55}, {NAME: 0.1})
    assert said(words, *doubted, begins=[0.85, 0.02, 0.05, 0.02]) == [Run(0, 2, NAME)]
    certain = ({NAME: 0.9}, {NAME: 0.9}, {NAME: 0.97}, {NAME: 0.01})
    assert said(words, *certain, begins=[0.85, 0.02, 0.02, 0.0]) == [Run(0, 3, NAME)]


def test_the_threshold_is_where_hiding_begins() -> None:
    for chance, found in ((0.39, []), (0.41, [Run(0, 1, PLACE)])):
        assert said(["Wick"], {PLACE: chance}, begins=[chance * 0.99]) == found


@pytest.mark.parametrize("words", [["Ana", LINE_END, "Bo"], ["王", LINE_END, "芳"]])
def test_no_span_goes_over_a_line_end(words: list[str]) -> None:
    sure = {NAME: 0.9}
    assert [(run.first, run.last) for run in said(words, sure, sure, sure, begins=[0.9, 0.0, 0.0])] == [(0, 1), (2, 3)]


@given(st.lists(st.sampled_from(["Ana", "of", "王", "芳", "国", LINE_END]), max_size=12), st.integers(0, 2**32 - 1))
def test_runs_are_in_order_apart_and_never_nothing(words: list[str], seed: int) -> None:
    draw = np.random.default_rng(seed)
    chances = draw.dirichlet(np.full(len(COLUMNS), 0.2), len(words)).astype(np.float32).reshape(-1, len(COLUMNS))
    found = list(runs(chances, draw.random(len(words)).astype(np.float32), np.full(len(words), 0.4, np.float32), words))
    assert all(run.first < run.last and run.column != NOTHING for run in found)
    assert all(one.last <= two.first for one, two in itertools.pairwise(found))
    assert not any(LINE_END in words[run.first : run.last] for run in found)
