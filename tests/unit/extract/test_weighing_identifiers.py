"""What the form of an identifier says it is."""

from __future__ import annotations

import pytest
from weighing_cases import (
    TAXONOMY,
    WEIGHING,
    WHO,
    Said,
    in_text,
)


@pytest.mark.parametrize(
    ("text", "surface", "group", "type_id"),
    [
        (
            "my phone is two one zero five five five zero one six seven ok",
            "two one zero five five five zero one six seven",
            "contact",
            "PHONE",
        ),
        ("电话 0512-6288 41xx 是公司的", "0512-6288 41xx", "contact", "PHONE"),
        ("手机幺三九零七三幺四四二七", "幺三九零七三幺四四二七", "contact", "PHONE"),
        ("Miss Yiu (ext 3358)", "ext 3358", "contact", "REFERENCE"),
        ("分机号 8127 找祁姐", "分机号 8127", "contact", "REFERENCE"),
        ("at https://a.example/b?to=ann@plum.example now", "https://a.example/b?to=ann@plum.example", "contact", "URL"),
        ("连 redis://ann@plum.example:6379 失败", "redis://ann@plum.example:6379", "contact", "URL"),
    ],
    ids=["spoken", "blotted", "ideographs", "extension", "extension-zh", "link", "link-zh"],
)
def test_a_way_to_reach_somebody_is_a_telephone_number_or_plain_but_never_a_chosen_name(
    text: str, surface: str, group: str, type_id: str
) -> None:
    found = WEIGHING.settle([], Said((in_text(text, surface, WHO, group),)), text, TAXONOMY).standing  # type: ignore[arg-type]
    assert [item.type_id for item in found] == [type_id]
