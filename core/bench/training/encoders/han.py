"""Trains the network for ideographs on the Chinese prompts, from LAC's files, and writes it with its lists."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from core.bench.training.encoders.examples import (
    IGNORED,
    LABELS,
    Example,
    batches_of,
    filled,
    labels_of_characters,
)
from core.bench.training.encoders.steps import THREADS, WEIGHT_DECAY, Descent, Recipe
from core.bench.training.encoders.tables import write_tables
from core.bench.training.encoders.variation import han_pool, han_varied
from core.bench.training.encoders.watching import Reading, scored
from core.bench.training.extra import HAN_PACKAGES, require
from core.bench.training.files import NETWORK_FILES, write_facts
from core.domain.errors import ResourceError
from core.extract.spans.characters import COLUMNS, OVERLAP, WINDOW, CharacterTables, Segmenter
from core.extract.spans.coarse import Floats
from core.extract.spans.network import HAN, Labelling, read_characters
from core.extract.spans.pieces import Ids, runs_of

if TYPE_CHECKING:
    from core.bench.training.encoders.han_network import HanModule

SPREAD = 32
"""Characters by which the rows of a batch may differ in length by chance."""
_SIGN, _LEFT = COLUMNS.index("characters"), COLUMNS.index("left")
_FIRST_STEPS = 9
"""Of so many steps in the beginning the mean is the plain one."""


@dataclass(frozen=True, slots=True)
class HanRecipe(Recipe):
    """`patience`: rounds without a better merit after which it ends; rates by part, from LAC's vectors up; `unknown`:
    share of the characters that are blotted out; `average`: what the running mean keeps at a step; `gist_weight`: what
    it counts whether a text was taken for a private one."""

    epochs: int = 14
    patience: int = 6
    vector_rate: float = 1e-4
    lower_rate: float = 2e-4
    upper_rate: float = 4e-4
    head_rate: float = 2e-3
    dropout: float = 0.3
    unknown: float = 0.05
    average: float = 0.995
    gist_weight: float = 0.2


@dataclass(frozen=True, slots=True)
class HanRow:
    """One run, `[characters, COLUMNS]`, with its labels, `[characters]`."""

    features: Ids
    labels: Ids
    private: bool


def rows_of(
    example: Example, tables: CharacterTables, segmenter: Segmenter, draw: random.Random, unknown: float
) -> Iterator[HanRow]:
    """The runs of an example; some characters become unknown, so that their surroundings must tell."""
    features = tables.features(example.text, segmenter)
    gone = np.array([draw.random() < unknown for _ in example.text], dtype=bool)
    features[gone, _SIGN] = tables.unknown
    features[gone, _LEFT:] = 0
    labels = labels_of_characters(example)
    for run in runs_of(len(labels), WINDOW, OVERLAP):
        yield HanRow(features[run.start : run.end], labels[run.start : run.end], example.private)


def reading(network: HanModule, tables: CharacterTables, segmenter: Segmenter) -> Reading:
    """The network in training as the reader would run it."""
    import torch

    labelling = Labelling(LABELS)

    def score(feed: Mapping[str, npt.NDArray[Any]]) -> Floats:
        lengths = torch.from_numpy(feed["lengths"].astype(np.int64))
        with torch.inference_mode():
            scores: Floats = network(torch.from_numpy(feed["features"]), lengths)[0].numpy()
        return scores

    return lambda text: read_characters(text, tables, segmenter, labelling, score)


def _rates(network: HanModule, recipe: HanRecipe) -> list[dict[str, Any]]:
    """Parameters by rate: what is new learns fastest, LAC's deeper layers slowest."""
    base = (
        (network.vectors, recipe.vector_rate),
        (network.lower, recipe.lower_rate),
        (network.upper, recipe.upper_rate),
    )
    known = {id(part) for module, _ in base for part in module.parameters()}
    fresh = [part for part in network.parameters() if id(part) not in known and part.requires_grad]
    groups: list[dict[str, Any]] = [{"params": fresh, "lr": recipe.head_rate, "weight_decay": WEIGHT_DECAY}]
    for module, rate in base:
        module.requires_grad_(rate > 0)
        if rate > 0:
            groups.append({"params": list(module.parameters()), "lr": rate, "weight_decay": 0.0})
    return groups


def _average(mean: HanModule, network: HanModule, keep: float) -> None:
    """Moves the running mean of the parameters towards those of the network."""
    import torch

    with torch.no_grad():
        for old, new in zip(mean.parameters(), network.parameters(), strict=True):
            old.lerp_(new, 1 - keep)


def learn(
    network: HanModule,
    examples: Sequence[Example],
    check: Sequence[Example],
    tables: CharacterTables,
    segmenter: Segmenter,
    recipe: HanRecipe,
    say: Callable[[str], None],
) -> HanModule:
    """The mean network of the round that does best on `check`."""
    import torch

    draw = random.Random(recipe.seed)  # noqa: S311
    pool = han_pool(examples, tables)
    plain = [row for example in examples for row in rows_of(example, tables, segmenter, draw, 0.0)]
    descent = Descent(network, _rates(network, recipe), recipe, len(plain))
    mean, best, merit, since, done = copy.deepcopy(network), copy.deepcopy(network), -1.0, 0, 0
    mean.eval()
    for epoch in range(recipe.epochs):
        network.train()
        rows = [
            row
            for example in examples
            for row in rows_of(han_varied(example, pool, tables, draw), tables, segmenter, draw, recipe.unknown)
        ]
        losses = []
        for batch in batches_of(rows, lambda row: len(row.labels), recipe.rows, SPREAD, draw):
            features = torch.from_numpy(filled([row.features for row in batch]))
            labels = torch.from_numpy(filled([row.labels for row in batch], IGNORED))
            lengths = torch.tensor([len(row.labels) for row in batch])
            scores, private = network.judged(features, lengths)
            truth = torch.tensor([float(row.private) for row in batch])
            gist = torch.nn.functional.binary_cross_entropy_with_logits(private, truth)
            losses.append(descent.step(descent.loss(scores, labels) + recipe.gist_weight * gist))
            done += 1
            _average(mean, network, min(recipe.average, done / (done + _FIRST_STEPS)))
        score = scored(check, reading(mean, tables, segmenter))
        say(f"round {epoch + 1}: loss {sum(losses) / len(losses):.4f}; {score.line()}")
        since += 1
        if score.merit > merit:
            best, merit, since = copy.deepcopy(mean), score.merit, 0
        if since >= recipe.patience:
            break
    return best


def train_han(
    base: Path,
    lists: Path,
    out: Path,
    examples: Sequence[Example],
    check: Sequence[Example],
    recipe: HanRecipe,
    say: Callable[[str], None],
    opencc: Path | None = None,
) -> None:
    """Trains from LAC (`word.dic` and `model_baseline/` below the base folder) and writes into `out`.

    `lists`, `opencc`: see write_tables.

    The same for the same machine, packages and recipe. Raises ResourceError `bench.extra_missing` where the packages
    are not there, `bench.not_a_base` where the base folder lacks something or holds another kind of model.
    """
    require(HAN_PACKAGES)
    import rjieba
    import torch

    from core.bench.training.encoders.han_file import write_han
    from core.bench.training.encoders.han_network import from_base

    torch.set_num_threads(THREADS)
    torch.manual_seed(recipe.seed)
    try:
        network = from_base(base, len(LABELS), recipe.dropout)
        tables = write_tables(base, lists, out, opencc)
    except (OSError, ValueError, RuntimeError) as error:
        raise ResourceError("bench.not_a_base") from error
    best = learn(network, examples, check, tables, rjieba.cut, recipe, say)
    write_han(best, out / NETWORK_FILES[HAN]["model"])
    write_facts(out, HAN, LABELS, {**asdict(recipe), "prompts": len(examples)})
