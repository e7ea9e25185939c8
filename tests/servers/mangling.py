"""What models do to typed tokens. Every function takes an answer and returns it with its tokens changed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

TOKEN = re.compile(r"\[([^\W\d_](?:[^\W_]|_(?!\d+\]))*)_(\d{1,6})\]")
FULL_WIDTH = {ord("["): "［", ord("]"): "］", ord("_"): "＿"} | {code: chr(code + 0xFEE0) for code in range(0x30, 0x7B)}
FORGED_NUMBER = 97

Change = Callable[[str], str]


def each_token(render: Callable[[str, str], str]) -> Change:
    """`render(label, number)` replaces every token."""
    return lambda text: TOKEN.sub(lambda match: render(match.group(1), match.group(2)), text)


lower_case: Change = each_token(lambda label, number: f"[{label.lower()}_{number}]")
title_case: Change = each_token(lambda label, number: f"[{label.title()}_{number}]")
spaced: Change = each_token(lambda label, number: f"[ {label} _ {number} ]")
spaced_out: Change = each_token(lambda label, number: f"[{label} {number}]")
hyphenated: Change = each_token(lambda label, number: f"[{label}-{number}]")
bold: Change = each_token(lambda label, number: f"**[{label}_{number}]**")
code: Change = each_token(lambda label, number: f"`[{label}_{number}]`")
escaped: Change = each_token(lambda label, number: rf"\[{label}\_{number}\]")
linked: Change = each_token(lambda label, number: f"[[{label}_{number}]](#)")
full_width: Change = each_token(lambda label, number: f"[{label}_{number}]".translate(FULL_WIDTH))
chinese_brackets: Change = each_token(lambda label, number: f"【{label}_{number}】")
forged: Change = each_token(lambda label, number: f"[{label}_{number}] [{label}_{FORGED_NUMBER}]")


def translated(labels: Mapping[str, str]) -> Change:
    """Replaces labels by the given translation, as a model does that answers in the other language."""
    return each_token(lambda label, number: f"[{labels.get(label, label)}_{number}]")


def as_json_answer(text: str) -> str:
    """The text as a value inside a JSON document."""
    return json.dumps({"summary": text, "items": [{"note": text}]}, ensure_ascii=False, indent=2)


def as_code_answer(text: str) -> str:
    """The text as string literals inside fenced code."""
    lines = "\n".join(f"    {json.dumps(line, ensure_ascii=False)}," for line in text.splitlines())
    return f"Here is the code:\n\n```python\nnotes = [\n{lines}\n]\n```\n"


PARAPHRASES: Mapping[str, Change] = {
    "lower_case": lower_case,
    "spaced": spaced,
    "bold": bold,
    "escaped": escaped,
    "full_width": full_width,
    "chinese_brackets": chinese_brackets,
}
