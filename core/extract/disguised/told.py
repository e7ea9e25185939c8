"""Chinese names told: by the parts of a character, by a word it stands in, by its sound."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from core.extract.disguise_words import HAN, Words, disguise_words
from core.extract.disguised.stretch import LATIN, LEAST_SPOKEN, Disguise
from core.text.patterns import any_of

_HAN_CLASS = "\u3400-\u9fff"
_PHRASE = rf"(?P<phrase>[{_HAN_CLASS}]{{2,5}}?)[的之](?P<char>[{_HAN_CLASS}])(?=(?P=char)?)"


@lru_cache(maxsize=1)
def _description() -> re.Pattern[str]:
    parts = any_of(disguise_words().parts_of)
    return re.compile(rf"(?P<known>{parts})(?P<named>[{_HAN_CLASS}])?|{_PHRASE}")


_APART = re.compile(r"[\s、，,·・和加与與及\-—.。/+“”\"'「」]{0,4}(?:名字?[是叫为]?|字|再加)?[\s“”\"'「」]?")


def described(text: str, words: Words) -> Iterator[Disguise]:
    """Characters told by their parts (木子李) or by a word they stand in (舟车劳顿的舟), two or more in a row, or one
    behind the word for a surname."""
    run: list[tuple[int, int, str]] = []

    def told() -> Iterator[Disguise]:
        if run and (len(run) > 1 or text[max(0, run[0][0] - 2) : run[0][0]].rstrip("是叫“").endswith("姓")):
            yield Disguise(run[0][0], run[-1][1], "".join(item[2] for item in run), deliberate=True)

    for match in _description().finditer(text):
        start, end = match.span()
        if match["known"]:
            char = words.parts_of[match["known"]]
            if match["named"] and match["named"] != char:
                end -= 1
        else:
            char = match["char"]
            if char not in match["phrase"]:
                continue
            start = match.start() + match["phrase"].index(char) if len(match["phrase"]) > 4 else match.start()
        if run and _APART.fullmatch(text, run[-1][1], start) is None:
            yield from told()
            run = []
        run.append((start, end, char))
    yield from told()


_SYLLABLE = r"(?:[bpmfdtnlgkhjqxzcsryw]|[zcs]h)?[aeiouvü]{1,3}(?:ng?|r)?"
_ONLY_PINYIN = "āēīōūǎǐǒǔǖǘǚǜ"
_MARKED = "āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ"
_TONE = rf"(?:{_SYLLABLE}[1-5]|[a-zü]{{0,2}}[{_MARKED}][a-z]{{0,3}})"
_TONED = re.compile(
    rf"(?<![{LATIN}]){_TONE}(?:[ '’\-]?{_TONE})+(?:\s\d+\s?(?:hào|hao4?|shì|shi4|lóu))?(?![{LATIN}])", re.IGNORECASE
)
_TONE_NUMBER = re.compile(r"(?<=[a-züA-Z])[1-5]")


def pinyin(text: str, words: Words) -> Iterator[Disguise]:
    """Syllables with their tones in place of the characters, where nobody asks how they are read."""
    low = text.lower()
    if any(word in low for word in words.lessons):
        return
    chinese = any(char in HAN for char in text)
    for match in _TONED.finditer(text):
        numbered = _TONE_NUMBER.search(match.group()) is not None
        if not (numbered or any(char in _ONLY_PINYIN for char in match.group().lower())):
            continue
        if not chinese and len(match.group().split()) < LEAST_SPOKEN:
            continue
        plain = _TONE_NUMBER.sub("", match.group())
        yield Disguise(match.start(), match.end(), plain.title(), deliberate=True)
