"""Fitting a generalised phrase into an English sentence: articles, determiners, prepositions, capitals."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from core.dehydrate.phrase import Phrase
from core.domain.tokens import TOKEN_PATTERN

_LAST_WORD = re.compile(r"([A-Za-z][A-Za-z'’-]*)( +)$")
_VERB_AFTER = re.compile(r", (?:is|are|was|were|has|have|had|will|would|can|could|should|may|[a-z]{3,}(?:s|ed))\b")
_NEXT_WORD = re.compile(r" ([A-Za-z]+)\b")
_WORDS = re.compile(r"[A-Za-z][A-Za-z'’]*")
_INDEFINITE = re.compile(r"^(an?) (?=\S)", re.IGNORECASE)
_VOWEL_SOUND = re.compile(r"^(?:[aeio]|u(?!ni|se|s[ae]|ti))", re.IGNORECASE)
_SENTENCE_END = re.compile(r"(?:^|(?<!\b[Nn]o)[.!?]|\n|\n[-*•] ?)\s*$")
_APPOSITION = re.compile(r"\b([A-Za-z]+)(,? (?:called |named )?)$")
_JOINED = re.compile(r" (?:of|for|in|on) ")
_ADDED = re.compile(r"\b(?:am|is|are|was|were|i'm|he's|she's)\b[^.!?:;]*, $", re.IGNORECASE)
"""A further quality of somebody ("is 79, [diabetic] and")."""
_ITEM_BEFORE = re.compile(r"[,;(]\s*$")
_OWNED_TOKEN = re.compile(r"\][’']s $")
"""What belongs to somebody who is a token now."""
_BRACKET_BEFORE = re.compile(r" ?\($")
_ITEM_AFTER = re.compile(r"^\s*[,;)]")
_JUST = frozenset({"just", "recently", "already", "suddenly", "unexpectedly", "once", "also"})
"""Words before the verb of an event, which its new wording does without."""


@dataclass(frozen=True, slots=True)
class EnglishFitting:
    """Word lists of resources/hierarchies/english.toml. Pure; all offsets are code points."""

    determiners: frozenset[str]
    adjectives: frozenset[str]
    date_prepositions: frozenset[str]
    noun_prepositions: frozenset[str]
    possessives: Mapping[str, str]
    approximators: tuple[str, ...]
    attributive: tuple[str, ...]
    measures: frozenset[str]
    possession: Mapping[str, str]
    subjects: Mapping[str, str]
    past_verbs: frozenset[str]
    verbs: frozenset[str]
    charged: frozenset[str]
    counts: frozenset[str]
    comparators: tuple[str, ...]
    bounded: tuple[str, ...]
    compounds: Mapping[str, str]
    documents: frozenset[str]
    not_adjectives: frozenset[str]
    openers: frozenset[str]
    parts_of_time: tuple[str, ...]
    contractions: frozenset[str]
    salutation: str
    languages: tuple[str, ...]

    def approximator(self, before: str) -> int:
        """Width of a word such as "about " right before a number."""
        word, width = last_word(before)
        return width if word in self.approximators else 0

    def comparator(self, phrase: str, before: str) -> int:
        """Width of "under " or "more than " before a phrase that brings bounds of its own."""
        if not phrase.startswith(self.bounded):
            return 0
        return next((len(word) + 1 for word in self.comparators if before.lower().endswith(f" {word} ")), 0)

    def noun(
        self,
        phrase: str,
        surface: str,
        before: str,
        after: str,
        *,
        keep_the: bool,
        counted: bool = False,
        person: bool = False,
    ) -> Phrase:
        """A noun phrase with its own article, exchanged for whatever article or determiner stands before.

        `counted`: an amount, which no word before it describes ("the medicine [5 mg]"). `person`: somebody, whom two
        words may describe ("a first-year nursing [student]").
        """
        word, width = last_word(before)
        bare = _bare(phrase)
        if word in ("a", "an"):
            return self._with_article(phrase, before, width)
        if bare != phrase and " " in bare and bare.lower().endswith(f" {word}"):
            return Phrase(bare[: -len(word) - 1])
        if word == "dear" and bare != phrase:
            return Phrase(self.salutation)
        if word == "the":
            if phrase.startswith(("the ", "someone ")) or not keep_the:
                return self._with_article(phrase, before, width)
            return Phrase(bare)
        owned = word.endswith(("'s", "’s", "s'", "s’")) and word.replace("’", "'") not in self.contractions
        owned = owned or _OWNED_TOKEN.search(before) is not None
        if bare != phrase and (self._determined(word, before, width) or owned):
            return Phrase(bare)
        if word in self.counts and bare != phrase:
            return Phrase(_plural(bare))
        if word in self.measures and not phrase.startswith("of "):
            return Phrase(f"of {phrase}")
        if bare != phrase and word.endswith(self.attributive):
            return Phrase(bare)
        if bare != phrase and word in self.adjectives:
            return self._after_adjective(bare, before, width)
        if (
            bare != phrase
            and not counted
            and self._described(before, 2 if person or phrase.startswith("someone ") else 1)
        ):
            return Phrase(bare)
        return Phrase(sentence_case(phrase, surface, before))

    def several(self, phrase: str) -> str:
        """A noun phrase with an article as several of its kind."""
        return _plural(_bare(phrase))

    def _determined(self, word: str, before: str, width: int) -> bool:
        """Whether a determiner stands before a mention; "own" is one only behind another ("my own", not "I own")."""
        if word != "own":
            return word in self.determiners
        return last_word(before[: len(before) - width])[0] in self.determiners

    def _described(self, before: str, words: int) -> bool:
        """Whether what stands before a mention describes it, as its own article shows ("a recovering [alcoholic]")."""
        rest = before
        for _ in range(words):
            word, width = last_word(rest)
            if not word or word in self.not_adjectives or word in self.possessives:
                return False
            rest = rest[: len(rest) - width]
            if last_word(rest)[0] in self.openers:
                return True
        return False

    def compound(self, phrase: str, before: str, after: str) -> Phrase | None:
        """A value before a noun moves behind it ("the flu vaccine" -> "the vaccine against an infection"); None where
        no such noun follows, or where the phrase has no article that says it is a noun."""
        match = _NEXT_WORD.match(after)
        preposition = self.compounds.get(match.group(1).lower(), "") if match else ""
        if match is None or not preposition or _INDEFINITE.match(phrase) is None:
            return None
        noun = match.group(1)
        text = f"{noun} {preposition} {phrase}"
        word, width = last_word(before)
        if word in ("a", "an"):
            return self._with_article(f"{article(noun)} {text}", before, width, match.end())
        return Phrase(text, 0, match.end())

    def apposition(self, phrase: str, before: str, after: str) -> Phrase | None:
        """A name that only explains the noun before it says nothing any more ("our company, [a company], has"): it
        goes with its commas. None elsewhere."""
        match = _APPOSITION.search(before)
        if match is None or match.group(1).lower() != _bare(phrase).split()[-1].lower():
            return None
        closes = 1 if after.startswith(",") and match.group(2).startswith(",") else 0
        return Phrase("", len(match.group(2)), closes)

    def part_of_time(self, before: str) -> int:
        """Width of "early " or "the end of " before a date: it says a part of what is told more widely now."""
        lower = before.lower()
        found = (
            part for part in self.parts_of_time if lower.endswith((f" {part} ", f" {part}-")) or lower == f"{part} "
        )
        return max((len(part) + 1 for part in found), default=0)

    def without_adjective(self, before: str, after: str) -> Phrase:
        """Nothing in the place of an adjective, with an article that fits the noun after it."""
        word, width = last_word(before)
        if word in ("a", "an"):
            return self._with_article(article(after.strip()), before, width)
        return Phrase("", 0, 1)

    def quality(self, phrase: str, surface: str, before: str, after: str) -> Phrase:
        """A noun phrase in the place of an adjective: a verb of being before it becomes one of having."""
        word, width = last_word(before.replace("’", "'"))
        verb = self.possession.get(word)
        if verb is None and word == "and":
            return Phrase(f"affected by {phrase}")
        if verb is None and _ADDED.search(before) and _INDEFINITE.match(phrase):
            return Phrase(f"with {phrase}")
        if verb is None:
            return self.noun(phrase, surface, before, after, keep_the=True)
        if after.startswith((",", " and ")):
            return Phrase(f"affected by {phrase}")
        taken = before[len(before) - width :]
        text = f"{verb} {phrase}"
        return Phrase(text[0].upper() + text[1:] if taken[0].isupper() else text, width)

    def sum_before_noun(self, phrase: str, before: str, after: str) -> Phrase | None:
        """An amount before its noun moves behind it; None where no such noun follows."""
        match = _NEXT_WORD.match(after)
        word, width = last_word(before)
        if match is None or match.group(1).lower() not in self.charged:
            return None
        noun = match.group(1)
        text = f"{noun} of {phrase}"
        if word in ("a", "an"):
            return self._with_article(f"{article(noun)} {text}", before, width, match.end())
        return Phrase(text, 0, match.end())

    def clause(self, words: Mapping[str, str], surface: str, before: str) -> str:
        """What someone is or went through, with a verb where the old wording had one ("she [was dismissed]")."""
        word, _ = last_word(before.replace("’", "'"))
        first = next((part for part in surface.lower().split() if part not in _JUST), "")
        subject = word in self.subjects or (first.endswith("ed") and word in self.possessives)
        if word in self.possession or not (subject or first in self.verbs):
            return words["noun"]
        if first in self.past_verbs or (first.endswith("ed") and subject):
            return words["past"]
        verb = self.subjects.get(word, "is")
        return words["present"].replace("{be}", verb).replace("{have}", "has" if verb == "is" else "have")

    def _with_article(self, phrase: str, before: str, width: int, after: int = 0) -> Phrase:
        taken, earlier = before[len(before) - width :], before[: len(before) - width]
        # The capital of an article inside a sentence belongs to a name ("at The Copper Pot").
        opens = taken[0].isupper() and (taken.isupper() or _SENTENCE_END.search(earlier) or not earlier[-1:].isspace())
        return Phrase(phrase[0].upper() + phrase[1:] if opens else phrase, width, after)

    def _after_adjective(self, bare: str, before: str, width: int) -> Phrase:
        earlier, _ = last_word(before[: len(before) - width])
        if earlier in self.determiners or earlier in self.adjectives or earlier in ("a", "an", "the"):
            return Phrase(bare)
        adjective = before[len(before) - width :]
        return Phrase(f"{article(adjective)} {adjective}{bare}", width)

    def possessive(self, before: str) -> str:
        """The possessive of whoever was last named before a mention; empty when that is not clear.

        A token is no word: `[PERSON_1]` says nothing about who is spoken of.
        """
        for word in reversed(_WORDS.findall(TOKEN_PATTERN.sub(" ", before).replace("’", "'"))):
            found = self.possessives.get(word.lower())
            if found:
                return found
        return ""

    def preposition(self, before: str) -> tuple[str, int]:
        """The date preposition ("on ", "in the ") right before a mention and its width, ("", 0) if there is none."""
        word, width = last_word(before)
        if word == "the":
            earlier, more = last_word(before[: len(before) - width])
            if earlier in self.date_prepositions:
                return earlier, width + more
        return (word, width) if word in self.date_prepositions else ("", 0)

    def wants_noun(self, before: str) -> bool:
        """Whether the word before, or a field's separator, asks for a bare time ("until March", "Date: March")."""
        word, _ = last_word(before)
        return word in self.noun_prepositions or word in self.determiners or before.rstrip().endswith((":", "=", "("))

    def drop_item(self, before: str, after: str) -> Phrase | None:
        """Remove a list item with the separator before it, and with both where the verb of the sentence follows."""
        bracket = _BRACKET_BEFORE.search(before)
        if bracket is not None and after.startswith(")"):
            return Phrase("", len(bracket.group()), 1)
        closing = _ITEM_AFTER.match(after)
        opening = _ITEM_BEFORE.search(before)
        if closing is None or opening is None or opening.group().strip() == "(":
            return None
        closes = 1 if _VERB_AFTER.match(after) and opening.group().strip() == "," else 0
        return Phrase("", len(opening.group()), closes)


def last_word(before: str) -> tuple[str, int]:
    """The lower-case word before a mention, with its width including the space; ("", 0) after anything else."""
    match = _LAST_WORD.search(before)
    return (match.group(1).lower(), len(match.group())) if match else ("", 0)


def article(following: str) -> str:
    """ "a" or "an" by the sound that `following` begins with."""
    return "an" if _VOWEL_SOUND.match(following) else "a"


def _bare(phrase: str) -> str:
    """A noun phrase without its article; "someone outside paid work" becomes "person outside paid work"."""
    if phrase.startswith("someone "):
        return "person " + phrase.removeprefix("someone ")
    return _INDEFINITE.sub("", phrase)


def _split_head(bare: str) -> tuple[str, str, str]:
    match = _JOINED.search(bare)
    return (bare[: match.start()], match.group(), bare[match.end() :]) if match else (bare, "", "")


def _plural(bare: str) -> str:
    """Several of a kind: the noun before "of" or "for", else the last word."""
    head, separator, tail = _split_head(bare)
    ending = "es" if head.endswith(("s", "x", "ch", "sh")) else "s"
    head = f"{head[:-1]}ies" if re.search(r"[^aeiou]y$", head) else head + ending
    return head + separator + tail


def sentence_case(text: str, surface: str, before: str) -> str:
    """Capitalise where the replaced words began a sentence with a capital or a digit."""
    starts = bool(_SENTENCE_END.search(before))
    if starts and text and not surface[:1].islower():
        return text[0].upper() + text[1:]
    return text
