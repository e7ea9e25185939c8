"""Restoration does not depend on how a stream is cut, and undoes what tokens did."""

from __future__ import annotations

import json
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.language import Language
from core.domain.tokens import TokenEntry
from core.resources import load_taxonomy, resource_root
from core.restore.labels import RestoreRules
from core.restore.pieces import RestoredValue, joined
from core.restore.restorer import AnswerRestorer, restore

TAXONOMY = load_taxonomy(resource_root())
RULES = RestoreRules.load(resource_root())
FRAGMENTS = (
    "[PERSON_1]",
    "[姓名_1]",
    "[person 1]",
    "PERSON_1",
    "PERSON_12",
    "API_KEY_1",
    "[API_KEY_1]",
    "[AGE_1: 60-69]",
    "[年龄_1：60多岁]",
    "[AGE_1 (60+)]",
    "[AGE_1: ",
    "{AGE_1: x}",
    "[PERSON_1: ",
    ": ",
    "：",
    "60-69]",
    "[FOO_1]",
    "[PERSON_[PERSON_1]]",
    "[[PERSON_1]_2]",
    r"\[PERSON\_1\]",
    "&#91;PERSON_1&#93;",
    "&lt;PERSON_1&gt;",
    "{{PERSON_1}}",
    "{PERSON_1}",
    "<PERSON_1>",
    "【姓名_1】",
    "［姓名＿１］",
    "[PERSON_1's]",
    "'s",
    " Olsen",
    "Margaret ",
    "Mr ",
    "先生",
    "[",
    "]",
    "{",
    "}",
    "\\",
    "&",
    "&#",
    "_1",
    "_1]",
    "PERSON",
    "PER",
    "姓名",
    "```",
    "```python\n",
    "```json\n",
    "\n",
    '"',
    "'",
    '"""',
    '{"a": "',
    '"}',
    '\\"',
    " ",
    "，",
    "x",
    "1",
    "￥",
    "#",
    "[DATE_1]",
    "[日期_2]",
    "[地点_1]",
    "[PLACE_2]",
    "we met on ",
    "我们见面了",
    "|",
    "`",
    ". ",
    "。",
    "https://a/",
)


def issued(token: str, type_id: str, original: str) -> TokenEntry:
    label, number = token[1:-1].rsplit("_", 1)
    return TokenEntry(token, label, int(number), type_id, token, original, Language.EN)


ENTRIES = (
    issued("[PERSON_1]", "PERSON", "Margaret Olsen"),
    issued("[PERSON_2]", "PERSON", "赵立新先生"),
    issued("[API_KEY_1]", "API_KEY", 'k"\\\n'),
    issued("[姓名_3]", "PERSON", "#林"),
    issued("[AGE_1]", "AGE", "67"),
    issued("[DATE_1]", "DATE", "18 March"),
    TokenEntry("[日期_2]", "日期", 2, "DATE", "[日期_2]", "3月18日", Language.ZH),
    TokenEntry("[地点_1]", "地点", 1, "LOCATION", "[地点_1]", "苏州", Language.ZH),
    issued("[PLACE_2]", "LOCATION", "Suzhou"),
)
answers = st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=4)), max_size=14).map("".join)


@st.composite
def cut_answers(draw: st.DrawFn) -> tuple[str, list[str]]:
    answer = draw(answers)
    cuts = sorted(draw(st.lists(st.integers(0, len(answer)), max_size=12)))
    edges = [0, *cuts, len(answer)]
    return answer, [answer[start:end] for start, end in pairwise(edges)]


@given(cut_answers())
@settings(max_examples=600, deadline=None)
def test_every_chunking_gives_the_same_answer(case: tuple[str, list[str]]) -> None:
    answer, chunks = case
    whole = restore(answer, ENTRIES, TAXONOMY, RULES)
    restorer = AnswerRestorer(ENTRIES, TAXONOMY, RULES)
    pieces = []
    for chunk in chunks:
        pieces.extend(restorer.feed(chunk))
        assert restorer.pending <= restorer.longest_pending
    pieces.extend(restorer.finish())
    assert joined(tuple(pieces)) == whole.pieces
    assert restorer.report == whole.report
    assert restorer.pending == 0


@given(answers)
@settings(max_examples=200, deadline=None)
def test_one_character_at_a_time_gives_the_same_answer(answer: str) -> None:
    restorer = AnswerRestorer(ENTRIES, TAXONOMY, RULES)
    pieces = [piece for char in answer for piece in restorer.feed(char)]
    pieces.extend(restorer.finish())
    assert joined(tuple(pieces)) == restore(answer, ENTRIES, TAXONOMY, RULES).pieces


@given(st.text(alphabet=st.characters(exclude_characters="[［【〔〖&<＜《〈{｛\\PA姓")))
@settings(max_examples=200, deadline=None)
def test_text_without_tokens_passes_unchanged(text: str) -> None:
    answer = restore(text, ENTRIES, TAXONOMY, RULES)
    assert answer.text == text
    assert answer.report.restored == answer.report.forged == answer.report.unresolved == 0


values = st.text(st.characters(codec="utf-8", exclude_characters=" \u00a0"), min_size=1, max_size=20)


@given(st.lists(values, min_size=1, max_size=6, unique=True), st.lists(st.integers(0, 5), max_size=10))
@settings(max_examples=200, deadline=None)
def test_dehydrated_text_is_restored_to_the_original(originals: list[str], order: list[int]) -> None:
    entries = tuple(issued(f"[PERSON_{n}]", "PERSON", original) for n, original in enumerate(originals, start=1))
    chosen = [entries[index % len(entries)] for index in order]
    dehydrated = "".join(f"then {entry.token}; " for entry in chosen)
    expected = "".join(f"then {entry.original}; " for entry in chosen)
    assert restore(dehydrated, entries, TAXONOMY, RULES).text == expected


@given(st.lists(values, min_size=1, max_size=4, unique=True), st.booleans())
@settings(max_examples=200, deadline=None)
def test_json_documents_stay_json(originals: list[str], nested: bool) -> None:
    entries = tuple(issued(f"[PERSON_{n}]", "PERSON", original) for n, original in enumerate(originals, start=1))
    document: object = {"people": [entry.token for entry in entries], "note": f"a {entries[0].token} b"}
    expected: object = {"people": [entry.original for entry in entries], "note": f"a {entries[0].original} b"}
    if nested:
        text = json.dumps({"arguments": json.dumps(document)})
        restored = json.loads(restore(text, entries, TAXONOMY, RULES).text)
        assert json.loads(restored["arguments"]) == expected
    else:
        assert json.loads(restore(json.dumps(document, indent=1), entries, TAXONOMY, RULES).text) == expected


@given(answers)
@settings(max_examples=400, deadline=None)
def test_a_prompt_in_any_language_is_restored_as_it_was(prompt: str) -> None:
    """With the prompt at hand no value of it is said in a language in which the person did not write it."""
    answer = restore(prompt, ENTRIES, TAXONOMY, RULES, prompt)
    assert all(not piece.said for piece in answer.pieces if isinstance(piece, RestoredValue))


@given(cut_answers(), answers)
@settings(max_examples=200, deadline=None)
def test_every_chunking_gives_the_same_answer_to_a_prompt(case: tuple[str, list[str]], prompt: str) -> None:
    answer, chunks = case
    restorer = AnswerRestorer(ENTRIES, TAXONOMY, RULES, prompt)
    pieces = [piece for chunk in chunks for piece in restorer.feed(chunk)]
    pieces.extend(restorer.finish())
    assert joined(tuple(pieces)) == restore(answer, ENTRIES, TAXONOMY, RULES, prompt).pieces


SAYABLE = st.sampled_from(
    ("3月18日", "苏州", "下午3点", "18 March", "Suzhou", "3 pm", "王小明", "2026-03-18", "Thursday")
)
PASSAGES = st.sampled_from(
    ("we met on ", " and in ", "我们在", "见面，", ". ", "。", "\n", "# ", "- ", " (", ") ", "Dear ", "您好")
)


@given(st.lists(st.tuples(PASSAGES, st.integers(0, 3)), max_size=12), st.lists(SAYABLE, min_size=4, max_size=4))
@settings(max_examples=300, deadline=None)
def test_undone_it_is_the_persons_text(parts: list[tuple[str, int]], originals: list[str]) -> None:
    types = ("DATE", "LOCATION", "TIME", "PERSON")
    entries = tuple(
        TokenEntry(f"[{label}_1]", label, 1, type_id, label, original, Language.ZH)
        for label, type_id, original in zip(("日期", "地点", "时刻", "姓名"), types, originals, strict=True)
    )
    dehydrated = "".join(f"{words}{entries[which].token}|" for words, which in parts)
    expected = "".join(f"{words}{originals[which]}|" for words, which in parts)
    assert restore(dehydrated, entries, TAXONOMY, RULES, dehydrated).text == expected
