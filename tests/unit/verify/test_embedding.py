"""R with its fallback: embeddings only where the literal similarity is low, equal treatment of both languages."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from dehydration import DEHYDRATOR, read_marked

from core.domain.artifact import Artifact
from core.domain.protocol import STRICT
from core.domain.sensitive import SensitiveSet
from core.domain.tokens import TokenVault
from core.verify.embedding import CHARACTER_NGRAMS, CharacterNgrams, Vector, cosine
from core.verify.restoration import restoration

TEXTS = (
    "My patient {Vera Quill|PERSON} is {67 years old|AGE|year-old|67}. What should she do?",
    "患者{顾清和|PERSON}，{67岁|AGE||67}。她应该怎么办？",
)
NOTHING = SensitiveSet(())


def similarity(one: str, other: str) -> float:
    return cosine(*CharacterNgrams().embed((one, other)))


@pytest.mark.parametrize("marked", TEXTS)
def test_what_comes_back_whole_needs_no_fallback(marked: str) -> None:
    case = read_marked(marked)
    levels = {item.id: 9 for item in case.sensitive.attributes}
    artifact = DEHYDRATOR.dehydrate(case.text, case.sensitive, levels, TokenVault(), case.language)
    score = restoration(case.text, artifact, case.sensitive)
    assert score.score >= STRICT.tau_r
    assert score.fallback is None
    assert score.embedding == ""


@pytest.mark.parametrize(
    ("original", "reworded", "other"),
    [
        (
            "The train leaves on Monday. Pack the medicine and the papers before.",
            "Before, pack the papers and the medicine. On Monday the train leaves.",
            "Bananas grow in warm countries, and most people like them very much.",
        ),
        (
            "火车星期一出发，请先收拾药品和证件。",
            "请先收拾证件和药品，星期一火车出发。",
            "香蕉生长在温暖的国家，大家都很喜欢吃。",
        ),
    ],
)
def test_the_fallback_tells_another_order_from_another_text(original: str, reworded: str, other: str) -> None:
    moved = restoration(original, Artifact(reworded, (), {}, edited=True), NOTHING)
    foreign = restoration(original, Artifact(other, (), {}, edited=True), NOTHING)
    assert moved.score < STRICT.tau_r
    assert moved.fallback is not None
    assert foreign.fallback is not None
    assert moved.fallback > foreign.fallback + 0.3
    assert moved.fallback > moved.score
    assert moved.embedding == CHARACTER_NGRAMS


@pytest.mark.parametrize(
    ("one", "other", "least", "most"),
    [
        ("", "", 1.0, 1.0),
        ("", "text", 0.0, 0.0),
        ("same", "same", 1.0, 1.0),
        ("ＳＡＭＥ　ｔｅｘｔ", "same text", 1.0, 1.0),
        ("abc", "xyz", 0.0, 0.5),
        ("南京", "南京市", 0.3, 0.99),
    ],
)
def test_similarity_of_pairs(one: str, other: str, least: float, most: float) -> None:
    assert least - 1e-9 <= similarity(one, other) <= most + 1e-9
    assert similarity(one, other) == pytest.approx(similarity(other, one))


class Absent:
    name = "server"

    def embed(self, texts: Sequence[str]) -> tuple[Vector, ...] | None:
        return None


class Fixed:
    name = "server/nomic"

    def embed(self, texts: Sequence[str]) -> tuple[Vector, ...]:
        return tuple({"a": 1.0} for _ in texts)


def test_another_embedding_takes_its_place_and_is_named() -> None:
    artifact = Artifact("entirely different", (), {}, edited=True)
    score = restoration("some original text", artifact, NOTHING, embedder=Fixed())
    assert (score.fallback, score.embedding) == (1.0, "server/nomic")
    absent = restoration("some original text", artifact, NOTHING, embedder=Absent())
    assert (absent.fallback, absent.embedding) == (None, "")
