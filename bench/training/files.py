"""Names of the files that the trainers write and the fitting step reads, all in one folder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

MODEL_FILE = "spans.npz"
FACTS_FILE = "network.labels.json"
NETWORK_FILES: Mapping[str, str] = {"model": "network.onnx", "tokenizer": "network.json"}


def write_facts(folder: Path, labels: tuple[str, ...], recipe: Mapping[str, Any]) -> None:
    """The labels of the network, in the order of its scores, and how it was trained, for the fitting step."""
    text = json.dumps({"labels": labels, "recipe": recipe}, indent=1)
    (folder / FACTS_FILE).write_text(f"{text}\n", encoding="utf-8")


def read_facts(folder: Path) -> Mapping[str, Any] | None:
    """What `write_facts` wrote; None where there is no such file."""
    path = folder / FACTS_FILE
    if not path.is_file():
        return None
    found: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found
