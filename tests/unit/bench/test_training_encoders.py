"""What the network's trainer does before and beside torch: labels, rows, merit, the base's file, missing packages."""

from __future__ import annotations

import importlib.util
import json
import random
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from base_model_cases import PIECES, base_file

from bench.prompt_corpus import MarkedSpan, Prompt, load_prompts
from bench.training import extra
from bench.training.__main__ import main, network_in
from bench.training.encoders.base import FILE, read_base
from bench.training.encoders.examples import (
    LABELS,
    Example,
    Stretch,
    batches_of,
    begins,
    examples_of,
    filled,
    labels_of_pieces,
)
from bench.training.encoders.pieces import FurtherRecipe, PieceRecipe, rows_of
from bench.training.encoders.steps import label_weights, step_sizes
from bench.training.encoders.vocabulary import SPECIAL, cut_tokenizer, kept_pieces
from bench.training.encoders.watching import scored
from bench.training.files import NETWORK_FILES, read_facts, write_facts
from core.domain.disclosure import DisclosureRole
from core.domain.errors import ResourceError
from core.domain.language import Language
from core.extract.spans.coarse import COLUMNS
from core.extract.spans.network import Labelling, read_pieces
from core.extract.spans.pieces import CLOSING, FILLING, MASK, OPENING, Pieces, pieces_of
from core.resources import resource_root

FOLDER = resource_root() / "spans"
NAME, PLACE, TOPIC = (COLUMNS.index(column) for column in ("I-name", "L-place", "T"))


def pieces(*offsets: tuple[int, int]) -> Pieces:
    numbers = np.arange(len(offsets))
    return Pieces(numbers, numbers, numbers, numbers, offsets)


class Splitter:
    """Every letter is a piece; stands in for the tokenizer, which is not installed everywhere."""

    SPECIAL = (FILLING, OPENING, CLOSING, MASK)

    def __init__(self, *missing: str) -> None:
        self._missing = missing

    def encode(self, sequence: str, *, add_special_tokens: bool = True) -> Splitter:
        assert not add_special_tokens
        self.offsets = [(at, at + 1) for at, sign in enumerate(sequence) if not sign.isspace()]
        self.ids = [100 + ord(sequence[at]) for at, _ in self.offsets]
        return self

    def token_to_id(self, token: str) -> int | None:
        return None if token in self._missing else self.SPECIAL.index(token)


def shipped() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / "model.json").read_text(encoding="utf-8"))["network"]
    return found


def test_the_labels_are_those_of_the_shipped_network_and_the_reader_knows_them() -> None:
    assert tuple(shipped()["labels"]) == LABELS
    assert Labelling(LABELS).size == len(LABELS)
    assert [LABELS[begins(column)] for column in range(1, len(COLUMNS))] == [f"B-{name}" for name in COLUMNS[1:]]


def test_the_recipes_are_those_of_the_shipped_network() -> None:
    first = dict(shipped()["recipe"])
    further = first.pop("further")
    assert {name: value for name, value in first.items() if name != "prompts"} == asdict(PieceRecipe())
    assert {name: value for name, value in further.items() if name != "prompts"} == asdict(FurtherRecipe())
    assert further["prompts"] == len(load_prompts(resource_root(), "train"))


def test_examples_are_what_is_read_at_run_time() -> None:
    spans = (
        MarkedSpan(0, 2, DisclosureRole.IDENTIFIES, "name", "me", needed=False),
        MarkedSpan(5, 10, DisclosureRole.LOCATES, "place", "me", needed=False),
    )
    prompt = Prompt("x", Language.ZH, "w", "d", "", "private", "王明，e\u0301Ｐａｒｉｓ", "", spans)
    (example,) = examples_of([prompt])
    assert example == Example("王明,éParis", (Stretch(0, 2, NAME), Stretch(4, 9, PLACE)), private=True)


@pytest.mark.parametrize("split", ["train", "dev"])
def test_every_prompt_of_the_corpus_has_its_marks(split: str) -> None:
    prompts = load_prompts(resource_root(), split)
    for prompt, example in zip(prompts, examples_of(prompts), strict=True):
        assert len(example.stretches) == len(prompt.spans)
        assert example.private == (prompt.kind != "harmless")


def test_the_first_piece_that_touches_a_mark_begins_it() -> None:
    found = labels_of_pieces(
        pieces((0, 2), (2, 4), (4, 5), (5, 7), (8, 9)), (Stretch(3, 5, NAME), Stretch(5, 7, PLACE))
    )
    assert [LABELS[label] for label in found] == ["O", "B-I-name", "I-I-name", "B-L-place", "O"]


def test_batches_hold_every_row_once_and_the_seed_decides_their_order() -> None:
    rows = list(range(1, 30))
    first, again, other = (batches_of(rows, lambda row: row, 4, 0, random.Random(seed)) for seed in (1, 1, 2))
    assert first == again != other
    assert sorted(row for batch in first for row in batch) == rows
    assert all(max(batch) - min(batch) < 4 for batch in first)


def test_rows_are_filled_up_behind() -> None:
    assert filled([np.array([1]), np.array([2, 3])], -100).tolist() == [[1, -100], [2, 3]]
    assert filled([np.ones((1, 2), dtype=int), np.ones((3, 2), dtype=int)]).shape == (2, 3, 2)


def test_rows_are_runs_with_edges_that_teach_nothing() -> None:
    text = "ab " * 200
    example = Example(text, (Stretch(0, 2, NAME),), private=True)
    rows = list(rows_of(example, Splitter(), random.Random(1), 0.0))
    assert len(rows) > 1
    for row in rows:
        assert len(row.ids) == len(row.labels) == len(row.shapes) == len(row.layouts)
        assert (row.ids[0], row.ids[-1]) == (1, 2)
        assert row.labels[0] == row.labels[-1] == -100
    assert [LABELS[label] for label in rows[0].labels[1:4]] == ["B-I-name", "I-I-name", "O"]


def test_a_word_is_blotted_out_as_a_whole_and_its_label_stays() -> None:
    example = Example("ab cd ef gh", (Stretch(0, 2, NAME),), private=True)
    (plain,) = rows_of(example, Splitter(), random.Random(1), 0.0)
    (half,) = rows_of(example, Splitter(), random.Random(1), 0.5)
    (gone,) = rows_of(example, Splitter(), random.Random(1), 1.1)
    assert set(gone.ids[1:-1]) == {3}
    assert all((half.ids[at] == 3) == (half.ids[at + 1] == 3) for at in range(1, 9, 2))
    assert plain.labels.tolist() == half.labels.tolist() == gone.labels.tolist()


@pytest.mark.parametrize("missing", [MASK, OPENING])
def test_a_tokenizer_without_special_pieces_is_refused(missing: str) -> None:
    with pytest.raises(ValueError):
        list(rows_of(Example("ab", (), private=False), Splitter(missing), random.Random(1), 0.0))


def test_every_ideograph_is_a_word_of_its_own_and_no_piece_begins_with_a_space() -> None:
    found = pieces_of("王 明ab c", Splitter())
    assert [found.words[at] for at in range(len(found))] == [0, 2, 3, 3, 5]

    class Spaced(Splitter):
        def encode(self, sequence: str, *, add_special_tokens: bool = True) -> Splitter:
            super().encode(sequence, add_special_tokens=add_special_tokens)
            self.ids, self.offsets = [7, 8, 9, 5], [(0, 1), (0, 1), (1, 3), (3, 4)]
            return self

    marked = pieces_of("王 明 ", Spaced())
    assert marked.offsets == ((0, 1), (2, 3))
    assert marked.ids.tolist() == [8, 9]


def test_training_reads_by_the_same_functions_as_the_program() -> None:
    labelling = Labelling(LABELS)

    def sure(feed: dict[str, np.ndarray]) -> np.ndarray:
        scores = np.zeros((feed["ids"].shape[1], len(LABELS)), dtype=np.float32)
        scores[:, begins(NAME)] = 50
        return scores

    chances, starts = read_pieces("ab cd", Splitter(), labelling, sure)
    assert chances[0, NAME] == pytest.approx(1)
    assert starts[0] == pytest.approx(1)


def test_merit_counts_mentions_and_signs() -> None:
    example = Example("Ann met Bob in Ulm", (Stretch(0, 3, NAME), Stretch(15, 18, PLACE)), private=True)
    calm = Example("Ulm is old", (), private=False)

    def read(text: str) -> tuple[np.ndarray, np.ndarray]:
        chances = np.zeros((len(text), len(COLUMNS)), dtype=np.float32)
        chances[0:2, NAME] = 0.9
        chances[8:11, NAME] = 0.3
        chances[8:11, PLACE] = 0.3
        return chances, chances[:, 0]

    score = scored([example, calm], read)
    assert (score.recall("I"), score.recall("L")) == (1.0, 0.0)
    assert score.precision == pytest.approx(2 / 9)
    assert (score.touched, score.harmless) == (1, 1)
    assert score.merit == pytest.approx(1 + 2 / 9)


def test_step_sizes_rise_and_fall() -> None:
    sizes = [step_sizes(100)(step) for step in range(101)]
    assert sizes[9] == max(sizes) == 1
    assert sizes[:10] == sorted(sizes[:10])
    assert sizes[10:] == sorted(sizes[10:], reverse=True)
    assert sizes[-1] == 0


def test_labels_that_hide_count_more() -> None:
    heavy = {label for label, weight in zip(LABELS, label_weights(1.6), strict=True) if weight > 1}
    assert heavy == {label for label in LABELS if label[2:3] in {"I", "L"}}


def test_a_base_file_is_read_back(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(base_file())
    base = read_base(tmp_path)
    assert (base.width, base.heads, base.inner, base.positions, base.depth) == (32, 2, 64, 300, 2)
    assert base.pieces == PIECES
    assert base.scores[PIECES.index("ab")] == pytest.approx(-2.5)
    assert base.tensors["pieces"].shape == (len(PIECES), 32)
    assert set(np.unique(base.tensors["pieces"])) <= {number / 8 for number in range(-8, 8)}
    assert np.allclose(base.tensors["positions"], 3.0)
    assert base.tensors["layers.1.rise.weight"].shape == (64, 32)
    assert base.tensors["layers.1.fall.weight"].shape == (32, 64)
    assert base.tensors["layers.0.second_norm.bias"].shape == (32,)


@pytest.mark.parametrize("content", [b"", b"nothing of the kind, and more of it" * 9, base_file()[:200]])
def test_another_file_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(ValueError):
        read_base(tmp_path)


def test_the_vocabulary_keeps_what_texts_are_made_of_and_single_signs(tmp_path: Path) -> None:
    tokenizers = pytest.importorskip("tokenizers", reason="the network's runtime is not installed here")
    (tmp_path / FILE).write_bytes(base_file())
    base = read_base(tmp_path)
    kept = kept_pieces(base, ["ab 王明"], ["cd"])
    assert {base.pieces[number] for number in kept} >= {"\u2581ab", "王", "明", "\u2581cd", "a"}
    assert "long" not in {base.pieces[number] for number in kept}
    tokenizer = tokenizers.Tokenizer.from_str(cut_tokenizer(base, kept))
    assert [tokenizer.token_to_id(piece) for piece in SPECIAL] == [0, 1, 2, 3, 4]
    found = pieces_of("ab\n王明，", tokenizer)
    assert found.offsets == ((0, 2), (3, 4), (4, 5), (5, 6))


def test_the_fitting_step_reads_what_the_trainer_writes(tmp_path: Path) -> None:
    assert read_facts(tmp_path) is None
    for name in NETWORK_FILES.values():
        (tmp_path / name).write_bytes(b"x")
    assert network_in(tmp_path) == {}
    write_facts(tmp_path, LABELS, {**asdict(PieceRecipe()), "prompts": 3})
    found = network_in(tmp_path)
    assert tuple(found["labels"]) == LABELS
    assert found["recipe"]["prompts"] == 3


def test_a_missing_package_is_told_with_its_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ResourceError) as caught:
        extra.require(extra.PIECE_PACKAGES)
    assert caught.value.details == {"package": "torch", "extra": "train"}
    assert main(["--network", "--base", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err
    assert "torch" in said
    assert ".[train]" in said
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "arguments", [["--network"], ["--base", "x"], ["--network", "--card", "--base", "x"], ["--card", "--only-fit"]]
)
def test_options_that_do_not_go_together_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage" in capsys.readouterr().err
