"""What the evidence says of raw text, of its own intervals, and of its controls, with the real rooms."""

from __future__ import annotations

from collections import Counter

import pytest
from shared_engine import rules_engine

from core.domain.evidence import AttackerLevel
from core.domain.language import Language
from core.domain.protocol import STRICT
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.domain.verdict import VerdictKind
from core.engine.conversation import Conversation
from core.engine.engine import BuiltinEngine
from core.loop.lexicographic import LexicographicLoop
from core.verify.estimates import Draws, MemberScores, estimates

ORDINARY = [
    "My name is Margaret Olsen, I am 67. Call me at +1 202-555-0143 or margaret.olsen@example.com. Please advise me.",
    "我叫林秀兰，今年67岁，每天服用阿司匹林，联系电话13900001234。请问术后运动怎么安排？",
]
STRANGE = [
    "My name is Canary Quillfeather, call me at +1 202-555-0143.",
    "Call Bo at +1 202-555-0110.",
    "我叫李，电话13900007712。",
    "Иван Петров, +44 20 7946 0958",
    "4111 1111 1111 1111 and 6222021111111111110 and 13900001234",
    "GB82WEST12345698765432, harriet.quill@example.org",
    "110101199003070007",
    "7 41 19 202 4000 5 81 3 90 1000001 44 1 2 3 4 5 6 7 8 9 10 and my PIN is 4821",
]


@pytest.fixture(scope="module")
def engine() -> BuiltinEngine:
    return rules_engine()


def sensitive_of(engine: BuiltinEngine, text: str) -> SensitiveSet:
    return engine.extract(Request(text), Conversation(key=bytes(32)))


@pytest.mark.parametrize("text", ORDINARY, ids=["en", "zh"])
def test_raw_text_is_read_where_a_type_occurs_once(engine: BuiltinEngine, text: str) -> None:
    sensitive = sensitive_of(engine, text)
    before = engine.verifier.baseline(Request(text), sensitive, STRICT)
    once = Counter(attribute.type_id for attribute in sensitive.attributes)
    found = {item.attribute_id: item for item in before[AttackerLevel.A0].attributes}
    for attribute in sensitive.attributes:
        if once[attribute.type_id] == 1:
            assert found[attribute.id].posterior >= 0.9, attribute.type_id
    means = [before[level].advantage for level in sorted(before, key=lambda level: level.rank)]
    assert means == sorted(means)
    assert all(item.n == 0 and item.upper is None for estimate in before.values() for item in estimate.words)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("text", [*ORDINARY, *STRANGE], ids=range(len(ORDINARY) + len(STRANGE)))
def test_controls_are_found_beside_any_text(engine: BuiltinEngine, text: str, seed: int) -> None:
    request, conversation = Request(text), Conversation(key=bytes(32))
    sensitive = sensitive_of(engine, text)
    verdict = LexicographicLoop(engine.dehydrator, engine.verifier).run(
        request, sensitive, conversation.vault, STRICT, engine.extractor.language(text), seed=seed
    )
    if verdict.kind is VerdictKind.PASS and sensitive.attributes:
        assert verdict.evidence.controls is not None
        assert verdict.evidence.controls.valid


def test_an_interval_belongs_to_the_member_that_drew() -> None:
    exact = MemberScores("prior", AttackerLevel.A1, {"a": 1.0, "b": 0.0}, {"a": 0.0, "b": 0.0})
    drawn = MemberScores(
        "llm_open", AttackerLevel.A0, {}, {"a": 0.0, "b": 0.0}, {"a": Draws(3, 39), "b": Draws(20, 39)}
    )
    found = estimates([drawn, exact], ["a", "b"], STRICT)
    first, second = found[AttackerLevel.A1].attributes
    assert (first.attacker, first.posterior, first.n, first.upper) == ("prior", 1.0, 0, None)
    assert (second.attacker, second.hits, second.n) == ("llm_open", 20, 39)
    assert second.lower is not None
    assert second.upper is not None
    assert second.lower < 20 / 39 < second.upper


def test_an_attribute_that_only_the_crowd_gives_away_names_who_supports_it(engine: BuiltinEngine) -> None:
    text = "I am 46 years old, married, and a nurse. Which savings plan would you suggest?"
    sensitive = sensitive_of(engine, text)
    levels = {item.id: 1 for item in sensitive.attributes}
    married = next(item for item in sensitive.attributes if item.type_id == "MARITAL_STATUS")
    levels[married.id] = engine.dehydrator.top(married)
    vault = Conversation(key=bytes(32)).vault
    artifact = engine.dehydrator.dehydrate(text, sensitive, levels, vault, Language.EN)
    support = engine.verifier.support(Request(text), sensitive, artifact, married.id)
    assert "AGE" in {sensitive.by_id(key).type_id for key in support}
