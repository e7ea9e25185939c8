"""Finding: one person stood under another token in a later turn, most of all where the first had a first name alone."""

from __future__ import annotations

import pytest
from shared_engine import builtin_engine

from core.domain.request import Request
from core.engine.conversation import Conversation, SentTurn

TURNS = [
    (
        [
            "My colleague Ngozi snores. Is that rude to say?",
            "Ngozi Okonkwo wants my report by Friday.",
            "Ms Okonkwo is angry.",
        ]
    ),
    (["My name is Ngozi Okonkwo, I need a poem.", "Now sign it: Ngozi.", "And okonkwo_id=3 is mine."]),
    (["My friend Adaeze Okonkwo is ill. What soup?", "Adaeze liked it. What about Okonkwo's tea?"]),
    (["我同事小明打呼噜，我叫王小明的名字他也不醒。", "王小明请假了，怎么回复？", "小明今天又迟到了。"]),
]
APART = [
    ["My colleague Robert snores, what do I do?", "Robert Haines and Robert Quist both want my report."],
    ["My colleague Daniel Whitmore snores, what do I do?", "Anna Whitmore wants my report by Friday."],
]


def tokens(turns: list[str]) -> list[set[str]]:
    """Tokens of people in each turn, when all are sent."""
    engine, conversation = builtin_engine(), Conversation()
    found = []
    for text in turns:
        preview = engine.preview(Request(text), conversation)
        conversation.record(SentTurn(preview.sensitive, preview.artifact, ""))
        people = {item.id for item in preview.sensitive.attributes if item.type_id == "PERSON"}
        found.append({item.token for item in preview.artifact.replacements if item.attribute_id in people})
    return found


@pytest.mark.parametrize("turns", TURNS)
def test_one_person_has_one_token_in_every_turn(turns: list[str]) -> None:
    assert len(set().union(*tokens(turns))) == 1


@pytest.mark.parametrize("turns", APART)
def test_who_may_be_another_has_another_token(turns: list[str]) -> None:
    first, second = tokens(turns)
    assert first
    assert second
    assert not first & second
