"""The form of a place in a text, in both languages."""

from __future__ import annotations

import pytest

from core.domain.learning import ContextStructure
from core.extract.structure import structure_of

CASES = [
    ("I moved to Ebbford in May and like it.", ContextStructure.PROSE),
    ("我五月搬到了埃布福德，住得不错。", ContextStructure.PROSE),
    ("- basil\n- thyme\n- the badge QX-1187-R", ContextStructure.LIST),
    ("1、罗勒\n2、百里香\n3、胸牌", ContextStructure.LIST),
    ("Name: Orla\nBadge: QX-1187-R\nFloor: 3", ContextStructure.RECORD),
    ("姓名：奥拉\n胸牌：QX\n楼层：三", ContextStructure.RECORD),
    ("Clerk: What is the badge?\nOrla: It is QX-1187-R.\nClerk: Thank you.", ContextStructure.DIALOGUE),
    ("客服：请报一下胸牌。\n来电：是QX。\n客服：好的。", ContextStructure.DIALOGUE),
    ("name | badge | floor\nOrla | QX | 3", ContextStructure.TABLE),
    ("姓名\t胸牌\t楼层\n奥拉\tQX\t3", ContextStructure.TABLE),
    ("It rained again. " * 150, ContextStructure.LONG_TEXT),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_the_form_of_a_whole_text(text: str, expected: ContextStructure) -> None:
    assert structure_of(text) is expected


def test_the_place_counts_not_the_text() -> None:
    text = "Dear all,\nplease see below.\n\n- basil\n- thyme\n- sage\n\n" + "A closing line of plain words.\n" * 5
    place = text.index("thyme")
    assert structure_of(text, place, place + 5) is ContextStructure.LIST
    assert structure_of(text, len(text) - 6, len(text) - 2) is ContextStructure.PROSE
