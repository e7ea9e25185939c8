"""The language of the text around a token, and whether that is prose in which a value may be said in it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.domain.language import Language
from core.restore.pieces import MORE, More

BEFORE = 320
"""Characters in front of a token that are looked at."""
AFTER = 80
"""Characters behind a token that are waited for."""
_HAN = r"\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0002fa1f"
_STOP = re.compile(r"[。！？!?;；:：\n“”\"「」]|\.(?=\s)")
"""What parts two passages, each of which may be in a language of its own."""
_TOKENS = re.compile(
    r"^[^\[［【\n]{0,80}[\]］】]"  # the rest of one in front of the window
    r"|[\[［【<{][^\[\]［］【】<>{}\n]{1,120}[\]］】>}]"
    r"|[\[［【<{][^\[\]［］【】<>{}\n]{0,120}$"  # the beginning of one at its end
    r"|(?<![A-Z_])[A-Z][A-Z_]*\\?_[0-9]+|(?<![!-~])[!-~]*(?:://|@)[!-~]*"
)
_WORD = re.compile(r"[A-Za-z\u00c0-\u024f]+(?:['’][A-Za-z]+)?")
_IDEOGRAPH = re.compile(f"[{_HAN}]")
_OTHER_SCRIPT = re.compile(r"[\u0370-\u05ff\u0600-\u07ff\u0900-\u11ff\u3040-\u30ff\uac00-\ud7a3]")
_ACCENT = re.compile(r"[\u00c0-\u024f]")
_VISIBLE = "".join(map(chr, range(0x21, 0x7F)))
_MACHINES = re.compile(r"\]\(|[=@/\\#_]")
"""Signs of an address, of an assignment, of a path: a value behind them, without a space, is not read by people."""


@dataclass(frozen=True, slots=True)
class Tongues:
    """`foreign`: small words that tell another language in Latin script from English."""

    foreign: frozenset[str]

    def around(self, before: str, after: str, final: bool) -> Language | More | None:
        """The language of the passage between `before` and `after`; None where it is not certain.

        The clause decides; where it says nothing the line, what went before, what follows. `before`: at most BEFORE
        characters; of `after` AFTER are looked at, MORE asks for them unless the text is `final`ly over.
        """
        after = after[:AFTER]
        clause_end = _STOP.search(after)
        if clause_end is None and len(after) < AFTER and not final:
            return MORE
        begin = max((match.end() for match in _STOP.finditer(before)), default=0)
        language = _language(self.foreign, before[begin:], after[: clause_end.start()] if clause_end else after)
        if language is not None:
            return language
        if len(after) < AFTER and not final:
            return MORE
        line, here = before.rfind("\n") + 1, after.partition("\n")[0]
        for front, behind in ((before[line:], here), (before[:line], ""), ("", after)):
            language = _language(self.foreign, front, behind)
            if language is not None:
                return language
        return None


def _language(foreign: frozenset[str], before: str, after: str) -> Language | None:
    """The language of what stands on both sides of a token, None where it is none or not one."""
    text = f"{_TOKENS.sub(' ', before)} {_TOKENS.sub(' ', after)}"
    if _OTHER_SCRIPT.search(text):
        return None
    words = _WORD.findall(text)
    ideographs = len(_IDEOGRAPH.findall(text))
    if ideographs > 2 * len(words):
        return Language.ZH
    if len(words) <= 2 * ideographs:
        return None
    strange = sum(1 for word in words if word.lower() in foreign or _ACCENT.search(word))
    return Language.EN if 4 * strange < len(words) else None


def is_prose(before: str) -> bool:
    """Whether a token behind `before` stands in prose: not in inline code, in an address, in a key of a table.

    Keys are the cells of a table's first row.
    """
    head, _, line = before.rpartition("\n")
    if line.count("`") % 2 or _MACHINES.search(line, len(line.rstrip(_VISIBLE))):
        return False
    return not line.lstrip().startswith("|") or head.rpartition("\n")[2].lstrip().startswith("|")
