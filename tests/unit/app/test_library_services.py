"""What the library page reads and does over the real library, word lists and attribution, without a window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from shared_engine import builtin_engine, rules_engine

pytest.importorskip("PySide6.QtCore", reason="the window's ports are not installed here")

from app.library.controller import experiences_of
from app.library.dictionaries import DictionaryService
from app.library.reader import LibraryReading, RunUse, readable
from core.domain.errors import InputError
from core.domain.events import CancelToken, ignore_progress
from core.domain.language import Language
from core.domain.learning import (
    Action,
    Cause,
    Experience,
    FailureMode,
    MaterialRef,
    Rule,
    RuleKind,
    TypedSet,
)
from core.domain.request import AddedSpan, Decisions, Request
from core.domain.taxonomy import Domain
from core.engine.conversation import Conversation
from core.learn.baseline import Baseline
from core.learn.experience import Experiences, InMemoryLog
from core.learn.in_memory import InMemoryPromptVersions, InMemorySettings, InMemoryWords
from core.learn.items import ItemBody, ItemName, extraction_item, identified, prompt_item, versioned
from core.learn.library import Change, Library
from core.learn.library_file import LibraryFiles
from core.learn.own_words import OwnWords
from core.resources import load_taxonomy, resource_root
from ui.library.viewmodels.ports import ChangeKind, ItemKey, ListEntry, ListKind, OwnRecognizer

KEY = ItemKey(extraction_item(TypedSet.MEDICAL), Language.EN)
NOW = datetime(2026, 3, 2, tzinfo=UTC)


def now() -> datetime:
    return NOW


def cue(word: str, *experiences: int) -> Rule:
    made = Rule("", RuleKind.CUE, Language.EN, "DEVICE_ID", "A{2}-9{4}", (word,), 12, experiences=experiences)
    return identified(made)


@pytest.fixture(scope="module")
def baseline() -> Baseline:
    return Baseline.load(resource_root())


@pytest.fixture
def library(baseline: Baseline) -> Library:
    return Library(InMemoryPromptVersions(), InMemorySettings(), baseline, now)


@pytest.fixture
def experiences() -> Experiences:
    kept = Experiences(InMemoryLog())
    for _ in range(3):
        cause = Cause(FailureMode.MISSED, "DEVICE_ID")
        kept.add(Experience(MaterialRef("c", "r"), cause, Action.ADDED, Domain.MEDICAL, Language.EN, NOW))
    return kept


def reading_over(
    library: Library, experiences: Experiences, refuse: Callable[[Rule], str] = lambda rule: ""
) -> LibraryReading:
    files = LibraryFiles(library, refuse, lambda text: "")
    return LibraryReading(library, experiences, RunUse(), files, lambda: None)


def adopt(library: Library, *rules: Rule) -> None:
    body = library.body(KEY.name, KEY.language).with_rules(*rules)
    library.adopt([Change(KEY.name, KEY.language, body)], "Ada", "library.distilled", {"recall": 0.9})


def test_blame_stands_at_the_line_that_is_shown(library: Library, experiences: Experiences) -> None:
    adopt(library, cue("badge", 1, 2))
    adopt(library, cue("ward", 3))
    reading = reading_over(library, experiences)
    versions = reading.versions(KEY)
    assert [line.version.version for line in versions] == [3, 2, 1]
    lines = versions[0].text.split("\n")
    for blamed in reading.blame(KEY, 3):
        word = "badge" if "badge" in lines[blamed.line] else "ward"
        assert blamed.since == {"badge": 2, "ward": 3}[word]
        assert [(cause.type_id, cause.count) for cause in blamed.causes] == [
            ("DEVICE_ID", {"badge": 2, "ward": 1}[word])
        ]


def test_a_prompt_of_several_parts_has_headings_without_blame(library: Library, experiences: Experiences) -> None:
    key = ItemKey(prompt_item("extract"), Language.EN)
    shown = readable(library.body(key.name, key.language))
    blamed = {line.line for line in reading_over(library, experiences).blame(key, 1)}
    assert blamed == {place for place, (name, _) in enumerate(shown) if name}
    assert readable(ItemBody()) == ()


def test_a_roll_back_and_its_way_back_only_add_versions(library: Library, experiences: Experiences) -> None:
    adopt(library, cue("badge", 1))
    reading = reading_over(library, experiences)
    step = reading.roll_back(KEY, 1, "Ada")
    assert step.items == ((KEY, 3, 2),)
    back = reading.take_back(step, "Ada")
    assert back.items == ((KEY, 4, 3),)
    texts = [line.text for line in reversed(reading.versions(KEY))]
    assert texts[0] == texts[2] == ""
    assert texts[1] == texts[3] != ""


def test_a_pin_shows_at_its_item(library: Library, experiences: Experiences) -> None:
    adopt(library, cue("badge", 1))
    reading = reading_over(library, experiences)
    reading.pin(KEY, Domain.MEDICAL, 1)
    line = next(item for item in reading.items() if item.key == KEY)
    assert (line.pins, line.active) == ({Domain.MEDICAL: 1}, 2)
    reading.pin(KEY, Domain.MEDICAL, None)
    assert not next(item for item in reading.items() if item.key == KEY).pins


def test_a_file_comes_back_as_changes_and_what_is_refused_shows_no_words(
    baseline: Baseline, library: Library, experiences: Experiences, tmp_path: Path
) -> None:
    good, bad = cue("badge", 1), cue("ward", 2)
    adopt(library, good, bad)
    path = tmp_path / "library.json"
    fingerprint = reading_over(library, experiences).export(path)
    other = Library(InMemoryPromptVersions(), InMemorySettings(), baseline, now)
    there = reading_over(other, experiences, lambda rule: "learn.rejected.value" if rule.id == bad.id else "")
    review = there.review_import(path)
    assert (review.fingerprint, review.known) == (fingerprint, False)
    assert [change.kind for change in review.changes] == [ChangeKind.ADDED, ChangeKind.REFUSED]
    assert "badge" in review.changes[0].after
    assert not any("ward" in change.after + change.before for change in review.changes)
    there.adopt_import(review, "Ada")
    assert [rule.id for rule in other.body(KEY.name, KEY.language).rules] == [good.id]


def test_a_file_that_was_changed_is_not_read(library: Library, experiences: Experiences, tmp_path: Path) -> None:
    adopt(library, cue("badge", 1))
    path = tmp_path / "library.json"
    reading = reading_over(library, experiences)
    reading.export(path)
    path.write_text(path.read_text("utf-8").replace("badge", "wedge"), "utf-8")
    with pytest.raises(InputError) as caught:
        reading.review_import(path)
    assert caught.value.code == "library_file.tampered"
    with pytest.raises(InputError) as caught:
        reading.review_import(tmp_path / "nowhere.json")
    assert caught.value.code == "library_file.unreadable"


# Word lists


@pytest.fixture
def service() -> DictionaryService:
    return DictionaryService(OwnWords(InMemoryWords(), InMemorySettings(), load_taxonomy(resource_root()), now))


def test_words_are_added_searched_and_removed(service: DictionaryService) -> None:
    entries = (ListEntry("Kvarnby Bolag", "ORGANIZATION"), ListEntry("青石诊所", "ORGANIZATION"))
    assert service.add(ListKind.HIDE, entries) == 2
    assert service.page(ListKind.HIDE, "KVARN", 0, 10).entries == entries[:1]
    assert service.page(ListKind.HIDE, "", 1, 10).total == 2
    assert service.remove(ListKind.HIDE, entries[:1]) == 1
    assert service.page(ListKind.HIDE, "", 0, 10).entries == entries[1:]


def test_a_word_too_long_is_refused_in_words(service: DictionaryService) -> None:
    with pytest.raises(InputError) as caught:
        service.add(ListKind.KEEP, (ListEntry("x" * 500),))
    assert caught.value.code == "dictionary.too_long"


def test_a_column_is_counted_and_imported(service: DictionaryService, tmp_path: Path) -> None:
    path = tmp_path / "words.csv"
    path.write_text("id;name\n1;Kvarnby Bolag\n2;Kvarnby Bolag\n3;\n4;青石诊所\n", "utf-8")
    chosen = service.preview_csv(path, None)
    assert chosen.columns == ("id", "name")
    count = service.count_csv(chosen, 1)
    assert (count.rows, count.words, count.twice, count.skipped, count.lines) == (4, 2, 1, 1, (4,))
    result = service.import_csv(ListKind.HIDE, chosen, 1, "ORGANIZATION", ignore_progress, CancelToken())
    assert (result.added, result.known, result.skipped) == (2, 1, 1)


def test_a_recogniser_of_either_form_is_kept_and_tried(service: DictionaryService) -> None:
    shape = OwnRecognizer("a1", "DEVICE_ID", "A{2}-9{4}", ("badge",))
    pattern = OwnRecognizer("a2", "DEVICE_ID", r"KD-\d{3}", is_shape=False)
    for item in (shape, pattern):
        service.save_recognizer(item)
    assert service.recognizers() == (shape, pattern)
    assert service.test_recognizer(shape, "𠀀 badge QX-7731") == ((8, 15),)
    assert service.test_recognizer(pattern, "KD-123 and KD-12") == ((0, 6),)
    with pytest.raises(InputError) as caught:
        service.test_recognizer(OwnRecognizer("", "DEVICE_ID", "^x", is_shape=False), "x")
    assert caught.value.code.startswith("pattern.")


# Attribution


def test_a_span_that_a_person_added_was_missed() -> None:
    engine = rules_engine()
    conversation = Conversation()
    text = "My gate phrase blue heron stopped working, what now?"
    start = text.index("blue")
    request = Request(text, decisions=Decisions(added=(AddedSpan(start, start + 10, "DEVICE_ID"),)))
    outcome = engine.sanitize(request, conversation.fork())
    found = [item for item in experiences_of(outcome, conversation, "r1", engine) if item.action is Action.ADDED]
    assert [(item.cause.mode, item.cause.type_id) for item in found] == [(FailureMode.MISSED, "DEVICE_ID")]
    assert (found[0].material.start, found[0].material.end) == (start, start + 10)


def test_runs_are_counted_at_the_versions_that_they_used() -> None:
    engine, use = builtin_engine(), RunUse()
    outcome = engine.sanitize(Request("What is a good soup for winter?"), Conversation())
    everywhere = ItemKey(extraction_item(), Language.EN)
    names = {versioned(key.name, key.language): ItemName.parse(key.name) for key in (KEY, everywhere)}
    learned = replace(outcome, prompt_versions={versioned(KEY.name, KEY.language): "2"})
    for identifier, run in (("r1", outcome), ("r2", learned), ("r2", learned)):
        use.add(identifier, run, names)
    assert use.of(versioned(everywhere.name, everywhere.language), 1).runs == 2
    assert use.of(versioned(KEY.name, KEY.language), 2).runs == 1
    assert use.of(versioned(KEY.name, KEY.language), 1).runs == 0
