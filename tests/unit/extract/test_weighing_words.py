"""Words that name nobody in particular, and words that make a bare number somebody's."""

from __future__ import annotations

from dataclasses import replace

import pytest
from weighing_cases import (
    WEIGHING,
    WHO,
    in_text,
    shown,
)


@pytest.mark.parametrize(
    ("surface", "nobody"),
    [
        ("大姑", True),
        ("小嬸", True),
        ("My Nan", True),
        ("stepson", True),
        ("Nan Quill", False),
        ("A30558172", False),
        ("PC-4471", False),
        ("Jun-Jun", False),
    ],
)
def test_kin_and_titles_name_nobody(surface: str, *, nobody: bool) -> None:
    assert WEIGHING.settings.nobody.calls(surface) is nobody


@pytest.mark.parametrize(
    ("text", "surface", "name"),
    [
        ("told Aunty Val today", "Aunty Val", "Val"),
        ("ask Rafeeq bhai first", "Rafeeq bhai", "Rafeeq"),
        ("saw Nan Quill there", "Nan Quill", "Quill"),
        ("校医莫医生来了", "莫医", "莫"),
        ("大姑淑芬說", "大姑淑芬", "淑芬"),
        ("里長童先生", "童先生", "童"),
        ("我妹妹", "妹妹", "妹妹"),
    ],
)
def test_titles_and_kin_words_stay_outside_a_name(text: str, surface: str, name: str) -> None:
    start = text.index(surface)
    first, last = WEIGHING.settings.nobody.without(text, start, start + len(surface))
    assert text[first:last] == name


@pytest.mark.parametrize(
    ("surface", "only"),
    [
        ("the surgery", True),
        ("某镇中学", True),
        ("县人民医院", True),
        ("Elm surgery", False),
        ("涪城中学", False),
        ("", False),
    ],
)
def test_a_place_named_by_its_kind_alone_is_nobodys(surface: str, *, only: bool) -> None:
    assert WEIGHING.settings.kinds.only(surface) is only


@pytest.mark.parametrize(
    ("text", "surface", "kept"),
    [
        ("She lies in bed 14 now.", "14", True),
        ("Room no. 207, second floor", "207", True),
        ("embed 14 of them", "14", False),
        ("there were 14 of them", "14", False),
        ("他在14床，刚睡下", "14", True),
        ("床号：7，刚睡下", "7", True),
        ("一共买了 14 个", "14", False),
    ],
)
def test_a_bare_short_number_counts_where_a_word_beside_it_says_what_it_counts(
    text: str, surface: str, *, kept: bool
) -> None:
    assert shown(text, in_text(text, surface, WHO, "number")) == ([surface] if kept else [])


def test_a_short_number_that_is_certain_needs_no_word() -> None:
    text = "there were 14 of them"
    assert shown(text, in_text(text, "14", WHO, "number", chance=0.95)) == ["14"]


@pytest.mark.parametrize(
    ("text", "surface", "named"),
    [
        ("这根本没按标准做", "根本", False),
        ("雙方都同意", "雙方", False),
        ("娘家要彩礼十八万", "彩礼", False),
        ("叫妞妞来吃饭", "妞妞", True),
        ("群里的一鸣惊人说的", "一鸣惊人", True),
        ("翟佳木说的", "翟佳木", True),
        ("my landlord is nearby today", "nearby", False),
        ("ask vera about it", "vera", True),
        ("Ask Hope about it", "Hope", True),
    ],
)
def test_a_guess_at_a_name_that_is_a_word_of_the_dictionary_is_none(text: str, surface: str, named: bool) -> None:
    sure = in_text(text, surface, WHO, "name", chance=0.6)
    guess = replace(sure, probability=0.4, sure=False)
    assert shown(text, sure) == [surface]
    assert shown(text, guess) == ([surface] if named else [])


@pytest.mark.parametrize(
    ("text", "label"), [("my henkilötunnus: 140680-912K", "henkilötunnus"), ("我的學號 20210614 忘了", "學號")]
)
def test_the_label_of_a_number_is_nobodys_name(text: str, label: str) -> None:
    assert shown(text, in_text(text, label, WHO, "name")) == []


@pytest.mark.parametrize(
    ("text", "surface", "name"),
    [
        ("we left Oddfield Works and the van", "Oddfield Works and the", "Oddfield Works"),
        ("moved out of Oddfield near then", "of Oddfield near", "Oddfield"),
        ("queued at Quillbury's today", "at Quillbury's", "Quillbury's"),
        ("ask The Elm Trust", "The Elm Trust", "The Elm Trust"),
        ("he is from here", "from", "from"),
    ],
)
def test_small_words_at_the_edges_are_none_of_a_name(text: str, surface: str, name: str) -> None:
    start = text.index(surface)
    first, last = WEIGHING.settings.lean(text, start, start + len(surface))
    assert text[first:last] == name
