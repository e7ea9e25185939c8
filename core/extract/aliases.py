"""Other forms of one person's name: turned, in initials, short, misspelt, as a pet name, behind kin, as a handle.

A form goes to the one person whom it fits; where it fits several it stays by itself, so that two people who share a
name are never made one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rapidfuzz.distance import OSA

from core.extract.explicit.lexicons import fold_latin, read_lines, surnames_zh
from core.extract.person_names import is_chinese, is_particle, surname_length, without_title
from core.resources import read_toml, resource_root
from core.text.characters import in_simplified
from core.text.normalize import normalize
from core.text.patterns import any_of

PERSON = "PERSON"
LEAST_MISSPELT = 6
"""Letters of the shortest name of which one may be wrong."""
LEAST_HEAD = 4
"""Letters of the shortest beginning of a surname that stands for it beside an initial."""
LEAST_SPELLED = 4
"""Single letters in a row that spell a name."""
LEAST_HANDLE = 4
LONGEST_ZH = 4
"""Characters of the longest Chinese name."""
LEAST_INITIALS = 3
LEAST_STEM = 2
"""Letters of the shortest beginning of a given name that takes an ending of endearment."""
LEAST_AFFIX = 3
"""Letters of the shortest piece of a given name that somebody is called by."""
LEAST_END = 5
"""Letters of the shortest end of a given name that is a name of others too."""
LONGEST_PET = 2
LONGEST_JOINT = 32
DOT = "·"
"""Parts the names of a person whose name is written by its sound."""
GENDERED = "aeioy"
"""Last letters that make another person's name of a name: Erik, Erika."""
_LETTERS = re.compile(r"[^\W\d_]+")
_HANDLE = re.compile(r"@?[A-Za-z][A-Za-z0-9._-]{2,}")
_OPENED = re.compile(r" ?[(（] ?[\"'“‘「]?| [\"“「]")
_CLOSED = re.compile(r"[\"'”’」]? ?[)）,，;；]|[\"”」]")
_SIDE_BY_SIDE = re.compile(r" ?[/|／]? ?")
_BRACKETS = " \t,;:-–—(\"'“‘（「“，、：:）)”’」"


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Any]:
    return read_toml(resource_root() / "lexicons" / "aliases.toml")


@lru_cache(maxsize=1)
def _families() -> Mapping[str, frozenset[int]]:
    """Numbers of the families of given names that a name is in."""
    found: dict[str, set[int]] = {}
    for number, row in enumerate(_table()["short"]):
        for name in row.split():
            found.setdefault(name, set()).add(number)
    return {name: frozenset(numbers) for name, numbers in found.items()}


@lru_cache(maxsize=1)
def _known_names() -> frozenset[str]:
    lines = (*read_lines(resource_root(), "given_names_latin.txt"), *read_lines(resource_root(), "surnames_latin.txt"))
    return frozenset(fold_latin(line.split("\t")[0]) for line in lines)


@lru_cache(maxsize=1)
def _joint() -> re.Pattern[str]:
    return re.compile(f"{any_of((*_table()['joint_en'], *_table()['joint_zh']))}[是叫为]?", re.IGNORECASE)


def are_forms(one: str, two: str) -> bool:
    """Whether two folded given names are forms of one: Tom, Thomas; Peggy, Margaret."""
    families = _families()
    return not families.get(one, frozenset()).isdisjoint(families.get(two, frozenset()))


def are_one(between: str) -> bool:
    """Whether what stands between two names says that they are one person's: `aka`, `小名`."""
    return len(between) <= LONGEST_JOINT and _joint().fullmatch(between.strip(_BRACKETS)) is not None


def stand_beside(first: str, between: str, second: str, after: str) -> bool:
    """Whether two names are one person's by where they stand: the second in brackets or quotes behind the first, or
    the same name in two scripts side by side. `after`: what follows the second. Two full names of one script are
    people of their own."""
    forms = Called.of(first), Called.of(second)
    mixed = bool(forms[0].core) != bool(forms[1].core)
    whole = all(form.full for form in forms)
    if whole and not mixed:
        return False
    if not between.strip(" ") and not mixed and _fits_beside(*forms):
        return True
    enclosed = _OPENED.fullmatch(between) is not None and _CLOSED.match(after) is not None
    return enclosed or (mixed and whole and _SIDE_BY_SIDE.fullmatch(between) is not None)


def _fits_beside(one: Called, two: Called) -> bool:
    """Whether of two Chinese names side by side one is short for the other: 老佟 佟占奎."""
    short, full = sorted((one, two), key=lambda form: form.full)
    return full.full and not short.full and (_surname_alone(short, full) or _pet_name(short, full))


def behind_label(name: str) -> int:
    """Characters at the beginning of a Chinese name that say that another name follows: 曾用名马秀兰."""
    return max(
        (len(word) for word in _table()["joint_zh"] if name.startswith(word) and len(name) > len(word) + 1), default=0
    )


@lru_cache(maxsize=1)
def _titles_zh() -> tuple[str, ...]:
    return tuple(read_toml(resource_root() / "lexicons" / "person_zh.toml")["titles"])


def ends_there(before: str, after: str) -> bool:
    """Whether what stands between `before` and `after` is a whole surname: behind 姓, before a title, kin, or what is
    no ideograph."""
    if before.endswith("姓") or not after or not is_chinese(in_simplified(after[0])):
        return True
    plain = in_simplified(after)
    return plain.startswith((*_titles_zh(), *_table()["kin_zh"], *_table()["parent_zh"]))


@dataclass(frozen=True, slots=True)
class Called:
    """A name as it is compared. Latin: `words` in order, folded, without kin and titles; single letters are initials.
    Chinese: `core` without kin, title and joined word, Simplified. `handle`: the letters of a user name, in pieces."""

    words: tuple[str, ...] = ()
    core: str = ""
    handle: tuple[str, ...] = ()

    @classmethod
    def of(cls, surface: str) -> Called:
        """Linear in the length of the surface."""
        text = normalize(surface).text.strip()
        plain = in_simplified("".join(text.split()))
        if is_chinese(plain):
            return cls(core=_core(plain))
        handle = tuple(piece.lower() for piece in re.findall(r"[A-Za-z]+", text)) if _is_handle(text) else ()
        return cls(words=_words(text), handle=handle)

    @property
    def full(self) -> bool:
        """Whether it names somebody with surname and given name."""
        if DOT in self.core:
            return True
        if self.core:
            if _surname_zh(self.core):
                return False
            length = surname_length(self.core)
            named = self.core[:length] in surnames_zh() and self.core[0] not in _table()["joined_zh"]
            return named and length < len(self.core) <= LONGEST_ZH and not _pet_character(self.core)
        return len([word for word in self.words if len(word) > 1]) > 1

    @property
    def rank(self) -> tuple[bool, int]:
        """A form goes to a name of a higher rank, never the other way round."""
        return self.full, len(self.core) or sum(map(len, self.words))

    @property
    def given(self) -> str:
        """Given name of a full Chinese name."""
        return self.core[surname_length(self.core) :]


def _is_handle(text: str) -> bool:
    return _HANDLE.fullmatch(text) is not None and (text.startswith("@") or not text.isalpha() or text.islower())


def _words(text: str) -> tuple[str, ...]:
    words = [fold_latin(word) for word in _LETTERS.findall(re.sub(r"['’]s\b", "", text))]
    if len(words) >= LEAST_SPELLED and all(len(word) == 1 for word in words):
        return ("".join(words),)
    before, after = frozenset(_table()["before_en"]), frozenset(_table()["after_en"])
    while len(words) > 1 and words[0] in before:
        words = words[1:]
    while len(words) > 1 and words[-1] in after:
        words = words[:-1]
    return tuple(word for word in words if not is_particle(word) or len(words) == 1)


def _core(name: str) -> str:
    stripped = without_title(name)
    for parent in _table()["parent_zh"]:
        if stripped.endswith(parent):
            # 韦爸 is a father called 韦; 果果妈 is the mother of 果果.
            rest = stripped.removesuffix(parent)
            return rest if rest in surnames_zh() else stripped
    for kin in sorted(_table()["kin_zh"], key=len, reverse=True):
        rest = stripped.removesuffix(kin)
        if rest != stripped and (len(rest) >= 2 or rest in surnames_zh()):
            return rest
        rest = stripped.removeprefix(kin)
        if rest != stripped and len(rest) >= 2 and len(kin) >= 2:
            return rest
    return stripped


Key = tuple[str, str]
Fits = Callable[[Called, Called], bool]


def surname_of(form: Called) -> str:
    """The surname of a name that is nothing but one, folded; "" for any other: 卢 of 卢姐 and 老卢, Okafor."""
    if form.core:
        return _surname_zh(form.core)
    return form.words[0] if len(form.words) == 1 and len(form.words[0]) > 1 else ""


def _surname_zh(core: str) -> str:
    family = core[1:] if len(core) > 1 and core[0] in _table()["age_zh"] else core
    return family if family in surnames_zh() else ""


def alias_targets(names: Mapping[Key, Called], apart: Collection[tuple[Key, Key]] = ()) -> dict[Key, Key]:
    """For each form of somebody's name the one name that it is a form of. Keys of `names` are people and handles.
    `apart`: a form and a name that are two people's."""
    targets: dict[Key, Key] = {}
    for found, form in names.items():
        owner = _owner(found, form, {other: name for other, name in names.items() if (found, other) not in apart})
        if owner is not None:
            targets[found] = owner
    return targets


def _owner(found: Key, form: Called, names: Mapping[Key, Called]) -> Key | None:
    """The owner by the first rule that fits anybody; None where that rule fits several different people."""
    person = found[0] == PERSON
    own = (form.rank, found)
    others = [other for other in names if other[0] == PERSON and other != found]
    for rule in _RULES if person else (_made_of,):
        owners = [other for other in others if rule(form, names[other])]
        if owners:
            owner = _one(owners, names)
            return owner if owner is None or not person or (names[owner].rank, owner) > own else None
    return None


def _one(owners: Sequence[Key], names: Mapping[Key, Called]) -> Key | None:
    """The fullest of several owners that are all forms of it; None where they are different people."""
    best = max(owners, key=lambda other: (names[other].full, len(other[1]), other[1]))
    for other in owners:
        if other != best and not _within(names[other], names[best]) and names[other] != names[best]:
            return None
    return best


def contradicts(form: Called, other: Called) -> bool:
    """Whether an initial of a Latin name fits no word of the other: Narasimhan K V is not Narasimhan Latha."""
    if form.core or other.core or all(len(word) > 1 for word in form.words):
        return False
    return not _initials_in_order(form.words, other.words)


def _same(form: Called, other: Called) -> bool:
    """The same words in another order or case; the same Chinese name behind kin. The first by its letters rules."""
    if form.core or other.core:
        return form.core == other.core != "" and len(form.core) > 1
    return bool(form.words) and sorted(form.words) == sorted(other.words)


def _within(form: Called, other: Called) -> bool:
    """All of its words are among the other's; the given name of a full Chinese name."""
    if form.core:
        if form.core != other.core and DOT in other.core and _of_parted(form.core, other.core.split(DOT)):
            return True
        if form.core.removeprefix(form.core[:1]) == other.given and form.core[:1] in _table()["joined_zh"]:
            return other.full and other.core != form.core
        return other.full and form.core == other.given and form.core != other.core
    long = [word for word in form.words if len(word) > 1]
    if not long or not other.words or len(form.words) > len(other.words) or sorted(form.words) == sorted(other.words):
        return False
    return all(word in other.words for word in long) and _initials_in_order(form.words, other.words)


def is_short_for(form: Called, other: Called) -> bool:
    """Whether some words of a name in letters, or their initials, stand for the whole: J. Whitlow, Maria Catacutan."""
    return _within(form, other) or _in_initials(form, other)


def _of_parted(core: str, parts: Sequence[str]) -> bool:
    """买买提 or 古丽 of 阿依古丽·买买提: a part of the name, or a piece of several signs at one end of a part."""
    return any(core == part or (len(core) > 1 and part.startswith(core) | part.endswith(core)) for part in parts)


def _short_surname(form: Called, other: Called) -> bool:
    """Siobhan Fitz of Siobhan Fitzwilliam; two surnames that both exist are two people's."""
    if form.core or not len(form.words) == len(other.words) > 1 or form.words[:-1] != other.words[:-1]:
        return False
    short, long = form.words[-1], other.words[-1]
    if len(short) < LEAST_HEAD or short == long or not long.startswith(short):
        return False
    return short not in _known_names() or long not in _known_names()


def _initials_in_order(short: Sequence[str], full: Sequence[str]) -> bool:
    """Whether every word of `short` stands for another one of `full`: itself, its initial, its beginning beside one."""
    rest = list(full)
    initials = any(len(word) == 1 for word in short)
    for word in sorted(short, key=len, reverse=True):
        fitting = next((other for other in rest if _stands_for(word, other, initials)), None)
        if fitting is None:
            return False
        rest.remove(fitting)
    return True


def _stands_for(word: str, other: str, initials: bool) -> bool:
    if word == other:
        return True
    if len(word) == 1:
        return other.startswith(word)
    return initials and len(word) >= LEAST_HEAD and other.startswith(word)


def _in_initials(form: Called, other: Called) -> bool:
    """D.R., P. Lewand, T S: a letter for a word, the surname whole or its beginning; letters alone for every word."""
    if (
        form.core
        or other.core
        or not other.full
        or not any(len(word) == 1 for word in form.words)
        or len(form.words) < 2
    ):
        return False
    long = [word for word in form.words if len(word) > 1]
    if long:
        return len(form.words) <= len(other.words) and _initials_in_order(form.words, other.words)
    letters = "".join(form.words)
    return letters in ("".join(word[0] for word in other.words), other.words[0][0] + other.words[-1][0])


def _by_its_initials(form: Called, other: Called) -> bool:
    """Quoc Bao and Q B Tran: given names of which the other name says the initials, in order."""
    letters = [word for word in other.words if len(word) == 1]
    return len(form.words) > 1 and [word[0] for word in form.words] == letters and len(letters) < len(other.words)


def _short_name(form: Called, other: Called) -> bool:
    """Bob and Robert, with the same surname or none."""
    if form.core or not form.words or not other.words:
        return False
    if len(form.words) > 1 and (len(other.words) < 2 or form.words[-1] != other.words[-1]):
        return False
    families = _families()
    mine = families.get(form.words[0], frozenset())
    return form.words[0] != other.words[0] and bool(mine & families.get(other.words[0], frozenset()))


def _piece(form: Called, other: Called) -> bool:
    """Mpi of Mpilo: a piece of a given name, and no name that is given by itself but as the end of a long one (Emeka
    of Chukwuemeka)."""
    if form.core or len(form.words) != 1 or not other.words:
        return False
    word, given = form.words[0], other.words[0]
    if not LEAST_AFFIX <= len(word) < len(given):
        return False
    if word in _known_names():
        return len(word) >= LEAST_END and 2 * len(word) <= len(given) and given.endswith(word)
    return given.startswith(word) or given.endswith(word)


def _endeared(form: Called, other: Called) -> bool:
    """Ify of Ifeoma: the beginning of a given name with an ending of endearment, and no name by itself."""
    if form.core or len(form.words) != 1 or not other.words or form.words[0] in _known_names():
        return False
    word, given = form.words[0], other.words[0]
    stems = (word.removesuffix(ending) for ending in _table()["endeared"] if word.endswith(ending))
    return any(LEAST_STEM <= len(stem) < len(given) and given.startswith(stem) for stem in stems)


def _misspelt(form: Called, other: Called) -> bool:
    """One letter more, less, other or turned, in one word of a name; two names that both exist are two people's."""
    if form.core or len(form.words) > len(other.words):
        return False
    differing = [word for word in form.words if word not in other.words]
    if len(differing) != 1 or (len(form.words) < len(other.words) and len(form.words) > 1):
        return False
    return any(_one_letter(differing[0], word) for word in other.words if word not in form.words)


def _one_letter(word: str, other: str) -> bool:
    if min(len(word), len(other)) < LEAST_MISSPELT - 1 or max(len(word), len(other)) < LEAST_MISSPELT:
        return False
    if word[0] != other[0] or OSA.distance(word, other, score_cutoff=1) != 1:
        return False
    if word.rstrip(GENDERED) == other.rstrip(GENDERED):
        return False
    return not (word in _known_names() and other in _known_names())


def _pet_name(form: Called, other: Called) -> bool:
    """阿雄, 强哥, 妍妍 of somebody whose given name ends with the character or is it."""
    core = form.core
    if not core or not other.full:
        return False
    char = _pet_character(core)
    return bool(char) and char in (other.given[-1:], other.given)


def _pet_character(core: str) -> str:
    if len(core) > LONGEST_PET:
        return ""
    if len(core) == 1:
        return core
    if core[0] == core[1] or core[1] in _table()["pet_after_zh"]:
        return core[0]
    return core[1] if core[0] in _table()["pet_before_zh"] else ""


def _surname_alone(form: Called, other: Called) -> bool:
    """戚 of 戚浩然, 老冯 of 冯建."""
    family = _surname_zh(form.core)
    if not family:
        return False
    if other.full:
        return other.core[: surname_length(other.core)] == family
    return other.core == family and form.core != family


def _same_surname(form: Called, other: Called) -> bool:
    """谢 of 谢总 and 谢 of 谢经理, where no full name takes either."""
    return form.core == other.core != "" and bool(_surname_zh(form.core))


def _given_alone(form: Called, other: Called) -> bool:
    """靖 of 黎靖."""
    return len(form.core) == 1 and other.full and other.given == form.core


def _made_of(form: Called, other: Called) -> bool:
    """A handle of the words of a name: jcarter92, anna.lind, capt_rdh_grace."""
    if not form.handle or not other.words:
        return False
    joined = "".join(form.handle)
    return joined in frozenset(_handles(other.words)) or any(
        len(piece) >= LEAST_INITIALS
        and len(other.words) >= LEAST_INITIALS
        and piece == "".join(word[0] for word in other.words)
        for piece in form.handle
    )


def _handles(words: Sequence[str]) -> Iterator[str]:
    long = [word for word in words if len(word) > 1]
    if not long:
        return
    first, last = long[0], long[-1]
    made = [*(word for word in long if len(word) > LEAST_HANDLE)]
    if len(long) > 1:
        made += [first + last, last + first, first[0] + last, first + last[0], last + first[0], "".join(long)]
    yield from (name for name in made if len(name) >= LEAST_HANDLE)


_RULES: tuple[Fits, ...] = (
    _same,
    _within,
    _in_initials,
    _by_its_initials,
    _made_of,
    _given_alone,
    _surname_alone,
    _pet_name,
    _short_name,
    _endeared,
    _short_surname,
    _piece,
    _misspelt,
    _same_surname,
)
