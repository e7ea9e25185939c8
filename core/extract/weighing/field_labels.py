"""What the label right before a code says it is: the kind of a token is never a guess that the text contradicts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.explicit.table_rows import label_types
from core.extract.weighing.identifiers import REFERENCE
from core.text.characters import in_simplified
from core.text.patterns import any_of

PHONE = "PHONE"
BANK_ACCOUNT = "BANK_ACCOUNT"
REACH = 32
"""Code points before a value in which its label ends."""
_ISSUER = re.compile(r"[a-z]{2,}bank\Z")
"""The name of a bank in one word, whose number stands behind it: GTBank, Maybank. A bank alone may be called."""
_FILLER = re.compile(r"(?:\s|[:=#\"'“”「(（：]|\b(?:is|was|are)\b|是|为|叫)*\Z")


@dataclass(frozen=True, slots=True)
class FieldLabels:
    """`types`: label in lower case and Simplified script -> types that it stands before. `near`: word -> types that are
    found beside it. `shaped`: types that a form alone may suggest wrongly.

    `numbers`: words for a number that do not say of what. `named` finds one of them at the end of a text with the word
    before it, in letters (`word`) or ideographs (`han`); words of `unsaid` there say nothing."""

    types: Mapping[str, frozenset[str]]
    near: Mapping[str, frozenset[str]]
    shaped: frozenset[str]
    numbers: frozenset[str]
    named: re.Pattern[str]
    unsaid: frozenset[str]

    @classmethod
    def load(cls, root: Path, data: Mapping[str, Any]) -> FieldLabels:
        """From the rows of the recognisers and the table of the settings. Raises KeyError, ResourceError."""
        phones = {word: frozenset({PHONE}) for word in data["dialled"]}
        numbers = frozenset(data["numbers"])
        latin = any_of(word for word in numbers if word.isascii())
        han = any_of(word for word in numbers if not word.isascii())
        return cls(
            {**label_types(root), **phones},
            label_types(root, "context"),
            frozenset(data["shaped"]),
            numbers,
            re.compile(rf"(?:(?P<word>[a-z]+)\s{latin}|(?P<han>[\u4e00-\u9fff]+?){han})\Z"),
            frozenset(data["unsaid"]),
        )

    def typed(self, item: Candidate, text: str) -> Candidate:
        """The finding; where its label says another type than its form, a number to call or a code of unknown kind."""
        if item.type_id not in self.shaped or item.layer is Layer.CONTEXT:
            return item
        said = self._said(text, item)
        if said is None or item.type_id in said or (item.type_id == PHONE and not said):
            return item  # any number may be called: the office number, the emergency number
        return replace(item, type_id=PHONE if PHONE in said else REFERENCE)

    def _said(self, text: str, item: Candidate) -> frozenset[str] | None:
        """Types that the label before a code says, empty for a label of unknown kind, None without a label, or where it
        is known to stand beside codes of the same type."""
        head = _before(text, item.start)
        for size in range(len(head), 0, -1):
            label = head[-size:]
            cut = label[0].isascii() and head[:-size][-1:].isalnum()
            if label in self.types and label not in self.numbers and not cut:
                return self.types[label]
        if _ISSUER.search(head):
            return frozenset({BANK_ACCOUNT})
        named = self.named.search(head)
        if named is None or named["word"] in self.unsaid:
            return None
        word = named["word"] or named["han"]
        # Of ideographs nothing says where the word begins.
        words = (word[at:] for at in range(len(word) if named["han"] else 1))
        if any(item.type_id in self.near.get(each, ()) for each in words):
            return None
        return self.types.get(word, frozenset())


def _before(text: str, start: int) -> str:
    """What stands before a value in its line, in lower case and Simplified script, up to the end of a label."""
    line = text.rfind("\n", max(0, start - REACH), start) + 1
    head = in_simplified(text[max(line, start - REACH) : start].lower())
    filler = _FILLER.search(head)
    return head[: filler.start()] if filler is not None else head
