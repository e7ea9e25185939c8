"""Which of the two languages, and which task domain, a text belongs to."""

from __future__ import annotations

import re
import threading
from pathlib import Path

from core.domain.language import Language
from core.domain.taxonomy import Domain
from core.extract.quasi.lexicon import FOLDER, Lexicon, read_terms
from core.text.characters import in_simplified

_IDEOGRAPH = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0002fa1f]")
_LATIN_WORD = re.compile(r"[A-Za-z\u00c0-\u024f]{2,}")

DOMAIN_TERMS = Path("reading") / "domains.txt"
READ_AT_MOST = 20_000
"""Code points of a long text that tell its domain."""
TASK_WEIGHT = 2
"""A word of the question counts this many times as much as one of the material."""
STRONG_WEIGHT = 2
"""A word that hardly occurs outside its domain (group `<domain>.strong`)."""
LEAST_LEAD = 1
"""By how much the first domain must outweigh the second."""


_CODE = re.compile(
    r"```.*?(?:```|\Z)|^[ \t]*(?:[$#>%]|>>>|\w+@[\w.-]+[:#$~]).*$|^(?=[^\n\u3400-\u9fff]*(?:[{}<>\\|=;$]|--?[a-z]+\b|::|\(\)|://|\.\w+:\d))"
    r"[^\n\u3400-\u9fff]*$",
    re.DOTALL | re.MULTILINE,
)
"""Fenced blocks, lines after a prompt, and lines of Latin script with the signs of code or of a log."""


def detect(text: str) -> Language:
    """Chinese when ideographs outnumber the Latin words of its prose (a word of Chinese has about two ideographs)."""
    ideographs = len(_IDEOGRAPH.findall(text))
    if ideographs == 0:
        return Language.EN
    if ideographs >= len(_LATIN_WORD.findall(text)):
        return Language.ZH
    return Language.ZH if ideographs >= len(_LATIN_WORD.findall(_CODE.sub("", text))) else Language.EN


class DomainDetector:
    """Domains by their vocabulary; the term list is read at first use. Safe from any thread."""

    def __init__(self, root: Path) -> None:
        self._path = root / FOLDER / DOMAIN_TERMS
        self._lock = threading.Lock()
        self._lexicon: Lexicon | None = None

    def detect(self, text: str, task: str = "") -> Domain:
        """The domain with the most distinct words in `text` and `task`; GENERAL when none leads.

        Raises ResourceError when the term list is unusable.
        """
        weights = self._weigh(text[:READ_AT_MOST])
        for domain, weight in (self._weigh(task) if task else {}).items():
            weights[domain] = weights.get(domain, 0) + TASK_WEIGHT * weight
        ranked = sorted(weights.items(), key=lambda item: (-item[1], item[0].value))
        if not ranked:
            return Domain.GENERAL
        second = ranked[1][1] if len(ranked) > 1 else 0
        return ranked[0][0] if ranked[0][1] - second >= LEAST_LEAD else Domain.GENERAL

    def _weigh(self, text: str) -> dict[Domain, int]:
        lexicon = self._loaded()
        weights: dict[Domain, int] = {}
        lowered = in_simplified(text.lower())
        for group, hits in lexicon.scan(lowered, lowered).items():
            name, _, strength = group.partition(".")
            distinct = len({hit.term.canonical for hit in hits})
            domain = Domain(name)
            weights[domain] = weights.get(domain, 0) + distinct * (STRONG_WEIGHT if strength else 1)
        return weights

    def _loaded(self) -> Lexicon:
        with self._lock:
            if self._lexicon is None:
                self._lexicon = Lexicon(read_terms(self._path))
            return self._lexicon
