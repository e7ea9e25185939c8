"""A restored value never breaks the JSON or the source code that it stands in."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable

import pytest

from core.restore.restorer import RestoredAnswer

PutBack = Callable[[str], RestoredAnswer]
VALUE = 'a"b\\c\nd'


@pytest.mark.parametrize(
    "answer",
    [
        '{"key": "[API_KEY_1]"}',
        '{ "key" :\n "[API_KEY_1]" }',
        'Here it is:\n{"key": "[api key 1]"}\nDone. "[PERSON_1]"',
        '```json\n{"key": "[API_KEY_1]"}\n```',
        '```\n{"key": "[API_KEY_1]"}\n```',
    ],
)
def test_json_string_keeps_its_escaping(put_back: PutBack, answer: str) -> None:
    text = put_back(answer).text
    document = text[text.index("{") : text.index("}") + 1]
    assert json.loads(document) == {"key": VALUE}


def test_json_array_and_list_of_objects(put_back: PutBack) -> None:
    assert json.loads(put_back('["[API_KEY_1]", 1]').text) == [VALUE, 1]
    assert json.loads(put_back('[{"a": "x [API_KEY_1] y"}]').text) == [{"a": f"x {VALUE} y"}]


def test_json_inside_a_json_string_is_escaped_twice(put_back: PutBack) -> None:
    call = json.dumps({"name": "lookup", "arguments": json.dumps({"key": "[API_KEY_1]", "n": 1})})
    restored = json.loads(put_back(call).text)
    assert json.loads(restored["arguments"]) == {"key": VALUE, "n": 1}


def test_quoted_words_in_a_json_string_are_no_inner_json(put_back: PutBack) -> None:
    document = json.dumps({"note": 'she said "[API_KEY_1]" twice'})
    assert json.loads(put_back(document).text) == {"note": f'she said "{VALUE}" twice'}


def test_an_answer_that_begins_with_a_token_is_prose(put_back: PutBack) -> None:
    assert put_back('[API_KEY_1] is "[API_KEY_1]"').text == f'{VALUE} is "{VALUE}"'


@pytest.mark.parametrize(
    "literal", ['"[API_KEY_1]"', "'[API_KEY_1]'", '"""[API_KEY_1]"""', "'''x [API_KEY_1]'''", '"" "[API_KEY_1]"']
)
def test_python_literal_evaluates_to_the_value(put_back: PutBack, literal: str) -> None:
    text = put_back(f"Use\n```python\nkey = {literal}\n```\n").text
    code = text.split("```python\n")[1].split("```")[0]
    assert ast.literal_eval(code.removeprefix("key = ").strip()).endswith(VALUE)


def test_a_value_cannot_end_the_comment_it_stands_in(put_back: PutBack) -> None:
    code = put_back("```python\n# use [API_KEY_1]\nx = 1\n```").text.splitlines()
    assert code[1:3] == ['# use a"b\\c d', "x = 1"]


@pytest.mark.parametrize(
    ("language", "written", "expected"),
    [
        ("sql", 'WHERE "k" = "[API_KEY_1]"', 'WHERE "k" = "a""b\\c d"'),
        ("yaml", "key: '[API_KEY_1]'", "key: 'a\"b\\c d'"),
        ("yaml", 'key: "[API_KEY_1]"', 'key: "a\\"b\\\\c\\nd"'),
        ("bash", 'curl -H "[API_KEY_1]"', 'curl -H "a\\"b\\\\c\nd"'),
        ("html", "<p>[API_KEY_1]</p>", "<p>a&quot;b\\c\nd</p>"),
        ("js", "let k = `[API_KEY_1]`", 'let k = `a"b\\\\c\nd`'),
        ("text", '"[API_KEY_1]"', f'"{VALUE}"'),
    ],
)
def test_each_language_has_its_own_quoting(put_back: PutBack, language: str, written: str, expected: str) -> None:
    assert put_back(f"```{language}\n{written}\n```").text == f"```{language}\n{expected}\n```"


def test_identifiers_and_indices_in_code_are_not_tokens(put_back: PutBack) -> None:
    code = "```python\nPERSON_1 = people[id 1] + rows[id_1] + d[NAME_1] + f'{ID_1}' + x[MAX_3]\n```"
    assert put_back(code).text == code


def test_prose_after_a_fence_is_tolerant_again(put_back: PutBack) -> None:
    assert put_back("```python\nx = 1\n```\n[person 1]").text.endswith("\nMargaret Olsen")


def test_a_longer_fence_is_not_closed_by_a_shorter_one(put_back: PutBack) -> None:
    text = '````python\n```\nx = "[API_KEY_1]"\n````\n"[API_KEY_1]"'
    assert put_back(text).text == f'````python\n```\nx = "a\\"b\\\\c\\nd"\n````\n"{VALUE}"'
