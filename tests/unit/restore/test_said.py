"""A value whose token comes back in text of the other language is said in that language, where this is certain."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.domain.taxonomy import Taxonomy
from core.domain.tokens import TokenEntry
from core.resources import resource_root
from core.restore.labels import RestoreRules
from core.restore.pieces import RestoredValue
from core.restore.restorer import restore
from core.restore.saying.sayings import Sayings

RULES = RestoreRules.load(resource_root())
EN_FRAME = "We will meet {} and go there together."
ZH_FRAME = "我们说好了{}再一起过去。"


def issued(label: str, type_id: str, original: str, number: int = 1) -> TokenEntry:
    language = Language.EN if label.isascii() else Language.ZH
    return TokenEntry(f"[{label}_{number}]", label, number, type_id, f"a{label}{number}", original, language)


def said(taxonomy: Taxonomy, type_id: str, original: str, others: tuple[TokenEntry, ...] = ()) -> str:
    """What stands in a text of the language that `original` is not written in."""
    english = original.isascii() or not any("\u4e00" <= char <= "\u9fff" for char in original)
    entry = issued("X" if english else "某", type_id, original)
    frame = ZH_FRAME if english else EN_FRAME
    front, _, behind = frame.partition("{}")
    text = restore(frame.format(entry.token), (entry, *others), taxonomy, RULES).text
    return text.removeprefix(front).removesuffix(behind)


DAYS = [
    ("3月18日", "18 March"),
    ("3月18号", "18 March"),
    ("三月十八日", "18 March"),
    ("2026年3月18日", "18 March 2026"),
    ("二〇二六年三月十八日", "18 March 2026"),
    ("2026年3月18日（周三）", "Wednesday, 18 March 2026"),
    ("3月18日周三", "Wednesday, 18 March"),
    ("2024年3月", "March 2024"),
    ("9月", "September"),
    ("3月份", "March"),
    ("2024年", "2024"),
    ("18号", "the 18th"),
    ("1日", "the 1st"),
    ("周四", "Thursday"),
    ("星期天", "Sunday"),
    ("礼拜三", "Wednesday"),
    ("3月18日至20日", "18 to 20 March"),
    ("3月18日到4月2日", "18 March to 2 April"),
    ("2026年3月18日至20日", "18 to 20 March 2026"),
    ("昨天", "yesterday"),
    ("后天", "the day after tomorrow"),
    ("去年", "last year"),
    ("中秋节", "Mid-Autumn Festival"),
    ("18 March", "3月18日"),
    ("March 18", "3月18日"),
    ("March 18, 2026", "2026年3月18日"),
    ("18th of March 2026", "2026年3月18日"),
    ("Mar 18", "3月18日"),
    ("18-Mar-2026", "2026年3月18日"),
    ("the third of June", "6月3日"),
    ("Thursday", "周四"),
    ("Thursday, 18 March", "3月18日周四"),
    ("September", "9月"),
    ("September 2024", "2024年9月"),
    ("the 18th", "18日"),
    ("18 to 20 March", "3月18日至20日"),
    ("18 March to 2 April 2026", "2026年3月18日至4月2日"),
    ("yesterday", "昨天"),
    ("Christmas", "圣诞节"),
]
STAYING_DAYS = [
    "去年9月",
    "下周三",
    "3月底",
    "24年3月",
    "八月十五",
    "正月初五",
    "农历三月",
    "90年代",
    "民国113年3月",
    "next Wednesday",
    "last September",
    "end of March",
    "March 18, '79",
    "early March 2024",
    "the 1990s",
    "31 February",
]


@pytest.mark.parametrize(("original", "expected"), DAYS)
@pytest.mark.parametrize("type_id", ["DATE", "BIRTH_DATE"])
def test_days_are_said(taxonomy: Taxonomy, type_id: str, original: str, expected: str) -> None:
    assert said(taxonomy, type_id, original) == expected


@pytest.mark.parametrize("original", STAYING_DAYS)
def test_days_that_are_not_certain_stay(taxonomy: Taxonomy, original: str) -> None:
    assert said(taxonomy, "DATE", original) == original


@pytest.mark.parametrize("original", ["2026-03-18", "18/03/2026", "3/18", "3月18日 3 pm"])
@pytest.mark.parametrize("frame", [EN_FRAME, ZH_FRAME])
@pytest.mark.parametrize("label", ["DATE", "日期"])
def test_digits_and_mixed_values_stay(taxonomy: Taxonomy, label: str, frame: str, original: str) -> None:
    entry = issued(label, "DATE", original)
    assert restore(frame.format(entry.token), (entry,), taxonomy, RULES).text == frame.format(original)


@pytest.mark.parametrize(
    ("english", "original", "expected"),
    [
        ("May 5, 2025", "3月18日", "March 18"),
        ("May 5, 2025", "2026年3月18日", "March 18, 2026"),
        ("May 5, 2025", "3月18日至20日", "March 18 to 20"),
        ("5 May 2025", "2026年3月18日", "18 March 2026"),
    ],
)
def test_the_order_of_days_is_that_of_the_persons_own_english(
    taxonomy: Taxonomy, english: str, original: str, expected: str
) -> None:
    assert said(taxonomy, "DATE", original, (issued("DATE", "DATE", english, 7),)) == expected


@pytest.mark.parametrize(
    ("original", "expected"),
    [
        ("下午3点半", "3:30 pm"),
        ("下午3:30", "3:30 pm"),
        ("晚上8点", "8 pm"),
        ("凌晨2点", "2 am"),
        ("早上7点15分", "7:15 am"),
        ("上午十点一刻", "10:15 am"),
        ("中午12点", "12 pm"),
        ("中午1点", "1 pm"),
        ("20时", "20:00"),
        ("8点", "8 o'clock"),
        ("晚上12点", "晚上12点"),
        ("半夜", "半夜"),
        ("3 pm", "下午3点"),
        ("3:30 p.m.", "下午3:30"),
        ("10am", "上午10点"),
        ("12 am", "凌晨0点"),
        ("12 pm", "中午12点"),
        ("7:15 pm", "晚上7:15"),
        ("noon", "正午"),
        ("13 pm", "13 pm"),
        ("about three", "about three"),
    ],
)
def test_times_of_day(taxonomy: Taxonomy, original: str, expected: str) -> None:
    assert said(taxonomy, "TIME", original) == expected


@pytest.mark.parametrize(
    ("chinese", "english"),
    [
        ("苏州", "Suzhou"),
        ("福冈", "Fukuoka"),
        ("尼日利亚", "Nigeria"),
        ("拉各斯", "Lagos"),
        ("美国", "the United States"),
        ("西安", "Xi'an"),
        ("陕西", "Shaanxi"),
        ("香港", "Hong Kong"),
        ("圣保罗", "São Paulo"),
    ],
)
def test_places_have_two_names(taxonomy: Taxonomy, chinese: str, english: str) -> None:
    assert said(taxonomy, "LOCATION", chinese) == english
    assert said(taxonomy, "LOCATION", english) == chinese


@pytest.mark.parametrize(
    ("original", "expected"),
    [
        ("苏州市", "Suzhou"),
        ("江苏省", "Jiangsu"),
        ("内蒙古自治区", "Inner Mongolia"),
        ("榆林", "Yulin"),
        ("姑苏区", "姑苏区"),
        ("the UK", "英国"),
        ("Yulin", "Yulin"),  # 榆林 or 玉林
        ("Georgia", "Georgia"),  # a country or a state
        ("Little Marsh", "Little Marsh"),
    ],
)
def test_a_place_is_said_only_where_one_is_meant(taxonomy: Taxonomy, original: str, expected: str) -> None:
    assert said(taxonomy, "LOCATION", original) == expected


@pytest.mark.parametrize(
    ("type_id", "original"),
    [
        ("ORGANIZATION", "苏州"),
        ("ORGANIZATION", "March"),
        ("ADDRESS", "苏州"),
        ("ADDRESS", "Paris"),
        ("SCHOOL", "北京"),
        ("HANDLE", "王小明"),
        ("AMOUNT", "3万元"),
        ("AMOUNT", "£50"),
        ("PERSON", "Wang Xiaoming"),
        ("DISEASE", "糖尿病"),
    ],
)
def test_what_is_never_translated(taxonomy: Taxonomy, type_id: str, original: str) -> None:
    assert said(taxonomy, type_id, original) == original


@pytest.mark.parametrize(("chinese", "english"), [("3,000元", "3,000 yuan"), ("12.5美元", "12.5 US dollars")])
def test_the_digits_of_an_amount_stay(taxonomy: Taxonomy, chinese: str, english: str) -> None:
    assert said(taxonomy, "AMOUNT", chinese) == english
    assert said(taxonomy, "AMOUNT", english) == chinese


def test_both_are_told(taxonomy: Taxonomy) -> None:
    entry = issued("日期", "DATE", "3月18日")
    (value,) = (
        piece
        for piece in restore("The rent is due on [日期_1].", (entry,), taxonomy, RULES).pieces
        if isinstance(piece, RestoredValue)
    )
    assert (value.text, value.original, value.said) == ("18 March", "3月18日", "18 March")
    assert value.as_written == "[日期_1]"
    own = restore("租金[日期_1]到期。", (entry,), taxonomy, RULES).pieces[1]
    assert isinstance(own, RestoredValue)
    assert (own.text, own.said) == ("3月18日", "")


def test_what_the_cloud_wrote_beside_is_not_written_twice(taxonomy: Taxonomy) -> None:
    entries = (issued("日期", "DATE", "18号"), issued("地点", "LOCATION", "美国"))
    answer = restore("It is due on the [日期_1], and he lives in the [地点_1] now.", entries, taxonomy, RULES)
    assert answer.text == "It is due on the 18th, and he lives in the United States now."


@pytest.mark.parametrize("name", ["said.toml", "places.toml"])
def test_missing_data_is_a_known_error(tmp_path: Path, name: str) -> None:
    (tmp_path / "restore").mkdir()
    (tmp_path / "restore" / name).write_text("[around]\nforeign = []\n", encoding="utf-8")
    with pytest.raises(ResourceError):
        Sayings.load(tmp_path)
