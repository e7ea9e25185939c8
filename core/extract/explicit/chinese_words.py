"""Word boundaries of Chinese text by the dictionary inside rjieba; without it every character may begin a word."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

_NAME_TAGS = frozenset({"nr", "nrfg"})
_OWN_NAME_TAGS = frozenset({*_NAME_TAGS, "nrt", "i", "l"})
"""Names of people, also transcribed, and idioms, by which people call themselves."""
_PLACE_TAGS = frozenset({"ns", "nt", "nz", "nrt"})


@dataclass(frozen=True, slots=True)
class Segmentation:
    """Offsets at which a word may begin or end, and spans tagged as a name, as any word, as a place or brand.

    `tagged`: the words in a row with their kind of speech (v, n, ...); empty without the dictionary.
    """

    borders: frozenset[int]
    names: frozenset[tuple[int, int]]
    words: frozenset[tuple[int, int]]
    places: frozenset[tuple[int, int]]
    tagged: tuple[tuple[str, str], ...] = ()


def _load() -> Any | None:
    try:
        import rjieba
    except ImportError:
        return None
    return rjieba


class ChineseWords:
    """Segments text lazily; the dictionary is loaded at first use (about a tenth of a second)."""

    def __init__(self) -> None:
        self._module: Any | None = None
        self._loaded = False
        self._lock = threading.Lock()

    def _module_loaded(self) -> Any | None:
        with self._lock:
            if not self._loaded:
                self._module, self._loaded = _load(), True
        return self._module

    def is_word(self, word: str, *, place: bool = False) -> bool:
        """Whether the dictionary holds all of `word`, in Simplified script, as something else than a name or an idiom
        (with `place`: or the name of a place, a body or a brand); False without the dictionary."""
        module = self._module_loaded()
        if module is None or len(word) < 2 or list(module.cut(word, False)) != [word]:
            return False
        tag = next(tag for _, tag in module.tag(word))
        return tag not in _OWN_NAME_TAGS and not (place and tag in _PLACE_TAGS)

    def segment(self, text: str) -> Segmentation:
        """Union of the borders with and without guessed words: a name needs only one of both to fit."""
        module = self._module_loaded()
        if module is None:
            return Segmentation(frozenset(range(len(text) + 1)), frozenset(), frozenset(), frozenset())
        borders: set[int] = {0}
        names: set[tuple[int, int]] = set()
        words: set[tuple[int, int]] = set()
        places: set[tuple[int, int]] = set()
        position = 0
        tagged = tuple(module.tag(text))
        for word, tag in tagged:
            end = position + len(word)
            borders.add(end)
            if tag in _NAME_TAGS:
                names.add((position, end))
            elif tag in _PLACE_TAGS:
                places.add((position, end))
            position = end
        position = 0
        for word in module.cut(text, False):
            end = position + len(word)
            borders.add(end)
            if len(word) > 1:
                words.add((position, end))
            position = end
        return Segmentation(frozenset(borders), frozenset(names), frozenset(words), frozenset(places), tagged)
