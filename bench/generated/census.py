"""What a generated corpus consists of, split by split: the figures that its reader must know."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence

from bench.generated.corpus import coupling, coverage
from bench.result import Record
from core.domain.protocol import STRICT
from core.generate.prompts import GeneratedPrompt

LIBRARY = ("calibration", "train")
"""Splits that count as historical traffic (paper 4.7): coverage is over their signatures."""
_PLACES = 4


def census(splits: Mapping[str, Sequence[GeneratedPrompt]]) -> Record:
    """Per split: counts by language, domain, style, kind, type and trap; coupling; crowds; signature coverage."""
    library = [prompt for name in LIBRARY for prompt in splits.get(name, ())]
    return {name: _of(prompts, library) for name, prompts in splits.items()}


def _of(prompts: Sequence[GeneratedPrompt], library: Sequence[GeneratedPrompt]) -> Record:
    crowds = [prompt.k for prompt in prompts if prompt.k is not None]
    exact, contained = coverage(library, prompts)
    share = coupling(prompts)
    sensitive = [prompt for prompt in prompts if not prompt.harmless]
    return {
        "prompts": len(prompts),
        "harmless": len(prompts) - len(sensitive),
        "families": len({(prompt.language, prompt.family) for prompt in sensitive}),
        "spans": sum(len(prompt.spans) for prompt in prompts),
        "coupling": round(share, _PLACES) if share is not None else None,
        "k_median": statistics.median(crowds) if crowds else None,
        "k_below_star": sum(crowd < STRICT.k_star for crowd in crowds),
        "k_counted": len(crowds),
        "coverage_exact": round(exact, _PLACES),
        "coverage_contained": round(contained, _PLACES),
        "signatures": len({prompt.signature for prompt in sensitive}),
        "languages": _sorted(Counter(prompt.language.value for prompt in prompts)),
        "domains": _sorted(Counter(prompt.domain.value for prompt in sensitive)),
        "styles": _sorted(Counter(prompt.style for prompt in sensitive)),
        "traps": _sorted(Counter(trap for prompt in prompts for trap in prompt.traps)),
        "types": _sorted(Counter(span.type for prompt in prompts for span in prompt.spans)),
        "variants": _sorted(Counter(prompt.variant for prompt in prompts if prompt.variant)),
    }


def _sorted(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items()))
