"""What the label right before a code says it is: the kind of a token is never a guess that the text contradicts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.explicit.table_rows import label_types
from core.extract.weighing.identifiers import REFERENCE
from core.text.characters import in_simplified

PHONE = "PHONE"
REACH = 32
"""Code points before a value in which its label ends."""
_FILLER = re.compile(r"(?:\s|[:=#\"'“”「(（：]|\b(?:is|was|are)\b|是|为|叫)*\Z")
_HEAD = re.compile(
    r"(?:(?P<word>[a-z]+)\s(?:nos?\.?|numbers?|num|codes?|ids?|refs?|reference)|(?P<han>[\u4e00-\u9fff]+?)(?:号码?|编号|代码))\Z"
)
"""What ends in a word for a number: a label, whatever it is the number of."""
_GENERAL = frozenset({"number", "no", "no.", "num", "code", "id", "ref", "reference", "号", "号码", "编号", "代码"})
"""Words for a number that do not say of what."""
_NOBODYS = frozenset(
    {"the", "a", "my", "his", "her", "their", "our", "your", "this", "that", "new", "old", "same", "and", "or"}
)
"""Words that stand before a word for a number and say nothing of it."""


@dataclass(frozen=True, slots=True)
class FieldLabels:
    """`types`: label in lower case and Simplified script -> types that it stands before. `near`: word -> types that are
    found beside it. `kinds`: types that a form alone may suggest wrongly."""

    types: Mapping[str, frozenset[str]]
    near: Mapping[str, frozenset[str]]
    kinds: frozenset[str]

    @classmethod
    def load(cls, root: Path, kinds: frozenset[str], dialled: Iterable[str]) -> FieldLabels:
        """From the rows of the recognisers; `dialled`: labels of telephone numbers. Raises ResourceError."""
        phones = {word: frozenset({PHONE}) for word in dialled}
        return cls({**label_types(root), **phones}, label_types(root, "context"), kinds)

    def typed(self, item: Candidate, text: str) -> Candidate:
        """The finding; where its label says another type than its form, a number to call or a code of unknown kind."""
        if item.type_id not in self.kinds or item.layer is Layer.CONTEXT:
            return item
        said = self._said(text, item)
        if said is None or item.type_id in said or (item.type_id == PHONE and not said):
            return item  # any number may be called: the office number, the emergency number
        return replace(item, type_id=PHONE if PHONE in said else REFERENCE)

    def _said(self, text: str, item: Candidate) -> frozenset[str] | None:
        """Types that the label before a code says, empty for a label of unknown kind, None without a label."""
        start = item.start
        line = text.rfind("\n", max(0, start - REACH), start) + 1
        head = in_simplified(text[max(line, start - REACH) : start].lower())
        head = head[: _FILLER.search(head).start()]  # type: ignore[union-attr]
        for size in range(min(len(head), REACH), 0, -1):
            label = head[-size:]
            if (
                label in self.types
                and label not in _GENERAL
                and not (label[0].isascii() and head[:-size][-1:].isalnum())
            ):
                return self.types[label]
        named = _HEAD.search(head)
        if named is None or named["word"] in _NOBODYS:
            return None
        word = named["word"] or named["han"]
        known = (self.near.get(word[at:], frozenset()) for at in range(len(word) if named["han"] else 1))
        return None if any(item.type_id in types for types in known) else self.types.get(word, frozenset())
