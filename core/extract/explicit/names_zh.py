"""PERSON in Chinese text: surname, given name, and what stands around them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate, TextView
from core.extract.explicit.chinese_words import ChineseWords, Segmentation
from core.extract.explicit.lexicons import read_lines
from core.extract.explicit.names_zh_forms import FramedNames, candidates
from core.extract.pattern_needs import Gate
from core.resources import read_toml

_IDEOGRAPH = "\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0002fa1f"
_IS_IDEOGRAPH = re.compile(f"[{_IDEOGRAPH}]")
_GIVEN = re.compile(f"[{_IDEOGRAPH}]{{1,2}}")
_DOTTED = re.compile(rf"[{_IDEOGRAPH}]{{1,8}}(?:[·•‧・][{_IDEOGRAPH}]{{1,8}}){{1,4}}")
_GAP = re.compile(r"[\s:=,、/(\"'“‘\[【<《*-]{1,4}$|(?:[::]|是|为|叫|名叫|叫做)\s?$")
_BREAK = frozenset(" \t\n,。、;:!?()[]{}<>《》【】“”\"'‘’/|*~…-+=@#&")
_PLACE_ENDING = frozenset("店庙楼村寺塔湖河路街区县镇园馆院宫桥站门口坊居鱼肉鸡鸭菜面汤饭酒茶糕饼")
_NEVER_ALONE = frozenset("小大老新上下中一个")
_MEASURES = frozenset("封张段支连车项台家部门")
_COUNTED = frozenset("这那一两二三四五六七八九十几每各该首某上下")
"""这封信, 几张纸: a measure word after a numeral is no surname."""
_HOUSES = frozenset("夏商周秦齐晋楚燕赵魏韩汉蜀吴宋梁陈隋唐辽金元明清鲁卫郑曹蔡越")
_RULERS = frozenset("公王帝宗祖侯后")
_NOBODY = ("族", "中心", "部门", "客服", "公司", "团队", "热线", "银行", "医院", "学校", "法院", "同学们", "各位")
_DOTS = frozenset("·•‧・")
_FUNCTION = frozenset("的了在是说住和与把被将给向对就也都不要想我你他她您这那有没去来到从为因于")
_BRANCH = re.compile(r"\([^()]{1,12}(?:店|馆|院|部|厅|区)\)")
PLACE_REACH = 14
"""Code points after a name within which the end of an organisation's name is looked for."""
SURE_WHOLE = 0.7
"""Score from which a name is not shortened to a name inside it."""
LABELLED_NAME = re.compile(
    rf"(?:姓名|名字|收件人|收货人|联系人|寄件人|户名|持卡人|患者姓名|真实姓名)[ ]?[:=][ ]?([{_IDEOGRAPH}]{{2,4}})"
    rf"(?![{_IDEOGRAPH}·])"
)
INTRODUCED = re.compile(
    rf"(?<![帮给替为])(?:我叫|本人叫|名字叫|我名字是|我的名字是)[ ]?([{_IDEOGRAPH}]{{2,4}}?)"
    r"(?=[,。、;!?\s(]|$|今年|来自|是一|住在|电话|手机)"
)


@dataclass(frozen=True, slots=True)
class _Weights:
    """How much each kind of evidence counts."""

    given_all: float = 0.2
    given_some: float = 0.08
    given_none: float = -0.15
    edge: float = 0.15
    strong_before: float = 0.35
    named: float = 0.05
    place_tag: float = -0.4
    place_ending: float = -0.3
    dotted_neighbour: float = -0.4
    weak_before: float = 0.12
    title: float = 0.35
    strong_after: float = 0.18
    tagged: float = 0.15
    word: float = -0.5
    cut_word: float = -0.45
    not_name: float = -0.45
    not_name_head: float = -0.15
    inside_word: float = -0.3
    compound_bonus: float = 0.1
    part_of_place: float = -0.4
    word_like_surname: float = 0.15
    doubtful_surname: float = 0.26


class ChineseNames:
    """PERSON with the name without spaces as value; a name before a title keeps the title outside the span."""

    id = "names_zh"
    layer = Layer.LEXICON

    def __init__(self, root: Path, gate: Gate | None = None) -> None:
        self._surnames: dict[str, float] = {}
        for line in read_lines(root, "surnames_zh.txt"):
            surname, _, weight = line.partition("\t")
            self._surnames[surname] = float(weight)
        self._given = frozenset("".join(read_lines(root, "given_chars_zh.txt")))
        data = read_toml(root / "lexicons" / "person_zh.toml")
        self._strong_before = _suffix_pattern(data["strong_before"])
        self._weak_before = _suffix_pattern(data["weak_before"])
        self._titles = _prefix_pattern(data["titles"])
        self._strong_after = _prefix_pattern(data["strong_after"])
        self._not_names = frozenset(data["not_names"])
        self._place_after = re.compile("|".join(sorted(data["place_after"], key=len, reverse=True)))
        self._transliteration = frozenset(data["transliteration"])
        singles = "".join(surname for surname in self._surnames if len(surname) == 1)
        compounds = "|".join(sorted((item for item in self._surnames if len(item) > 1), key=len, reverse=True))
        self._start = re.compile(f"(?:{compounds})|[{singles}]")
        title_words = "|".join(sorted((word for word in data["titles"] if len(word) > 1), key=len, reverse=True))
        self._called = re.compile(
            f"(?:{compounds}|[{singles}])(?:{title_words}|总(?![是会要能共在之有结体算公理店部量数裁监经]))"
        )
        self._court = re.compile(
            f"(?:{compounds}|[{singles}])某(?:某|甲|乙|丙|丁|[A-Z1-9]|[{_IDEOGRAPH}](?=[,。、;(\\s]))?[甲乙丙丁1-9]?"
        )
        self._masked = re.compile(
            f"(?:{compounds}|[{singles}])[*×xX○]{{1,2}}[{_IDEOGRAPH}]?(?![{_IDEOGRAPH}A-Za-z0-9])"
        )
        name = f"((?:{compounds}|[{singles}])[{_IDEOGRAPH}]{{1,2}})"
        self._described = (
            # A name may be an ordinary word where age or sex follow, or where somebody acts for somebody.
            re.compile(
                rf"(?:^|[\n。;,(、:\s]|我|父亲|母亲){name}[,(、]\s?(?:[男女][,、]\s?)?"
                r"(?:今年|现年)?(?:\d{1,3}|[一二三四五六七八九十]{1,4})(?:周?岁)"
            ),
            re.compile(
                rf"(?:旅客|乘客|学生|患者|病人|客户|会员|员工|考生|住客|被保险人|投保人|申请人|持卡人){name}(?=[,、(]\s?"
                r"(?:\d|学号|护照|身份证|电话|手机|工号|卡号|男|女|证件|病历|联系))"
            ),
            re.compile(rf"(?:^|[\n。;]){name}[,(]\s?(?:电话|手机|身份证|微信|邮箱|男[,、]|女[,、]|工号|学号|住址)"),
            re.compile(rf"受{name}的?委托"),
            re.compile(
                rf"(?:父亲|母亲|爸爸|妈妈|丈夫|妻子|老公|老婆|儿子|女儿|爱人|客户){name}(?=咨询|预约|申请|办理|挂号)"
            ),
        )
        self._open = self._described[:1] + self._described[2:3]
        self._gate = gate or Gate()
        self._framed = FramedNames(data, frozenset(self._surnames), self._given, self._gate)
        self._words = ChineseWords()
        self._weights = _Weights()
        self._roles = frozenset((*data["strong_before"], *data["titles"], *data["relations"]))
        self._of_projects = re.compile(rf"[\"'”’」』》](?:{'|'.join(data['after_project'])})")

    def find(self, view: TextView) -> Iterator[Candidate]:
        """Candidates of all forms; overlaps are for the cascade to resolve."""
        if _IS_IDEOGRAPH.search(view.text) is not None:
            yield from _without_tails(list(self._found(view)))

    def _found(self, view: TextView) -> Iterator[Candidate]:
        text = view.text
        segmentation = self._words.segment(text)
        yield from self._full_names(text, segmentation)
        yield from self._with_title(text, segmentation)
        if not _DOTS.isdisjoint(text):
            yield from self._dotted(text)
        yield from candidates(self._framed.find(view, segmentation), text)
        holdings = self._gate.holdings(text, view.lower)
        for pattern, score, form in ((self._court, 0.82, "names_zh.court"), (self._masked, 0.6, "names_zh.masked")):
            if self._gate.may_match(pattern, holdings):
                for match in pattern.finditer(text):
                    yield _person(match.start(), match.end(), match.group(), score, form)
        for pattern in (*self._described, LABELLED_NAME, INTRODUCED):
            if not self._gate.may_match(pattern, holdings):
                continue
            for match in pattern.finditer(text):
                if not match[1].endswith(_NOBODY) and not (
                    pattern in self._open and self._is_mere_word(match, segmentation)
                ):
                    yield _person(match.start(1), match.end(1), match[1], 0.8, "names_zh.labelled")

    def _is_mere_word(self, match: re.Match[str], segmentation: Segmentation) -> bool:
        """可以,电话是多少: in a frame without a label a word-like surname says nothing."""
        surname = self._start.match(match[1])
        prior = self._surnames.get(surname.group(), 1.0) if surname else 1.0
        return prior <= self._weights.word_like_surname and match.span(1) not in segmentation.names

    def _full_names(self, text: str, segmentation: Segmentation) -> Iterator[Candidate]:
        for match in self._start.finditer(text):
            start, surname = match.start(), match.group()
            after = _GIVEN.match(text, match.end())
            if after is None:
                continue
            before = self._before(text, start)
            inside = 0.0 if start in segmentation.borders else self._weights.inside_word
            best: tuple[float, int] | None = None
            for length in (2, 1):
                end = match.end() + length
                if end > after.end():
                    continue
                given = text[match.end() : end]
                score = inside + self._score(text, start, end, surname, given, before, segmentation)
                if best is None or score > best[0] + 1e-9:
                    best = (score, end)
            if best is not None and best[0] > 0:
                yield _person(start, best[1], text[start : best[1]], min(best[0], 0.95), "names_zh.full")

    # Long: one sum of evidence, each line of which reads the same eight values; in parts it would only pass them on.
    def _score(  # noqa: C901 - as above: every branch is one piece of evidence
        self, text: str, start: int, end: int, surname: str, given: str, before: float, segmentation: Segmentation
    ) -> float:
        weights = self._weights
        if surname in _MEASURES and text[max(0, start - 1) : start] in _COUNTED:
            return 0.0
        score = self._surnames[surname] + before
        if len(surname) > 1:
            score += weights.compound_bonus
        plausible = sum(char in self._given for char in given)
        if given in _NEVER_ALONE or (before < weights.strong_before and _COUNTED.issuperset(given)):
            return 0.0
        if surname in _HOUSES and given[-1] in _RULERS and before < weights.strong_before:
            # 秦孝公, 汉武帝: a ruler of history.
            return 0.0
        if plausible == len(given):
            score += weights.given_all
        else:
            score += weights.given_some if plausible and given[-1] in self._given else weights.given_none
        after = self._after(text, end)
        score += after
        span = (start, end)
        name = text[start:end]
        if self._titles.match(text, end - 1) and text[end - 1 : end + 1] in self._roles and len(given) > 0:
            # 赵[阿姨]: the last character opens the title.
            return 0.0
        if (len(given) > 1 and self._place_after.fullmatch(given)) or (name[:2] in self._roles and end > start + 2):
            # 仙[林大道], [房东赵]阿姨
            return 0.0
        wordlike = self._surnames[surname] <= weights.word_like_surname
        if wordlike and (start + len(surname), end) in segmentation.words and span not in segmentation.names:
            # 有过敏, 但现在: what follows is a word of its own.
            return 0.0
        if given[-1] in _FUNCTION and (start, end - 1) in segmentation.words:
            return 0.0
        if self._surnames[surname] <= weights.word_like_surname and before <= weights.strong_before:
            # 那门票, 元之间, 时长: such a character is a surname only where somebody is being named.
            tagged = span in segmentation.names and before >= weights.edge and after >= weights.edge
            if not tagged:
                return 0.0
        if self._surnames[surname] <= weights.doubtful_surname and plausible < len(given) and before + after < 0.3:
            return 0.0
        if before < weights.strong_before and self._part_of_place(text, end):
            score += weights.part_of_place
        if span in segmentation.places:
            score += weights.place_tag
        if given[-1] in _PLACE_ENDING and before < weights.strong_before:
            score += weights.place_ending
        if text[end : end + 1] in _DOTS or text[max(0, start - 1) : start] in _DOTS:
            score += weights.dotted_neighbour
        if span in segmentation.names:
            score += weights.tagged
        elif span in segmentation.words:
            score += weights.word
        if end not in segmentation.borders:
            score += weights.cut_word
        if name in self._not_names or (name[:2] in self._not_names and plausible < len(given)):
            score += weights.not_name
        elif name[:2] in self._not_names:
            # 孙子轩, 王子涵: the head is a word, yet all of it may be a name.
            score += weights.not_name_head
        return score

    def _part_of_place(self, text: str, end: int) -> bool:
        """True where a place or an organisation ends a few characters further on, with no break between."""
        tail = text[end : end + PLACE_REACH]
        for index, char in enumerate(tail):
            if char == "(":
                return _BRANCH.match(tail, index) is not None
            if _IS_IDEOGRAPH.match(char) is None or char in _FUNCTION:
                return False
            if self._place_after.match(tail, index):
                return True
        return False

    def _before(self, text: str, start: int) -> float:
        head = text[max(0, start - 12) : start]
        gap = _GAP.search(head)
        trimmed = head[: gap.start()] if gap else head
        if trimmed and self._strong_before.search(trimmed):
            named = gap is not None and gap.group().strip() != ""
            return self._weights.strong_before + (self._weights.named if named else 0.0)
        if not head or head[-1] in _BREAK or (head[-1].isalpha() and _IS_IDEOGRAPH.match(head[-1]) is None):
            return self._weights.edge
        if head[-1].isdigit():
            # After a long number (a telephone, a card) a name may start; after a short one stands its unit.
            return self._weights.edge if head[-6:].isdigit() else 0.0
        return self._weights.weak_before if self._weak_before.search(head) else 0.0

    def _after(self, text: str, end: int) -> float:
        tail = text[end : end + 8]
        if not tail or tail[0] in _BREAK or _IS_IDEOGRAPH.match(tail[0]) is None:
            tail = tail.lstrip(" :,(")
            return self._weights.edge + (0.08 if self._strong_after.match(tail) else 0.0)
        if self._of_projects.match(tail):
            return self._weights.not_name
        if self._titles.match(tail):
            return self._weights.title
        return self._weights.strong_after if self._strong_after.match(tail) else 0.0

    def _with_title(self, text: str, segmentation: Segmentation) -> Iterator[Candidate]:
        for match in self._called.finditer(text):
            start = match.start()
            if start not in segmentation.borders and self._before(text, start) < self._weights.strong_before:
                continue
            if (start, start + 2) in segmentation.words or match.group() in self._not_names:
                continue
            if self._surnames.get(text[start], 1.0) <= self._weights.word_like_surname:
                continue
            if self._part_of_place(text, match.end()):
                continue
            yield _person(start, match.end(), match.group(), 0.72, "names_zh.title")

    def _dotted(self, text: str) -> Iterator[Candidate]:
        """Names with a middle dot: every part in the characters that transliterate names."""
        for match in _DOTTED.finditer(text):
            start = match.start()
            strong = self._strong_before.search(text[max(0, start - 12) : start].rstrip(" :")) is not None
            head = re.split("[·•‧・]", match.group())[0]
            # Words before the name (我叫, 患者) are cut off at the last character that no name is written with.
            cut = max((index + 1 for index, char in enumerate(head) if char not in self._transliteration), default=0)
            start += cut
            end = match.end()
            tail_start = text.rfind("·", start, end) + 1 or end
            while end > tail_start and text[end - 1] not in self._transliteration:
                end -= 1
            body = text[start:end]
            plain = all(char in self._transliteration or _IS_IDEOGRAPH.match(char) is None for char in body)
            if len(body) >= 4 and start < match.start() + len(head) and end > tail_start and (plain or strong):
                yield _person(start, end, body, 0.78, "names_zh.dotted")


def _suffix_pattern(words: list[str]) -> re.Pattern[str]:
    return re.compile("(?:" + "|".join(map(re.escape, sorted(words, key=len, reverse=True))) + ")$")


def _prefix_pattern(words: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, sorted(words, key=len, reverse=True))))


def _person(start: int, end: int, surface: str, score: float, recognizer: str) -> Candidate:
    return Candidate(start, end, "PERSON", surface, round(score, 3), Layer.LEXICON, recognizer, round(score, 3))


_FRAMES = ("names_zh.labelled", "names_zh.framed", "names_zh.court")


def _without_tails(found: list[Candidate]) -> Iterator[Candidate]:
    """Without given names that look like a whole name of their own: 李[卫东]."""
    whole: dict[int, list[Candidate]] = {}
    for item in found:
        if item.recognizer in _FRAMES or (item.recognizer == "names_zh.full" and item.score >= SURE_WHOLE):
            whole.setdefault(item.end, []).append(item)
    for item in found:
        longer = whole.get(item.end, ()) if item.recognizer == "names_zh.full" else ()
        if not any(other.start < item.start and other.start >= item.start - 2 for other in longer):
            yield item
