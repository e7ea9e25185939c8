"""With its replacements undone, D is X: code point by code point, at every level, scrubbed or not.

The number of generated cases is DRSL_UNDO_CASES (default 1000; 100000 for the bar). DRSL_CORPORA names a folder of
JSONL files with a `text` in each line; without it the corpora are left out.
"""

from __future__ import annotations

import json
import os
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared_engine import rule_cascade

from core.domain.artifact import Artifact
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.domain.tokens import TOKEN_PATTERN, TokenVault
from tests.dehydration import DEHYDRATOR, LIBRARY, language_of, read_marked
from tests.property.test_no_literal_left import noise, spelled_value, values

CASES = int(os.environ.get("DRSL_UNDO_CASES", "1000"))
CORPORA = os.environ.get("DRSL_CORPORA", "")
EN = [
    'Name,Value,Note\n{a},{b},ok\n{c},"{d}",see {e}\n',
    "| Field | Value |\n|---|---|\n| one | {a} |\n| two | {b}, {c} |\n\n{d}? {e}.",
    "```python\nperson = '{a}'\nlimit = {{'x': \"{b}\"}}  # {c}\n```\nand {d}'s, {e}",
    "From: {a} <x@example.com>\r\nSubject: {b}\r\n\r\nDear {c},\r\n\r\nthe {d} (again: {e}).\r\n-- \r\n{a}",
    "[10:02] A: {a} said {b}\n[10:03] B: {c}?!\n[10:03] A: no, {d} / {e}",
    '{{"a": "{a}", "list": ["{b}", "{c}"], "n": 12, "deep": {{"d": "{d}"}}}}\n{e}',
    "{a}{b} {c}\t{d}\n\n\n{e}",
]
ZH = [
    "姓名,数值\n{a},{b}\n{c}，{d}；{e}",
    "｜项目｜值｜\n｜一｜{a}｜\n｜二｜{b}、{c}｜{d}——{e}",
    "```sql\nSELECT '{a}', \"{b}\" -- {c}\n```\n{d}的，{e}了。",
    "发件人：{a}\n主题：{b}\n\n{c}您好：\n　　{d}（{e}）。\n此致",
    "甲：{a}，{b}\n乙：{c}？！\n甲：{d}/{e}",
    '{{"a": "{a}", "列": ["{b}", "{c}"], "d": "{d}"}} {e}',
]


def undone(artifact: Artifact, text: str) -> str:
    """D with every replacement's span taken back to its source in X."""
    parts: list[str] = []
    position = 0
    for item in artifact.replacements:
        assert position <= item.start <= item.end
        assert artifact.text[item.start : item.end] == item.rendered
        parts += (artifact.text[position : item.start], text[item.source_start : item.source_end])
        position = item.end
    return "".join((*parts, artifact.text[position:]))


def check(text: str, sensitive: SensitiveSet, levels: dict[str, int], vault: TokenVault) -> Artifact:
    artifact = DEHYDRATOR.dehydrate(text, sensitive, levels, vault, language_of(text))
    assert undone(artifact, text) == text
    assert DEHYDRATOR.violations(artifact, sensitive) == ()
    for item in artifact.replacements:
        bare = item.rendered.strip('"')
        if item.token:
            match = TOKEN_PATTERN.fullmatch(bare)
            assert match is not None
            assert item.token == f"[{match['label']}_{match['number']}]"
            assert bool(match["told"]) == bool(item.node)
        else:
            assert item.node
            assert LIBRARY.forms.of(sensitive.by_id(item.attribute_id).type_id) == "same"
    return artifact


def filled(rng: random.Random) -> tuple[str, SensitiveSet, dict[str, int]]:
    """A text of some kind with values in it, some of them a second time in another spelling, not marked."""
    template = rng.choice(EN + ZH)
    picked = [spelled_value(rng) for _ in range(5)]
    slots = {}
    for name, (type_id, surface, form, value, other) in zip("abcde", picked, strict=True):
        again = rng.random()
        marked = f"\x01{surface}|{type_id}|{form}|{value}\x02"
        slots[name] = f"{marked} {other}" if again < 0.3 else other if again < 0.4 else marked
    text = template.format(**slots).replace("{", "⟨").replace("}", "⟩").replace("\x01", "{").replace("\x02", "}")
    case = read_marked(text)
    levels = {
        item.id: rng.randrange(0, DEHYDRATOR.top(item) + 2) if item.kind == "quasi" else DEHYDRATOR.top(item)
        for item in case.sensitive.attributes
    }
    return case.text, case.sensitive, levels


def test_generated_texts_are_undone() -> None:
    rng = random.Random(20261122)
    scrubbed = 0
    for _ in range(CASES):
        scrubbed += check(*filled(rng), TokenVault()).scrubbed
    assert scrubbed > CASES / 10


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(noise, values), min_size=1, max_size=5), noise, st.integers(1, 6), st.booleans())
def test_whatever_stands_around_is_undone(
    parts: list[tuple[str, tuple[str, str, str, str, str]]], tail: str, level: int, respelled: bool
) -> None:
    marked = "".join(
        f"{before}{{{surface}|{type_id}|{form}|{value}}}{other if respelled else ''}"
        for before, (type_id, surface, form, value, other) in parts
    )
    case = read_marked(marked + tail)
    levels = {item.id: min(level, DEHYDRATOR.top(item)) for item in case.sensitive.attributes}
    vault = TokenVault()
    vault.reserve(case.text)
    check(case.text, case.sensitive, levels, vault)


@settings(max_examples=60, deadline=None)
@given(st.text(st.sampled_from('[]_:： AGEPERSON年龄姓名0123456789-\n"{}'), max_size=60), st.integers(1, 3))
def test_texts_full_of_tokens_are_undone(junk: str, level: int) -> None:
    case = read_marked(f"{{67|AGE|predicate|67}} {junk.replace('{', '(').replace('}', ')')} {{Ann Lee|PERSON}}")
    vault = TokenVault()
    vault.reserve(case.text)
    check(case.text, case.sensitive, dict.fromkeys((item.id for item in case.sensitive.attributes), level), vault)


@pytest.mark.skipif(not CORPORA, reason="no folder of corpora is named")
def test_corpora_are_undone() -> None:
    extractor = rule_cascade()
    rng = random.Random(7)
    for path in sorted(Path(CORPORA).glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines()[:400]:
            text = json.loads(line).get("text", "")
            if not re.search(r"\S", text):
                continue
            sensitive = extractor.extract(Request(text), b"\x07" * 32)
            levels = {item.id: rng.randrange(0, DEHYDRATOR.top(item) + 1) for item in sensitive.attributes}
            check(text, sensitive, levels, TokenVault())
