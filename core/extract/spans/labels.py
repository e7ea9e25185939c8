"""Labels of the span model: a role and a group of types, begun (B) or continued (I)."""

from __future__ import annotations

from core.domain.disclosure import DisclosureRole

OUTSIDE = "O"
"""The label of what belongs to no span."""

LETTERS = {
    DisclosureRole.IDENTIFIES: "I",
    DisclosureRole.LOCATES: "L",
    DisclosureRole.DESCRIBES: "D",
    DisclosureRole.TOPIC: "T",
    DisclosureRole.PUBLIC: "P",
}
ROLES = {letter: role for role, letter in LETTERS.items()}

_GROUPS = {
    DisclosureRole.IDENTIFIES: {
        "name": "name nickname initials",
        "handle": "handle",
        "contact": "email phone url ip",
        "address": "address postcode",
        "number": "number secret plate filename",
    },
    DisclosureRole.LOCATES: {
        "place": "place",
        "organisation": "organisation",
        "date": "date",
        "trip": "trip",
        "circumstance": "circumstance",
    },
    DisclosureRole.DESCRIBES: {
        "age": "age",
        "sex": "sex",
        "occupation": "occupation education",
        "family": "family marital",
        "money": "income",
        "origin": "ethnicity religion nationality language immigration region",
        "other": "other",
    },
    DisclosureRole.TOPIC: {
        "health": "health measure",
        "medicine": "drug dose",
        "amount": "amount",
        "time": "duration time date",
        "law": "legal",
        "other": "product other",
    },
    DisclosureRole.PUBLIC: {
        "name": "name nickname initials handle",
        "place": "place address region",
        "organisation": "organisation product",
        "other": "other",
    },
}
GROUPS = {
    role: {kind: group for group, kinds in named.items() for kind in kinds.split()} for role, named in _GROUPS.items()
}
DEFAULT_GROUPS = {
    DisclosureRole.IDENTIFIES: "number",
    DisclosureRole.LOCATES: "circumstance",
    DisclosureRole.DESCRIBES: "other",
    DisclosureRole.TOPIC: "other",
    DisclosureRole.PUBLIC: "other",
}


def group_of(role: DisclosureRole, kind: str) -> str:
    """The group of a type of the guideline (`name`, `place`, `dose`, ...) under a role."""
    return GROUPS[role].get(kind, DEFAULT_GROUPS[role])


def label_of(role: DisclosureRole, group: str) -> str:
    """`I-name`, `P-place`, ...: a label without its beginning mark."""
    return f"{LETTERS[role]}-{group}"


def parse_label(label: str) -> tuple[DisclosureRole | None, str, bool]:
    """Role, group and whether the label begins a span, of `B:I-name` or `O`. Raises KeyError, ValueError."""
    if label == OUTSIDE:
        return None, "", False
    position, _, name = label.partition(":")
    letter, _, group = name.partition("-")
    if position not in {"B", "I"} or not group:
        raise ValueError("not a label")
    return ROLES[letter], group, position == "B"
