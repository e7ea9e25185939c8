"""Drafts and conversations that are not on screen: set aside by a person, or left behind and brought back by undo."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from core.engine.conversation import Conversation
from ui.release.viewmodels.turns import LeftBehind, Parked, Turn
from ui.shared.viewmodels.timeline import Timeline

MOST_BEHIND = 5
"""Drafts and conversations that undo can still bring back; they live in memory only."""


class SetAside:
    """`parked`: what waits until a person takes it back. `behind`: what undo brings back, the latest last."""

    def __init__(self) -> None:
        self.parked: list[Parked] = []
        self.behind: list[LeftBehind] = []

    @property
    def _away(self) -> tuple[Parked | LeftBehind, ...]:
        """What can come back to the screen."""
        return (*self.parked, *self.behind)

    def clear(self) -> None:
        """Nothing can come back any more."""
        self.parked.clear()
        self.behind.clear()

    def leave(self, conversation: Conversation, turns: tuple[Turn, ...], draft: Timeline) -> None:
        """What is on screen can be brought back by undo, with what is parked now."""
        self.behind.append(LeftBehind(conversation, turns, draft, tuple(self.parked)))
        del self.behind[:-MOST_BEHIND]

    def wait(self, item: Parked) -> None:
        """`item` came from elsewhere: undo brings back what waited then, and must not lose it."""
        self.parked.append(item)
        self.behind[:] = [replace(behind, parked=(*behind.parked, item)) for behind in self.behind]

    def turns_of(self, conversation_id: str) -> tuple[Conversation, tuple[Turn, ...]] | None:
        """A conversation that can come back to the screen, with its turns; else None."""
        for held in self._away:
            if held.conversation is not None and held.conversation.id == conversation_id:
                return held.conversation, held.turns
        return None

    def turn_of(self, release_id: str) -> tuple[Turn, Conversation] | None:
        """The turn of a send, with its conversation; None where it cannot come back to the screen."""
        for held in self._away:
            turn = next((item for item in held.turns if item.release_id == release_id != ""), None)
            if turn is not None and held.conversation is not None:
                return turn, held.conversation
        return None

    def went_on(self, conversation: Conversation, turns: tuple[Turn, ...]) -> None:
        """A conversation has another turn: whoever comes back to it must know what is disclosed by now."""

        def newest(item: Parked) -> Parked:
            same = item.conversation is not None and item.conversation.id == conversation.id
            return replace(item, conversation=conversation, turns=turns) if same else item

        self.parked[:] = map(newest, self.parked)
        for place, behind in enumerate(self.behind):
            parked = tuple(map(newest, behind.parked))
            if behind.conversation.id == conversation.id:
                behind = replace(behind, conversation=conversation, turns=turns)
            self.behind[place] = replace(behind, parked=parked)

    def drop(self, conversation_id: str) -> None:
        """This conversation was deleted for good."""

        def others(parked: Iterable[Parked]) -> tuple[Parked, ...]:
            return tuple(
                item for item in parked if item.conversation is None or item.conversation.id != conversation_id
            )

        kept = [item for item in self.behind if item.conversation.id != conversation_id]
        self.behind[:] = [replace(item, parked=others(item.parked)) for item in kept]
        self.parked[:] = others(self.parked)
