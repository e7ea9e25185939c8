"""Trains the span reader: `python -m core.bench.training [--out FOLDER]`. Deterministic; minutes on two cores.

Reads resources/corpus/prompts (train to learn from, dev to calibrate on) and writes the model file, its metadata and
its card. Needs python-crfsuite, which the program itself does not.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.bench.prompt_corpus import Prompt, load_prompts
from core.bench.span_material import Material, materials
from core.domain.disclosure import DisclosureRole
from core.domain.sensitive import Layer
from core.extract.cascade import CascadeExtractor
from core.extract.ner import load_ner
from core.extract.spans.calibration import IDENTITY, Calibrator, fitted
from core.extract.spans.clues import ClueReader, attributes
from core.extract.spans.labels import OUTSIDE, group_of, label_of
from core.extract.spans.model import ChainModel, chains, digest
from core.extract.spans.reader import FOLDER, METADATA, ROLES, SpanReader, SpanReading
from core.extract.spans.tokens import Tokens, tokenize
from core.resources import load_taxonomy, resource_root

VERSION = 1
MODEL_FILE = "spans.npz"
CARD = "MODEL_CARD.md"
Say = Callable[[str], None]
WITHOUT_MODEL = 3
"""Every so manieth prompt is trained on without the name model, so that the reader can do without."""
EAGERNESS = 2.0
SURE = {
    DisclosureRole.IDENTIFIES: 0.7,
    DisclosureRole.LOCATES: 0.7,
    DisclosureRole.DESCRIBES: 0.6,
    DisclosureRole.TOPIC: 0.6,
    DisclosureRole.PUBLIC: 0.6,
}
UNSURE = {
    DisclosureRole.IDENTIFIES: 0.25,
    DisclosureRole.LOCATES: 0.25,
    DisclosureRole.DESCRIBES: 0.3,
    DisclosureRole.TOPIC: 0.3,
    DisclosureRole.PUBLIC: 0.3,
}


@dataclass(frozen=True, slots=True)
class Settings:
    """Of the trainer: `c1`, `c2` weigh the penalties, `least` the occurrences from which a clue counts."""

    c1: float = 0.15
    c2: float = 0.05
    least: int = 2
    rounds: int = 140


def gold_labels(tokens: Tokens, material: Material) -> list[str]:
    """The label of every token by the marks; a token that a mark covers in part belongs to it."""
    labels = [OUTSIDE] * len(tokens)
    for span in material.gold:
        name = label_of(span.role, group_of(span.role, span.kind))
        for number, index in enumerate(tokens.covered(span.start, span.end)):
            labels[index] = f"{'I' if number else 'B'}:{name}"
    return labels


def train(found: Sequence[Material], clues: ClueReader, settings: Settings, say: Say) -> ChainModel:
    """The chain that fits the marks of `found`."""
    import pycrfsuite

    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params(
        {
            "c1": settings.c1,
            "c2": settings.c2,
            "max_iterations": settings.rounds,
            "feature.minfreq": settings.least,
            "feature.possible_transitions": True,
        }
    )
    known = {OUTSIDE}
    for number, material in enumerate(found):
        candidates: Iterable[Any] = material.candidates
        if number % WITHOUT_MODEL == 0:
            candidates = [item for item in candidates if item.layer is not Layer.NER]
        tokens = tokenize(material.view.text)
        columns = clues.columns(material.view.text, tokens, [(item, item.start, item.end) for item in candidates])
        rows = attributes(columns, len(tokens))
        labels = gold_labels(tokens, material)
        known.update(labels)
        for start, end in chains(tokens):
            trainer.append(rows[start:end], labels[start:end])
    say(f"{len(found)} prompts, {len(known)} labels")
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "chain")
        trainer.train(path)
        tagger = pycrfsuite.Tagger()
        tagger.open(path)
        info = tagger.info()
        state, moves = dict(info.state_features), dict(info.transitions)
        tagger.close()
    return ChainModel(sorted(known), state, moves)


def role_at(material: Material, start: int, end: int) -> DisclosureRole | None:
    """The role of most code points of the stretch by the marks, None where half of it or more has none."""
    shares: dict[DisclosureRole, int] = {}
    for span in material.gold:
        shared = min(end, span.end) - max(start, span.start)
        if shared > 0:
            shares[span.role] = shares.get(span.role, 0) + shared
    best = max(shares, key=lambda role: shares[role], default=None)
    return best if best is not None and 2 * shares[best] > end - start else None


def calibrate(found: Sequence[Material], read: Callable[[Material], SpanReading]) -> dict[DisclosureRole, Calibrator]:
    """Per role, from what the model says of its own findings and of the rules' candidates to how often it is so."""
    observed: dict[DisclosureRole, list[tuple[float, bool]]] = {role: [] for role in ROLES}
    for material in found:
        reading = read(material)
        stretches = {(item.start, item.end) for item in reading.findings}
        stretches |= {(item.start, item.end) for item in material.candidates if item.score >= 0.5}
        for start, end in sorted(stretches):
            said = reading.said(start, end)
            if said is None:
                continue
            true = role_at(material, start, end)
            for number, role in enumerate(ROLES):
                observed[role].append((said[number], true is role))
    return {role: fitted(pairs) for role, pairs in observed.items()}


def write(
    folder: Path, model: ChainModel, calibrators: dict[DisclosureRole, Calibrator] | None, facts: dict[str, Any]
) -> dict[str, Any]:
    """The model file and its metadata; the card is written with the figures. Returns the metadata."""
    folder.mkdir(parents=True, exist_ok=True)
    content = model.dump()
    (folder / MODEL_FILE).write_bytes(content)
    chosen = calibrators or dict.fromkeys(ROLES, IDENTITY)
    metadata: dict[str, Any] = {
        "version": VERSION,
        "file": MODEL_FILE,
        "sha256": digest(content),
        "bytes": len(content),
        "labels": list(model.labels),
        "eagerness": EAGERNESS,
        "calibration": {role.value: [list(point) for point in chosen[role].points] for role in ROLES},
        "sure": {role.value: level for role, level in SURE.items()},
        "unsure": {role.value: 0.0 if calibrators is None else level for role, level in UNSURE.items()},
        **facts,
    }
    (folder / METADATA).write_text(json.dumps(metadata, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return metadata


def run(root: Path, out: Path, settings: Settings, say: Say) -> None:
    """Trains, calibrates and writes. Raises InputError, ResourceError."""
    began = time.monotonic()
    ner = load_ner(root)
    proposer = CascadeExtractor(load_taxonomy(root), root, ner)
    learn: list[Material] = materials(load_prompts(root, "train"), proposer)
    check: list[Material] = materials(load_prompts(root, "dev"), proposer)
    say(f"material {time.monotonic() - began:.0f} s")
    fit(root, out, learn, check, settings, say)
    say(f"done {time.monotonic() - began:.0f} s")


def fit(
    root: Path, out: Path, learn: Sequence[Material], check: Sequence[Material], settings: Settings, say: Say
) -> None:
    """As `run`, on material that is there already."""
    began = time.monotonic()
    model = train(learn, ClueReader(root), settings, say)
    say(f"trained {time.monotonic() - began:.0f} s")
    facts = {"prompts": _counts([item.prompt for item in learn]), "settings": settings.__class__.__name__}
    facts["settings"] = {name: getattr(settings, name) for name in settings.__slots__}
    metadata = write(out, model, None, facts)
    raw = SpanReader(root, metadata, out)
    calibrators = calibrate(check, lambda item: raw.read(item.view, item.candidates))
    metadata = write(out, model, calibrators, facts)
    say(f"{metadata['bytes']} bytes")


def _counts(prompts: Iterable[Prompt]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for prompt in prompts:
        counts[prompt.language.value] = counts.get(prompt.language.value, 0) + 1
    return counts


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m core.bench.training", description=__doc__)
    parser.add_argument("--out", type=Path, default=None)
    options = parser.parse_args(arguments)
    root = resource_root()

    def say(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    run(root, options.out or root / FOLDER, Settings(), say)
    return 0


if __name__ == "__main__":
    sys.exit(main())
