"""Renderings that stand beside each other or say the same: joined, dropped, or told apart.

Every hierarchy words its value alone; only here is it seen that two ages are equal, that a city is followed by its
state, or that a journey leads from one place into the same region.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core.dehydrate.phrase import is_ideograph
from core.dehydrate.places import Gazetteer
from core.dehydrate.splice import Piece
from core.dehydrate.statuses import GRADED
from core.domain.sensitive import SensitiveAttribute
from core.text.normalize import comparison_key

BOTH = {" and ": "both ", "和": "都", "、": "都"}
"""What stands for the first of two equal ages, by the conjunction between them."""
CONJUNCTIONS = frozenset({*BOTH, " or ", ", ", "以及", "或", "与", "及"})
ONCE = frozenset(
    {
        "DISEASE",
        "DRUG",
        "CASE_TYPE",
        "CHARGE",
        "ALLERGY",
        "SURGERY",
        "FINANCIAL_PRODUCT",
        "FAMILY",
        "DATE",
        "OCCUPATION",
    }
)
"""Types of which two equal kinds side by side are said once."""
CONTINUED = frozenset({("AGE", "DURATION"), ("AMOUNT", "AMOUNT"), ("INCOME", "INCOME"), ("PHYSIQUE", "PHYSIQUE")})
"""Pairs of types of which the second only makes the first more exact (3岁8个月, 4万8千元)."""
_ONE_EACH = re.compile(r"^[，,、；;]?(?:另|还有)?一个$")
"""What stands between the ages of two children in Chinese (一个12岁，一个15岁)."""
_COUNTED = "一个"
_VAGUE_DOSE = re.compile(r"^(?:以|一定|若干)")
"""Chinese doses that are no number with its unit: they take 的 before a medicine and come in brackets behind it."""
_AMOUNTED = re.compile(r"\d|[a-z]+ly\b|times")
"""A dose that still says how much or how often; one that does not adds nothing to another (1 g [BID])."""
RANGED = frozenset({"AMOUNT", "INCOME", "RATE", "DURATION", "DOSE"})
TO = frozenset({" and ", " to ", "-", " - ", "–", "到", "至", "~", "～", "—"})
FROM = ("between ", "from ", "从")
"""A range whose two ends are told alike is told once."""
WITHIN = frozenset({"", " ", ", ", ",", "，", "·"})
"""What stands between a place and the wider place it lies in."""
TOLD_APART = frozenset(
    {
        "LOCATION",
        "ORGANIZATION",
        "HOSPITAL",
        "SCHOOL",
        "BANK",
        "COURT",
        "LAW_FIRM",
        "LANDMARK",
        "LITIGATION_ROLE",
        "DRUG",
    }
)
"""Types of which two values that read alike are told apart."""
_NAMED_TIME = re.compile(r"^(?:\d{4}(?:-(?:\d\d|T\d))?|--(?:\d\d|T\d))$")
"""Nodes of dates whose wording is the name of a time."""
EXPECTING = "expecting"
"""Node of the circumstance whose length ("20 weeks pregnant") its wider wording does not take."""
_TEMPERATURE = "体温"
"""A fever before its degrees in Chinese (发烧38.5度), of which only the range is told."""
NOWHERE = "somewhere"
"""Stands for the node of a place that nothing is told of: a second one is somewhere else."""
RIVALS = 8
"""Values of one node that a further one is told apart from: a text with more is a list, not a story."""
_MONTH = re.compile(r"-(\d\d)$")
_FULL_DAY = re.compile(r"-(\d\d)-(\d\d)$")


@dataclass(frozen=True, slots=True)
class OtherWords:
    """Wording of "another one of the same kind" (resources/hierarchies/place.toml, `another`)."""

    articles: Mapping[str, str]
    endings: Mapping[str, str]
    part_en: str
    part_zh: str
    closed_by: Sequence[str]
    day_en: str
    day_on_en: str
    day_zh: str
    span_en: str
    span_zh: str

    def of_kind(self, rendered: str) -> str | None:
        """A phrase that names one of a kind, as another one; None where it has no such form."""
        for head, other in self.articles.items():
            if rendered.startswith(head):
                return other + rendered[len(head) :]
        for tail, other in self.endings.items():
            if rendered.endswith(tail):
                return rendered[: len(rendered) - len(tail)] + other
        return None

    def part(self, rendered: str) -> str:
        """Another part of a region that is named."""
        return (self.part_zh if any(map(is_ideograph, rendered)) else self.part_en).format(place=rendered)

    def span(self, rendered: str) -> str:
        """A stretch of time whose two ends are told alike."""
        return self.span_zh if any(map(is_ideograph, rendered)) else self.span_en

    def day(self, rendered: str) -> str:
        """Another day of a month that is named."""
        if any(map(is_ideograph, rendered)):
            return self.day_zh.format(month=rendered)
        head, _, month = rendered.partition(" ")
        if head.lower() != "in":
            return self.day_en.format(month=rendered)
        text = self.day_on_en.format(month=month)
        return text[0].upper() + text[1:] if head[0].isupper() else text


class Neighbours:
    """Pure. Works on the pieces of one text in their order."""

    def __init__(self, gazetteer: Gazetteer, words: OtherWords) -> None:
        self._gazetteer = gazetteer
        self._words = words

    def settle(self, text: str, pieces: list[Piece], owners: Mapping[str, SensitiveAttribute]) -> list[Piece]:
        """The same pieces, some joined with or told apart from those before them."""
        said: dict[tuple[str, str], dict[str, SensitiveAttribute]] = {}
        return [self._apart(piece, said, owners, text) for piece in self._joined(text, pieces, owners)]

    def _joined(self, text: str, pieces: list[Piece], owners: Mapping[str, SensitiveAttribute]) -> list[Piece]:
        found = list(pieces)
        for index in range(len(found) - 1):
            first, second = found[index], found[index + 1]
            if first.token or second.token or not first.rendered:
                continue
            types = owners[first.attribute_id].type_id, owners[second.attribute_id].type_id
            between = text[first.end : second.start]
            if types == ("LOCATION", "LOCATION") and between in WITHIN:
                self._nest(found, index, owners)
            elif types == ("RATE", "FINANCIAL_PRODUCT") and between == " " and second.rendered:
                article = re.match(r"an? ", first.rendered)
                product = re.sub(r"^an? ", "", second.rendered)
                whole = f"{product} at a {first.rendered.removeprefix('a ').removeprefix('an ')}"
                found[index] = replace(first, end=second.start, rendered="")
                told = f"{'an' if product[:1] in 'aeio' else 'a'} {whole}" if article else whole
                found[index + 1] = replace(second, rendered=told)
            elif types == ("DOSE", "DOSE") and not between.strip() and not _AMOUNTED.search(second.rendered):
                found[index] = replace(first, end=second.start)
                found[index + 1] = replace(second, rendered="")
            elif types == ("DURATION", "LIFE_EVENT") and second.node == EXPECTING and not between.strip():
                found[index] = replace(first, end=second.start, rendered="")
            elif types == ("DISEASE", "LAB_RESULT") and (graded := GRADED.match(text, first.end)):
                found[index + 1] = replace(second, end=max(second.end, graded.end()), rendered="")
            elif types == ("DISEASE", "LAB_RESULT") and not between and second.rendered.startswith("在"):
                found[index] = replace(first, rendered=_TEMPERATURE)
            elif types in CONTINUED and not between:
                found[index + 1] = replace(second, rendered="")
            elif first.rendered == second.rendered and types[0] in RANGED and between in TO:
                opening = next((word for word in FROM if text[: first.start].lower().endswith(word)), "")
                found[index] = replace(first, start=first.start - len(opening), end=second.start, rendered="")
            elif first.rendered == second.rendered and types == ("DATE", "DATE") and between in TO - set(CONJUNCTIONS):
                opening = next((word for word in FROM if text[: first.start].lower().endswith(word)), "")
                whole = self._span(second)
                found[index] = replace(first, start=first.start - len(opening), end=second.start, rendered="")
                found[index + 1] = replace(second, rendered=whole)
            elif types == ("OCCUPATION", "OCCUPATION") and not between.strip():
                found[index] = replace(first, end=second.start, rendered="")
                found[index + 1] = replace(second, rendered=_sole(first.rendered, second.rendered))
            elif (
                not between.strip() and {*types} == {"DRUG", "DOSE"} and _VAGUE_DOSE.match(_dose(types, first, second))
            ):
                self._dosed(found, index, types)
            elif first.rendered == second.rendered and types[0] == "AGE" and self._one_each(text, first, between):
                found[index] = replace(first, start=first.start - len(_COUNTED), end=second.start, rendered="都是")
            elif first.rendered == second.rendered and types[0] == "AGE" and between in BOTH:
                found[index] = replace(first, end=second.start, rendered=BOTH[between])
            elif first.rendered == second.rendered and types[0] in ONCE and between in CONJUNCTIONS:
                found[index] = replace(first, end=second.start, rendered="")
        return found

    def _span(self, last: Piece) -> str:
        """Two dates that are told alike, as one stretch of time: within what is told, where that has a name."""
        told = last.rendered
        if not _NAMED_TIME.match(last.node):
            return self._words.span(told)
        return told if any(map(is_ideograph, told)) or told.endswith("the year") else f"in {told}"

    @staticmethod
    def _one_each(text: str, first: Piece, between: str) -> bool:
        return text[: first.start].endswith(_COUNTED) and _ONE_EACH.match(between) is not None

    @staticmethod
    def _dosed(found: list[Piece], index: int, types: tuple[str, str]) -> None:
        """A Chinese dose in words beside its medicine."""
        first, second = found[index], found[index + 1]
        if types[0] == "DOSE":
            found[index] = replace(first, end=second.start, rendered=f"{first.rendered}的")
        else:
            told = second.rendered.startswith("以")
            found[index] = replace(first, end=second.start)
            found[index + 1] = replace(
                second, rendered=f"（剂量{second.rendered.removesuffix('的剂量')}）" if told else ""
            )

    def _nest(self, found: list[Piece], index: int, owners: Mapping[str, SensitiveAttribute]) -> None:
        """Of a place and the wider one that it lies in, only what is told more finely is said."""
        first, second = found[index], found[index + 1]
        one, other = owners[first.attribute_id].value, owners[second.attribute_id].value
        if not (self._holds(one, other) or self._holds(other, one)):
            return
        if self._within(first.node, second.node) or (first.node and second.node not in self._gazetteer.places):
            found[index] = replace(first, end=second.start)
            found[index + 1] = replace(second, rendered="")
        elif self._within(second.node, first.node) or first.node not in self._gazetteer.places:
            found[index] = replace(first, end=second.start, rendered="")

    def _apart(
        self,
        piece: Piece,
        said: dict[tuple[str, str], dict[str, SensitiveAttribute]],
        owners: Mapping[str, SensitiveAttribute],
        text: str,
    ) -> Piece:
        """`said`: what was told so far, by type and node, each value once in order of its first mention."""
        owner = owners[piece.attribute_id]
        node = _month(piece.node) if owner.type_id == "DATE" else piece.node
        if owner.type_id == "LOCATION" and not node:
            node = NOWHERE
        if owner.type_id == "LITIGATION_ROLE":
            node = _bare(piece.rendered)
        if piece.token or not piece.rendered or piece.scrubbed or not node:
            return piece
        values = said.setdefault((owner.type_id, node), {})
        rivals = []
        for key, rival in values.items():
            if key == owner.id:
                break
            rivals.append(rival)
        for wider in (node, *self._around(node)) if owner.type_id == "LOCATION" else (node,):
            known = said.setdefault((owner.type_id, wider), {})
            if len(known) < RIVALS:
                known.setdefault(owner.id, owner)
        if not rivals:
            return piece
        if owner.type_id == "DATE" and all(_other_day(owner.value, rival.value) for rival in rivals):
            return replace(piece, rendered=self._words.day(piece.rendered))
        if owner.type_id in TOLD_APART and all(self._distinct(owner.value, rival.value) for rival in rivals):
            return replace(piece, rendered=self._other(piece, owner.type_id, text))
        return piece

    def _other(self, piece: Piece, type_id: str, text: str) -> str:
        other = self._words.of_kind(piece.rendered)
        if other is not None:
            return other
        named = type_id == "LOCATION" and piece.node in self._gazetteer.places
        whole = not text.startswith(tuple(self._words.closed_by), piece.end)
        return self._words.part(piece.rendered) if named and whole else piece.rendered

    def _around(self, node: str) -> tuple[str, ...]:
        """The nodes of the gazetteer that a node lies in: a place told as one of them is told apart as well."""
        place = self._gazetteer.places.get(node)
        wider = self._gazetteer.path(place)[1:] if place else ()
        return tuple(node.code for node in wider if not node.code.startswith(("region:", "continent:")))

    def _within(self, narrow: str, wide: str) -> bool:
        """Whether one node of the gazetteer lies in, or is, the other."""
        place = self._gazetteer.places.get(narrow)
        return place is not None and any(node.code == wide for node in self._gazetteer.path(place))

    def _holds(self, narrow: str, wide: str) -> bool:
        """Whether the place that one value names lies in the place of the other."""
        place, around = self._gazetteer.find(narrow), self._gazetteer.find(wide)
        return place is not None and around is not None and self._within(place.code, around.code)

    def _distinct(self, one: str, other: str) -> bool:
        """Two values that cannot be two names of one thing, as far as this can be seen."""
        first, second = comparison_key(one), comparison_key(other)
        return not (first in second or second in first or self._holds(one, other) or self._holds(other, one))


def _dose(types: tuple[str, str], first: Piece, second: Piece) -> str:
    return first.rendered if types[0] == "DOSE" else second.rendered


def _sole(first: str, second: str) -> str:
    """One phrase for two words for one occupation ("a retired [engineer]"): the second, with the first's article."""
    article = re.match(r"(?:an?|the) ", first)
    if article is None or re.match(r"(?:an?|the|someone) ", second):
        return second
    return f"{'an' if second[:1] in 'aeio' else 'a'} {second}"


def _bare(rendered: str) -> str:
    """A phrase without the article that its sentence gave it."""
    return re.sub(r"^(?:an?|the) ", "", rendered, flags=re.IGNORECASE)


def _month(node: str) -> str:
    """The month that a node of dates tells, with or without its year; empty for any other node."""
    match = _MONTH.search(node)
    return match.group() if match else ""


def _other_day(one: str, other: str) -> bool:
    """Whether two dates of one month are different days of it."""
    if "/" in one or "/" in other:
        return False
    first, second = _FULL_DAY.search(one), _FULL_DAY.search(other)
    return first is not None and second is not None and first.groups() != second.groups()
