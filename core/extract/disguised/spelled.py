"""Values sign by sign: letters and digits one by one, words for them, the spelling alphabet."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from core.extract.disguise_words import HAN, Words, disguise_words, english
from core.extract.disguised.stretch import (
    LATIN,
    LEAST_DIGITS,
    LEAST_LETTERS,
    LEAST_SPOKEN,
    LEAST_SURE,
    LONGEST_FILLER,
    MOST_DIGITS,
    Disguise,
)
from core.extract.explicit.validators import proves_whole
from core.text.numerals import is_counted, parse_chinese
from core.text.patterns import any_of


@dataclass(frozen=True, slots=True)
class _Sign:
    """One spoken sign: what it says, and how (a single letter, digits, a word for a letter, a word for digits)."""

    start: int
    end: int
    said: str
    kind: str


@lru_cache(maxsize=1)
def _sign() -> re.Pattern[str]:
    words = disguise_words()
    spoken = any_of(words.spoken)
    return re.compile(
        rf"(?P<word>(?<![A-Za-zÀ-ɏ]){spoken}(?![A-Za-zÀ-ɏ]))|(?P<han>[{words.han}{words.han_units}]+)"
        rf"|(?P<digits>\d+)|(?P<letter>(?<![{LATIN}])(?<!\w['’])[A-Za-zÀ-ɏ](?![{LATIN}])|(?<![^\W_])[\u3400-\u9fff](?![^\W_]))",
        re.IGNORECASE,
    )


def _signs(text: str, words: Words) -> Iterator[_Sign]:
    for match in _sign().finditer(text):
        start, end = match.span()
        if start == end:
            continue
        said = match.group()
        if match["word"]:
            low = said.lower()
            if low in words.letters:
                yield _Sign(start, end, words.letters[low], "N")
            elif low in words.tens:
                yield _Sign(start, end, words.tens[low], "T")
            elif low in words.repeats:
                yield _Sign(start, end, low, "R")
            elif low in words.digits:
                yield _Sign(start, end, words.digits[low], "W")
            else:
                yield _Sign(start, end, "-" if low in words.parts else "", "J")
        elif match["han"]:
            yield _Sign(start, end, _han_digits(said, words), "H")
        else:
            kind = "D" if match["digits"] else "L"
            if kind == "L" and said in HAN:
                kind = "C"
            yield _Sign(start, end, said, kind)


def _han_digits(said: str, words: Words) -> str:
    """Digit by digit, or the value where units of a number are among them."""
    if any(char in words.han_units for char in said):
        value = parse_chinese("".join(words.plain_han.get(char, char) for char in said))
        return str(int(value)) if value is not None else ""
    return "".join(words.digits[char] for char in said)


_ODD = ("*", "_", "~", "#", "•", "·", "…", "+", "^", "⋅", "~~", "**", "__", "--")
"""Signs between the groups of a number that no number is written with."""
_FILLER = re.compile(r"[^\w]{0,5}|_|杠|横杠|斜杠")
_WIDE = re.compile(r"[,;，；、/|\n–—\-杠]|[ \t]{2,}")
_BOXES = re.compile(r"[)\]}>][ ]?[(\[{<]")
_SENTENCE = re.compile(r"(?<! )[.!?。！？:：;][ \n]|\n\s*\n|[:：=\[\]{}()（）【】〔〕〖〗「」『』《》〈〉“”\"']")


def spelled(text: str, words: Words) -> Iterator[Disguise]:
    """Runs of spoken signs: letters or digits one by one, words for them, groups of digits with odd signs between."""
    run: list[_Sign] = []
    for sign in _signs(text, words):
        if run and not _joins(text, run, sign):
            yield from _said(text, run)
            run = []
        if run or sign.kind not in "J":
            run.append(sign)
    yield from _said(text, run)


def _joins(text: str, run: Sequence[_Sign], right: _Sign) -> bool:
    left = run[-1]
    between = text[left.end : right.start]
    if _FILLER.fullmatch(between) is None or len(between.replace(" ", "")) > LONGEST_FILLER:
        return False
    if not between:
        return left.kind != right.kind and {left.kind, right.kind} <= set("HDWT")
    if left.kind != right.kind and ("C" in (left.kind, right.kind) or ("|" in between and right.kind == "L")):
        return False
    if left.kind == right.kind == "L" and "," in between and between.strip() != ",":
        return False
    spoken = any(sign.kind in "WTH" for sign in (*run[-LEAST_DIGITS:], right))
    if "\n" in between and not spoken and not (_alone(text, left) and _alone(text, right)):
        return False
    return _SENTENCE.search(_BOXES.sub("", between)) is None


def _alone(text: str, sign: _Sign) -> bool:
    """Whether a sign has its line for itself."""
    line = text[text.rfind("\n", 0, sign.start) + 1 : (text.find("\n", sign.end) + 1 or len(text) + 1) - 1]
    return len(line.strip()) <= sign.end - sign.start + 1


def _said(text: str, run: list[_Sign]) -> Iterator[Disguise]:
    spoken = any(sign.kind in "WTH" for sign in run)
    while run and (run[-1].kind in "JR" or (spoken and run[-1].said in ("a", "i", "I"))):
        run.pop()
    while run and spoken and run[0].said in ("a", "i", "I"):
        run.pop(0)
    if len(run) < 2 and not _in_row(run):
        return
    kinds = [sign.kind for sign in run]
    start, end = run[0].start, run[-1].end
    if "N" in kinds:
        yield from _in_alphabet(run, start, end)
    elif set(kinds) <= {"L"}:
        yield from _letter_by_letter(text, run)
    elif set(kinds) <= {"C"}:
        whole = "".join(sign.said for sign in run)
        gaps = {text[left.end : right.start].strip() for left, right in pairwise(run)}
        if len(set(whole)) >= LEAST_SPOKEN and len(gaps) == 1 and not gaps & set(",，、"):
            yield Disguise(start, end, whole)
    elif any(kind in "WTHR" for kind in kinds):
        yield from _spoken_lines(text, run)
    elif set(kinds) <= {"D", "L", "J"}:
        yield from _apart(text, run)


def _spoken_lines(text: str, run: list[_Sign]) -> Iterator[Disguise]:
    """A spoken number line by line: none runs over the end of a line, unless check digits prove the whole or it is
    written downwards with one digit a line. Lines too short to be a number are a broken one, and hidden as it."""
    lines: list[list[_Sign]] = [[]]
    for place, sign in enumerate(run):
        if place and "\n" in text[run[place - 1].end : sign.start]:
            lines.append([])
        lines[-1].append(sign)
    longest = max(len(_digits(line)) for line in lines)
    if len(lines) == 1 or longest == 1 or proves_whole(_digits(run)):
        yield from list(_spoken_number(text, run)) or _written(text, run)
        return
    whole = next(_spoken_number(text, run), None) if longest < LEAST_DIGITS else None
    for line in lines:
        while line and line[-1].kind in "JR":
            line.pop()
        while line and line[0].kind == "J":
            line.pop(0)
        if not line:
            continue
        if whole is not None and _digits(line):
            yield Disguise(line[0].start, line[-1].end, _grouped(text, line), _digits(line), whole.deliberate)
        else:
            yield from list(_spoken_number(text, line)) or _written(text, line)


def _digits(run: Sequence[_Sign]) -> str:
    return re.sub(r"\D", "", "".join(_values(run)))


def _written(text: str, run: list[_Sign]) -> Iterator[Disguise]:
    """The digits of a run beside which a number in words happens to stand: 0.7.7.0.0.9.1 three times."""
    while run and run[-1].kind not in "DL":
        run.pop()
    while run and run[0].kind not in "DL":
        run.pop(0)
    if len(run) > 1 and {sign.kind for sign in run} <= set("DLJ"):
        yield from _apart(text, run)


def _in_row(run: Sequence[_Sign]) -> bool:
    """Whether one sign is a whole number in Chinese numerals digit by digit, too long for a year or an amount."""
    return any(sign.kind == "H" and len(sign.said) == sign.end - sign.start >= LEAST_DIGITS for sign in run)


def _in_alphabet(run: Sequence[_Sign], start: int, end: int) -> Iterator[Disguise]:
    """Words of the spelling alphabet, digits between them included."""
    named = [sign.said for sign in run if sign.kind == "N"]
    said = "".join(_values(run))
    listed = any(sign.kind == "J" and not sign.said for sign in run)
    if len(named) < 2 or len(said) < LEAST_SPOKEN or _is_row(named) or (listed and said.isalpha()):
        return
    word = said.title() if said.isalpha() else said
    yield Disguise(start, end, word, deliberate=len(named) >= LEAST_LETTERS or len(said) > LEAST_SURE)


def _is_row(letters: Sequence[str]) -> bool:
    """Letters in the order of the alphabet are its list, no value."""
    steps = [ord(right[0]) - ord(left[0]) for left, right in pairwise(letter.lower() for letter in letters)]
    return bool(steps) and sum(step == 1 for step in steps) >= max(1, len(steps) - 1)


def _values(run: Sequence[_Sign]) -> Iterator[str]:
    """What the signs say; tens take the unit behind them, double and triple repeat a digit."""
    repeat, tens = 1, ""
    for sign in run:
        if tens:
            if sign.kind == "W" and len(sign.said) == 1 and sign.said != "0":
                yield tens + sign.said
                tens = ""
                continue
            yield f"{tens}0"
            tens = ""
        if sign.kind == "R":
            repeat = disguise_words().repeats[sign.said]
        elif sign.kind == "T":
            tens = sign.said
        elif sign.kind == "W" and not sign.said.strip("0") and len(sign.said) > 1:
            yield sign.said
        else:
            yield sign.said * repeat
            repeat = 1
    if tens:
        yield f"{tens}0"


def _spoken_number(text: str, run: Sequence[_Sign]) -> Iterator[Disguise]:
    spoken = [sign for sign in run if sign.kind in "WTH"]
    whole = "".join(_values(run))
    digits = re.sub(r"\D", "", whole)
    # Who says "double" says the other digits too, however they are written.
    spoken += [sign for sign in run if sign.kind == "D"] if any(sign.kind == "R" for sign in run) else []
    said_one_by_one = sum(sign.end - sign.start if sign.kind == "H" else len(sign.said) == 1 for sign in spoken)
    glued = (
        any(left.end == right.start and right.kind == "W" for left, right in pairwise(run))
        and len(digits) >= LEAST_DIGITS
    )
    lettered = len(run) > LEAST_SURE and any(sign.kind == "L" for sign in run)
    least = 1 if glued else LEAST_SPOKEN - (lettered or any(sign.kind == "T" for sign in spoken))
    if len(digits) < LEAST_SPOKEN or said_one_by_one < least:
        return
    sure = len(digits) >= LEAST_DIGITS and said_one_by_one >= LEAST_SURE and not is_counted(digits)
    yield Disguise(run[0].start, run[-1].end, _grouped(text, run), whole.replace("-", ""), sure)


def _grouped(text: str, run: Sequence[_Sign]) -> str:
    """What the signs say, with hyphens between groups."""
    groups: list[list[_Sign]] = [[]]
    for place, sign in enumerate(run):
        before = run[place - 1] if place else sign
        if before.kind not in "TR" and _WIDE.search(text[before.end : sign.start]):
            groups.append([])
        groups[-1].append(sign)
    return re.sub("-+", "-", "-".join("".join(_values(group)) for group in groups))


def _letter_by_letter(text: str, run: Sequence[_Sign]) -> Iterator[Disguise]:
    """Letters one by one; a wider gap than the others parts two words."""
    if len(run) < LEAST_LETTERS or _is_row([sign.said for sign in run]):
        return
    gaps = [text[left.end : right.start] for left, right in pairwise(run)]
    usual = min(map(len, gaps))
    word = run[0].said
    for gap, sign in zip(gaps, run[1:], strict=True):
        wide = len(gap) > usual and ("  " in gap or "/" in gap or "\n" in gap or len(gap) > usual + 1)
        word += (" " if wide else "") + sign.said
    if word.isupper() and len(word) > LEAST_LETTERS - 1:
        word = word.title()
    marked = any(not gap.isspace() and "," not in gap for gap in gaps)
    long = all(len(part) >= LEAST_SURE for part in word.split()[:1]) and (marked or len(word) > LEAST_SURE)
    sure = long and bool(re.search("[aeiouy]", word.lower())) and len(set(word.lower())) > LEAST_SPOKEN
    unknown = any(part.lower() not in english() for part in word.split())
    yield Disguise(run[0].start, run[-1].end, word, deliberate=sure and unknown)


def _apart(text: str, run: Sequence[_Sign]) -> Iterator[Disguise]:
    """Digits (and letters among them) one by one, or in groups with signs between them that no number is written
    with."""
    numbers = [sign for sign in run if sign.kind == "D"]
    digits = sum(len(sign.said) for sign in numbers)
    gaps = [text[left.end : right.start] for left, right in pairwise(run)]
    if not LEAST_SURE <= digits <= MOST_DIGITS or any(re.search(r"[,&;<>=@£$€|\\]", gap) for gap in gaps):
        return
    single = sum(len(sign.said) == 1 for sign in numbers) >= max(LEAST_LETTERS, 0.6 * len(numbers))
    odd = (
        digits >= LEAST_DIGITS
        and len(numbers) == len(run) > 2
        and len({gap.strip() for gap in gaps}) == 1
        and gaps[0].strip() in _ODD
    )
    if not (single or odd):
        return
    said = run[0].said
    for gap, sign in zip(gaps, run[1:], strict=True):
        said += ("-" if "-" in gap or len(gap) > 1 else "") + sign.said
    apart = said if single else "-".join(sign.said for sign in run)
    # A list of numbers has one and the same gap; what is written apart by hand, or with signs, is one number.
    sure = digits >= LEAST_DIGITS and (len(set(gaps)) > 1 or not gaps[0].isspace())
    yield Disguise(run[0].start, run[-1].end, apart, said.replace("-", ""), sure)


_NAMED = re.compile(
    rf"(?<![{LATIN}])(?P<letter>[A-Za-z])\s*(?:,\s*)?(?:for|as in|like|wie|comme|is for)\s+"
    rf"(?:the\s+)?(?P<word>[A-Za-z]{{2,15}})"
)


def named_letters(text: str, _words: Words) -> Iterator[Disguise]:
    """B as in boy, three of them in a row."""
    run: list[re.Match[str]] = []
    for match in [*_NAMED.finditer(text), None]:
        if match is not None and match["letter"].lower() != match["word"][0].lower():
            continue
        if run and (match is None or match.start() - run[-1].end() > LONGEST_FILLER + 2):
            if len(run) >= LEAST_SPOKEN:
                word = "".join(item["letter"] for item in run).title()
                yield Disguise(run[0].start(), run[-1].end(), word, deliberate=True)
            run = []
        if match is not None:
            run.append(match)
