"""What may be told: roles of attributes, treatments, and the plan that says both with a reason (DESIGN 5.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class DisclosureRole(StrEnum):
    """What an attribute does in one prompt, most revealing first."""

    IDENTIFIES = "identifies"
    LOCATES = "locates"
    DESCRIBES = "describes"
    TOPIC = "topic"
    PUBLIC = "public"

    @property
    def rank(self) -> int:
        """0 for what identifies by itself, 4 for what is public."""
        return tuple(DisclosureRole).index(self)


class Treatment(StrEnum):
    """What happens to an attribute: told as it is, told as a coarser value, or hidden behind a token."""

    TELL = "tell"
    COARSEN = "coarsen"
    HIDE = "hide"


class Task(StrEnum):
    """What the prompt asks for. Rework: a text is to be rewritten, translated, summarised, formatted, sorted or filled
    in, so that everything hidden has to come back; reason: a question is to be answered."""

    REASON = "reason"
    REWORK = "rework"


@dataclass(frozen=True, slots=True)
class PlanItem:
    """What is done with one attribute, and why.

    `level`: level of the attribute's hierarchy that D renders (0 told, top hidden). `reason`: content-free message key
    below `disclosure.`. `needed`: whether the answer needs the value. `by_person`: whether a person decided.
    """

    attribute_id: str
    role: DisclosureRole
    treatment: Treatment
    level: int
    reason: str
    needed: bool = False
    by_person: bool = False


@dataclass(frozen=True, slots=True)
class DisclosurePlan:
    """The treatment of every attribute of S, in its order, for the task as it was understood."""

    task: Task
    items: tuple[PlanItem, ...]
    task_reason: str = ""

    @property
    def levels(self) -> Mapping[str, int]:
        """Attribute id -> level."""
        return {item.attribute_id: item.level for item in self.items}

    def treated(self, treatment: Treatment) -> tuple[PlanItem, ...]:
        """Items of one treatment, in the order of S."""
        return tuple(item for item in self.items if item.treatment is treatment)

    def item(self, attribute_id: str) -> PlanItem | None:
        """The item of an attribute, None where the plan knows none."""
        return next((item for item in self.items if item.attribute_id == attribute_id), None)


EMPTY_PLAN = DisclosurePlan(Task.REASON, ())
