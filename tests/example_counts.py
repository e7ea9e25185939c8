"""How many examples a property is tried with: a part in the ordinary run, all of them with DRSL_EXAMPLES=all.

The examples are the same on every run (`derandomize`), so the part is always the same one.
"""

from __future__ import annotations

import os

ALL = os.environ.get("DRSL_EXAMPLES") == "all"
PART = 4
FEWEST = 5


def examples(full: int) -> int:
    """`full`, or a quarter of it."""
    return full if ALL else max(FEWEST, full // PART)
