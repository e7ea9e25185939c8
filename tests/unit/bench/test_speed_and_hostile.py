"""What `bench speed` counts; how long anything takes is not tested."""

from __future__ import annotations

import pytest

from bench.corpora import Corpus, Row
from bench.hostile import KINDS, SHUFFLED, hostile
from bench.speed import LENGTHS, ROUNDS, cut, endure, measure, steps, summary

TEXTS = ("患者李明，电话13800000000。", "I live at 12 Clarke Avenue.")


@pytest.mark.parametrize("kind", [*KINDS, SHUFFLED])
def test_hostile_text_has_its_size_and_does_not_repeat(kind: str) -> None:
    text = hostile(kind, 30_000, 7, TEXTS)
    assert 29_900 <= len(text.encode()) <= 30_000
    assert text == hostile(kind, 30_000, 7, TEXTS)
    assert text != hostile(kind, 30_000, 8, TEXTS)
    pieces = [text[start : start + 64] for start in range(0, len(text) - 64, 64)]
    assert len(set(pieces)) == len(pieces)


def test_texts_are_cut_to_length_and_differ() -> None:
    rows = tuple(Row(str(number), f"第{number}位患者住在三号楼。", "zh", ()) for number in range(40))
    texts = cut(Corpus("c", rows), 50)
    assert texts
    assert {len(text) for text in texts} == {50}
    assert len(set(texts)) == len(texts)


def test_the_longest_texts_are_one_for_each_part_of_a_median() -> None:
    rows = tuple(Row(str(number), f"第{number}位患者住在三号楼，电话转{number}。", "zh", ()) for number in range(3000))
    assert [len(cut(Corpus("c", rows), length, characters=1000)) for length in LENGTHS] == [20, 4, ROUNDS, ROUNDS]


def test_every_system_sees_every_text_once() -> None:
    seen: list[str] = []
    rows = tuple(Row(str(number), f"row number {number} of this corpus", "en", ()) for number in range(30))
    timed = list(measure({"ours": seen.append}, {"en": Corpus("c", rows)}, lengths=(50,)))
    assert [(item.system, item.language, item.length) for item in timed] == [("ours", "en", 50)]
    assert len(seen) == timed[0].texts + 1
    assert len(set(seen)) == len(seen)
    endured = list(endure({"ours": seen.append}, 500, 1, TEXTS))
    assert [item.kind for item in endured] == [*KINDS, SHUFFLED]
    assert steps({"ours": seen.append}, {"en": Corpus("c", rows)}, lengths=(50, 10_000)) == len(timed) + len(endured)
    figures = summary(timed, endured)
    assert figures["chars_per_second"]["en"]["50"].keys() == {"ours"}
    assert figures["hostile_seconds"].keys() == {*KINDS, SHUFFLED}
