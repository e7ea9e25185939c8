"""The labelled prompts are what their guideline says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.prompt_corpus import FOLDER, load_prompts, read_prompts
from core.domain.disclosure import DisclosureRole
from core.domain.errors import InputError
from core.domain.language import Language
from core.extract.spans.labels import label_of, parse_label
from core.resources import resource_root

ROW = {
    "id": "a-1",
    "lang": "en",
    "writer": "a",
    "domain": "x",
    "task": "reason",
    "kind": "private",
    "text": "Ask Marta.",
    "question": "",
    "spans": [{"start": 4, "end": 9, "role": "identifies", "type": "name", "person": "p1", "needed": False}],
}


@pytest.mark.parametrize("split", ["train", "dev"])
@pytest.mark.parametrize("language", list(Language))
def test_the_corpus_is_valid(split: str, language: Language) -> None:
    prompts = load_prompts(resource_root(), split, language)
    assert len(prompts) >= 50
    assert {prompt.language for prompt in prompts} == {language}
    assert {span.role for prompt in prompts for span in prompt.spans} == set(DisclosureRole)
    assert any(prompt.kind == "harmless" for prompt in prompts)


def test_no_prompt_stands_in_two_splits() -> None:
    seen: dict[str, str] = {}
    for split in ("train", "dev", "test"):
        for prompt in load_prompts(resource_root(), split):
            for key in (f"id {prompt.id}", prompt.text):
                assert key not in seen
                seen[key] = split
    tested = {prompt.writer for prompt in load_prompts(resource_root(), "test")}
    assert not tested & {prompt.writer for prompt in load_prompts(resource_root(), "train")}


def test_its_origin_is_told() -> None:
    assert "fictional" in (resource_root() / FOLDER / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "change",
    [
        {"spans": [{**ROW["spans"][0], "end": 99}]},  # type: ignore[index]
        {"spans": [{**ROW["spans"][0], "start": 3}]},  # type: ignore[index]
        {"spans": [ROW["spans"][0], ROW["spans"][0]]},  # type: ignore[index]
        {"spans": [{**ROW["spans"][0], "role": "secret"}]},  # type: ignore[index]
        {"kind": "public"},
        {"text": " "},
        {"lang": "fr"},
    ],
    ids=["outside", "space", "twice", "role", "kind", "empty", "language"],
)
def test_a_wrong_row_is_named_by_its_line(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "train.en.jsonl"
    path.write_text(json.dumps(ROW) + "\n" + json.dumps({**ROW, **change}) + "\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        list(read_prompts(path))
    assert caught.value.details == {"line": 2}


def test_labels_name_role_and_group() -> None:
    assert parse_label(f"B:{label_of(DisclosureRole.LOCATES, 'date')}") == (DisclosureRole.LOCATES, "date", True)
    assert parse_label("O") == (None, "", False)
    with pytest.raises(ValueError, match="label"):
        parse_label("X:I-name")
