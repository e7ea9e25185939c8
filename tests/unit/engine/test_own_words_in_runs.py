"""A person's own words in both engines: what is listed is hidden, what is never hidden stays, whoever finds it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from library_cases import cue_rule
from shared_engine import own_engine

from core.domain.learning import BASELINE, LearnedSnapshot, TypedSet
from core.domain.request import Disclosure, Request
from core.engine.conversation import Conversation
from core.engine.earlier_turns import hidden_earlier
from core.engine.engine import BuiltinEngine
from core.engine.local import LocalEngine, LocalOptions
from core.extract.user_dictionary import UserDictionary
from core.extract.user_words import UserWords
from core.verify.sensitivity import MemorySensitivity
from tests.attacker_brain import BrainModel
from tests.local_brain import LocalBrain

TEXT = "My name is Margaret Olsen. I keep a red kite called Bramblewick, locker tag QX-204."
SEEN = (("PERSON", "Margaret Olsen"), ("HANDLE", "Bramblewick"))


@cache
def engine() -> BuiltinEngine:
    return own_engine()


@pytest.fixture(autouse=True)
def as_before():
    yield
    engine().use(BASELINE)
    engine().use_words(UserWords())


def words(hide=(("red kite", "ORGANIZATION"),), keep=()) -> UserWords:
    return UserWords(UserDictionary.build(hide, keep))


def found(with_model: bool) -> set[str]:
    chosen = engine()
    if with_model:
        model = BrainModel(LocalBrain(SEEN))  # type: ignore[arg-type]
        chosen = LocalEngine(engine(), model, options=LocalOptions(), store=MemorySensitivity())
    return {item.text for item in chosen.extract(Request(TEXT), Conversation()).mentions}


@pytest.mark.parametrize("with_model", [False, True])
def test_a_listed_word_is_hidden_and_one_that_is_kept_stays(with_model):
    engine().use(LearnedSnapshot("ab" * 32, rules={TypedSet.GLOBAL: (cue_rule("A{2}-9{3}"),)}))
    expected = found(with_model)
    assert {"Margaret Olsen", "QX-204"} <= expected
    assert "Bramblewick" in expected or not with_model
    engine().use_words(words())
    assert found(with_model) == {*expected, "red kite"}
    engine().use_words(words(keep=("bramblewick", "QX204", "Margaret Olsen")))
    assert found(with_model) == {"red kite"}


def test_what_was_hidden_once_and_is_kept_now_is_not_recalled():
    request = Request("I met Margaret Olsen.")
    earlier = engine().preview(request, Conversation())
    disclosures = (Disclosure(earlier.sensitive, earlier.artifact),)
    later = replace(earlier.sensitive, attributes=())
    again = hidden_earlier(request.text, later, disclosures, request.decisions, engine().dehydrator.hard_line)
    assert [item.text for item in again.mentions] == ["Margaret Olsen"]
    kept = words(keep=("Margaret Olsen",))
    gone = hidden_earlier(request.text, later, disclosures, request.decisions, engine().dehydrator.hard_line, kept)
    assert gone.mentions == ()
