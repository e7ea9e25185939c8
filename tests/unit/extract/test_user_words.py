"""A person's dictionary and recognisers: whole words, longest first, and nothing that can be made slow."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.errors import InputError
from core.domain.request import AddedSpan, Decisions, Request
from core.domain.sensitive import Layer
from core.extract.cascade import CascadeExtractor
from core.extract.dictionary import same_length_lower
from core.extract.linear_pattern import LinearPattern
from core.extract.own_recognizers import OwnRecognizer, OwnRecognizers, check, try_recognizer
from core.extract.user_dictionary import OVERLAY, UserDictionary, checked
from core.extract.user_words import UserWords
from core.resources import load_taxonomy, resource_root
from core.text.normalize import normalize

KEY = b"k" * 32
TAXONOMY = load_taxonomy(resource_root())


@cache
def extractor() -> CascadeExtractor:
    return CascadeExtractor(TAXONOMY, resource_root())


def code_of(work) -> str:
    with pytest.raises(InputError) as caught:
        work()
    return caught.value.code


def hits(dictionary: UserDictionary, text: str) -> list[tuple[str, str]]:
    view = normalize(text).text
    return [(view[item.start : item.end], item.type_id) for item in dictionary.find(same_length_lower(view))]


WORDS = UserDictionary.build(
    [
        ("Bluefin", "ORGANIZATION"),
        ("Bluefin Holdings", "ORGANIZATION"),
        ("沈澜", "PERSON"),
        ("沈澜医院", "HOSPITAL"),
        ("Zorvax", "DRUG"),
        ("A-7", "ORDER_NUMBER"),
        ("x", "DRUG"),
        ("w" * 61, "DRUG"),
    ],
    keep=["Leeds"],
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I work at BLUEFIN.", ["BLUEFIN"]),
        ("Bluefin Holdings pays.", ["Bluefin Holdings"]),
        ("bluefins swim; Bluefin's boat", ["Bluefin"]),
        ("沈澜说话", ["沈澜"]),
        ("在沈澜医院看病", ["沈澜医院"]),
        ("吃Zorvax片", ["Zorvax"]),
        ("Ｚｏｒｖａｘ", ["Zorvax"]),
        ("zor\u200bvax", ["zorvax"]),
        ("xZorvax Zorvax9", []),
        ("order A-7, A-77", ["A-7"]),
        ("", []),
    ],
)
def test_whole_words_the_longest_first(text, found):
    assert [surface for surface, _ in hits(WORDS, text)] == found


def test_types_and_sizes():
    assert hits(WORDS, "沈澜在沈澜医院") == [("沈澜", "PERSON"), ("沈澜医院", "HOSPITAL")]
    assert WORDS.size == 6
    assert WORDS
    assert not UserDictionary()
    assert not WORDS.allows("LEEDS")
    assert WORDS.allows("London")


def test_changes_leave_the_old_one_alone():
    more = WORDS.hiding([("Zorvax", "ORGANIZATION"), ("Quill & Co", "ORGANIZATION")])
    assert hits(more, "Zorvax by Quill & Co") == [("Zorvax", "ORGANIZATION"), ("Quill & Co", "ORGANIZATION")]
    assert hits(WORDS, "Zorvax by Quill & Co") == [("Zorvax", "DRUG")]
    less = more.forgetting(["zorvax", "Leeds"])
    assert hits(less, "Zorvax by Quill & Co") == [("Quill & Co", "ORGANIZATION")]
    assert less.allows("Leeds")
    assert not less.keeping(["Quill"]).allows("quill")


def test_many_added_by_hand_join_the_rest():
    many = WORDS.hiding([(f"Name {number}", "PERSON") for number in range(OVERLAY + 1)])
    assert hits(many, "Name 17 met 沈澜") == [("Name 17", "PERSON"), ("沈澜", "PERSON")]
    assert many.size == WORDS.size + OVERLAY + 1
    assert hits(many.hiding([("Name 17", "HANDLE")]), "Name 17") == [("Name 17", "HANDLE")]


@given(
    st.lists(st.text(alphabet="ab沈澜 -1", min_size=1, max_size=6), max_size=8),
    st.text(alphabet="ab沈澜 -1", max_size=40),
)
def test_the_packed_list_finds_what_a_plain_search_finds(words, text):
    forms = {form for word in words if len(form := word.strip()) >= 2}
    dictionary = UserDictionary.build([(word, "DRUG") for word in forms])

    def cuts(place: int) -> bool:
        return 0 < place < len(text) and all(char.isascii() and char.isalnum() for char in text[place - 1 : place + 1])

    expected, reached = [], 0
    for start in range(len(text)):
        ends = [start + len(form) for form in forms if text.startswith(form, start)]
        ends = [end for end in ends if not cuts(start) and not cuts(end)]
        if ends and max(ends) > reached:
            reached = max(ends)
            expected.append(text[start:reached])
    assert [surface for surface, _ in hits(dictionary, text)] == expected


@pytest.mark.parametrize(
    ("surface", "code"),
    [
        (" ", "dictionary.blank"),
        ("--", "dictionary.blank"),
        ("a", "dictionary.too_short"),
        ("x" * 61, "dictionary.too_long"),
        ("a\nb", "dictionary.too_long"),
    ],
)
def test_words_that_are_none(surface, code):
    assert code_of(lambda: checked(surface)) == code


def test_more_types_than_there_are():
    assert code_of(lambda: UserDictionary.build([(f"word {n}", f"T{n}") for n in range(300)])) == "dictionary.types"


def test_own_words_enter_s_and_a_person_decides_over_them():
    words = UserWords(WORDS)
    text = "Bluefin sent Zorvax to Leeds."

    def surfaces(decisions=None, words=words):
        request = Request(text, decisions=decisions or Decisions())
        return {item.text: item.type_id for item in extractor().extract(request, KEY, words=words).mentions}

    assert "Leeds" in surfaces(words=None)
    assert surfaces() == {"Bluefin": "ORGANIZATION", "Zorvax": "DRUG"}
    assert surfaces(Decisions(never_hide=frozenset({"Zorvax"}))) == {"Bluefin": "ORGANIZATION"}
    assert surfaces(Decisions(always_hide={"Leeds": "LOCATION"}))["Leeds"] == "LOCATION"
    assert surfaces(Decisions(added=(AddedSpan(23, 28, "LOCATION"),)))["Leeds"] == "LOCATION"
    found = extractor().extract(Request(text), KEY, words=words).mentions
    assert {item.layer for item in found} == {Layer.USER}


PATTERNS = [
    r"\d{3}-\d{4}", r"(ab|a)(bc)?", r"[A-C]{2,3}\d+", r"(a*)*b", r"(a|aa)+", r"x?x?x?xxx", r"[^\s,]+@[a-z]+\.(com|cn)",
    r"张[三四]{1,2}", r"a|b|", r"[\d-]+", r"\w\W\w", r"(?:a{2}){2}", r"[]a]b", r"\.\n?", r".{2,}c",
]  # fmt: skip


@given(
    st.sampled_from([pattern for pattern in PATTERNS if pattern != "a|b|"]),
    st.text("abcxAB12-@.com, 张三四]", max_size=24),
)
def test_the_automaton_finds_the_longest_leftmost_match(pattern, text):
    judge = re.compile(pattern)
    expected, start = [], 0
    while start < len(text):
        end = max((end for end in range(start + 1, len(text) + 1) if judge.fullmatch(text, start, end)), default=start)
        if end > start:
            expected.append((start, end))
        start = max(end, start + 1)
    assert list(LinearPattern(pattern).finditer(text)) == expected


@pytest.mark.parametrize(
    ("pattern", "code"),
    [
        ("", "pattern.long"),
        ("a" * 401, "pattern.long"),
        ("a*", "pattern.empty"),
        ("a|b|", "pattern.empty"),
        ("(a", "pattern.bracket"),
        ("a)", "pattern.bracket"),
        ("[a", "pattern.bracket"),
        ("a{2", "pattern.repeat"),
        ("a{,2}", "pattern.repeat"),
        ("a{3,2}", "pattern.repeat"),
        ("a{999}", "pattern.repeat"),
        ("(a{100}){100}", "pattern.large"),
        ("(" * 21 + "a" + ")" * 21, "pattern.deep"),
        ("^a", "pattern.refused"),
        ("a$", "pattern.refused"),
        (r"\bfoo", "pattern.refused"),
        (r"(a)\1", "pattern.refused"),
        ("(?=a)b", "pattern.refused"),
        ("a+?", "pattern.refused"),
        ("*a", "pattern.refused"),
        ("[b-a]", "pattern.refused"),
        ("a\\", "pattern.refused"),
    ],
)
def test_what_no_automaton_can_do_is_refused(pattern, code):
    assert code_of(lambda: LinearPattern(pattern)) == code


@pytest.mark.parametrize(
    ("pattern", "place"),
    [("ab[c", 2), ("ab)", 2), ("a{2", 1), ("甲乙^", 2), (r"甲\q", 1), ("甲[乙-丁]", 2), ("a+?", 2)],
)
def test_what_is_refused_is_shown_where_it_stands(pattern, place):
    with pytest.raises(InputError) as caught:
        LinearPattern(pattern)
    assert caught.value.details["place"] == place


def test_a_long_text_is_searched_in_windows_that_lose_nothing():
    """Matches that begin, end or are cut off wherever one search ends and the next begins."""
    for before in range(880, 1030, 7):
        text = "甲" * before + "a" * 130 + "甲" * 900 + "\ud800aab"
        expected = [(before, before + 128), (before + 128, before + 130), (before + 1031, before + 1033)]
        assert list(LinearPattern("a+").finditer(text)) == expected
        assert list(LinearPattern("a{100}甲{29}|ab").finditer(text)) == [(before + 1032, before + 1034)]


@pytest.mark.parametrize("pattern", ["(a*)*b", "(a|a)*b", "(a+)+b", "a{0,60}a{0,60}a{0,60}b"])
def test_no_pattern_can_make_the_search_endless(pattern):
    assert list(LinearPattern(pattern).finditer("a" * 30_000)) == []


def own(**fields) -> OwnRecognizer:
    return OwnRecognizer("r1", fields.pop("type_id", "ORDER_NUMBER"), **fields)


def found_by(definition: OwnRecognizer, sample: str) -> list[str]:
    tried = try_recognizer(definition, sample, TAXONOMY)
    assert tried.error == ""
    return [sample[start:end] for start, end in tried.spans]


def test_a_recogniser_with_a_shape_or_a_pattern_and_with_cues():
    sample = "Parcel QX-204, box QY-205 is here. 包裹ＱＺ－２０６"
    assert found_by(own(shape="A{2}-9{3}"), sample) == ["QX-204", "QY-205", "ＱＺ－２０６"]
    assert found_by(own(pattern=r"Q[XY]-\d{3}"), sample) == ["QX-204", "QY-205"]
    assert found_by(own(shape="A{2}-9{3}", cues=("PARCEL", "包裹"), reach=2), sample) == ["QX-204", "ＱＺ－２０６"]
    assert found_by(own(shape="A{2}-9{3}", cues=("par",), reach=9), sample) == []
    assert found_by(own(pattern=r"\d{3}"), "12345 678") == ["678"]
    assert found_by(own(pattern="a"), "a b a") == []


@pytest.mark.parametrize(
    ("definition", "code"),
    [
        (own(pattern="a+", shape="9{2}"), "recognizer.form"),
        (own(), "recognizer.form"),
        (own(pattern="ab", name="n" * 81), "recognizer.form"),
        (own(pattern="ab", type_id="NOTHING"), "recognizer.type"),
        (own(pattern="ab", cues=("",)), "recognizer.cues"),
        (own(pattern="ab", reach=-1), "recognizer.cues"),
        (own(shape="{"), "shape.malformed"),
        (own(pattern="(?<=a)b"), "pattern.refused"),
    ],
)
def test_what_a_recogniser_may_not_be(definition, code):
    assert code_of(lambda: check(definition, TAXONOMY)) == code
    assert try_recognizer(definition, "text", TAXONOMY).error == code


def test_recognisers_enter_s_only_where_they_are_on():
    on = own(shape="A{2}-9{3}", cues=("parcel",))
    off = OwnRecognizer("r2", "HANDLE", pattern="nobody", enabled=False)
    words = UserWords(recognizers=OwnRecognizers.build([on, off], TAXONOMY))
    assert words
    text = "My parcel QX-204 is lost, nobody knows."
    found = {item.text for item in extractor().extract(Request(text), KEY, words=words).mentions}
    assert found == {"QX-204"}
    many = [OwnRecognizer(f"r{n}", "HANDLE", pattern="ab") for n in range(101)]
    assert code_of(lambda: OwnRecognizers.build(many, TAXONOMY)) == "recognizer.many"
    assert try_recognizer(on, "x" * 1_000_001, TAXONOMY).error == "recognizer.sample"
