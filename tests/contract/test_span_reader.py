"""The span reader's contract: offsets, determinism, threads, hostile text, and files that are not what they say."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from counted import lines_run

from bench.training.__main__ import MODEL_FILE, neutral, write
from core.domain.disclosure import DisclosureRole
from core.domain.errors import ResourceError
from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.cascade import view_of
from core.extract.spans.model import LONGEST_CHAIN, ChainModel, chains
from core.extract.spans.reader import ROLES, SpanLayer, SpanReader
from core.extract.spans.tokens import tokenize
from core.resources import resource_root
from core.text.normalize import normalize

LABELS = ("O", "B:I-name", "I:I-name", "B:I-number", "I:I-number", "B:L-place", "I:L-place")
STATE = {
    ("bias", "O"): 2.0,
    ("s|0|Xxx+5", "B:I-name"): 6.0,
    ("s|0|Xxx+6", "B:I-name"): 6.0,
    ("s|0|9", "B:I-number"): 6.0,
    ("w|0|#4", "B:I-number"): 6.0,
    ("j|0|Bns3", "B:L-place"): 6.0,
    ("j|0|Mns3", "I:L-place"): 6.0,
    ("j|0|Ens3", "I:L-place"): 6.0,
}
MOVES = {("B:L-place", "I:L-place"): 2.0, ("I:L-place", "I:L-place"): 2.0}
TEXTS = (
    "Please ask Marta, Owens's sister, about ref HX-4471/b and the lift.",
    "他住在睢阳区，电话 4471 号。",
    "\u200bTab\tand\r\nline \U0001f469\u200d\U0001f469\u200d\U0001f467 \U00020bb7 caf\u0065\u0301 １２３４",
    "",
    " \n\n ",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / MODEL_FILE).write_bytes(ChainModel(LABELS, STATE, MOVES).dump())
    write(tmp_path, neutral(tmp_path, {}))
    return tmp_path


@pytest.fixture
def reader(folder: Path) -> SpanLayer:
    return SpanReader.load(resource_root(), folder)


@pytest.mark.parametrize("text", TEXTS)
def test_offsets_are_valid_and_in_order(reader: SpanLayer, text: str) -> None:
    view = view_of(normalize(text))
    position = 0
    for finding in reader.read(view, ()).findings:
        assert position <= finding.start < finding.end <= len(view.text)
        surface = view.text[finding.start : finding.end]
        assert surface == surface.strip()
        assert "\n" not in surface
        assert 0 <= finding.probability <= 1
        position = finding.end


def test_a_name_loses_its_possessive_and_a_code_is_whole(reader: SpanLayer) -> None:
    view = view_of(normalize(TEXTS[0]))
    found = {view.text[item.start : item.end]: item.role for item in reader.read(view, ()).findings}
    assert found["Owens"] is DisclosureRole.IDENTIFIES
    assert found["HX-4471/b"] is DisclosureRole.IDENTIFIES


def test_weights_of_a_stretch_sum_to_one(reader: SpanLayer) -> None:
    view = view_of(normalize(TEXTS[0]))
    reading = reader.read(view, ())
    for start, end in ((0, 6), (11, 16), (3, 60)):
        assert sum(reading.weigh(start, end).values()) == pytest.approx(1)
    assert set(reading.weigh(11, 16)) == {*ROLES, None}
    assert reading.weigh(11, 16)[DisclosureRole.IDENTIFIES] > 0.5
    assert reading.weigh(0, 0) == {None: 1.0}


def test_same_text_same_reading_in_any_thread(folder: Path) -> None:
    reader = SpanReader.load(resource_root(), folder)
    views = [view_of(normalize(text)) for text in TEXTS]
    alone = [reader.read(view, ()).findings for view in views]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda view: reader.read(view, ()).findings, views * 8))
    assert together == alone * 8
    again = SpanReader.load(resource_root(), folder)
    assert [again.read(view, ()).findings for view in views] == alone


def test_candidates_of_rules_may_stand_anywhere(reader: SpanLayer) -> None:
    view = view_of(normalize(TEXTS[0]))
    size = len(view.text)
    odd = [
        Candidate(start, end, "PERSON", "x", 0.9, Layer.PATTERN, "test")
        for start, end in ((0, size), (0, 1), (size - 1, size), (11, 16), (11, 16), (5, 5))
    ]
    assert reader.read(view, odd).findings == reader.read(view, list(reversed(odd))).findings


@pytest.mark.parametrize(
    "unit",
    ["a", "白", "1", "a|", ": ", "(", " ", "a-1/"],
    ids=["letters", "ideographs", "digits", "cells", "labels", "brackets", "spaces", "codes"],
)
def test_hostile_text_is_work_in_proportion(reader: SpanLayer, unit: str) -> None:
    """And a long one is worked through."""
    reader.read(view_of(normalize("warm")), ())
    views = [view_of(normalize(unit * (size // len(unit)))) for size in (1_000, 4_000, 25_000)]
    work = [lines_run(lambda view=view: reader.read(view, ())) for view in views[:2]]  # type: ignore[misc]
    assert work[1] < 5 * work[0] + 1_000
    reader.read(views[2], ())


def test_long_lines_are_cut_and_lines_stand_alone() -> None:
    tokens = tokenize("one two\n\n" + "word " * (2 * LONGEST_CHAIN) + ". end")
    cut = chains(tokens)
    assert all(0 < end - start <= LONGEST_CHAIN for start, end in cut)
    covered = [index for start, end in cut for index in range(start, end)]
    assert covered == [index for index, word in enumerate(tokens.words) if word != "\n"]


def test_the_file_is_the_one_its_metadata_names(folder: Path) -> None:
    path = folder / "spans.npz"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(bytes(content))
    reader = SpanReader.load(resource_root(), folder)
    with pytest.raises(ResourceError) as caught:
        reader.read(view_of(normalize("text")), ())
    assert caught.value.code == "resource.malformed"


def test_no_file_is_a_layer_that_is_off(tmp_path: Path, folder: Path) -> None:
    (folder / "spans.npz").unlink()
    for absent in (SpanReader.load(resource_root(), folder), SpanReader.load(resource_root(), tmp_path / "none")):
        assert (absent.available, absent.reason) == (False, "spans.model_missing")
        assert absent.read(view_of(normalize("Marta")), ()).findings == ()


def test_malformed_metadata_is_refused(folder: Path) -> None:
    (folder / "model.json").write_text(json.dumps({"file": "spans.npz"}), encoding="utf-8")
    with pytest.raises(ResourceError):
        SpanReader.load(resource_root(), folder)


def test_a_model_survives_its_file() -> None:
    model = ChainModel(LABELS, STATE, MOVES)
    again = ChainModel.from_bytes(model.dump())
    assert again.labels == model.labels
    assert again.dump() == model.dump()
