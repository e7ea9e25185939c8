"""A person's names that share nothing have a token each; forms of one name share a token."""

from __future__ import annotations

import pytest
from shared_engine import builtin_engine

from core.dehydrate.forms import Forms
from core.domain.request import Request
from core.engine.conversation import Conversation
from core.restore.restorer import restore
from tests.dehydration import ROOT, attribute, mention

FORMS = Forms.load(ROOT / "hierarchies")


def tokens(value: str, *surfaces: str) -> list[int]:
    """The number of the token of each spelling, in order of first use."""
    person = attribute([mention(surface, "PERSON", value=value) for surface in surfaces])
    owners = [FORMS.standing_for(person, surface).id for surface in surfaces]
    order = list(dict.fromkeys(owners))
    return [order.index(owner) for owner in owners]


@pytest.mark.parametrize(
    ("value", "surfaces", "numbers"),
    [
        ("Agnes Whitlow", ("Agnes Whitlow", "Brannigan"), [0, 1]),
        ("Thomas Whitlow", ("Thomas Whitlow", "Spanner", "Tom", "Whitlow", "T. Whitlow"), [0, 1, 0, 0, 0]),
        ("欧阳明慧", ("欧阳明慧", "豆豆", "明慧", "小慧"), [0, 1, 0, 0]),
        ("李建军", ("李建军", "大壮", "Li Jianjun"), [0, 1, 2]),
        ("Ngozi", ("Okonkwo",), [0]),
        ("Ngozi", ("Ngozi Okonkwo", "Okonkwo"), [0, 0]),
    ],
)
def test_a_name_that_shares_nothing_is_another_token(value: str, surfaces: tuple[str, ...], numbers: list[int]) -> None:
    assert tokens(value, *surfaces) == numbers


def test_each_name_comes_back_as_it_was() -> None:
    person = attribute(
        [mention(surface, "PERSON", value="Thomas Whitlow") for surface in ("Thomas Whitlow", "Spanner")]
    )
    other = FORMS.standing_for(person, "Spanner")
    assert (other.value, other.type_id) == ("Spanner", "PERSON")
    assert FORMS.standing_for(person, "spanner").id == other.id


ENGINE_CASES = [
    (
        "My brother-in-law Tom Whitlow, whom we all call Spanner, owes me 200. Spanner denies it.",
        "[PERSON_2: also PERSON_1]",
        1,
    ),
    ('My grandfather Boutros "Jiddo Pete" Khoury died at 91. Jiddo left me his card.', "[PERSON_1] died", 1),
    ("我叫李建军，小名大壮。大壮欠了我表弟钱，怎么办？", "[姓名_2：即姓名_1]", 1),
    ("销售小贺(贺铭)说没出过事故，贺铭现在不干了，我该找谁？", "[姓名_1]([姓名_2：即姓名_1])说", 1),
    ("被询问人：马阿依沙，曾用名马秀兰，女，回族，44岁。请概括。", "曾用名[姓名_2：即姓名_1]", 1),
]


@pytest.mark.parametrize(("text", "said", "times"), ENGINE_CASES)
def test_a_further_name_says_once_whose_it_is(text: str, said: str, times: int) -> None:
    preview = builtin_engine().preview(Request(text), Conversation())
    assert preview.artifact.text.count(said) == times


@pytest.mark.parametrize("text", [text for text, _, _ in ENGINE_CASES if "Jiddo" not in text])
def test_the_restorer_puts_every_name_back(text: str) -> None:
    conversation = Conversation()
    engine = builtin_engine()
    artifact = engine.preview(Request(text), conversation).artifact
    assert restore(artifact.text, conversation.vault.entries(), engine.taxonomy).text == text


@pytest.mark.parametrize(
    "written",
    [
        "[PERSON_2: also PERSON_1]",
        "[PERSON_2 (also PERSON_1)]",
        "【PERSON_2：即PERSON_1】",
        r"[PERSON\_2: also PERSON\_1]",
    ],
)
def test_a_further_name_comes_back_as_a_model_may_write_it(written: str) -> None:
    conversation = Conversation()
    engine = builtin_engine()
    engine.preview(Request("My brother-in-law Tom Whitlow, whom we all call Spanner, owes me 200."), conversation)
    answer = restore(f"Dear {written}, pay.", conversation.vault.entries(), engine.taxonomy)
    assert answer.text == "Dear Spanner, pay."


def test_two_tokens_in_one_bracket_are_no_further_name() -> None:
    conversation = Conversation()
    engine = builtin_engine()
    engine.preview(Request("My brother-in-law Tom Whitlow, whom we all call Spanner, owes me 200."), conversation)
    answer = restore("[PERSON_2: PERSON_1]", conversation.vault.entries(), engine.taxonomy)
    assert "Whitlow" in answer.text


@pytest.mark.parametrize(
    "text",
    [
        "我把钱转到覃绍宽个人的卡上，覃绍宽是老板。覃老板说爱告告去。我该怎么办？",
        "逄立群 22:41：今晚谁顶？\n我：片子都发逄主管了，扣300合法不？",
        "我叫阿力木·吐尔逊，他们叫我阿力木。主管扣我300，合法吗？",
        "患者老佟 佟占奎 68男，侄子佟小刚在外地。按SBAR整理。",
        "Emeka wrote to HR; Chukwuemeka Brandt signs as Emeka. My colleague Chukwuemeka Brandt was off sick.",
        "Thanks Quoc Bao. Send it to the account of my friend, name Q B Tran, he is Quoc Bao Tran.",
    ],
)
def test_names_of_one_person_are_one_attribute(text: str) -> None:
    sensitive = builtin_engine().preview(Request(text), Conversation()).sensitive
    names = [item for item in sensitive.attributes if item.type_id == "PERSON"]
    others = [item for item in names if "佟小刚" in item.surfaces]
    assert len(names) - len(others) == 1, [item.surfaces for item in names]
