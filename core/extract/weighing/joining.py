"""Two lists of findings made one: what overlaps or touches becomes one finding, of the type with better evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import replace

from core.domain.disclosure import DisclosureRole
from core.domain.sensitive import Layer
from core.domain.taxonomy import Family, Kind, Taxonomy
from core.extract.candidate import Candidate
from core.extract.circumstances import CIRCUMSTANCE
from core.extract.quasi.day_values import DATED
from core.extract.told_of import PERSON
from core.extract.weighing.borders import grown
from core.extract.weighing.identifiers import LINK, is_counted
from core.extract.weighing.settings import HIDING
from core.text.scripts import is_ideograph

KEYED = frozenset({"number", "secret", "contact"})
"""Families of codes, whose kind the word before them says better than the text around."""
GENERAL_PLACES = frozenset({"LOCATION", "ORGANIZATION", "ADDRESS"})
"""Types that say no more than that something is a place, a body or where somebody lives."""
GUESS = 0.5
"""Score of a rule whose type is a guess."""
NAMED = frozenset({Family.PERSON, Family.PLACE})
"""Families of what is written in words."""
BY_CAPITALS = ("ner.", "quasi.name")
"""The name model and the rules that go by capitals and endings."""
HEADED = (".headed", ".suffix")
"""Rules that know a name by the word that says what it is."""
LATIN_NAMES = "names_latin"
"""Rules that know names from lists; those of Chinese names go by the characters, of which places are made as well."""
SHAPED = 0.8
"""Score of the form of a telephone number that nothing else has."""
SETTLED = 0.6
"""Chance from which the reader's word that something is a place goes before a rule's that it is a name, and that all of
a link identifies before what the rules find in it."""


def joined(
    standing: Sequence[Candidate],
    found: Iterable[Candidate],
    text: str,
    taxonomy: Taxonomy,
    proved: Callable[[Candidate], bool],
) -> tuple[Candidate, ...]:
    """Both lists without overlaps.

    A rule's span and the reader's of one thing become one, from the first to the last of both; what is only told gives
    way to what is hidden around it, and a link of which the reader is not settled to what stands in it.
    """
    kept, found = list(standing), list(found)
    for item in found:
        overlapping = [other for other in kept if other.start < item.end and item.start < other.end]
        if not overlapping:
            kept.append(item)
            continue
        hidden = [other for other in overlapping if hides(other, taxonomy)]
        if item.type_id == PERSON and (beside := _places_beside(hidden, taxonomy)):
            hidden = [other for other in hidden if other not in beside]
            overlapping = [other for other in overlapping if other not in beside]
            item = _cut_at(item, beside)
        if not hidden:
            if taxonomy[item.type_id].family in KEYED and any(_is_measure(other, item, text) for other in overlapping):
                continue  # what its form says is a sum or a quantity is no code
            if _takes_all(item, overlapping):
                kept = [*(other for other in kept if other not in overlapping), item]
            continue
        if item.type_id == LINK and item.score < SETTLED:
            continue  # such a link is what is found in it
        firm = [other for other in hidden if proved(other) or _is_firm(other, found, text, taxonomy)]
        start = min([item.start, *(other.start for other in firm)])
        end = max([item.end, *(other.end for other in firm)])
        if item.type_id == LINK:
            kept = [*(other for other in kept if other not in overlapping), replace(item, start=start, end=end)]
            continue
        kept = [other for other in kept if other not in hidden]
        if not firm:
            kept.append(_as_seen(item, hidden, taxonomy))
            continue
        # What is proved of a small part says nothing of the whole: the number at the end of an address.
        proof = [other for other in hidden if other.validation is True and 2 * length(other) >= end - start]
        head = max(proof or hidden, key=length)
        start = max([start, *(other.end for other in kept if other.start < head.start and other.end <= head.start)])
        end = min([end, *(other.start for other in kept if other.start >= head.end)])
        if not proved(head) and _renames(item, head, taxonomy):
            # A name that the rules took for a town is a name: the reader saw the whole text.
            head = replace(head, type_id=item.type_id, value=item.value, start=item.start, end=item.end)
        kept.append(grown(head, start, end, item, text))
    kept.sort(key=lambda other: (other.start, other.end))
    return tuple(kept)


def length(item: Candidate) -> int:
    """Code points of its span."""
    return item.end - item.start


def _takes_all(item: Candidate, told: Sequence[Candidate]) -> bool:
    """Whether a finding takes the place of what is only told: it lies around all of it, and is no guess at what a list
    knows the word to be."""
    if not item.sure and any(_is_known_word(other, item) for other in told):
        return False
    return all(item.start <= other.start and other.end <= item.end for other in told)


def _is_measure(told: Candidate, item: Candidate, text: str) -> bool:
    """Whether a rule reads all of a finding as a sum of money, a rate or a quantity by the sign or unit beside it."""
    inside = told.start <= item.start and not any(map(str.isalnum, text[told.end : item.end]))
    return inside and is_counted(told)


def _as_seen(item: Candidate, guessed: Sequence[Candidate], taxonomy: Taxonomy) -> Candidate:
    """What the reader sees, within its borders, as sure as the longest guess of the rules, whose type it has where that
    says more."""
    kind = max(guessed, key=length)
    type_id = kind.type_id if _says_more(kind, item, taxonomy) else item.type_id
    return replace(item, type_id=type_id, score=max(item.score, kind.score), sure=item.sure or kind.sure)


def _is_firm(candidate: Candidate, found: Sequence[Candidate], text: str, taxonomy: Taxonomy) -> bool:
    """Whether a rule knows where its value begins and ends: by the form of a code or an address, by a list, by the word
    that says what it is unless the reader sees several names inside (Pillay of Coega Haulage).

    Where a rule goes by capitals, the reader knows better: of borders that the two disagree on, it is right in four of
    five.
    """
    guessed = candidate.recognizer.startswith(BY_CAPITALS) and taxonomy[candidate.type_id].family in NAMED
    if not guessed or candidate.type_id == "ADDRESS" or any(map(is_ideograph, text[candidate.start : candidate.end])):
        return True
    inside = [item for item in found if item.start < candidate.end and candidate.start < item.end]
    return candidate.recognizer.endswith(HEADED) and len(inside) == 1


def _says_more(guess: Candidate, item: Candidate, taxonomy: Taxonomy) -> bool:
    """Whether a rule's type is a kind of what the reader sees, and the word that says so is inside its borders."""
    same = taxonomy[guess.type_id].family is taxonomy[item.type_id].family
    return same and guess.type_id not in GENERAL_PLACES and guess.end <= item.end


def _places_beside(hidden: Sequence[Candidate], taxonomy: Taxonomy) -> list[Candidate]:
    """Places that stand beside a name inside what the reader takes for one name: Tom Reed英国. They are two."""
    names = [other for other in hidden if other.type_id == PERSON]
    places = [other for other in hidden if taxonomy[other.type_id].family is Family.PLACE]
    apart = all(place.end <= name.start or name.end <= place.start for name in names for place in places)
    return places if names and apart else []


def _cut_at(item: Candidate, beside: Sequence[Candidate]) -> Candidate:
    """The finding up to the places at its edges."""
    start = max([item.start, *(place.end for place in beside if place.start <= item.start)])
    end = min([item.end, *(place.start for place in beside if place.start > item.start)])
    return replace(item, start=start, end=end)


def _is_known_word(other: Candidate, item: Candidate) -> bool:
    """Whether a list of words knows all of a finding as something else."""
    return other.layer is Layer.LEXICON and other.start <= item.start and item.end <= other.end


def _renames(item: Candidate, head: Candidate, taxonomy: Taxonomy) -> bool:
    """Whether the reader's type goes before the rule's: the word beside a code says what it counts, a list of names
    knows names, and a guess of a rule gives way."""
    ours, theirs = taxonomy[item.type_id].family, taxonomy[head.type_id].family
    if 2 * length(item) < length(head):
        return False  # of a small part it says nothing of the whole: the number at the end of an address
    if ours is theirs:
        return ours is Family.PLACE and item.sure and {item.type_id, head.type_id} <= GENERAL_PLACES
    if ours in KEYED and (head.type_id in DATED or (theirs in KEYED and _is_typed(head))):
        return False  # a rule that reads a day, or a word that says what a code is, knows better
    if item.role is not DisclosureRole.IDENTIFIES and head.recognizer.startswith(LATIN_NAMES):
        return item.score >= SETTLED or item.type_id in DATED  # June and Jan are months as well
    return item.sure or (item.type_id == PERSON and head.base_score <= GUESS)


def _is_typed(head: Candidate) -> bool:
    """Whether a word before a code, or its form alone, says what it is. The words that make a number one to call
    (number, call) are said of any number."""
    if head.type_id == "PHONE":
        return head.base_score >= SHAPED and head.validation is not False
    return bool(head.context) or head.layer is Layer.CONTEXT


def touching(
    candidates: Sequence[Candidate], parted: Set[int], text: str, taxonomy: Taxonomy, spaced: Set[str] = frozenset()
) -> tuple[Candidate, ...]:
    """Hidden spans of one family that touch each other are one value in pieces, but for two names that the reader
    parted (`parted`: where one finding of it ends and another begins). `spaced`: types whose values are often written
    in several words; of them two with a space between are one as well."""
    joined: list[Candidate] = []
    for item in candidates:
        last = joined[-1] if joined else None
        if (
            last is not None
            and (last.end == item.start or _is_spaced(last, item, text, spaced))
            and not (item.start in parted and _are_names(last, item, text))
            and not _are_two(last, item)
            and hides(last, taxonomy)
            and hides(item, taxonomy)
            and taxonomy[last.type_id].family is taxonomy[item.type_id].family
            and item.type_id != CIRCUMSTANCE
            and last.type_id != CIRCUMSTANCE
        ):
            head, tail = (last, item) if length(last) >= length(item) else (item, last)
            joined[-1] = grown(head, last.start, item.end, tail, text)
        else:
            joined.append(item)
    return tuple(joined)


def _are_two(last: Candidate, item: Candidate) -> bool:
    """Whether rules read one kind of value up to where they read another: 1月10号MU747."""
    return last.type_id != item.type_id and Layer.SPANS not in (last.layer, item.layer)


def _is_spaced(last: Candidate, item: Candidate, text: str, spaced: Set[str]) -> bool:
    return last.type_id == item.type_id and item.type_id in spaced and text[last.end : item.start] == " "


def _are_names(last: Candidate, item: Candidate, text: str) -> bool:
    """Whether both are names: written without spaces, and neither a single sign, which is rather a piece of the
    other."""
    shorter = min(length(last), length(item))
    unspaced = is_ideograph(text[item.start - 1]) and is_ideograph(text[item.start])
    return last.type_id == item.type_id == PERSON and shorter > 1 and unspaced


def hides(candidate: Candidate, taxonomy: Taxonomy) -> bool:
    """Whether a finding identifies or locates: in this text, or by its type where nothing is said of it here."""
    kind = taxonomy[candidate.type_id]
    role = candidate.role or kind.does
    return kind.kind is Kind.EXPLICIT or role in HIDING
