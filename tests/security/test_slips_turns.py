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
    ["Adaeze Okonkwo is my landlady. What soup should I make?", "Adaeze called. Ms Okonkwo wants her report."],
    ["My colleague Grace Hill keeps interrupting me.", "Mrs Hill said no. What does Grace want?"],
    ["My colleague Olumide Adeyemi snores.", "I told Olumide everything, and now Adeyemi is angry with me."],
    ["林秀兰是我妈妈的同事，她住院了，我怎么安慰？", "林老师说她明天出院，秀兰昨天还发了烧。"],
    ["陈志鹏是我同事，怎么安慰？", "陈总同意了，可志鹏不肯签字。", "昨天志鹏和我吃饭，陈医生的号不好挂。"],
    ["我同事欧阳明慧老是打断我说话，怎么办？", "老欧阳又来了，明慧也没拦着。", "明慧找我了。欧阳姐那边怎么说？"],
    ["我同事祝晓彤老是打断我说话。", "祝总同意了，可晓彤不肯签字。", "我跟晓彤说了。小祝回我：好的。"],
    ["洪水生是我妈妈的同事。", "洪总同意了，水生昨天还发了烧。"],
    (["我同事小明打呼噜，我叫王小明的名字他也不醒。", "王小明请假了，怎么回复？", "小明今天又迟到了。"]),
]
APART = [
    ["My colleague Robert snores, what do I do?", "Robert Haines and Robert Quist both want my report."],
    ["My colleague Daniel Whitmore snores, what do I do?", "Anna Whitmore wants my report by Friday."],
    ["卢姐最近心情不好，我该怎么办？", "她侄子卢志鹏又来借钱了。"],
    ["Mrs Okafor is angry with me.", "Her son Chidi Okafor failed the exam."],
]


def people(turns: list[str]) -> list[set[str]]:
    """Whose names stand under tokens in each turn, when all are sent: ids of people. A token shares its number with the
    person's, or says whose it is."""
    engine, conversation = builtin_engine(), Conversation()
    introduced: dict[str, str] = {}
    found = []
    for text in turns:
        preview = engine.preview(Request(text), conversation)
        conversation.record(SentTurn(preview.sensitive, preview.artifact, ""))
        named = {item.id for item in preview.sensitive.attributes if item.type_id == "PERSON"}
        replaced = [item for item in preview.artifact.replacements if item.attribute_id in named]
        for item in replaced:
            person, token = conversation.vault.issued_for(item.attribute_id), conversation.vault.resolve(item.token)
            assert person is not None
            assert token is not None
            told = introduced.setdefault(item.token, item.rendered)
            assert token.number == person.number or person.token.strip("[]") in told
        found.append({item.attribute_id for item in replaced})
    return found


@pytest.mark.parametrize("turns", TURNS)
def test_one_person_is_one_person_in_every_turn(turns: list[str]) -> None:
    assert len(set().union(*people(turns))) == 1


@pytest.mark.parametrize("turns", APART)
def test_who_may_be_another_has_another_token(turns: list[str]) -> None:
    first, second = people(turns)
    assert first
    assert second
    assert not first & second
