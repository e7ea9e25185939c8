"""`drsl bench calibration` and `drsl bench shift`."""

from __future__ import annotations

import argparse
import random

from app.cli.session import Session
from app.installed import DISTRIBUTION, installed
from bench.calibration import load, reliability
from bench.commands.shown import Shown, Table, cell
from bench.prompt_corpus import Prompt, load_prompts
from bench.result import BenchResult, Record
from core.assure.shift import measure
from core.domain.errors import InputError
from core.domain.language import Language

KNOWN, ASKED = "train", "dev"
SAMPLED = 200


def measure_calibration(options: argparse.Namespace, session: Session) -> Shown:
    """`--data`: folder with the answers of measured attackers. Raises InputError without them: nothing is claimed."""
    rows: tuple[Record, ...] = reliability(load(options.data))
    figures = {"delta_hat": max(row["beyond"] for row in rows if row["kind"] == "*")}
    asked = sum(row["n"] for row in rows if row["kind"] == "*")
    result = BenchResult("calibration", asked, options.seed, installed(DISTRIBUTION), figures, rows)
    keys = ("attacker", "regime", "kind", "n", "predicted", "found", "lower", "upper", "beyond")
    table = Table(
        "bench.title.calibration", "bench.head.calibration", [[cell(row[key]) for key in keys] for row in rows]
    )
    return Shown(result, (table,), notes=("bench.calibration_note",))


def measure_shift(options: argparse.Namespace, session: Session) -> Shown:
    """From the prompts that the reader learned from to those it did not; `--n` of each, 200 without it. Raises
    InputError `bench.no_data`."""
    rows: list[Record] = []
    for language in Language:
        known, asked = (_sampled(load_prompts(session.root, split, language), options) for split in (KNOWN, ASKED))
        if not known or not asked:
            continue
        found = measure(
            [item.text for item in known],
            [item.text for item in asked],
            [_signature(item) for item in known],
            [_signature(item) for item in asked],
            options.seed,
        )
        rows.append(
            {
                "language": language.value, "from": KNOWN, "to": ASKED, "n": found.n, "auc": found.auc,
                "lower": found.lower, "upper": found.upper, "p": found.p, "exact": found.exact,
                "subset": found.subset, "divergence": found.divergence, "reading": found.reading,
            }
        )  # fmt: skip
    if not rows:
        raise InputError("bench.no_data")
    figures = {row["language"]: {key: row[key] for key in ("auc", "p", "exact", "reading")} for row in rows}
    total = sum(row["n"] for row in rows)
    result = BenchResult("shift", total, options.seed, installed(DISTRIBUTION), figures, tuple(rows))
    return Shown(
        result, (Table("bench.title.shift", "bench.head.shift", [[*map(cell, row.values())] for row in rows]),)
    )


def _signature(prompt: Prompt) -> frozenset[str]:
    return frozenset(span.kind for span in prompt.spans)


def _sampled(prompts: tuple[Prompt, ...], options: argparse.Namespace) -> tuple[Prompt, ...]:
    wanted = options.n or SAMPLED
    if wanted >= len(prompts):
        return prompts
    return tuple(random.Random(options.seed).sample(prompts, wanted))  # noqa: S311 - a sample, not a secret
