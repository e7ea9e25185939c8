"""Spans that grow to the whole value: a name broken by a line end or by spaces, one whose middle is blotted out.

A find of a part must not shield the rest of the name beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from core.domain.language import Language
from core.domain.sensitive import Explanation, Layer, Mention
from core.extract.aliases import behind_label
from core.extract.explicit.chinese_words import ChineseWords
from core.extract.explicit.lexicons import fold_latin, read_lines, read_set, surnames_zh
from core.extract.quasi.lexicon import is_latin
from core.resources import read_toml, resource_root
from core.text.characters import in_simplified
from core.text.normalize import NormalizedText
from core.text.patterns import any_of

_HAN = "\u3400-\u9fff\U00020000-\U0002fa1f"
_GAP = r"[ \t]*\n?[ \t]*"
LONGEST_NAME = 4
SCORE = 0.7
_NICKNAMED = re.compile(r" [\"“‘(']")
_BEHIND_NICKNAME = re.compile(r"[\"”’)'] (?P<name>[^\W\d_a-z][^\W\d_]+(?:['’-][^\W\d_]+)*)(?![\w'’])")
"""What closes a nickname, and the capitalised word behind it."""
_GIVEN_BEFORE = re.compile(r"(?<![\w'’.-])(?P<given>[^\W\d_a-z][^\W\d_]+) $")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;…\n\"“*•>-])\s*$")
LONGEST_GIVEN = 16
"""Letters of the longest given name before a surname that is looked for."""
BROKEN = Explanation("growing.broken_name", SCORE, SCORE)


@lru_cache(maxsize=1)
def _given() -> frozenset[str]:
    return frozenset("".join(read_lines(resource_root(), "given_chars_zh.txt")))


@lru_cache(maxsize=1)
def _given_latin() -> tuple[frozenset[str], frozenset[str]]:
    """Given names, and those of them that are ordinary words too."""
    names = frozenset(fold_latin(line) for line in read_lines(resource_root(), "given_names_latin.txt"))
    return names, names & read_set(resource_root(), "words_en.txt")


@lru_cache(maxsize=1)
def _labelled() -> re.Pattern[str]:
    """A label of a person, then a surname and a given name with at least one gap in it."""
    labels = any_of(read_toml(resource_root() / "lexicons" / "person_zh.toml")["strong_before"])
    return re.compile(
        rf"{labels}[ \t]*[:：是为叫]?[ \t]*(?P<name>[{_HAN}]{{1,2}}(?:{_GAP}[{_HAN}]){{1,3}})(?![{_HAN}])"
    )


@lru_cache(maxsize=1)
def _words() -> ChineseWords:
    return ChineseWords()


def _plain(text: str) -> str:
    return in_simplified(re.sub(r"\s", "", text))


def _value(name: str) -> str:
    """A Chinese name without gaps, Simplified; another with single spaces."""
    return _plain(name) if re.search(f"[{_HAN}]", name) else " ".join(name.split())


def _is_name(name: str) -> bool:
    """A surname and one or two characters that given names are written with."""
    length = 2 if name[:2] in surnames_zh() and len(name) > 2 else 1
    given = name[length:]
    return name[:length] in surnames_zh() and 1 <= len(given) <= 2 and all(char in _given() for char in given)


def grown(mentions: Sequence[Mention], normalized: NormalizedText) -> tuple[Mention, ...]:
    """The mentions with every Chinese name taken whole, and names that only their gaps hid. Mentions that a grown one
    covers are gone; none overlap."""
    text = normalized.text
    found = [mention for mention in mentions if mention.type_id != "PERSON"]
    people = [mention for mention in mentions if mention.type_id == "PERSON"]
    spans: dict[tuple[int, int], Mention | None] = {}
    known = frozenset(_plain(mention.text) for mention in people)
    for mention in people:
        start, end = normalized.to_view(mention.start, mention.end)
        start += behind_label(text[start:end])
        start -= _given_before(text, start, end)
        spans[_grow(text, start, end, known)] = mention
    _with_nicknames(text, spans)
    for start, end in _hidden(text):
        if not any(start < other_end and other_start < end for other_start, other_end in spans):
            spans.setdefault((start, end), None)
        else:
            _cover(spans, start, end)
    kept = _largest(spans)
    taken = [(mention.start, mention.end) for mention in found]
    for (start, end), old in kept.items():
        source = normalized.to_original(start, end)
        if old is not None and source == (old.start, old.end):
            found.append(old)
        elif not any(source[0] < other_end and other_start < source[1] for other_start, other_end in taken):
            found.append(_mention(source, _value(text[start:end]), old, normalized))
        elif old is not None:
            found.append(old)
    return tuple(sorted(found, key=lambda item: (item.start, -item.end)))


def _given_before(text: str, start: int, end: int) -> int:
    """Code points of a given name, with its space, before a surname that was found without it: Robert [Haines]."""
    name = text[start:end]
    if not name[:1].isupper() or not name.isalpha() or not is_latin(name[0]):
        return 0
    before = _GIVEN_BEFORE.search(text, max(0, start - LONGEST_GIVEN), start)
    if before is None or before["given"].isupper():
        return 0
    names, words = _given_latin()
    given = fold_latin(before["given"])
    opens = _SENTENCE_START.search(text[max(0, before.start() - 2) : before.start()]) is not None
    return len(before[0]) if given in names and not (given in words and (opens or not before.start())) else 0


def _with_nicknames(text: str, spans: dict[tuple[int, int], Mention | None]) -> None:
    """A name with a nickname in the middle is one: Boutros "Jiddo Pete" Khoury."""
    ordered = sorted(spans)
    for first, second in pairwise(ordered):
        opened, closed = text[first[1] : second[0]], _BEHIND_NICKNAME.match(text, second[1])
        if first not in spans or _NICKNAMED.fullmatch(opened) is None or closed is None:
            continue
        end = next((other[1] for other in ordered if other[0] == closed.start("name")), closed.end("name"))
        _cover(spans, first[0], end)


def _cover(spans: dict[tuple[int, int], Mention | None], start: int, end: int) -> None:
    inside = sorted(span for span in spans if start <= span[0] and span[1] <= end)
    if inside:
        first, *_ = [spans.pop(span) for span in inside]
        spans[start, end] = first


def _largest(spans: dict[tuple[int, int], Mention | None]) -> dict[tuple[int, int], Mention | None]:
    kept: dict[tuple[int, int], Mention | None] = {}
    reach = -1
    for span in sorted(spans, key=lambda item: (item[0], -item[1])):
        if span[0] >= reach:
            kept[span], reach = spans[span], span[1]
    return kept


def _mention(source: tuple[int, int], value: str, old: Mention | None, normalized: NormalizedText) -> Mention:
    text = normalized.original[slice(*source)]
    if old is not None:
        return replace(old, start=source[0], end=source[1], text=text, value=value)
    return Mention(*source, text, "PERSON", value, Language.ZH, Layer.CONTEXT, BROKEN)


def _hidden(text: str) -> Iterator[tuple[int, int]]:
    """Names behind a label that are written with gaps: 姓名：王 伟."""
    for match in _labelled().finditer(text):
        name = match["name"]
        if any(map(str.isspace, name)) and _is_name(_plain(name)):
            yield match.span("name")


def _grow(text: str, start: int, end: int, known: frozenset[str]) -> tuple[int, int]:
    """The span of the whole name; `known`: the names of the text, without spaces, Simplified."""
    name = text[start:end]
    plain = _plain(name)
    if not re.fullmatch(rf"[{_HAN}\s]+", name):
        return start, end
    whole = max((full for full in known if len(full) > len(plain) and full.startswith(plain)), key=len, default="")
    if whole and _plain(text[start : start + len(whole)]) == whole:
        return start, start + len(whole)
    cut = max((full for full in known if _continues(plain, full)), key=len, default="")
    if cut and name.startswith(cut):
        return start, start + len(cut)
    if plain in surnames_zh():
        after = re.compile(rf"[ \t]*\n[ \t]*([{_HAN}]{{1,2}})(?![{_HAN}])").match(text, end)
        if after and _is_name(plain + _plain(after[1])):
            return start, after.end()
    if plain.endswith("某"):
        after = re.compile(rf"[{_HAN}]").match(text, end)
        if after and _plain(after[0]) in _given():
            same = any(name[0] == plain[0] and name[-1] == _plain(after[0]) and "某" not in name for name in known)
            if same or not _begins_word(text, end):
                return start, after.end()
    if len(plain) <= 2 and plain[0] not in surnames_zh():
        before = re.search(
            rf"(?<![{_HAN}])([{_HAN}]{{1,2}})[ \t]*\n[ \t]*$", text[max(0, start - 2 * LONGEST_NAME) : start]
        )
        if before and _plain(before[1]) in surnames_zh():
            return start - len(before[0]), end
    return start, end


def _continues(name: str, known: str) -> bool:
    """Whether a name of four signs is a known name of three and a word behind it: 林秀兰发, 林秀兰."""
    return len(name) == LONGEST_NAME and len(known) == LONGEST_NAME - 1 and name.startswith(known) and _is_name(known)


def _begins_word(text: str, at: int) -> bool:
    """Whether a character begins a word of several (强行, 强奸) rather than ending a name."""
    ahead = re.compile(rf"[{_HAN}]+").match(text, at)
    if ahead is None or len(ahead[0]) < 2:
        return False
    return any(begin == 0 and end > 1 for begin, end in _words().segment(ahead[0][:LONGEST_NAME]).words)
