"""What people are said to be called is a name, whatever word it is."""

from __future__ import annotations

import pytest
from shared_engine import builtin_engine

from core.domain.request import Request
from core.engine.conversation import Conversation


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("58M on metformin. Goes by Dutch, real name Reinhold Achterberg, MRN 00738812. What next?", "Dutch"),
        ("Our neighbour Lucian Harcourt died. Everyone calls him the Colonel. The Colonel owed me rent.", "Colonel"),
        ("邻居李建国昨天打了我一拳，外号“铁头”，铁头还威胁我，怎么报警？", "铁头"),
        ("我们楼的周大勇，大家都叫他炮仗，昨天又砸我家的门，能报警吗？", "炮仗"),
    ],
)
def test_a_word_that_somebody_is_called_by_is_hidden_everywhere(text: str, name: str) -> None:
    assert name not in builtin_engine().preview(Request(text), Conversation()).artifact.text


@pytest.mark.parametrize(
    "text", ["The syndrome goes by Kawasaki disease. What is it?", "这座山人称“小泰山”，值得去吗？"]
)
def test_a_thing_that_is_called_something_stays(text: str) -> None:
    assert builtin_engine().preview(Request(text), Conversation()).artifact.text == text


def test_a_form_of_address_is_nobodys_name() -> None:
    text = "我跟房东覃阿姨反映了，楼上的租客阿力木还是不听"
    assert "阿姨反映" in builtin_engine().preview(Request(text), Conversation()).artifact.text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "I live 10 min from Amma, back in Amma's house. Amma is 86 and sold her shop in Quilon.",
            "back in Amma's house",
        ),
        ("Auntie Perpetua: send it in Nana's name, Nana pays for the operation.", "in Nana's name, Nana pays"),
    ],
)
def test_what_kin_are_called_is_no_place_either(text: str, said: str) -> None:
    assert said in builtin_engine().preview(Request(text), Conversation()).artifact.text
