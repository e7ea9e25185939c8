"""What the grammar of technical strings says rules over what was found inside them: each value whole and by itself, of
the type that its place says; what belongs to the string (scheme, name, separator, port, a public host) stays."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from core.domain.disclosure import DisclosureRole
from core.domain.sensitive import SIGNED, Layer
from core.domain.taxonomy import Family, Kind, Taxonomy
from core.extract.candidate import Candidate
from core.extract.disguise_words import english
from core.extract.technical.assigned import SECRETS, read_assigned
from core.extract.technical.commands import read_commands
from core.extract.technical.hosts import ADDRESS, HOST, HOST_PORT, customer_part, parsed, read_host
from core.extract.technical.own_labels import own_labels, own_pieces, own_words, places
from core.extract.technical.parts import Holds, Stretch, Value
from core.extract.technical.settings import Settings
from core.extract.technical.uris import read_uris
from core.extract.told_of import PERSON
from core.extract.weighing.borders import cut, value_of
from core.extract.weighing.identifiers import LINK, REFERENCE, by_form

RECOGNIZER = "technical"
SCORE = 0.95
WHOLE = frozenset({"PRIVATE_KEY"})
"""Types whose values have lines that look like other things."""
LEAST_NAME = 5
"""Code points of the shortest value that, found in a host, makes the host somebody's."""
MOST_REPEATED = 200
"""Values of one text that are looked for elsewhere."""
LEAST_REPEATED = 4
"""Code points of the shortest value that is looked for elsewhere."""
MAIL = "EMAIL"
_QUOTES = ('"', "'", "`")
_HEADS, _TAILS = " \t\"'`()[]{}<>,;:=|\\", " \t\"'`()[]{}<>,;:|\\"
"""Signs at the edges of what is left of a finding that are none of it; "=" ends a code."""

_IPV4 = re.compile(r"(?<![\d.])(?P<ip>(?:\d{1,3}\.){3}\d{1,3})(?![\d.])")
_WITH_MASK = re.compile(r"(?P<ip>(?:\d{1,3}\.){3}\d{1,3})(?:/\d{1,2}|:\d{2,5})?")
_MASKED = re.compile(r"(?<![\w.])(?=[\d.]*[xX*%])\d{1,3}(?:\.(?:\d{1,3}|[xX*%]{1,3})){3}(?![\w.])")
_PASSWORD_LOOK = re.compile(r"(?=[^A-Za-z]*[A-Za-z])(?=\D*\d)(?=[^#!@$%^&*]*[#!@$%^&*])[!-~]{6,40}")
_BARE_LINK = re.compile(rf"{HOST_PORT.pattern}(?:/(?P<path>[^\s:]{{1,500}})?(?::[\w.-]{{1,60}})?)?")
_FOLDERS = re.compile(r"[~.]{0,2}(?:/[\w.@-]{1,80}){2,12}/?")
_FOLDER = re.compile(r"[\w.@-]+")
USER = "HANDLE"
_UNTYPED = frozenset({REFERENCE, USER})
BEFORE = 16
"""Code points before a value that may say that it is a password."""
_NUMBERED = frozenset({"contact", "number", "secret"})
_FREE, _OWN = -1, -2


@dataclass(slots=True)
class _Marks:
    """Which value of which stretch each code point belongs to."""

    at: list[int]
    values: list[Value] = field(default_factory=list)
    linked: list[bool] = field(default_factory=list)

    def paint(self, stretch: Stretch, *, uri: bool) -> None:
        """What a later grammar says counts; a free value keeps what an earlier one says of parts of it."""
        last = stretch.start
        for value in (*stretch.values, Value(stretch.end, stretch.end, Holds.FREE)):
            self.at[last : value.start] = [_OWN] * (value.start - last)
            last = max(last, value.end)
            if value.holds is Holds.FREE and not uri:
                self._uncovered(value.start, value.end)
            elif value.start < value.end:
                self.values.append(value)
                self.linked.append(uri)
                self.at[value.start : value.end] = [len(self.values) - 1] * (value.end - value.start)

    def _uncovered(self, start: int, end: int) -> None:
        """A value that is all another string's own is free after all."""
        if all(mark == _OWN for mark in self.at[start:end]):
            self.free(start, end)

    def free(self, start: int, end: int) -> None:
        self.at[start:end] = [_FREE] * (end - start)

    def secret(self, mark: int) -> bool:
        """Whether a mark is a secret's."""
        return mark >= 0 and self.values[mark].holds is Holds.SECRET

    def part_lines(self, item: Candidate, text: str) -> None:
        """No code goes over the end of a line of which a grammar knows something."""
        for place in range(item.start, item.end):
            if text[place] == "\n":
                self.at[place] = _OWN

    def runs(self, start: int, end: int) -> Iterator[tuple[int, int, int]]:
        """`[start, end)` in pieces of one mark each."""
        first = start
        for place in range(start + 1, end + 1):
            if place == end or self.at[place] != self.at[first]:
                yield first, place, self.at[first]
                first = place


@dataclass(frozen=True, slots=True)
class Technical:
    """Settles what was found in technical strings. Stateless; safe from any thread."""

    settings: Settings

    @classmethod
    def load(cls, root: Path) -> Technical:
        """From the resource folder. Raises ResourceError."""
        return cls(Settings.load(root))

    def settled(self, found: Sequence[Candidate], text: str, taxonomy: Taxonomy) -> tuple[Candidate, ...]:
        """`found` by the grammar of the strings that it stands in, without overlaps, in text order. What is not seen
        by anything else is hidden where a secret stands in the text, or something else that identifies."""
        found = [_address_alone(item, text) for item in found]
        assigned = [*read_assigned(text, self.settings), *read_commands(text, self.settings)]
        uris = list(read_uris(text, self.settings))
        credentials = any(stretch.credentials for stretch in (*assigned, *uris))
        typed = (value.holds not in (Holds.FREE, Holds.STAYS) for stretch in assigned for value in stretch.values)
        technical = credentials or any(typed) or any(stretch.used for stretch in uris)
        marks = _Marks([_FREE] * len(text))
        for stretch in assigned:
            marks.paint(stretch, uri=False)
        names = [name for item in found if (name := _name(item, taxonomy))]
        for stretch in uris:
            if stretch.link and not technical:
                marks.free(stretch.start, stretch.end)
            else:
                marks.paint(_in_use(stretch, names, text), uri=True)
        for item in found:
            if _is_whole(item, text, marks, taxonomy):
                marks.free(item.start, item.end)
            elif item.type_id not in WHOLE:
                marks.part_lines(item, text)
        if technical or any(item.type_id == ADDRESS for item in found):
            found = self._told(found, text)
        private = credentials or any(taxonomy[item.type_id].kind is Kind.EXPLICIT for item in found)
        kept, seen = self._apart(found, marks, text, taxonomy)
        values = _apart_from_each_other(self._values(marks, seen, text, taxonomy, private=private))
        kept = _apart_from_each_other(_laid_over(_signing_in(kept, values, text), values, text))
        again = _again(values, kept, text)
        around = {
            id(other) for item in again for other in _touching(kept, item.start, item.end) if _is_around(other, item)
        }
        kept = _laid_over([item for item in kept if id(item) not in around], again, text)
        kept = _apart_from_each_other(kept)
        if technical:
            kept = [_signed(item) for item in (*kept, *self._labelled(kept, text))]
        return tuple(_apart_from_each_other(kept))

    def _labelled(self, kept: Sequence[Candidate], text: str) -> Iterator[Candidate]:
        """What tells whose a private host or a user is, and pieces of secrets, wherever else they stand and nothing
        hides them."""
        said = [(item.type_id, text[item.start : item.end]) for item in kept]
        hosts = (surface.rpartition("@")[2] for type_id, surface in said if type_id in (HOST, MAIL))
        labels = own_labels(hosts, self.settings)
        words = own_words((surface for type_id, surface in said if type_id == USER), self.settings)
        labels += own_pieces((surface for type_id, surface in said if type_id == "PASSWORD"), self.settings)
        for start, end in places(dict.fromkeys((*labels, *words)), text):
            named = (
                text[start:end] not in labels and text[start - 1 : start] == "/"
            )  # users are called after their base
            if not named and not _touching(kept, start, end):
                yield _candidate(start, end, REFERENCE, Holds.HOST, text)

    def _told(self, found: Iterable[Candidate], text: str) -> list[Candidate]:
        """Without names of public services, codes that look like passwords as what they are, masked addresses whole."""
        kept: list[Candidate] = []
        masked = [match.span() for match in islice(_MASKED.finditer(text), MOST_REPEATED)]
        for item in found:
            surface = text[item.start : item.end]
            if item.validation is not True and self.settings.is_service(surface):
                continue
            if item.type_id == LINK and "." in surface and (host := _BARE_LINK.fullmatch(surface)) is not None:
                kept += self._bare_link(item, host, text)
                continue
            if item.type_id in SECRETS and "." in surface and customer_part(surface.strip("[]"), self.settings) == 0:
                continue
            if item.type_id in (*_UNTYPED, LINK) and _FOLDERS.fullmatch(surface):
                kept += self._folders(item, text)
                continue
            before = text[max(0, item.start - BEFORE) : item.start]
            said = self.settings.password_before.search(before) is not None and len(surface.split()) == 1
            if item.type_id in _UNTYPED and (said or _PASSWORD_LOOK.fullmatch(surface)):
                item = replace(item, type_id="PASSWORD", value=surface)
            around = next((span for span in masked if span[0] <= item.start and item.end <= span[1]), None)
            if around is not None:
                item = replace(cut(item, *around, text), type_id=ADDRESS)
            kept.append(item)
        return kept

    def _folders(self, item: Candidate, text: str) -> Iterator[Candidate]:
        """What of a path may tell whose it is; folders that every machine has stay."""
        for part in _FOLDER.finditer(text, item.start, item.end):
            name = part.group()
            known = name.startswith(".") or name.casefold() in self.settings.folders or name.casefold() in english()
            if not known:
                yield _candidate(*part.span(), REFERENCE, Holds.FREE, text)

    def _bare_link(self, item: Candidate, host: re.Match[str], text: str) -> Iterator[Candidate]:
        """A host without a scheme, with its path where that is all that is private."""
        values = read_host(
            text, item.start + host.start("host"), item.start + host.end("host"), self.settings, said=True
        )
        hidden = [value for value in values if value.type_id]
        for value in hidden:
            yield _candidate(value.start, value.end, value.type_id, value.holds, text)
        if host["path"] and not hidden:
            yield _candidate(
                item.start + host.start("path"), item.start + host.end("path"), REFERENCE, Holds.NUMBER, text
            )

    def _apart(
        self, found: Iterable[Candidate], marks: _Marks, text: str, taxonomy: Taxonomy
    ) -> tuple[list[Candidate], dict[int, list[Candidate]]]:
        """What stands in no value of a known kind, cut at the borders of the strings; and by value what was found in
        those."""
        kept: list[Candidate] = []
        seen: dict[int, list[Candidate]] = {}
        for item in found:
            runs = list(marks.runs(item.start, item.end))
            if "\n" in text[item.start : item.end] and any(marks.secret(mark) for _, _, mark in runs):
                runs = [run for run in runs if marks.secret(run[2])]
            if all(mark == _FREE for _, _, mark in runs):
                kept.append(item)
                continue
            touched = [mark for _, _, mark in runs if mark >= 0]
            for start, end, mark in runs:
                if mark == _OWN:
                    continue
                holds = marks.values[mark].holds if mark >= 0 else Holds.FREE
                if holds is Holds.FREE:
                    if mark < 0 or not marks.linked[mark] or len(touched) == 1 or not _is_shared(marks, touched):
                        kept.extend(_piece(item, start, end, text, taxonomy))
                elif holds is not Holds.STAYS:
                    seen.setdefault(mark, []).append(item)
                elif item.validation is True and len(runs) == 1:
                    kept.append(item)
        return kept, seen

    def _values(
        self, marks: _Marks, seen: dict[int, list[Candidate]], text: str, taxonomy: Taxonomy, *, private: bool
    ) -> Iterator[Candidate]:
        """The values of a known kind that are hidden."""
        standing = {mark for mark in marks.at if mark >= 0}
        for mark in sorted(standing):
            value, touching = marks.values[mark], seen.get(mark, [])
            if value.holds in (Holds.FREE, Holds.STAYS):
                continue
            hidden = [item for item in touching if taxonomy[item.type_id].kind is Kind.EXPLICIT]
            exact = [item for item in touching if (item.start, item.end) == (value.start, value.end)]
            said = value.said and (private or value.holds is Holds.SECRET)
            if not (said or touching):
                continue
            own = next((item for item in exact if _keeps(item, value, taxonomy)), None)
            if own is not None:
                yield own
                continue
            type_id = value.type_id
            if value.holds is Holds.USER and any(item.type_id == MAIL for item in hidden):
                type_id = MAIL if "@" in text[value.start : value.end] else type_id
            yield _candidate(value.start, value.end, type_id, value.holds, text)


def _name(item: Candidate, taxonomy: Taxonomy) -> str:
    """What of a finding would make a host somebody's: its value, of an address for mail the domain; empty for none."""
    explicit = taxonomy[item.type_id].kind is Kind.EXPLICIT
    name = item.value.rpartition("@")[2] if item.type_id == MAIL else item.value
    return name.casefold() if explicit and item.type_id != LINK and len(name) >= LEAST_NAME else ""


def _in_use(stretch: Stretch, names: Iterable[str], text: str) -> Stretch:
    """The link, its values hidden whatever else has seen them where a machine goes by it, or where its host holds a
    name of the text."""
    link = text[stretch.start : stretch.end].casefold()
    used = stretch.used or (stretch.link and text[stretch.start - 1 : stretch.start] in _QUOTES)
    if not used and not (stretch.link and any(name in link for name in names)):
        return stretch
    return replace(stretch, values=tuple(replace(value, said=True) for value in stretch.values))


def _keeps(item: Candidate, value: Value, taxonomy: Taxonomy) -> bool:
    """Whether what was found says better what a value is than its place does."""
    if item.validation is True:
        return True
    if value.holds is Holds.SECRET:
        return item.type_id in SECRETS
    if value.holds is Holds.USER:
        return item.type_id == PERSON or item.type_id in (MAIL, "PHONE", "EMPLOYEE_ID")
    if value.holds is Holds.NUMBER:
        return taxonomy[item.type_id].family is Family.NUMBER
    if value.holds is Holds.HOST and item.type_id == PERSON:
        return item.value.isalpha() and item.value.istitle()
    return item.type_id == value.type_id


def _candidate(start: int, end: int, type_id: str, holds: Holds, text: str) -> Candidate:
    surface = text[start:end]
    value = surface if type_id in SECRETS else value_of(type_id, surface)
    if type_id == ADDRESS and (address := parsed(surface)) is not None:
        value = address.compressed
    return Candidate(
        start,
        end,
        type_id,
        value,
        SCORE,
        Layer.PATTERN,
        f"{RECOGNIZER}.{holds.value}",
        SCORE,
        role=DisclosureRole.IDENTIFIES,
    )


def _is_shared(marks: _Marks, touched: Sequence[int]) -> bool:
    """Whether what touches several values of a string holds one of a known kind: then that is what it saw."""
    return any(marks.values[mark].holds not in (Holds.FREE, Holds.STAYS) for mark in touched)


def _is_whole(item: Candidate, text: str, marks: _Marks, taxonomy: Taxonomy) -> bool:
    """Whether a finding stands as it is: one over several lines, unless a grammar knows one of a code."""
    if item.type_id in WHOLE or "\n" not in text[item.start : item.end]:
        return item.type_id in WHOLE
    known = any(mark != _FREE for mark in marks.at[item.start : item.end])
    return item.validation is True or not known or taxonomy[item.type_id].family not in _NUMBERED


def _apart_from_each_other(items: Iterable[Candidate]) -> list[Candidate]:
    """The items in text order, the first and longest of those that overlap."""
    kept: list[Candidate] = []
    for item in sorted(items, key=lambda item: (item.start, -item.end)):
        if not kept or kept[-1].end <= item.start:
            kept.append(item)
    return kept


def _address_alone(item: Candidate, text: str) -> Candidate:
    """An address of the net without its port, its mask and the brackets around it."""
    surface = text[item.start : item.end]
    if item.validation is True or (item.type_id == ADDRESS and parsed(surface) is not None):
        return item
    found = _IPV4.search(surface) if item.type_id == ADDRESS else _WITH_MASK.fullmatch(surface)
    if found is None or parsed(found["ip"]) is None:
        return item
    start, end = item.start + found.start("ip"), item.start + found.end("ip")
    return replace(item, start=start, end=end, value=found["ip"], type_id=ADDRESS)


def _piece(item: Candidate, start: int, end: int, text: str, taxonomy: Taxonomy) -> Iterator[Candidate]:
    """What was found, cut to a piece that holds anything, of the type that the piece's form says where it has lost
    some."""
    if (start, end) == (item.start, item.end):
        yield item
        return
    while start < end and text[start] in _HEADS and not (start == item.start and start > 0):
        start += 1
    while start < end and text[end - 1] in _TAILS and end != item.end:
        end -= 1
    surface = text[start:end]
    if not any(map(str.isalnum, surface)):
        return
    type_id = item.type_id
    if taxonomy[type_id].family in _NUMBERED and type_id not in SECRETS:
        if parsed(surface) is not None:
            type_id = ADDRESS
        elif type_id in (ADDRESS, LINK, MAIL):
            type_id = by_form(surface, "") or REFERENCE
    yield replace(cut(item, start, end, text), type_id=type_id, validation=item.validation)


def _laid_over(kept: Iterable[Candidate], values: Sequence[Candidate], text: str) -> list[Candidate]:
    """`kept` with `values`, which rule: of what they touch the rest stands where it holds anything."""
    result: list[Candidate] = []
    ordered = sorted(values, key=lambda item: item.start)
    ends = [value.end for value in ordered]
    for item in kept:
        pieces = [(item.start, item.end)]
        for value in islice(ordered, bisect_right(ends, item.start), None):
            if value.start >= item.end:
                break
            if value.start < item.end and item.start < value.end:
                pieces = [
                    (start, end)
                    for one, two in pieces
                    for start, end in ((one, min(two, value.start)), (max(one, value.end), two))
                    if start < end
                ]
        if pieces == [(item.start, item.end)]:
            result.append(item)
            continue
        result.extend(cut(item, start, end, text) for start, end in pieces if any(map(str.isalnum, text[start:end])))
    return [*result, *ordered]


def _again(values: Sequence[Candidate], kept: Sequence[Candidate], text: str) -> list[Candidate]:
    """The other places where the letters of the values stand and nothing longer hides them."""
    first: dict[str, Candidate] = {}
    for item in values:
        first.setdefault(text[item.start : item.end], item)
    taken = {(item.start, item.end) for item in values}
    found = (other for item in islice(first.values(), MOST_REPEATED) for other in _repeated(item, text))
    return _apart_from_each_other(
        item for item in found if (item.start, item.end) not in taken and not _is_covered(item, kept, text)
    )


def _signing_in(kept: Iterable[Candidate], values: Sequence[Candidate], text: str) -> Iterator[Candidate]:
    """Addresses for mail at a host that the text signs in to are what stands before the @ and that host."""
    hosts = {text[item.start : item.end]: item for item in values if item.type_id == HOST}
    for item in kept:
        local, at, host = text[item.start : item.end].rpartition("@")
        if item.type_id != MAIL or not at or host not in hosts:
            yield item
            continue
        middle = item.start + len(local)
        yield _candidate(item.start, middle, USER, Holds.USER, text)
        yield replace(hosts[host], start=middle + 1, end=item.end)


def _touching(kept: Sequence[Candidate], start: int, end: int) -> list[Candidate]:
    """Those of `kept`, which is in text order and without overlaps, that a place touches."""
    at = bisect_right(kept, start, key=lambda item: item.end)
    found = []
    while at < len(kept) and kept[at].start < end:
        found.append(kept[at])
        at += 1
    return found


def _is_covered(item: Candidate, kept: Sequence[Candidate], text: str) -> bool:
    """Whether something longer that is no mere host hides a place already, or something that is proved."""
    around = (other for other in _touching(kept, item.start, item.end) if _is_around(other, item))
    return any(other.validation is True or not _is_like(other, item, text) for other in around)


def _is_around(other: Candidate, item: Candidate) -> bool:
    return other.start <= item.start and item.end <= other.end


def _is_like(other: Candidate, item: Candidate, text: str) -> bool:
    """Whether what was found around a value is the value under another name, or a host with words around it."""
    loose = item.type_id == HOST and other.type_id == LINK and "://" not in text[other.start : other.end]
    return loose or (other.start, other.end) == (item.start, item.end)


def _repeated(item: Candidate, text: str) -> Iterator[Candidate]:
    """The other places where the letters of a value stand."""
    surface = text[item.start : item.end]
    if len(surface) < LEAST_REPEATED or (item.type_id == HOST and "." not in surface and "-" not in surface):
        return
    start = text.find(surface)
    while start >= 0:
        end = start + len(surface)
        beside = text[start - 1 : start] + text[end : end + 1]
        if start != item.start and not any(char.isascii() and char.isalnum() for char in beside):
            yield replace(item, start=start, end=end)
        start = text.find(surface, end)


def _signed(item: Candidate) -> Candidate:
    return replace(item, form=SIGNED) if item.type_id in SECRETS and not item.form else item
