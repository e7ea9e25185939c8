"""Rules and span reader together: what stands, what goes, what becomes a question."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from core.domain.disclosure import DisclosureRole
from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.spans.reader import SpanFinding
from core.extract.weighing import Weighing
from core.resources import load_taxonomy, resource_root

WHO, WHERE = DisclosureRole.IDENTIFIES, DisclosureRole.LOCATES
TOPIC, PUBLIC = DisclosureRole.TOPIC, DisclosureRole.PUBLIC
TAXONOMY = load_taxonomy(resource_root())
WEIGHING = Weighing.load(resource_root())
TEXT = "Call Vera Quill at Elm Clinic about case HX-22/0931, she is one beekeeper of two in Oddfield."


@dataclass(frozen=True)
class Said:
    """A reading whose word on every stretch is written down."""

    findings: tuple[SpanFinding, ...] = ()
    weights: Mapping[str, Mapping[DisclosureRole | None, float]] = field(default_factory=dict)

    of_somebody: bool = True
    private: float = 1.0
    edges: Mapping[str, str] = field(default_factory=dict)

    def stretches(self, start: int, end: int, least: float, text: str) -> tuple[tuple[int, int], ...]:
        inner = self.edges.get(text[start:end], text[start:end])
        begin = start + text[start:end].index(inner)
        return ((begin, begin + len(inner)),)

    def is_sure(self, role: DisclosureRole, probability: float) -> bool:
        return probability >= 0.5

    def weigh(self, start: int, end: int) -> Mapping[DisclosureRole | None, float]:
        return self.weights.get(TEXT[start:end], {None: 1.0})


def rule(surface: str, type_id: str, *, validation: bool | None = None, layer: Layer = Layer.PATTERN) -> Candidate:
    start = TEXT.index(surface)
    return Candidate(start, start + len(surface), type_id, surface, 0.8, layer, "rule", 0.8, validation)


def finding(surface: str, role: DisclosureRole, group: str, *, sure: bool = True) -> SpanFinding:
    start = TEXT.index(surface)
    return SpanFinding(start, start + len(surface), role, group, 0.9 if sure else 0.4, sure)


def settled(*candidates: Candidate, said: Said) -> dict[str, Candidate]:
    found = WEIGHING.settle(candidates, said, TEXT, TAXONOMY).standing  # type: ignore[arg-type]
    ends = [(item.start, item.end) for item in found]
    assert all(left[1] <= right[0] for left, right in itertools.pairwise(ends))
    return {TEXT[item.start : item.end]: item for item in found}


def test_what_the_reader_calls_nothing_goes() -> None:
    assert settled(rule("Elm Clinic", "HOSPITAL"), said=Said()) == {}
    public = Said(weights={"Elm Clinic": {PUBLIC: 0.95, WHERE: 0.05}})
    assert settled(rule("Elm Clinic", "HOSPITAL"), said=public) == {}


@pytest.mark.parametrize(
    "candidate", [rule("HX-22/0931", "CASE_NUMBER", validation=True), rule("Vera Quill", "PERSON", layer=Layer.USER)]
)
def test_what_is_proved_stands_whatever_the_reader_says(candidate: Candidate) -> None:
    assert list(settled(candidate, said=Said())) == [TEXT[candidate.start : candidate.end]]


def test_a_doubted_identifier_is_a_question_and_a_doubted_topic_is_none() -> None:
    said = Said(weights={"Vera Quill": {WHO: 0.45, None: 0.55}, "beekeeper": {TOPIC: 0.45, None: 0.55}})
    found = settled(rule("Vera Quill", "PERSON"), rule("beekeeper", "OCCUPATION"), said=said)
    assert {key: item.sure for key, item in found.items()} == {"Vera Quill": False, "beekeeper": True}


def test_what_only_the_reader_saw_is_added_with_its_role() -> None:
    said = Said((finding("Oddfield", WHERE, "place"), finding("HX-22/0931", WHO, "number", sure=False)))
    found = settled(said=said)
    assert (found["Oddfield"].type_id, found["Oddfield"].role, found["Oddfield"].layer) == (
        "LOCATION",
        WHERE,
        Layer.SPANS,
    )
    assert (found["HX-22/0931"].type_id, found["HX-22/0931"].sure) == ("REFERENCE", False)


def test_a_half_found_name_grows_to_the_whole() -> None:
    said = Said((finding("Vera Quill", WHO, "name"),), {"Quill": {WHO: 0.9, None: 0.1}})
    found = settled(rule("Quill", "PERSON"), said=said)
    assert (list(found), found["Vera Quill"].value) == (["Vera Quill"], "Vera Quill")


def test_what_the_reader_thinks_it_sees_gives_way_to_what_surely_stands_inside_it() -> None:
    whole = "one beekeeper of two in Oddfield"
    said = Said((finding(whole, WHERE, "circumstance"),), {"Oddfield": {WHERE: 0.9, None: 0.1}})
    assert list(settled(rule("Oddfield", "LOCATION"), said=said)) == ["one beekeeper of two in", "Oddfield"]
    assert settled(said=said)[whole].type_id == "SINGLING_OUT"


def test_what_is_only_told_gives_way_to_what_is_hidden_around_it() -> None:
    said = Said((finding("Elm Clinic", WHERE, "organisation"),), {"Clinic": {TOPIC: 0.9, None: 0.1}})
    assert list(settled(rule("Clinic", "DEPARTMENT"), said=said)) == ["Elm Clinic"]


def test_in_a_text_of_nobody_only_the_proved_stands() -> None:
    said = Said((finding("Vera Quill", WHO, "name"),), {"Oddfield": {WHERE: 0.9, None: 0.1}}, of_somebody=False)
    number = rule("HX-22/0931", "CASE_NUMBER", validation=True)
    assert list(settled(rule("Oddfield", "LOCATION"), number, said=said)) == ["HX-22/0931"]


def test_a_word_at_the_edge_that_names_nobody_is_cut() -> None:
    edges = {"Call Vera Quill": "Vera Quill"}
    said = Said(weights={"Vera Quill": {WHO: 0.9, None: 0.1}}, edges=edges)
    assert list(settled(rule("Call Vera Quill", "PERSON"), said=said)) == ["Vera Quill"]


@pytest.mark.parametrize(
    ("surface", "nobody"), [("大姑", True), ("小嬸", True), ("My Nan", True), ("Nan Quill", False)]
)
def test_kin_and_titles_name_nobody(surface: str, *, nobody: bool) -> None:
    assert WEIGHING.nobody.calls(surface) is nobody


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
    first, last = WEIGHING.nobody.without(text, start, start + len(surface))
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
    assert WEIGHING.kinds.only(surface) is only


def test_what_the_reader_drops_is_set_aside_unless_it_is_a_kin_word_or_touches_what_stands() -> None:
    said = Said((finding("Elm Clinic", WHERE, "organisation"),))
    rules = (rule("Vera Quill", "PERSON"), rule("Clinic", "HOSPITAL"), rule("Oddfield", "LOCATION"))
    aside = WEIGHING.settle(rules, said, TEXT, TAXONOMY).aside  # type: ignore[arg-type]
    assert [(TEXT[item.start : item.end], item.role, item.sure) for item in aside] == [
        ("Vera Quill", PUBLIC, False),
        ("Oddfield", PUBLIC, False),
    ]


def test_a_circumstance_is_a_question() -> None:
    whole = "one beekeeper of two in Oddfield"
    assert not settled(said=Said((finding(whole, WHERE, "circumstance"),)))[whole].sure


def in_text(text: str, surface: str, role: DisclosureRole, group: str, *, chance: float = 0.6) -> SpanFinding:
    start = text.index(surface)
    return SpanFinding(start, start + len(surface), role, group, chance, sure=True)


def shown(text: str, *candidates: Candidate | SpanFinding) -> list[str]:
    """The surfaces that stand, of findings of the rules and of the reader in another text."""
    found = tuple(item for item in candidates if isinstance(item, SpanFinding))
    rules = [item for item in candidates if isinstance(item, Candidate)]
    weights = {TEXT[item.start : item.end]: {WHERE: 0.9, None: 0.1} for item in rules}
    settled_in = WEIGHING.settle(rules, Said(found, weights), text, TAXONOMY).standing  # type: ignore[arg-type]
    return [text[item.start : item.end] for item in settled_in]


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
    ("text", "surface", "role", "group"),
    [
        ("a ** b", "**", WHO, "name"),
        ("去哪里？河，那边", "河", WHERE, "place"),
        ("the MRI was fine", "MRI", WHO, "name"),
        ("a rate of 0.53 or so", "0.53", WHO, "number"),
        ("id=A77 in a link", "id", WHO, "handle"),
        ("sats 86 (target 88-92) HR", "88-92", WHO, "number"),
        ("3-31 18:40 我说", "3-31", WHO, "number"),
        ("in the Elm Clinic", "the", WHERE, "organisation"),
    ],
    ids=["signs", "ideograph", "acronym", "rate", "key", "range", "day", "article"],
)
def test_a_splinter_is_no_finding(text: str, surface: str, role: DisclosureRole, group: str) -> None:
    assert shown(text, in_text(text, surface, role, group)) == []


def test_the_key_of_an_assignment_is_no_value() -> None:
    text = "DB_PASS=Tr0ut!92"
    assert shown(text, SpanFinding(0, len(text), WHO, "number", 0.9, sure=True)) == ["Tr0ut!92"]
    assert shown(text, SpanFinding(0, 8, WHO, "number", 0.9, sure=True)) == []


def test_values_of_two_kinds_that_touch_stay_two() -> None:
    text = "2021060314蒙雨桐"
    number, name = in_text(text, "2021060314", WHO, "number"), in_text(text, "蒙雨桐", WHO, "name")
    assert shown(text, number, name) == ["2021060314", "蒙雨桐"]


def test_pieces_that_touch_are_one_value() -> None:
    text = "他住在睢阳区青木街，很远"
    pieces = (in_text(text, "睢阳区", WHERE, "place"), in_text(text, "青木街", WHERE, "place"))
    assert shown(text, *pieces) == ["睢阳区青木街"]


def test_the_date_of_a_timestamp_is_nobodys() -> None:
    text = "2026-03-04T10:15:00 ERROR; met on 2026-03-05"
    found = [in_text(text, day, WHERE, "date") for day in ("2026-03-04", "2026-03-05")]
    assert shown(text, *found) == ["2026-03-05"]


def test_half_a_word_grows_to_the_whole_word_and_less_is_dropped() -> None:
    pytest.importorskip("rjieba")
    text = "他在协和医院门口等着"
    assert shown(text, in_text(text, "协和医", WHERE, "organisation")) == ["协和医院"]


def ruled(
    text: str, surface: str, type_id: str, recognizer: str = "rule", base: float = 0.8, **more: object
) -> Candidate:
    start = text.index(surface)
    end = start + len(surface)
    return Candidate(start, end, type_id, surface, 0.8, Layer.PATTERN, recognizer, base, **more)  # type: ignore[arg-type]


def typed(text: str, candidate: Candidate, *found: SpanFinding) -> list[tuple[str, str]]:
    """What stands of a rule's finding and the reader's, where the reader takes all of it for somebody's."""
    said = Certain(tuple(found))
    items = WEIGHING.settle([candidate], said, text, TAXONOMY).standing  # type: ignore[arg-type]
    return [(text[item.start : item.end], item.type_id) for item in items]


@dataclass(frozen=True)
class Certain(Said):
    """A reading that takes every stretch for somebody's."""

    def weigh(self, start: int, end: int) -> Mapping[DisclosureRole | None, float]:
        return {WHO: 0.45, WHERE: 0.5}


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
    ],
    ids=["spoken", "blotted", "ideographs", "extension", "extension-zh"],
)
def test_a_way_to_reach_somebody_is_a_telephone_number_or_plain_but_never_a_chosen_name(
    text: str, surface: str, group: str, type_id: str
) -> None:
    found = WEIGHING.settle([], Said((in_text(text, surface, WHO, group),)), text, TAXONOMY).standing  # type: ignore[arg-type]
    assert [item.type_id for item in found] == [type_id]


@pytest.mark.parametrize(
    ("text", "candidate", "found", "expected"),
    [
        ("UPI ref 503381194027 sent", ("503381194027", "PHONE", "phone.loose", 0.35), "number", "REFERENCE"),
        ("单号 5027-1190-4463 没到", ("5027-1190-4463", "PHONE", "phone.loose", 0.35), "number", "REFERENCE"),
        ("卡号是 19933407718 吗", ("19933407718", "PHONE", "phone.mobile_cn", 0.85), "number", "PHONE"),
        ("knit with Assumpta today", ("Assumpta", "PERSON", "names_latin.single_given", 0.58), "place", "LOCATION"),
        ("去康宁挂号", ("康宁", "PERSON", "names_zh.full", 0.6), "place", "LOCATION"),
        ("pax FUDGE/KAY here", ("FUDGE/KAY", "ORGANIZATION", "quasi.name.capitalised", 0.5), "name", "PERSON"),
    ],
    ids=["loose", "loose-zh", "mobile", "sure-place", "sure-place-zh", "guess"],
)
def test_the_type_follows_the_better_evidence(
    text: str, candidate: tuple[str, str, str, float], found: str, expected: str
) -> None:
    surface, type_id, recognizer, base = candidate
    role = WHERE if found == "place" else WHO
    assert typed(text, ruled(text, surface, type_id, recognizer, base), in_text(text, surface, role, found)) == [
        (surface, expected)
    ]


def test_a_listed_name_is_no_place_where_the_reader_is_not_settled() -> None:
    text = "knit with Assumpta today"
    candidate = ruled(text, "Assumpta", "PERSON", "names_latin.single_given", 0.58)
    start = text.index("Assumpta")
    unsettled = SpanFinding(start, start + 8, WHERE, "place", 0.5, sure=True)
    assert typed(text, candidate, unsettled) == [("Assumpta", "PERSON")]


def test_the_word_before_a_code_says_its_type() -> None:
    text = "PESEL: 83071904427"
    candidate = ruled(text, "83071904427", "NATIONAL_ID", "pl_pesel", 0.6, context=("pesel",))
    assert typed(text, candidate, in_text(text, "83071904427", WHO, "contact")) == [("83071904427", "NATIONAL_ID")]


@pytest.mark.parametrize(
    ("text", "surface", "type_id", "value"),
    [
        ("(Mrs Pim, +27 82 555 0146)", "+27 82 555 0146)", "PHONE", "+27 82 555 0146"),
        ("（密码是 abcd1）", "abcd1）", "REFERENCE", "abcd1"),
        ("Name: HTWE  Given: Ei", "HTWE  Given", "PERSON", "HTWE"),
        ("姓：单于  名：飞", "单于  名", "PERSON", "单于"),
        ("ELM CENTER - ONCOLOGY", "ELM CENTER - ", "HOSPITAL", "ELM CENTER"),
    ],
    ids=["bracket", "bracket-zh", "label", "label-zh", "dash"],
)
def test_what_follows_a_value_stays_outside(text: str, surface: str, type_id: str, value: str) -> None:
    seen = (in_text(text, value, WHERE, "organisation"),) if type_id == "HOSPITAL" else ()
    assert [found for found, _ in typed(text, ruled(text, surface, type_id), *seen)] == [value]


def test_a_reader_s_finding_is_parted_where_the_columns_are() -> None:
    text = "09:40\tSiti\tMaaf\n陈笑   高兴"
    names = in_text(text, "Siti\tMaaf", WHO, "name"), in_text(text, "陈笑   高兴", WHO, "name")
    assert shown(text, *names) == ["Siti", "Maaf", "陈笑", "高兴"]


def test_a_place_in_ideographs_begins_where_the_reader_sees_it_begin() -> None:
    text = "后来报了警韩森寨派出所来了人"
    candidate = ruled(text, "警韩森寨派出所", "COURT", "quasi.name.suffix")
    assert [found for found, _ in typed(text, candidate, in_text(text, "韩森寨派出所", WHERE, "organisation"))] == [
        "韩森寨派出所"
    ]
    english = "the Port of Tauranga office"
    whole = ruled(english, "Port of Tauranga", "ORGANIZATION", "quasi.name.headed")
    assert [found for found, _ in typed(english, whole, in_text(english, "Tauranga", WHERE, "place"))] == [
        "Port of Tauranga"
    ]


def test_two_names_that_the_reader_parts_stay_two() -> None:
    text = "大鹏阿娣来了，老孟也在"
    names = in_text(text, "大鹏", WHO, "name"), in_text(text, "阿娣", WHO, "name")
    pieces = in_text(text, "老", WHO, "name"), in_text(text, "孟", WHO, "name")
    assert shown(text, *names, *pieces) == ["大鹏", "阿娣", "老孟"]


def test_the_word_for_number_behind_a_code_is_none_of_it() -> None:
    text = "PO-HY250117-06号订单，苏2021产权第0047715号"
    first, second = "PO-HY250117-06号", "苏2021产权第0047715号"
    assert shown(text, in_text(text, first, WHO, "number"), in_text(text, second, WHO, "number")) == [
        "PO-HY250117-06",
        second,
    ]


@pytest.mark.parametrize(
    ("text", "number", "public"),
    [
        ("农行客服九五五九九打了三遍", "九五五九九", True),
        ("拨打12345投诉", "12345", True),
        ("平機會熱線2511 8211", "2511 8211", True),
        ("the hotline is 0800 555 019", "0800 555 019", True),
        ("I called 1930 already", "1930", True),
        ("客服07731说转人工", "07731", False),
        ("工号 95123", "95123", False),
        ("call me on 020 7946 0958", "020 7946 0958", False),
    ],
)
def test_a_number_that_anybody_may_call_is_nobodys(text: str, number: str, *, public: bool) -> None:
    start = text.index(number)
    assert WEIGHING.lines.holds(text, start, start + len(number)) is public


@pytest.mark.parametrize(
    ("text", "surface", "kept"),
    [
        ("he put O in it", "O", False),
        ("Initial: O", "O", True),
        ("Family name: HTWE", "HTWE", True),
        ("姓名: TXY", "TXY", True),
    ],
)
def test_a_letter_or_an_acronym_is_a_name_behind_a_label_only(text: str, surface: str, *, kept: bool) -> None:
    start = text.rindex(surface)
    unsure = SpanFinding(start, start + len(surface), WHO, "name", 0.45, sure=False)
    assert shown(text, unsure) == ([surface] if kept else [])


@pytest.mark.parametrize(("text", "surface"), [("found it on her TikTok", "TikTok"), ("跟抖音都要发", "抖音")])
def test_a_brand_is_nobody_unless_the_reader_is_certain(text: str, surface: str) -> None:
    assert shown(text, in_text(text, surface, WHO, "name")) == []
    assert shown(text, in_text(text, surface, WHO, "name", chance=0.95)) == [surface]


@pytest.mark.parametrize(("text", "surface"), [("return Form DB7 soon", "Form DB7"), ("去云谷索道玩", "云谷索道")])
def test_a_place_that_only_a_rule_sees_is_told(text: str, surface: str) -> None:
    candidate = ruled(text, surface, "ORGANIZATION", "quasi.name.capitalised", 0.5)
    assert typed(text, candidate) == []
    assert typed(text, candidate, in_text(text, surface, WHERE, "organisation")) == [(surface, "ORGANIZATION")]


@pytest.mark.parametrize(
    ("text", "address", "part"),
    [
        ("Me: Rua das Acacias 310, Campinas, 13025-118. ok", "Rua das Acacias 310, Campinas, 13025-118", "13025-118"),
        ("地址：青木市栎树区松针街五号 5512-0187", "青木市栎树区松针街五号 5512-0187", "5512-0187"),
    ],
)
def test_a_small_part_does_not_rename_the_whole(text: str, address: str, part: str) -> None:
    candidate = ruled(text, address, "ADDRESS", "address")
    assert typed(text, candidate, in_text(text, part, WHO, "contact")) == [(address, "ADDRESS")]


def dates_of(text: str, *surfaces: str, role: DisclosureRole = WHERE) -> list[tuple[str, str, str]]:
    """Type, surface and value of what stands where the reader alone saw dates."""
    places = [(text.index(surface), len(surface)) for surface in surfaces]
    found = tuple(SpanFinding(at, at + length, role, "date", 0.9, True) for at, length in places)
    standing = WEIGHING.settle((), Said(found), text, TAXONOMY).standing  # type: ignore[arg-type]
    return [(item.type_id, text[item.start : item.end], item.value) for item in standing]


def test_a_date_of_the_reader_alone_has_the_value_of_its_day() -> None:
    text = "Fell the third of june, seen again 3 June and 11/23, paid 14 Dec or so."
    found = dates_of(text, "the third of june", "3 June", "11/23", "14 Dec or so")
    assert found == [
        ("DATE", "the third of june", "--06-03"),
        ("DATE", "3 June", "--06-03"),
        ("DATE", "11/23", "--11-23"),
        ("DATE", "14 Dec or so", "14 dec or so"),
    ]


def test_a_chinese_date_of_the_reader_alone_has_the_value_of_its_day() -> None:
    text = "九月二十九號摔了一跤，9/29 去的醫院，10月14 出院。"
    assert [item[2] for item in dates_of(text, "九月二十九號", "9/29", "10月14")] == ["--09-29", "--09-29", "--10-14"]


@pytest.mark.parametrize(
    ("text", "seen", "whole"),
    [("my mum (b. 30/1/58) flies", "/1/58", "30/1/58"), ("他生於1958/01/10，住院", "1958/01", "1958/01/10")],
)
def test_a_date_of_birth_is_one_and_is_hidden_whole(text: str, seen: str, whole: str) -> None:
    ((type_id, surface, _),) = dates_of(text, seen)
    assert (type_id, surface) == ("BIRTH_DATE", whole)
