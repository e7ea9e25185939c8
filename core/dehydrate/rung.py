"""The common part of all hierarchies: assembling ladders, suppression, and the promise not to tell the value."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from core.dehydrate.chinese import ChineseFitting
from core.dehydrate.english import EnglishFitting
from core.dehydrate.generalization import Generalization
from core.dehydrate.literal import tells
from core.dehydrate.phrase import Phrase, surrounding_language
from core.domain.artifact import EXACT_LEVEL
from core.domain.language import Language
from core.domain.sensitive import Mention
from core.domain.taxonomy import AttributeType

CACHED_VALUES = 4096
RECORD = "record"
"""Form of a mention that is the value of a field."""

NEUTRAL = ", "
"""Context that asks for no adjustment."""

Words = Mapping[str, str]
"""Wordings of one rung in one language by slot; `noun` always there. See resources/hierarchies/README.md."""


@dataclass(frozen=True, slots=True)
class Rung:
    """One generalisation between exact and suppressed. `posterior` and `share` as in Generalization."""

    node: str
    posterior: float
    share: float
    words: Mapping[Language, Words]


@dataclass(frozen=True, slots=True)
class Fitting:
    """Grammar of both languages, shared by all hierarchies."""

    english: EnglishFitting
    chinese: ChineseFitting


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a rung is rendered: the mention, its neighbours, and the language to write."""

    mention: Mention
    before: str
    after: str
    language: Language


@dataclass(frozen=True, slots=True)
class TypeWords:
    """What a type brings to its hierarchy: its entry, the wording of removal and of the kind alone."""

    type: AttributeType
    removed: Mapping[Language, Words]
    kind: Mapping[Language, Words] = field(default_factory=dict)


class BaseHierarchy(ABC):
    """Ladder of one attribute type. Immutable after construction; safe from any thread."""

    definite_kept = True
    """Whether "the" before a mention stays ("the heart procedure") or becomes "a" ("at a hotel")."""

    def __init__(self, identifier: str, words: TypeWords, fitting: Fitting) -> None:
        self._id = identifier
        self._words = words
        self._fitting = fitting
        self._rungs = lru_cache(maxsize=CACHED_VALUES)(self.rungs)

    @property
    def id(self) -> str:
        return self._id

    @abstractmethod
    def rungs(self, value: str) -> tuple[Rung, ...]:
        """Generalisations of a canonical value from narrow to wide, without exact and suppressed.

        Never fails: a value that cannot be read gets the widest rung of its type.
        """

    def prior(self, value: str) -> float:
        """P(value) of a guesser who was told nothing."""
        return 1.0 / self._words.type.domain_size

    def wide(self, value: str) -> bool:
        """Whether the value is no more exact than its coarser form would be, such as a month or a country."""
        return False

    def ladder(self, value: str, language: Language) -> tuple[Generalization, ...]:
        """All rungs for a canonical value, level 0 first; the last one is suppression."""
        prior = self.prior(value)
        steps = [Generalization(EXACT_LEVEL, value, value, 1.0, prior, prior)]
        ceiling, floor = 1.0, prior
        for rung in self._rungs(value):
            ceiling = max(prior, min(ceiling, rung.posterior))
            floor = min(1.0, max(floor, rung.share))
            label = self.label(rung, language)
            steps.append(Generalization(len(steps), rung.node, label, ceiling, prior, floor))
        steps.append(Generalization(len(steps), "", self._removed_label(language), prior, prior, 1.0))
        return tuple(steps)

    def label(self, rung: Rung, language: Language) -> str:
        """Short text of a rung for a level control."""
        words = rung.words[language]
        return words.get("label") or words["noun"]

    def _removed_label(self, language: Language) -> str:
        words = self._words.removed[language]
        return words.get("label") or words.get("field") or words["noun"]

    def render(self, value: str, level: int, mention: Mention, before: str, after: str) -> str:
        """Text for one mention at `level` >= 1 between `before` and `after`, which stay as they are."""
        given = self.phrase(value, level, mention, before, after)
        if given.take_before or given.take_after or not given.text:
            given = self.phrase(value, level, mention, NEUTRAL, "")
        return given.text

    def phrase(self, value: str, level: int, mention: Mention, before: str, after: str) -> Phrase:
        """As `render`, for a caller that can extend the replaced span."""
        language = surrounding_language(mention, before, after)
        setting = Setting(mention, before, after, language)
        rungs = self._rungs(value)
        for rung in rungs[max(0, level - 1) :]:
            phrase = self.word(rung, setting)
            if not tells(phrase.text, value, mention):
                return phrase
        phrase = self.word_removed(setting)
        return phrase if not tells(phrase.text, value, mention) else Phrase("[…]")

    def word(self, rung: Rung, setting: Setting) -> Phrase:
        """A rung as a noun phrase; hierarchies of numbers and times override this."""
        return self.fit(rung.words[setting.language], setting)

    def word_removed(self, setting: Setting) -> Phrase:
        """Suppression: a list item disappears with one separator, anything else becomes a typed noun."""
        words = self._words.removed[setting.language]
        dropped = self.drop_item(setting)
        if dropped is None and setting.mention.form == RECORD:
            return Phrase(words.get("field") or words["noun"])
        return dropped or self.fit(words, setting, keep_the=False)

    def drop_item(self, setting: Setting) -> Phrase | None:
        """The removal of a mention that stands alone between two separators, None where it does not."""
        if setting.language is Language.ZH:
            return self._fitting.chinese.drop_item(setting.before, setting.after)
        return self._fitting.english.drop_item(setting.before, setting.after)

    def fit(self, words: Words, setting: Setting, *, keep_the: bool | None = None) -> Phrase:
        """Fit the noun slot into its sentence; `keep_the` overrides `definite_kept`."""
        mention, before, after = setting.mention, setting.before, setting.after
        if setting.language is Language.ZH:
            return self._fitting.chinese.noun(words["noun"], before, after)
        return self._fitting.english.noun(
            words["noun"], mention.text, before, after, keep_the=self.definite_kept if keep_the is None else keep_the
        )
