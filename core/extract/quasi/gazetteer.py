"""World place names in Latin script, looked up by folded key."""

from __future__ import annotations

import unicodedata
from pathlib import Path

from core.domain.errors import ResourceError
from core.extract.quasi.lexicon import FOLDER

_LETTERS = str.maketrans(
    {
        "ł": "l",
        "ø": "o",
        "ß": "ss",
        "ı": "i",
        "đ": "d",
        "æ": "ae",
        "œ": "oe",
        "ð": "d",
        "þ": "th",
        "’": "'",
        "-": " ",
        "‘": "'",
    }
)
LARGE = "gazetteer_large.dat"
SMALL = "gazetteer_small.dat"


def place_key(name: str) -> str:
    """Lower case without accents; hyphens are spaces."""
    lowered = name.lower().translate(_LETTERS)
    if lowered.isascii():
        return lowered
    return "".join(char for char in unicodedata.normalize("NFKD", lowered) if not unicodedata.combining(char))


class Gazetteer:
    """Two tiers: `large` names count wherever they stand, `small` ones only after a cue of place.

    Files are read at first use: a Chinese prompt never pays for them.
    """

    def __init__(self, root: Path) -> None:
        self._folder = root / FOLDER
        self._tiers: dict[str, frozenset[str]] = {}

    def _tier(self, name: str) -> frozenset[str]:
        known = self._tiers.get(name)
        if known is None:
            try:
                text = (self._folder / name).read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                raise ResourceError("resource.unreadable", details={"file": name}) from error
            known = frozenset(text[text.index("\n\n") + 2 :].split("\n"))
            self._tiers[name] = known
        return known

    def large(self, name: str) -> bool:
        """A city or town that is known by its name alone."""
        return place_key(name) in self._tier(LARGE)

    def small(self, name: str) -> bool:
        """Any place of the list, villages included."""
        key = place_key(name)
        return key in self._tier(LARGE) or key in self._tier(SMALL)
