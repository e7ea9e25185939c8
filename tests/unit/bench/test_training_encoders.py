"""What the networks' trainers do before and beside torch: labels, rows, merit, LAC's files, lists, missing packages."""

from __future__ import annotations

import importlib.util
import json
import random
import struct
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

from core.bench.prompt_corpus import MarkedSpan, Prompt, load_prompts
from core.bench.training import extra
from core.bench.training.__main__ import main, networks_in
from core.bench.training.encoders.examples import (
    LABELS,
    Example,
    Stretch,
    batches_of,
    begins,
    examples_of,
    filled,
    labels_of_characters,
    labels_of_pieces,
)
from core.bench.training.encoders.han import HanRecipe
from core.bench.training.encoders.han import rows_of as han_rows
from core.bench.training.encoders.lac import characters, parameter
from core.bench.training.encoders.latin import LatinRecipe
from core.bench.training.encoders.latin import rows_of as latin_rows
from core.bench.training.encoders.steps import label_weights, step_sizes
from core.bench.training.encoders.tables import folding, write_tables
from core.bench.training.encoders.watching import scored
from core.bench.training.files import NETWORK_FILES, read_facts, write_facts
from core.domain.disclosure import DisclosureRole
from core.domain.errors import ResourceError
from core.domain.language import Language
from core.extract.spans.characters import WINDOW, CharacterTables
from core.extract.spans.coarse import COLUMNS
from core.extract.spans.network import HAN, LATIN, VOICES, Labelling, read_characters, read_pieces
from core.extract.spans.pieces import Pieces
from core.resources import resource_root

FOLDER = resource_root() / "spans"
NAME, PLACE, TOPIC = (COLUMNS.index(column) for column in ("I-name", "L-place", "T"))


def tables() -> CharacterTables:
    lists = ("characters", "folding", "surnames", "given")
    return CharacterTables.parsed(*((FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in lists))


def pieces(*offsets: tuple[int, int]) -> Pieces:
    numbers = np.arange(len(offsets))
    return Pieces(numbers, numbers, numbers, numbers, offsets)


def words(text: str) -> list[str]:
    return list(text)


class Splitter:
    """Every letter is a piece; stands in for the tokenizer, which is not installed everywhere."""

    SPECIAL = ("[PAD]", "[CLS]", "[SEP]", "[MASK]")

    def __init__(self, *missing: str) -> None:
        self._missing = missing

    def encode(self, sequence: str, *, add_special_tokens: bool = True) -> Splitter:
        assert not add_special_tokens
        self.offsets = [(at, at + 1) for at, sign in enumerate(sequence) if not sign.isspace()]
        self.ids = [100 + ord(sequence[at]) for at, _ in self.offsets]
        return self

    def token_to_id(self, token: str) -> int | None:
        return None if token in self._missing else self.SPECIAL.index(token)


def test_the_labels_are_those_of_the_shipped_networks_and_the_reader_knows_them() -> None:
    known = json.loads((FOLDER / "model.json").read_text(encoding="utf-8"))["networks"]
    assert all(tuple(known[voice]["labels"]) == LABELS for voice in VOICES)
    assert Labelling(LABELS).size == len(LABELS)
    assert [LABELS[begins(column)] for column in range(1, len(COLUMNS))] == [f"B-{name}" for name in COLUMNS[1:]]


@pytest.mark.parametrize(("voice", "recipe"), [(LATIN, LatinRecipe()), (HAN, HanRecipe())])
def test_the_recipes_are_those_of_the_shipped_networks(voice: str, recipe: LatinRecipe | HanRecipe) -> None:
    known = json.loads((FOLDER / "model.json").read_text(encoding="utf-8"))["networks"][voice]["recipe"]
    assert {name: value for name, value in known.items() if name != "prompts"} == asdict(recipe)


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


def test_characters_are_begun_and_continued() -> None:
    found = labels_of_characters(Example("abcde", (Stretch(1, 3, NAME), Stretch(3, 4, TOPIC)), private=True))
    assert [LABELS[label] for label in found] == ["O", "B-I-name", "I-I-name", "B-T", "O"]


def test_batches_hold_every_row_once_and_the_seed_decides_their_order() -> None:
    rows = list(range(1, 30))
    first, again, other = (batches_of(rows, lambda row: row, 4, 0, random.Random(seed)) for seed in (1, 1, 2))
    assert first == again != other
    assert sorted(row for batch in first for row in batch) == rows
    assert all(max(batch) - min(batch) < 4 for batch in first)


def test_rows_are_filled_up_behind() -> None:
    assert filled([np.array([1]), np.array([2, 3])], -100).tolist() == [[1, -100], [2, 3]]
    assert filled([np.ones((1, 2), dtype=int), np.ones((3, 2), dtype=int)]).shape == (2, 3, 2)


def test_english_rows_are_runs_with_edges_that_teach_nothing() -> None:
    text = "ab " * 200
    example = Example(text, (Stretch(0, 2, NAME),), private=True)
    rows = list(latin_rows(example, Splitter(), random.Random(1), 0.0))
    assert len(rows) > 1
    for row in rows:
        assert len(row.ids) == len(row.labels) == len(row.shapes) == len(row.layouts)
        assert (row.ids[0], row.ids[-1]) == (1, 2)
        assert row.labels[0] == row.labels[-1] == -100
    assert [LABELS[label] for label in rows[0].labels[1:4]] == ["B-I-name", "I-I-name", "O"]


def test_a_word_is_blotted_out_as_a_whole_and_its_label_stays() -> None:
    example = Example("ab cd ef gh", (Stretch(0, 2, NAME),), private=True)
    (plain,) = latin_rows(example, Splitter(), random.Random(1), 0.0)
    (half,) = latin_rows(example, Splitter(), random.Random(1), 0.5)
    (gone,) = latin_rows(example, Splitter(), random.Random(1), 1.1)
    assert set(gone.ids[1:-1]) == {3}
    assert all((half.ids[at] == 3) == (half.ids[at + 1] == 3) for at in range(1, 9, 2))
    assert plain.labels.tolist() == half.labels.tolist() == gone.labels.tolist()


@pytest.mark.parametrize("missing", ["[MASK]", "[CLS]"])
def test_a_tokenizer_without_special_pieces_is_refused(missing: str) -> None:
    with pytest.raises(ValueError):
        list(latin_rows(Example("ab", (), private=False), Splitter(missing), random.Random(1), 0.0))


def test_chinese_rows_see_what_the_reader_sees_and_blots_hide_the_pairs_too() -> None:
    lists, text = tables(), "王小明在北京。" * 60
    example = Example(text, (Stretch(0, 3, NAME),), private=True)
    rows = list(han_rows(example, lists, words, random.Random(1), 0.0))
    assert len(rows[0].labels) == WINDOW
    assert np.array_equal(rows[0].features, lists.features(text, words)[:WINDOW])
    blotted = next(han_rows(example, lists, words, random.Random(1), 1.1))
    assert set(blotted.features[:, 0]) == {lists.unknown}
    assert not blotted.features[:, 4:].any()
    assert blotted.labels.tolist() == rows[0].labels.tolist()


def test_training_reads_by_the_same_functions_as_the_program() -> None:
    labelling = Labelling(LABELS)

    def sure(feed: dict[str, np.ndarray]) -> np.ndarray:
        count = feed["ids"].shape[1] if "ids" in feed else feed["features"].shape[1]
        scores = np.zeros((count, len(LABELS)), dtype=np.float32)
        scores[:, begins(NAME)] = 50
        return scores

    for chances, starts in (
        read_pieces("ab cd", Splitter(), labelling, sure),
        read_characters("王小明", tables(), words, labelling, sure),
    ):
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


def lac_file(array: np.ndarray, kind: int = 5, version: int = 0) -> bytes:
    """A tensor as LAC's files hold it."""

    def number(value: int) -> bytes:
        out = b""
        while value >= 128:
            out, value = out + bytes([value % 128 + 128]), value // 128
        return out + bytes([value])

    told = bytes([8]) + number(kind) + b"".join(bytes([16]) + number(size) for size in array.shape)
    level = struct.pack("<Q", 8) + struct.pack("<Q", 0)
    head = struct.pack("<IQ", version, 1) + level + struct.pack("<Ii", 0, len(told))
    return head + told + array.astype("<f4").tobytes()


def test_a_parameter_file_is_read_back() -> None:
    array = np.arange(300 * 2, dtype=np.float32).reshape(300, 2)
    assert np.array_equal(parameter(lac_file(array)), array)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"nothing of the kind, and more of it",
        lac_file(np.ones((2, 2)), kind=6),
        lac_file(np.ones((2, 2)), version=1),
        lac_file(np.ones((2, 2)))[:-3],
        lac_file(np.ones((2, 2)))[:30],
    ],
)
def test_another_file_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        parameter(data)


def test_the_dictionary_keeps_single_signs_in_their_rows() -> None:
    assert characters("0\t天\n1\tab\n3\t地\n4\tOOV\n") == ["天", "", "", "地"]
    with pytest.raises(ValueError):
        characters("0\t天\n")
    with pytest.raises(ValueError):
        characters("")


def test_the_folding_takes_single_signs_that_change_into_known_ones() -> None:
    rows = "國\t国\n乾\t干 乾\n頭髮\t头发\n龜\t龟\n"
    assert folding(rows, frozenset("国干头")) == ["國\t国"]


def test_the_lists_are_written_beside_the_network(tmp_path: Path) -> None:
    (tmp_path / "word.dic").write_text("0\t国\n1\t王\n2\tOOV\n", encoding="utf-8")
    opencc = tmp_path / "opencc.txt"
    opencc.write_text("國\t国\n龜\t龟\n", encoding="utf-8")
    own = write_tables(tmp_path, FOLDER, tmp_path / "own")
    cut = write_tables(tmp_path, FOLDER, tmp_path / "cut", opencc)
    assert (own.unknown, own.characters) == (2, {"国": 0, "王": 1})
    assert own.folding == tables().folding
    assert cut.folding == {"國": "国"}
    names = {name for name in NETWORK_FILES[HAN].values() if name.endswith(".txt")}
    assert {path.name for path in (tmp_path / "own").iterdir()} == names
    for name in names - {"characters.txt"}:
        assert (tmp_path / "own" / name).read_bytes() == (FOLDER / name).read_bytes()


def test_the_fitting_step_reads_what_the_trainers_write(tmp_path: Path) -> None:
    assert read_facts(tmp_path, LATIN) is None
    for name in NETWORK_FILES[LATIN].values():
        (tmp_path / name).write_bytes(b"x")
    assert networks_in(tmp_path) == {}
    write_facts(tmp_path, LATIN, LABELS, {**asdict(LatinRecipe()), "prompts": 3})
    found = networks_in(tmp_path)
    assert set(found) == {LATIN}
    assert tuple(found[LATIN]["labels"]) == LABELS
    assert found[LATIN]["recipe"]["prompts"] == 3


@pytest.mark.parametrize("option", ["--latin", "--han"])
def test_a_missing_package_is_told_with_its_extra(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ResourceError) as caught:
        extra.require(extra.LATIN_PACKAGES)
    assert caught.value.details == {"package": "torch", "extra": "train"}
    assert main([option, "--base", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err
    assert "torch" in said
    assert ".[train]" in said
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "arguments", [["--latin"], ["--base", "x"], ["--latin", "--han", "--base", "x"], ["--card", "--only-fit"]]
)
def test_options_that_do_not_go_together_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage" in capsys.readouterr().err
