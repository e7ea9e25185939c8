"""The NER layer is lazy, optional, and only reads Latin script."""

from __future__ import annotations

import importlib.util
import sys

import pytest

from core.domain.language import Language
from core.extract import ner
from core.extract.candidate import TextView
from core.extract.ner import AbsentNer, _latin_stretches, load_ner
from core.resources import resource_root
from core.text.normalize import normalize


def view(text: str) -> TextView:
    return TextView(normalize(text), text, text.lower(), Language.EN)


def test_missing_package_is_visible_not_silent(monkeypatch):
    real = importlib.util.find_spec
    monkeypatch.setattr(ner.importlib.util, "find_spec", lambda name: None if name == ner.PACKAGE else real(name))
    layer = load_ner(resource_root())
    assert (layer.available, layer.reason, list(layer.find(view("John Smith")))) == (False, "ner.package_missing", [])


def test_missing_runtime_is_named(monkeypatch):
    monkeypatch.setattr(ner.importlib.util, "find_spec", lambda name: None)
    assert load_ner(resource_root()).reason == "ner.runtime_missing"


def test_absent_layer_never_loads():
    layer = AbsentNer("why")
    assert not layer.available
    assert layer.reason == "why"


@pytest.fixture(scope="module")
def model():
    layer = load_ner(resource_root())
    if not layer.available:
        pytest.skip(f"the NER package is not installed: {layer.reason}")
    return layer


def test_finds_a_person_and_a_street_as_one_span(model):
    text = "Please write to Margaret Olsen, 24 Clarke Avenue, Springfield, about the visit."
    found = {item.type_id: text[item.start : item.end] for item in model.find(view(text))}
    assert found["PERSON"] == "Margaret Olsen"
    assert "24 Clarke Avenue" in found["ADDRESS"]


def test_offsets_hold_behind_ideographs_and_in_long_text(model):
    text = "前面是中文。" + "This is a plain sentence. " * 60 + "Margaret Olsen called me."
    people = [text[item.start : item.end] for item in model.find(view(text)) if item.type_id == "PERSON"]
    assert "Margaret Olsen" in people


def test_chinese_text_never_reaches_the_model(model, monkeypatch):
    monkeypatch.setattr(type(model), "_parts", lambda self, text: pytest.fail("the model was asked"))
    assert list(model.find(view("我叫张三，住在北京市海淀区。"))) == []


def test_own_code_of_the_package_is_not_imported(model):
    list(model.find(view("Margaret Olsen called me yesterday.")))
    assert ner.PACKAGE not in sys.modules


def test_names_are_found_in_running_text_lists_and_lower_case(model):
    for text, name in (
        ("It rained all day long. We waited for Margaret Olsen there.", "Margaret Olsen"),
        ("Present:\nMargaret Olsen\nPeter Quill", "Margaret Olsen"),
        ("please write to margaret olsen about the visit", "margaret olsen"),
    ):
        assert any(name.startswith(text[item.start : item.end].split()[0]) for item in model.find(view(text))), text


def test_the_model_does_not_run_where_no_name_can_stand(model):
    runs = []
    list(model.find(view("Margaret Olsen was here.")))
    model.forget()
    session = model._session
    model._session = type("Counting", (), {"run": lambda self, *args: runs.append(args) or session.run(*args)})()
    try:
        list(model.find(view("It rained all day long, and nobody came. " * 5)))
        assert not runs
        text = "It rained all day long. Then Quentin Marsh came to Leeds."
        first = list(model.find(view(text)))
        assert len(runs) == 1
        assert list(model.find(view(text))) == first
        assert len(runs) == 1
        model.forget()
        list(model.find(view(text)))
        assert len(runs) == 2
    finally:
        model._session = session


@pytest.mark.parametrize(
    ("text", "stretches"),
    [
        ("邮箱 tamsin.okoro-brindlemoor@example.org，电话见下", []),
        ("见 https://example.org/brindlemoor/tamsin 的说明", []),
        ("他说 Tamsin Okoro of Brindlemoor 会来", [" Tamsin Okoro of Brindlemoor "]),
        ("Tamsin Okoro-Pell, tamsin@example.org，见下", ["Tamsin Okoro-Pell, tamsin@example.org，"]),
    ],
)
def test_between_ideographs_the_model_is_asked_about_words_only(text: str, stretches: list[str]) -> None:
    assert [text[start:end] for start, end in _latin_stretches(text)] == stretches
