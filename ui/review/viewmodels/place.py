"""Where the reviewer was: kept with the queue, so that work goes on there after a restart."""

from __future__ import annotations

from collections.abc import Mapping

REASONS = 12
CARDS = 500


class Place:
    """`reviewer`: who sits here. `four_eyes`: nobody releases what they submitted. `item`: the open item; `scroll`: of
    the list, in lines. `recent`: reasons given before, newest first."""

    def __init__(self, reviewer: str) -> None:
        self.reviewer = reviewer
        self.four_eyes = False
        self.item = ""
        self.scroll = 0
        self.recent: tuple[str, ...] = ()
        self._cards: dict[str, int] = {}

    @property
    def card(self) -> int:
        return self._cards.get(self.item, 0)

    @card.setter
    def card(self, index: int) -> None:
        self._cards.pop(self.item, None)
        self._cards[self.item] = index
        while len(self._cards) > CARDS:
            self._cards.pop(next(iter(self._cards)))

    def card_of(self, item: str) -> int:
        """The card that was current in an item."""
        return self._cards.get(item, 0)

    def add_reason(self, reason: str) -> None:
        """Remember a reason that was given."""
        if reason.strip():
            rest = (item for item in self.recent if item != reason.strip())
            self.recent = (reason.strip(), *rest)[:REASONS]

    def dump(self) -> dict[str, object]:
        """Plain data."""
        return {
            "reviewer": self.reviewer,
            "four_eyes": self.four_eyes,
            "item": self.item,
            "scroll": self.scroll,
            "recent": list(self.recent),
            "cards": dict(self._cards),
        }

    def restore(self, data: Mapping[str, object]) -> None:
        """What `dump` gave; parts that do not fit are left as they are."""
        reviewer, item, scroll = data.get("reviewer"), data.get("item"), data.get("scroll")
        recent, cards = data.get("recent"), data.get("cards")
        if isinstance(reviewer, str) and reviewer.strip():
            self.reviewer = reviewer
        self.four_eyes = data.get("four_eyes") is True
        self.item = item if isinstance(item, str) else ""
        self.scroll = scroll if isinstance(scroll, int) else 0
        if isinstance(recent, list):
            self.recent = tuple(str(reason) for reason in recent)[:REASONS]
        if isinstance(cards, dict):
            self._cards = {str(name): int(row) for name, row in cards.items() if isinstance(row, int)}
