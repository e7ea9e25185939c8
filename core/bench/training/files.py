"""Names of the files that the trainers write and the fitting step reads, all in one folder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.extract.spans.network import HAN, LATIN

MODEL_FILE = "spans.npz"
LABELS_FILE = "{voice}.labels.json"
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


def write_facts(folder: Path, voice: str, labels: tuple[str, ...], recipe: Mapping[str, Any]) -> None:
    """The labels of a network, in the order of its scores, and how it was trained, for the fitting step."""
    text = json.dumps({"labels": labels, "recipe": recipe}, indent=1)
    (folder / LABELS_FILE.format(voice=voice)).write_text(f"{text}\n", encoding="utf-8")


def read_facts(folder: Path, voice: str) -> Mapping[str, Any] | None:
    """What `write_facts` wrote; None where there is no such file."""
    path = folder / LABELS_FILE.format(voice=voice)
    if not path.is_file():
        return None
    found: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found
