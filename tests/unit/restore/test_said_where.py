"""Where a value is said in the other language: by the clause or line around its token, in prose alone."""

from __future__ import annotations

import pytest

from core.domain.language import Language
from core.domain.taxonomy import Taxonomy
from core.domain.tokens import TokenEntry
from core.resources import resource_root
from core.restore.labels import RestoreRules
from core.restore.restorer import AnswerRestorer, restore

RULES = RestoreRules.load(resource_root())
ZH = (
    TokenEntry("[日期_1]", "日期", 1, "DATE", "a1", "3月18日", Language.ZH),
    TokenEntry("[地点_1]", "地点", 1, "LOCATION", "a2", "苏州", Language.ZH),
)
EN = (
    TokenEntry("[DATE_1]", "DATE", 1, "DATE", "a1", "18 March", Language.EN),
    TokenEntry("[PLACE_1]", "PLACE", 1, "LOCATION", "a2", "Suzhou", Language.EN),
)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Dear landlord, on [日期_1] in [地点_1] we met.", "Dear landlord, on 18 March in Suzhou we met."),
        ("Here is the letter: 我[日期_1]从[地点_1]搬走。", "Here is the letter: 我3月18日从苏州搬走。"),
        ("I moved on [日期_1].\n我[日期_1]搬走。", "I moved on 18 March.\n我3月18日搬走。"),
        ("我[日期_1]搬走。\nI moved on [日期_1].", "我3月18日搬走。\nI moved on 18 March."),
        ("The note says “我[日期_1]在[地点_1]” in it.", "The note says “我3月18日在苏州” in it."),
        ("他写道：“I left [地点_1] on [日期_1].”", "他写道：“I left Suzhou on 18 March.”"),
        ("请在 Outlook 里选[日期_1]。", "请在 Outlook 里选3月18日。"),
        ("In Chinese 房东 means landlord; pay by [日期_1].", "In Chinese 房东 means landlord; pay by 18 March."),
        ("# Rent in [地点_1]\n\nDear Sir,", "# Rent in Suzhou\n\nDear Sir,"),
        ("# [地点_1]\n\nDear Sir, I write to you.", "# Suzhou\n\nDear Sir, I write to you."),
        ("# [地点_1]\n\n尊敬的房东，您好。", "# 苏州\n\n尊敬的房东，您好。"),
        ("You asked for these:\n- [日期_1]\n- [地点_1]", "You asked for these:\n- 18 March\n- Suzhou"),
        ("[日期_1]", "3月18日"),
        ("[日期_1] [地点_1]", "3月18日 苏州"),
        ("Moved **[日期_1]** from *[地点_1]* today.", "Moved **18 March** from *Suzhou* today."),
        ("We met on [DATE_1] in [PLACE_1] again.", "We met on 18 March in Suzhou again."),
        ("Je vous écris pour le loyer de [日期_1].", "Je vous écris pour le loyer de 3月18日."),
        ("家賃は[日期_1]に払います。", "家賃は3月18日に払います。"),
        ("Я переехал [日期_1] сюда.", "Я переехал 3月18日 сюда."),
    ],
)
def test_a_chinese_prompt(taxonomy: Taxonomy, answer: str, expected: str) -> None:
    assert restore(answer, ZH, taxonomy, RULES).text == expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("我[DATE_1]从[PLACE_1]搬走。", "我3月18日从苏州搬走。"),
        ("我【日期_1】从【地点_1】搬走。", "我3月18日从苏州搬走。"),
        ("译文：我[DATE_1]搬走。\nI moved on [DATE_1].", "译文：我3月18日搬走。\nI moved on 18 March."),
        ("## [PLACE_1]\n\n尊敬的房东，您好。", "## 苏州\n\n尊敬的房东，您好。"),
        ("信里写着“I moved on [DATE_1]”这句话。", "信里写着“I moved on 18 March”这句话。"),
        ("| 日期 | 地点 |\n|---|---|\n| [DATE_1] | [PLACE_1] |", "| 日期 | 地点 |\n|---|---|\n| 3月18日 | 苏州 |"),
        ("I moved on [DATE_1].", "I moved on 18 March."),
    ],
)
def test_an_english_prompt(taxonomy: Taxonomy, answer: str, expected: str) -> None:
    assert restore(answer, EN, taxonomy, RULES).text == expected


@pytest.mark.parametrize(
    "answer",
    [
        "Here you are, as you asked:\n```\nWe meet on {date} in {place} then.\n```\n",
        "Here you are, as you asked:\n~~~python\nday = '{date}'  # we meet in {place}\n~~~\n",
        'This is the code for that:\n```json\n{{"the day of it": "{date}"}}\n```\n',
        '{{"the day that we meet": "{date}", "where": "in {place}"}}',
        "We use the constant `{date}` here and then go on.",
        "You can see it at https://example.org/{place} or elsewhere.",
        "You can see it in [the page of it](/files/{place}) or elsewhere.",
        "| the day {date} | in {place} |\n|---|---|\n",
    ],
)
def test_code_json_addresses_and_keys_keep_what_was_written(taxonomy: Taxonomy, answer: str) -> None:
    tokens, values = {"date": "[日期_1]", "place": "[地点_1]"}, {"date": "3月18日", "place": "苏州"}
    assert restore(answer.format(**tokens), ZH, taxonomy, RULES).text == answer.format(**values)


def test_after_a_fence_it_is_prose_again(taxonomy: Taxonomy) -> None:
    answer = restore("```\n[日期_1]\n```\nWe met on [日期_1] there.", ZH, taxonomy, RULES)
    assert answer.text == "```\n3月18日\n```\nWe met on 18 March there."


PROMPTS = [
    "帮我改一下这封信：\nDear landlord, on [日期_1] I left [地点_1].",
    "Please translate into English: 我[日期_1]从[地点_1]搬走。",
    "On [日期_1] and in [地点_1]. 我[日期_1]从[地点_1]搬走。",
    "[日期_1]\n[地点_1]",
]


@pytest.mark.parametrize("prompt", PROMPTS)
def test_a_prompt_that_mixes_languages_is_restored_as_it_was(taxonomy: Taxonomy, prompt: str) -> None:
    expected = prompt.replace("[日期_1]", "3月18日").replace("[地点_1]", "苏州")
    assert restore(prompt, ZH, taxonomy, RULES, prompt).text == expected


def test_a_value_is_said_where_the_prompt_wrote_it_in_the_other_language_only(taxonomy: Taxonomy) -> None:
    labelled_english = tuple(
        TokenEntry(token, label, 1, type_id, label, original, Language.EN)
        for token, label, type_id, original in (
            ("[DATE_1]", "DATE", "DATE", "3月18日"),
            ("[PLACE_1]", "PLACE", "LOCATION", "苏州"),
        )
    )
    prompt = "Please translate into English for my landlord:\n我[DATE_1]从[PLACE_1]搬走。"
    answer = "I moved out of [PLACE_1] on [DATE_1]."
    assert restore(answer, labelled_english, taxonomy, RULES, prompt).text == "I moved out of Suzhou on 18 March."
    assert restore(answer, labelled_english, taxonomy, RULES).text == "I moved out of 苏州 on 3月18日."


def test_a_token_of_an_earlier_turn_is_said(taxonomy: Taxonomy) -> None:
    answer = restore("I moved on [日期_1].", ZH, taxonomy, RULES, "Now put it into English.")
    assert answer.text == "I moved on 18 March."


def test_the_stream_waits_no_longer_than_for_the_end_of_the_clause(taxonomy: Taxonomy) -> None:
    restorer = AnswerRestorer(ZH, taxonomy, RULES)
    shown = "".join(piece.text for piece in restorer.feed("We met on [日期_1] there, I think; and then "))
    assert shown == "We met on 18 March there, I think; and then "


@pytest.mark.parametrize("between", ["", " ", " and so on, ", "。", "\n", "“", "x" * 200])
def test_ten_thousand_tokens_are_put_back(taxonomy: Taxonomy, between: str) -> None:
    answer = restore(f"[日期_1]{between}" * 10_000, ZH, taxonomy, RULES)
    assert answer.report.restored == 10_000
