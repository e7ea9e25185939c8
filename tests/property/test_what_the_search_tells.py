"""A value that is told less because it is rare is one of the rare ones, and the replay member says so."""

from __future__ import annotations

import pytest

from core.domain.language import Language
from core.domain.protocol import MINIMISE
from core.domain.request import Request
from core.domain.verdict import Verdict
from core.engine.conversation import Conversation
from tests.shared_engine import builtin_engine

AGED = {
    Language.EN: "I am a {age}-year-old woman from Porto and take apixaban. Is that safe?",
    Language.ZH: "我今年{age}岁，女，住在南京市江宁区，在吃阿哌沙班，安全吗？",
}
OLD = (100, 101, 103, 107, 109)


def _verdict(language: Language, age: int) -> Verdict:
    request = Request(AGED[language].format(age=age), language=language)
    return builtin_engine().sanitize(request, Conversation(), MINIMISE).verdict


@pytest.mark.parametrize("language", Language)
def test_what_is_hidden_for_being_rare_is_no_longer_any_value(language: Language) -> None:
    hidden = [verdict for verdict in (_verdict(language, age) for age in OLD) if "_1]" in verdict.artifact.text]
    seen = 0
    for verdict in hidden:
        own = next(item for item in verdict.sensitive.attributes if item.type_id == "AGE")
        for replay in verdict.evidence.replays:
            if replay.attribute_id == own.id:
                seen += 1
                assert replay.told
                assert replay.values < 60
                assert replay.posterior > 2 * replay.prior
    assert seen
    young = _verdict(language, 40)
    assert "40" in young.artifact.text


@pytest.mark.parametrize("language", Language)
def test_the_bound_counts_what_stays_as_it_began(language: Language) -> None:
    for age in OLD:
        verdict = _verdict(language, age)
        own = next(item for item in verdict.sensitive.attributes if item.type_id == "AGE")
        bits = [replay.bits for replay in verdict.evidence.replays if replay.attribute_id == own.id and replay.told]
        assert all(item is None or item > 5 for item in bits)
