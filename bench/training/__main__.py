"""Trains and fits the span reader: `python -m bench.training [--out FOLDER] [what]`.

Without more: the chain, and what is fitted around it and the network (minutes on two cores). `--only-fit`: nothing
but the fitting. `--network --base FOLDER`: the network (about an hour), from the file of the model that it starts
from; `--further`: the shipped network goes on with the prompts that there are now (half an hour); fit after either.
`--card`: nothing but the model card, from the files that are there. Deterministic. Reads resources/corpus/prompts:
train to learn from, dev to fit on and to watch.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.prompt_corpus import load_prompts
from bench.span_material import Material, materials
from bench.training.card import CARD, card_of
from bench.training.chain import Say, Settings, train
from bench.training.encoders.examples import examples_of
from bench.training.encoders.pieces import Course, FurtherRecipe, PieceRecipe, train_further, train_pieces
from bench.training.files import MODEL_FILE, NETWORK_FILES, read_facts
from bench.training.fitting import Sample, calibration_of, gate_of, mixing_of
from bench.training.outcome import outcome_of
from core.domain.artifact import Artifact
from core.domain.disclosure import DisclosureRole
from core.domain.errors import KnownError
from core.domain.language import Language
from core.domain.request import Request
from core.engine.conversation import Conversation
from core.engine.engine import BuiltinEngine
from core.extract.cascade import CascadeExtractor
from core.extract.ner import load_ner
from core.extract.spans.clues import ClueReader
from core.extract.spans.gate import Gate
from core.extract.spans.mixing import ALONE, Mixing, Weights
from core.extract.spans.model import digest, read_model
from core.extract.spans.network import HAN, LATIN, VOICES
from core.extract.spans.reader import FOLDER, METADATA, SpanReader
from core.resources import load_taxonomy, read_toml, resource_root

VERSION = 2
THRESHOLDS = {LATIN: 0.4, HAN: 0.4, ALONE: 0.35}
"""From which chance of hiding on a token is taken to hide; calibration then judges the whole finding."""
SURE = {"identifies": 0.5, "locates": 0.5, "describes": 0.6, "topic": 0.6, "public": 0.6}
UNSURE = {"identifies": 0.3, "locates": 0.25, "describes": 0.3, "topic": 0.3, "public": 0.3}
LEAST_PRIVATE = 0.5
"""Chance of speaking of a private person below which a text is left alone."""


def network_in(folder: Path, known: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Metadata of the network whose files are in the folder, empty without them. Labels and recipe: of the trainer's
    own file beside them, else as `known`."""
    said = read_facts(folder) or known
    if not said or not all((folder / name).is_file() for name in NETWORK_FILES.values()):
        return {}
    hashes = {name: digest((folder / name).read_bytes()) for name in NETWORK_FILES.values()}
    facts = {name: said[name] for name in ("labels", "recipe") if name in said}
    return {**NETWORK_FILES, **facts, "files": hashes}


def neutral(folder: Path, facts: Mapping[str, Any], known: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Metadata under which chain and network say what they say."""
    content = (folder / MODEL_FILE).read_bytes()
    return {
        "version": VERSION,
        "file": MODEL_FILE,
        "sha256": digest(content),
        "bytes": len(content),
        "network": network_in(folder, known),
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
    """What chain and network say of the prompts."""
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
    network: Mapping[str, Any] = {}
    out.mkdir(parents=True, exist_ok=True)
    if only_fit:
        known = json.loads((out / METADATA).read_text(encoding="utf-8"))
        facts = {name: known[name] for name in ("prompts", "settings") if name in known}
        network = known["network"]
    else:
        prompts = load_prompts(root, "train")
        model = train(materials(prompts, proposer), ClueReader(root), settings, say)
        (out / MODEL_FILE).write_bytes(model.dump())
        languages = [prompt.language.value for prompt in prompts]
        facts["prompts"] = {language: languages.count(language) for language in sorted(set(languages))}
        facts["settings"] = {name: getattr(settings, name) for name in settings.__slots__}
        say(f"trained {time.monotonic() - began:.0f} s")
    metadata = neutral(out, facts, network)
    write(out, fit(metadata, samples_of(root, out, metadata, check)))
    say(f"done {time.monotonic() - began:.0f} s")


def course_of(root: Path, say: Say) -> Course:
    """The marked prompts of the resource folder. Raises InputError."""
    examples, check = (examples_of(load_prompts(root, split)) for split in ("train", "dev"))
    return Course(root, examples, check, say)


def train_network(root: Path, base: Path, out: Path, say: Say) -> None:
    """Trains the network by its recipe and writes what the fitting reads. Raises InputError, ResourceError."""
    train_pieces(base, out, course_of(root, say), PieceRecipe())


def train_on(root: Path, out: Path, say: Say) -> None:
    """The shipped network goes on with the prompts that there are now. Raises InputError, ResourceError."""
    known = json.loads((root / FOLDER / METADATA).read_text(encoding="utf-8"))["network"]["recipe"]
    first = {name: value for name, value in known.items() if name != "further"}
    train_further(root / FOLDER, out, course_of(root, say), first, FurtherRecipe())


def write_card(root: Path) -> None:
    """The model card of the files in the resource folder. Raises InputError, ResourceError."""
    engine, folder = BuiltinEngine.create(), root / FOLDER
    metadata = json.loads((folder / METADATA).read_text(encoding="utf-8"))

    def sanitize(text: str) -> Artifact:
        return engine.preview(Request(text), Conversation()).artifact

    outcomes = {language: outcome_of(load_prompts(root, "dev", language), sanitize) for language in Language}
    network = metadata["network"]
    recipes = {network["model"]: network["recipe"]} if "recipe" in network else {}
    card = card_of(folder, metadata, load_prompts(root, "train"), outcomes, recipes)
    (folder / CARD).write_text(card, encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.training", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=None, help="folder to write into, the shipped one by default")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--only-fit", action="store_true")
    what.add_argument("--card", action="store_true")
    what.add_argument("--network", action="store_true")
    what.add_argument("--further", action="store_true")
    parser.add_argument("--base", type=Path, help="folder with the file of the model to start from")
    options = parser.parse_args(arguments)
    if (options.base is None) == options.network:
        parser.error("--network goes with --base")
    root = resource_root()
    out = options.out or root / FOLDER

    def say(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    try:
        if options.card:
            write_card(root)
        elif options.network:
            train_network(root, options.base, out, say)
        elif options.further:
            train_on(root, out, say)
        else:
            run(root, out, Settings(), say, only_fit=options.only_fit)
    except KnownError as error:
        sentences = read_toml(root / "messages" / f"{Language.EN.value}.toml")
        sys.stderr.write(f"{sentences.get(error.code, str(error)).format(**error.details)}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
