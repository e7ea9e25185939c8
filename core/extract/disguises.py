"""Disguised values in plain letters: spelled sign by sign, in words, codes, backwards, in pieces of a program.

A disguise is a stretch of the text with what it says. The views map back to the text, so that what is found in them
has a place there; whatever touches a stretch covers all of it. Every pass is linear.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from core.extract.disguise_words import HAN, Words, disguise_words, english, names
from core.text.decoding import DecodedView
from core.text.numerals import parse_chinese

MOST_STRETCHES = 400
"""Disguises of one text that are undone; a text with more is no prompt."""
LEAST_LETTERS = 4
"""Letters one by one that are a word."""
LEAST_SURE = 5
"""Letters of a spelled word that is no ordinary one and therefore somebody's."""
LEAST_SPOKEN = 3
LEAST_DIGITS = 7
"""Digits of a spoken number that is somebody's whatever it counts."""
LEAST_CODES = 4
LONGEST_REVERSED = 80
_LONGEST_FILLER = 3
_LATIN = "A-Za-z0-9\u00c0-\u024f"
"""What a sign in Latin letters may not touch; ideographs may stand right beside it."""


@dataclass(frozen=True, slots=True)
class Disguise:
    """`[start, end)` in code points of the text and what it says; `other`: the same with its groups run together.

    `deliberate`: nobody writes so but to spell a value, so that it is one whether or not a layer knows it.
    """

    start: int
    end: int
    said: str
    other: str = ""
    deliberate: bool = False


def disguises(text: str) -> tuple[Disguise, ...]:
    """The disguised stretches of `text` in order, never overlapping; of several at one place the longest."""
    words = disguise_words()
    found: list[Disguise] = []
    for reader in (_spelled, _named_letters, _morse, _codes, _pieces, _described, _pinyin, _backwards, _turned, _leet):
        found.extend(reader(text, words))
    found.extend(_markup(text))
    kept: list[Disguise] = []
    for item in sorted(found, key=lambda item: (item.start, -item.end)):
        if not kept or item.start >= kept[-1].end:
            kept.append(item)
    return tuple(kept[:MOST_STRETCHES])


def disguised_views(text: str, found: Sequence[Disguise]) -> tuple[DecodedView, ...]:
    """The text with every disguise undone, once with the groups of a number apart and once without."""
    if not found:
        return ()
    first = _view(text, [(item, item.said) for item in found])
    if not any(item.other and item.other != item.said for item in found):
        return (first,)
    return first, _view(text, [(item, item.other or item.said) for item in found])


def _view(text: str, found: Iterable[tuple[Disguise, str]]) -> DecodedView:
    parts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    position = 0
    for item, said in found:
        starts += [*range(position, item.start), *([item.start] * len(said))]
        ends += [*range(position + 1, item.start + 1), *([item.end] * len(said))]
        parts += [text[position : item.start], said]
        position = item.end
    starts.extend(range(position, len(text)))
    ends.extend(range(position + 1, len(text) + 1))
    return DecodedView("".join([*parts, text[position:]]), tuple(starts), tuple(ends))


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
    spoken = "|".join(sorted(map(re.escape, words.spoken), key=len, reverse=True))
    return re.compile(
        rf"(?P<word>(?<![A-Za-zÀ-ɏ])(?:{spoken})(?![A-Za-zÀ-ɏ]))|(?P<han>[{words.han}{words.han_units}]+)"
        rf"|(?P<digits>\d+)|(?P<letter>(?<![{_LATIN}])(?<!\w['’])[A-Za-zÀ-ɏ](?![{_LATIN}])|(?<![^\W_])[\u3400-\u9fff](?![^\W_]))",
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


MOST_DIGITS = 20
_ODD = ("*", "_", "~", "#", "•", "·", "…", "+", "^", "⋅", "~~", "**", "__", "--")
"""Signs between the groups of a number that no number is written with."""
_FILLER = re.compile(r"[^\w]{0,5}|_|杠|横杠|斜杠")
_WIDE = re.compile(r"[,;，；、/|\n–—\-杠]|[ \t]{2,}")
_BOXES = re.compile(r"[)\]}>][ ]?[(\[{<]")
_SENTENCE = re.compile(r"(?<! )[.!?。！？:：;][ \n]|\n\s*\n|[:：=\[\]{}()（）“”\"']")


def _spelled(text: str, words: Words) -> Iterator[Disguise]:
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
    if _FILLER.fullmatch(between) is None or len(between.replace(" ", "")) > _LONGEST_FILLER:
        return False
    if not between:
        return left.kind != right.kind and {left.kind, right.kind} <= set("HDWT")
    if "C" in (left.kind, right.kind) and left.kind != right.kind:
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
    if len(run) < 2:
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
    elif any(kind in "WTH" for kind in kinds):
        yield from _spoken_number(text, run)
    elif set(kinds) <= {"D", "L", "J"}:
        yield from _apart(text, run)


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
    return bool(steps) and sum(step == 1 for step in steps) >= len(steps) - 1


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
    said_one_by_one = sum(sign.end - sign.start if sign.kind == "H" else len(sign.said) == 1 for sign in spoken)
    if len(digits) < LEAST_SPOKEN or said_one_by_one < LEAST_SPOKEN - any(sign.kind == "T" for sign in spoken):
        return
    groups: list[list[_Sign]] = [[]]
    for place, sign in enumerate(run):
        before = run[place - 1] if place else sign
        if before.kind != "T" and _WIDE.search(text[before.end : sign.start]):
            groups.append([])
        groups[-1].append(sign)
    said = "-".join("".join(_values(group)) for group in groups)
    steps = {(int(right) - int(left)) % 10 for left, right in pairwise(digits)}
    counted = steps <= {1} or steps <= {9} or steps <= {0}
    sure = len(digits) >= LEAST_DIGITS and said_one_by_one >= LEAST_SURE and not counted
    yield Disguise(run[0].start, run[-1].end, re.sub("-+", "-", said), whole.replace("-", ""), sure)


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
    rf"(?<![{_LATIN}])(?P<letter>[A-Za-z])\s*(?:,\s*)?(?:for|as in|like|wie|comme|is for)\s+"
    rf"(?:the\s+)?(?P<word>[A-Za-z]{{2,15}})"
)


def _named_letters(text: str, _words: Words) -> Iterator[Disguise]:
    """B as in boy, three of them in a row."""
    run: list[re.Match[str]] = []
    for match in [*_NAMED.finditer(text), None]:
        if match is not None and match["letter"].lower() != match["word"][0].lower():
            continue
        if run and (match is None or match.start() - run[-1].end() > _LONGEST_FILLER + 2):
            if len(run) >= LEAST_SPOKEN:
                word = "".join(item["letter"] for item in run).title()
                yield Disguise(run[0].start(), run[-1].end(), word, deliberate=True)
            run = []
        if match is not None:
            run.append(match)


_MORSE = re.compile(r"(?<![^\s/|(\[\"'`])[.\-·•–—−]{1,6}(?:[ /|\n]{1,3}[.\-·•–—−]{1,6}){3,}(?![^\s/|)\]\"'`,;])")


def _morse(text: str, words: Words) -> Iterator[Disguise]:
    for match in _MORSE.finditer(text):
        plain = re.sub(r"[·•]", ".", re.sub(r"[–—−]", "-", match.group()))
        letters = [words.morse.get(sign, "") for sign in re.split(r"[ /|\n]+", plain) if sign]
        if all(letters) and len(set(letters)) > 2:
            said = "".join(words.morse.get(part, " ") for part in _morse_parts(plain)).strip()
            spoken = said.title() if said.replace(" ", "").isalpha() else said
            yield Disguise(match.start(), match.end(), spoken, deliberate=True)


def _morse_parts(plain: str) -> Iterator[str]:
    for word in re.split(r"\s*[/|\n]\s*|\s{3,}", plain):
        yield from word.split()
        yield " "


_NUMBERS = re.compile(
    r"(?<![\w.])(?:0x)?[0-9A-Fa-f]{2,8}"
    r"(?:[ ,;:\-|\n\t]{1,3}(?:[0-9A-Fa-f]{4,8}[ :]+)?(?:0x)?[0-9A-Fa-f]{2,8}){3,}(?![\w.])"
)
_OFFSET = re.compile(r"(?m)^[0-9A-Fa-f]{4,8}[ :]{1,2}(?=[0-9A-Fa-f]{2}\b)")


def _codes(text: str, _words: Words) -> Iterator[Disguise]:
    """Rows of numbers that are the codes of letters: decimal, hexadecimal, octal, binary."""
    for match in _NUMBERS.finditer(text):
        start = match.start()
        offset = _OFFSET.match(text, start)
        body = text[offset.end() if offset else start : match.end()]
        items = re.findall(r"[0-9A-Fa-fx]+", re.sub(r"\n[0-9A-Fa-f]{4,8}[ :]{1,2}", "\n", body))
        said = _decoded(items)
        if said:
            yield Disguise(offset.end() if offset else start, match.end(), said, deliberate=_is_strange(said))
    for match in re.finditer(r"(?<!\w)[01]{8}(?:[01]{8}){2,}(?!\w)", text):
        said = _decoded([match.group()[at : at + 8] for at in range(0, len(match.group()), 8)])
        if said:
            yield Disguise(match.start(), match.end(), said, deliberate=_is_strange(said))
    for match in re.finditer(r"(?<![A-Za-z0-9])(?:[A-Z2-7]{8}){2,}(?:[A-Z2-7]{2,7}=*)?(?![A-Za-z0-9=])", text):
        said = _from_base32(match.group())
        if said:
            yield Disguise(match.start(), match.end(), said, deliberate=_is_strange(said))
    if any(ask in text.lower() for ask in disguise_words().asks["decimal"]):
        for match in re.finditer(r"(?<![A-Za-z0-9_])0[xX]([0-9A-Fa-f]{6,16})(?![A-Za-z0-9_])", text):
            yield Disguise(match.start(), match.end(), str(int(match[1], 16)))


def _from_base32(written: str) -> str:
    """The text behind a run in base32; empty where it is none."""
    packed = written.rstrip("=")
    try:
        said = base64.b32decode(packed + "=" * (-len(packed) % 8)).decode("utf-8")
    except (binascii.Error, ValueError):
        return ""
    return said if said.isprintable() else ""


def _is_strange(said: str) -> bool:
    """Whether a decoded text is words of which at least one is no ordinary one."""
    words = re.findall(r"[^\W\d_]{3,}", said)
    letters = sum(char.isalpha() or char.isspace() for char in said)
    return letters >= 0.8 * len(said) and any(word.lower() not in english() for word in words)


def _decoded(items: Sequence[str]) -> str:
    """The text that the codes are in the first base in which they are one."""
    plain = [item.lower().removeprefix("0x") for item in items]
    if len(plain) < LEAST_CODES:
        return ""
    for base in (2, 10, 16, 8):
        try:
            codes = [int(item, base) for item in plain]
        except ValueError:
            continue
        if base == 2 and not all(len(item) in (7, 8) for item in plain):
            continue
        if base == 16 and all(len(item) == 2 for item in plain):
            try:
                said = bytes(codes).decode("utf-8")
            except ValueError:
                continue
        elif all(32 <= code < 127 for code in codes) or all(0x4E00 <= code <= 0x9FFF for code in codes):
            said = "".join(map(chr, codes))
        else:
            continue
        letters = sum(map(str.isalpha, said))
        if said.isprintable() and 2 * letters >= len(said):
            return said
    return ""


_LITERAL = r"(?:[furbFURB]?\"[^\"\n\\]{0,80}\"|[furbFURB]?'[^'\n\\]{0,80}'|`[^`\n\\]{0,80}`)"
_CHAR = r"(?:chr|char|unichr|String\.fromCharCode|nchar)\(\s*(?:0x[0-9A-Fa-f]{2,6}|\d{2,6})\s*\)"
_TERM = rf"(?:{_CHAR}|{_LITERAL}|(?<![\w.])[A-Za-z_]\w{{0,40}}(?![\w(]))"
_CHAIN = re.compile(rf"{_TERM}(?:\s*(?:\+|\.\.|\|\||&|<<|\.(?=\s*[\"'])|\\\n)\s*{_TERM})+", re.IGNORECASE)
_LIST = re.compile(rf"[\[({{]\s*(?P<body>{_LITERAL}(?:\s*,\s*{_LITERAL})+)\s*,?\s*[\])}}]")
_GIVEN = re.compile(
    rf"(?<![\w.])(?P<name>[A-Za-z_\u4e00-\u9fff]\w{{0,40}})\s*(?::\s*\w+\s*)?=\s*(?P<said>{_LITERAL})(?!\s*[+.])"
)
_MADE = re.compile(rf"(?P<said>{_LITERAL})\s*\[::-1\]")
_NEAR = 60


def _pieces(text: str, _words: Words) -> Iterator[Disguise]:
    """Values that a program puts together from literals, characters by their number, names and lists."""
    if not any(sign in text for sign in "\"'`"):
        return
    given = {match["name"]: _literal(match["said"]) for match in _GIVEN.finditer(text)}
    for match in _CHAIN.finditer(text):
        terms = re.findall(_TERM, match.group(), re.IGNORECASE)
        said = [_term(term, given) for term in terms]
        if sum(bool(item) for item in said) >= 2 and any(term[0] in "\"'`" or "(" in term for term in terms):
            quote = next((term[0] for term in terms if term[0] in "\"'`"), "'")
            yield Disguise(match.start(), match.end(), f"{quote}{''.join(said)}{quote}")
    for match in _LIST.finditer(text):
        head, tail = text[max(0, match.start() - _NEAR) : match.start()], text[match.end() : match.end() + _NEAR]
        near = (head + tail).lower()
        if any(word in near for word in ("join", "reduce", "concat", "implode")):
            parts = [_literal(part) for part in re.findall(_LITERAL, match["body"])]
            if head.rstrip().endswith("reversed(") or tail.lstrip().startswith((".reverse", "[::-1]")):
                parts.reverse()
            yield Disguise(match.start(), match.end(), f"'{''.join(parts)}'")
            continue
        parts = [_literal(part) for part in re.findall(_LITERAL, match["body"])]
        if all(map(str.isdigit, parts)) and LEAST_DIGITS <= len("".join(parts)) <= MOST_DIGITS:
            yield Disguise(match.start(), match.end(), f"'{'-'.join(parts)}'", f"'{''.join(parts)}'")
    for match in _MADE.finditer(text):
        yield Disguise(match.start(), match.end(), f"'{_literal(match['said'])[::-1]}'")


def _literal(written: str) -> str:
    return written.lstrip("furbFURB")[1:-1]


def _term(term: str, given: Mapping[str, str]) -> str:
    if term[-1] in "\"'`":
        return _literal(term)
    if term.endswith(")"):
        code = int(re.search(r"0x[0-9A-Fa-f]+|\d+", term).group(), 0)  # type: ignore[union-attr]
        return chr(code) if 32 <= code < 0x110000 and not 0xD800 <= code < 0xE000 else ""
    return given.get(term, "")


_HAN_CLASS = "\u3400-\u9fff"
_PHRASE = rf"(?P<phrase>[{_HAN_CLASS}]{{2,5}}?)[的之](?P<char>[{_HAN_CLASS}])(?=(?P=char)?)"


@lru_cache(maxsize=1)
def _description() -> re.Pattern[str]:
    parts = "|".join(sorted(map(re.escape, disguise_words().parts_of), key=len, reverse=True))
    return re.compile(rf"(?P<known>{parts})(?P<named>[{_HAN_CLASS}])?|{_PHRASE}")


_APART = re.compile(r"[\s、，,·・和加与與及\-—.。/+“”\"'「」]{0,4}(?:名字?[是叫为]?|字|再加)?[\s“”\"'「」]?")


def _described(text: str, words: Words) -> Iterator[Disguise]:
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
    rf"(?<![{_LATIN}]){_TONE}(?:[ '’\-]?{_TONE})+(?:\s\d+\s?(?:hào|hao4?|shì|shi4|lóu))?(?![{_LATIN}])", re.IGNORECASE
)
_TONE_NUMBER = re.compile(r"(?<=[a-züA-Z])[1-5]")


def _pinyin(text: str, words: Words) -> Iterator[Disguise]:
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


_TURNED_WORD = re.compile(r"(?<![A-Za-zÀ-ɏ])[a-zß-ÿ]{2,}[A-ZÀ-Þ](?![A-Za-zÀ-ɏ])")
_TURNED_MAIL = re.compile(r"(?<!\w)(?:moc|elpmaxe|ten|gro|ude|nc|vog|ku\.oc|ed|rf|nc\.moc|oi)\.[\w.-]+@[\w.+-]+")
_QUOTED = re.compile(r"[\[（(【「『“\"]([^\[\]()（）【】「」『』“”\"\n]{2,40})[\])）】」』”\"]")
LONGEST_CLAUSE = 12
_CLAUSE = re.compile(r"[^\s,，。;；:：、!！?？()（）\[\]]+(?: [^\s,，。;；:：、!！?？()（）\[\]]+)*")


def _backwards(text: str, words: Words) -> Iterator[Disguise]:
    """What stands the wrong way round: where the text says so, in brackets and quotes, numbers and words that are no
    words; elsewhere words with their capital at the end and addresses that begin with their domain."""
    for match in _TURNED_MAIL.finditer(text):
        yield Disguise(match.start(), match.end(), match.group()[::-1])
    low = text.lower()
    if not any(ask in low for ask in words.asks["reversed"]):
        for first in re.finditer(rf"{_TURNED_WORD.pattern}(?: {_TURNED_WORD.pattern})*", text):
            yield Disguise(first.start(), first.end(), first.group()[::-1])
        return
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


def _turned(text: str, words: Words) -> Iterator[Disguise]:
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


def _leet(text: str, words: Words) -> Iterator[Disguise]:
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


_MARK = r"(?:\*{2,3}|_{2}|~~|</?[a-z]{1,6}(?:\s[^<>]{0,80})?/?>|<!--[^>]{0,80}-->|\\-|\{\}|-\n)"
_INSIDE = re.compile(_MARK)
_EMPHASIS = re.compile(rf"(?<![^\W_])[^\W\d_]+(?:{_MARK}+[^\W\d_]+)+")


def _markup(text: str) -> Iterator[Disguise]:
    """Words that marks of HTML, Markdown or TeX, or the end of a line, part in the middle."""
    for match in _EMPHASIS.finditer(text):
        said = _INSIDE.sub("", match.group())
        if said != match.group() and any(map(str.isalpha, said)):
            yield Disguise(match.start(), match.end(), said)
