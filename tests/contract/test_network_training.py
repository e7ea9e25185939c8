"""One small round of training, where the extra `train` is installed: what comes out is what the program reads."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest
from base_model_cases import base_file

from bench.prompt_corpus import Prompt, load_prompts
from bench.training import __main__ as command
from bench.training.__main__ import network_in
from bench.training.encoders import pieces
from bench.training.encoders.base import FILE, read_base
from bench.training.encoders.examples import LABELS, Example, examples_of
from bench.training.extra import PIECE_PACKAGES
from core.domain.errors import ResourceError
from core.extract.spans.coarse import COLUMNS
from core.extract.spans.network import PieceNetwork
from core.resources import resource_root

pytestmark = [
    pytest.mark.skipif(
        any(importlib.util.find_spec(name) is None for name in PIECE_PACKAGES),
        reason="the extra `train` is not installed",
    ),
    # Of the packages that write files; what they are told is pinned.
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.expects_log("root"),
    pytest.mark.expects_log("torch"),
    pytest.mark.slow,
]


@pytest.fixture(autouse=True)
def own_threads() -> None:
    """What the trainer settles for the whole process is put back."""
    import torch

    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


def some(split: str) -> list[Example]:
    """Short prompts of both languages."""
    short = sorted(load_prompts(resource_root(), split), key=lambda item: len(item.text))
    return examples_of([item for code in ("en", "zh") for item in [p for p in short if p.language.value == code][:4]])


@pytest.fixture
def base(tmp_path: Path) -> Path:
    folder = tmp_path / "base"
    folder.mkdir()
    (folder / FILE).write_bytes(base_file())
    return folder


def course(say: Callable[[str], None]) -> pieces.Course:
    return pieces.Course(resource_root(), some("train"), some("dev"), say)


def train(folder: Path, out: Path) -> list[str]:
    said: list[str] = []
    recipe = pieces.PieceRecipe(depth=2, epochs=1, rows=2)
    pieces.train_pieces(folder, out, course(said.append), recipe)
    return said


def test_the_network_is_trained_written_and_read(base: Path, tmp_path: Path) -> None:
    out, again = tmp_path / "out", tmp_path / "again"
    said = train(base, out)
    assert said == train(base, again)
    assert len(said) == 1
    assert all(path.read_bytes() == (again / path.name).read_bytes() for path in out.iterdir())
    metadata = network_in(out)
    assert metadata["recipe"]["prompts"] == 8
    for text in ("Marta Ng lives in Ulm.", "王小明住在乌尔姆。"):
        chances, starts = PieceNetwork(out, metadata).read(text)
        assert chances.shape == (len(text), len(COLUMNS))
        assert np.allclose(chances.sum(axis=1), 1, atol=1e-3)
        assert 0 <= starts.min() <= starts.max() <= 1


def test_the_command_trains_by_the_recipe(base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def few(root: Path, split: str) -> list[Prompt]:
        return sorted(load_prompts(root, split), key=lambda item: len(item.text))[:4]

    monkeypatch.setattr(command, "load_prompts", few)
    monkeypatch.setattr(command, "PieceRecipe", lambda: pieces.PieceRecipe(depth=1, epochs=1))
    assert command.main(["--network", "--base", str(base), "--out", str(tmp_path / "out")]) == 0
    files = {*command.NETWORK_FILES.values(), "network.labels.json"}
    assert {path.name for path in (tmp_path / "out").iterdir()} == files
    assert network_in(tmp_path / "out")["recipe"]["epochs"] == 1


def test_the_written_network_says_what_the_trained_one_says(base: Path, tmp_path: Path) -> None:
    import onnxruntime
    import torch

    from bench.training.encoders.pieces_file import INPUTS, write_network
    from bench.training.encoders.pieces_network import from_base

    torch.manual_seed(1)
    network = from_base(read_base(base), range(5, 40), 2, len(LABELS), 0.0).eval()
    write_network(network, tmp_path / "network.onnx")
    session = onnxruntime.InferenceSession(str(tmp_path / "network.onnx"), providers=["CPUExecutionProvider"])
    ids = np.array([[2, 9, 12, 20, 3]], dtype=np.int64)
    feed = dict(zip(INPUTS, (ids, np.ones_like(ids), np.ones_like(ids)), strict=True))
    (written,) = session.run(None, feed)
    with torch.inference_mode():
        trained = network(*(torch.from_numpy(feed[name]) for name in INPUTS)).numpy()
    assert np.abs(written - trained).max() < 0.05


def test_a_trained_network_goes_on_from_what_it_has_learned(base: Path, tmp_path: Path) -> None:
    import torch

    from bench.training.encoders.pieces_file import INPUTS, write_network
    from bench.training.encoders.pieces_network import from_base, from_trained
    from bench.training.encoders.trained import tensors_of

    torch.manual_seed(1)
    network = from_base(read_base(base), range(5, 40), 2, len(LABELS), 0.0).eval()
    for parameter in network.parameters():  # equal tensors would be written once
        parameter.data += 0.01 * torch.randn_like(parameter)
    write_network(network, tmp_path / "network.onnx")
    again = from_trained(tensors_of(tmp_path / "network.onnx"), network.sizes.heads, len(LABELS), 0.0).eval()
    assert again.sizes == network.sizes
    ids = torch.tensor([[2, 9, 12, 20, 3]])
    with torch.inference_mode():
        scores = [one(ids, *(torch.ones_like(ids) for _ in INPUTS[1:])) for one in (network, again)]
    assert (scores[0] - scores[1]).abs().max() < 0.05

    out, further = tmp_path / "out", tmp_path / "further"
    train(base, out)
    first, recipe = network_in(out)["recipe"], pieces.FurtherRecipe(epochs=1, rows=2, rate=1e-4)
    heads, lessons = network.sizes.heads, course(lambda _: None)
    pieces.train_further(out, further, lessons, first, recipe, heads)
    assert network_in(further)["recipe"] == {**first, "further": {**asdict(recipe), "prompts": 8}}
    assert (further / "network.json").read_bytes() == (out / "network.json").read_bytes()
    assert (further / "network.onnx").read_bytes() != (out / "network.onnx").read_bytes()
    pieces.train_further(out, tmp_path / "unmoved", lessons, first, replace(recipe, share=0.0), heads)
    was, became, stayed = (tensors_of(folder / "network.onnx") for folder in (out, further, tmp_path / "unmoved"))
    assert np.allclose(was["norm.weight"], stayed["norm.weight"])
    assert not np.array_equal(was["norm.weight"], became["norm.weight"])
    with pytest.raises(ResourceError):
        pieces.train_further(tmp_path, tmp_path / "none", lessons, first, recipe, heads)


def test_a_folder_of_another_kind_is_refused(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(ResourceError) as caught:
        train(empty, tmp_path / "out")
    assert caught.value.code == "bench.not_a_base"
    assert not (tmp_path / "out").exists()
