"""Classes of English wording that hide a person, and of words that only look like it. All people are fictional."""

from __future__ import annotations

import pytest
from shared_engine import rule_cascade

from core.domain.request import Request
from core.extract.cascade import CascadeExtractor
from core.extract.ner import load_ner
from core.resources import load_taxonomy, resource_root

ROOT = resource_root()
KEY = b"k" * 32
EXTRACTOR = rule_cascade()
NER = load_ner(ROOT)
WITH_MODEL = CascadeExtractor(load_taxonomy(ROOT), ROOT, NER)

FOUND = [
    ("My aunt lay in the Ospedale Santa Vetra for weeks.", "HOSPITAL", "Ospedale Santa Vetra"),
    ("My daughter is a pupil at St Wilfreda's and loves chemistry.", "SCHOOL", "St Wilfreda's"),
    ("my ex has copd and asks me for help", "DISEASE", "copd"),
    ("71M w/ HTN, CKD and AF, lives alone.", "DISEASE", "AF"),
    ("I sold my startup to Quorvex for $21M last year.", "ORGANIZATION", "Quorvex"),
    ("I'm on an H-1B with Quorvex since 2019.", "ORGANIZATION", "Quorvex"),
    ('File "/home/tvalquist/app/main.py", line 3', "HANDLE", "tvalquist"),
    ("C:\\Users\\tvalquist\\notes.txt is missing", "HANDLE", "tvalquist"),
    ("KeyError: 'cust_8841' in charge", "ORDER_NUMBER", "cust_8841"),
    ("customer 7719023 has no income record", "ORDER_NUMBER", "7719023"),
    ("cannot reach db.internal.quorvex.com:5432", "URL", "db.internal.quorvex.com"),
    ("smtplib.SMTP('mail.quorvex-legal.co.uk', 587)", "URL", "mail.quorvex-legal.co.uk"),
    ("smtp.login('t.valquist', 'Winter!84x')", "PASSWORD", "Winter!84x"),
    ("ALTER USER 'rep'@'%' IDENTIFIED BY 'Zebra$Lamp77';", "PASSWORD", "Zebra$Lamp77"),
    ("denied to tvalquist-contractor by the server", "HANDLE", "tvalquist-contractor"),
    ("The passport of my husband is 533401276.", "PASSPORT", "533401276"),
    ("My son's NHS no. is 485 777 3456.", "MEDICAL_RECORD", "485 777 3456"),
    ("The pacemaker has serial RNP612345S.", "DEVICE_ID", "RNP612345S"),
    ("dm me, I'm tvalq92 everywhere", "HANDLE", "tvalq92"),
    ("Outbound: July 13, 2025, TP5452", "TRIP_NUMBER", "TP5452"),
    ("She alleges mitral stenosis since my birth.", "DISEASE", "mitral stenosis"),
    ("My mother can't have shellfish at the wedding.", "ALLERGY", "shellfish"),
]

LEFT = [
    ("I am 34. Is the dismissal discriminatory under the AGG?", "AGG"),
    ("My lawyer mentioned the PWFA and DACA.", "PWFA"),
    ("I presented w/ RUQ pain on Monday, I'm 34.", "RUQ"),
    ("My query: SELECT name FROM users WHERE id = 4; my boss hates it.", "SELECT"),
    ("I was caught stealing on Black Friday, I'm 17.", "Black Friday"),
    ("My key performance indicator (KPQ) fell.", "KPQ"),
    ("My son explained the Pythagorean Theorem to his sister.", "Pythagorean Theorem"),
    ("Translate to Chinese: 'my brother is ill'", "Chinese"),
    ("Explain it to my mother in plain English.", "English"),
    ("We're believers. What alternatives to blood transfusion does my daughter have?", "blood transfusion"),
    ("Act as a recruiter and rate my CV, I'm 34.", "recruiter"),
    ("You are a senior security engineer. Review my code.", "security engineer"),
    ("My public defender is Ms. Ortega.", "public defender"),
    ("He keeps asking about my private life.", "private"),
    ("I lent my neighbour some money.", "lent"),
    ("Summarise the role of Lehman Brothers in the crisis.", "Lehman Brothers"),
    ("Explain Schrödinger's cat and Heisenberg's uncertainty principle.", "Heisenberg"),
    ("My Skoda Octavia broke down.", "Octavia"),
    ("DB url postgres://billing@db.local:5432/prod", "5432"),
]


def spans(text: str, extractor: CascadeExtractor) -> set[tuple[str, str]]:
    return {(item.type_id, item.text) for item in extractor.extract(Request(text), KEY).mentions}


@pytest.mark.parametrize(("text", "type_id", "surface"), FOUND, ids=range(len(FOUND)))
def test_is_found(text: str, type_id: str, surface: str) -> None:
    assert (type_id, surface) in spans(text, EXTRACTOR)


@pytest.mark.parametrize(("text", "surface"), LEFT, ids=range(len(LEFT)))
@pytest.mark.parametrize("model", [False, True], ids=["rules", "model"])
def test_is_left_alone(text: str, surface: str, model: bool) -> None:
    if model and not NER.available:
        pytest.skip("the name model is not installed")
    assert not [
        found for _, found in spans(text, WITH_MODEL if model else EXTRACTOR) if surface in found or found in surface
    ]


def test_the_model_takes_no_bank_hospital_or_code_for_a_person() -> None:
    if not NER.available:
        pytest.skip("the name model is not installed")
    text = "Draft a complaint to Barclays. I was treated at Ospedale Santa Vetra. My reindeer from Umeå is ill."
    found = spans(text, WITH_MODEL)
    assert ("BANK", "Barclays") in found
    assert ("HOSPITAL", "Ospedale Santa Vetra") in found
    assert not [surface for type_id, surface in found if type_id in ("PERSON", "ADDRESS")]


def test_what_the_model_costs_grows_with_what_is_no_word() -> None:
    if not NER.available:
        pytest.skip("the name model is not installed")
    prose, noise = "the patient is well and sleeps " * 8, "Xqzvkrw Wkjtbqf Zzpqhvx Tgqmzrt " * 8
    assert NER.cost(noise) >= 2 * NER.cost(prose)  # type: ignore[attr-defined]
    assert NER.cost("!" * 100) == 100  # type: ignore[attr-defined]
    assert NER.cost("汉字" * 100) == 0  # type: ignore[attr-defined]
