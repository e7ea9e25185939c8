"""One small round of training, where the extra `train` is installed: what comes out is what the program reads."""

from __future__ import annotations

import importlib.util
import json
import struct
from pathlib import Path

import numpy as np
import pytest

from core.bench.prompt_corpus import Prompt, load_prompts
from core.bench.training import __main__ as command
from core.bench.training.__main__ import networks_in
from core.bench.training.encoders import han, latin
from core.bench.training.encoders.examples import LABELS, Example, examples_of
from core.bench.training.extra import HAN_PACKAGES, LATIN_PACKAGES
from core.domain.errors import ResourceError
from core.domain.language import Language
from core.extract.spans.characters import CharacterTables
from core.extract.spans.coarse import COLUMNS
from core.extract.spans.network import HAN, LATIN, HanNetwork, LatinNetwork
from core.resources import resource_root

FOLDER = resource_root() / "spans"
NEEDED = (*LATIN_PACKAGES, *HAN_PACKAGES)

pytestmark = [
    pytest.mark.skipif(
        any(importlib.util.find_spec(name) is None for name in NEEDED), reason="the extra `train` is not installed"
    ),
    # Of the packages that write files; what they are told is pinned.
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.expects_log("root"),
    pytest.mark.expects_log("torch"),
    pytest.mark.slow,
]


@pytest.fixture(autouse=True)
def own_threads() -> None:
    """What the trainers settle for the whole process is put back."""
    import torch

    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


def some(split: str, language: Language) -> list[Example]:
    return examples_of(sorted(load_prompts(resource_root(), split, language), key=lambda item: len(item.text))[:6])


@pytest.fixture
def bert(tmp_path: Path) -> Path:
    """A BERT model of two narrow layers with the shipped word pieces."""
    import torch
    from safetensors.torch import save_file

    width, inner = 8, 16
    vocabulary = len(json.loads((FOLDER / "latin.json").read_text(encoding="utf-8"))["model"]["vocab"])
    config = {
        "vocab_size": vocabulary,
        "max_position_embeddings": 256,
        "hidden_size": width,
        "intermediate_size": inner,
        "num_attention_heads": 2,
    }
    weights = {
        "embeddings.word_embeddings.weight": torch.randn(vocabulary, width),
        "embeddings.token_type_embeddings.weight": torch.randn(2, width),
        "embeddings.position_embeddings.weight": torch.randn(256, width),
    }
    sizes = dict.fromkeys(("query", "key", "value"), (width, width))
    modules = {f"attention.self.{name}": size for name, size in sizes.items()}
    modules |= {"attention.output.dense": (width, width), "intermediate.dense": (inner, width)}
    modules |= {"output.dense": (width, inner)}
    for layer in range(2):
        for name, size in modules.items():
            weights[f"encoder.layer.{layer}.{name}.weight"] = torch.randn(*size)
            weights[f"encoder.layer.{layer}.{name}.bias"] = torch.zeros(size[0])
    norms = [f"encoder.layer.{layer}.{name}" for layer in range(2) for name in ("attention.output", "output")]
    for name in ("embeddings", *norms):
        weights[f"{name}.LayerNorm.weight"] = torch.ones(width)
        weights[f"{name}.LayerNorm.bias"] = torch.zeros(width)
    folder = tmp_path / "bert"
    folder.mkdir()
    save_file(weights, folder / "model.safetensors")
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    (folder / "tokenizer.json").write_bytes((FOLDER / "latin.json").read_bytes())
    return folder


def lac_file(array: np.ndarray) -> bytes:
    """A tensor as LAC's files hold it; no side longer than 16,383."""

    def number(value: int) -> bytes:
        return bytes([value]) if value < 128 else bytes([value % 128 + 128, value // 128])

    told = bytes([8, 5]) + b"".join(bytes([16]) + number(size) for size in array.shape)
    return struct.pack("<IQIi", 0, 0, 0, len(told)) + told + array.astype("<f4").tobytes()


@pytest.fixture
def lac(tmp_path: Path) -> Path:
    """LAC's files with another dictionary, narrow vectors and other numbers."""
    draw = np.random.default_rng(1)
    signs = sorted({sign for example in some("train", Language.ZH) for sign in example.text if sign.isalnum()})
    width, tags, state = 8, 5, 128
    arrays = {"word_emb": (len(signs) + 1, width), "crfw": (tags + 2, tags)}
    arrays |= {"fc_4.w_0": (2 * state, tags), "fc_4.b_0": (tags,)}
    for number in range(4):
        arrays[f"fc_{number}.w_0"] = (width if number < 2 else 2 * state, 3 * state)
        arrays[f"fc_{number}.b_0"] = (3 * state,)
        arrays[f"gru_{number}.w_0"] = (state, 3 * state)
        arrays[f"gru_{number}.b_0"] = (1, 3 * state)
    folder = tmp_path / "lac"
    (folder / "model_baseline").mkdir(parents=True)
    for name, shape in arrays.items():
        (folder / "model_baseline" / name).write_bytes(lac_file(0.1 * draw.standard_normal(shape)))
    rows = "".join(f"{row}\t{sign}\n" for row, sign in enumerate([*signs, "OOV"]))
    (folder / "word.dic").write_text(rows, encoding="utf-8")
    return folder


def train_latin(base: Path, out: Path) -> list[str]:
    said: list[str] = []
    recipe = latin.LatinRecipe(depth=2, epochs=1, rows=2)
    latin.train_latin(base, out, some("train", Language.EN), some("dev", Language.EN), recipe, said.append)
    return said


def train_han(base: Path, out: Path) -> list[str]:
    said: list[str] = []
    recipe = han.HanRecipe(epochs=1, rows=2)
    han.train_han(base, FOLDER, out, some("train", Language.ZH), some("dev", Language.ZH), recipe, said.append)
    return said


def test_the_english_network_is_trained_written_and_read(bert: Path, tmp_path: Path) -> None:
    out, again = tmp_path / "out", tmp_path / "again"
    said = train_latin(bert, out)
    assert said == train_latin(bert, again)
    assert len(said) == 1
    assert all(path.read_bytes() == (again / path.name).read_bytes() for path in out.iterdir())
    metadata = networks_in(out)[LATIN]
    assert metadata["recipe"]["prompts"] == 6
    text = "Marta Ng lives in Ulm."
    chances, starts = LatinNetwork(out, metadata).read(text)
    assert chances.shape == (len(text), len(COLUMNS))
    assert np.allclose(chances.sum(axis=1), 1, atol=1e-3)
    assert 0 <= starts.min() <= starts.max() <= 1


def test_the_chinese_network_is_trained_written_and_read(lac: Path, tmp_path: Path) -> None:
    out, again = tmp_path / "out", tmp_path / "again"
    said = train_han(lac, out)
    assert said == train_han(lac, again)
    assert len(said) == 1
    assert all(path.read_bytes() == (again / path.name).read_bytes() for path in out.iterdir())
    metadata = networks_in(out)[HAN]
    assert metadata["recipe"]["prompts"] == 6
    text = "王小明住在乌尔姆。"
    chances, starts = HanNetwork(out, metadata).read(text)
    assert chances.shape == (len(text), len(COLUMNS))
    assert np.allclose(chances.sum(axis=1), 1, atol=1e-3)
    assert 0 <= starts.min() <= starts.max() <= 1


@pytest.mark.parametrize("voice", [LATIN, HAN])
def test_the_command_trains_by_the_recipe(
    voice: str, bert: Path, lac: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def few(root: Path, split: str, language: Language) -> list[Prompt]:
        return sorted(load_prompts(root, split, language), key=lambda item: len(item.text))[:4]

    monkeypatch.setattr(command, "load_prompts", few)
    monkeypatch.setattr(command, "LatinRecipe", lambda: latin.LatinRecipe(depth=1, epochs=1))
    monkeypatch.setattr(command, "HanRecipe", lambda: han.HanRecipe(epochs=1))
    option, base = ("--latin", bert) if voice == LATIN else ("--han", lac)
    assert command.main([option, "--base", str(base), "--out", str(tmp_path / "out")]) == 0
    files = {*command.NETWORK_FILES[voice].values(), f"{voice}.labels.json"}
    assert {path.name for path in (tmp_path / "out").iterdir()} == files
    assert networks_in(tmp_path / "out")[voice]["recipe"]["epochs"] == 1


def test_the_written_chinese_network_says_what_the_trained_one_says(lac: Path, tmp_path: Path) -> None:
    import onnxruntime
    import torch

    from core.bench.training.encoders.han_file import write_han
    from core.bench.training.encoders.han_network import from_base

    torch.manual_seed(1)
    network = from_base(lac, len(LABELS), 0.0).eval()
    write_han(network, tmp_path / "han.onnx")
    session = onnxruntime.InferenceSession(str(tmp_path / "han.onnx"), providers=["CPUExecutionProvider"])
    names = ("characters", "folding", "surnames", "given")
    tables = CharacterTables.parsed(*((FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in names))
    features = tables.features("王小明住在乌尔姆，电话一三八。", list)[None]
    # The network here knows fewer characters than the shipped lists.
    features[:, :, 0] %= network.vectors.num_embeddings
    lengths = np.array([features.shape[1]], dtype=np.int32)
    (written,) = session.run(None, {"features": features, "lengths": lengths})
    with torch.inference_mode():
        trained = network(torch.from_numpy(features), torch.from_numpy(lengths.astype(np.int64))).numpy()
    assert np.abs(written - trained).max() < 0.02


@pytest.mark.parametrize("kind", ["bert", "lac"])
def test_a_folder_of_another_kind_is_refused(kind: str, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(ResourceError) as caught:
        (train_latin if kind == "bert" else train_han)(empty, tmp_path / "out")
    assert caught.value.code == "bench.not_a_base"
    assert not (tmp_path / "out").exists()
