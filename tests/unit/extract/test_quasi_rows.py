"""Every row of quasi.toml finds what it is there for, and leaves what only looks like it."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.domain.errors import ResourceError
from core.extract.cascade import view_of
from core.extract.quasi import rows as quasi_rows
from core.extract.quasi.rows import FILE, Row, rows
from core.extract.quasi.scan import Scan
from core.resources import read_toml, resource_root
from core.text.normalize import normalize

# Family -> for each of its rows a text, the value that is found in it, and a text in which nothing is.
TEXTS = {
    "sex": [
        ("Sex: M, age 40", "male", "Sex and the city"),
        ("沈国栋，男，45岁", "male", "我男朋友来了"),
        ("a 41-year-old woman", "female", "a 41-year-old car"),
        ("Anna, female, 41", "female", "a female voice"),
        ("Anna;female;41", "female", "female voices"),
        ("I'm a guy from Leeds.", "male", "I know a guy from Leeds."),
        ("Seen 41 F for a cough", "female", "Room 41 for a cough"),
    ],
    "ward": [("I lie in the cardiology ward.", "cardiology", "I like cardiology.")],
    "fitted": [("我爸装了两个支架。", "装了两个支架", "手机支架坏了。")],
    "laboratory": [
        ("My ferritin is 9.", "9", "My ferritin is low."),
        ("我空腹血糖8.6。", "8.6", "我的血糖有点高。"),
        ("BP at home: 150/95 mmHg.", "150/95 mmhg", "I live at 150/95 Mill Lane."),
    ],
    "physique": [
        ("I am 183 cm tall.", "183 cm", "The desk is 183 cm wide."),
        ("She weighs 61 kg now.", "61 kg", "The parcel has 61 kg."),
        ("身高172cm。", "172cm", "桌子高172。"),
        ("He has green eyes.", "green eyes", "He has a green coat."),
    ],
    "allergy": [
        ("I am allergic to penicillin.", "penicillin", "I have an allergy."),
        ("My aunt cannot eat shellfish.", "shellfish", "My aunt eats shellfish."),
        ("She has a nut allergy.", "nut allergy", "She has nuts."),
        ("我对青霉素过敏。", "青霉素", "对什么过敏？"),
    ],
    "prose_zh": [
        ("我在省人民医院看的。", "省人民医院", "我在医院看的。"),
        ("铁蛋白9ng/ml偏低。", "9ng/ml", "体重9斤。"),
        ("我是rh阴性o型血。", "rh阴性o型血", "检测阴性。"),
        ("我们全家五口人。", "全家五口人", "门口人很多。"),
        ("她守寡三年，一直没再嫁。", "守寡三年", "单身公寓三年，"),
        ("鉴定为九级伤残。", "九级伤残", "九级台风。"),
        ("现在61公斤。", "61公斤", "买了61公斤米。"),
        ("他做茶叶生意，", "茶叶", "生意不好，"),
        ("我离过两次婚。", "离过两次婚", "我没离过婚。"),
        ("楼上702的老太太", "702", "楼上有702个灯"),
    ],
    "train": [
        ("我改签G1203。", "G1203", "我在G1203房。"),
        ("坐G2204次高铁", "G2204", "型号G2204"),
    ],
    "postcode": [
        ("Leeds LS1 4DY", "LS14DY", "LS1 is Leeds"),
        ("Ottawa K1A 0B1", "K1A0B1", "the K1A form"),
        ("Boise, ID 83702", "83702", "I paid 83702"),
        ("my zip code is 35350", "35350", "my zip file is big"),
    ],
    "job_zh": [
        ("职业是茶艺师，", "茶艺师", "职业规划，"),
        ("李娟，语文教师，三十岁", "语文教师", "教师三十岁"),
        ("他担任车间主任。", "车间主任", "主任在吗？"),
    ],
    "venue": [("She lay in the Ospedale Santa Vetra.", "ospedale santa vetra", "She lay in the hospital.")],
}
CASES = [
    pytest.param(row, *texts, id=f"{family}-{number}")
    for family, cases in TEXTS.items()
    for number, (row, texts) in enumerate(zip(rows(family), cases, strict=True))
]


def found(row: Row, text: str) -> list[str]:
    return [item.value for item in row.find(Scan.of(view_of(normalize(text)), {}))]


@pytest.mark.parametrize(("row", "text", "value", "other"), CASES)
def test_finds_its_value_and_nothing_else(row: Row, text: str, value: str, other: str) -> None:
    assert value in found(row, text)
    assert found(row, other) == []


def test_every_family_is_tested() -> None:
    assert set(read_toml(resource_root() / "recognizers" / FILE)) == set(TEXTS)


def test_a_row_that_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "recognizers").mkdir()
    (tmp_path / "recognizers" / FILE).write_text('[[odd]]\nrule = "odd"\npattern = "("\n', encoding="utf-8")
    monkeypatch.setattr(quasi_rows, "resource_root", lambda: tmp_path)
    with pytest.raises(ResourceError):
        rows("odd")
