"""Extraction by a local model: what it names joins what the rules and the person said, and takes nothing away."""

from __future__ import annotations

from dataclasses import replace

import pytest
from llm_layer_cases import (
    KEY,
    OURS,
    TEXT,
    both,
    covered,
    extractor,
    find,
    merge,
    rules,
    saying,
)
from llm_scripted import items

from core.domain.language import Language
from core.domain.request import AddedSpan, Decisions, Request
from core.domain.sensitive import Layer, SensitiveSet


@both
def test_one_value_stays_one_attribute(language: Language) -> None:
    name = {Language.EN: "Tamsin Okoro", Language.ZH: "王建国"}[language]
    request = Request(TEXT[language])
    merged = merge(request, find(saying(("PERSON", name), ("AGE", "58")), request))
    known = rules(request.text)
    for kind in ("PERSON", "AGE", "EMAIL"):
        assert sum(item.type_id == kind for item in merged.attributes) == sum(
            item.type_id == kind for item in known.attributes
        )
    assert {item.id for item in known.attributes} <= {item.id for item in merged.attributes}


def test_a_name_that_the_rules_saw_in_part_grows() -> None:
    text = "Our supplier is Brindle Quay Luthiers of the north. Write to Brindle Quay."
    start = text.index("Brindle Quay")
    request = Request(text, decisions=Decisions())
    rule = rules("x")
    marked = extractor().extract(
        Request(text, decisions=Decisions(added=(AddedSpan(start, start + 12, "ORGANIZATION"),))), KEY
    )
    part = replace(
        marked.attributes[0],
        mentions=tuple(replace(mention, layer=Layer.LEXICON) for mention in marked.attributes[0].mentions),
    )
    known = replace(rule, attributes=(part,))
    findings = find(saying(("ORGANIZATION", "Brindle Quay Luthiers")), request, known)
    merged = merge(request, findings, known)
    assert findings.widened[start].text == "Brindle Quay Luthiers"
    assert "Brindle Quay Luthiers" in {mention.text for mention in merged.mentions}
    assert covered(known) < covered(merged)
    grown = next(item for item in merged.attributes if "Luthiers" in item.mentions[0].text)
    assert "Brindle Quay" in grown.surfaces


def test_what_a_person_marked_does_not_grow() -> None:
    text = "Our supplier is Brindle Quay Luthiers."
    start = text.index("Brindle Quay")
    decisions = Decisions(added=(AddedSpan(start, start + 12, "ORGANIZATION"),))
    request = Request(text, decisions=decisions)
    known = extractor().extract(request, KEY)
    findings = find(saying(("ORGANIZATION", "Brindle Quay Luthiers")), request, known)
    assert not findings.widened


def test_a_longer_value_of_another_type_adds_its_rest() -> None:
    request = Request("He lost his left leg in March 2019 near the old kiln at Brindlemoor.")
    findings = find(saying(("LIFE_EVENT", "lost his left leg in March 2019")), request)
    assert [mention.text for mention in findings.mentions] == ["lost his left leg"]
    assert findings.agreed == 1


def test_what_a_person_never_hides_is_not_hidden_by_the_model() -> None:
    request = Request(TEXT[Language.EN], decisions=Decisions(never_hide=frozenset({"An eye-patch"})))
    findings = find(saying(("PHYSIQUE", "an eye patch"), ("AGE", "58")), request)
    assert "an eye patch" not in {mention.text for mention in findings.mentions}


def test_what_a_person_called_not_sensitive_stays_out() -> None:
    request = Request(TEXT[Language.EN])
    model = saying(("PHYSIQUE", "an eye patch"), ("AGE", "58"))
    added = next(item for item in merge(request, find(model, request)).attributes if item.type_id == "PHYSIQUE")
    again = replace(request, decisions=Decisions(not_sensitive=frozenset({added.id})))
    assert added.id not in {item.id for item in merge(again, find(model, again)).attributes}


@both
def test_the_model_may_add_a_combination_but_take_none(language: Language) -> None:
    request = Request(TEXT[language])
    together = [value for _, value in OURS[language]]
    model = saying(*OURS[language], ("AGE", "58"), missed=items(together=together))
    merged = merge(request, find(model, request))
    added = [item for item in merged.combinations if item.reason == "llm_combination"]
    held = [set(item.attribute_ids) for item in merged.combinations]
    ids = {
        item.id for item in merged.attributes for mention in item.mentions for value in together
        if mention.text in value or value in mention.text
    }  # fmt: skip
    assert any(ids <= known for known in held)
    assert len(added) <= 1
    plain = merge(request, find(saying(*OURS[language], ("AGE", "58")), request))
    assert {item.attribute_ids for item in plain.combinations} <= {item.attribute_ids for item in merged.combinations}


def test_people_of_history_are_nobodys_data() -> None:
    request = Request("Explain the work of Marie Curie to a child.")
    findings = find(saying(("PERSON", "Marie Curie")), request, SensitiveSet(()))
    assert not findings.mentions


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Einstein was born in Ulm.", (("PERSON", "Einstein"), ("LOCATION", "Ulm"))),
        ("What is the capital of France?", (("LOCATION", "France"),)),
        ("法国的首都是哪里？", (("LOCATION", "法国"),)),
        ("Write a speech in the style of Barack Obama.", (("PERSON", "Barack Obama"),)),
    ],
)
def test_general_knowledge_that_only_the_model_names_is_left_alone(
    text: str, named: tuple[tuple[str, str], ...]
) -> None:
    request = Request(text)
    assert not rules(text).attributes
    assert not merge(request, find(saying(*named), request)).attributes


def test_a_public_name_beside_a_persons_data_is_hidden() -> None:
    request = Request("My e-mail is tamsin.okoro@example.org and my neighbour is Barack Obama, says the postman.")
    merged = merge(request, find(saying(("PERSON", "Barack Obama"), ("EMAIL", "tamsin.okoro@example.org")), request))
    assert "Barack Obama" in {item.mentions[0].text for item in merged.attributes}
