"""The disclosure plan: per attribute tell, coarsen or hide, the least change that keeps the rules (DESIGN 5.0)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from core.dehydrate.library import HierarchyLibrary
from core.disclose.task import BY_PERSON as TASK_BY_PERSON
from core.disclose.task import TaskDetector, TaskReading
from core.domain.artifact import EXACT_LEVEL
from core.domain.disclosure import DisclosurePlan, DisclosureRole, PlanItem, Task, Treatment
from core.domain.errors import ResourceError
from core.domain.language import Language
from core.domain.request import Request
from core.domain.sensitive import Layer, SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Kind, Taxonomy
from core.resources import read_toml

FILE = "plan.toml"
BY_PERSON = "by_person"
FLOOR = "told_less_before"
WIDE = "wide"
_YEAR = re.compile(r"\d{4}(?=-)")
LEAST_KNOWN = 3
"""Levels of a ladder that knows nothing of a value: exact, its kind, hidden."""
COVERED = "covered"
NEEDED_WHOLE = "needed_whole"
QUESTION = "question"
"""Reason of what is told because nobody is sure that it locates: a person is asked."""


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


class Planner:
    """Makes plans, and says what to give up next. Stateless; safe from any thread."""

    def __init__(self, taxonomy: Taxonomy, library: HierarchyLibrary, root: Path) -> None:
        """`root`: resource folder. Raises ResourceError."""
        self._taxonomy = taxonomy
        self._library = library
        self._tasks = TaskDetector(root)
        data = read_toml(root / "disclose" / FILE)
        try:
            self._rules = {
                (Task(row["task"]), DisclosureRole(row["role"]), bool(row["needed"])): Rule(
                    Treatment(row["treatment"]), str(row["reason"])
                )
                for row in data["rule"]
            }
            self._needed_whole = frozenset(data["needed_whole"])
            self._unfamiliar = frozenset(data["unfamiliar"])
            self._counted_years = int(data["counted_years"])
            self._counted = frozenset(data["counted"])
            self._classed = frozenset(data["classed"])
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
        if attribute.kind is Kind.EXPLICIT:
            return own if own.rank <= attribute.role.rank else attribute.role
        return attribute.role

    def plan(self, request: Request, sensitive: SensitiveSet, floor: Mapping[str, int] | None = None) -> DisclosurePlan:
        """The plan that the rules name. `floor`: level below which this conversation may not tell a value any more.

        A person's decisions stand. k and the attackers are not asked here: where they object, `covers` says what is
        given up next.
        """
        reading = self.task(request)
        lowest = floor or {}
        items = tuple(self._item(item, request, reading, lowest) for item in sensitive.attributes)
        return DisclosurePlan(reading.task, items, reading.reason)

    def _item(
        self, attribute: SensitiveAttribute, request: Request, reading: TaskReading, floor: Mapping[str, int]
    ) -> PlanItem:
        role = self.role(attribute)
        counted = attribute.type_id in self._counted and not self._long_ago(attribute)
        needed = attribute.task_relevant or counted or (reading.ordering and attribute.kind is Kind.QUASI)
        decision = request.decisions.levels.get(attribute.id)
        top = self._top(attribute)
        if decision is not None or attribute.id in request.decisions.not_sensitive:
            level = min(max(EXACT_LEVEL, decision.level), top) if decision is not None else EXACT_LEVEL
            return PlanItem(attribute.id, role, self.treatment(attribute, level), level, BY_PERSON, needed, True)
        rule = self._rules[(reading.task, role, needed)]
        if rule.treatment is Treatment.HIDE and reading.task is Task.REASON and attribute.type_id in self._classed:
            rule = replace(rule, treatment=Treatment.COARSEN)
        level = self.level(attribute, rule.treatment)
        if not attribute.sure and role is DisclosureRole.LOCATES:
            level, rule = EXACT_LEVEL, Rule(Treatment.TELL, QUESTION)
        elif self._whole(attribute):
            level, rule = EXACT_LEVEL, Rule(Treatment.TELL, WIDE)
        elif needed and rule.treatment is Treatment.COARSEN and self._answers_whole(attribute):
            level, rule = EXACT_LEVEL, Rule(Treatment.TELL, NEEDED_WHOLE)
        if level < floor.get(attribute.id, EXACT_LEVEL):
            level, rule = min(floor[attribute.id], top), Rule(Treatment.HIDE, FLOOR)
        return PlanItem(attribute.id, role, self.treatment(attribute, level), level, rule.reason, needed)

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

    def _answers_whole(self, attribute: SensitiveAttribute) -> bool:
        """Whether only the exact value answers. A value that its hierarchy does not know, such as a name that was taken
        for a town, is never told by that rule."""
        if attribute.type_id not in self._needed_whole or self._long_ago(attribute):
            return False
        ladder = self._library.for_type(attribute.type_id).ladder(attribute.value, Language.EN)
        return len(ladder) > LEAST_KNOWN

    def _long_ago(self, attribute: SensitiveAttribute) -> bool:
        """Whether a date lies before everything that is counted from: a date of birth, or history."""
        year = _YEAR.match(attribute.value) if attribute.type_id in self._counted else None
        return year is not None and int(year.group()) < self._library.reference_year - self._counted_years

    def _whole(self, attribute: SensitiveAttribute) -> bool:
        """Whether the value locates nobody because it is as wide as its coarse form: a month, a country."""
        return attribute.kind is Kind.QUASI and self._library.for_type(attribute.type_id).wide(attribute.value)
