"""Mentions of one value are one attribute, under whatever surface (DESIGN 5.1)."""

from __future__ import annotations

import hmac
import re
from bisect import bisect_left, insort
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import ahocorasick

from core.domain.language import Language
from core.domain.sensitive import Explanation, Layer, Mention, SensitiveAttribute
from core.domain.taxonomy import Kind, Taxonomy
from core.extract.aliases import (
    Called,
    alias_targets,
    are_one,
    contradicts,
    ends_there,
    stand_beside,
    surname_of,
)
from core.extract.dictionary import folded
from core.extract.encoded import ENCODED
from core.extract.growing import grown
from core.extract.language import detect
from core.extract.namesakes import apart, named_by_title
from core.extract.parts import HOUSES, Part, PartFinder, parts_of
from core.extract.person_names import NameForm, part_forms
from core.extract.quasi.forms import NO_CURRENCY
from core.extract.quasi.lexicon import is_latin
from core.extract.variants import MONEY, variants
from core.text.normalize import NormalizedText, normalize

Group = list[Mention]
Key = tuple[str, str]

NAMED = frozenset({"ORGANIZATION", "SCHOOL", "HOSPITAL", "BANK", "COURT", "LAW_FIRM", "LOCATION", "LANDMARK", "PERSON"})
"""Types whose names are written with a capital; a lower-case word is no other occurrence of a short one."""
CALLED = frozenset({"PERSON", "HANDLE"})
"""Types that may name a person under another form of the name."""
ALIAS = "alias"
LONGEST_SPELLING = 2_000
"""Code points of the longest value that is looked for once more: what is longer stands in a text once, and an automaton
is slow on it."""
"""Surface form of a mention that is another form of the name."""
MOST_PEOPLE = 200
"""Names of one text up to which every form is compared with every name; a longer list is no text about people."""
PARTED = HOUSES | {"PERSON"}
"""Types whose parts are mentions too."""
UNTYPED = frozenset({"REFERENCE", "HANDLE"})
"""Types of codes that say nothing of their kind."""
UNREPEATED = frozenset({"SEX", "TIME", "DURATION", "RATE", "DOSE", "AGE", "LAB_RESULT", "LITIGATION_ROLE", "QUANTITY"})
"""Types whose bare number or common word says the value only in context, where detectors find it."""
LEAST_SURFACE = 2
LEAST_DIGITS = 4
CAPITALS_ONLY = 4
"""Names up to this many letters are looked for in their own capitals only."""
PASSAGE = 16
SHORT = 4000
"""Up to this many code points every spelling is looked up by itself; beyond, one automaton finds them all."""
SCORE = 0.6
FURTHER = Explanation("coreference.value", SCORE, SCORE)
_RANK = {"BIRTH_DATE": "DATE", "INCOME": "AMOUNT"}
"""The more telling type takes over equal values of the plainer one."""


def attribute_id(key: bytes, type_id: str, value: str) -> str:
    """First 16 hexadecimal digits of HMAC-SHA256 over type, NUL, canonical value."""
    return hmac.digest(key, f"{type_id}\0{value}".encode(), "sha256").hex()[:16]


def group(
    mentions: Sequence[Mention], normalized: NormalizedText, key: bytes, taxonomy: Taxonomy
) -> tuple[SensitiveAttribute, ...]:
    """Attributes in order of their first mention.

    Spans grow to the whole name first. Groups mentions of one value, takes partial forms into the fuller value they can
    only mean, then adds every further occurrence of a value, of one of its spellings or of a part that identifies, as a
    mention of layer COREFERENCE. `aliases` are the spellings that do not occur as a mention. Mentions never overlap;
    same input, same output.
    """
    groups: dict[Key, Group] = {}
    whole = grown(mentions, normalized)
    people = named_by_title([item for item in whole if item.type_id == "PERSON"], normalized.original)
    others = [item for item in whole if item.type_id != "PERSON"]
    for mention in sorted((*people, *others), key=lambda item: (item.start, -item.end)):
        groups.setdefault((mention.type_id, mention.value), []).append(mention)
    _merge(groups, normalized, taxonomy)
    spelled = {found: variants(*found) for found in groups}
    _find_further(groups, normalized, spelled)
    for found in _part_of_others(groups, normalized.original):
        spelled.setdefault(found, ())
    built = [
        _attribute(found, _together(found, members, normalized.original), spelled[found], key, taxonomy)
        for found, members in groups.items()
        if members
    ]
    return tuple(sorted(built, key=lambda item: item.mentions[0].start))


def _together(found: Key, members: Group, text: str) -> Group:
    """Mentions of one person with a space between are one: Doña Remedios, Kuya Ferdie."""
    if found[0] != "PERSON":
        return members
    joined: Group = []
    for item in sorted(members, key=lambda item: item.start):
        last = joined[-1] if joined else None
        if last is None or text[last.end : item.start] != " ":
            joined.append(item)
            continue
        head = last if item.layer is Layer.COREFERENCE else item
        joined[-1] = replace(head, start=last.start, end=item.end, text=text[last.start : item.end])
    return joined


def _attribute(
    found: Key, members: Group, spelled: tuple[str, ...], key: bytes, taxonomy: Taxonomy
) -> SensitiveAttribute:
    type_id, value = found
    ordered = tuple(sorted(members, key=lambda item: item.start))
    surfaces = {mention.text for mention in ordered}
    aliases = tuple(dict.fromkeys(alias for alias in spelled if alias not in surfaces))
    found_first = [item for item in ordered if item.layer is not Layer.COREFERENCE]
    return SensitiveAttribute(
        id=attribute_id(key, type_id, value),
        type_id=type_id,
        kind=taxonomy[type_id].kind if type_id in taxonomy else Kind.QUASI,
        value=value,
        mentions=ordered,
        aliases=aliases,
        role=min((item.role for item in ordered if item.role is not None), key=lambda role: role.rank, default=None),
        probability=max((item.explanation.score for item in found_first), default=1.0),
        sure=any(item.sure for item in found_first),
    )


def _merge(groups: dict[Key, Group], normalized: NormalizedText, taxonomy: Taxonomy) -> None:
    _absorb(groups, _writing_targets(groups))
    people = {found: members for found, members in groups.items() if found[0] in CALLED}
    two = apart(people, normalized.original) if len(people) <= MOST_PEOPLE else frozenset()
    _absorb(groups, _person_targets(groups, two))
    _absorb(groups, _joint_targets(groups, normalized), ALIAS)
    _absorb(groups, _alias_targets(groups, normalized, two), ALIAS)
    _absorb(groups, _same_value_targets(groups))
    _absorb(groups, _code_targets(groups, taxonomy))
    _absorb(groups, _date_targets(groups))
    _absorb(groups, _abbreviation_targets(groups))


def _absorb(groups: dict[Key, Group], targets: dict[Key, Key], form: str = "") -> None:
    """Mentions of every source become mentions of its target, of the surface form `form` where one is given."""
    for source, target in targets.items():
        while target in targets and targets[target] != source:
            target = targets[target]
        if source == target or source not in groups or target not in groups:
            continue
        type_id, value = target
        groups[target].extend(
            replace(item, type_id=type_id, value=value, form=form or item.form) for item in groups.pop(source)
        )


def _writing_targets(groups: dict[Key, Group]) -> dict[Key, Key]:
    """A name in Traditional characters goes to the same one in Simplified, or to the first of its kind."""
    first: dict[Key, Key] = {}
    targets: dict[Key, Key] = {}
    for found in groups:
        if found[0] in NAMED and not found[1].isascii():
            owner = first.setdefault((found[0], folded(found[1])), found)
            if owner != found:
                targets[found] = owner
    return targets


def _person_targets(groups: dict[Key, Group], two: Collection[tuple[Key, Key]] = ()) -> dict[Key, Key]:
    """Shorter names go to the one longer name that they can be a form of; ambiguous ones stay alone, and those of which
    the text says that they are another's (`two`)."""
    names = {found: NameForm.of(_longest(members)) for found, members in groups.items() if found[0] == "PERSON"}
    called = {found: Called.of(_longest(groups[found])) for found in names}
    index: dict[str, list[Key]] = {}
    for found, name in names.items():
        for part in name.keys:
            index.setdefault(part, []).append(found)
    targets: dict[Key, Key] = {}
    for found, name in names.items():
        # All that is asked for has to be there: the rarest of it leaves the fewest to look at.
        pool = min((index.get(part, []) for part in name.asks), key=len, default=[])
        owners = [
            other
            for other in sorted(set(pool))
            if other != found
            and (found, other) not in two
            and name.belongs_to(names[other])
            and not contradicts(called[found], called[other])
        ]
        owner = _only_longest(owners, names)
        if owner is not None:
            targets[found] = owner
    return targets


def _alias_targets(
    groups: dict[Key, Group], normalized: NormalizedText, two: Collection[tuple[Key, Key]] = ()
) -> dict[Key, Key]:
    """Other forms of a name go to the one person whom they fit."""
    people = {found: members for found, members in groups.items() if found[0] in CALLED}
    if len(people) < 2 or len(people) > MOST_PEOPLE:
        return {}
    names = {found: Called.of(_fullest(found, members)) for found, members in people.items()}
    given = {form.given for form in names.values() if form.full}
    alone = [found for found in names if len(found[1]) == 1 and found[1] not in given]
    cut = [found for found in alone if _cut_short(people[found], normalized)]
    return alias_targets({found: form for found, form in names.items() if found not in cut}, two)


def _cut_short(members: Group, normalized: NormalizedText) -> bool:
    """Whether a single character is the beginning of a longer name that nobody read."""
    text = normalized.original
    return any(
        not ends_there(text[max(0, member.start - 1) : member.start], text[member.end : member.end + PASSAGE])
        for member in members
    )


def _fullest(found: Key, members: Group) -> str:
    """The longest spelling of a name, or its value where a span has only a part of that."""
    longest = _longest(members)
    return found[1] if found[0] == "PERSON" and len(found[1]) > len(longest) else longest


def _joint_targets(groups: dict[Key, Group], normalized: NormalizedText) -> dict[Key, Key]:
    """Two names between which it is said that they are one person's: Rusty, real name Russell."""
    people = sorted(
        (
            (member.start, member.end, found)
            for found, members in groups.items()
            if found[0] in CALLED
            for member in members
        )
    )
    targets: dict[Key, Key] = {}
    for (_, end, first), (start, _, second) in pairwise(people):
        if first == second or not _said_to_be_one(first, second, end, start, groups, normalized.original):
            continue
        source, target = sorted((first, second), key=lambda key: (key[0] == "PERSON", len(key[1]), key))
        if target[0] == "PERSON" and targets.get(target) != source:
            targets.setdefault(source, target)
    return targets


def _said_to_be_one(first: Key, second: Key, end: int, start: int, groups: Mapping[Key, Group], text: str) -> bool:
    """Whether what stands between the end of one name and the start of the next makes them one person's."""
    between = text[end:start]
    if are_one(between):
        return True
    if first[0] != "PERSON" or second[0] != "PERSON":
        return False
    here = next(member for member in groups[second] if member.start == start)
    return stand_beside(_longest(groups[first]), between, here.text, text[here.end : here.end + PASSAGE])


def _only_longest(owners: Sequence[Key], names: Mapping[Key, NameForm]) -> Key | None:
    """The one owner that is no form of another one; None where there are several."""
    found: Key | None = None
    for other in owners:
        if any(third != other and names[other].belongs_to(names[third]) for third in owners):
            continue
        if found is not None:
            return None
        found = other
    return found


def _longest(members: Group) -> str:
    """The longest spelling that is no other form of the name."""
    own = [mention.text for mention in members if mention.form not in (ALIAS, ENCODED)]
    own = own or [mention.value if mention.form == ENCODED else mention.text for mention in members]
    return max((normalize(text).text.replace("\n", " ") for text in own), key=lambda text: (len(text), text))


def _same_value_targets(groups: dict[Key, Group]) -> dict[Key, Key]:
    targets: dict[Key, Key] = {}
    for type_id, value in groups:
        plainer = _RANK.get(type_id)
        if plainer and (plainer, value) in groups:
            targets[(plainer, value)] = (type_id, value)
    figures: dict[str, list[Key]] = {}
    for found in groups:
        if found[0] in MONEY and not found[1].startswith(f"{NO_CURRENCY} "):
            figures.setdefault(found[1].split()[-1], []).append(found)
    for found in groups:
        if found[0] in MONEY and found[1].startswith(f"{NO_CURRENCY} "):
            owners = figures.get(found[1].split()[-1], [])
            if len(owners) == 1:
                targets[found] = owners[0]
    return targets


def _code_targets(groups: dict[Key, Group], taxonomy: Taxonomy) -> dict[Key, Key]:
    """A code of which nobody knows what it counts goes to the same code where its kind is known."""
    known: dict[str, Key] = {}
    for found, members in groups.items():
        explicit = found[0] in taxonomy and taxonomy[found[0]].kind is Kind.EXPLICIT
        if explicit and found[0] not in NAMED | UNTYPED and any(map(str.isdigit, found[1])):
            known.setdefault(_bare(members[0].text), found)
    return {
        found: known[bare]
        for found, members in groups.items()
        if found[0] in UNTYPED and (bare := _bare(members[0].text)) in known
    }


def _bare(surface: str) -> str:
    """Letters and digits of a code."""
    return "".join(char for char in normalize(surface).text.casefold() if char.isalnum())


def _date_targets(groups: dict[Key, Group]) -> dict[Key, Key]:
    """A day and month alone goes to the one full date with them; a birth year to the one full birth date."""
    full: dict[str, list[Key]] = {}
    for found in groups:
        if found[0] in ("DATE", "BIRTH_DATE") and re.fullmatch(r"\d{4}-\d\d-\d\d", found[1]):
            full.setdefault("--" + found[1][5:], []).append(found)
            if found[0] == "BIRTH_DATE":
                full.setdefault("year:" + found[1][:4], []).append(found)
    targets: dict[Key, Key] = {}
    for found in groups:
        name = "year:" + found[1] if found[0] == "BIRTH_DATE" else found[1]
        owners = full.get(name, []) if found[0] in ("DATE", "BIRTH_DATE") else []
        if len(owners) == 1 and owners[0] != found:
            targets[found] = owners[0]
    return targets


def _abbreviation_targets(groups: dict[Key, Group]) -> dict[Key, Key]:
    """An institution's short name that stands in brackets after it, or equals one of its surfaces."""
    ends = {member.end: found for found, members in groups.items() if found[0] in NAMED for member in members}
    targets: dict[Key, Key] = {}
    for found, members in groups.items():
        if found[0] not in NAMED or found[0] == "PERSON":
            continue
        for member in members:
            owner = ends.get(member.start - 2) or ends.get(member.start - 1)
            if member.form == "abbreviation" and owner and owner != found and owner[0] == found[0]:
                targets[found] = owner
                break
    return {source: target for source, target in targets.items() if targets.get(target) != source}


def _find_further(groups: dict[Key, Group], normalized: NormalizedText, spelled: dict[Key, tuple[str, ...]]) -> None:
    text = normalized.text
    lower = folded(text)
    rest = _untaken(lower, groups, normalized) if len(lower) <= SHORT else None
    wanted = _wanted(groups, spelled, rest)
    hits = [*_spelled_hits(text, lower, wanted), *_part_hits(groups, normalized)]
    taken = _Intervals(member for members in groups.values() for member in members)
    languages: dict[str, Language] = {}
    for start, end, found in sorted(hits, key=lambda hit: (hit[0] - hit[1], hit[0])):
        source_start, source_end = normalized.to_original(start, end)
        if taken.add(source_start, source_end):
            members = groups.setdefault(found, [])
            spelled.setdefault(found, ())
            members.append(_further(members[:1], source_start, source_end, found, normalized, languages))


def _part_of_others(groups: dict[Key, Group], text: str) -> tuple[Key, ...]:
    """Surnames that were found as a part of somebody's name and are a relative's are taken out of the group; their
    keys: her daughter Ada Okafor and [Mr Okafor]."""
    new: list[Key] = []
    for full, members in [*groups.items()]:
        parts = [item for item in members if item.layer is Layer.COREFERENCE] if full[0] == "PERSON" else []
        short = [item for item in parts if surname_of(Called.of(item.text))]
        taken = frozenset(short)
        rest = [item for item in members if item not in taken]
        if not short or not rest:
            continue
        key = ("PERSON", max((item.text for item in short), key=lambda name: (len(name), name)))
        if key not in groups and apart({full: rest, key: short}, text):
            groups[full] = rest
            for item in named_by_title([replace(item, value=key[1]) for item in short], text):
                groups.setdefault((key[0], item.value), []).append(item)
                new.append((key[0], item.value))
    return tuple(new)


def _spelled_hits(text: str, lower: str, wanted: dict[str, tuple[Key, str]]) -> Iterator[tuple[int, int, Key]]:
    if not wanted:
        return
    automaton = ahocorasick.Automaton()
    for plain, entry in wanted.items():
        if len(plain) <= LONGEST_SPELLING:
            automaton.add_word(plain, (len(plain), entry))
    if not len(automaton):
        return
    automaton.make_automaton()
    for last, (size, (found, exact)) in automaton.iter(lower):
        start, end = last + 1 - size, last + 1
        if exact and text[start:end] != exact:
            continue
        if found[0] == "LITIGATION_ROLE" and lower[max(0, start - 1) : start] == "被":
            continue  # 被[上诉人] is the other party
        if _whole(lower, start, end):
            yield start, end, found


def _part_hits(groups: dict[Key, Group], normalized: NormalizedText) -> Iterator[tuple[int, int, Key]]:
    """Parts of people and houses wherever they stand; a part of several houses goes to the longest name."""
    keys = sorted((found for found in groups if found[0] in PARTED), key=lambda item: (-len(item[1]), item))
    owners: dict[str, list[int]] = {}
    first: dict[str, Part] = {}
    for place, found in enumerate(keys):
        for part in parts_of(found[0], _longest(groups[found])):
            owners.setdefault(part.key, []).append(place)
            first.setdefault(part.key, part)
    if not owners:
        return
    belongs: dict[str, Key] = {key: _part_of([keys[place] for place in places], key) for key, places in owners.items()}
    for start, end, key in PartFinder((key, part) for key, part in first.items()).find(normalized):
        yield start, end, belongs[key]


def _part_of(holders: Sequence[Key], part: str) -> Key:
    """Whose a part is: the one value's; of several people nobody's but its own, so that they stay apart."""
    people = [found for found in holders if found[0] == "PERSON"]
    if len(people) < 2:
        return holders[0]
    return next((found for found in people if found[1].casefold() == part), ("PERSON", part.title()))


def _untaken(lower: str, groups: dict[Key, Group], normalized: NormalizedText) -> str:
    """What no mention covers: only there can a value occur once more."""
    same = normalized.text == normalized.original
    spans = sorted(
        (member.start, member.end) if same else normalized.to_view(member.start, member.end)
        for members in groups.values()
        for member in members
    )
    parts, position = [], 0
    for start, end in spans:
        parts.append(lower[position:start])
        position = end
    parts.append(lower[position:])
    return "\0".join(parts)


def _wanted(
    groups: dict[Key, Group], spelled: dict[Key, tuple[str, ...]], rest: str | None
) -> dict[str, tuple[Key, str]]:
    """Folded spelling -> (group, exact spelling where the capitals matter). Longer values claim a spelling first.

    `rest`: spellings that do not occur in it are left out; None: all are taken.
    """
    wanted: dict[str, tuple[Key, str]] = {}
    claimed: set[str] = set()
    for found in sorted(groups, key=lambda item: (-len(item[1]), item)):
        for surface, exact in _spellings(found, groups[found], spelled[found]):
            plain = folded(surface)
            if len(plain) >= LEAST_SURFACE and plain not in claimed:
                claimed.add(plain)
                if rest is None or plain in rest:
                    wanted[plain] = (found, surface if exact else "")
    return wanted


def _spellings(found: Key, members: Group, spelled: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
    """Spellings in the form of the view, and whether their capitals matter."""
    type_id, _ = found
    for surface in dict.fromkeys(member.text for member in members):
        digits = sum(char.isdigit() for char in surface)
        if type_id in UNREPEATED and (len(surface) - digits < 3 or surface.isascii()):
            continue
        if digits == len(surface) < LEAST_DIGITS or len(surface) < LEAST_SURFACE:
            continue
        short = surface.isascii() and len(surface) <= CAPITALS_ONLY and any(char.isupper() for char in surface)
        yield normalize(surface).text, short or (type_id in NAMED and surface.isascii() and " " not in surface)
    for surface in spelled:
        yield surface, False
    if type_id == "PERSON":
        for form in part_forms(_longest(members)):
            yield form, True


def _whole(lower: str, start: int, end: int) -> bool:
    """Not inside a longer word or number; ideographs need no edge, except that a numeral goes on in numerals."""
    if start and is_latin(lower[start]) and is_latin(lower[start - 1]):
        return False
    if end < len(lower) and is_latin(lower[end - 1]) and is_latin(lower[end]):
        return False
    first, last = lower[start], lower[end - 1]
    if first.isdigit() and start > 1 and lower[start - 1] in ".,-/" and lower[start - 2].isdigit():
        return False
    if last.isdigit() and end + 1 < len(lower) and lower[end] in ".,-/" and lower[end + 1].isdigit():
        return False
    if first in _NUMERALS and start and lower[start - 1] in _NUMERALS:
        return False
    return not (last in _NUMERALS and end < len(lower) and lower[end] in _NUMERALS)


_NUMERALS = frozenset("零〇一二三四五六七八九十百千万亿")


def _further(
    sample: Sequence[Mention],
    start: int,
    end: int,
    found: Key,
    normalized: NormalizedText,
    languages: dict[str, Language],
) -> Mention:
    """`languages` remembers the language of passages already met: a repeating text has few different ones."""
    passage = normalized.original[max(0, start - PASSAGE) : end + PASSAGE]
    if passage not in languages:
        languages[passage] = detect(passage)
    return Mention(
        start=start,
        end=end,
        text=normalized.original[start:end],
        type_id=found[0],
        value=found[1],
        language=languages[passage],
        layer=Layer.COREFERENCE,
        explanation=FURTHER,
        form=next((item.form for item in sample if item.text == normalized.original[start:end]), ""),
    )


class _Intervals:
    """Spans that are taken, for overlap tests in logarithmic time."""

    def __init__(self, mentions: Iterable[Mention]) -> None:
        self._spans = sorted((mention.start, mention.end) for mention in mentions)

    def add(self, start: int, end: int) -> bool:
        """Take `[start, end)`; False when a part of it is taken already."""
        index = bisect_left(self._spans, (end, -1))
        if index and self._spans[index - 1][1] > start:
            return False
        insort(self._spans, (start, end))
        return True
