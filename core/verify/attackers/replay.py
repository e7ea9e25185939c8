"""A1 with the method itself: puts every value of a told class in its place and keeps those that give the same D.

The method is public (Kerckhoffs): whoever reads D can run the plan, the search and the rendering on any value he thinks
of. What he cannot tell apart is what protects. What the search told less than the plan it told less because the gate
objected, so only values to which it objects are kept (objections.py). The rule that picks the level and the set that it
tells are run for every value of the class; the whole rendering with its hard line, at certification, for the values
that stand somewhere in X or D, where the line may catch them, and for the most frequent ones: where one of them gives
another D that does not stand there, whatever was not rendered counts as giving another D too.
"""

from __future__ import annotations

import hashlib
import math
import re
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.dehydrate.dehydrator import Dehydrator
from core.dehydrate.generalization import Generalization
from core.dehydrate.library import HierarchyLibrary
from core.dehydrate.values import Value, ValueBook
from core.disclose.planner import Asked, Planner
from core.domain.artifact import EXACT_LEVEL
from core.domain.disclosure import Treatment
from core.domain.evidence import AttackerLevel, AttributeReplay
from core.domain.language import Language
from core.domain.protocol import Profile
from core.domain.sensitive import Mention, SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Kind, Taxonomy
from core.domain.tokens import TokenVault
from core.verify.attackers.objections import Objections
from core.verify.case import Case, Origin
from core.verify.grading import Target

RENDERED = 3
"""Most frequent values of a class that a certification renders."""
STANDING = 8
"""Values that stand in X or D that it renders besides."""
RULED = 150
"""Longest list for which the rule of the plan is run for every value; of a longer one the sets are counted."""
KEPT, KEPT_SETS = 512, 64
_NUMBER = re.compile(r"\d+")


class Replayer:
    """Runs the method again. Remembers recent answers in memory; safe from any thread."""

    def __init__(
        self,
        taxonomy: Taxonomy,
        library: HierarchyLibrary,
        dehydrator: Dehydrator,
        planner: Planner,
        objections: Objections | None = None,
    ) -> None:
        """`objections`: the gate that drove the search; None where none did."""
        self._objections = objections
        self._taxonomy = taxonomy
        self._library = library
        self._dehydrator = dehydrator
        self._planner = planner
        self.book = ValueBook(library)
        self._known: OrderedDict[str, AttributeReplay | None] = OrderedDict()
        self._refused: OrderedDict[str, tuple[tuple[int, tuple[tuple[Value, ...], ...]], ...]] = OrderedDict()
        self._lock = threading.Lock()

    def before(self, objections: Objections) -> Replayer:
        """The same method with the gate that drives its search."""
        return Replayer(self._taxonomy, self._library, self._dehydrator, self._planner, objections)

    def forget(self) -> None:
        """Drop what is remembered of texts."""
        with self._lock:
            self._known.clear()
            self._refused.clear()

    def replay(
        self,
        origin: Origin,
        sensitive: SensitiveSet,
        attribute: SensitiveAttribute,
        language: Language,
        rendered: int | None = 0,
    ) -> AttributeReplay | None:
        """None for what is told exactly, identifies by itself, or has values that nobody can list. `rendered`: how many
        values are rendered whole, None all of the class; the rule alone decides about the others."""
        level = origin.artifact.levels.get(attribute.id, EXACT_LEVEL)
        if attribute.kind is Kind.EXPLICIT or level == EXACT_LEVEL or not attribute.mentions:
            return None
        key = f"{_hashed(origin, attribute)} {rendered}"
        with self._lock:
            if key in self._known:
                return self._known[key]
        found = self._replay(origin, sensitive, attribute, level, language, rendered)
        with self._lock:
            self._known[key] = found
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        return found

    def _replay(
        self,
        origin: Origin,
        sensitive: SensitiveSet,
        attribute: SensitiveAttribute,
        level: int,
        language: Language,
        rendered: int | None,
    ) -> AttributeReplay | None:
        spoken = attribute.mentions[0].language
        listed = self.book.all(attribute.type_id, attribute.value, spoken)
        if not listed:
            return None
        ladder = self._library.for_type(attribute.type_id).ladder(attribute.value, spoken)
        told = bool(ladder[min(level, len(ladder) - 1)].node)
        total = sum(item.weight for item in listed)
        prior = max(item.weight / item.stands_for for item in listed) / total if total else 0.0
        run = Trial(self, origin, sensitive, attribute, language)
        asked = run.rule.level_for(attribute)
        told = told or run.rule.raised
        inside = self.book.inside(attribute.type_id, attribute.value, asked, spoken) if told else listed
        if told or len(listed) <= RULED:
            kept = run.ruled(inside)
        else:
            kept = run.ruled_by_height(self.book.heights(attribute.type_id, attribute.value, spoken))
        kept = [item for item in kept if self._told_before(origin, attribute, item)]
        kept = self._objected(kept, run, origin, sensitive, attribute, language)
        told = told or len(kept) < len(listed)
        if run.rule.raised:
            kept = run.alike([item for item in kept if run.says(item.text, asked)])
        elif rendered is None or rendered > 0:
            shown = kept if rendered is None else run.shown(kept, rendered)
            alike = run.alike(shown)
            other = {item.text for item in shown} - {item.text for item in alike}
            kept = [item for item in kept if item.text not in other] if run.all_stand(other) else alike
        if not kept and attribute.value not in {item.text for item in listed}:
            return None
        weight = sum(item.weight for item in kept)
        values = sum(item.stands_for for item in kept)
        own_weight = next((item.weight / item.stands_for for item in inside if item.text == attribute.value), 0.0)
        if not kept or not weight:
            return AttributeReplay(attribute.id, 1.0, 1.0, 1.0, prior, told)
        most = max(item.weight / item.stands_for for item in kept)
        return AttributeReplay(attribute.id, values, most / weight, own_weight / weight, prior, told)

    def _objected(
        self,
        values: list[Value],
        run: Trial,
        origin: Origin,
        sensitive: SensitiveSet,
        attribute: SensitiveAttribute,
        language: Language,
    ) -> list[Value]:
        """Of values that the search told less than it began with, those to which the gate objects wherever it objects
        to the true one; all, where it nowhere does: then something else moved the level."""
        if self._objections is None or not run.rule.passed_over:
            return values
        for _, objected in self._objected_sets(run, origin, sensitive, attribute, language):
            texts = {item.text for items in objected for item in items}
            values = [item for item in values if item.text in texts]
        return values

    def _objected_sets(
        self, run: Trial, origin: Origin, sensitive: SensitiveSet, attribute: SensitiveAttribute, language: Language
    ) -> tuple[tuple[int, tuple[tuple[Value, ...], ...]], ...]:
        """For every level at which the gate objects to the true value: how many sets the level tells, and those to
        which the gate objects."""
        if self._objections is None or not run.rule.passed_over:
            return ()
        key = _hashed(origin, attribute)
        with self._lock:
            if key in self._refused:
                return self._refused[key]
        gate = self._objections.about(origin, sensitive, attribute, language)
        spoken = attribute.mentions[0].language
        found = []
        for level in run.rule.passed_over:
            if gate.to(attribute.value, level):
                sets = self.book.sets(attribute.type_id, attribute.value, level, spoken)
                found.append((len(sets), tuple(gate.among(sets, attribute.value, level))))
        with self._lock:
            self._refused[key] = tuple(found)
            while len(self._refused) > KEPT_SETS:
                self._refused.popitem(last=False)
        return tuple(found)

    def _told_before(self, origin: Origin, attribute: SensitiveAttribute, item: Value) -> bool:
        """Whether every earlier turn would have told the same of a value as of the true one."""
        if not origin.request.earlier:
            return True
        levels = (turn.artifact.levels.get(attribute.id) for turn in origin.request.earlier)
        other = replace(attribute, value=item.text)
        return all(self.node(other, level) == self.node(attribute, level) for level in levels if level is not None)

    def bits(
        self, origin: Origin, sensitive: SensitiveSet, attribute: SensitiveAttribute, language: Language
    ) -> float | None:
        """log2 of the number of different sets that the method tells over all values that can be listed, and of every
        earlier turn that told of the same attribute, counted together: the most that the conversation can say of it."""
        if not attribute.mentions:
            return None
        spoken = attribute.mentions[0].language
        listed = self.book.all(attribute.type_id, attribute.value, spoken)
        if not listed:
            return None
        level = origin.artifact.levels.get(attribute.id, EXACT_LEVEL)
        different = self.book.nodes(attribute.type_id, attribute.value, level, spoken)
        if level != EXACT_LEVEL:
            run = Trial(self, origin, sensitive, attribute, language)
            if len(listed) <= RULED:
                different = len({run.ruled_node(item.text) for item in listed})
            elif not self.node(attribute, level):
                different = self._told_by_height(run, attribute, spoken)
            # What the gate does not object to stays as it began: each such set is one more thing that D may say.
            sets = self._objected_sets(run, origin, sensitive, attribute, language)
            different += sum(number - len(objected) for number, objected in sets)
        turns = (turn.artifact.levels for turn in origin.request.earlier)
        before = [told[attribute.id] for told in turns if attribute.id in told]
        if before:
            levels = (level, *before)
            different = len(
                {tuple(self.node(replace(attribute, value=item.text), at) for at in levels) for item in listed}
            )
        return min(math.log2(max(1, different)), math.log2(sum(item.stands_for for item in listed)))

    def _told_by_height(self, run: Trial, attribute: SensitiveAttribute, spoken: Language) -> int:
        """How many different sets the rule that hides a value tells of its whole list, no fewer than it does."""
        heights = self.book.heights(attribute.type_id, attribute.value, spoken)
        given = {
            height: run.rule.level_for(replace(attribute, value=values[0].text)) for height, values in heights.items()
        }
        told = {level for height, level in given.items() if level < height - 1}
        return 1 + sum(len(self.book.sets(attribute.type_id, attribute.value, level, spoken)) for level in told)

    def rendered(self, text: str, sensitive: SensitiveSet, levels: Mapping[str, int], language: Language) -> str:
        """D of another X under the same plan; numbers of tokens begin anew."""
        return self._dehydrator.dehydrate(text, sensitive, levels, TokenVault(), language).text

    def rule(self, origin: Origin, sensitive: SensitiveSet, attribute: SensitiveAttribute, language: Language) -> Rule:
        """The rule that gave `attribute` its level in `origin`: the plan, also where the hard line then raised it."""
        level = origin.artifact.levels[attribute.id]
        plan = self._planner.asked(origin.request, sensitive, protocol=origin.protocol)
        given = self._planner.level_in(attribute, plan)
        planned = level == given
        if EXACT_LEVEL < given < level:
            planned = self._raised_from(origin, sensitive, attribute, given, language) == level
        hidden = self._planner.treatment(attribute, level) is Treatment.HIDE
        if planned:
            return Rule(self._planner, self._dehydrator, plan, level, planned, hidden, level != given)
        passed_over = self._passed_over(origin, sensitive, attribute, given, level)
        if self._raised(origin, sensitive, attribute, level, language):
            return Rule(self._planner, self._dehydrator, plan, level - 1, planned, hidden=False, raised=True)
        return Rule(
            self._planner, self._dehydrator, plan, level, planned, hidden, raised=False, passed_over=passed_over
        )

    def _raised(
        self, origin: Origin, sensitive: SensitiveSet, attribute: SensitiveAttribute, level: int, language: Language
    ) -> bool:
        """Whether the hard line and not the search moved an attribute to `level`: the line does, and the gate would
        have left it where it was."""
        before = level - 1
        if before <= EXACT_LEVEL or self._raised_from(origin, sensitive, attribute, before, language) != level:
            return False
        return self._objections is None or not self._objections.about(origin, sensitive, attribute, language).to(
            attribute.value, before
        )

    def _raised_from(
        self, origin: Origin, sensitive: SensitiveSet, attribute: SensitiveAttribute, level: int, language: Language
    ) -> int:
        """The level to which the hard line raises an attribute that is to be told at `level`."""
        asked = {**origin.artifact.levels, attribute.id: level}
        made = self._dehydrator.dehydrate(origin.request.text, sensitive, asked, TokenVault(), language)
        return made.levels[attribute.id]

    def _passed_over(
        self, origin: Origin, sensitive: SensitiveSet, attribute: SensitiveAttribute, given: int, level: int
    ) -> tuple[int, ...]:
        """The levels at which the search might have left an attribute before it came to `level`, last one first."""
        decisions = origin.request.decisions
        if attribute.id in decisions.levels:
            return ()
        if origin.protocol.profile is Profile.STRICT:
            began = self._dehydrator.initial_levels(sensitive, decisions).get(attribute.id, level)
            return tuple(range(level - 1, began - 1, -1))
        steps = {given, self._planner.level(attribute, Treatment.COARSEN)}
        return tuple(sorted((step for step in steps if given <= step < level), reverse=True))

    def ladder(self, attribute: SensitiveAttribute, language: Language) -> tuple[Generalization, ...]:
        """All levels of an attribute, with labels in one language."""
        return self._library.for_type(attribute.type_id).ladder(attribute.value, language)

    def node(self, attribute: SensitiveAttribute, level: int) -> str:
        """What the ladder of an attribute tells at a level."""
        ladder = self.ladder(attribute, Language.EN)
        return ladder[min(level, len(ladder) - 1)].node


@dataclass(frozen=True, slots=True)
class Rule:
    """How the level of one attribute came about: `planned` by the plan, `hidden`, else one level given to any value.
    `raised`: the hard line raised it above the plan, because the label of its set says the value. `passed_over`: the
    levels that the search gave up before it came to this one."""

    planner: Planner
    dehydrator: Dehydrator
    plan: Asked
    level: int
    planned: bool
    hidden: bool
    raised: bool
    passed_over: tuple[int, ...] = ()

    def level_for(self, other: SensitiveAttribute) -> int:
        """The level that the same rule gives another value."""
        if self.planned:
            return self.planner.level_in(other, self.plan)
        top = self.dehydrator.top(other)
        return top if self.hidden else min(self.level, top)


class Trial:
    """One attribute of one D, with other values in its place."""

    def __init__(
        self,
        replayer: Replayer,
        origin: Origin,
        sensitive: SensitiveSet,
        attribute: SensitiveAttribute,
        language: Language,
    ) -> None:
        self._replayer = replayer
        self._origin = origin
        self._sensitive = sensitive
        self._attribute = attribute
        self._language = language
        self.rule = replayer.rule(origin, sensitive, attribute, language)

    def ruled(self, values: Sequence[Value]) -> list[Value]:
        """Those of which the method tells the same set as of the true one."""
        own = self.ruled_node(self._attribute.value)
        return [item for item in values if self.ruled_node(item.text) == own]

    def ruled_by_height(self, heights: Mapping[int, Sequence[Value]]) -> list[Value]:
        """The same of a long list: of each height of ladders one value is asked for the others."""
        own = self.ruled_node(self._attribute.value)
        return [item for values in heights.values() if self.ruled_node(values[0].text) == own for item in values]

    def ruled_node(self, value: str) -> str:
        """The set that the method tells of a value; the value itself where it would be told as it is."""
        other = replace(self._attribute, value=value)
        return self._replayer.node(other, self.rule.level_for(other))

    def says(self, value: str, level: int) -> bool:
        """Whether the label of the set that the plan would tell of `value` says it, so that the line may raise it."""
        ladder = self._replayer.ladder(replace(self._attribute, value=value), self._language)
        return value.casefold() in ladder[min(level, len(ladder) - 1)].label.casefold()

    def shown(self, values: Sequence[Value], frequent: int) -> list[Value]:
        """The values most likely to give another D than the others: those that stand in X or D, and the first ones."""
        standing = [item for item in values[frequent:] if self.all_stand((item.text,))]
        return [*values[:frequent], *standing[:STANDING]]

    def all_stand(self, values: Iterable[str]) -> bool:
        """Whether all of some values stand in X or D, where the line may catch them: why they give another D is no
        reason for others to."""
        texts = f"{self._origin.request.text}\0{self._origin.artifact.text}".casefold()
        return all(value.casefold() in texts for value in values)

    def alike(self, values: Sequence[Value]) -> list[Value]:
        """Those that give the same D as the true one."""
        own = self._made(self._attribute.value)
        return [item for item in values if item.text == self._attribute.value or self._made(item.text) == own]

    def different(self, values: Iterable[Value]) -> int:
        """How many different D they give, rendered whole."""
        return len({self._made(item.text) for item in values})

    def _made(self, value: str) -> str:
        text, sensitive = substituted(self._origin.request.text, self._sensitive, self._attribute, value)
        other = sensitive.by_id(self._attribute.id)
        levels = {**self._origin.artifact.levels, other.id: self.rule.level_for(other)}
        return self._replayer.rendered(text, sensitive, levels, self._language)


def substituted(
    text: str, sensitive: SensitiveSet, attribute: SensitiveAttribute, value: str
) -> tuple[str, SensitiveSet]:
    """X and S with another value of one attribute. A number changes inside its spelling ("aged 67", "67岁"); any other
    value stands as it is listed, and so does the true one when it is put in: only values in one style are compared."""
    pieces: list[str] = []
    moved: dict[tuple[str, int], Mention] = {}
    position = shift = 0
    for owner, mention in sorted(
        ((item, mention) for item in sensitive.attributes for mention in item.mentions), key=lambda pair: pair[1].start
    ):
        start = mention.start + shift
        if owner.id == attribute.id and mention.start >= position:
            surface = respelled(mention.text, attribute.value, value)
            pieces += (text[position : mention.start], surface)
            position = mention.end
            shift += len(surface) - len(mention.text)
            moved[owner.id, mention.start] = replace(
                mention, start=start, end=start + len(surface), text=surface, value=value
            )
        else:
            moved[owner.id, mention.start] = replace(mention, start=start, end=mention.end + shift)
    pieces.append(text[position:])
    attributes = []
    for item in sensitive.attributes:
        mentions = tuple(moved[item.id, mention.start] for mention in item.mentions)
        if item.id == attribute.id:
            aliases = tuple(dict.fromkeys(respelled(alias, item.value, value) for alias in item.aliases))
            attributes.append(replace(item, value=value, mentions=mentions, aliases=aliases))
        else:
            attributes.append(replace(item, mentions=mentions))
    return "".join(pieces), replace(sensitive, attributes=tuple(attributes))


def respelled(surface: str, value: str, other: str) -> str:
    """`surface` of a whole number with another one in it; the other value itself where the number is not in it."""
    number, wanted = _NUMBER.fullmatch(value), _NUMBER.fullmatch(other)
    if number and wanted:
        changed, times = re.subn(rf"(?<!\d){number.group()}(?!\d)", wanted.group(), surface)
        if times == 1:
            return changed
    return other


def _hashed(origin: Origin, attribute: SensitiveAttribute) -> str:
    """Equal where the same attribute of the same D is asked about."""
    before = [turn.artifact.sha256 for turn in origin.request.earlier]
    told = f"{sorted(origin.artifact.levels.items())}\0{origin.prices}\0{origin.protocol.profile}\0{before}"
    asked = f"{origin.request.text}\0{origin.artifact.text}\0{told}\0{attribute.id}\0{attribute.value}"
    return hashlib.sha256(asked.encode()).hexdigest()


class ReplayAttacker:
    """Exact: the most probable of the values that give the same D; 0 for what nobody can list."""

    id = "replay"
    level = AttackerLevel.A1

    def __init__(self, replayer: Replayer) -> None:
        self.replayer = replayer

    def scores(self, case: Case, targets: Mapping[str, Target]) -> Mapping[str, float]:
        """On the null document: the most probable value of all."""
        found: dict[str, float] = dict.fromkeys(targets, 0.0)
        for attribute in case.sensitive.attributes:
            if attribute.id not in targets:
                continue
            if case.origin is None:
                found[attribute.id] = self._prior(attribute)
                continue
            replay = self.replayer.replay(case.origin, case.sensitive, attribute, case.language)
            if replay is not None:
                found[attribute.id] = min(1.0, replay.posterior)
        return found

    def replays(self, case: Case, *, certified: bool) -> tuple[AttributeReplay, ...]:
        """What it found on one D, the same in the search as in its certification, so that the search can hide what the
        certification would refuse; with the maximal leakage where it is the last look."""
        if case.origin is None:
            return ()
        found = []
        for attribute in case.sensitive.attributes:
            replay = self.replayer.replay(case.origin, case.sensitive, attribute, case.language, RENDERED)
            if replay is None:
                continue
            bits = self.replayer.bits(case.origin, case.sensitive, attribute, case.language) if certified else None
            found.append(replace(replay, bits=bits))
        return tuple(found)

    def _prior(self, attribute: SensitiveAttribute) -> float:
        if attribute.kind is Kind.EXPLICIT or not attribute.mentions:
            return 0.0
        listed = self.replayer.book.all(attribute.type_id, attribute.value, attribute.mentions[0].language)
        total = sum(item.weight for item in listed)
        return max(item.weight / item.stands_for for item in listed) / total if total else 0.0
