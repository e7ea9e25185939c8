"""Parts of a value that identify by themselves: a surname, the core name of a house, a street, a domain.

A part is either sure or not. A sure part counts wherever it stands: in any case, with a plural or possessive ending,
inside a hashtag, an identifier, a file name. One that is also an ordinary word (Rose, May, 建设) counts only where it
is written as a name and something speaks for a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import ahocorasick

from core.extract.disguise_words import english
from core.extract.explicit.chinese_words import ChineseWords
from core.extract.explicit.lexicons import fold_latin
from core.extract.person_names import (
    LEAST_PART,
    bare,
    is_chinese,
    is_particle,
    is_title,
    surname_length,
    title_forms,
    without_title,
)
from core.extract.quasi.lexicon import listed
from core.resources import read_toml, resource_root
from core.text.characters import in_simplified
from core.text.comparison import ComparisonView, squeeze, squeeze_normal
from core.text.normalize import NormalizedText, normalize
from core.text.patterns import any_of

HOUSES = frozenset({"ORGANIZATION", "SCHOOL", "HOSPITAL", "BANK", "COURT", "LAW_FIRM"})
ANYWHERE = 6
"""Letters from which a sure part is found inside a longer word that no dictionary has."""
CAPITALS_ONLY = 3
"""Letters up to which a Latin part counts only with its capitals."""
LEAST_LOCAL = 5
"""Letters of the shortest box or domain name that is looked for by itself."""
LEAST_HAN = 2
LEAST_INITIALS = 3
NEARBY = 16
"""Code points beside a part in which a cue may stand."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_NEXT_WORD = re.compile(r"\s?([^\W\d_]+(?:['’]t)?)")
_LAST_WORD = re.compile(r"([^\W\d_]+)[.,]?\s$")
_POSSESSIVE = re.compile(r"['’]s?\b")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;…。！？：；\n\"“”*•>-])\s*$")
_HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U0002fa1f]")


_NAME_TAGS = ("nr", "ns", "nt", "nz")
"""Kinds of speech with which the Chinese dictionary marks names of people, places, houses and other names."""


@dataclass(frozen=True, slots=True)
class Part:
    """`key`: its letters and digits in the comparison view. `sure`: it is no ordinary word. `calendar`: a word that has
    a capital anyway. `capitals`: counts only in capitals (initials). `phrase`: made of several words. `apart`: may
    stand across the border of two words (中[国总]部), so that the words around it decide. `signed`: counts only in a
    text where somebody signs with it."""

    key: str
    sure: bool = True
    calendar: bool = False
    capitals: bool = False
    phrase: bool = False
    apart: bool = False
    signed: bool = False


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Any]:
    return read_toml(resource_root() / "lexicons" / "parts.toml")


@lru_cache(maxsize=1)
def _chinese() -> ChineseWords:
    return ChineseWords()


@lru_cache(maxsize=2048)
def _is_chinese_word(text: str) -> bool:
    """Whether the dictionary has it as one word that is no name. Without the dictionary nothing is."""
    tagged = _chinese().segment(text).tagged
    return len(tagged) == 1 and not tagged[0][1].startswith(_NAME_TAGS) and len(text) > 1


def _is_word(text: str) -> bool:
    return fold_latin(text) in english()


@lru_cache(maxsize=4096)
def parts_of(type_id: str, surface: str) -> tuple[Part, ...]:
    """The parts of one surface, without the surface itself unless it is a single word of a person's name; ideographs
    in either script."""
    text = in_simplified(normalize(surface).text.replace("\n", " ").strip())
    if type_id == "PERSON":
        found = _chinese_person(text.replace(" ", "")) if is_chinese(text.replace(" ", "")) else _latin_person(text)
    elif type_id in HOUSES:
        found = _chinese_house(text) if _HAN.search(text) else _latin_house(text)
    elif type_id == "ADDRESS":
        found = _streets(text)
    elif type_id == "EMAIL":
        found = _mail(text)
    else:
        return ()
    kept: dict[str, Part] = {}
    for part in found:
        if part.key:
            kept.setdefault(part.key, part)
    return tuple(kept.values())


def _part(text: str, *, sure: bool = True, calendar: bool = False, capitals: bool = False) -> Part:
    return Part(squeeze(text).text, sure, calendar, capitals, phrase=" " in text)


def _latin_person(name: str) -> Iterator[Part]:
    initials = "".join(part[0] for part in re.split(r"[\s-]+", bare(name)) if part[:1].isupper())
    if LEAST_INITIALS - 1 <= len(initials) <= LEAST_INITIALS and not _is_word(initials):
        yield Part(squeeze(initials).text, capitals=True, signed=True)
    for word in _WORD.findall(bare(name)):
        if len(word) < LEAST_PART - 1 or is_particle(word) or not word[0].isupper():
            continue
        sure = len(word) >= LEAST_PART and not _is_word(word)
        yield _part(word, sure=sure, calendar=word.lower() in _table()["person"]["calendar"])


def _chinese_person(name: str) -> Iterator[Part]:
    name = without_title(name)
    length = surname_length(name)
    if "某" in name or len(name) <= length:
        return
    family, given = name[:length], name[length:]
    forms = [form for form in title_forms(family, given) if not is_title(form)]
    if len(given) >= LEAST_HAN:
        forms.append(given)
    for form in forms:
        yield _part(form, sure=not _is_chinese_word(form))
    for form in _table()["person"]["nicknames_zh" if len(given) < LEAST_HAN else "nicknames_of_last_zh"]:
        form = form.format(given[-1])
        listed = (0, len(form)) in _chinese().segment(form).words
        if not (listed and len(given) >= LEAST_HAN):
            yield Part(squeeze(form).text, sure=not listed, apart=True)
    if length >= LEAST_HAN:
        yield _part(family, sure=False)
    for form in _table()["person"]["masked_zh"]:
        yield _part(form.format(family=family, last=given[-1]))


def _chinese_house(name: str) -> Iterator[Part]:
    core = re.sub(r"[（(][^）)]*[）)]", "", name)
    ends = sorted(_table()["organization"]["ends_zh"], key=len, reverse=True)
    tagged = _chinese().segment(core).tagged
    while tagged and _is_division(tagged[0]) and len(core) > len(tagged[0][0]) + 1:
        core, tagged = core[len(tagged[0][0]) :], tagged[1:]
    while len(core) >= LEAST_HAN:
        if core != name and (len(core) > LEAST_HAN or not _is_chinese_word(core)) and not _all_words(core):
            yield _part(core)
        end = next((end for end in ends if core.endswith(end) and len(core) - len(end) >= LEAST_HAN), "")
        if not end:
            return
        core = core[: -len(end)]


def _all_words(core: str) -> bool:
    """Whether a name consists of ordinary words and places only (北京物流); a rare word or a made-up one is a name."""
    tagged = _chinese().segment(core).tagged
    return bool(tagged) and all(
        _is_division((word, tag)) or (tag[0] in "nvadtm" and not tag.startswith(_NAME_TAGS)) for word, tag in tagged
    )


def _is_division(tagged: tuple[str, str]) -> bool:
    """Whether a word names a known place; what only sounds like one (恒川) is a name somebody made up."""
    word, tag = tagged
    return tag == "ns" and word in _divisions()


@lru_cache(maxsize=1)
def _divisions() -> frozenset[str]:
    """Chinese divisions in every spelling of the list, and countries."""
    names = {term.surface for term in listed(resource_root(), "divisions.zh", "countries")}
    return frozenset(names | {name[:-1] for name in names if name[-1:] in "省市" and len(name) > LEAST_HAN})


def _latin_house(name: str) -> Iterator[Part]:
    words = [word for word in re.split(r"[\s,./()]+", name) if word]
    if words and words[0].lower() in _table()["organization"]["begins_en"]:
        words = words[1:]
    initials = "".join(word[0] for word in words if word[0].isupper())
    legal = _table()["organization"]["ends_en"]
    short = "".join(word[0] for word in words if word[0].isupper() and word.lower() not in legal[:30])
    for letters in {initials, short}:
        known = letters in _table()["organization"]["known_initials"] or _is_word(letters)
        if len(letters) >= LEAST_INITIALS and not known:
            yield _part(letters, capitals=True)
    while words and words[-1].lower().strip(".") in legal:
        words = words[:-1]
    if not words:
        return
    core = " ".join(words)
    sure = any(not _is_word(word) for word in _WORD.findall(core))
    if len(words) > 1 or sure:
        yield _part(core, sure=sure)


def _streets(address: str) -> Iterator[Part]:
    if _HAN.search(address):
        regions, streets = (_table()["address"][name] for name in ("regions_zh", "streets_zh"))
        region, numerals = "".join(regions), "".join(_table()["address"]["numerals_zh"])
        units = "".join(_table()["address"]["units_zh"])
        opened, inside = rf"(?:^|(?<=[{region}{units}\s,，]))", rf"[^\W\d_{region}{units}]"
        for match in re.finditer(rf"{opened}({inside}{{1,12}}?{any_of(streets)})(?=[{numerals}]|[\W\d_]|$)", address):
            found = _without_divisions(match[1])
            if len(found) > LEAST_HAN and not _is_chinese_word(found[:-1]):
                yield _part(found)
        return
    types = _street_types()
    # What stands in an address with a number is a street by a weaker word too: 14 Tanner Row.
    for piece in re.split(r"[,;\n]|\. ", address):
        words = [word.strip(".") for word in piece.split()]
        while words and not words[0][:1].isalpha():
            words = words[1:]
        heads = [place for place, word in enumerate(words) if place and word.lower() in types]
        if heads and all(word[:1].isupper() for word in words[: heads[0] + 1]):
            yield _part(" ".join(words[: heads[0] + 1]), sure=any(not _is_word(word) for word in words[: heads[0]]))


@lru_cache(maxsize=1)
def _street_types() -> frozenset[str]:
    data = read_toml(resource_root() / "lexicons" / "address_latin.toml")
    return frozenset(data["strong_types"]) | frozenset(data["types_after"])


def _without_divisions(street: str) -> str:
    """A street without the places before it that are written without 市 or 区: 绍兴越城[胜利东路]."""
    for length in range(len(street) - 1, LEAST_HAN - 1, -1):
        if street[:length] in _divisions() or (length > LEAST_HAN and _is_two_places(street[:length])):
            return street[length:]
    return street


def _is_two_places(text: str) -> bool:
    """Whether a text is two divisions, the second without its 市, 区 or 县."""
    return any(
        text[:cut] in _divisions()
        and any(text[cut:] + end in _divisions() for end in _table()["address"]["regions_zh"])
        for cut in range(LEAST_HAN, len(text) - 1)
    )


def _mail(address: str) -> Iterator[Part]:
    box, _, domain = address.rpartition("@")
    table = _table()["email"]
    labels = domain.lower().split(".")
    public = any(label in table["public_providers"] for label in labels[:-1] or labels)
    if box and box.lower() not in table["shared_boxes"] and len(squeeze(box).text) >= LEAST_LOCAL and not _is_word(box):
        yield _part(box)
    if public:
        return
    yield _part(domain)
    for label in labels:
        if label not in table["common_labels"] and len(label) >= LEAST_LOCAL and not _is_word(label):
            yield _part(label)


Owned = tuple[str, Part]
"""Id of the value, one of its parts."""


class PartFinder:
    """Finds the parts of several values in one pass. Immutable."""

    def __init__(self, owned: Iterable[Owned]) -> None:
        holders: dict[str, list[Owned]] = {}
        for owner, part in owned:
            holders.setdefault(part.key, []).append((owner, part))
        self._automaton = ahocorasick.Automaton()
        for key, owners in holders.items():
            self._automaton.add_word(key, (len(key), tuple(owners)))
        self._empty = not holders
        if holders:
            self._automaton.make_automaton()

    def find(self, normal: NormalizedText, view: ComparisonView | None = None) -> Iterator[tuple[int, int, str]]:
        """Spans of the normalised text with the id of the value, in no particular order."""
        if self._empty:
            return
        view = view or squeeze_normal(normal)
        for last, (length, owners) in self._automaton.iter(view.text):
            start, end = view.span(last + 1 - length, last + 1)
            for owner, part in owners:
                if _counts(normal.text, start, end, part):
                    yield start, end, owner


def _counts(text: str, start: int, end: int, part: Part) -> bool:
    surface = text[start:end]
    if "\n\n" in surface or len(surface) > 3 * len(part.key):
        return False
    if _HAN.search(surface):
        if any(not char.isalnum() and not char.isspace() for char in surface):
            return False
        if part.apart and not _whole_words(text, start, end):
            return False
        return part.sure or _spoken_of(text, start, end)
    if part.capitals:
        if part.signed and not _signs(text, surface):
            return False
        return surface == part.key.upper() and _apart(text, start, end)
    if any(char in surface for char in ".!?;\n") and " " in surface:
        return False
    edges = _edges(text, start, end)
    if part.sure:
        if edges:
            return len(part.key) > CAPITALS_ONLY or surface[0].isupper()
        return len(part.key) >= ANYWHERE and surface.isalnum() and not _is_word(_run(text, start, end))
    if not edges:
        return False
    if part.phrase:
        # Two ordinary words in a row are a name only as capitals or as one word: Blue Harbor, blueharbor.com.
        words = [word for word in re.split(r"[\s-]+", surface) if word]
        return all(word[:1].isupper() for word in words) if len(words) > 1 else not _is_word(surface)
    return _named(text, start, end, part)


def _signs(text: str, initials: str) -> bool:
    """Whether somebody signs with these letters: alone behind the last sentence of a line, or alone on one."""
    ends = rf"(?:^[\s>*|-]*|[.!?…\u2013\u2014]\s+|\s--?\s?){re.escape(initials)}[ \t]*$"
    return re.search(ends, text, re.MULTILINE) is not None


def _whole_words(text: str, start: int, end: int) -> bool:
    """Whether no Chinese word reaches over the borders of a place."""
    before = re.search(rf"[^\W\d_]{{0,{LEAST_INITIALS}}}$", text[max(0, start - LEAST_INITIALS) : start])
    first = start - len(before[0]) if before else start
    borders = _chinese().segment(text[first : end + LEAST_INITIALS]).borders
    return start - first in borders and end - first in borders


def _latin(char: str) -> bool:
    return char.isalpha() and not _HAN.match(char)


def _apart(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    return not ((before and _latin(before)) or (after and _latin(after)))


def _edges(text: str, start: int, end: int) -> bool:
    """Whether a word, or a word inside an identifier, begins and ends here; a plural ending is none of it."""
    before, after = text[start - 1 : start], text[end : end + 1]
    opens = not before or not _latin(before) or (text[start].isupper() and before.islower())
    if not opens:
        return False
    if not after or not _latin(after) or (after.isupper() and text[end - 1].islower()):
        return True
    ending = re.match(r"(?:s|es|S|ES)(?![^\W\d_])", text[end : end + 3])
    return ending is not None


def _run(text: str, start: int, end: int) -> str:
    """The word around a place, in lower case."""
    while start and _latin(text[start - 1]):
        start -= 1
    while end < len(text) and _latin(text[end]):
        end += 1
    return text[start:end].lower()


def _named(text: str, start: int, end: int, part: Part) -> bool:
    """Whether an ordinary word is written as somebody's name here."""
    if not text[start].isupper() or (len(part.key) > 1 and text[start:end].isupper() and end - start > CAPITALS_ONLY):
        return False
    if part.key == text[start:end]:
        return False
    table = _table()["person"]
    before, after = text[max(0, start - NEARBY) : start], text[end : end + NEARBY]
    if _POSSESSIVE.match(after):
        return not part.calendar
    follows = _NEXT_WORD.match(after)
    if follows and follows[1][0].isupper():
        return False
    leads = _LAST_WORD.search(before)
    strong = leads is not None and leads[1].lower() in table["before"][: table["before"].index("told")]
    if strong:
        return True
    if part.calendar:
        return False
    spoken = follows is not None and follows[1].lower() in table["after"]
    if spoken:
        return not (leads and leads[1].lower() in ("the", "a", "an", "every", "each"))
    return leads is not None and leads[1].lower() in table["before"] and not _SENTENCE_START.search(before)


def _spoken_of(text: str, start: int, end: int) -> bool:
    """Whether a Chinese word is used as somebody's name: cues, or borders of the clause, on both sides, at least one
    of them a cue."""
    table = _table()["person"]
    before, after = text[max(0, start - NEARBY) : start], text[end : end + NEARBY]
    leads, follows = before.endswith(tuple(table["before_zh"])), after.startswith(tuple(table["after_zh"]))
    opens = leads or not before or not before[-1].isalnum()
    closes = follows or not after or not after[0].isalnum()
    return opens and closes and (leads or follows)
