"""The network beside the chain: absent it is off with a reason, as another file it is refused; the gate."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench.training.__main__ import MODEL_FILE, NETWORK_FILES, neutral, write
from bench.training.files import FACTS_FILE
from core.domain.errors import ResourceError
from core.extract.cascade import view_of
from core.extract.spans.coarse import COLUMNS
from core.extract.spans.gate import SIGNS, Gate
from core.extract.spans.model import ChainModel
from core.extract.spans.network import Hearing
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
    """A chain, and files of a network whose hashes are right and whose contents are none."""
    (tmp_path / MODEL_FILE).write_bytes(ChainModel(NAMES, STATE, {}).dump())
    for name in NETWORK_FILES.values():
        (tmp_path / name).write_bytes(name.encode())
    (tmp_path / FACTS_FILE).write_text(json.dumps({"labels": LABELS}), encoding="utf-8")
    write(tmp_path, neutral(tmp_path, {}))
    return tmp_path


def metadata(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / METADATA).read_text(encoding="utf-8"))
    return found


def without_network(folder: Path) -> None:
    for name in NETWORK_FILES.values():
        (folder / name).unlink()


def test_a_network_whose_file_is_gone_is_off_with_a_reason(folder: Path) -> None:
    (folder / NETWORK_FILES["model"]).unlink()
    assert Hearing.load(folder, metadata(folder)["network"]).reason == "spans.network_missing"


def test_the_chain_reads_alone_where_no_network_is(folder: Path) -> None:
    without_network(folder)
    reader = SpanReader.load(resource_root(), folder)
    assert reader.available
    assert reader.partly == "spans.network_missing"
    found = reader.read(view_of(normalize(TEXT)), ()).findings
    assert [TEXT[item.start : item.end] for item in found] == ["Owens"]


@pytest.mark.parametrize("text", [TEXT, "请问一下欧文斯这件事。"])
def test_a_network_that_is_another_file_is_refused(folder: Path, text: str) -> None:
    pytest.importorskip("onnxruntime", reason="the network's runtime is not installed here")
    pytest.importorskip("tokenizers", reason="the network's runtime is not installed here")
    for name in NETWORK_FILES.values():
        (folder / name).write_bytes(b"another")
    hearing = Hearing.load(folder, metadata(folder)["network"])
    with pytest.raises(ResourceError) as caught:
        hearing.hear(text, tokenize(text))
    assert caught.value.code == "resource.malformed"
    assert text not in str(caught.value)


def test_the_metadata_keep_labels_whose_own_file_is_gone(folder: Path) -> None:
    known = metadata(folder)["network"]
    (folder / FACTS_FILE).unlink()
    assert neutral(folder, {}, known)["network"] == known
    assert neutral(folder, {})["network"] == {}


@pytest.mark.parametrize(("bias", "somebody"), [(-5.0, False), (5.0, True)])
def test_a_text_below_the_gates_bound_is_of_nobody(folder: Path, bias: float, *, somebody: bool) -> None:
    without_network(folder)
    said = metadata(folder)
    said["gate"] = {"bias": bias, "weights": [0.0] * len(SIGNS), "least": 0.35}
    write(folder, said)
    reading = SpanReader.load(resource_root(), folder).read(view_of(normalize(TEXT)), ())
    assert reading.of_somebody is somebody
    assert (reading.private >= 0.35) is somebody


def test_a_gate_without_weights_stops_nothing() -> None:
    assert Gate(least=0.35).chance([0.0] * len(SIGNS)) == 1.0
