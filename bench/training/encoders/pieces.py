"""Trains the network on the prompts of both languages, from a multilingual BERT model, and writes it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bench.training.encoders.base import read_base
from bench.training.encoders.examples import (
    IGNORED,
    LABELS,
    Example,
    batches_of,
    filled,
    labels_of_pieces,
)
from bench.training.encoders.steps import THREADS, WEIGHT_DECAY, Descent, Recipe
from bench.training.encoders.variation import variation_of
from bench.training.encoders.vocabulary import cut_tokenizer, kept_pieces, listed_words
from bench.training.encoders.watching import Reading, scored
from bench.training.extra import PIECE_PACKAGES, require
from bench.training.files import NETWORK_FILES, write_facts
from core.domain.errors import ResourceError
from core.extract.spans.coarse import Floats
from core.extract.spans.network import Labelling, read_pieces
from core.extract.spans.pieces import MASK, Ids, Tokenizer, edges_of, framed, pieces_of, runs_of

if TYPE_CHECKING:
    from bench.training.encoders.pieces_network import PieceModule

HEADS = 12
"""Heads of attention of the base model; the file of a trained network does not say."""
SPREAD = 24
"""Pieces by which the rows of a batch may differ in length by chance."""


@dataclass(frozen=True, slots=True)
class PieceRecipe(Recipe):
    """`decay`: factor on the rate from one layer to the one below; `masked_words`: share of the words that are blotted
    out."""

    epochs: int = 6
    dropout: float = 0.1
    depth: int = 8
    rate: float = 2e-4
    head_rate: float = 1e-3
    decay: float = 0.87
    masked_words: float = 0.06


@dataclass(frozen=True, slots=True)
class FurtherRecipe(PieceRecipe):
    """By what a network goes on that has learned before: fewer rounds, smaller steps. `share`: of what it has become in
    the mean with what it was, which forgets less of what it knew."""

    epochs: int = 2
    rate: float = 6e-5
    head_rate: float = 2e-4
    share: float = 0.5


@dataclass(frozen=True, slots=True)
class Course:
    """What a network learns from: `examples` to learn, `check` to watch only, the lists of the resource folder `root`.
    `say` is told of every round."""

    root: Path
    examples: Sequence[Example]
    check: Sequence[Example]
    say: Callable[[str], None]


@dataclass(frozen=True, slots=True)
class PieceRow:
    """One run with its labels, each `[pieces + 2]`; those of the edges are ignored."""

    ids: Ids
    shapes: Ids
    layouts: Ids
    labels: Ids


def rows_of(example: Example, tokenizer: Tokenizer, draw: random.Random, masked_words: float) -> Iterator[PieceRow]:
    """The runs of an example; some words are replaced by the mask piece, so that their surroundings must tell.

    Raises ValueError where the tokenizer lacks a special piece.
    """
    pieces = pieces_of(example.text, tokenizer)
    mask, (opening, closing) = tokenizer.token_to_id(MASK), edges_of(tokenizer)
    if mask is None:
        raise ValueError("no mask")
    gone = {word for word in sorted(set(pieces.words.tolist())) if draw.random() < masked_words}
    ids = np.where([int(word) in gone for word in pieces.words], mask, pieces.ids).astype(np.int64)
    labels = labels_of_pieces(pieces, example.stretches)
    for run in runs_of(len(pieces)):
        yield PieceRow(
            framed(ids, run, opening, closing)[0],
            framed(pieces.shapes, run, 0, 0)[0],
            framed(pieces.layouts, run, 0, 0)[0],
            framed(labels, run, IGNORED, IGNORED)[0],
        )


def reading(network: PieceModule, tokenizer: Tokenizer) -> Reading:
    """The network in training as the reader would run it."""
    import torch

    labelling = Labelling(LABELS)

    def score(feed: Mapping[str, npt.NDArray[Any]]) -> Floats:
        with torch.inference_mode():
            scores: Floats = network(*(torch.from_numpy(feed[name]) for name in ("ids", "shapes", "layouts")))[
                0
            ].numpy()
        return scores

    return lambda text: read_pieces(text, tokenizer, labelling, score)


def _rates(network: PieceModule, recipe: PieceRecipe) -> list[dict[str, Any]]:
    """Parameters by rate: the head and what is new learn fastest, deep layers slowest."""
    fresh = [*network.head.parameters(), *network.shapes.parameters(), *network.layouts.parameters()]
    groups: list[dict[str, Any]] = [{"params": fresh, "lr": recipe.head_rate, "weight_decay": WEIGHT_DECAY}]
    for height, layer in enumerate(reversed(network.layers)):
        groups.append({"params": list(layer.parameters()), "lr": recipe.rate * recipe.decay**height})
    deepest = recipe.rate * recipe.decay ** len(network.layers)
    groups.append({"params": list(network.norm.parameters()), "lr": deepest})
    return groups


def learn(network: PieceModule, tokenizer: Tokenizer, course: Course, recipe: PieceRecipe) -> None:
    """All rounds, in place."""
    import torch

    examples, draw = course.examples, random.Random(recipe.seed)  # noqa: S311
    vary = variation_of(examples, course.root)
    plain = [row for example in examples for row in rows_of(example, tokenizer, draw, 0.0)]
    descent = Descent(network, _rates(network, recipe), recipe, len(plain))
    for epoch in range(recipe.epochs):
        network.train()
        rows = [
            row for example in examples for row in rows_of(vary(example, draw), tokenizer, draw, recipe.masked_words)
        ]
        losses = []
        for batch in batches_of(rows, lambda row: len(row.ids), recipe.rows, SPREAD, draw):
            ids = torch.from_numpy(filled([row.ids for row in batch]))
            shapes = torch.from_numpy(filled([row.shapes for row in batch]))
            layouts = torch.from_numpy(filled([row.layouts for row in batch]))
            labels = torch.from_numpy(filled([row.labels for row in batch], IGNORED))
            with torch.autocast("cpu", torch.bfloat16):
                scores = network(ids, shapes, layouts)
            losses.append(descent.step(descent.loss(scores.float(), labels)))
        network.eval()
        watched = scored(course.check, reading(network, tokenizer)).line()
        course.say(f"round {epoch + 1}: loss {sum(losses) / len(losses):.4f}; {watched}")


def train_pieces(folder: Path, out: Path, course: Course, recipe: PieceRecipe) -> None:
    """Trains from the base model in `folder` and writes into `out`.

    The same for the same machine, packages and recipe. Raises ResourceError `bench.extra_missing` where the packages
    are not there, `bench.not_a_base` where the base folder lacks something or holds another kind of model.
    """
    _prepare(recipe)
    from tokenizers import Tokenizer as FileTokenizer

    from bench.training.encoders.pieces_network import from_base

    try:
        base = read_base(folder)
        kept = kept_pieces(base, (example.text for example in course.examples), listed_words(course.root))
        text = cut_tokenizer(base, kept)
        network = from_base(base, kept, recipe.depth, len(LABELS), recipe.dropout)
    except (OSError, ValueError, KeyError) as error:
        raise ResourceError("bench.not_a_base") from error
    learn(network, FileTokenizer.from_str(text), course, recipe)
    _write(network, text, out, {**asdict(recipe), "prompts": len(course.examples)})


def train_further(
    folder: Path,
    out: Path,
    course: Course,
    first: Mapping[str, Any],
    recipe: FurtherRecipe,
    heads: int = HEADS,
) -> None:
    """Goes on from the network in `folder` with the prompts that there are now, and writes into `out`.

    Its word pieces stay. `first`: the recipe that the network was trained by before, which is kept beside the one
    that it goes on by. Otherwise as `train_pieces`; `bench.not_a_base` where `folder` holds no such network.
    """
    _prepare(recipe)
    from tokenizers import Tokenizer as FileTokenizer

    from bench.training.encoders.pieces_network import from_trained
    from bench.training.encoders.trained import tensors_of

    try:
        text = (folder / NETWORK_FILES["tokenizer"]).read_text(encoding="utf-8")
        tensors = tensors_of(folder / NETWORK_FILES["model"])
        network = from_trained(tensors, heads, len(LABELS), recipe.dropout)
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        raise ResourceError("bench.not_a_base") from error
    before = {name: parameter.detach().clone() for name, parameter in network.named_parameters()}
    learn(network, FileTokenizer.from_str(text), course, recipe)
    for name, parameter in network.named_parameters():
        parameter.data = before[name].lerp(parameter.data, recipe.share)
    _write(network, text, out, {**first, "further": {**asdict(recipe), "prompts": len(course.examples)}})


def _prepare(recipe: PieceRecipe) -> None:
    require(PIECE_PACKAGES)
    import torch

    torch.set_num_threads(THREADS)
    torch.manual_seed(recipe.seed)


def _write(network: PieceModule, tokenizer: str, out: Path, recipe: Mapping[str, Any]) -> None:
    from bench.training.encoders.pieces_file import write_network

    out.mkdir(parents=True, exist_ok=True)
    (out / NETWORK_FILES["tokenizer"]).write_text(tokenizer, encoding="utf-8")
    write_network(network, out / NETWORK_FILES["model"])
    write_facts(out, LABELS, recipe)
