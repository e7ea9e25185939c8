"""From a shipped example through `drsl sanitize` to its answer through `drsl restore`, with the real engine."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from token_answers import answer_to

from app.cli.dispatch import dispatch
from app.cli.terminal import Terminal
from core.domain.language import Language
from core.resources import resource_root

EXAMPLES = sorted((resource_root() / "examples").glob("*.txt"))


def drsl(*words: str, stdin: str = "") -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = dispatch(words, Terminal(io.BytesIO(stdin.encode()), out, err))
    return code, out.getvalue(), err.getvalue()


@pytest.mark.usefixtures("at_hand")
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_tokens_of_every_example_come_back_in_its_answer(example: Path, tmp_path: Path) -> None:
    code, out, err = drsl("--lang", "en", "sanitize", str(example), "--json", "--with-tokens")
    assert (code, err) == (0, "")
    record = json.loads(out)
    for attribute in record["attributes"]:
        if attribute["kind"] == "explicit":
            assert attribute["value"] not in record["text"]
    assert record["certificate"]["sha256"] == record["sha256"]
    table = tmp_path / "run.json"
    table.write_text(out, encoding="utf-8")
    rows = record["token_table"]
    mangled, restored = answer_to(rows, Language(example.stem.partition(".")[2]))
    code, out, err = drsl("--lang", "en", "restore", "-", "--tokens", str(table), stdin=mangled)
    assert code == 0
    assert out.splitlines() == restored.splitlines()
    assert err.startswith(f"{len(rows)} restored, {len(rows)} never issued")
