"""A person's names that share nothing have a token each; forms of one name share a token."""

from __future__ import annotations

import pytest

from core.dehydrate.forms import Forms
from tests.dehydration import ROOT, attribute, mention

FORMS = Forms.load(ROOT / "hierarchies")


def tokens(value: str, *surfaces: str) -> list[int]:
    """The number of the token of each spelling, in order of first use."""
    person = attribute([mention(surface, "PERSON", value=value) for surface in surfaces])
    owners = [FORMS.standing_for(person, surface).id for surface in surfaces]
    order = list(dict.fromkeys(owners))
    return [order.index(owner) for owner in owners]


@pytest.mark.parametrize(
    ("value", "surfaces", "numbers"),
    [
        ("Agnes Whitlow", ("Agnes Whitlow", "Brannigan"), [0, 1]),
        ("Thomas Whitlow", ("Thomas Whitlow", "Spanner", "Tom", "Whitlow", "T. Whitlow"), [0, 1, 0, 0, 0]),
        ("欧阳明慧", ("欧阳明慧", "豆豆", "明慧", "小慧"), [0, 1, 0, 0]),
        ("李建军", ("李建军", "大壮", "Li Jianjun"), [0, 1, 2]),
        ("Ngozi", ("Okonkwo",), [0]),
        ("Ngozi", ("Ngozi Okonkwo", "Okonkwo"), [0, 0]),
    ],
)
def test_a_name_that_shares_nothing_is_another_token(value: str, surfaces: tuple[str, ...], numbers: list[int]) -> None:
    assert tokens(value, *surfaces) == numbers


def test_each_name_comes_back_as_it_was() -> None:
    person = attribute(
        [mention(surface, "PERSON", value="Thomas Whitlow") for surface in ("Thomas Whitlow", "Spanner")]
    )
    other = FORMS.standing_for(person, "Spanner")
    assert (other.value, other.type_id) == ("Spanner", "PERSON")
    assert FORMS.standing_for(person, "spanner").id == other.id
