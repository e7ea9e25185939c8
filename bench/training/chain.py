"""Trains the chain of the span reader on marked prompts. Needs python-crfsuite, which the program itself does not."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.span_material import Material
from bench.training.extra import CHAIN, require
from core.domain.sensitive import Layer
from core.extract.spans.clues import ClueReader, attributes
from core.extract.spans.labels import OUTSIDE, group_of, label_of
from core.extract.spans.model import ChainModel, chains
from core.extract.spans.tokens import Tokens, tokenize

Say = Callable[[str], None]
WITHOUT_MODEL = 3
"""Every so manieth prompt is trained on without the name model, so that the reader can do without."""


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
    """The chain that fits the marks of `found`. Raises ResourceError `bench.extra_missing`."""
    require(CHAIN)
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
