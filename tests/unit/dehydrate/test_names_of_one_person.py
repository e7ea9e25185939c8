"""Each form of a person's name has a token of its own, numbered as the person, and comes back as it was written."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from shared_engine import builtin_engine

from core.dehydrate.forms import own
from core.dehydrate.name_forms import NameForm, form_of, fullest
from core.domain.language import Language
from core.domain.request import Request
from core.domain.tokens import TokenVault
from core.engine.conversation import Conversation
from core.resources import load_taxonomy
from core.restore.restorer import restore
from tests.dehydration import DEHYDRATOR, ROOT, attribute, initial, mention, read_marked

PERSON = load_taxonomy(ROOT)["PERSON"]


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("Agnes Whitlow", {"Agnes Whitlow": "", "agnes whitlow": "", "Brannigan": "other"}),
        ("Thomas Whitlow", {"Spanner": "other", "Tom": "other", "Whitlow": "surname", "T. Whitlow": "short"}),
        (
            "Thomas Whitlow",
            {"Thomas": "given", "T.W.": "initials", "Thomas A. Whitlow": "full", "W H I T L O W": "surname"},
        ),
        ("WHITLOW, Thomas", {"Whitlow": "surname", "Thomas": "given", "Thomas Whitlow": "other"}),
        ("Maria Lourdes Catacutan", {"Maria Catacutan": "short", "Lourdes": "short"}),
        ("欧阳明慧", {"欧阳": "surname", "明慧": "given", "豆豆": "other", "小慧": "other", "老欧阳": "other"}),
        ("歐陽明慧", {"欧阳明慧": "other", "欧阳": "surname"}),
        ("李建军", {"大壮": "other", "Li Jianjun": "other", "李": "surname"}),
        ("老冯", {"冯": "other", "冯建国": "full"}),
        ("Ngozi", {"Okonkwo": "other", "Ngozi Okonkwo": "full"}),
    ],
)
def test_what_a_spelling_is_of_a_name(name: str, forms: dict[str, str]) -> None:
    assert {surface: form_of(surface, name) or "" for surface in forms} == forms


def test_the_fullest_spelling_is_the_name() -> None:
    assert fullest(["Tom", "T. Whitlow", "Thomas Whitlow", "Whitlow"]) == "Thomas Whitlow"
    assert fullest(["老冯", "冯建国", "冯"]) == "冯建国"
    assert fullest([]) == ""


def test_forms_share_the_number_of_the_person() -> None:
    vault, person = TokenVault(), attribute([mention("Thomas Whitlow", "PERSON")])
    whole = vault.token_for(person, PERSON, Language.EN)
    surname = vault.token_for(own(person, "Whitlow"), PERSON, Language.EN, "Whitlow", NameForm.SURNAME, whole)
    nickname = vault.token_for(own(person, "Spanner"), PERSON, Language.ZH, "Spanner", NameForm.OTHER, whole)
    further = vault.token_for(own(person, "Wrench"), PERSON, Language.ZH, "Wrench", NameForm.OTHER, whole)
    other = vault.token_for(attribute([mention("Agnes Reed", "PERSON")]), PERSON, Language.EN)
    tokens = [entry.token for entry in (whole, surname, nickname, further, other)]
    assert tokens == ["[PERSON_1]", "[SURNAME_1]", "[别名_1]", "[姓名_2]", "[PERSON_3]"]
    assert own(person, "Spanner").id == own(person, "spanner").id


def test_a_label_that_the_text_holds_already_is_not_issued() -> None:
    vault, person = TokenVault(), attribute([mention("Thomas Whitlow", "PERSON")])
    vault.reserve("What does [SURNAME_1] mean?")
    whole = vault.token_for(person, PERSON, Language.EN)
    surname = vault.token_for(own(person, "Whitlow"), PERSON, Language.EN, "Whitlow", NameForm.SURNAME, whole)
    assert (whole.token, surname.token) == ("[PERSON_1]", "[PERSON_2]")


ENGINE_CASES = [
    (
        "My brother-in-law Tom Whitlow, whom we all call Spanner, owes me 200. Spanner denies it.",
        "whom we all call [ALIAS_1], owes me 200. [ALIAS_1] denies",
        1,
    ),
    ('My grandfather Boutros "Jiddo Pete" Khoury died at 91. Jiddo left me his card.', "[PERSON_1] died", 1),
    ("我叫李建军，小名大壮。大壮欠了我表弟钱，怎么办？", "小名[别名_1]。[别名_1]欠", 1),
    ("销售小贺(贺铭)说没出过事故，贺铭现在不干了，我该找谁？", "[别名_1]([姓名_1])说", 1),
    ("被询问人：马阿依沙，曾用名马秀兰，女，回族，44岁。请概括。", "曾用名[别名_1]", 1),
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


TWO_NICKNAMES = "My brother-in-law Tom Whitlow, nicknamed Spanner, aka Wrench, owes me 200."


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("[PERSON_2: also PERSON_1]", "Wrench"),
        ("[PERSON_2 (also PERSON_1)]", "Wrench"),
        ("【PERSON_2：即PERSON_1】", "Wrench"),
        (r"[PERSON\_2: also PERSON\_1]", "Wrench"),
        ("[ALIAS_1]", "Spanner"),
        ("[Alias 1]", "Spanner"),
        ("[别名_1]", "Spanner"),
        ("【别名1】", "Spanner"),
        ("[姓名_1]", "Tom Whitlow"),
    ],
)
def test_each_name_comes_back_as_a_model_may_write_its_token(written: str, name: str) -> None:
    conversation = Conversation()
    engine = builtin_engine()
    artifact = engine.preview(Request(TWO_NICKNAMES), conversation).artifact
    assert "nicknamed [ALIAS_1], aka [PERSON_2: also PERSON_1]," in artifact.text
    answer = restore(f"Dear {written}, pay.", conversation.vault.entries(), engine.taxonomy)
    assert answer.text == f"Dear {name}, pay."


def test_two_tokens_in_one_bracket_are_no_further_name() -> None:
    conversation = Conversation()
    engine = builtin_engine()
    engine.preview(Request(TWO_NICKNAMES), conversation)
    answer = restore("[PERSON_2: PERSON_1]", conversation.vault.entries(), engine.taxonomy)
    assert "Whitlow" in answer.text


@pytest.mark.parametrize("written", ["[SURNAME_1]", "[ALIAS_2]", "[姓_1]"])
def test_no_name_is_put_back_for_a_token_that_was_not_issued(written: str) -> None:
    conversation = Conversation()
    engine = builtin_engine()
    engine.preview(Request(TWO_NICKNAMES), conversation)
    answer = restore(written, conversation.vault.entries(), engine.taxonomy)
    assert answer.text == written


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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("我叫陈伟良，请帮我写一封英文求职信。", "I am Chen Weiliang."),
        ("我叫陈伟良（Tan Wei Liang），请帮我写一封英文求职信。", "I am 陈伟良."),
    ],
)
def test_a_name_that_is_written_in_letters_too_is_not_read_by_its_characters(text: str, said: str) -> None:
    conversation = Conversation()
    engine = builtin_engine()
    artifact = engine.preview(Request(text), conversation).artifact
    answer = restore("I am [姓名_1].", conversation.vault.entries(), engine.taxonomy, prompt=artifact.text)
    assert answer.text == said


def test_the_fullest_spelling_is_looked_for_once_in_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []

    def counted(spellings: Iterable[str]) -> str:
        looked.append(1)
        return fullest(spellings)

    monkeypatch.setattr("core.dehydrate.dehydrator.fullest", counted)
    case = read_marked("{Anna Reed|PERSON} met {Reed|PERSON||Anna Reed}. " * 20)
    DEHYDRATOR.dehydrate(case.text, case.sensitive, initial(case), TokenVault(), case.language)
    assert len(looked) == 1
