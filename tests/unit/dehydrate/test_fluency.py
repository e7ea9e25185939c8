"""The person-readable before/after pairs are what the code produces, and hold what every artifact must."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from core.domain.tokens import TokenVault
from tests.dehydration import DEHYDRATOR, initial, read_marked

GOLDEN = Path(__file__).parents[2] / "golden"
PAIRS = [
    json.loads(line)
    for name in ("fluency.en.jsonl", "fluency.zh.jsonl")
    for line in (GOLDEN / name).read_text(encoding="utf-8").splitlines()
]


def test_there_are_forty_pairs_per_language() -> None:
    assert sorted(pair["id"][:2] for pair in PAIRS) == ["en"] * 40 + ["zh"] * 40


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["id"])
def test_pair(pair: dict[str, str]) -> None:
    case = read_marked(pair["marked"])
    assert case.text == pair["before"]
    artifact = DEHYDRATOR.dehydrate(case.text, case.sensitive, initial(case), TokenVault(), case.language)
    assert artifact.text == pair["after"]
    assert DEHYDRATOR.violations(artifact, case.sensitive) == ()


@pytest.mark.parametrize("level", [None, 1, 2, 3, 4, 99])
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["id"])
def test_no_seams_at_any_level(pair: dict[str, str], level: int | None) -> None:
    case = read_marked(pair["marked"])
    levels = (
        initial(case)
        if level is None
        else {
            item.id: min(level, DEHYDRATOR.top(item)) if item.kind == "quasi" else DEHYDRATOR.top(item)
            for item in case.sensitive.attributes
        }
    )
    text = DEHYDRATOR.dehydrate(case.text, case.sensitive, levels, TokenVault(), case.language).text
    assert not re.search(r"\b(a|an|the) (a|an|the)\b", text, re.IGNORECASE), text
    assert not re.search(r"\ba [aeio]\w|\ban [bcdfgjklmnpqrstvwxyz]\w", text), text
    assert not re.search(r"  |,\s*,|，\s*，|、、|。。|\( *\)|（）| [,.;]", text), text
    assert not re.search(r"\b(on|in|at) (on|in|at)\b|的的|前后前后|一家一家|某某", text), text
    assert not re.search(r"^[a-z]", text), text
