"""How likely the answer needs the exact form of a value, read off signs in the text (DESIGN 5.0).

A sign is a condition that data names: another day in the text, a word beside the value, a word anywhere. Their log odds
add up. What a value costs the answer where it is needed and not told stands beside them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.domain.sensitive import SensitiveAttribute
from core.resources import read_toml
from core.text.characters import in_simplified

FILE = "need.toml"
_ENDS = re.compile(r"[\n。;；]|\.\s")
"""What ends the reach of a word beside a value."""


@dataclass(frozen=True, slots=True)
class Sign:
    """`weight`: log odds. `pattern` None: at least `least` other values of the same types stand in the text. `near`:
    the pattern is looked for near the value only. `runs_on`: from such a value something is counted to this day."""

    weight: float
    pattern: re.Pattern[str] | None
    near: bool
    least: int = 1
    runs_on: bool = False

    def holds(self, text: str, around: Sequence[str], fellows: int) -> bool:
        """Whether the sign stands in `text`, or in one of the places `around` a value."""
        if self.pattern is None:
            return fellows >= self.least
        return any(self.pattern.search(place) for place in (around if self.near else (text,)))


@dataclass(frozen=True, slots=True)
class Need:
    """How likely values of some types are needed as they are, and what is lost where they are and are not told.

    `bias`: log odds without a sign; `loss` in units of telling what certainly singles somebody out. `exposure`: how
    much more than another value one of these types exposes. `prose`: the value is words of the sentence; a token in its
    place costs a text that is reworked as much as one that is answered.
    """

    bias: float
    loss: float
    exposure: float = 1.0
    signs: tuple[Sign, ...] = ()
    prose: bool = False


@dataclass(frozen=True, slots=True)
class NeedProbabilities:
    """Settings of resources/disclose/need.toml. `before`, `after`: code points beside a value in which words count, by
    language of the word."""

    needs: Mapping[str, Need]
    before: int
    after: int

    @classmethod
    def load(cls, root: Path) -> NeedProbabilities:
        """From the resource folder. Raises ResourceError."""
        data = read_toml(root / "disclose" / FILE)
        try:
            needs = {
                str(kind): Need(
                    float(row["bias"]),
                    float(row["loss"]),
                    float(row.get("exposure", 1.0)),
                    tuple(_sign(item) for item in row.get("sign", ())),
                    bool(row.get("prose", False)),
                )
                for row in data["need"]
                for kind in row["types"]
            }
            return cls(needs, int(data["before"]), int(data["after"]))
        except (KeyError, TypeError, ValueError, re.error) as error:
            raise ResourceError("resource.malformed", details={"file": FILE}) from error

    def exposure(self, type_id: str) -> float:
        """How much telling a value of the type exposes, 1 where nothing is known."""
        need = self.needs.get(type_id)
        return need.exposure if need is not None else 1.0

    def prose(self, type_id: str) -> bool:
        """Whether values of the type are words of the sentence."""
        need = self.needs.get(type_id)
        return need is not None and need.prose

    def loss(self, attribute: SensitiveAttribute, text: str, fellows: int) -> float:
        """Expected loss where the value is not told as it is: the chance that it is needed times what that costs; 0
        where nothing is known of its type. `fellows`: further values of its types in the text."""
        need = self.needs.get(attribute.type_id)
        if need is None:
            return 0.0
        text = in_simplified(text)
        around = self._places(attribute, text)
        odds = need.bias + sum(sign.weight for sign in need.signs if sign.holds(text, around, fellows))
        return need.loss / (1.0 + math.exp(-odds))

    def runs_on(self, attribute: SensitiveAttribute, text: str) -> bool:
        """Whether something that began with the value is counted to this day: a job, a lease, a marriage."""
        need = self.needs.get(attribute.type_id)
        signs = [sign for sign in need.signs if sign.runs_on] if need is not None else []
        text = in_simplified(text)
        return bool(signs) and any(sign.holds(text, self._places(attribute, text), 0) for sign in signs)

    def _places(self, attribute: SensitiveAttribute, text: str) -> list[str]:
        return [self._around(text, mention.start, mention.end) for mention in attribute.mentions]

    def _around(self, text: str, start: int, end: int) -> str:
        """What stands beside `[start, end)` in its own sentence; the value itself is left out."""
        head = _ENDS.split(text[max(0, start - self.before) : start])[-1]
        tail = _ENDS.split(text[end : end + self.after])[0]
        return f"{head} | {tail}"


def _sign(data: Mapping[str, Any]) -> Sign:
    weight = float(data["weight"])
    if data["where"] == "fellow":
        return Sign(weight, None, near=False, least=int(data.get("least", 1)))
    latin = "|".join(str(word) for word in data[Language.EN])
    chinese = "|".join(re.escape(in_simplified(str(word))) for word in data[Language.ZH])
    return Sign(
        weight,
        re.compile(rf"(?<![a-z])(?:{latin})(?![a-z])|{chinese}", re.IGNORECASE),
        data["where"] == "beside",
        runs_on=bool(data.get("runs_on", False)),
    )
