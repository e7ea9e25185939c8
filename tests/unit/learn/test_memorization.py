"""The memorisation check, case by case: what says a value or quotes a text is stopped, what is general passes."""

from __future__ import annotations

import base64
import codecs
from dataclasses import replace
from urllib.parse import quote

import pytest
from learning_cases import cue, told

from core.domain.language import Language
from core.domain.protocol import STRICT
from core.learn.memorization import MemorizationCheck, RejectionReason, Source
from core.learn.value_readings import initials, with_digits

ENGLISH = Source(
    "My name is Adele Brown, I am sixty-seven and my badge is QX-9921-T. Since the move to the new building I have "
    "not slept for more than three hours.",
    ("Adele Brown", "sixty-seven", "QX-9921-T"),
    ("Adele Brown",),
)
CHINESE = Source(
    "我叫张晓明，今年六十七岁，住在滨江区滨盛路1772号，电话13800138001，最近总是头晕，夜里睡不好，想问问该挂哪个科。",
    ("张晓明", "六十七岁", "滨江区滨盛路1772号", "13800138001"),
    ("张晓明",),
)
COMMON = frozenset({"the", "and"})


@pytest.fixture(scope="module")
def check() -> MemorizationCheck:
    return MemorizationCheck([ENGLISH, CHINESE], STRICT, COMMON)


SAID = {
    "literal": "Adele Brown",
    "in a sentence": "Ask for Adele Brown first.",
    "one word of a name": "Brown",
    "given name": "晓明",
    "case and spacing": "a d e l e  B R O W N",
    "signs between": "张-晓-明",
    "width": "ＱＸ－９９２１－Ｔ",
    "another dash": "QX‑9921‑T",
    "no signs": "qx9921t",
    "invisible signs": "张\u200b晓\u200d明",
    "digits of a number in words": "aged 67",
    "words of a number": "aged sixty seven",
    "Chinese numerals": "滨江区滨盛路一七七二号",
    "full width digits": "６７",
    "Arabic-Indic digits": "١٣٨٠٠١٣٨٠٠١",
    "digit by digit": "one three eight zero zero one three eight zero zero one",
    "digit by digit in Chinese": "一三八零零一三八零零一",
    "one digit changed": "13800138002",
    "one house further": "滨江区滨盛路1773号",
    "backwards": "明晓张",
    "backwards in English": "nworb eledA",
    "base64": base64.b64encode("张晓明".encode()).decode(),
    "base64 in the middle": base64.b64encode("aa张晓明bb".encode()).decode(),
    "base64 twice": base64.b64encode(base64.b64encode(b"Adele Brown")).decode(),
    "base32": base64.b32encode("张晓明".encode()).decode(),
    "hexadecimal": b"Adele Brown".hex(),
    "hexadecimal of the other code page": "张晓明".encode("gb18030").hex(),
    "percent": quote("张晓明"),
    "entities": "&#24352;&#26195;&#26126;",
    "hexadecimal entities": "&#x5f20;&#x6653;&#x660e;",
    "escapes": "\\u5f20\\u6653\\u660e",
    "rot13": codecs.encode("Adele Brown", "rot13"),
    "atbash": "zwvov yildm",
    "letters as digits": "4d3le br0wn",
    "letters of another alphabet": "\u0410dele Br\u043ewn",
    "first letters of the sounds": "zxm",
    "quotation": "I have not slept for more than three",
    "quotation with changes": "i had not slept for more then three hours",
    "Chinese quotation": "最近总是头晕，夜里睡不好，想问问该挂",
    "Chinese quotation with changes": "最近总是头晕,夜里睡不着,想问问该挂",
    "encoded quotation": base64.b64encode(b"I have not slept for more than three").decode(),
}


@pytest.mark.parametrize("words", SAID.values(), ids=SAID.keys())
def test_what_says_a_value_or_quotes_is_stopped(words: str, check: MemorizationCheck) -> None:
    assert check.fault(told(words)) is not None


GENERAL = [
    cue("badge"),
    cue("badge number"),
    cue("胸牌", language=Language.ZH),
    cue("工牌号", language=Language.ZH),
    told("Also mark codes of letters and digits that follow the word badge."),
    told("Numbers written as words are values too."),
    told("员工编号旁边的编码也要标出。", Language.ZH),
    told("用文字写的数字同样是敏感值。", Language.ZH),
]


@pytest.mark.parametrize("rule", GENERAL, ids=[f"{item.kind}-{number}" for number, item in enumerate(GENERAL)])
def test_what_is_general_passes(rule: object, check: MemorizationCheck) -> None:
    assert check.fault(rule) is None  # type: ignore[arg-type]


def test_quotations_up_to_the_length_of_the_protocol_are_words_in_common(check: MemorizationCheck) -> None:
    passage = "Since the move to the new building"
    assert check.fault(told(passage[: STRICT.quote_length])) is None
    assert check.fault(told(passage[: STRICT.quote_length + 1])) is RejectionReason.QUOTE


def test_the_length_is_the_protocols() -> None:
    loose = MemorizationCheck([ENGLISH], replace(STRICT, quote_length=60), COMMON)
    assert loose.fault(told("Since the move to the new building")) is None


def test_a_rule_under_a_name_that_is_not_its_digest_is_no_rule(check: MemorizationCheck) -> None:
    assert check.fault(replace(cue("badge"), id="Adele Brown")) is RejectionReason.MALFORMED


def test_short_values_must_stand_alone() -> None:
    source = Source("I am 67 and type B.", ("67", "B"))
    short = MemorizationCheck([source], STRICT)
    assert short.fault(told("Numbers like 67 are ages.")) is RejectionReason.NORMALISED
    assert short.fault(told("Years such as 1967 are dates of birth.")) is None
    assert short.fault(told("Codes begin with letters.")) is None


def test_nothing_to_compare_with_lets_everything_pass() -> None:
    assert MemorizationCheck([], STRICT).fault(told("Anything at all.")) is None


def test_first_letters_are_told_only_where_every_sound_is_known() -> None:
    assert initials("张晓明") == "zxm"
    assert initials("北京") == "bj"
    assert initials("张") == ""
    assert initials("张A") == ""
    assert initials("Zhang") == ""


def test_first_letters_that_are_a_common_word_stop_nothing() -> None:
    named = Source("唐浩恩来过。", ("唐浩恩",), ("唐浩恩",))
    assert initials("唐浩恩") == "the"
    assert MemorizationCheck([named], STRICT, COMMON).fault(told("Mark the codes.")) is None


def test_numbers_in_words_of_both_languages() -> None:
    assert with_digits("sixty-seven").strip() == "67"
    assert with_digits("六十七岁").strip() == "67 岁"
    assert with_digits("1 3 8 0") == "1380"


def test_a_name_of_ordinary_words_is_said_only_as_a_whole() -> None:
    named = Source("Mark Stone came.", ("Mark Stone",), ("Mark Stone",))
    check = MemorizationCheck([named], STRICT, frozenset({"mark", "stone"}))
    assert check.fault(told("Mark the codes.")) is None
    assert check.fault(told("Ask for mark stone.")) is not None
