"""The disclosure plan: per attribute tell, coarsen or hide, the least change that keeps the rules (DESIGN 5.0)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from core.dehydrate.library import HierarchyLibrary
from core.disclose.implications import Implications, Implied
from core.disclose.need_probabilities import NeedProbabilities
from core.disclose.task import BY_PERSON as TASK_BY_PERSON
from core.disclose.task import TaskDetector, TaskReading
from core.domain.artifact import EXACT_LEVEL
from core.domain.disclosure import DisclosurePlan, DisclosureRole, PlanItem, Task, Treatment
from core.domain.errors import ResourceError
from core.domain.language import Language
from core.domain.protocol import DEFAULT, Protocol
from core.domain.request import Request
from core.domain.sensitive import Layer, SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Kind, Taxonomy
from core.resources import read_toml

FILE = "plan.toml"
BY_PERSON = "by_person"
FLOOR = "told_less_before"
WIDE = "wide"
GROUPED = "grouped"
"""Reason of what describes somebody by a group of people, where the answer does not need to know which."""
ORDER_NEEDED = "order_needed"
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
COVERED = "covered"
NEEDED_WHOLE = "needed_whole"
IMPLIES = "implies_hidden"
CLASSED = 3
"""Levels of a ladder that knows at least one class of its value: exact, the class, hidden."""
QUESTION = "question"
"""Reason of what is told because nobody is sure that it locates: a person is asked."""
PERHAPS = "perhaps"
"""Reason of what is hidden although nobody is sure that it locates: a person is asked."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of resources/disclose/plan.toml: what is done with a role under a task, and the key of its reason."""

    treatment: Treatment
    reason: str


@dataclass(frozen=True, slots=True)
class GivingUp:
    """One step in the order of giving up: attributes of `role` that are (not) `needed` get `treatment`."""

    role: DisclosureRole
    needed: bool
    treatment: Treatment


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it is planned: its task, the levels that bind it, the prices, and the days that it names.

    `days`: ids of attributes.
    """

    request: Request
    reading: TaskReading
    floor: Mapping[str, int]
    protocol: Protocol
    days: frozenset[str]


class Planner:
    """Makes plans, and says what to give up next. Stateless; safe from any thread."""

    def __init__(self, taxonomy: Taxonomy, library: HierarchyLibrary, root: Path) -> None:
        """`root`: resource folder. Raises ResourceError."""
        self._taxonomy = taxonomy
        self._library = library
        self._tasks = TaskDetector(root)
        self._clues = Implications(root)
        self._chances = NeedProbabilities.load(root)
        data = read_toml(root / "disclose" / FILE)
        try:
            self._rules = {
                (Task(row["task"]), DisclosureRole(row["role"]), bool(row["needed"])): Rule(
                    Treatment(row["treatment"]), str(row["reason"])
                )
                for row in data["rule"]
            }
            self._unfamiliar = frozenset(data["unfamiliar"])
            self._counted_years = int(data["counted_years"])
            self._counted = frozenset(data["counted"])
            self._classed = frozenset(data["classed"])
            self._never_less = frozenset(data["never_less"])
            self._grouped = frozenset(data["grouped"])
            self._order = tuple(
                GivingUp(DisclosureRole(row["role"]), bool(row["needed"]), Treatment(row["treatment"]))
                for row in data["giving_up"]
            )
        except (KeyError, TypeError, ValueError) as error:
            raise ResourceError("resource.malformed", details={"file": FILE}) from error

    def task(self, request: Request) -> TaskReading:
        """What the prompt asks for; a person's word goes first."""
        decided = request.decisions.task
        if decided is not None:
            return TaskReading(decided, TASK_BY_PERSON)
        return self._tasks.read(request.text, request.task)

    def role(self, attribute: SensitiveAttribute) -> DisclosureRole:
        """What an attribute does: what was read of it in this text, never less than its type's proof says."""
        own = self._taxonomy[attribute.type_id].does
        if attribute.type_id in self._unfamiliar and all(item.layer is Layer.LLM for item in attribute.mentions):
            return DisclosureRole.LOCATES
        if attribute.role is None or attribute.role is DisclosureRole.PUBLIC:
            return own
        if attribute.kind is Kind.EXPLICIT or attribute.type_id in self._never_less:
            return own if own.rank <= attribute.role.rank else attribute.role
        return attribute.role

    def plan(
        self,
        request: Request,
        sensitive: SensitiveSet,
        floor: Mapping[str, int] | None = None,
        protocol: Protocol = DEFAULT,
    ) -> DisclosurePlan:
        """The plan that costs least under `protocol`. `floor`: level below which this conversation may not tell a value
        any more.

        A person's decisions stand. k and the attackers are not asked here: where they object, `covers` says what is
        given up next.
        """
        asked = self.asked(request, sensitive, floor, protocol)
        items = tuple(self._item(item, asked) for item in sensitive.attributes)
        return DisclosurePlan(asked.reading.task, self._without_clues(items, request, sensitive), asked.reading.reason)

    def asked(
        self,
        request: Request,
        sensitive: SensitiveSet,
        floor: Mapping[str, int] | None = None,
        protocol: Protocol = DEFAULT,
    ) -> Asked:
        """What every attribute of one request is planned by."""
        days = frozenset(
            item.id
            for item in sensitive.attributes
            if item.type_id in self._counted and self.role(item) is DisclosureRole.LOCATES and not self._whole(item)
        )
        return Asked(request, self.task(request), floor or {}, protocol, days)

    def level_in(self, attribute: SensitiveAttribute, asked: Asked) -> int:
        """The level that the plan of `asked` gives one attribute, whatever its value."""
        return self._item(attribute, asked).level

    def _without_clues(
        self, items: tuple[PlanItem, ...], request: Request, sensitive: SensitiveSet
    ) -> tuple[PlanItem, ...]:
        """Whatever gives away what is hidden is hidden with it; a topic and a person's word stand, and the attackers
        say what they give away."""
        by_id = {item.id: item for item in sensitive.attributes}
        hidden = [by_id[item.attribute_id] for item in items if item.treatment is Treatment.HIDE]
        hidden = [item for item in hidden if item.type_id in self._clues.types and item.kind is Kind.QUASI]
        if not hidden:
            return items
        clues = [clue for clue in self._clues.read(request.text) if any(self._gives_away(clue, h) for h in hidden)]
        return tuple(
            replace(item, level=self._top(by_id[item.attribute_id]), treatment=Treatment.HIDE, reason=IMPLIES)
            if self._is_clue(item, by_id[item.attribute_id], clues)
            else item
            for item in items
        )

    def _is_clue(self, item: PlanItem, attribute: SensitiveAttribute, clues: list[Implied]) -> bool:
        if item.by_person or item.treatment is not Treatment.TELL or item.role is DisclosureRole.TOPIC:
            return False
        return any(
            mention.start < clue.end and clue.start < mention.end for mention in attribute.mentions for clue in clues
        )

    def _gives_away(self, clue: Implied, attribute: SensitiveAttribute) -> bool:
        if clue.type_id != attribute.type_id:
            return False
        hierarchy = self._library.for_type(attribute.type_id)
        own = hierarchy.ladder(attribute.value, Language.EN)
        named = (hierarchy.ladder(value, Language.EN) for value in clue.values)
        known = (len(own) >= CLASSED and own[1].node == other[1].node for other in named)
        return attribute.value.casefold() in (value.casefold() for value in clue.values) or any(known)

    def _item(self, attribute: SensitiveAttribute, asked: Asked) -> PlanItem:
        request, reading = asked.request, asked.reading
        role = self.role(attribute)
        counted = attribute.type_id in self._counted and not self._long_ago(attribute, request.text)
        needed = attribute.kind is Kind.QUASI and reading.orders(attribute.type_id)
        if reading.task is Task.REASON or role is not DisclosureRole.LOCATES:
            needed = needed or attribute.task_relevant or counted  # what comes back narrows nobody down meanwhile
        decision = request.decisions.levels.get(attribute.id)
        top = self._top(attribute)
        if decision is not None or attribute.id in request.decisions.not_sensitive:
            level = min(max(EXACT_LEVEL, decision.level), top) if decision is not None else EXACT_LEVEL
            return PlanItem(attribute.id, role, self.treatment(attribute, level), level, BY_PERSON, needed, True)
        rule = self._rules[(reading.task, role, needed)]
        if rule.treatment is Treatment.HIDE and reading.task is Task.REASON and self._says_class(attribute):
            rule = replace(rule, treatment=Treatment.COARSEN)
        if self._whole(attribute):
            rule = Rule(Treatment.TELL, WIDE)
        elif role is DisclosureRole.DESCRIBES and not needed and attribute.type_id in self._grouped:
            rule = self._group(attribute, rule, reading.task)
        elif rule.reason == ORDER_NEEDED and self._long_ago(attribute, request.text):
            rule = replace(rule, treatment=Treatment.COARSEN)  # its month is enough to be put in order by
        elif role is DisclosureRole.LOCATES and rule.treatment is not Treatment.TELL:
            rule = self._cheapest(attribute, rule, asked)
        level = self.level(attribute, rule.treatment)
        if level < asked.floor.get(attribute.id, EXACT_LEVEL):
            level, rule = min(asked.floor[attribute.id], top), Rule(Treatment.HIDE, FLOOR)
        return PlanItem(attribute.id, role, self.treatment(attribute, level), level, rule.reason, needed)

    def _says_class(self, attribute: SensitiveAttribute) -> bool:
        """Whether the class of what is hidden is told with it, since the value says it by itself."""
        if attribute.type_id not in self._classed:
            return False
        return self._library.for_type(attribute.type_id).says(attribute.value)

    def _group(self, attribute: SensitiveAttribute, rule: Rule, task: Task) -> Rule:
        """`rule`, or what tells no more than the group that a value belongs to, where it has one."""
        if self._top(attribute) + 1 < CLASSED:
            return rule
        return Rule(Treatment.COARSEN if task is Task.REASON else Treatment.HIDE, GROUPED)

    def _cheapest(self, attribute: SensitiveAttribute, rule: Rule, asked: Asked) -> Rule:
        """`rule`, or telling the value where that is expected to cost less.

        To tell costs what it exposes if it does single somebody out; not to tell costs what the answer loses if it
        needs the value, and a needless change if it is nobody's. A text that is reworked loses nothing but its own
        words: all else comes back.
        """
        protocol, certain = asked.protocol, 1.0 if attribute.sure else attribute.probability
        fellows = len(asked.days - {attribute.id}) if attribute.type_id in self._counted else 0
        lost = 0.0
        counts = asked.reading.task is Task.REASON or self._chances.prose(attribute.type_id)
        if counts and not self._long_ago(attribute, asked.request.text):
            lost = self._chances.loss(attribute, asked.request.text, fellows)
        exposed = protocol.exposure * self._chances.exposure(attribute.type_id) * certain
        if exposed <= lost + protocol.needless * (1.0 - certain):
            return Rule(Treatment.TELL, NEEDED_WHOLE if attribute.sure else QUESTION)
        return rule if attribute.sure else replace(rule, reason=PERHAPS)

    def settled(self, plan: DisclosurePlan, sensitive: SensitiveSet, levels: Mapping[str, int]) -> DisclosurePlan:
        """`plan` as D carries it out: where the gate made the search give something up, the item says so."""
        by_id = {item.id: item for item in sensitive.attributes}
        items = []
        for item in plan.items:
            level = levels.get(item.attribute_id, item.level)
            if level != item.level:
                treatment = self.treatment(by_id[item.attribute_id], level)
                item = replace(item, level=level, treatment=treatment, reason=COVERED)
            items.append(item)
        return replace(plan, items=tuple(items))

    def covers(self, plan: DisclosurePlan, sensitive: SensitiveSet) -> tuple[tuple[str, int], ...]:
        """What may be given up, in order: (attribute id, level). Never what a person decided, never what identifies
        (hidden already), and `topic` only by a person."""
        found: list[tuple[str, int]] = []
        by_id = {item.id: item for item in sensitive.attributes}
        for step in self._order:
            for item in plan.items:
                attribute = by_id.get(item.attribute_id)
                if attribute is None or item.by_person or (item.role, item.needed) != (step.role, step.needed):
                    continue
                level = self.level(attribute, step.treatment)
                if level > item.level:
                    found.append((item.attribute_id, level))
        return tuple(found)

    def level(self, attribute: SensitiveAttribute, treatment: Treatment) -> int:
        """Level of the attribute's hierarchy that a treatment renders. What has no middle is hidden where it should
        be coarser."""
        top = self._top(attribute)
        if treatment is Treatment.TELL:
            return EXACT_LEVEL
        if treatment is Treatment.HIDE or attribute.kind is Kind.EXPLICIT:
            return top
        policy = self._library.policy()
        hierarchy = self._taxonomy[attribute.type_id].hierarchy
        wanted = int(policy["hierarchy"].get(hierarchy, 1))
        return min(max(EXACT_LEVEL + 1, wanted), top)

    def treatment(self, attribute: SensitiveAttribute, level: int) -> Treatment:
        """The treatment that a level is."""
        if level == EXACT_LEVEL:
            return Treatment.TELL
        return Treatment.HIDE if level >= self._top(attribute) else Treatment.COARSEN

    def _top(self, attribute: SensitiveAttribute) -> int:
        return len(self._library.for_type(attribute.type_id).ladder(attribute.value, Language.EN)) - 1

    def _long_ago(self, attribute: SensitiveAttribute, text: str) -> bool:
        """Whether a date lies before everything that is counted from: a date of birth, or history; not the first day of
        what still runs."""
        years = _YEAR.findall(attribute.value) if attribute.type_id in self._counted else []
        if not years or max(map(int, years)) >= self._library.reference_year - self._counted_years:
            return False
        return not self._chances.runs_on(attribute, text)

    def _whole(self, attribute: SensitiveAttribute) -> bool:
        """Whether the value locates nobody because it is as wide as its coarse form: a month, a country."""
        return attribute.kind is Kind.QUASI and self._library.for_type(attribute.type_id).wide(attribute.value)
