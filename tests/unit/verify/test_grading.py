from __future__ import annotations

import pytest

from core.domain.evidence import ProbeResult
from core.verify.grading import GradingTable
from tests.verify_fakes import ROOT, attribute, mention, taxonomy

TABLE = GradingTable.load(ROOT)
HIT, MISS, REFUSED, MALFORMED = ProbeResult.HIT, ProbeResult.MISS, ProbeResult.REFUSED, ProbeResult.MALFORMED


def grade(type_id: str, value: str, surface: str, answer: str, *, strict: bool = False) -> ProbeResult:
    target = TABLE.target(attribute(type_id, value, mention(type_id, surface, 0)))
    return TABLE.grade(target, answer, strict=strict)


@pytest.mark.parametrize(
    ("type_id", "value", "surface", "answer", "expected"),
    [
        ("AGE", "67", "67", "sixty-seven", HIT),
        ("AGE", "67", "67", "六十七", HIT),
        ("AGE", "67", "67岁", "67 years old", HIT),
        ("AGE", "67", "sixty-seven", "６７岁", HIT),
        ("AGE", "67", "67", "68", MISS),
        ("AGE", "67", "67", "60-69", MISS),
        ("AGE", "67", "67", "67 months", MISS),
        ("AMOUNT", "3478", "£3,478.00", "3478", HIT),
        ("AMOUNT", "3478", "£3,478.00", "三千四百七十八元", HIT),
        ("AMOUNT", "3478", "£3,478.00", "3,400 to 3,500", MISS),
        ("AMOUNT", "120000", "12万元", "120,000", HIT),
        ("AMOUNT", "120000", "12万元", "12", MISS),
        ("AMOUNT", "3478", "£3,478.00", "3478 mg", MISS),
        ("RATE", "7.2", "7.2%", "7.2 per cent", HIT),
        ("DOSE", "100 mg", "100 mg", "100毫克", HIT),
        ("DOSE", "100 mg", "100 mg", "100 ml", MISS),
        ("DURATION", "3 months", "three months", "三个月", HIT),
        ("DURATION", "3 months", "three months", "three weeks", MISS),
        ("DATE", "2026-03-14", "14 March 2026", "2026年3月14日", HIT),
        ("DATE", "2026-03-14", "14 March 2026", "March 14, 2026", HIT),
        ("DATE", "2026-03-14", "14 March 2026", "March 2026", MISS),
        ("DATE", "10-02", "10月2日", "October 2", HIT),
        ("PERSON", "Vera Quill", "Vera Quill", "Quill, Vera", HIT),
        ("PERSON", "Vera Quill", "Vera Quill", "Ms Quill", HIT),
        ("PERSON", "Vera Quill", "Vera Quill", "Nora Ash", MISS),
        ("PERSON", "顾清和", "顾清和", "清和", HIT),
        ("PERSON", "顾清和", "顾清和", "顾女士", MISS),
        ("HOSPITAL", "Elmbrook Hospital", "Elmbrook Hospital", "elmbrook hospitl", HIT),
        ("HOSPITAL", "Elmbrook Hospital", "Elmbrook Hospital", "the Elmbrook Hospital in town", HIT),
        ("HOSPITAL", "Elmbrook Hospital", "Elmbrook Hospital", "a hospital", MISS),
        ("HOSPITAL", "榆溪医院", "榆溪医院", "位于市区的榆溪医院", HIT),
        ("BANK_CARD", "6222020000000000123", "6222 0200 0000 0000 123", "尾号0123", HIT),
        ("BANK_CARD", "6222020000000000123", "6222 0200 0000 0000 123", "6222", MISS),
        ("PHONE", "+12025550143", "+1 202-555-0143", "(202) 555 0143", HIT),
        ("SEX", "male", "male", "unknown", REFUSED),
        ("AGE", "67", "67", "无法确定", REFUSED),
        ("AGE", "67", "67", "  ", MALFORMED),
        ("AGE", "67", "67", "x" * 500, MALFORMED),
        ("AGE", "67", "67", "6\0" + "7", MALFORMED),
    ],
)
def test_tolerant_grader(type_id: str, value: str, surface: str, answer: str, expected: ProbeResult) -> None:
    assert grade(type_id, value, surface, answer) is expected


@pytest.mark.parametrize(
    ("type_id", "value", "surface", "answer", "expected"),
    [
        ("AGE", "67", "67", "６７", HIT),
        ("AGE", "67", "67", "sixty-seven", MISS),
        ("PERSON", "Vera Quill", "Vera Quill", "vera  QUILL", HIT),
        ("PERSON", "Vera Quill", "Vera Quill", "Quill", MISS),
        ("AMOUNT", "3478", "£3,478.00", "3478", HIT),
        ("AMOUNT", "3478", "£3,478.00", "3.478k", MISS),
    ],
)
def test_strict_grader_accepts_only_the_literal(
    type_id: str, value: str, surface: str, answer: str, expected: ProbeResult
) -> None:
    assert grade(type_id, value, surface, answer, strict=True) is expected


def test_every_type_of_the_taxonomy_has_a_grader() -> None:
    for kind in taxonomy():
        assert grade(kind.id, "abc12345", "abc12345", "ABC 12345") is HIT
        assert grade(kind.id, "abc12345", "abc12345", "zzz99999") is MISS
