"""A finding's value may be a surface that nothing read; whatever it looks like, its ladder is climbed or empty."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.language import Language
from tests.dehydration import LIBRARY, TAXONOMY

RAW = st.one_of(
    st.text(max_size=16),
    st.from_regex(r"([0-9]{4}|-)-[0-9]{2}(-[0-9]{2})?(/([0-9]{4}|-)-[0-9]{2}(-[0-9]{2})?)?", fullmatch=True),
    st.from_regex(
        r"---?[0-9]{0,3}|W[0-9]|@[a-z]*|P[+-][0-9.]{1,4}[YMWDX]|(last|this|next):[a-zA-Z]{0,3}", fullmatch=True
    ),
    st.from_regex(r"[0-9]{4}-(summer|Q[0-9])|[~<>]?[0-9]{1,4}[sXm岁后]?", fullmatch=True),
    st.from_regex(
        r"([A-Z]{3} )?(nan|Infinity|-?[0-9]{1,20}(\\.[0-9]{1,4})?(e[0-9]{1,2})?)( ?[a-z%/]{1,6})?", fullmatch=True
    ),
)


@settings(max_examples=600)
@given(type_id=st.sampled_from(sorted(item.id for item in TAXONOMY)), value=RAW)
def test_any_raw_surface_has_a_ladder_or_none(type_id: str, value: str) -> None:
    hierarchy = LIBRARY.for_type(type_id)
    for language in Language:
        for step in hierarchy.ladder(value, language):
            assert 0.0 <= step.posterior <= 1.0
