"""A library goes to another installation as a signed file; what comes in is reviewed, and bound to change nothing by
itself."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from library_cases import cue_rule, instruction_rule, memory_library

from core.domain.errors import InputError, KeyStoreError
from core.domain.language import Language
from core.domain.secret import Secret
from core.keys.signing import Signer, fingerprint, is_signed, new_signing_seed
from core.learn.comparing import DiffKind
from core.learn.items import ItemBody, digest_of, extraction_item, prompt_item
from core.learn.library import Change, Library
from core.learn.library_file import FORMAT, LARGEST, LibraryFiles, read_file

RULES, EXTRACT = extraction_item(), prompt_item("extract")
TAG, BADGE = cue_rule(), cue_rule(cues=("ward badge",))


def nothing_wrong(said: object) -> str:
    return ""


def files(library: Library, rule_fault=nothing_wrong, text_fault=nothing_wrong) -> LibraryFiles:
    return LibraryFiles(library, rule_fault, text_fault)


def learned() -> Library:
    library = memory_library()
    parts = {**library.body(EXTRACT, Language.EN).parts}
    parts["stage"] += "\nMind the footnotes."
    changes = [
        Change(RULES, Language.EN, ItemBody({}, (TAG, BADGE))),
        Change(EXTRACT, Language.EN, ItemBody(parts, (instruction_rule(),))),
    ]
    library.adopt(changes, "reviewer", "missed tags", {"recall": 0.97})
    return library


def code_of(work) -> str:
    with pytest.raises(InputError) as caught:
        work()
    return caught.value.code


def resigned(data: bytes, change) -> bytes:
    """The file after a change, signed anew by somebody else."""
    whole = json.loads(data)
    whole.pop("signature")
    change(whole)
    signer = Signer.of(new_signing_seed())
    whole["key"] = signer.public
    content = json.dumps(whole, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    return json.dumps({**whole, "signature": signer.sign(content)}).encode()


def test_what_one_wrote_another_reviews_and_adopts():
    source, target = learned(), memory_library()
    data = files(source).export()
    review = files(target).review(data)
    assert review.fingerprint == files(source).fingerprint()
    assert not review.own
    assert files(source).review(data).own
    assert len(review.changes) == 2
    assert all(item.fresh for item in review.items)
    assert any(run.kind is DiffKind.ADDED and "footnotes" in run.text for item in review.items for run in item.diff)
    assert target.changes() == ()
    change = files(target).adopt(review, "me")
    assert review.fingerprint in change.reason
    assert target.snapshot().digest == source.snapshot().digest
    assert [item.change for item in files(target).review(data).items] == [None, None]


def test_chosen_items_alone():
    source = learned()
    one = files(source).export([(RULES, Language.EN), (RULES, Language.ZH)])
    assert [item.name for item in read_file(one).items] == [RULES]
    target = memory_library()
    review = files(target).review(files(source).export())
    assert len(files(target).adopt(review, "me", [(RULES, Language.EN)]).items) == 1
    assert code_of(lambda: files(memory_library()).export()) == "library_file.nothing"
    assert code_of(lambda: files(source).export([("global/rules/none", Language.EN)])) == "library.no_item"


def test_what_says_a_value_of_this_installation_stays_out():
    data = files(learned()).export()
    target = memory_library()
    review = files(target, rule_fault=lambda rule: "learn.rejected.value" if rule.id == TAG.id else "").review(data)
    rules = next(item for item in review.items if item.item.name == RULES)
    assert rules.left_out == ((TAG, "learn.rejected.value"),)
    assert rules.change is not None
    assert rules.change.body.rules == (BADGE,)
    review = files(target, text_fault=lambda text: "x" if "footnotes" in text else "").review(data)
    prompt = next(item for item in review.items if item.item.name == EXTRACT)
    assert (prompt.change, prompt.reason) == (None, "library_file.says")
    review = files(target, rule_fault=lambda rule: "x").review(data)
    assert [item.reason for item in review.items if item.item.name == RULES] == ["library_file.says"]


@given(st.data())
def test_any_changed_character_is_noticed(data):
    whole = FILE.decode()
    place = data.draw(st.integers(0, len(whole) - 1))
    sign = data.draw(st.characters(codec="utf-8", exclude_characters=whole[place]))
    changed = (whole[:place] + sign + whole[place + 1 :]).encode()
    try:
        found = read_file(changed)
    except InputError as error:
        found = error.code.startswith("library_file.")
    assert found is True or found == read_file(FILE)


@given(st.integers(0, 4000))
def test_a_file_that_is_cut_off_is_not_used(length):
    assert code_of(lambda: read_file(FILE[: min(length, len(FILE) - 2)])) == "library_file.unreadable"


FILE = files(learned()).export()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "library_file.unreadable"),
        (b"[]", "library_file.unreadable"),
        (b"[" * 100_000, "library_file.unreadable"),
        (b"\xff\xfe", "library_file.unreadable"),
        (b'{"format":"other"}', "library_file.unreadable"),
        (json.dumps({"format": FORMAT, "version": 2}).encode(), "library_file.version"),
        (json.dumps({"format": FORMAT, "version": True}).encode(), "library_file.version"),
        (json.dumps({"format": FORMAT, "version": 1}).encode(), "library_file.unreadable"),
        (
            json.dumps({"format": FORMAT, "version": 1, "key": "zz", "signature": "00"}).encode(),
            "library_file.tampered",
        ),
        (b" " * (LARGEST + 1), "library_file.large"),
    ],
)
def test_what_is_no_file_of_ours(data, code):
    assert code_of(lambda: read_file(data)) == code


@pytest.mark.parametrize(
    "change",
    [
        lambda whole: whole.update(more=1),
        lambda whole: whole.update(items={}),
        lambda whole: whole["items"].append(whole["items"][0]),
        lambda whole: whole["items"].append(3),
        lambda whole: whole["items"][0].update(digest="0" * 64),
        lambda whole: whole["items"][0].update(body="{}", digest=digest_of("{}")),
        lambda whole: whole["items"][0].update(language="fr"),
        lambda whole: whole["items"][0].update(evidence={"x": "y"}),
        lambda whole: whole["items"][0].update(author="x" * 5000),
        lambda whole: whole["items"][0].pop("reason"),
    ],
)
def test_a_signature_makes_no_library(change):
    assert code_of(lambda: read_file(resigned(FILE, change))) == "library_file.content"


def test_a_signed_item_that_may_not_be_learned_is_refused_in_the_review():
    library = memory_library()
    name = prompt_item("judge")
    text = library.active(name, Language.EN).item.body

    def judge(whole):
        whole["items"][0].update(name=name, body=text, digest=digest_of(text))

    review = files(library).review(resigned(FILE, judge))
    assert "library.fixed" in {item.reason for item in review.items}


def test_keys():
    seed = new_signing_seed()
    signer = Signer.of(seed)
    assert Signer.of(seed).public == signer.public
    assert is_signed(signer.public, signer.sign(b"x"), b"x")
    assert not is_signed(signer.public, signer.sign(b"x"), b"y")
    assert not is_signed("no key", "no signature", b"x")
    assert len(fingerprint(signer.public).split()) == 8
    with pytest.raises(KeyStoreError):
        Signer.of(Secret("nothing"))
