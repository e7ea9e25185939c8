"""The experience store over the vault's log and over a list in memory: the same promises."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from learning_cases import BEGIN, Past
from vault_cases import open_vault

from core.domain.errors import BugError, StoreError
from core.domain.language import Language
from core.domain.learning import Action, Experience, FailureMode
from core.domain.taxonomy import Domain
from core.learn.experience import CountBy, ExperienceFilter, Experiences, InMemoryLog, as_plain
from core.store.repositories import LogRepository


@pytest.fixture(params=["memory", "vault"])
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LogRepository]:
    if request.param == "memory":
        yield InMemoryLog()
        return
    vault = open_vault(tmp_path, create=True)
    try:
        yield vault.experiences
    finally:
        vault.close()


def some() -> tuple[Experience, ...]:
    past = Past().badges().badges(Language.ZH, 3)
    past.add("Take Ebbford out.", "Ebbford", "CITY", mode=FailureMode.OVER_EXTRACTED, action=Action.UNMARKED)
    past.add("x", mode=FailureMode.STRENGTHENING_FAILED, action=Action.STRENGTHENED, domain=Domain.LEGAL, level=3)
    return tuple(past.items)


def test_what_was_added_is_found_again_with_its_number(log: LogRepository) -> None:
    store = Experiences(log)
    added = [store.add(replace(item, number=0)) for item in some()]
    assert store.find() == tuple(added)
    assert [item.number for item in added] == sorted({item.number for item in added})
    assert [replace(item, number=0) for item in added] == [replace(item, number=0) for item in some()]
    assert store.latest == added[-1].number


def test_every_property_is_searched(log: LogRepository) -> None:
    store = Experiences(log)
    added = [store.add(item) for item in some()]
    found = {
        "type": store.find(ExperienceFilter(type_id="CITY")),
        "mode": store.find(ExperienceFilter(mode=FailureMode.OVER_EXTRACTED)),
        "language": store.find(ExperienceFilter(language=Language.ZH)),
        "domain": store.find(ExperienceFilter(domain=Domain.LEGAL)),
        "since": store.find(ExperienceFilter(since=added[8].at)),
        "until": store.find(ExperienceFilter(until=added[2].at)),
        "after": store.find(ExperienceFilter(after=added[6].number)),
        "both": store.find(ExperienceFilter(mode=FailureMode.MISSED, language=Language.ZH)),
    }
    assert {name: len(items) for name, items in found.items()} == {
        "type": 1, "mode": 1, "language": 3, "domain": 1, "since": 2, "until": 2, "after": 3, "both": 3,
    }  # fmt: skip
    assert store.find(limit=2) == tuple(added[:2])


def test_the_form_of_the_text_is_searched(log: LogRepository) -> None:
    store = Experiences(log)
    added = [store.add(item) for item in some()]
    assert store.find(ExperienceFilter(structure=added[0].cause.structure)) == tuple(added)


def test_counts_by_any_properties(log: LogRepository) -> None:
    store = Experiences(log)
    for item in some():
        store.add(item)
    assert store.counts([CountBy.MODE]) == {("missed",): 8, ("over_extracted",): 1, ("strengthening_failed",): 1}
    assert store.counts([CountBy.TYPE, CountBy.LANGUAGE])["EMPLOYEE_ID", "zh"] == 3
    assert sum(store.counts([CountBy.DOMAIN, CountBy.STRUCTURE]).values()) == 10


def test_rows_of_other_kinds_are_left_alone(log: LogRepository) -> None:
    log.append("hit", {"type": "CITY", "n": 2}, BEGIN)
    assert Experiences(log).find() == ()


def test_a_row_that_is_none_of_ours_is_no_experience(log: LogRepository) -> None:
    item = some()[0]
    for change in (
        {"mode": "cheerful"},
        {"start": -1},
        {"start": True},
        {"type": "a name with spaces"},
        {"level": "x"},
    ):
        log.append("attribution.missed", {**as_plain(item), **change}, BEGIN)
        with pytest.raises(StoreError):
            Experiences(log).find(ExperienceFilter(after=len(log.list()) - 1))


def test_text_in_the_place_of_an_id_is_never_kept(log: LogRepository) -> None:
    item = some()[0]
    for material in (
        replace(item.material, run_id="Orla Quist lives here"),
        replace(item.material, conversation_id="c" * 65),
    ):
        with pytest.raises(BugError):
            Experiences(log).add(replace(item, material=material))
    assert not log.list()


def test_what_is_kept_is_plain_data_without_any_word_of_the_text(log: LogRepository) -> None:
    store = Experiences(log)
    for item in some():
        store.add(item)
    whole = json.dumps([dict(entry.body) for entry in log.list()], ensure_ascii=False)
    assert not any(word in whole for word in ("QX", "badge", "胸牌", "Ebbford", "1187"))
