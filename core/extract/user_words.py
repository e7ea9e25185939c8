"""Everything of a person's own that extraction uses beside the decisions on one text: dictionary and recognisers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from core.extract.candidate import Candidate
from core.extract.own_recognizers import OwnRecognizers
from core.extract.user_dictionary import UserDictionary


@dataclass(frozen=True, slots=True)
class UserWords:
    """Immutable; safe from any thread."""

    dictionary: UserDictionary = field(default_factory=UserDictionary)
    recognizers: OwnRecognizers = field(default_factory=OwnRecognizers)

    def __bool__(self) -> bool:
        return bool(self.dictionary) or bool(self.recognizers)

    def find(self, view: str, lower: str) -> Iterator[Candidate]:
        """What is to be hidden in the normalised view, `lower` being the same in lower case. May overlap."""
        yield from self.dictionary.find(lower)
        yield from self.recognizers.find(view, lower)

    def allows(self, surface: str) -> bool:
        """False for what the dictionary says is never hidden."""
        return self.dictionary.allows(surface)
