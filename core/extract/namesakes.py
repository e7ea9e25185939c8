"""People who share a surname: whether a text speaks of one person or of two where one name is a surname, mostly with a
title, and the other is a full name (Mrs Okafor and her son Chidi Okafor; 卢姐和她侄子卢志鹏).

Without such a sign the surname is short for the only full name that it fits (谢经理 ... 谢宏伟经理).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise, takewhile
from typing import Any

from core.domain.sensitive import Mention
from core.extract.aliases import PERSON, Called, Key, surname_of
from core.extract.person_names import is_chinese, surname_length
from core.resources import read_toml, resource_root
from core.text.patterns import any_of

AHEAD = 32
"""Code points before a name in which who it is stands."""
BEHIND = 4
"""Characters of the longest title behind a Chinese name."""
_WORD_BEFORE = re.compile(r"([^\W\d_]+(?:-[^\W\d_]+)*)\.?[,:]? ?[\"“‘']?$")
_WORDS = re.compile(r"[^\W\d_]+(?:[-.][^\W\d_]+)*")
_STOP = re.compile(r"[。！？!?\n]|\.(?=\s|$)")
_BORDER = re.compile(r"[，。！？；：、（）“”‘’…—,;:!?()\"“”/|\t\n–—]|\.(?=\s|$)")
_BULLET = re.compile(r"\s*\n\s*(?:[-*•]|\d{1,2}[.)、])\s*")
_LISTED = re.compile(r"[\s,，、;；&\-*•\d.)]*")


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Any]:
    return read_toml(resource_root() / "lexicons" / "namesakes.toml")


@lru_cache(maxsize=4)
def _any_of(language: str, name: str) -> str:
    return any_of(_table()[language][name])


@lru_cache(maxsize=2)
def _sexes(language: str) -> Mapping[str, str]:
    return {word: sex for sex, words in _table()[language]["sexes"].items() for word in words}


@lru_cache(maxsize=2)
def _offices(language: str) -> Mapping[str, int]:
    rows = _table()[language]["offices"]["rows"]
    return {word: number for number, row in enumerate(rows) for word in row.split()}


@dataclass(frozen=True, slots=True)
class Naming:
    """One place where somebody is named. The span takes the title in; `title`: lower case, "" where there is none;
    `kin`: the word for a relative right before it."""

    key: Key
    start: int
    end: int
    chinese: bool
    title: str
    kin: str

    @classmethod
    def of(cls, key: Key, mention: Mention, text: str) -> Naming:
        """Reads no more than a few words on either side."""
        if any("\u3400" <= char <= "\u9fff" for char in mention.text):
            return cls._chinese(key, mention, text)
        start = mention.start
        word = _WORD_BEFORE.search(text, max(0, start - AHEAD), start)
        inside = _WORDS.match(mention.text)
        title = inside[0].lower() if inside is not None and _is_title(inside[0]) else ""
        if not title and word is not None and _is_title(word[1]):
            title, start = word[1].lower(), word.start()
        before = _words(text[max(0, start - AHEAD) : start])
        if before and before[-1] in _table()["en"]["called"]:
            before.pop()
        near = _BORDER.search(text[max(0, start - AHEAD) : start].rstrip(" ,").rpartition(" ")[2]) is None
        kin = before[-1] if near and before and before[-1] in _table()["en"]["others"] else ""
        return cls(key, start, mention.end, False, title, kin)

    @classmethod
    def _chinese(cls, key: Key, mention: Mention, text: str) -> Naming:
        inside = next((word for word in _titles_zh() if mention.text.endswith(word) and mention.text != word), "")
        behind = text[mention.end : mention.end + BEHIND]
        outside = "" if inside else next((word for word in _titles_zh() if behind.startswith(word)), "")
        ahead = re.search(
            rf"({_any_of('zh', 'others')})(?:{_any_of('zh', 'called')})?$",
            text[max(0, mention.start - AHEAD) : mention.start],
        )
        kin = ahead[1] if ahead is not None else ""
        return cls(key, mention.start, mention.end + len(outside), True, inside or outside, kin)

    @property
    def language(self) -> str:
        """Whose words are around it."""
        return "zh" if self.chinese else "en"

    @property
    def sex(self) -> str:
        """`man` or `woman` by title or kin, "" where neither says."""
        sexes = _sexes(self.language)
        return sexes.get(self.title) or sexes.get(self.kin) or ""

    @property
    def office(self) -> int | None:
        """Row of the office that the title says."""
        return _offices(self.language).get(self.title)


@lru_cache(maxsize=1)
def _titles_zh() -> tuple[str, ...]:
    return tuple(sorted({*_sexes("zh"), *_offices("zh")} - set(_table()["zh"]["others"]), key=len, reverse=True))


def _is_title(word: str) -> bool:
    """Whether a Latin word is a title; one for a relative only with a capital (Aunt Rosa)."""
    lower = word.lower()
    known = lower in _sexes("en") or lower in _offices("en")
    return known and (word != lower or lower not in _table()["en"]["others"])


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORDS.findall(text)]


def apart(people: Mapping[Key, Sequence[Mention]], text: str) -> frozenset[tuple[Key, Key]]:
    """Pairs of a surname and a full name with it that are two people's. `people`: mentions of each name of a text."""
    forms = {key: Called.of(max((key[1], *(item.text for item in found)), key=len)) for key, found in people.items()}
    shorts: dict[str, list[Key]] = {}
    for key, form in forms.items():
        if key[0] == PERSON and (surname := surname_of(form)):
            shorts.setdefault(surname, []).append(key)
    if not shorts:
        return frozenset()
    others = sorted((item.start, item.end) for key, found in people.items() if key[0] == PERSON for item in found)
    found_apart = _apart_by_title(shorts, people, text, others)
    for full, form in forms.items():
        family = _family(form) if full[0] == PERSON and form.full else ""
        same = [key for key in shorts.get(family, ()) if key != full]
        if not same:
            continue
        namings = [Naming.of(key, item, text) for key in (*same, full) for item in people[key]]
        namings.sort(key=lambda item: item.start)
        if _are_two(full, namings, text, others):
            found_apart.update((key, full) for key in same)
    return frozenset(found_apart)


def _apart_by_title(
    shorts: Mapping[str, Sequence[Key]],
    people: Mapping[Key, Sequence[Mention]],
    text: str,
    others: Sequence[tuple[int, int]],
) -> set[tuple[Key, Key]]:
    """Pairs of surnames with a title that are two people's, both ways round: 老卢、卢姐; Mr Okafor and Mrs Okafor."""
    found = set()
    for one, two in (pair for keys in shorts.values() for pair in combinations(keys, 2)):
        namings = [Naming.of(key, item, text) for key in (one, two) for item in people[key]]
        namings.sort(key=lambda item: item.start)
        mine, theirs = ([item for item in namings if item.key == key] for key in (one, two))
        if _contradict(mine, theirs) or any(
            _listed(first, second, between, others) or _joined(between, second.language)
            for first, second in pairwise(namings)
            if first.key != second.key and (between := text[first.end : second.start]).strip()
        ):
            found |= {(one, two), (two, one)}
    return found


def named_by_title(people: Sequence[Mention], text: str) -> tuple[Mention, ...]:
    """`people` with the title in the value wherever one surname stands with titles that no one person has: 张老师 and
    张医生 are two."""
    found: dict[str, list[tuple[Mention, Naming]]] = {}
    for item in people:
        if surname_of(Called.of(item.value)):
            found.setdefault(item.value, []).append((item, Naming.of((PERSON, item.value), item, text)))
    values: dict[Mention, str] = {}
    for same in found.values():
        titled = [(item, naming) for item, naming in same if naming.title]
        sexes, offices = {naming.sex for _, naming in titled}, {naming.office for _, naming in titled}
        if len(sexes - {""}) > 1 or len(offices - {None}) > 1:
            values.update({item: text[naming.start : naming.end] for item, naming in titled})
    return tuple(replace(item, value=values.get(item, item.value)) for item in people)


def of_others(people: Mapping[Key, Sequence[Mention]], shorts: Iterable[Key], text: str) -> frozenset[tuple[Key, Key]]:
    """Pairs of a surname of an earlier text and a full name of this one that stands behind a word for a relative: these
    are two people's. `people`: mentions of each name of this text; `shorts`: names of the earlier ones."""
    kin = [
        (key, _family(form))
        for key, found in people.items()
        if (form := Called.of(key[1])).full and any(Naming.of(key, item, text).kin for item in found)
    ]
    return frozenset(
        (short, full) for short in shorts for full, family in kin if surname_of(Called.of(short[1])) == family
    )


def _family(form: Called) -> str:
    return form.core[: surname_length(form.core)] if form.core else form.words[-1]


def _are_two(full: Key, namings: Sequence[Naming], text: str, others: Sequence[tuple[int, int]]) -> bool:
    short = [item for item in namings if item.key != full]
    whole = [item for item in namings if item.key == full]
    if _contradict(short, whole):
        return True
    titles = {item.title[-1:] if item.chinese else item.title for item in short} - {""}
    if any(item.kin and (item.kin[-1] if item.chinese else item.kin) not in titles for item in whole):
        return True
    return any(
        _side_by_side(first, second, text, others, second.key == full)
        for first, second in pairwise(namings)
        if (first.key == full) != (second.key == full)
    )


def _contradict(short: Iterable[Naming], whole: Iterable[Naming]) -> bool:
    """Whether titles or kin say different sexes, or offices of which nobody has two."""
    mine, theirs = [*short], [*whole]
    sexes = {item.sex for item in mine} - {""}, {item.sex for item in theirs} - {""}
    offices = {item.office for item in mine} - {None}, {item.office for item in theirs} - {None}
    return any(one and two and one.isdisjoint(two) for one, two in (sexes, offices))


def _side_by_side(
    first: Naming, second: Naming, text: str, others: Sequence[tuple[int, int]], full_second: bool
) -> bool:
    """Whether what stands between two names makes them two people's."""
    between = text[first.end : second.start]
    if len(between) > 2 * _table()["near"] or not between.strip():
        return False
    if _listed(first, second, between, others):
        return True
    if _STOP.search(between):
        return False
    if _joined(between, second.language) or (second.kin and not full_second):
        return True
    if full_second and any(_kin_of_others(between, second.language)):
        return True
    return _is_kin(between, text[second.end : second.end + AHEAD], second.language) or _one_clause(
        between, second, bool((first if full_second else second).title)
    )


def _listed(first: Naming, second: Naming, between: str, others: Sequence[tuple[int, int]]) -> bool:
    """Whether both are items of one list of people, with bullets or with others between them."""
    if _BULLET.fullmatch(between):
        return True
    at = bisect_left(others, (first.end, 0))
    inside = [*takewhile(lambda span: span[1] <= second.start, others[at:])]
    if not inside:
        return between.strip() == "、"
    rest, position = [], first.end
    for start, end in inside:
        rest.append(between[position - first.end : start - first.end])
        position = end
    rest.append(between[position - first.end :])
    joins = _table()[first.language]["joins"]
    return all(piece and _LISTED.fullmatch(re.sub("|".join(map(re.escape, joins)), "", piece)) for piece in rest)


def _joined(between: str, language: str) -> bool:
    """Mrs Okafor and my student [Chidi Okafor]: a joining word and few others."""
    joins = _any_of(language, "joins")
    if language == "zh":
        return re.fullmatch(rf"\s*[，,]?(?:{joins})[^，。；：,;:]{{0,6}}", between) is not None
    return re.fullmatch(rf"(?:['’]s)?,? (?:(?:{joins})|&) (?:[\w'’-]+ ){{0,3}}", between) is not None


def _kin_of_others(between: str, language: str) -> Iterator[str]:
    """Words for relatives that are not the writer's."""
    mine = tuple(_table()[language]["mine"])
    if language == "zh":
        for match in re.finditer(_any_of("zh", "others"), between):
            if not between[: match.start()].endswith(mine) and not match[0].startswith("我"):
                yield match[0]
        return
    words = _words(between)
    kin = frozenset(_table()["en"]["others"])
    for before, word in pairwise(("", *words)):
        if word in kin and before not in mine:
            yield word


def _is_kin(between: str, after: str, language: str) -> bool:
    """谢宏伟是老谢的弟弟; Robert Haines is Mr Haines's brother."""
    others = _any_of(language, "others")
    if language == "zh":
        return between.endswith("是") and re.match(rf"的?(?:{others})", after) is not None
    return _words(between)[-1:] in (["is"], ["was"]) and re.match(rf"['’]s? (?:\w+ )?(?:{others})\b", after) is not None


def _one_clause(between: str, second: Naming, titled: bool) -> bool:
    """Whether one clause speaks of both, each in a place of its own: 卢姐让我劝劝[卢志鹏]."""
    if len(between) > _table()["near"] or _BORDER.search(between):
        return False
    same = _table()[second.language]["same"]
    if not second.chinese and not titled:
        return False
    if second.chinese:
        return is_chinese(between.strip()) and not any(word in between for word in same)
    words = _words(between)
    return bool(words) and not any(word in same for word in words)
