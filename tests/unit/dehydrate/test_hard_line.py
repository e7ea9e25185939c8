"""What the hard line must catch, and what it must leave alone."""

from __future__ import annotations

import pytest

from core.dehydrate.hard_line import HardLine
from core.domain.sensitive import SensitiveSet
from tests.dehydration import TAXONOMY, attribute, mention

LINE = HardLine(TAXONOMY)


def declared(type_id: str, surface: str, value: str = "", aliases: tuple[str, ...] = ()) -> SensitiveSet:
    return SensitiveSet((attribute([mention(surface, type_id, "", value)], aliases=aliases),))


CAUGHT = [
    ("PERSON", "Margaret Olsen", "", "I met margaret  OLSEN."),
    ("PERSON", "Margaret Olsen", "", "Olsen, Margaret"),
    ("PERSON", "Margaret Olsen", "", "M a r g a r e t O l s e n"),
    ("PERSON", "Margaret Olsen", "", "Mar\u200bgaret\u00ad Ol\u2060sen"),
    ("PERSON", "Margaret Olsen", "", "Ｍａｒｇａｒｅｔ　Ｏｌｓｅｎ"),
    ("PERSON", "Margaret Olsen", "", "MargaretOlsen1961"),
    ("PERSON", "林秀兰", "", "患者林 秀 兰女士"),
    ("PERSON", "林秀兰", "", "林\u200b秀兰"),
    ("PERSON", "Li", "", "Li said so"),
    ("PHONE", "13900001234", "", "139-0000-1234"),
    ("PHONE", "13900001234", "", "１３９ ００００ １２３４"),
    ("PHONE", "13900001234", "", "一三九零零零零一二三四"),
    ("PHONE", "13900001234", "", "幺三九 〇〇〇〇 幺二三四"),
    ("PHONE", "2025550143", "", "two zero two, five five five, zero one four three"),
    ("CARD_TAIL", "4821", "", "ending 4821."),
    ("CARD_TAIL", "4821", "", "尾号四八二一"),
    ("EMAIL", "margaret.olsen@example.com", "", "margaret . olsen (at) example.com margaret.olsen＠example.com"),
    ("ID_CARD", "11010119600307889X", "", "110101 1960 0307 889x"),
    ("AGE", "67", "67", "She is 67 years old."),
    ("AGE", "67", "67", "a sixty-seven-year-old"),
    ("AGE", "67", "67", "今年六十七"),
    ("AGE", "67", "67", "６７岁"),
    ("AGE", "67", "67", "Age: 67"),
    ("AGE", "67", "67", "I am 67."),
    ("AMOUNT", "£3,478.00", "GBP 3478.00", "3478 pounds"),
    ("AMOUNT", "£3,478.00", "GBP 3478.00", "the sum of 3,478"),
    ("AMOUNT", "£3,478.00", "GBP 3478.00", "三千四百七十八英镑"),
    ("AMOUNT", "12万元", "CNY 120000.00", "共120,000元"),
    ("AMOUNT", "12万元", "CNY 120000.00", "十二万块"),
    ("INCOME", "£50", "GBP 50.00", "fifty pounds"),
    ("DATE", "14 March 2026", "2026-03-14", "2026/3/14"),
    ("DATE", "14 March 2026", "2026-03-14", "on March 14th"),
    ("DATE", "14 March 2026", "2026-03-14", "二〇二六年三月十四日"),
    ("DATE", "2026年3月14日", "2026-03-14", "14.03.2026"),
    ("DURATION", "eleven days", "P11D", "11 days"),
    ("DURATION", "十二年", "P12Y", "12 years"),
    ("DOSE", "100 mg", "100 mg", "100毫克"),
    ("RATE", "7.2%", "7.2%", "7.2 percent"),
    ("TIME", "9:30 pm", "21:30", "at 21:30"),
    ("HOSPITAL", "仁康医院", "", "在 仁康 医院 就诊"),
    ("DISEASE", "asthma", "", "her Asthma got worse"),
    ("SEX", "男", "male", "姓名，男，"),
]
LEFT = [
    ("PERSON", "Li", "", "a living list, he liked it"),
    ("PERSON", "Reed", "", "we agreed to proceed"),
    ("CARD_TAIL", "4821", "", "order 148210 costs 4821.50 or 4,8215"),
    ("AGE", "67", "67", "in 1967 about 67% of 670 people paid 67 pounds"),
    ("AGE", "67", "67", "六十多岁"),
    ("AGE", "60", "60", "in her sixties, 六十多岁, 60-odd things"),
    ("AMOUNT", "£50", "GBP 50.00", "50 people, 150 pounds, 50.5 pounds"),
    ("AMOUNT", "2026元", "CNY 2026.00", "in 2026 we met"),
    ("DATE", "14 March 2026", "2026-03-14", "in March 2026, on 15 March, 24 March 2026"),
    ("DURATION", "5 years", "P5Y", "5 months, 15 years, 2005年"),
    ("DOSE", "100 mg", "100 mg", "100 ml, 1100 mg, 100 g"),
    ("RATE", "7.2%", "7.2%", "17.2%, 7.25%, 7.2 km"),
    ("TIME", "9:30", "09:30", "19:30, 9 oranges"),
    ("SEX", "男", "male", "男友和美男子"),
    ("DISEASE", "flu", "", "fluent influence"),
]


@pytest.mark.parametrize(("type_id", "surface", "value", "text"), CAUGHT)
def test_caught(type_id: str, surface: str, value: str, text: str) -> None:
    sensitive = declared(type_id, surface, value)
    assert LINE.find(text, sensitive, {})
    scrubbed, count = LINE.scrub(text, sensitive, {}, lambda *_: "[X]")
    assert count >= 1
    assert not LINE.find(scrubbed, sensitive, {})


@pytest.mark.parametrize(("type_id", "surface", "value", "text"), LEFT)
def test_left_alone(type_id: str, surface: str, value: str, text: str) -> None:
    assert LINE.find(text, declared(type_id, surface, value), {}) == ()


def test_offsets_are_code_points_of_the_given_text() -> None:
    text = "👩‍⚕️ \r\nDr Ｍargaret\u200b Olsen\u00a0ok"
    (hit,) = LINE.find(text, declared("PERSON", "Margaret Olsen"), {})
    assert text[hit.start : hit.end] == "Ｍargaret\u200b Olsen"


def test_a_value_kept_by_a_person_is_not_declared() -> None:
    sensitive = declared("PERSON", "Margaret Olsen")
    kept = {sensitive.attributes[0].id: 0}
    assert LINE.find("Margaret Olsen", sensitive, kept) == ()


def test_aliases_are_declared() -> None:
    assert LINE.find("Ms Olsen called", declared("PERSON", "Margaret Olsen", aliases=("Ms Olsen",)), {})


def test_a_replacement_that_brings_the_literal_back_is_overruled() -> None:
    sensitive = declared("PERSON", "Margaret Olsen")
    text, _ = LINE.scrub("by Margaret Olsen", sensitive, {}, lambda *_: "Margaret Olsen")
    assert not LINE.find(text, sensitive, {})


def test_one_long_text_is_scanned_in_one_pass() -> None:
    sensitive = declared("PHONE", "13900001234")
    text = "a1 " * 50_000 + "139 0000 1234"
    assert len(LINE.find(text, sensitive, {})) == 1


def test_a_number_word_among_the_aliases_is_no_literal_by_itself() -> None:
    sensitive = declared("AGE", "67岁", "67", aliases=("六十七", "sixty-seven", "六十七岁"))
    assert LINE.find("共六十七人，一百六十七岁的树，sixty-seven boxes", sensitive, {}) == ()
    assert len(LINE.find("六 十 七 岁，六十七岁", sensitive, {})) == 2
