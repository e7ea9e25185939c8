"""What one conversation tells in several turns is judged together (DESIGN 5.5)."""

import pytest
from shared_engine import builtin_engine

from core.domain.request import Decisions, Request
from core.engine.conversation import Conversation, SentTurn
from core.engine.engine import BuiltinEngine
from core.engine.outcome import Outcome

FIRST = {
    "en": "My name is Tobias Lindqvist and I live in Vermont. How do I renew a fishing licence?",
    "zh": "我叫欧阳志远，住在西藏。请问怎么办理钓鱼证？",
}
SECOND = {
    "en": "I am 83 years old, widowed. Tobias Lindqvist needs a licence. Which papers do I need?",
    "zh": "我今年83岁，丧偶。欧阳志远需要办证。需要哪些材料？",
}


@pytest.fixture(scope="module")
def engine() -> BuiltinEngine:
    return builtin_engine()


def send(engine: BuiltinEngine, conversation: Conversation, text: str) -> Outcome:
    outcome = engine.sanitize(Request(text), conversation)
    verdict = outcome.verdict
    conversation.record(SentTurn(verdict.sensitive, verdict.artifact, ""))
    return outcome


@pytest.mark.parametrize("language", ["en", "zh"])
def test_one_person_keeps_one_token(engine: BuiltinEngine, language: str) -> None:
    conversation = Conversation()
    first = send(engine, conversation, FIRST[language])
    second = send(engine, conversation, SECOND[language])
    token = conversation.vault.entries()[0].token
    assert token in first.verdict.artifact.text
    assert token in second.verdict.artifact.text


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_linker_joins_the_turns(engine: BuiltinEngine, language: str) -> None:
    conversation = Conversation()
    send(engine, conversation, FIRST[language])
    together = engine.sanitize(Request(SECOND[language]), conversation).verdict.evidence
    alone = engine.sanitize(Request(SECOND[language]), Conversation()).verdict.evidence
    assert together.k is not None
    assert alone.k is not None
    assert together.k <= alone.k
    assert "earlier_turns_joined" in together.review_flags
    assert "earlier_turns_joined" not in alone.review_flags


def test_a_place_that_left_at_country_level_stays_there(engine: BuiltinEngine) -> None:
    conversation = Conversation()
    sent = send(engine, conversation, FIRST["en"]).verdict
    again = engine.sanitize(Request(FIRST["en"]), conversation).verdict
    assert all(again.artifact.levels[key] >= level for key, level in sent.artifact.levels.items())


def test_an_id_says_nothing_outside_its_conversation(engine: BuiltinEngine) -> None:
    first = engine.extract(Request(FIRST["en"]), Conversation())
    other = engine.extract(Request(FIRST["en"]), Conversation())
    assert {item.id for item in first.attributes}.isdisjoint(item.id for item in other.attributes)


REPEATED = {
    "en": (
        "My name is Tobias Lindqvist. How do I renew a licence?",
        "and what would lindqvist, TOBIAS need for a boat?",
    ),
    "zh": ("我叫欧阳志远，请问怎么办理钓鱼证？", "顺便问一下，船证欧 阳志远能不能一起办？"),
}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_was_hidden_once_stays_hidden_without_a_cue(engine: BuiltinEngine, language: str) -> None:
    conversation = Conversation()
    first, later = REPEATED[language]
    send(engine, conversation, first)
    artifact = engine.sanitize(Request(later), conversation).verdict.artifact
    person, *forms = conversation.vault.entries()
    assert all((form.type_id, form.number) == (person.type_id, person.number) for form in forms)
    (hidden,) = artifact.replacements
    assert conversation.vault.resolve(hidden.token) in (person, *forms)
    assert conversation.vault.issued_for(hidden.attribute_id) == person


def test_a_word_that_a_person_cleared_is_not_recalled(engine: BuiltinEngine) -> None:
    conversation = Conversation()
    first, later = REPEATED["en"]
    sent = send(engine, conversation, first).verdict.sensitive
    cleared = Decisions(not_sensitive=frozenset(item.id for item in sent.attributes))
    found = engine.extract(Request(later, decisions=cleared), conversation)
    assert not {item.id for item in found.attributes} & cleared.not_sensitive


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_gauge_counts_the_whole_conversation(engine: BuiltinEngine, language: str) -> None:
    conversation = Conversation()
    first = send(engine, conversation, FIRST[language]).verdict.evidence.spent
    second = engine.sanitize(Request(SECOND[language]), conversation).verdict.evidence.spent
    alone = engine.sanitize(Request(SECOND[language]), Conversation()).verdict.evidence.spent
    if first is not None and second is not None and alone is not None:
        assert second.literals >= first.literals
        assert second.literals >= alone.literals
