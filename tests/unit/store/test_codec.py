"""Every domain value comes back as it was, and nothing else is taken for one."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace

import pytest
from example_counts import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from vault_cases import chinese_run, conversation, infeasible_run, review_item, run, turn, values_of

from core.domain.artifact import Artifact
from core.domain.errors import BugError, StoreError
from core.domain.evidence import Evidence
from core.domain.protocol import STRICT, Protocol
from core.domain.release import Approval, Certificate, ReleaseTicket
from core.domain.request import Request
from core.domain.sending import SendRecord
from core.domain.sensitive import SensitiveSet
from core.domain.tokens import TokenEntry
from core.domain.verdict import Verdict
from core.store.codec import dump, dump_all, load, load_all
from core.store.records import (
    Draft,
    PromptVersion,
    ReviewDecision,
    ReviewItem,
    ReviewStep,
    StoredConversation,
    StoredRun,
    StoredTurn,
)

KINDS = [
    Request,
    SensitiveSet,
    Artifact,
    Evidence,
    Verdict,
    Certificate,
    Approval,
    ReleaseTicket,
    SendRecord,
    TokenEntry,
    StoredConversation,
    StoredTurn,
    StoredRun,
    ReviewItem,
    ReviewStep,
    ReviewDecision,
    Draft,
    PromptVersion,
]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@settings(max_examples=examples(25), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_every_value_comes_back(kind, data):
    value = data.draw(values_of(kind))
    assert load(kind, dump(kind, value)) == value


@pytest.mark.parametrize("value", [run(), infeasible_run(), chinese_run()], ids=["en", "infeasible", "zh"])
def test_a_run_comes_back_with_all_it_shows(value):
    back = load(StoredRun, dump(StoredRun, value))
    assert back == value
    assert back.verdict.artifact.payload == value.verdict.artifact.payload
    assert back.verdict.evidence.outcomes == value.verdict.evidence.outcomes


def test_numbers_that_json_lacks_come_back():
    measured = replace(run().verdict.evidence, bounds={"x": math.inf, "y": -math.inf})
    assert load(Evidence, dump(Evidence, measured)).bounds == {"x": math.inf, "y": -math.inf}


def test_a_field_that_came_later_takes_its_default():
    document = json.loads(dump(StoredTurn, turn()))
    del document["value"]["release_id"]
    assert load(StoredTurn, json.dumps(document)) == replace(turn(), release_id="")


def spoilt(change):
    document = json.loads(dump(StoredConversation, conversation()))
    change(document)
    return json.dumps(document)


@pytest.mark.parametrize(
    "change",
    [
        lambda it: it.update(v=2),
        lambda it: it.update(type="StoredTurn"),
        lambda it: it.update(more=1),
        lambda it: it["value"].update(unknown=1),
        lambda it: it["value"].pop("key"),
        lambda it: it["value"].update(title=3),
        lambda it: it["value"].update(language="fr"),
        lambda it: it["value"].update(levels=[1]),
        lambda it: it["value"]["levels"].update(a1="1"),
        lambda it: it["value"]["levels"].update(a1=True),
        lambda it: it["value"].update(turns={}),
        lambda it: it["value"].update(created_at="yesterday"),
        lambda it: it["value"].update(key="not base 64!"),
        lambda it: it["value"]["tokens"].append(None),
    ],
)
def test_anything_else_is_refused_without_its_text(change):
    with pytest.raises(StoreError) as caught:
        load(StoredConversation, spoilt(change))
    assert caught.value.code == "store.value"
    assert caught.value.details == {"type": "StoredConversation"}
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("text", ["", "[]", "1", "{", '{"v":1}', "[" * 5000 + "]" * 5000])
def test_what_is_not_ours_is_refused(text):
    with pytest.raises(StoreError):
        load(StoredTurn, text)
    with pytest.raises(StoreError):
        load_all(StoredTurn, text)


def test_sequences():
    entries = conversation().tokens
    assert load_all(TokenEntry, dump_all(TokenEntry, entries)) == entries
    assert load_all(ReviewItem, dump_all(ReviewItem, [review_item()])) == (review_item(),)


def test_a_type_without_one_form_is_a_bug():
    @dataclass(frozen=True)
    class Odd:
        either: int | str

    with pytest.raises(BugError):
        dump(Odd, Odd(1))


def test_a_field_that_a_type_has_given_up_is_passed_over():
    """Protocols from when they had a fixed rule, and estimates from when they were means, can still be read."""
    whole = json.loads(dump(Protocol, STRICT))
    whole["value"] |= {"seeds": 3, "stability_window": 3, "certifications": 1, "two_stage": {"first": 78}}
    assert load(Protocol, json.dumps(whole)) == STRICT
