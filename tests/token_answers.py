"""An answer to a run of the command line, as a cloud may write it: tokens in brackets and cases of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.domain.language import Language

WORDS = {Language.EN: ("answer about ", " and "), Language.ZH: ("回答说到", "，还有")}


def answer_to(rows: Sequence[dict[str, Any]], language: Language) -> tuple[str, str]:
    """The answer with each token of the table mangled and one beside it that was never issued, and what it is restored
    to: a line each. `rows`: what `--with-tokens` prints, at least one."""
    assert rows
    about, also = WORDS[language]
    mangled = [f"{about}【{row['label'].lower()} {row['number']}】{also}[{row['label']}_99]" for row in rows]
    restored = [f"{about}{row['original']}{also}[{row['label']}_99]" for row in rows]
    return "\n".join(mangled), "\n".join(restored)
