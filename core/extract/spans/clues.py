"""Clues of a text for the span model: for every token a row of named values, the same in training and at run time."""

from __future__ import annotations

import contextlib
import re
import threading
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.spans.tokens import LINE_END, Tokens, chunks, has_ideographs
from core.extract.spans.word_signs import WordLists

Columns = Mapping[str, Sequence[str]]
"""Slot -> one value for every token; "" where the slot has nothing to say."""

Proposed = tuple[Candidate, int, int]
"""A candidate and its span in the text that is read, which may be a part of the candidate's own."""

OFFSETS: Mapping[str, tuple[int, ...]] = {
    "w": (-4, -3, -2, -1, 0, 1, 2, 3, 4),
    "s": (-3, -2, -1, 0, 1, 2, 3),
    "p": (-1, 0, 1),
    "x": (-1, 0, 1),
    "y": (0,),
    "l": (-3, -2, -1, 0, 1, 2, 3),
    "b": (-3, -2, -1, 0, 1, 2),
    "t": (-3, -2, -1, 0, 1),
    "g": (-1, 0, 1),
    "c": (-2, -1, 0, 1, 2),
    "r": (-3, -2, -1, 0, 1, 2, 3),
    "q": (0,),
    "n": (-2, -1, 0, 1, 2),
    "j": (-3, -2, -1, 0, 1, 2, 3),
    "J": (0,),
    "JP": (0,),
    "JN": (0,),
    "f": (0,),
    "fs": (0,),
    "h": (0,),
    "i": (0,),
    "ds": (0,),
    "dl": (0,),
    "dr": (0,),
    "dn": (0,),
    "e": (-1, 0, 1),
    "k": (0,),
    "v": (0,),
}
"""Slot -> the places beside a token at which the model reads it."""

CUE_REACH = 10
"""Tokens back to which a word of kin, a title or a first person counts as near."""
LONGEST_LABEL = 24
"""Code points of a label before a colon."""
_FIRST_PERSON = re.compile(r"\b(?:i|i'm|im|ive|my|me|mine|our|we|us)\b|我|咱|俺|本人|吾", re.IGNORECASE)
_LABEL = re.compile(r"[ \t>*\-•#\d.)\"'{\[]*(?P<label>[^:：=|\t,，。;；\n]{1,24}?)[\"']?\s*[:：=]\s*")
LEAST_CELLS = 3
_MANY = (0, 1, 2, 4, 8)


def _strength(item: Proposed) -> tuple[float, int, int, str, str]:
    candidate, start, end = item
    return candidate.score, end - start, start, candidate.type_id, candidate.recognizer


def _bucket(count: int) -> str:
    return str(bisect_right(_MANY, count) - 1)


class ClueReader:
    """Turns tokens and the rules' findings into columns. Safe from any thread."""

    def __init__(self, root: Path) -> None:
        """`root` is the resource folder. Raises ResourceError."""
        self._lists = WordLists(root)
        self._signs = lru_cache(maxsize=50_000)(self._lists.signs)
        self._lock = threading.Lock()
        self._module: Any | None = None
        self._asked = False

    def columns(self, text: str, tokens: Tokens, candidates: Iterable[Proposed]) -> dict[str, Sequence[str]]:
        """All slots of `OFFSETS` for the text. `candidates`: what rules and the name model propose, with offsets."""
        words = tokens.words
        signs = [self._signs(word) for word in words]
        norm = [sign.norm for sign in signs]
        found = sorted(candidates, key=_strength)
        rule, rule_id, kind = self._painted(tokens, [item for item in found if item[0].layer is not Layer.NER])
        model, _, _ = self._painted(tokens, [item for item in found if item[0].layer is Layer.NER])
        glue, chunk = self._chunks(text, tokens)
        tags, own, before, after = self._chinese(text, tokens)
        label, header, place, kind_of_line = self._lines(text, tokens, norm)
        mark = self._document(text, words, found)
        lists = [sign.lists for sign in signs]
        shape = [sign.shape for sign in signs]
        pairs = [f"{one} {two}" for one, two in pairwise(norm)] + ([""] if norm else [])
        triples = [f"{a} {b} {c}" for a, b, c in zip(norm, norm[1:], norm[2:], strict=False)] + [""] * min(2, len(norm))
        return {
            "w": norm,
            "s": shape,
            "p": [sign.prefix for sign in signs],
            "x": [sign.suffix for sign in signs],
            "y": [sign.ending for sign in signs],
            "l": lists,
            "b": pairs,
            "t": triples,
            "g": glue,
            "c": chunk,
            "r": rule,
            "q": rule_id,
            "n": model,
            "j": tags,
            "J": own,
            "JP": before,
            "JN": after,
            "f": label,
            "fs": [f"{a}/{b}" if a else "" for a, b in zip(label, shape, strict=True)],
            "h": header,
            "i": place,
            "ds": [f"{mark}{value}" for value in shape],
            "dl": [f"{mark}{value}{sign[:1]}" if value else "" for value, sign in zip(lists, shape, strict=True)],
            "dr": [f"{mark}{value}" if value else "" for value in kind],
            "dn": [f"{mark}{value}" if value else "" for value in model],
            "e": self._elsewhere(words, norm, shape, kind, model),
            "k": self._cues(norm, words, own),
            "v": kind_of_line,
        }

    def _painted(self, tokens: Tokens, found: Sequence[Proposed]) -> tuple[list[str], list[str], list[str]]:
        """Per token the strongest finding: with its place, score and proof; with its recogniser; its type alone."""
        size = len(tokens)
        full, origin, kind = [""] * size, [""] * size, [""] * size
        for item, start, end in found:
            proof = "" if item.validation is None else "+" if item.validation else "~"
            level = min(9, int(item.score * 10))
            covered = tokens.covered(start, end)
            for index in covered:
                place = "B" if index == covered.start else "I"
                full[index] = f"{place}{item.type_id}{proof}{'' if level >= 7 else 'm' if level >= 5 else 'u'}"
                origin[index] = f"{place}{item.recognizer}{level // 2}"
                kind[index] = item.type_id
        return full, origin, kind

    def _chunks(self, text: str, tokens: Tokens) -> tuple[list[str], list[str]]:
        """Per token how it touches its neighbours, and the shape of a run that mixes letters, digits and signs."""
        size = len(tokens)
        glue, shapes = [""] * size, [""] * size
        starts, ends = tokens.starts, tokens.ends
        for index in range(size):
            left = index > 0 and ends[index - 1] == starts[index]
            right = index + 1 < size and ends[index] == starts[index + 1]
            glue[index] = f"{int(left)}{int(right)}"
        for start, end in chunks(text):
            covered = tokens.covered(start, end)
            if len(covered) < 2:
                continue
            body = text[start:end]
            has_digit = any(map(str.isdigit, body))
            has_sign = "@" in body or "_" in body or "/" in body or "." in body[:-1] or "-" in body or "#" in body
            if not has_digit and not has_sign:
                continue
            shape = _shape_of_chunk(body)
            last = len(covered) - 1
            for number, index in enumerate(covered):
                shapes[index] = f"{'B' if number == 0 else 'E' if number == last else 'M'}{shape}"
        return glue, shapes

    def _chinese(self, text: str, tokens: Tokens) -> tuple[list[str], list[str], list[str], list[str]]:
        """Per ideograph its word's kind and place in it, the word, and the words before and after."""
        size = len(tokens)
        tags, own, before, after = [""] * size, [""] * size, [""] * size, [""] * size
        module = self._segmenter() if has_ideographs(text) else None
        if module is None:
            return tags, own, before, after
        position = 0
        words: list[tuple[str, range]] = []
        for word, tag in module.tag(text):
            end = position + len(word)
            covered = tokens.covered(position, end)
            position = end
            if not covered or LINE_END in word:
                continue
            size_of = len(covered)
            for number, index in enumerate(covered):
                place = "S" if size_of == 1 else "B" if number == 0 else "E" if number == size_of - 1 else "M"
                tags[index] = f"{place}{tag}{min(size_of, 4)}"
                own[index] = word[:8]
            words.append((word[:8], covered))
        for (word, covered), (follower, follows) in pairwise(words):
            for index in covered:
                after[index] = follower
            for index in follows:
                before[index] = word
        return tags, own, before, after

    def _segmenter(self) -> Any | None:
        with self._lock:
            if not self._asked:
                self._asked = True
                with contextlib.suppress(ImportError):
                    import rjieba

                    self._module = rjieba
        return self._module

    def _lines(
        self, text: str, tokens: Tokens, norm: Sequence[str]
    ) -> tuple[list[str], list[str], list[str], list[str]]:
        """Per token the label of its line, the head of its column, its place in the line, the kind of line."""
        size = len(tokens)
        label, header, place, kind = [""] * size, [""] * size, [""] * size, [""] * size
        heads: list[str] = []
        head_sign = ""
        position = 0
        for line in text.split("\n"):
            end = position + len(line)
            covered = tokens.covered(position, end)
            if not covered:
                heads, head_sign = [], ""
                position = end + 1
                continue
            sign, cells = _table_cells(line)
            colons = 0
            if cells:
                if not heads or sign != head_sign or len(cells) != len(heads):
                    heads, head_sign = [line[a:b].strip(" *\"'`").lower()[:LONGEST_LABEL] for a, b in cells], sign
                else:
                    for head, (a, b) in zip(heads, cells, strict=True):
                        for index in tokens.covered(position + a, position + b):
                            header[index] = head
            elif sign == "":
                heads, head_sign = [], ""
            at = 0
            while (match := _LABEL.match(line, at)) is not None:
                name = " ".join(match["label"].lower().split()[-3:])
                stop = _value_end(line, match.end())
                for index in tokens.covered(position + match.end(), position + stop):
                    label[index] = name
                colons += 1
                at = stop + 1
                if at >= len(line):
                    break
            colon = max(line.find(":", 0, 400), line.find("：", 0, 400))
            if colons == 0 and colon > 0:
                tail = _words_before(line, colon)
                for index in tokens.covered(position + colon + 1, end):
                    label[index] = f"~{tail}"
            long_line = "l" if len(covered) > 40 else "m" if len(covered) > 12 else "s"
            form = "t" if cells else ":" if colons else "p"
            for number, index in enumerate(covered):
                place[index] = f"{min(number, 3)}{min(len(covered) - 1 - number, 2)}"
                kind[index] = f"{form}{long_line}"
            position = end + 1
        return label, header, place, kind

    def _document(self, text: str, words: Sequence[str], found: Sequence[Proposed]) -> str:
        """What kind of text it is: how much the rules prove in it, the first person, the style of its letters."""
        sure = {(item.type_id, item.value) for item, _, _ in found if item.score >= 0.7}
        first = "1" if _FIRST_PERSON.search(text) else "0"
        letters = sum(word[0].isupper() for word in words if word[0].isalpha() and word.isascii())
        latin = sum(word[0].isalpha() and word.isascii() for word in words)
        style = "n" if latin < 5 else "l" if letters * 50 < latin else "u" if letters * 2 > latin else "t"
        return f"{_bucket(len(sure))}{first}{style}"

    def _elsewhere(
        self, words: Sequence[str], norm: Sequence[str], shape: Sequence[str], kind: Sequence[str], model: Sequence[str]
    ) -> list[str]:
        """Per word that comes again: whether it is capitalised inside a sentence or found as a name somewhere else."""
        counts = Counter(norm)
        inside: Counter[str] = Counter()
        named: Counter[str] = Counter()
        lowered: Counter[str] = Counter()
        for index, word in enumerate(words):
            key = norm[index]
            if counts[key] < 2 or not word[0].isalpha():
                continue
            if word[0].isupper():
                if index and words[index - 1][-1].isalpha():
                    inside[key] += 1
            elif shape[index] != "c":
                lowered[key] += 1
            if kind[index] == "PERSON" or "PERSON" in model[index]:
                named[key] += 1
        result = []
        for index, word in enumerate(words):
            key = norm[index]
            if counts[key] < 2 or not word[0].isalpha():
                result.append("")
                continue
            name = named[key] - (kind[index] == "PERSON" or "PERSON" in model[index])
            result.append(f"{int(inside[key] > 0)}{int(lowered[key] > 0)}{int(name > 0)}{shape[index][0]}")
        return result

    def _cues(self, norm: Sequence[str], words: Sequence[str], own: Sequence[str]) -> list[str]:
        """Per token the nearest word of kin or title before it in its line, with its distance."""
        kin, titles = self._lists.kin, self._lists.titles
        result = [""] * len(norm)
        cue, since = "", CUE_REACH + 1
        for index, key in enumerate(norm):
            if words[index] == LINE_END:
                cue, since = "", CUE_REACH + 1
                continue
            since += 1
            if since <= CUE_REACH:
                result[index] = f"{cue}{1 if since <= 1 else 2 if since <= 3 else 3}"
            word = own[index] or key
            if word in kin:
                cue, since = "k", 0
            elif word in titles:
                cue, since = "t", 0
        return result


def _shape_of_chunk(body: str) -> str:
    """`AB-9999/22` -> `X-9/9`: kinds in a row, each run once, with the number of digits."""
    kinds: list[str] = []
    for char in body[:40]:
        kind = "9" if char.isdigit() else "X" if char.isupper() else "x" if char.isalpha() else char
        if not kinds or kinds[-1] != kind:
            kinds.append(kind)
    digits = sum(map(str.isdigit, body))
    return f"{''.join(kinds[:8])}{min(digits, 12)}"


def _table_cells(line: str) -> tuple[str, list[tuple[int, int]]]:
    """The sign that parts a line into at least `LEAST_CELLS` short cells, and the cells; none for prose."""
    for sign in ("|", "\t", "｜", ",", ";", "，"):
        if line.count(sign) + 1 < LEAST_CELLS:
            continue
        cells = []
        at = 0
        for piece in line.split(sign):
            cells.append((at, at + len(piece)))
            at += len(piece) + 1
        if sign in ",;，" and (any(b - a > 24 for a, b in cells) or line.rstrip()[-1:] in ".。!?！？"):
            continue
        return sign, cells
    return "", []


def _value_end(line: str, start: int) -> int:
    """Where the value after a label ends: at a sign that parts fields, or where the line ends."""
    for at in range(start, min(len(line), start + 120)):
        if line[at] in "|\t,，;；。｜":
            return at
    return len(line)


def _words_before(line: str, colon: int) -> str:
    return " ".join(line[max(0, colon - LONGEST_LABEL) : colon].lower().split()[-2:])


def attributes(columns: Columns, size: int, offsets: Mapping[str, tuple[int, ...]] = OFFSETS) -> list[list[str]]:
    """The clues of every token as strings `slot|offset|value`, the form the trainer reads."""
    rows: list[list[str]] = [["bias"] for _ in range(size)]
    for slot, places in offsets.items():
        values = columns[slot]
        for place in places:
            name = f"{slot}|{place}|"
            for index in range(max(0, -place), min(size, size - place)):
                value = values[index + place]
                if value:
                    rows[index].append(name + value)
    return rows
