"""Grading and reading hold for values that nobody picked by hand."""

from __future__ import annotations

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.evidence import AttackerLevel, ProbeResult
from core.domain.language import Language
from core.domain.protocol import STRICT
from core.domain.sensitive import SensitiveSet
from core.text.numerals import spell_chinese, spell_english
from core.verify.attackers.reader import ReaderAttacker
from core.verify.case import Case
from core.verify.estimates import Draws, MemberScores, estimates
from core.verify.grading import GradingTable
from tests.verify_fakes import ROOT, FakeExtractor, attribute, mention

TABLE = GradingTable.load(ROOT)
unit = st.floats(0, 1, allow_nan=False)


def graded(type_id: str, value: str, answer: str) -> ProbeResult:
    return TABLE.grade(TABLE.target(attribute(type_id, value, mention(type_id, value, 0))), answer)


@settings(max_examples=150, deadline=None)
@given(st.integers(1, 99_999_999), st.integers(1, 1000))
def test_an_amount_is_the_same_in_every_spelling_and_no_other(number: int, offset: int) -> None:
    for answer in (f"{number:,}", f"{number}.00", f"¥{number}", spell_chinese(number), spell_english(number)):
        assert graded("AMOUNT", str(number), answer) is ProbeResult.HIT
        assert graded("AMOUNT", str(number + offset), answer) is not ProbeResult.HIT
    fullwidth = "".join(chr(ord(digit) + 0xFEE0) for digit in str(number))
    assert graded("AMOUNT", str(number), fullwidth) is ProbeResult.HIT


@settings(max_examples=150, deadline=None)
@given(st.dates(min_value=date(1900, 1, 1), max_value=date(2099, 12, 31)))
def test_a_date_is_the_same_in_every_spelling(day: date) -> None:
    iso = day.isoformat()
    year, month, number = iso.split("-")
    names = "January February March April May June July August September October November December".split()
    for answer in (
        iso,
        f"{int(number)} {names[int(month) - 1]} {year}",
        f"{names[int(month) - 1]} {int(number)}, {year}",
        f"{year}年{int(month)}月{int(number)}日",
        f"{year}/{month}/{number}",
    ):
        assert graded("DATE", iso, answer) is ProbeResult.HIT
    for vague in (year, f"{names[int(month) - 1]} {year}", f"{year}年{int(month)}月"):
        assert graded("DATE", iso, vague) is not ProbeResult.HIT


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=150))
def test_grading_never_fails_on_hostile_answers(answer: str) -> None:
    for type_id, value in (
        ("AGE", "47"),
        ("DATE", "2026-03-14"),
        ("PERSON", "Vera Quill"),
        ("BANK_CARD", "6222021234567890"),
    ):
        assert graded(type_id, value, answer) in set(ProbeResult)


@settings(max_examples=80, deadline=None)
@given(before=st.text(alphabet="abc xyz,.\n", max_size=80), after=st.text(alphabet="abc xyz,.\n", max_size=80))
def test_the_reader_finds_a_number_wherever_it_was_left(before: str, after: str) -> None:
    value = "ZX0048213"
    item = attribute("MEDICAL_RECORD", value, mention("MEDICAL_RECORD", value, 0))
    case = Case(f"{before} {value} {after}", Language.EN, SensitiveSet((item,)), {}, {})
    reader = ReaderAttacker(FakeExtractor(), TABLE, ROOT)
    assert reader.scores(case, TABLE.targets(case.sensitive))[item.id] > 0
    assert reader.hits(case, TABLE.target(item), item)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(unit, unit, unit, unit), min_size=1, max_size=6),
    st.integers(0, 3),
    st.integers(0, 60),
)
def test_levels_nest_and_intervals_bracket(
    rows: list[tuple[float, float, float, float]], hits: int, misses: int
) -> None:
    ids = [str(index) for index in range(len(rows))]
    draws = {ids[0]: Draws(hits, hits + misses)}
    members = [
        MemberScores("reader", AttackerLevel.A0, dict.fromkeys(ids, 0.0), dict.fromkeys(ids, 0.0), draws),
        *(
            MemberScores(
                level.value, level, dict(zip(ids, (row[rank] for row in rows), strict=True)), dict.fromkeys(ids, 0.1)
            )
            for rank, level in enumerate(AttackerLevel)
        ),
    ]
    found = estimates(members, ids, STRICT)
    for estimate in found.values():
        assert 0.0 <= estimate.advantage <= 1.0
        assert [item.attribute_id for item in estimate.attributes] == ids
        assert all((item.upper is None) == (item.n == 0) for item in estimate.words)
    for item_id in range(len(ids)):
        worst = [found[level].attributes[item_id].advantage for level in AttackerLevel]
        assert worst == sorted(worst)
