"""What a classified value is in its sentence: somebody's status, an occupation, an illness that is done or had.

The wording of a node is one noun phrase; the sentence may have used the value as a verb (退休, 离婚, "got married"), as
an adjective ("a Sikh man") or as a person ("a Jehovah's Witness"). Here the phrase takes the form that the sentence
asks for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from core.dehydrate.english import EnglishFitting, article, last_word, sentence_case
from core.dehydrate.phrase import Phrase, is_ideograph
from core.domain.sensitive import Mention

_DESCRIBED = re.compile(r"(?:\by/o|-old|\b[A-Z][a-z]+(?:an|ish|ese|ic)|\b(?:black|white)) $")
"""The end of a row of adjectives: "a 71-year-old Caucasian [male]"."""
_BROAD = re.compile(r"\bbackground$")
_ALLERGIC = re.compile(r"\ballerg(?:y|ies)$", re.IGNORECASE)
GRADED = re.compile(r" ?(?:TI|BI|LI|PI|O|Lung)-?RADS ?[0-6][a-cx]?(?: ?类| ?级)?", re.IGNORECASE)
"""A class of findings behind an illness: it names the organ, and means nothing beside a wider word."""
_PRODUCTS = re.compile(
    r"\b(?:loan|fund|stock|share|bond|mortgage|card|policie|pension|account|etf|option|annuitie)s$", re.IGNORECASE
)
"""Several products of a kind."""
_TOWARDS = frozenset({"to", "from", "of", "about", "into", "in", "by", "with", "and"})
"""After these a faith is named, not somebody's quality."""
_SHOP = ("店", "馆", "铺", "坊", "摊")
_CUT_ZH = re.compile(r"[拔割换摘补](?!.*术$)")
"""A procedure as a verb with its object."""
_SUFFERING = re.compile(r" ([a-z]+)\b")
_DETERMINED = re.compile(r"\b(?:an?|the|my|your|his|her|our|their) $", re.IGNORECASE)
_BEGUN = re.compile(r"(?:start|starts|started|starting|begin|begins|began|undergo|underwent|need|needs|needed) ")
"""A verb that was read as part of a procedure."""
_INTOLERANT = re.compile(r"\bintoleran(t|ce)$", re.IGNORECASE)
_OF_CASE = re.compile(r" (?:in|to|with) the case$")
_CASE_AFTER = re.compile(r" (?:in|of|to) (?:an?|the|my|this|our|his|her|their)\b")
"""The sentence itself says in which case."""
_PERSON_NOUN = re.compile(r" (?:man|woman|male|female|person|guy|lady|boy|girl)$", re.IGNORECASE)
_CHILD = frozenset({"boy", "girl"})
HELD_TYPES = frozenset({"DISEASE", "ALLERGY", "RELIGION", "ETHNICITY"})
"""Types whose adjective says that someone has something: "is diabetic"."""
COMPOUND_TYPES = frozenset({"DISEASE", "DRUG", "ALLERGY", "SURGERY"})
"""Types whose values stand before a noun as an attribute: "flu vaccine"."""
_BELIEVERS = re.compile(r"^(?!.*(?:ss|us)$).*s$", re.IGNORECASE)
"""A plural: people of a faith, not the faith."""
_COUNTED_PERSON = re.compile(r" (?:mother|father|mum|mom|dad|parent|man|woman|person|guy|lady)\b", re.IGNORECASE)
_NOUN_AFTER = re.compile(
    r" (?!(?:and|or|but|who|that|which|from|in|by|at|on|of|is|was|are|were|with|so|because|since|as|to|for|now)\b)"
    r"[A-Za-z]"
)
_GOT = {"got": "went through", "get": "go through", "gets": "goes through", "getting": "going through"}
_QUALITY = re.compile(r"^(?:[A-Za-z]+(?:ed|ic|less|ive|ous|al|ile|ese)|bipolar|deaf|blind)$")
"""An illness as an adjective: depressed, asthmatic, obese."""
_PERSON_BY_STATUS = re.compile(r"\b(?:widow|widower|divorcee|divorcée|bachelor|spinster)$", re.IGNORECASE)
_SUFFERED = re.compile(r"(?:[a-z]+ed|broke|tore|hurt|cut) (?:my|your|his|her|our|their|its|the|an?) ", re.IGNORECASE)
"""An injury told as a deed: "broke her hip"."""
_SUFFERER = re.compile(r"(?:[A-Za-z]+ic|[a-z ]*addict)s?")
_AS_NOUN = re.compile(r"\ban?(?: [a-z-]+)? $", re.IGNORECASE)
_LEARNER = re.compile(r"\b(?:student|graduate|candidate|holder)s?$", re.IGNORECASE)
_PLURAL_KIN = re.compile(r"(?:s|children|people|family|household|folks)$", re.IGNORECASE)
_ONE_OF_KIN = {"family members": "family member", "loved ones": "loved one", "children": "child"}
_CHILD_ZH = ("孩", "孩子", "孩儿", "童")
_PERSON_ZH = re.compile(r"[\u4e00-\u9fff]")
_GRADE = re.compile(r"大[一二三四]|研[一二三]|博[一二三四]|初[一二三]|高[一二三]")
_DONE_ZH = re.compile(r"(?:做|装|放|动|植入|安装|进行|接受|切除)(?:过|了|的)?")
_PUT_IN = ("装", "装了", "装过", "放", "放了", "放过", "植入", "植入了", "安装", "安装了", "切除", "切除了")
"""A procedure together with the verb that says it was done."""
_WORKER = "工作者"
_IDLE = ("失业", "待业", "无业", "下岗")
"""Said of somebody as a predicate (目前[待业])."""
_BADLY = re.compile(r"得(?:厉害|要命|很|不行|受不了|睡不着|难受)")
"""How bad it is, after an illness as a verb (头疼[得厉害])."""
_STAFF, _HANDS = "人员", "劳动者"
_DOING = frozenset(
    {"caught", "seen", "filmed", "spotted", "found", "was", "were", "am", "been", "i'm", "he's", "she's"}
)
_DOERS = frozenset({"i", "he", "she", "they", "we", "you", "who", "allegedly", "and"})
_DONE = frozenset({"stole", "sold", "shot", "beat"})
"""How an offence is told as a deed."""
_LED = re.compile(r"(?:during|after|before|since|with|for|on) (?=[a-z])")
"""A preposition that was read as part of a value."""
_SEVERAL = re.compile(r"[a-z](?:tics|ants|llers|tins|ors|kers|tors|ers|roids|pills|tablets|medicines|drugs)$")
"""Medicines of one kind, not one of them."""
_BEING = re.compile(
    r"\b(?:(?:i|he|she|we|they|you|who) (?:am|is|are|was|were)|(?:i'm|he's|she's|they're|we're|you're|who's)) $",
    re.IGNORECASE,
)
"""Somebody is said to be ill: "I am [HIV positive]"."""
_AS_ROLE = re.compile(
    r"(?<!\bact)(?<!acts)(?<!acting)(?<!known)(?<!such)(?<!well)(?<=[a-z\])])( as (?:an? ))$", re.IGNORECASE
)


def english_status(
    words: Mapping[str, str], mention: Mention, before: str, after: str, fit: EnglishFitting
) -> Phrase | None:
    """The phrase for a value that is no plain noun in its sentence; None where it is one."""
    noun, kind = words["noun"], mention.type_id
    if kind == "SEX" and _NOUN_AFTER.match(after):
        return fit.without_adjective(before, after)
    if kind == "SEX" and mention.text.lower() in _CHILD:
        return fit.noun("a child", mention.text, before, after, keep_the=True)
    if kind == "SEX" and _DESCRIBED.search(before):
        return Phrase("person")
    if kind == "ETHNICITY" and _NOUN_AFTER.match(after) and _BROAD.search(noun):
        return fit.without_adjective(before, after)
    if kind == "ETHNICITY" and _PERSON_NOUN.search(mention.text):
        return fit.noun("a person", mention.text, before, after, keep_the=False)
    if kind == "ALLERGY" and _ALLERGIC.search(mention.text):
        return fit.noun(f"an allergy to {noun}", mention.text, before, after, keep_the=True)
    intolerant = _INTOLERANT.search(mention.text) if kind == "ALLERGY" else None
    if intolerant is not None and intolerant.group(1).lower() == "t":
        return Phrase(f"intolerant of {noun}")
    if intolerant is not None:
        return fit.noun(f"an intolerance of {noun}", mention.text, before, after, keep_the=True)
    if kind == "LITIGATION_ROLE" and _OF_CASE.search(noun) and _CASE_AFTER.match(after):
        return fit.noun(_OF_CASE.sub("", noun), mention.text, before, after, keep_the=False)
    if kind == "OCCUPATION":
        return _removed_role(words, before, fit)
    if kind == "CHARGE":
        return _deed(noun, mention, before)
    begun = _BEGUN.match(mention.text) if kind == "SURGERY" else None
    if begun is not None:
        return Phrase(begun.group() + noun)
    led = _LED.match(mention.text) if kind in COMPOUND_TYPES else None
    if led is not None:
        return Phrase(led.group() + noun)
    if kind == "DRUG" and _SEVERAL.search(mention.text) and noun.startswith(("a ", "an ")):
        return Phrase(fit.several(noun))
    if kind == "FINANCIAL_PRODUCT" and _PRODUCTS.search(mention.text) and noun.startswith(("a ", "an ")):
        return Phrase(sentence_case(fit.several(noun), mention.text, before))
    if kind == "FINANCIAL_PRODUCT" and noun.endswith(" debt") and last_word(before)[0] in ("in", "of"):
        return Phrase(re.sub(r"^an? ", "", noun))
    if kind == "MARITAL_STATUS":
        return _marital(noun, mention, before, after, fit)
    if kind == "RELIGION":
        return _belief(noun, mention, before, after, fit)
    if (
        kind == "DISEASE"
        and _SUFFERER.fullmatch(mention.text)
        and _AS_NOUN.search(before)
        and not _NOUN_AFTER.match(after)
    ):
        return fit.noun(f"someone with {noun}", mention.text, before, after, keep_the=True)
    ill = kind == "DISEASE" and not mention.text.lower().startswith(("a ", "an ", "the "))
    ill = ill and _BEING.search(before.replace("’", "'")) is not None
    held = (
        ill
        or mention.form == "adjective"
        or (noun.startswith(("a ", "an ")) and _QUALITY.search(mention.text) is not None)
    )
    sufferer = _SUFFERING.match(after) if held and kind == "DISEASE" else None
    if sufferer is not None and sufferer.group(1).lower() in fit.possessives and _DETERMINED.search(before):
        whole = f"{sufferer.group(1)} with {noun}"
        phrase = fit.noun(f"{article(whole)} {whole}", "", before, "", keep_the=True)
        return Phrase(phrase.text, phrase.take_before, sufferer.end())
    if held and kind in HELD_TYPES:
        return fit.quality(noun, mention.text, before, after)
    if kind == "DISEASE" and _SUFFERED.match(mention.text):
        return Phrase(f"suffered {noun}")
    if kind in COMPOUND_TYPES:
        return fit.compound(noun, before, after)
    if kind == "EDUCATION" and _LEARNER.search(mention.text):
        return fit.noun(f"someone with {noun}", mention.text, before, after, keep_the=False)
    if kind == "FAMILY" and noun in _ONE_OF_KIN and not _PLURAL_KIN.search(mention.text):
        one = _ONE_OF_KIN[noun]
        return fit.noun(f"a {one}", mention.text, before, after, keep_the=True)
    return None


def _removed_role(words: Mapping[str, str], before: str, fit: EnglishFitting) -> Phrase | None:
    """Of a role that is told nothing of, "as a ..." is left out, and somebody's own is a contact; None elsewhere."""
    if "owned" not in words:
        return None
    role = _AS_ROLE.search(before)
    if role is not None:
        return Phrase("", len(role.group(1)))
    return Phrase(words["owned"]) if last_word(before)[0] in fit.possessives.keys() | fit.possessives.values() else None


def _deed(noun: str, mention: Mention, before: str) -> Phrase | None:
    """An offence told as a verb: "was caught [shoplifting]", "I [shoplifted]"; None where it is a noun."""
    word, _ = last_word(before.replace("’", "'"))
    said = mention.text.split()[0].lower() if mention.text.split() else ""
    if mention.text.lower().endswith("ing") and word in _DOING:
        return Phrase(f"committing {noun}")
    if word in _DOERS and (said.endswith("ed") or said in _DONE):
        return Phrase(f"committed {noun}")
    return None


def _marital(noun: str, mention: Mention, before: str, after: str, fit: EnglishFitting) -> Phrase | None:
    if _COUNTED_PERSON.match(after):
        return fit.without_adjective(before, after)
    word, width = last_word(before)
    if word in _GOT:
        return Phrase(f"{_GOT[word]} a change in family status", width)
    if _PERSON_BY_STATUS.search(mention.text):
        return fit.noun(f"someone {noun}", mention.text, before, after, keep_the=False)
    return None


def _belief(noun: str, mention: Mention, before: str, after: str, fit: EnglishFitting) -> Phrase | None:
    plainly = noun.endswith(("faith", "religion")) and "certain" not in noun
    if _NOUN_AFTER.match(after):
        if plainly:
            return fit.noun("a religious", mention.text, before, after, keep_the=True)
        return fit.without_adjective(before, after)
    if _BELIEVERS.search(mention.text) and last_word(before)[0] not in ("a", "an"):
        return Phrase(f"followers of {noun}")
    if _AS_NOUN.search(before) is not None:
        return fit.noun(f"a follower of {noun}", mention.text, before, after, keep_the=True)
    if mention.form != "adjective" or last_word(before)[0] in _TOWARDS:
        return None
    return Phrase("religious" if plainly else f"of {noun}")


@dataclass(frozen=True, slots=True)
class ChineseStatus:
    """`joining`: lists of resources/hierarchies/chinese.toml. Pure."""

    joining: Mapping[str, tuple[str, ...]]

    def fit(self, words: Mapping[str, str], mention: Mention, before: str, after: str) -> str:
        """The noun phrase of a node in the form that the sentence asks for."""
        text, kind, said = words["noun"], mention.type_id, self.joining
        if kind == "SEX" and len(mention.text) == 1 and _PERSON_ZH.match(after):
            return ""
        if kind == "SEX" and mention.text.endswith(_CHILD_ZH):
            return "孩子"
        if kind == "OCCUPATION":
            return self._occupation(words, mention, before, after)
        if "is" in words and before.endswith(("是", "为", "系")):
            return words["is"]
        if kind == "ETHNICITY" and text.endswith("民族") and before.endswith(("是", "为", "系")):
            return f"{text}的人"
        if kind == "CHARGE":
            return self._offence(text, mention, before, after)
        if kind == "RELIGION":
            if before.endswith(("是", "为")):
                return f"有{text}的人"
            held = after.startswith("的") or (mention.text.startswith("信") and not before.endswith("有"))
            return f"有{text}" if held else text
        if kind == "MARITAL_STATUS":
            return self._status(text, mention, before, after)
        if kind == "EDUCATION" and after.startswith(said["graduates"]):
            return ""
        if kind == "EDUCATION" and mention.text.endswith(said["graduates"]):
            return mention.text[-len(said["graduates"][0]) :]
        if kind == "EDUCATION" and mention.text.endswith("生"):
            return "在读人员"
        if kind == "EDUCATION" and _GRADE.fullmatch(mention.text) and not before.endswith(said["studies"]):
            return "在读"
        if kind == "DEPARTMENT" and after.startswith(said["staff"]) and text.startswith("某个"):
            return ""
        if kind == "EDUCATION" and before.endswith(said["studies"]):
            return "学" if before.endswith("上") else "书"
        if kind == "DISEASE":
            return self._illness(text, mention, before, after)
        if kind == "ALLERGY" and "不耐受" in mention.text:
            return f"{text}不耐受" if before.endswith("对") else f"对{text}不耐受"
        if kind == "ALLERGY" and "过敏" in mention.text:
            return f"{text}{mention.text[mention.text.index('过敏') :]}"
        done = _DONE_ZH.match(mention.text) if kind == "SURGERY" else None
        if done is not None:
            return f"{'做了' if done.group() in _PUT_IN else done.group()}{text}"
        if kind == "SURGERY" and _CUT_ZH.match(mention.text) and not before.endswith(("做", "过", "了", "的", "行")):
            return f"做{text}"
        if kind == "SURGERY" and before.endswith(said["inserted"]):
            return "某种医疗器械"
        if kind == "FAMILY" and before.endswith(("是", "作为")):
            return "家里的一员"
        if kind == "FAMILY" and mention.text.startswith("一家"):
            return "一家人"
        if kind == "FINANCIAL_PRODUCT" and before.endswith(said["money_ends"]):
            return "的" + re.sub(r"^一[项笔份张]", "", text)
        if text.startswith("一起") and not before.endswith(said["takes_case"]):
            return text.removeprefix("一起")
        return text

    def _occupation(self, words: Mapping[str, str], mention: Mention, before: str, after: str) -> str:
        text, said = words["noun"], self.joining
        if mention.text in ("退休", "离休", "退伍", "下岗") and before.endswith(said["leaves"]):
            return "离开工作岗位"
        if mention.text in ("退休", "离休") and after.startswith(said["left_work"]):
            return "离开工作岗位"
        if mention.text in ("失业", "待业", "下岗", "无业") and after.startswith(said["left_work"]):
            return "离开工作岗位"
        if after.startswith(said["service_after"]):
            return f"{text.removesuffix(_WORKER)}服务" if text.endswith(_WORKER) else "专业服务"
        if after.startswith(("：", ":")):
            return "相关人员"
        if after.startswith("证") and text.endswith("工人"):
            return f"{text}资格"
        if mention.text.startswith("是") and not before.endswith("是"):
            return f"是{text}"
        if mention.text.endswith(_SHOP):
            return "门店" if before.endswith(("小", "大", "新", "家", "间")) else "一家门店"
        if mention.text in _IDLE and before[-1:].isalpha() and not before.endswith(said["counted_after"]):
            return text.removesuffix(_STAFF)
        if mention.text in ("退休", "离休") and re.search(r"从[^，。；]{1,15}$", before):
            return "离开工作岗位"
        if before.endswith(said["works_as"]):
            stem = text.removesuffix(_STAFF).removesuffix(_HANDS).removesuffix("人士").removeprefix("某位")
            if stem.endswith((_WORKER, "工作")):
                return stem.removesuffix("者")
            if stem.endswith("在职"):
                return "某种工作"
            return words.get("work") or (f"{stem}类工作" if stem != text else text)
        if after.startswith("的") and text.endswith(_STAFF):
            return text.removesuffix(_STAFF)
        plain = text.removeprefix("某位")
        if plain != text and before[-1:] and is_ideograph(before[-1]) and before[-1].isalpha():
            return text if before.endswith(said["counted_after"]) else plain
        return text

    def _offence(self, text: str, mention: Mention, before: str, after: str) -> str:
        """An offence as a verb with its object ("在商场[盗窃]手机") becomes a deed that concerns it."""
        said = self.joining
        kind = text.removeprefix("一种").removeprefix("某种").removeprefix("某项").removesuffix("罪名") or "某种"
        named = mention.text.endswith(("罪", "案")) or before.endswith(said["charge_noun"])
        if not named and after.startswith(said["deed_after"]):
            return f"有{kind}违法行为"
        deed = bool(after) and is_ideograph(after[0]) and after[0].isalpha() and not after.startswith(said["no_object"])
        return f"实施{kind}行为，涉及" if deed and not named else text

    def _status(self, text: str, mention: Mention, before: str, after: str) -> str:
        """A change of status is no status: "要[离婚]", "刚[离婚]"; and it may be a mere matter: "[离婚]的条件"."""
        said = self.joining
        if mention.text in ("离婚", "结婚") and (
            after.startswith(said["matter_after"]) or before.endswith(said["matter_before"])
        ):
            return "变动" if before.endswith("婚") else "婚姻变动"
        if before.endswith(said["to_come"]):
            return "改变婚姻状况"
        if before.endswith(said["just_now"]):
            return "经历婚姻变化"
        return f"{text}的人" if before.endswith(("是", "为")) and not after.startswith("的") else text

    def _illness(self, text: str, mention: Mention, before: str, after: str) -> str:
        """A symptom in the place of a verb ("每周[腹泻]") takes one; so does an illness before a person."""
        if after.startswith(self.joining["people"]) and not before.endswith(self.joining["illness_noun"][:8]):
            return f"有{text.removeprefix('有')}的"
        if _BADLY.match(after) and is_ideograph(text[-1:]) and not text.endswith("不适"):
            return f"{text}，难受" if before.endswith(self.joining["illness_noun"]) else f"有{text}，难受"
        verb = mention.text in self.joining["illness_verbs"]
        inside = bool(before[-1:]) and not before.endswith(self.joining["illness_noun"])
        if verb and before.endswith("，") and after.startswith(("，", "。", "了")) and not text.startswith("有"):
            return f"有{text}"
        if not verb or not inside or text.startswith("有"):
            return text
        return f"有{text}" if before.endswith(self.joining["lasting"]) else f"出现{text}"
