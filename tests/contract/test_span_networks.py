"""Networks beside the chain: one that is absent is off by name, one that is another file is refused; the gate."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.bench.training.__main__ import MODEL_FILE, NETWORK_FILES, neutral, write
from core.domain.errors import ResourceError
from core.extract.cascade import view_of
from core.extract.spans.coarse import COLUMNS
from core.extract.spans.gate import SIGNS, Gate
from core.extract.spans.model import ChainModel
from core.extract.spans.network import HAN, LATIN, VOICES, Networks
from core.extract.spans.reader import METADATA, SpanReader
from core.extract.spans.tokens import tokenize
from core.resources import resource_root
from core.text.normalize import normalize

NAMES = ("O", "B:I-name")
STATE = {("bias", "O"): 2.0, ("s|0|Xxx+5", "B:I-name"): 6.0}
LABELS = ["O", *(f"{edge}-{column}" for column in COLUMNS[1:] for edge in "BI")]
TEXT = "Please ask Owens about it."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A chain, and files of both networks whose hashes are right and whose contents are no models."""
    (tmp_path / MODEL_FILE).write_bytes(ChainModel(NAMES, STATE, {}).dump())
    for voice, files in NETWORK_FILES.items():
        for name in files.values():
            (tmp_path / name).write_bytes(name.encode())
        (tmp_path / f"{voice}.labels.json").write_text(json.dumps({"labels": LABELS}), encoding="utf-8")
    write(tmp_path, neutral(tmp_path, {}))
    return tmp_path


def metadata(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / METADATA).read_text(encoding="utf-8"))
    return found


def without_networks(folder: Path) -> None:
    for files in NETWORK_FILES.values():
        for name in files.values():
            (folder / name).unlink()


@pytest.mark.parametrize("voice", VOICES)
def test_a_network_whose_file_is_gone_is_off_with_a_reason_and_the_other_stays(folder: Path, voice: str) -> None:
    (folder / NETWORK_FILES[voice]["model"]).unlink()
    networks = Networks.load(folder, metadata(folder)["networks"])
    off = {name: item.reason for name, item in networks._networks.items()}
    assert off[voice] == "spans.network_missing"
    assert networks.reason


def test_the_chain_reads_alone_where_no_network_is(folder: Path) -> None:
    without_networks(folder)
    reader = SpanReader.load(resource_root(), folder)
    assert reader.available
    assert reader.partly == "spans.network_missing"
    found = reader.read(view_of(normalize(TEXT)), ()).findings
    assert [TEXT[item.start : item.end] for item in found] == ["Owens"]


@pytest.mark.parametrize(("voice", "text"), [(LATIN, TEXT), (HAN, "请问一下欧文斯这件事。")])
def test_a_network_that_is_another_file_is_refused(folder: Path, voice: str, text: str) -> None:
    pytest.importorskip("onnxruntime", reason="the networks' runtime is not installed here")
    pytest.importorskip("tokenizers", reason="the networks' runtime is not installed here")
    pytest.importorskip("rjieba", reason="the networks' runtime is not installed here")
    for name in NETWORK_FILES[voice].values():
        (folder / name).write_bytes(b"another")
    networks = Networks.load(folder, metadata(folder)["networks"])
    with pytest.raises(ResourceError) as caught:
        networks.hear(text, tokenize(text))
    assert caught.value.code == "resource.malformed"
    assert text not in str(caught.value)


def test_the_metadata_keep_labels_whose_own_file_is_gone(folder: Path) -> None:
    known = metadata(folder)["networks"]
    for voice in VOICES:
        (folder / f"{voice}.labels.json").unlink()
    assert neutral(folder, {}, known)["networks"] == known
    assert neutral(folder, {})["networks"] == {}


@pytest.mark.parametrize(("bias", "somebody"), [(-5.0, False), (5.0, True)])
def test_a_text_below_the_gates_bound_is_of_nobody(folder: Path, bias: float, *, somebody: bool) -> None:
    without_networks(folder)
    said = metadata(folder)
    said["gate"] = {"bias": bias, "weights": [0.0] * len(SIGNS), "least": 0.35}
    write(folder, said)
    reading = SpanReader.load(resource_root(), folder).read(view_of(normalize(TEXT)), ())
    assert reading.of_somebody is somebody
    assert (reading.private >= 0.35) is somebody


def test_a_gate_without_weights_stops_nothing() -> None:
    assert Gate(least=0.35).chance([0.0] * len(SIGNS)) == 1.0
