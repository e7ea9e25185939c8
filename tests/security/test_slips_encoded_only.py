"""Finding: a value that stood in a prompt only encoded, or only as a cell of a column, was found by nobody."""

from __future__ import annotations

import base64
import json
from urllib.parse import quote

import pytest
from shared_engine import builtin_engine

from core.domain.request import Request
from core.engine.conversation import Conversation


def b64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


NOTE = json.dumps({"name": "Ngozi Okonkwo", "email": "ngozi@blueharbor.com"})
ENCODED = {
    "credentials": (
        f"curl fails with 401, why?\ncurl -H 'Authorization: Basic {b64('okonkwo:Tr0ub4dor&3')}' https://api.example/v1",
        [b64("okonkwo:Tr0ub4dor&3")],
    ),
    "query": (
        "Why does our CRM refuse https://crm.example/find?name=Ngozi%20Okonkwo&mail=ngozi%2Eokonkwo%40blueharbor.com",
        ["Ngozi%20", "okonkwo%40"],
    ),
    "escapes": (
        'Explain the error for our customer: {"customer": "\\u7fdf\\u96e8\\u6850", "phone": "\\u003139 1647 5028"}',
        ["\\u7fdf", "1647 5028"],
    ),
    "dumped twice": (f"log line: body={json.dumps(NOTE)} and it fails", ["Okonkwo", "ngozi@"]),
    "payload": (f"our webhook got payload={b64(NOTE)} and crashed", [b64(NOTE)[:12], b64(NOTE)[-12:]]),
    "mail in base64": (
        f"the token is {b64('ngozi.okonkwo@blueharbor.com')}, is that safe?",
        [b64("ngozi.okonkwo@bl")[:12]],
    ),
    "hex": (f"what is 0x{b'ngozi.okonkwo@blueharbor.com'.hex()} in my log?", [b"okonkwo".hex()]),
    "number in base64": (f"日志里有 {b64('身份证 11010519780914002X')} 怎么回事", [b64("身份证 1101051978")[:16]]),
    "mail headers": (
        f"From: =?utf-8?B?{b64('覃绍宽')}?= <qsk@lanjing.example>\n"
        f"Subject: =?utf-8?Q?{quote('覃绍宽').replace('%', '=')}?=\n这封邮件为什么乱码",
        [b64("覃绍宽"), "=E8=A6=83"],
    ),
}
TABLES = {
    "csv": (
        "Why does pandas choke on this?\nfull_name,phone,amount\nNgozi Okonkwo,+44 7700 900123,12\n"
        "rose baker,+44 7700 900456,9\nwhitmore,+44 7700 900789,7\ncher,+44 7700 900987,3",
        ["rose baker", "whitmore", "cher,"],
        ["full_name,phone,amount", ",12\n", ",9\n"],
    ),
    "tabs": (
        "id\tname\temail\n1\tNgozi Okonkwo\tngozi@blueharbor.com\n2\tlin\tlin@blueharbor.com\n"
        "3\trose\trose@blueharbor.com\nFind duplicates for me.",
        ["lin\t", "rose\t"],
        ["id\tname\temail\n1\t", "Find duplicates"],
    ),
    "bars": (
        "| 姓名 | 手机 | 备注 |\n|---|---|---|\n| 王小明 | 13912345678 | 老客户 |\n| 高 | 13912345679 | 新 |\n"
        "| 陈 建 国 | 13912345670 | - |\n请按姓名排序",
        ["王小明", "| 高 |", "陈 建 国"],
        ["| 姓名 | 手机 | 备注 |", "老客户", "| 新 |"],
    ),
    "sql": (
        "fix my query: INSERT INTO patients (full_name, ssn) VALUES ('Ngozi Okonkwo','536-90-4399'),"
        "('o''hara','536-90-4398'),('li','536-90-4397');",
        ["Okonkwo", "hara", "'li'"],
        ["INSERT INTO patients (full_name, ssn) VALUES ('", "','", "');"],
    ),
    "fellows": (
        "see rows\nOkonkwo Ngozi;ngozi@blueharbor.com;4\nMary Haines;mary.haines@blueharbor.com;3\n"
        "theo quist;theo.quist@blueharbor.com;2\nDaniel Whitmore;d.whitmore@blueharbor.com;9\nwho owes most?",
        ["theo quist"],
        ["see rows\n", ";4\n", "who owes most?"],
    ),
}


def told(text: str) -> str:
    return builtin_engine().preview(Request(text), Conversation()).artifact.text


@pytest.mark.parametrize("name", ENCODED)
def test_what_stands_only_encoded_is_found(name: str) -> None:
    text, gone = ENCODED[name]
    left = told(text)
    assert [piece for piece in gone if piece in left] == []


@pytest.mark.parametrize("name", TABLES)
def test_a_column_is_typed_by_its_header_and_its_fellows(name: str) -> None:
    text, gone, kept = TABLES[name]
    left = told(text)
    assert [piece for piece in gone if piece in left] == []
    assert [piece for piece in kept if piece not in left] == []


def test_the_quotes_of_dumped_json_stay() -> None:
    left = told(ENCODED["dumped twice"][0])
    assert left.count('\\"') == ENCODED["dumped twice"][0].count('\\"')


@pytest.mark.parametrize(
    "text",
    [
        "What does this do? https://docs.example/search?q=merge%20sort&lang=en&x=%2B1",
        "How is merge%20sort decoded, and why does %2B1 become a plus sign in percent-encoding?",
        "sort this\nfruit,colour,price\napple,red,2\nbanana,yellow,1\ncherry,red,5",
        "SELECT * FROM t; INSERT INTO t (id, colour) VALUES (1,'red'),(2,'blue');",
    ],
)
def test_what_identifies_nobody_stays(text: str) -> None:
    assert told(text) == text
