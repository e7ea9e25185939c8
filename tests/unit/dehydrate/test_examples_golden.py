"""The shipped examples as the built-in engine first proposes them, to be read by people.

`DRSL_UPDATE_GOLDEN=1` writes the files anew; read the difference before committing it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from shared_engine import rule_cascade

from core.domain.request import Decisions, Request
from core.domain.tokens import TokenVault
from core.extract.cascade import CascadeExtractor
from tests.dehydration import DEHYDRATOR, ROOT

GOLDEN = Path(__file__).parents[2] / "golden" / "examples"
EXAMPLES = sorted((ROOT / "examples").glob("*.txt"))


@pytest.fixture(scope="module")
def extractor() -> CascadeExtractor:
    return rule_cascade()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example(path: Path, extractor: CascadeExtractor) -> None:
    text = path.read_text(encoding="utf-8")
    sensitive = extractor.extract(Request(text), b"\x07" * 32)
    levels = DEHYDRATOR.initial_levels(sensitive, Decisions())
    artifact = DEHYDRATOR.dehydrate(text, sensitive, levels, TokenVault(), extractor.language(text))
    assert DEHYDRATOR.violations(artifact, sensitive) == ()
    golden = GOLDEN / path.name
    if os.environ.get("DRSL_UPDATE_GOLDEN"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(artifact.text, encoding="utf-8")
    assert artifact.text == golden.read_text(encoding="utf-8")
