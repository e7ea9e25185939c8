"""Finding: a valid identity number was marked as not sensitive with one key, and the verdict said "found nothing"."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shared_engine import builtin_engine

from app.cli.report import extract_report, sanitize_report
from app.messages import Messages
from core.domain.errors import InputError
from core.domain.language import Language
from core.domain.request import Decision, Decisions, Request
from core.domain.sensitive import proved
from core.domain.verdict import VerdictKind
from core.engine.conversation import Conversation
from core.engine.telling_identifiers import NOTHING_FOUND, TOLD, confirmed
from core.release.certificate import to_json
from core.resources import resource_root

NUMBER = "我的身份证号是11010519780914002X，能报名吗？"
NAME = "Please write a short birthday card for my friend Ngozi Okonkwo."


def found(text, type_id, conversation):
    sensitive = builtin_engine().extract(Request(text), conversation)
    return next(item for item in sensitive.attributes if item.type_id == type_id)


def test_what_check_digits_prove_is_never_told():
    conversation = Conversation()
    number = found(NUMBER, "ID_CARD", conversation)
    assert proved(number)
    told = Decisions(levels={number.id: Decision(0, "because", confirmed=True)}, not_sensitive=frozenset({number.id}))
    for decisions in (told, replace(told, not_sensitive=frozenset()), replace(told, levels={})):
        with pytest.raises(InputError, match=r"input\.proved"):
            builtin_engine().sanitize(Request(NUMBER, decisions=decisions), conversation)
    with pytest.raises(InputError, match=r"input\.proved"):
        confirmed(number, "because", number.value)


def test_no_dictionary_tells_what_check_digits_prove():
    conversation = Conversation()
    decisions = Decisions(never_hide=frozenset({"11010519780914002X"}))
    preview = builtin_engine().preview(Request(NUMBER, decisions=decisions), conversation)
    assert "11010519780914002X" not in preview.artifact.text


@pytest.mark.parametrize(
    "text",
    [
        "My card is 4539 5787 six three six two 1486, is it blocked?",
        "My card number is four five three nine 5787 6362 1486.",
        "my card: four five three nine five seven eight seven six three six two one four eight six",
        "Card 4539-5787-6362-fourteen eighty-six is blocked.",
        "Card 4539 5787 6362 148six is blocked.",
        "Card 4539%205787%206362%201486 is blocked.",
        "卡号是四五三九5787 6362 1486，能用吗",
        "我的卡号四五三九五七八七六三六二一四八六",
        "卡号：肆伍叁玖伍柒捌柒陆叁陆贰壹肆捌陆",
    ],
)
def test_a_card_number_in_words_is_as_sure_as_in_digits(text):
    conversation = Conversation()
    card = found(text, "BANK_CARD", conversation)
    assert proved(card)
    assert card.value == "4539578763621486"
    with pytest.raises(InputError, match=r"input\.proved"):
        confirmed(card, "because", card.value)


@pytest.mark.parametrize(
    ("text", "type_id", "value"),
    [
        ("我的身份证号是110105一九七八0914002X", "ID_CARD", "11010519780914002X"),
        ("身份证：一一零一零五一九七八零九一四零零二X", "ID_CARD", "11010519780914002X"),
        ("My IBAN is GB82 BARC two zero zero three 8461 9372 05", "BANK_ACCOUNT", "GB82BARC20038461937205"),
    ],
)
def test_other_numbers_in_words_are_proved_too(text, type_id, value):
    number = found(text, type_id, Conversation())
    assert proved(number)
    assert number.value == value


@pytest.mark.parametrize(
    "decision",
    [None, Decision(0), Decision(0, "because"), Decision(0, " ", confirmed=True), Decision(0, confirmed=True)],
)
def test_an_identifier_is_told_only_with_a_reason_and_typed_back(decision):
    conversation = Conversation()
    person = found(NAME, "PERSON", conversation)
    levels = {} if decision is None else {person.id: decision}
    for ids in (frozenset({person.id}), frozenset()):
        if not ids and decision is None:
            continue
        with pytest.raises(InputError, match=r"input\.not_typed_back"):
            builtin_engine().sanitize(
                Request(NAME, decisions=Decisions(levels=levels, not_sensitive=ids)), conversation
            )


@pytest.mark.parametrize("typed", ["", "Ngozi", "somebody else"])
def test_another_value_typed_is_no_confirmation(typed):
    person = found(NAME, "PERSON", Conversation())
    with pytest.raises(InputError, match=r"input\.not_typed_back"):
        confirmed(person, "because", typed)


def outcome_of_told():
    conversation = Conversation()
    person = found(NAME, "PERSON", conversation)
    decision = confirmed(person, "a public figure", "ngozi okonkwo")
    decisions = Decisions(levels={person.id: decision}, not_sensitive=frozenset({person.id}))
    return builtin_engine().sanitize(Request(NAME, decisions=decisions), conversation), person


def test_the_certificate_has_a_line_for_every_told_identifier():
    outcome, person = outcome_of_told()
    assert outcome.verdict.kind is VerdictKind.PASS
    record = to_json(outcome.certificate)
    assert record["told_by_decision"] == [{"id": person.id, "type": "PERSON", "reason": "a public figure"}]
    assert outcome.certificate.overrides == {person.id: "a public figure"}
    assert "certificate.nothing_found" not in outcome.certificate.does_not_say


def test_a_verdict_over_told_identifiers_never_says_that_nothing_was_found():
    outcome, _person = outcome_of_told()
    flags = outcome.verdict.evidence.review_flags
    assert TOLD in flags
    assert NOTHING_FOUND not in flags
    engine = builtin_engine()
    for language in Language:
        messages = Messages.load(resource_root(), language)
        lines = list(sanitize_report(outcome, engine.taxonomy, messages, 0.0))
        lines += extract_report(outcome.verdict.sensitive, engine.taxonomy, messages, 0.0)
        said = messages("report.told_by_decision", n=1)
        assert sum(said in line for line in lines) == 3
        assert not any(messages("report.nothing_found") in line for line in lines)


def test_what_a_dictionary_let_go_is_counted_too():
    decisions = Decisions(never_hide=frozenset({"Ngozi Okonkwo"}))
    outcome = builtin_engine().sanitize(Request(NAME, decisions=decisions), Conversation())
    assert list(outcome.certificate.overruled.values()) == ["PERSON"]
    assert list(outcome.certificate.overrides.values()) == ["told.dictionary"]
    assert TOLD in outcome.verdict.evidence.review_flags
