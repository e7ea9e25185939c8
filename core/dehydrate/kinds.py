"""Types without numbers or a classification of their own: the kind of thing, or the kind of event."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from core.dehydrate.english import last_word
from core.dehydrate.phrase import Phrase, is_ideograph
from core.dehydrate.rung import BaseHierarchy, Fitting, Rung, Setting, TypeWords
from core.dehydrate.tree import Term, Tree, TreeHierarchy
from core.domain.language import Language
from core.text.normalize import normalize

_SUM_AFTER = re.compile(r"[\d一二三四五六七八九十两几]+[\d,.]*[百千万亿]?[\d一二三四五六七八九千百]*[元块万]")
"""An amount that followed the event as its object."""
_OBJECT_AFTER = re.compile(r" (?:me|him|her|us|them|you)\b")
_LEADING = re.compile(r"^(?:after|in|with|of) ")
_SOMEONE = re.compile(r"\b(?:woman|man|person|girl|boy|guy)$", re.IGNORECASE)
_ARTICLE_BEFORE = re.compile(r"\b(?:an?|the|my|your|his|her|our|their)(?: [a-z-]+)? $", re.IGNORECASE)
_NOUN_FOLLOWS = re.compile(r" (?!(?:and|or|but|who|that|from|in|at|on|of|is|was|with|as)\b)[A-Za-z]{3,}")
GOVERNED = frozenset({"on", "in", "off", "under"})
_TIMES_AFTER = re.compile(r" for (?:[a-z]+ ){1,3}(?:times?|days?|weeks?|months?|years?)\b")
_POST_AFTER = re.compile(r" from (?:my|his|her|their|our|the|a) (?:job|position|post|role)\b")
"""What was lost is said by the event itself."""
SLOTS_EN = ("past", "present", "done", "off")
_BE = frozenset({"am", "is", "are", "was", "were", "be", "been", "get", "gets", "got", "getting"})
_SUFFERED_FROM = re.compile(r"被[^，。；！？]{1,8}$")
"""Who did it stands before an event in Chinese."""
NAMED_WITHIN = 24
"""Code points before a mention in which the sentence may name the type itself."""
JOINED_EN = {
    " of": " in connection with",
    " for": " in connection with",
    " by": " because of",
    " from": " involving",
}
"""A preposition after a verb that went, and the one that fits any event."""


class KindHierarchy(BaseHierarchy):
    """Types without a classification: the kind of thing is told, its value is not."""

    definite_kept = False

    def __init__(self, identifier: str, words: TypeWords, fitting: Fitting, withheld: Mapping[str, Any]) -> None:
        super().__init__(identifier, words, fitting)
        self._withheld = withheld

    def rungs(self, value: str) -> tuple[Rung, ...]:
        if not self._words.kind:
            return ()
        return (Rung(self._words.type.id.lower(), self.prior(value), 1.0, self._words.kind),)

    def fit(self, words: Mapping[str, str], setting: Setting, *, keep_the: bool | None = None) -> Phrase:
        said = setting.before[-NAMED_WITHIN:].casefold()
        if any(head in said for head in self._withheld["heads"]):
            return Phrase(str(self._withheld[setting.language]))
        quality = setting.language is Language.EN and words["noun"].startswith("of ")
        if quality and _SOMEONE.search(setting.mention.text):
            someone = f"a person {words['noun']}"
            return self._fitting.english.noun(
                someone, setting.mention.text, setting.before, setting.after, keep_the=False, person=True
            )
        if quality and self._attribute(setting):
            return self._fitting.english.without_adjective(setting.before, setting.after)
        if "is" in words and setting.language is Language.ZH and setting.before.endswith("是"):
            return Phrase(words["is"])
        if setting.language is Language.EN and "present" in words:
            return Phrase(self._fitting.english.clause(words, setting.mention.text, setting.before))
        return super().fit(words, setting, keep_the=keep_the)

    @staticmethod
    def _attribute(setting: Setting) -> bool:
        """Whether a quality of somebody stands between an article and a noun ("a [gay] teacher")."""
        return bool(_ARTICLE_BEFORE.search(setting.before) and _NOUN_FOLLOWS.match(setting.after))


class LifeEventHierarchy(KindHierarchy):
    """An event or circumstance by the field of life it belongs to, then as a circumstance, then removed."""

    def __init__(
        self,
        identifier: str,
        words: TypeWords,
        fitting: Fitting,
        table: Mapping[str, Any],
        withheld: Mapping[str, Any],
    ) -> None:
        super().__init__(identifier, words, fitting, withheld)
        self._fields = tuple(
            (tuple(Term.of(term) for term in entry["terms"]), name, entry) for name, entry in table["fields"].items()
        )

    def rungs(self, value: str) -> tuple[Rung, ...]:
        widest = super().rungs(value)
        folded = normalize(value).text.casefold()
        for terms, name, entry in self._fields:
            if any(term.last_end(folded) >= 0 for term in terms):
                words = {
                    Language.EN: {"noun": entry["en"], **{slot: entry[slot] for slot in SLOTS_EN if slot in entry}},
                    Language.ZH: {"noun": entry["zh"], **({"by": entry["zh_by"]} if "zh_by" in entry else {})},
                }
                return (Rung(name, 1.0 / entry["size"], entry["share"], words), *widest)
        return widest

    def fit(self, words: Mapping[str, str], setting: Setting, *, keep_the: bool | None = None) -> Phrase:
        phrase = super().fit(words, setting, keep_the=keep_the)
        if setting.language is Language.EN:
            first = setting.mention.text.split()[0].lower() if setting.mention.text.split() else ""
            if first == "being" and "present" in words:
                ongoing = words["present"].replace("{be} ", "").replace("{have}", "having")
                return Phrase(ongoing, phrase.take_before)
            said, width = last_word(setting.before)
            if first == "been" and "past" in words:
                been = f"been {words['done']}" if "done" in words else words["past"].replace("went ", "gone ")
                return Phrase(been, phrase.take_before)
            post = _POST_AFTER.match(setting.after)
            if post is not None and phrase.text.endswith(" a job"):
                return Phrase(phrase.text, phrase.take_before, post.end())
            if "done" in words and said in _BE:
                return Phrase(words["done"], phrase.take_before)
            if "off" in words and said not in GOVERNED and said not in self._fitting.english.possession:
                return Phrase(words["off"], phrase.take_before)
            if _OBJECT_AFTER.match(setting.after):
                return Phrase(f"caused {_LEADING.sub('', words['noun'])} for", phrase.take_before)
            if said in GOVERNED and phrase.text.startswith(("in ", "after ", "with ", "of ", "away ")):
                return Phrase(phrase.text, phrase.take_before or width)
            for word, joined in JOINED_EN.items():
                suffered = word == " by" and phrase.text.endswith("ed")
                if setting.after.startswith(f"{word} ") and not (suffered or _TIMES_AFTER.match(setting.after)):
                    return Phrase(phrase.text + joined, phrase.take_before, len(word))
        elif "by" in words and _SUFFERED_FROM.search(setting.before):
            return Phrase(words["by"], phrase.take_before)
        elif setting.before.endswith(("请", "休")) and setting.mention.text.endswith("假"):
            return Phrase("假", phrase.take_before)
        elif setting.after.startswith("了") and phrase.text.startswith("正"):
            return Phrase(phrase.text, phrase.take_before, len("了"))
        elif setting.before.endswith("是"):
            return Phrase(phrase.text, len("是"))
        elif setting.before.endswith(self._fitting.chinese.status.joining["may"]):
            return Phrase(phrase.text.replace("了", "", 1), phrase.take_before)
        elif setting.after.startswith("了") and "了" in phrase.text:
            return Phrase(phrase.text, phrase.take_before, 1)
        elif _SUM_AFTER.match(setting.after) or self._has_object(setting):
            return Phrase(f"{phrase.text}，涉及", phrase.take_before)
        return phrase

    def _has_object(self, setting: Setting) -> bool:
        """Whether somebody, or something, was the object of the event as a Chinese verb (出轨[同事])."""
        said = self._fitting.chinese.status.joining
        following = setting.after[:1]
        if not setting.mention.text.endswith(said["with_object"]) or not is_ideograph(following or " "):
            return False
        return following.isalpha() and not setting.after.startswith(said["no_object"])


class BloodTypeHierarchy(TreeHierarchy):
    """Common or rarer blood group; where the sentence says "blood type" itself the words do not repeat it."""

    def __init__(
        self, identifier: str, words: TypeWords, fitting: Fitting, tree: Tree, withheld: Mapping[str, Any]
    ) -> None:
        super().__init__(identifier, words, fitting, tree, named=False, absorbed=())
        self._withheld = withheld
        self._telling = {node.words[code]["noun"] for node in tree.nodes.values() if node.parent for code in Language}

    def fit(self, words: Mapping[str, str], setting: Setting, *, keep_the: bool | None = None) -> Phrase:
        said = setting.before[-NAMED_WITHIN:].casefold()
        if not any(head in said for head in self._withheld["heads"]):
            return super().fit(words, setting, keep_the=keep_the)
        if words["noun"] not in self._telling:
            return Phrase(str(self._withheld[setting.language]))
        return Phrase(words["noun"].replace("血型", "类型"))
