"""Ages as bare as people write them: the span reader says that a number is one, the grammar what it counts."""

from __future__ import annotations

import pytest
from weighing_cases import TAXONOMY, WEIGHING, Said, in_text, ruled

from core.domain.disclosure import DisclosureRole
from core.extract.quasi.age import read_age

TOLD = DisclosureRole.DESCRIBES


@pytest.mark.parametrize(
    ("stretch", "surface", "value"),
    [
        ("34", "34", "34"),
        ("thirty-four", "thirty-four", "34"),
        ("3yrs", "3yrs", "3"),
        ("61y", "61y", "61"),
        ("54 y/o", "54 y/o", "54"),
        ("8 months", "8 months", "8m"),
        ("三十四歲", "三十四歲", "34"),
        ("虚岁七十二", "七十二", "72"),
        ("八十六了", "八十六", "86"),
        ("anak saya 七歲", "七歲", "7"),
        ("8个月", "8个月", "8m"),
    ],
)
def test_an_age_is_read_out_of_the_words_that_tell_it(stretch: str, surface: str, value: str) -> None:
    read = read_age(stretch)
    assert read is not None
    assert (stretch[read.start : read.end], read.value) == (surface, value)


@pytest.mark.parametrize("stretch", ["65th birthday", "u/18", "50k", "solo", "九十多", "语文课", "38.5", "250", "12%"])
def test_a_number_that_counts_something_else_is_no_age(stretch: str) -> None:
    assert read_age(stretch) is None


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("Vera Quill (34, just back) is late", "34"),
        ("我妈殷桂香七十七膝盖置换过", "七十七"),
        ("涂宜蓁，三十四歲", "三十四歲"),
    ],
)
def test_an_age_that_no_rule_saw_is_one_where_the_reader_is_sure(text: str, surface: str) -> None:
    def found(chance: float, *rules: object) -> list[tuple[str, str]]:
        said = Said((in_text(text, surface, TOLD, "age", chance=chance),))
        standing = WEIGHING.settle(list(rules), said, text, TAXONOMY).standing  # type: ignore[arg-type]
        return [(text[item.start : item.end], item.type_id) for item in standing]

    assert found(0.9) == [(surface, "AGE")]
    assert found(WEIGHING.settings.age - 0.01) == []
    assert found(0.9, ruled(text, surface, "PASSWORD", "rule", validation=True)) == [(surface, "PASSWORD")]
