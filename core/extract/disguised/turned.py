"""Values the wrong way round or with other signs for their letters: backwards, ROT13, digits for letters."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator

from core.extract.disguise_words import HAN, Words, english, names
from core.extract.disguised.stretch import LEAST_DIGITS, LEAST_SPOKEN, LEAST_SURE, MOST_DIGITS, Disguise
from core.text.numerals import is_counted

LONGEST_REVERSED = 80
BESIDE = 12
"""Code points between a number and the words that say which way round it stands."""
AROUND = 40
"""Code points on either side of such words in which something is said of what is written."""
_LONG = re.compile(rf"(?<![A-Za-z0-9_.])\d(?:[ -]?\d){{{LEAST_DIGITS},{MOST_DIGITS}}}(?![\w.]?\d)")
_TURNED_WORD = re.compile(r"(?<![A-Za-zÀ-ɏ])[a-zß-ÿ]{2,}[A-ZÀ-Þ](?![A-Za-zÀ-ɏ])")
_TURNED_MAIL = re.compile(r"(?<!\w)(?:moc|elpmaxe|ten|gro|ude|nc|vog|ku\.oc|ed|rf|nc\.moc|oi)\.[\w.-]+@[\w.+-]+")
_QUOTED = re.compile(r"[\[（(【「『“\"]([^\[\]()（）【】「」『』“”\"\n]{2,40})[\])）】」』”\"]")
LONGEST_CLAUSE = 12
_CLAUSE = re.compile(r"[^\s,，。;；:：、!！?？()（）\[\]]+(?: [^\s,，。;；:：、!！?？()（）\[\]]+)*")


def backwards(text: str, words: Words) -> Iterator[Disguise]:
    """What stands the wrong way round: where the text says so, in brackets and quotes, numbers and words that are no
    words; elsewhere words with their capital at the end and addresses that begin with their domain."""
    for match in _TURNED_MAIL.finditer(text):
        yield Disguise(match.start(), match.end(), match.group()[::-1])
    low = text.lower()
    asks = tuple(_asking(low, words))
    if not asks:
        for first in re.finditer(rf"{_TURNED_WORD.pattern}(?: {_TURNED_WORD.pattern})*", text):
            yield Disguise(first.start(), first.end(), first.group()[::-1])
        return
    yield from _called_so(text, low, asks)
    for match in _QUOTED.finditer(text):
        yield Disguise(match.start(1), match.end(1), match[1][::-1])
    for match in _CLAUSE.finditer(text):
        clause = match.group()
        if any(char in HAN for char in clause):
            if len(clause) <= LONGEST_CLAUSE and text[: match.start()].rstrip()[-1:] in (":", "："):
                yield Disguise(match.start(), match.end(), clause[::-1])
            for number in re.finditer(r"[\w.@+-]*[0-9@][\w.@+-]{4,}", clause, re.ASCII):
                yield Disguise(match.start() + number.start(), match.start() + number.end(), number.group()[::-1])
            continue
        for strange in re.finditer(r"\S+(?: \S+)*", clause):
            yield from _strange(strange.group(), match.start() + strange.start())


def _asking(low: str, words: Words) -> Iterator[str]:
    """The words of a text in lower case that say that something in it stands the wrong way round."""
    yield from (ask for ask in words.asks["reversed"] if ask in low)
    for ask in words.asks["turned"]:
        at = low.find(ask)
        while at >= 0:
            around = low[max(0, at - AROUND) : at] + low[at + len(ask) : at + len(ask) + AROUND]
            if any(word in around for word in words.asks["written"]):
                yield ask
                break
            at = low.find(ask, at + 1)


def _called_so(text: str, low: str, asks: Iterable[str]) -> Iterator[Disguise]:
    """Long numbers right beside the words that say that they stand the wrong way round: somebody's, whatever they
    count."""
    for match in _LONG.finditer(text):
        around = low[max(0, match.start() - BESIDE) : match.end() + BESIDE]
        said = match.group()[::-1]
        if any(ask in around for ask in asks) and not is_counted(re.sub(r"\D", "", said)):
            yield Disguise(match.start(), match.end(), said, deliberate=True)


def _strange(clause: str, at: int) -> Iterator[Disguise]:
    """Words in a row that are no English ones, turned round together."""
    run: list[tuple[int, int]] = []
    for match in [*re.finditer(r"\S+", clause), None]:
        word = re.sub(r"\W", "", match.group()).lower() if match is not None else ""
        strange = word.isalpha() or (match is not None and "@" in match.group()) or len(word) > LEAST_SURE
        if match is not None and word and strange and word not in english() and word not in names():
            run.append(match.span())
            continue
        if run:
            said = clause[run[0][0] : run[-1][1]]
            if len(said) > LEAST_SPOKEN and re.search(r"[^\W_]{3}", said) and len(said) <= LONGEST_REVERSED:
                yield Disguise(at + run[0][0], at + run[-1][1], said[::-1])
        run = []


def turned(text: str, words: Words) -> Iterator[Disguise]:
    """Words in ROT13, where the text says so."""
    low = text.lower()
    if not any(ask in low for ask in words.asks["rot13"]):
        return
    for match in re.finditer(r"[A-Za-z@.]*[A-Za-z]{2,}(?:[ ][A-Za-z]{3,})*", text):
        for word in re.finditer(r"[A-Za-z@.\-]{3,}", match.group()):
            if word.group().strip(".-").lower() not in english():
                start = match.start() + word.start()
                yield Disguise(start, match.start() + word.end(), codecs.encode(word.group(), "rot13"))


_LEET = re.compile(
    r"(?<![\w@$!|])(?=[\w@$!|]*[A-Za-z])(?=[\w@$!|]*[A-Za-z][0-9@$!|]+[A-Za-z])[A-Za-z0-9@$!|]{3,24}(?![\w@$.])"
)
_LETTERS_MOST = 0.4
"""Share of a word's signs that are letters from which on it is a word with signs for letters and no code."""


def leet(text: str, words: Words) -> Iterator[Disguise]:
    """Words with digits and signs for letters, where at least one of them is an ordinary word or a name."""
    table = str.maketrans(dict(words.leet))
    found: list[Disguise] = []
    known = False
    for match in _LEET.finditer(text):
        said = match.group().translate(table)
        letters = sum(map(str.isalpha, match.group()))
        if said == match.group() or not said.isalpha() or letters < _LETTERS_MOST * len(said):
            continue
        said = said.upper() if match.group().upper() == match.group() else said
        known = known or said.lower() in english() or said.lower() in names()
        found.append(Disguise(match.start(), match.end(), said))
    if known:
        yield from found
