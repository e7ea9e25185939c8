"""Whether two wordings say the same: equal content words, other small words or another order at most."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.text.normalize import normalize

_HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U000323af]")
_WORD = re.compile(rf"{_HAN.pattern}|\d+(?:[.,]\d+)*|[^\W\d_\u2e80-\U000323af]+(?:['’][^\W\d_]+)*|[^\W_]")
_PLAIN = re.compile(r"[\w\s,.;:()（），。；：、'’“”\"%/–—-]*")


class AllowedWords:
    """Compares wordings. Immutable after construction."""

    def __init__(self, small: Iterable[str], small_zh: Iterable[str]) -> None:
        """`small`: English words, `small_zh`: Chinese characters that add nothing to a wording."""
        self._small = frozenset(small)
        self._small_zh = frozenset(small_zh)

    @classmethod
    def load(cls, root: Path) -> AllowedWords:
        """Read `lexicons/small_words.*.txt` below `root`. Raises ResourceError."""
        lists = []
        for language in Language:
            name = f"small_words.{language}.txt"
            try:
                lines = (root / "lexicons" / name).read_text(encoding="utf-8").splitlines()
            except OSError as error:
                raise ResourceError("resource.unreadable", details={"file": name}) from error
            lists.append([word for line in lines if not line.startswith("#") for word in line.split()])
        return cls(*lists)

    def same(self, phrase: str, wording: str) -> bool:
        """Whether `phrase` says exactly what `wording` says: the same content words, Latin ones in any order, numbers
        and ideographs in the same order. Small words may come and go; signs other than plain punctuation may not.
        """
        folded = normalize(phrase).text
        if not folded.strip() or _PLAIN.fullmatch(folded) is None or "\n" in folded:
            return False
        words, signs = self.content(folded)
        told_words, told_signs = self.content(normalize(wording).text)
        return bool(words or signs) and words == told_words and signs == told_signs

    def is_small(self, word: str) -> bool:
        """Whether a word in lower case, or a character, adds nothing to a wording."""
        return word in self._small or word in self._small_zh

    def content(self, folded: str) -> tuple[Counter[str], list[str]]:
        """Of a normalised text: Latin words, which have no order here, and numbers and ideographs, which have one;
        without small words.
        """
        words: Counter[str] = Counter()
        signs: list[str] = []
        for word in _WORD.findall(folded.casefold()):
            if _HAN.fullmatch(word):
                signs += [] if word in self._small_zh else [word]
            elif any(map(str.isdigit, word)):
                signs.append(word)
            elif word not in self._small:
                words[word] += 1
        return words, signs
