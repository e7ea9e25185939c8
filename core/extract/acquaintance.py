"""Names that a word right beside them makes somebody's acquaintance: my boss Ann, Ann is my boss, 我老板李明."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.resources import read_toml
from core.text.characters import in_simplified
from core.text.patterns import any_of

FILE = "persons.toml"
REACH = 40
"""Code points around a name in which such a word stands."""


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """`before` ends right before the name, `behind` begins right behind it; both in Simplified script."""

    before: re.Pattern[str]
    behind: re.Pattern[str]

    @classmethod
    def of_writer(cls, root: Path) -> Acquaintance:
        """Of the person who writes: whose word and what people are to each other, both of persons.toml. Raises
        ResourceError."""
        latin, han = _words(root)
        owner = rf"(?<![\w'’-]){latin['owners']} (?:[\w-]+ )?{latin['kin']}(?![\w-])"
        other = rf"{han['owners']}的?{han['kin']}"
        return cls(
            re.compile(rf"(?:{owner},?(?: {latin['copulas']})* |{other}{han['copulas']}?)\Z", re.IGNORECASE),
            re.compile(rf"(?:,| {latin['copulas']}) {owner}|[,，]?{han['copulas']}{other}", re.IGNORECASE),
        )

    @classmethod
    def of_anybody(cls, root: Path, words: Mapping[str, Mapping[str, Sequence[str]]]) -> Acquaintance:
        """Of anybody at all, by language of `words`: `owners` stand on either side of a name, `titles` behind a Chinese
        one. Raises KeyError, ResourceError."""
        latin, han = _words(root)
        owner = rf"(?<![\w'’-]){any_of(words[Language.EN]['owners'])}(?![\w-])"
        other, titles = any_of(words[Language.ZH]["owners"]), any_of(words[Language.ZH]["titles"])
        return cls(
            re.compile(
                rf"(?:{owner}(?:[ ,:]+[\w'’-]+)?(?:[ ,:]+{latin['copulas']}){{0,2}}|{other}[^，。；！？,;!?\s]{{0,2}})"
                r"[\s,:，：]*\Z",
                re.IGNORECASE,
            ),
            re.compile(
                rf"(?:\s*,|\s+{latin['copulas']})?\s+(?:an? |the )?{owner}|[，,]?{han['copulas']}?{other}|{titles}",
                re.IGNORECASE,
            ),
        )

    def owns(self, text: str, start: int, end: int) -> bool:
        """Whether such words stand beside `[start, end)`, in either script."""
        head = in_simplified(text[max(0, start - REACH) : start])
        return self.before.search(head) is not None or (
            self.behind.match(in_simplified(text[end : end + REACH])) is not None
        )


def _words(root: Path) -> tuple[dict[str, str], dict[str, str]]:
    """Groups of patterns by list of persons.toml, English and Chinese."""
    data: Mapping[str, Any] = read_toml(root / "recognizers" / FILE)
    try:
        latin, han = (
            {name: any_of(data[code][name]) for name in ("owners", "copulas", "kin")}
            for code in (Language.EN, Language.ZH)
        )
    except KeyError as error:
        raise ResourceError("resource.malformed", details={"file": FILE}) from error
    return latin, han
