"""Finding: an encoded copy of a declared value (percent, JSON, HTML, base64, hex) went past the hard line."""

from __future__ import annotations

import base64
import html
import json
import quopri
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared_engine import rule_cascade

from core.dehydrate.hard_line import HardLine
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.text.decoding import decoded_views
from tests.dehydration import TAXONOMY, attribute, mention

LINE = HardLine(TAXONOMY)
VALUES = [
    ("PERSON", "陈建国"),
    ("PERSON", "Ngozi Okonkwo"),
    ("PHONE", "+44 7700 900123"),
    ("EMAIL", "ngozi.okonkwo@blueharbor.com"),
    ("ADDRESS", "杭州市西湖区文三路478号"),
]


def b64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


ENCODINGS: dict[str, Callable[[str], str]] = {
    "percent": lambda value: "https://a.example/?q=" + quote(value, safe=""),
    "percent, all": lambda value: "?q=" + "".join(f"%{byte:02x}" for byte in value.encode()),
    "percent, gbk": lambda value: "?q=" + quote(value.encode("gb18030"), safe=""),
    "form": lambda value: "name=" + quote_plus(value) + "&x=1",
    "percent twice": lambda value: "?u=" + quote(quote(value, safe=""), safe=""),
    "json": lambda value: json.dumps({"name": value, "n": 1}),
    "json, all": lambda value: '{"n": "' + "".join(f"\\u{ord(char):04x}" for char in value) + '"}',
    "json in json": lambda value: json.dumps({"body": json.dumps({"name": value})}),
    "html": lambda value: "<b>" + "".join(f"&#{ord(char)};" for char in value) + "</b>",
    "html, hex": lambda value: "<b>" + "".join(f"&#x{ord(char):X};" for char in value) + "</b>",
    "quoted-printable": lambda value: "Subject: =?utf-8?Q?" + quopri.encodestring(value.encode()).decode() + "?=",
    "base64": lambda value: "data: " + b64(value),
    "credentials": lambda value: "Authorization: Basic " + b64(f"{value}:secret"),
    "base64 of json": lambda value: "payload=" + b64(json.dumps({"name": value})),
    "base64, url-safe, unpadded": lambda value: "t=" + base64.urlsafe_b64encode(value.encode()).decode().rstrip("="),
    "base64, lines": lambda value: base64.encodebytes(("x" * 70 + " " + value + " " + "y" * 70).encode()).decode(),
    "base64, percent": lambda value: "t=" + quote(b64(value), safe=""),
    "bytes": lambda value: "b'" + "".join(f"\\x{byte:02x}" for byte in value.encode()) + "'",
    "hex": lambda value: "0x" + value.encode().hex(),
    "entities": lambda value: html.escape(f"<a href='x'>{value}</a>"),
}


def declared(type_id: str, surface: str) -> SensitiveSet:
    return SensitiveSet((attribute([mention(surface, type_id, "", surface)]),))


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize(("type_id", "surface"), VALUES)
def test_no_encoding_hides_a_declared_value(type_id: str, surface: str, name: str) -> None:
    sensitive = declared(type_id, surface)
    text = f"Why does this fail? {ENCODINGS[name](surface)} Thanks."
    assert LINE.find(text, sensitive, {})
    scrubbed, _ = LINE.scrub(text, sensitive, {}, lambda *_: "[X]")
    assert not LINE.find(scrubbed, sensitive, {})
    assert scrubbed.startswith("Why does this fail? ")
    assert scrubbed.endswith(" Thanks.")


@pytest.mark.parametrize(
    "text",
    [
        "Plain text, 100% of it, a+b=c, C:\\new\\table, AT&T, R&D; &c.",
        "internationalization antidisestablishmentarianism",
        "commit 5aef5413b7d0f1c2a9e8d7c6b5a4f3e2d1c0b9a8",
    ],
)
def test_what_is_not_encoded_stays(text: str) -> None:
    assert not LINE.find(text, declared("PERSON", "Ngozi Okonkwo"), {})


@given(st.text(max_size=80), st.text(max_size=20))
def test_views_map_into_the_text(text: str, inner: str) -> None:
    whole = text + quote(inner) + " " + b64(inner)
    for view in decoded_views(whole):
        assert len(view.text) == len(view.starts) == len(view.ends)
        for start, end in zip(view.starts, view.ends, strict=True):
            assert 0 <= start < end <= len(whole)


def test_a_word_that_is_text_in_base64_by_chance_is_a_word() -> None:
    assert decoded_views("please, i dictated it") == ()
    assert [view.text for view in decoded_views("see " + b64("Ngozi Okonkwo"))] == ["Ngozi Okonkwo"]


@pytest.mark.parametrize(
    "unit", ["%41", "\\u0041", "&#65;", "QUFBQUFB", "%25", "= ", "A" * 9 + "\n", "\\\\", "0x4141414141 "]
)
def test_hostile_repetition_is_bounded(unit: str) -> None:
    assert len(decoded_views(unit * 3000)) < 5000


@pytest.mark.parametrize(
    ("text", "type_id", "surface"),
    [
        ("姓名：陈 建 国，男", "PERSON", "陈 建 国"),
        ("姓名：王 伟，男", "PERSON", "王 伟"),
        ("我岳父 76 岁了", "AGE", "76 岁"),
    ],
)
def test_spaces_between_chinese_characters_and_numbers_change_nothing(text: str, type_id: str, surface: str) -> None:
    found = rule_cascade().extract(Request(text), b"k" * 32)
    assert (type_id, surface) in [
        (item.type_id, mention.text) for item in found.attributes for mention in item.mentions
    ]
