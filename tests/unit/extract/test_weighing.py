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
TEXT = "Call Vera Quill at Elm Clinic about case HX-22/0931, she is the only beekeeper in Oddfield."


@dataclass(frozen=True)
class Said:
    """A reading whose word on every stretch is written down."""

    findings: tuple[SpanFinding, ...] = ()
    weights: Mapping[str, Mapping[DisclosureRole | None, float]] = field(default_factory=dict)

    of_somebody: bool = True
    edges: Mapping[str, str] = field(default_factory=dict)

    def trimmed(self, start: int, end: int, least: float) -> tuple[int, int]:
        inner = self.edges.get(TEXT[start:end], TEXT[start:end])
        begin = start + TEXT[start:end].index(inner)
        return begin, begin + len(inner)

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
    found = WEIGHING.settle(candidates, said, TEXT, TAXONOMY)  # type: ignore[arg-type]
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


def test_a_circumstance_gives_way_to_what_stands_inside_it() -> None:
    whole = "the only beekeeper in Oddfield"
    said = Said((finding(whole, WHERE, "circumstance"),), {"Oddfield": {WHERE: 0.9, None: 0.1}})
    assert list(settled(rule("Oddfield", "LOCATION"), said=said)) == ["Oddfield"]
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


def test_a_circumstance_is_a_question() -> None:
    whole = "the only beekeeper in Oddfield"
    assert not settled(said=Said((finding(whole, WHERE, "circumstance"),)))[whole].sure


def in_text(text: str, surface: str, role: DisclosureRole, group: str, *, chance: float = 0.6) -> SpanFinding:
    start = text.index(surface)
    return SpanFinding(start, start + len(surface), role, group, chance, sure=True)


def shown(text: str, *candidates: Candidate | SpanFinding) -> list[str]:
    """The surfaces that stand, of findings of the rules and of the reader in another text."""
    found = tuple(item for item in candidates if isinstance(item, SpanFinding))
    rules = [item for item in candidates if isinstance(item, Candidate)]
    weights = {TEXT[item.start : item.end]: {WHERE: 0.9, None: 0.1} for item in rules}
    settled_in = WEIGHING.settle(rules, Said(found, weights), text, TAXONOMY)  # type: ignore[arg-type]
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
        ("in the Elm Clinic", "the", WHERE, "organisation"),
    ],
    ids=["signs", "ideograph", "acronym", "rate", "key", "article"],
)
def test_a_splinter_is_no_finding(text: str, surface: str, role: DisclosureRole, group: str) -> None:
    assert shown(text, in_text(text, surface, role, group)) == []


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
    text = "他在人民医院门口等着"
    assert shown(text, in_text(text, "人民医", WHERE, "organisation")) == ["人民医院"]
