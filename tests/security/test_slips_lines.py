"""Finding: a number ran on over the end of its line, into the title of the next or into another cell."""

from __future__ import annotations

import pytest
from shared_engine import builtin_engine

from core.domain.request import Request
from core.domain.taxonomy import Kind
from core.engine.conversation import Conversation

TEXTS = [
    ("她电话 幺三七零四四九 四四九幺 七\n【四3班】的家长会，帮我写个通知给她。", ["幺三七零四四九"]),
    (
        "我的收款卡号：陆贰贰贰零贰壹贰零柒零零捌叁伍肆陆壹玖\n贰零贰肆年玖月拾贰日，帮我检查这张借条。",
        ["陆贰贰贰零贰"],
    ),
    (
        "My number is two oh six five five five oh one\nthree of us (flat 4B) will come. Answer Mrs Okonkwo.",
        ["two oh six"],
    ),
    ("My whatsapp is 9-3-1-7 double-6 0-4, please answer in my name.", ["9-3-1-7", "0-4"]),
    ("我 whatsapp 9-3-1-7 double-6 0-4，帮我用英文回信。", ["9-3-1-7", "0-4"]),
]


@pytest.mark.parametrize(("text", "gone"), TEXTS, ids=range(len(TEXTS)))
def test_a_number_ends_with_its_line(text: str, gone: list[str]) -> None:
    preview = builtin_engine().preview(Request(text), Conversation())
    assert not [value for value in gone if value in preview.artifact.text]
    for item in preview.sensitive.attributes:
        if item.kind is Kind.EXPLICIT:
            assert not any("\n" in mention.text for mention in item.mentions)
    assert preview.artifact.text.count("\n") == text.count("\n")
