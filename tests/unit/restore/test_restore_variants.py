"""Every way in which a model is known to mangle a token, and what must be left alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.domain.taxonomy import Taxonomy
from core.domain.tokens import TokenEntry
from core.restore.pieces import Left, RestoredAnswer, RestoredValue, RestoreReport, UnresolvedToken
from core.restore.restorer import AnswerRestorer, restore

PutBack = Callable[[str], RestoredAnswer]
NAME = "Margaret Olsen"


@pytest.mark.parametrize(
    "written",
    [
        "[PERSON_1]",
        "[person_1]",
        "[Person-1]",
        "[person 1]",
        "[PERSON1]",
        "[PERSON #1]",
        "[PERSON_01]",
        "[ PERSON_1 ]",
        "[PERSON\u00a01]",
        "[PERSON\n1]",
        "【PERSON_1】",
        "［ＰＥＲＳＯＮ＿１］",
        "[姓名_1]",
        "【姓名1】",
        "［姓名＿１］",
        "[人名_1]",
        "[NAME_1]",
        r"\[PERSON\_1\]",
        r"[PERSON\_1]",
        "[*PERSON_1*]",
        "<PERSON_1>",
        "＜PERSON_1＞",
        "{PERSON_1}",
        "{{PERSON_1}}",
        "&#91;PERSON_1&#93;",
        "&lbrack;PERSON&#95;1&rbrack;",
        "&lt;PERSON_1&gt;",
        "[PER\u200bSON_1]",
        "PERSON_1",
        r"PERSON\_1",
    ],
)
@pytest.mark.parametrize("around", ["{}", "Dear {}, hello", "请告诉{}，谢谢", "**{}**", "`{}`", "({})", "“{}”"])
def test_mangled_token_is_restored(put_back: PutBack, written: str, around: str) -> None:
    answer = put_back(around.format(written))
    assert answer.text == around.format(NAME)
    assert answer.report == RestoreReport(restored=1)


@pytest.mark.parametrize(
    "written",
    [
        "[AGE_1: 60-69]",
        "[AGE_1]",
        "[AGE_1:60-69]",
        "[age_1: 60-69]",
        "[AGE_1: in her late sixties]",
        "[AGE_1: 60-69, female]",
        "[Age 1: 60+]",
        "[AGE_1 (60-69)]",
        "[AGE_1 - 60-69]",
        "[年龄_1：六十多岁]",
        "[年龄_1: 60多岁]",
        "【年龄_1：60多岁】",
        "［AGE＿１：60-69］",
        r"\[AGE\_1: 60-69\]",
        "[*AGE_1: 60-69*]",
        "{AGE_1: 60-69}",
        "<AGE_1: 60-69>",
        "{{AGE_1: 60-69}}",
        "&#91;AGE_1: 60-69&#93;",
        "AGE_1",
    ],
)
@pytest.mark.parametrize("around", ["{}", "She is {}.", "她今年{}，住院", "**{}**", "| {} |"])
def test_a_token_with_its_class_is_restored(
    make_entry: Callable[[str, str, str], TokenEntry], taxonomy: Taxonomy, written: str, around: str
) -> None:
    issued = (make_entry("[AGE_1]", "AGE", "67"),)
    answer = restore(around.format(written), issued, taxonomy)
    assert answer.text == around.format("67")
    assert answer.report == RestoreReport(restored=1)
    streamed = AnswerRestorer(issued, taxonomy)
    pieces = [piece for char in around.format(written) for piece in streamed.feed(char)]
    assert "".join(piece.text for piece in (*pieces, *streamed.finish())) == answer.text


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("[AGE_1: 60-69]-year-old", "67-year-old"),
        ('{"age": "[AGE_1: 60-69]", "n": "[PERSON_1]"}', '{"age": "67", "n": "Ada"}'),
        ("```python\nage = '[AGE_1: 60-69]'\n```", "```python\nage = '67'\n```"),
        ("[AGE_1: 60-69] and [AGE_2: 70-79]", "67 and [AGE_2: 70-79]"),
        ("[AGE_1: 60-69", "[67: 60-69"),
        ("[AGE_1: 60\n-69]", "[67: 60\n-69]"),
        ("[PERSON_1: PERSON_2]", "[Ada: Bo]"),
        ("[PERSON_1: PERSON_2] said", "[Ada: Bo] said"),
        ("[PERSON 1: the patient]", "[PERSON 1: the patient]"),
        ("[NOTE_1: see below]", "[NOTE_1: see below]"),
        ("[ages 1: 60-69]", "[ages 1: 60-69]"),
        ("ages[1:60]", "ages[1:60]"),
    ],
)
def test_words_in_brackets_are_a_class_only_of_a_token(
    make_entry: Callable[[str, str, str], TokenEntry], taxonomy: Taxonomy, written: str, expected: str
) -> None:
    issued = (
        make_entry("[AGE_1]", "AGE", "67"),
        make_entry("[PERSON_1]", "PERSON", "Ada"),
        make_entry("[PERSON_2]", "PERSON", "Bo"),
    )
    assert restore(written, issued, taxonomy).text == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("[PERSON_1]'s dose", "Margaret Olsen's dose"),
        ("[PERSON_1's] dose", "Margaret Olsen's dose"),
        ("the [PERSON_1]s", "the Margaret Olsens"),
        ("[API KEY 1]", 'a"b\\c\nd'),
        ("请拨打[PHONE_1]", "请拨打13900001234"),
        ("请拨打[电话 1]。", "请拨打13900001234。"),
        ("[[PERSON_1]](https://example.com)", "[Margaret Olsen](https://example.com)"),
        ("[PERSON_1, PERSON_2] and PERSON_1/ID_1", "[Margaret Olsen, Mr Whitmore] and Margaret Olsen/X-0001"),
        ("| [PERSON_1] | [ID_1] |", "| Margaret Olsen | X-0001 |"),
        ("https://example.com/?q=[ID_1]&n=[PERSON_9]", "https://example.com/?q=X-0001&n=[PERSON_9]"),
        ("names: [[PERSON_1], [ID_1]]", "names: [Margaret Olsen, X-0001]"),
    ],
)
def test_words_around_a_token_stay(put_back: PutBack, written: str, expected: str) -> None:
    assert put_back(written).text == expected


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("[PERSON_9]", Left.FORGED),
        ("[姓名_7]", Left.FORGED),
        ("PERSON_12", Left.FORGED),
        ("[EMAIL_1]", Left.FORGED),
        ("[CLIENT_1]", Left.UNKNOWN),
        ("[PERSON_1]_2]", Left.NESTED),
        ("[PERSON_[PERSON_1]]", Left.NESTED),
        ("[EMAIL_[PERSON_1]_2]", Left.NESTED),
        ("[姓名[姓名_1]]", Left.NESTED),
    ],
)
def test_what_was_never_issued_is_left_and_reported(put_back: PutBack, written: str, reason: Left) -> None:
    answer = put_back(f"before {written} after")
    assert answer.text == f"before {written} after"
    left = [piece for piece in answer.pieces if isinstance(piece, UnresolvedToken)]
    assert [(piece.text, piece.reason) for piece in left] == [(written, reason)]
    assert answer.report.restored == 0
    assert (answer.report.forged, answer.report.unresolved) == ((1, 0) if reason is Left.FORGED else (0, 1))


@pytest.mark.parametrize(
    "words",
    [
        "XPERSON_1 and PERSON_1x and my_PERSON_1 and PERSON_1_2",
        "see [1], [table 3] and [draft 2]",
        "arr[0], f(x) <b>bold</b> {x} R&D &amp; co",
        "person_1 is not canonical outside brackets",
        "$PERSON_1 ${PERSON_1} @PERSON_1",
        "[PERSON_1234567]",
        "【注意】他说：［好］",
    ],
)
def test_ordinary_text_is_untouched(put_back: PutBack, words: str) -> None:
    answer = put_back(words)
    assert answer.text == words
    assert answer.report == RestoreReport()


def test_label_and_number_of_two_tokens_is_ambiguous(
    make_entry: Callable[[str, str, str], TokenEntry], taxonomy: Taxonomy
) -> None:
    both = (make_entry("[PERSON_2]", "PERSON", "Ada"), make_entry("[姓名_2]", "PERSON", "林秀兰"))
    answer = restore("[PERSON_2] [姓名_2] [NAME_2]", both, taxonomy)
    assert answer.text == "Ada 林秀兰 [NAME_2]"
    assert answer.report == RestoreReport(restored=2, unresolved=1)


def test_token_of_another_conversation_is_left(
    make_entry: Callable[[str, str, str], TokenEntry], taxonomy: Taxonomy
) -> None:
    here = (make_entry("[PERSON_1]", "PERSON", "Ada"),)
    answer = restore("[PERSON_1] met [PERSON_2] at [ADDRESS_1]", here, taxonomy)
    assert answer.text == "Ada met [PERSON_2] at [ADDRESS_1]"
    assert answer.report == RestoreReport(restored=1, forged=2)


def test_restored_values_are_not_read_again(
    make_entry: Callable[[str, str, str], TokenEntry], taxonomy: Taxonomy
) -> None:
    tricky = (make_entry("[PERSON_1]", "PERSON", "[PERSON_2]"), make_entry("[PERSON_2]", "PERSON", "Ada"))
    assert restore("[PERSON_1]", tricky, taxonomy).text == "[PERSON_2]"


@pytest.mark.parametrize(
    ("original", "written", "expected"),
    [
        ("Mr Whitmore", "Dear Mr [PERSON_1],", "Dear Mr Whitmore,"),
        ("Acme Inc.", "It was [PERSON_1].", "It was Acme Inc."),
        ("Mr. Whitmore", "Dear Mr [PERSON_1],", "Dear Mr Whitmore,"),
        ("Mr Whitmore", "Dear Mr. [PERSON_1],", "Dear Mr. Whitmore,"),
        ("Daniel Whitmore", "[PERSON_1] Whitmore said", "Daniel Whitmore said"),
        ("Daniel Whitmore", "Daniel [PERSON_1] said", "Daniel Whitmore said"),
        ("Daniel Whitmore", "mcDaniel [PERSON_1] said", "mcDaniel Daniel Whitmore said"),
        ("Daniel Whitmore", "[PERSON_1] Whitmores said", "Daniel Whitmore Whitmores said"),
        ("赵立新先生", "[PERSON_1]先生您好", "赵立新先生您好"),
        ("赵立新", "[PERSON_1]先生您好", "赵立新先生您好"),
        ("£1,240", "£[PERSON_1] in total", "£1,240 in total"),
        ("Bo Bo", "[PERSON_1] [PERSON_1]", "Bo Bo Bo Bo"),
    ],
)
def test_words_beside_a_token_are_not_doubled(
    make_entry: Callable[[str, str, str], TokenEntry],
    taxonomy: Taxonomy,
    original: str,
    written: str,
    expected: str,
) -> None:
    assert restore(written, (make_entry("[PERSON_1]", "PERSON", original),), taxonomy).text == expected


def test_a_piece_tells_what_it_replaced(put_back: PutBack) -> None:
    answer = put_back("Hello [person 1]!")
    value = next(piece for piece in answer.pieces if isinstance(piece, RestoredValue))
    assert (value.text, value.original, value.token, value.as_written) == (NAME, NAME, "[PERSON_1]", "[person 1]")
    assert value.attribute_id == "attribute [PERSON_1]"
    assert "".join(piece.text for piece in answer.pieces) == answer.text


def test_without_tokens_every_canonical_spelling_is_forged(taxonomy: Taxonomy) -> None:
    answer = restore("[PERSON_1] 和 [姓名_2]", (), taxonomy)
    assert answer.text == "[PERSON_1] 和 [姓名_2]"
    assert answer.report == RestoreReport(forged=2)
