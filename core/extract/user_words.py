"""Everything of a person's own that extraction uses beside the decisions on one text: dictionary and recognisers."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from core.extract.candidate import Candidate, each_apart
from core.extract.own_recognizers import OwnRecognizers
from core.extract.user_dictionary import UserDictionary


@dataclass(frozen=True, slots=True)
class UserWords:
    """Immutable; safe from any thread."""

    dictionary: UserDictionary = field(default_factory=UserDictionary)
    recognizers: OwnRecognizers = field(default_factory=OwnRecognizers)

    def __bool__(self) -> bool:
        return bool(self.dictionary) or bool(self.recognizers)

    def find(self, view: str, lower: str) -> tuple[Candidate, ...]:
        """What is to be hidden in the normalised view, `lower` being the same in lower case. May overlap. Raises
        RulesFailed where the dictionary or single recognisers fail."""
        dictionary = ("dictionary", partial(self.dictionary.find, lower))
        return each_apart((dictionary, *self.recognizers.searches(view, lower)))

    def allows(self, surface: str) -> bool:
        """False for what the dictionary says is never hidden."""
        return self.dictionary.allows(surface)
