"""Finding: a part of a declared value (a surname, a house's core name, a domain) went past linker and hard line."""

from __future__ import annotations

import pytest
from shared_engine import rule_cascade

from core.dehydrate.hard_line import HardLine
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from tests.dehydration import TAXONOMY, attribute, mention

LINE = HardLine(TAXONOMY)

TOLD = [
    ("PERSON", "Daniel Whitmore", "The Whitmores moved."),
    ("PERSON", "Daniel Whitmore", "the whitmores moved"),
    ("PERSON", "Daniel Whitmore", "see whitmore_texts.zip"),
    ("PERSON", "Daniel Whitmore", "see whitmoretexts.zip"),
    ("PERSON", "Daniel Whitmore", "https://site.example/users/dwhitmore?x=1"),
    ("PERSON", "Daniel Whitmore", "DANIEL, come home"),
    ("PERSON", "Ngozi Okonkwo", "so okonkwo said no"),
    ("PERSON", "Ngozi Okonkwo", "#OkonkwoLaw is trending"),
    ("PERSON", "Ngozi Okonkwo", "okonkwo_id = 3"),
    ("PERSON", "Ngozi Okonkwo", '{"okonkwoId": 3}'),
    ("PERSON", "Ngozi Okonkwo", "Okonkwo's file, Okonkwo’s dog"),
    ("PERSON", "Rose Baker", "Dear Rose, thanks"),
    ("PERSON", "Rose Baker", "then Rose left"),
    ("PERSON", "Rose Baker", "Rose's file"),
    ("PERSON", "Rose Baker", "Mrs Baker called"),
    ("PERSON", "May Lindqvist", "my sister May called"),
    ("PERSON", "王小明", "我问小明要的"),
    ("PERSON", "王小明", "小明.docx"),
    ("PERSON", "王小明", "王某明到庭"),
    ("PERSON", "王小明", "王某某到庭"),
    ("PERSON", "陳建國", "王老师和建国一起"),
    ("PERSON", "欧阳明慧", "明慧到了，欧阳女士请坐"),
    ("PERSON", "李高", "小高说好，高哥也来"),
    ("PERSON", "欧阳明慧", "问能不能延期，慧姐没同意"),
    ("PERSON", "陈志鹏", "后来鹏总请客，阿鹏没来"),
    ("PERSON", "Rosalba Finchingham", "Bring the ledgers. RF\n\nReminder: RF hates calls."),
    ("PERSON", "Dunstan Okonjo-Blythe", "Yes.\n-- \nDOB\n"),
    ("ORGANIZATION", "杭州蓝鲸数据科技有限公司", "蓝鲸数据最近裁员"),
    ("ORGANIZATION", "杭州蓝鲸数据科技有限公司", "藍鯨數據最近裁員"),
    ("ORGANIZATION", "Blue Harbor Logistics Ltd", "Blue Harbor is hiring"),
    ("ORGANIZATION", "Blue Harbor Logistics Ltd", "see blueharbor.com"),
    ("ORGANIZATION", "Blue Harbor Logistics Ltd", "#BlueHarbor"),
    ("ORGANIZATION", "Blue Harbor Logistics Ltd", "BHL is hiring"),
    ("ORGANIZATION", "Kestrelway Holdings", "kestrelway_data.csv"),
    ("ADDRESS", "42 Harbour Lane, Springfield", "we live on Harbour Lane"),
    ("ADDRESS", "浙江省杭州市西湖区文三路478号3单元201室", "就在文三路附近"),
    ("EMAIL", "ngozi.okonkwo@blueharbor.com", "her site is blueharbor.com"),
    ("EMAIL", "ngozi.okonkwo@blueharbor.com", "user ngozi.okonkwo logged in"),
    ("EMAIL", "ngozi.okonkwo@gmail.com", "user NgoziOkonkwo logged in"),
]
UNTOLD = [
    ("PERSON", "Rose Baker", "I bought a rose from the baker. The price rose."),
    ("PERSON", "Rose Baker", "We met at Baker Street, in the Rose Garden."),
    ("PERSON", "May Lindqvist", "In May 2024 you may ask. May I?"),
    ("PERSON", "Mark Young", "Mark the page. Young people mark it. A German Mark."),
    ("PERSON", "Martin Hill", "up the hill with a martini"),
    ("PERSON", "李高", "楼很高，高兴得很，提高高度"),
    ("PERSON", "张国庆", "国庆节放假，国庆快到了"),
    ("PERSON", "时小平", "等了三个小时，老师说过"),
    ("PERSON", "李国", "中国总部在北京，爱国哥们"),
    ("PERSON", "陈志国", "中国总部在北京，爱国哥们"),
    ("PERSON", "郑海天", "她天天在屋里烧香"),
    ("PERSON", "郑海天", "信观音，天天在屋里烧香"),
    ("PERSON", "Ivan Tarrant", "The IT desk helps. Ask IT."),
    ("PERSON", "Rosalba Finchingham", "An RF antenna. The RF part is new."),
    ("PERSON", "李建设", "加强基础建设，建设项目"),
    ("PERSON", "Daniel Whitmore", "white more, more or less"),
    ("ORGANIZATION", "杭州蓝鲸数据科技有限公司", "蓝鲸是动物，杭州的数据科技有限"),
    ("ORGANIZATION", "Blue Harbor Logistics Ltd", "a blue harbor, logistics in general"),
    ("ORGANIZATION", "National Health Service", "an nhs of its own, national health is good"),
    ("EMAIL", "info@gmail.com", "more info at gmail.com or any gmail box"),
    ("EMAIL", "anna.lind@outlook.com", "the outlook is good; use outlook.com"),
    ("ADDRESS", "浙江省杭州市西湖区文三路478号", "浙江省杭州市是个好地方"),
]


def declared(type_id: str, surface: str) -> SensitiveSet:
    return SensitiveSet((attribute([mention(surface, type_id, "", surface)]),))


@pytest.mark.parametrize(("type_id", "surface", "text"), TOLD)
def test_the_hard_line_knows_the_parts(type_id: str, surface: str, text: str) -> None:
    sensitive = declared(type_id, surface)
    assert LINE.find(text, sensitive, {})
    scrubbed, _ = LINE.scrub(text, sensitive, {}, lambda *_: "[X]")
    assert not LINE.find(scrubbed, sensitive, {})


@pytest.mark.parametrize(("type_id", "surface", "text"), UNTOLD)
def test_words_that_look_alike_stay(type_id: str, surface: str, text: str) -> None:
    found = LINE.find(text, declared(type_id, surface), {})
    assert [text[hit.start : hit.end] for hit in found] == []


def spans(text: str, type_id: str = "PERSON") -> list[list[str]]:
    found = rule_cascade().extract(Request(text), b"k" * 32)
    return [
        [item.text for item in attribute.mentions] for attribute in found.attributes if attribute.type_id == type_id
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "My name is Daniel Whitmore. The Whitmores live here, whitmore too.",
            ["Daniel Whitmore", "Whitmore", "whitmore"],
        ),
        ("Ngozi Okonkwo called. okonkwo_id=3, #OkonkwoLaw", ["Ngozi Okonkwo", "okonkwo", "Okonkwo"]),
        ("我叫陈建国，陳建國是我", ["陈建国", "陳建國"]),
        ("我叫欧阳\n明慧，今年30岁", ["欧阳\n明慧"]),
        ("联系人：王\n小明，电话13912345678", ["王\n小明"]),
        ("被告人林志强到庭，林某强辩称无罪", ["林志强", "林某强"]),
    ],
)
def test_the_linker_takes_the_whole_person(text: str, expected: list[str]) -> None:
    assert spans(text) == [expected]


def test_the_linker_knows_the_core_of_a_house() -> None:
    assert spans("我在杭州蓝鲸数据科技有限公司上班，蓝鲸数据最近裁员", "ORGANIZATION") == [
        ["杭州蓝鲸数据科技有限公司", "蓝鲸数据"]
    ]


def test_a_month_is_no_person() -> None:
    assert spans("My name is May Lindqvist. In May we met.") == [["May Lindqvist"]]
