"""Trains the chain and fits the span reader: `python -m core.bench.training [--out FOLDER] [--only-fit]`.

Deterministic; minutes on two cores. Reads resources/corpus/prompts (train to learn from, dev to fit on) and the files
of the networks, where they are in the folder. Writes the chain's file and the metadata.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from core.bench.prompt_corpus import load_prompts
from core.bench.span_material import Material, materials
from core.bench.training.chain import Say, Settings, train
from core.bench.training.fitting import Sample, calibration_of, gate_of, mixing_of
from core.domain.disclosure import DisclosureRole
from core.extract.cascade import CascadeExtractor
from core.extract.ner import load_ner
from core.extract.spans.clues import ClueReader
from core.extract.spans.gate import Gate
from core.extract.spans.mixing import ALONE, Mixing, Weights
from core.extract.spans.model import digest, read_model
from core.extract.spans.network import HAN, LATIN, VOICES
from core.extract.spans.reader import FOLDER, METADATA, SpanReader
from core.resources import load_taxonomy, resource_root

VERSION = 2
MODEL_FILE = "spans.npz"
LABELS = "{voice}.labels.json"
NETWORK_FILES: Mapping[str, Mapping[str, str]] = {
    LATIN: {"model": "latin.onnx", "tokenizer": "latin.json"},
    HAN: {
        "model": "han.onnx",
        "characters": "characters.txt",
        "folding": "folding.txt",
        "surnames": "surnames.txt",
        "given": "given.txt",
    },
}
THRESHOLDS = {LATIN: 0.4, HAN: 0.4, ALONE: 0.35}
"""From which chance of hiding on a token is taken to hide; calibration then judges the whole finding."""
SURE = {"identifies": 0.5, "locates": 0.4, "describes": 0.6, "topic": 0.6, "public": 0.6}
UNSURE = {"identifies": 0.38, "locates": 0.25, "describes": 0.3, "topic": 0.3, "public": 0.3}
LEAST_PRIVATE = 0.35
"""Chance of speaking of a private person below which a text is left alone."""


def networks_in(folder: Path) -> dict[str, Any]:
    """Metadata of the networks whose files and labels are in the folder."""
    found: dict[str, Any] = {}
    for voice, files in NETWORK_FILES.items():
        labels = folder / LABELS.format(voice=voice)
        if labels.is_file() and all((folder / name).is_file() for name in files.values()):
            hashes = {name: digest((folder / name).read_bytes()) for name in files.values()}
            own = json.loads(labels.read_text(encoding="utf-8"))["labels"]
            found[voice] = {**files, "labels": own, "files": hashes}
    return found


def neutral(folder: Path, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Metadata under which chain and networks say what they say."""
    content = (folder / MODEL_FILE).read_bytes()
    return {
        "version": VERSION,
        "file": MODEL_FILE,
        "sha256": digest(content),
        "bytes": len(content),
        "networks": networks_in(folder),
        "mixing": {voice: {"chain": 1.0, "network": 1.0, "threshold": 0.5} for voice in (*VOICES, ALONE)},
        "calibration": {},
        "gate": {"bias": 0.0, "weights": [], "least": 0.0},
        "sure": SURE,
        "unsure": UNSURE,
        **facts,
    }


def write(folder: Path, metadata: Mapping[str, Any]) -> None:
    """The metadata into the folder."""
    text = json.dumps(metadata, indent=1, ensure_ascii=False)
    (folder / METADATA).write_text(f"{text}\n", encoding="utf-8")


def samples_of(root: Path, folder: Path, metadata: Mapping[str, Any], check: Sequence[Material]) -> list[Sample]:
    """What chain and networks say of the prompts."""
    reader = SpanReader(root, metadata, folder)
    model, clues = read_model(folder / MODEL_FILE, str(metadata["sha256"])), ClueReader(root)
    return [Sample(item, reader.opinions(item.view.text, item.candidates, 0, model, clues)) for item in check]


def fit(metadata: Mapping[str, Any], samples: Sequence[Sample]) -> dict[str, Any]:
    """The metadata with mixing, calibration and gate fitted on the samples."""
    weights = mixing_of(samples, THRESHOLDS)
    mixing = Mixing(weights)
    calibration = calibration_of(samples, mixing)
    gate = gate_of(samples, mixing, LEAST_PRIVATE)
    return {
        **metadata,
        "mixing": {voice: _plain(own) for voice, own in weights.items()},
        "calibration": {
            voice: {role.value: [list(point) for point in own[role].points] for role in DisclosureRole if role in own}
            for voice, own in calibration.items()
        },
        "gate": _plain_gate(gate),
    }


def _plain(weights: Weights) -> dict[str, float]:
    return {"chain": weights.chain, "network": weights.network, "threshold": weights.threshold}


def _plain_gate(gate: Gate) -> dict[str, Any]:
    return {"bias": gate.bias, "weights": list(gate.weights), "least": gate.least}


def run(root: Path, out: Path, settings: Settings, say: Say, *, only_fit: bool) -> None:
    """Trains, fits and writes. Raises InputError, ResourceError."""
    began = time.monotonic()
    proposer = CascadeExtractor(load_taxonomy(root), root, load_ner(root))
    check = materials(load_prompts(root, "dev"), proposer)
    facts: dict[str, Any] = {}
    out.mkdir(parents=True, exist_ok=True)
    if only_fit:
        known = json.loads((out / METADATA).read_text(encoding="utf-8"))
        facts = {name: known[name] for name in ("prompts", "settings") if name in known}
    else:
        prompts = load_prompts(root, "train")
        model = train(materials(prompts, proposer), ClueReader(root), settings, say)
        (out / MODEL_FILE).write_bytes(model.dump())
        languages = [prompt.language.value for prompt in prompts]
        facts["prompts"] = {language: languages.count(language) for language in sorted(set(languages))}
        facts["settings"] = {name: getattr(settings, name) for name in settings.__slots__}
        say(f"trained {time.monotonic() - began:.0f} s")
    metadata = neutral(out, facts)
    write(out, fit(metadata, samples_of(root, out, metadata, check)))
    say(f"done {time.monotonic() - began:.0f} s")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m core.bench.training", description=__doc__)
    parser.add_argument("--out", type=Path, default=None)
    parser.add_argument("--only-fit", action="store_true")
    options = parser.parse_args(arguments)
    root = resource_root()

    def say(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    run(root, options.out or root / FOLDER, Settings(), say, only_fit=options.only_fit)
    return 0


if __name__ == "__main__":
    sys.exit(main())
