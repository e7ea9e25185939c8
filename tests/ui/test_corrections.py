"""A person's corrections: scopes, and spans that move along with the text."""

from __future__ import annotations

from compose_fakes import NAME, attribute_at
from hypothesis import given
from hypothesis import strategies as st

from core.domain.request import AddedSpan
from ui.shared.viewmodels.corrections import Corrections, Scope


def test_hiding_for_the_conversation_survives_the_draft_and_not_the_conversation() -> None:
    state = Corrections().hidden(0, 4, "Rosa", "PERSON", Scope.CONVERSATION)
    assert state.next_draft().decisions.always_hide == {"Rosa": "PERSON"}
    assert state.next_conversation().decisions.always_hide == {}


def test_hiding_for_good_survives_both() -> None:
    state = Corrections().hidden(0, 4, "Rosa", "PERSON", Scope.ALWAYS)
    assert state.next_conversation().decisions.always_hide == {"Rosa": "PERSON"}


def test_the_later_word_of_a_wider_scope_takes_the_earlier_one_back() -> None:
    hidden = Corrections().hidden(0, len(NAME), NAME, "PERSON", Scope.ALWAYS)
    kept = hidden.not_sensitive(attribute_at(0), Scope.ALWAYS)
    assert kept.decisions.always_hide == {}
    assert kept.decisions.never_hide == {NAME}
    assert kept.draft.added == ()


def test_a_conversation_may_hide_what_is_kept_elsewhere() -> None:
    kept = Corrections().not_sensitive(attribute_at(0), Scope.ALWAYS)
    hidden = kept.hidden(0, len(NAME), NAME, "PERSON", Scope.CONVERSATION)
    assert hidden.decisions.never_hide == frozenset()
    assert hidden.decisions.always_hide == {NAME: "PERSON"}


@given(before=st.text("ab𠮷\r\n", max_size=12), after=st.text("ab𠮷\r\n", max_size=12), data=st.data())
def test_a_span_that_an_edit_did_not_touch_still_covers_the_same_characters(
    before: str, after: str, data: st.DataObject
) -> None:
    head, tail = data.draw(st.text("xy", min_size=1, max_size=4)), data.draw(st.text("xy", min_size=1, max_size=4))
    old, new = f"{head}{before}{tail}", f"{head}{after}{tail}"
    state = Corrections().hidden(len(old) - 1, len(old), old[-1], "PERSON", Scope.ONCE)
    state = state.hidden(0, 1, old[0], "PERSON", Scope.ONCE)
    moved = state.rebased(old, new).draft.added
    assert {new[span.start : span.end] for span in moved} <= {old[0], old[-1]}
    assert all(0 <= span.start < span.end <= len(new) for span in moved)


def test_an_edit_inside_a_span_drops_it() -> None:
    state = Corrections().hidden(2, 6, "abcd", "PERSON", Scope.ONCE)
    assert state.rebased("  abcd  ", "  abXcd  ").draft.added == ()
    assert state.rebased("  abcd  ", "Z  abcd  ").draft.added == (AddedSpan(3, 7, "PERSON"),)
