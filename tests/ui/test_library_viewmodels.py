"""The library without widgets: what a step does, what a lock forgets, what a late answer must not do."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtCore", reason="the window is not installed here")

from library_fakes import (
    PROMPT,
    RULES,
    FakeDictionary,
    FakeLearning,
    FakeLibrary,
    LaterWork,
    NowWork,
    many,
)
from PySide6.QtCore import QCoreApplication

from core.domain.errors import InputError, StoreError
from core.domain.learning import FailureMode
from core.domain.taxonomy import Domain
from ui.library.viewmodels.dictionaries import PAGE, DictionariesViewModel
from ui.library.viewmodels.learning import AUTOMATIC, LearningViewModel, Task
from ui.library.viewmodels.library import LEARNING, LibraryViewModel
from ui.library.viewmodels.ports import ListEntry, ListKind, OwnRecognizer


@pytest.fixture
def library(qapp: QCoreApplication) -> LibraryViewModel:
    made = LibraryViewModel(NowWork(), "Ada")
    made.use(FakeLibrary())
    return made


def learning_over(port: FakeLearning) -> LearningViewModel:
    made = LearningViewModel(NowWork(), NowWork(), "Ada")
    made.use(port)
    return made


def plain(type_id: str) -> str:
    return {"HOSPITAL": "Hospital or clinic", "AGE": "Age"}.get(type_id, type_id)


# The library


def test_choosing_an_item_shows_its_active_version_with_its_blame(library: LibraryViewModel) -> None:
    library.choose(RULES)
    assert (library.shown, library.active, len(library.versions)) == (3, 3, 3)
    assert [line.since for line in library.blame] == [2, 3]
    assert library.panel == ""


def test_a_comparison_puts_the_older_text_first(library: LibraryViewModel) -> None:
    library.choose(RULES)
    library.compare(2)
    before, after = library.compared
    assert before is not None
    assert after is not None
    assert [before.version.version, after.version.version] == [2, 3]
    library.show(2)
    assert library.against == 0
    library.compare(3)
    assert library.compared == (before, after)


def test_a_roll_back_is_a_new_version_and_can_be_taken_back(library: LibraryViewModel) -> None:
    steps: list[None] = []
    library.stepped.connect(lambda: steps.append(None))
    library.choose(RULES)
    library.roll_back(1)
    assert [line.version.version for line in library.versions] == [4, 3, 2, 1]
    assert library.versions[0].version.repeats == 1
    assert library.shown == library.active == 4
    assert library.undo is not None
    library.take_back()
    assert library.versions[0].version.repeats == 3
    assert library.versions[0].text == library.versions[2].text
    assert library.undo is None
    assert len(steps) == 2


def test_a_failed_step_changes_nothing_and_is_told(qapp: QCoreApplication) -> None:
    port = FakeLibrary()
    model = LibraryViewModel(NowWork(), "Ada")
    model.use(port)
    model.choose(RULES)
    told: list[Exception] = []
    model.failed.connect(told.append)
    port.error = StoreError("store.prompt_moved")
    model.roll_back(1)
    assert len(told) == 1
    assert (len(model.versions), model.undo, model.busy) == (3, None, False)


def test_a_pin_shows_in_the_tree_and_goes_again(library: LibraryViewModel) -> None:
    library.choose(RULES)
    library.pin(Domain.MEDICAL, 2)
    line = library.line(RULES)
    assert line is not None
    assert line.pins == {Domain.MEDICAL: 2}
    library.pin(Domain.MEDICAL, None)
    line = library.line(RULES)
    assert line is not None
    assert line.pins == {}


def test_a_file_is_reviewed_before_it_holds(library: LibraryViewModel) -> None:
    library.choose(RULES)
    library.open_import(Path("any"))
    assert library.review is not None
    assert library.review.adoptable == 1
    assert len(library.versions) == 3
    library.drop_import()
    assert library.review is None
    library.open_import(Path("any"))
    library.adopt_import()
    assert library.review is None
    assert len(library.versions) == 4
    assert library.undo is not None


def test_a_lock_forgets_everything_and_a_late_answer_is_dropped(qapp: QCoreApplication) -> None:
    work = LaterWork()
    model = LibraryViewModel(work, "Ada")
    model.use(FakeLibrary())
    work.run()
    model.choose(RULES)
    work.run()
    model.roll_back(1)
    model.open_import(Path("any"))
    model.use(None)
    work.run()
    assert (model.items, model.versions, model.chosen, model.undo, model.review) == ((), (), None, None, None)
    assert (model.available, model.busy, model.panel) == (False, False, LEARNING)


def test_the_version_on_show_stays_when_the_tree_is_read_again(library: LibraryViewModel) -> None:
    library.choose(RULES)
    library.show(2)
    library.reload()
    assert library.shown == 2


# Learning


def test_search_and_chips_narrow_by_the_names_on_screen(qapp: QCoreApplication) -> None:
    model = learning_over(FakeLearning())
    assert model.total == 16
    model.search("clinic")
    assert [line.type_id for line in model.lines(plain)] == ["HOSPITAL"]
    model.search("")
    model.toggle_mode(FailureMode.OVER_EXTRACTED, on=True)
    assert [line.type_id for line in model.lines(plain)] == ["AGE"]
    model.narrow(Domain.MEDICAL)
    assert model.lines(plain) == ()
    assert model.filtered
    model.show_all()
    assert [line.count for line in model.lines(plain)] == [12, 4]


def test_distil_try_adopt_keeps_the_trial_as_evidence(qapp: QCoreApplication) -> None:
    port = FakeLearning()
    model = learning_over(port)
    steps: list[object] = []
    model.adopted.connect(steps.append)
    model.distil()
    assert model.proposals is not None
    assert len(model.proposals.accepted) == 1
    model.trial()
    report = model.report
    model.adopt()
    assert len(steps) == 1
    assert port.adopted[0][1:] == (report, "Ada")
    assert (model.proposals, model.report) == (None, None)


def test_nothing_is_tried_or_adopted_without_an_accepted_rule(qapp: QCoreApplication) -> None:
    port = FakeLearning(rules=FakeLearning().rules[1:])
    model = learning_over(port)
    model.distil()
    model.trial()
    model.adopt()
    assert model.report is None
    assert port.adopted == []


def test_a_cancelled_distillation_leaves_what_was_there(qapp: QCoreApplication) -> None:
    work = LaterWork()
    model = LearningViewModel(NowWork(), work, "Ada")
    model.use(FakeLearning())
    model.distil()
    assert model.going.task is Task.DISTIL
    model.cancel()
    assert not model.running
    work.run()
    assert model.proposals is None
    assert model.problem is None


def test_progress_is_told_while_a_job_runs(qapp: QCoreApplication) -> None:
    model = learning_over(FakeLearning())
    seen: list[tuple[Task, int, int]] = []
    model.going_changed.connect(lambda: seen.append((model.going.task, model.going.done, model.going.total)))
    model.distil()
    assert (Task.DISTIL, 1, 2) in seen
    assert seen[-1][0] is Task.IDLE


def test_a_failed_distillation_is_told_in_place(qapp: QCoreApplication) -> None:
    model = learning_over(FakeLearning(error=InputError("library.no_engine")))
    model.distil()
    assert model.problem is not None
    assert model.problem.code == "library.no_engine"
    assert not model.running


def test_automatic_adoption_is_off_until_somebody_turns_it_on(qapp: QCoreApplication) -> None:
    port = FakeLearning(adoptable=True)
    model = learning_over(port)
    model.distil()
    model.trial()
    assert port.adopted == []
    model.set_automatic(on=True)
    model.distil()
    assert [author for _, _, author in port.adopted] == [AUTOMATIC]


def test_automatic_adoption_never_takes_what_is_not_proven_better(qapp: QCoreApplication) -> None:
    port = FakeLearning(on=True, worse=True)
    model = learning_over(port)
    model.distil()
    assert model.report is not None
    assert model.report.worse
    assert port.adopted == []


def test_a_setting_that_cannot_be_kept_goes_back(qapp: QCoreApplication) -> None:
    port = FakeLearning(error=StoreError("store.full"))
    model = learning_over(port)
    model.set_automatic(on=True)
    assert not model.automatic


def test_a_tried_version_is_adopted_by_rolling_back_to_it(qapp: QCoreApplication) -> None:
    model = learning_over(FakeLearning())
    asked: list[tuple[object, int]] = []
    model.version_asked.connect(lambda key, version: asked.append((key, version)))
    model.try_version(PROMPT, 1)
    assert model.report is not None
    model.adopt()
    assert asked == [(PROMPT, 1)]
    assert model.report is None


def test_a_lock_forgets_what_was_learned(qapp: QCoreApplication) -> None:
    work = LaterWork()
    model = LearningViewModel(NowWork(), work, "Ada")
    model.use(FakeLearning())
    model.distil()
    model.use(None)
    work.run()
    assert (model.all_lines, model.proposals, model.running) == ((), None, False)


# Dictionaries


def words_over(port: FakeDictionary) -> DictionariesViewModel:
    made = DictionariesViewModel(NowWork(), NowWork())
    made.use(port)
    return made


def test_a_long_list_is_read_a_page_at_a_time(qapp: QCoreApplication) -> None:
    work, port = LaterWork(), FakeDictionary(entries=dict(many(3 * PAGE)))
    model = DictionariesViewModel(work, NowWork())
    model.use(port)
    work.run()
    assert (len(model.lists[ListKind.HIDE].entries), model.lists[ListKind.HIDE].total) == (PAGE, 3 * PAGE)
    model.more(ListKind.HIDE)
    assert not model.has_more(ListKind.HIDE)
    work.run()
    assert len(model.lists[ListKind.HIDE].entries) == 2 * PAGE
    assert port.asked[-1] == (PAGE, PAGE)
    model.search(ListKind.HIDE, "0000599")
    work.run()
    assert [entry.surface for entry in model.lists[ListKind.HIDE].entries] == ["Client 0000599"]


def test_what_was_deleted_comes_back(qapp: QCoreApplication) -> None:
    port = FakeDictionary(entries=dict(many(3)))
    model = words_over(port)
    edits: list[None] = []
    model.edited.connect(lambda: edits.append(None))
    gone = tuple(model.lists[ListKind.HIDE].entries[:2])
    model.remove(ListKind.HIDE, gone)
    assert model.lists[ListKind.HIDE].total == 1
    model.take_back()
    assert model.lists[ListKind.HIDE].total == 3
    assert model.removed is None
    assert len(edits) == 2


def test_a_word_is_added_without_the_space_around_it(qapp: QCoreApplication) -> None:
    port = FakeDictionary()
    model = words_over(port)
    model.add(ListKind.HIDE, "  Quokka   Works ", "ORGANIZATION")
    model.add(ListKind.KEEP, "Zephyr", "ORGANIZATION")
    model.add(ListKind.HIDE, "   ")
    assert port.entries[ListKind.HIDE] == [ListEntry("Quokka Works", "ORGANIZATION")]
    assert port.entries[ListKind.KEEP] == [ListEntry("Zephyr")]


def test_a_refused_word_is_told_in_place(qapp: QCoreApplication) -> None:
    model = words_over(FakeDictionary(error=InputError("dictionary.too_long")))
    model.add(ListKind.HIDE, "x", "PERSON")
    assert model.problem is not None
    assert model.problem.code == "dictionary.too_long"


def test_a_file_is_looked_at_then_imported(qapp: QCoreApplication) -> None:
    port = FakeDictionary()
    model = words_over(port)
    results: list[object] = []
    model.imported.connect(results.append)
    model.open_csv(Path("any"))
    assert model.preview is not None
    assert port.entries[ListKind.HIDE] == []
    model.open_csv(Path("any"), heading=False)
    model.count_csv(0)
    assert model.count is not None
    assert model.count.rows == 3
    model.open_csv(Path("any"), heading=True)
    model.import_csv(ListKind.HIDE, 0, "ORGANIZATION")
    assert [entry.surface for entry in port.entries[ListKind.HIDE]] == ["Quokka Works", "Zephyr Ltd"]
    assert (model.preview, model.progress, len(results)) == (None, None, 1)


def test_the_test_box_answers_the_latest_sample_only(qapp: QCoreApplication) -> None:
    work = LaterWork()
    model = DictionariesViewModel(NowWork(), work)
    model.use(FakeDictionary())
    recognizer = OwnRecognizer("", "DEVICE_ID", "KD-12")
    model.test(recognizer, "KD-12")
    model.test(recognizer, "no, KD-12")
    work.run()
    assert model.tested.sample == "no, KD-12"
    assert model.tested.spans == ((4, 9),)


def test_a_refused_pattern_says_why_and_a_blank_one_nothing(qapp: QCoreApplication) -> None:
    model = words_over(FakeDictionary())
    model.test(OwnRecognizer("", "DEVICE_ID", "("), "x")
    assert model.tested.problem is not None
    assert model.tested.problem.code == "shape.malformed"
    model.test(OwnRecognizer("", "DEVICE_ID", "  "), "x")
    assert model.tested.problem is None


def test_a_recogniser_is_saved_deleted_and_brought_back(qapp: QCoreApplication) -> None:
    port = FakeDictionary()
    model = words_over(port)
    made = OwnRecognizer("k1", "DEVICE_ID", "KD-12", ("pass",))
    model.save_recognizer(made)
    assert model.recognizers == (made,)
    model.delete_recognizer(made)
    assert model.recognizers == ()
    model.take_back()
    assert model.recognizers == (made,)


def test_a_lock_forgets_the_words(qapp: QCoreApplication) -> None:
    model = words_over(FakeDictionary(entries=dict(many(5))))
    model.test(OwnRecognizer("", "DEVICE_ID", "KD-12"), "KD-12 of Margaret")
    model.use(None)
    assert model.lists[ListKind.HIDE].entries == []
    assert (model.tested.sample, model.preview, model.removed) == ("", None, None)
