"""PERSON in Chinese where a surname and a given name do not say it: nicknames, aliases, mixed and minority names.

Each form stands by its frame (绰号"…", 我同事叫…, speakers of a chat), never by the characters of the name alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate, TextView
from core.extract.explicit.chinese_words import Segmentation
from core.extract.pattern_needs import Gate, Holdings

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0002fa1f"
_ENDS = r"(?=[,，。、;；:：!！?？()（）\s\"'“”‘’」』】|/]|$)"
_QUOTE = r"[\"'“‘「『]?"
FRAMED = 0.78
"""A frame that only names people."""
DESCRIBED = 0.88
"""A label before and a description after: even a long name is whole."""
LIKELY = 0.68
"""A frame that may name something else."""
_NO_NAME_END = frozenset("的了过着吗呢吧啊")
_Found = tuple[int, int, float, str]


class FramedNames:
    """Compiled once from the word lists of `person_zh.toml`."""

    # Long: a list of patterns with what each finds; nothing branches.
    def __init__(self, data: Mapping[str, Any], surnames: frozenset[str], given: frozenset[str], gate: Gate) -> None:
        """`surnames` of all lengths; `given`: characters usual in given names; `gate`: shared by scans."""
        singles = "".join(sorted(item for item in surnames if len(item) == 1))
        family = f"(?:{_any(item for item in surnames if len(item) > 1)}|[{singles}])"
        relations = _any(data["relations"])
        self._given, self._singles = given, frozenset(singles)
        self._known = self._given | self._singles
        self._not_names = frozenset(data["not_names"]) | frozenset(data["not_nicknames"])
        self._nick = frozenset(data["nick_heads"])
        self._speaker_words = frozenset(data["not_speakers"])
        self._gate = gate
        self._families = frozenset(item for item in surnames if len(item) > 1)
        self._no_start = tuple(data["counted_people"])
        self._nobody = tuple(data["ends_of_no_name"])
        self._people = tuple(data["ends_of_people"])
        self._roles = frozenset((*data["strong_before"], *data["titles"], *data["relations"]))
        self._framed: tuple[tuple[re.Pattern[str], float], ...] = (
            # 我同事叫高兴: after such a frame a name may be any word.
            (
                re.compile(
                    rf"(?:{relations})(?:的?名字|大名|全名)?(?:就?叫做?|名叫|名为|叫作|是叫){_QUOTE}([{_HAN}·]{{2,4}}){_ENDS}"
                ),
                FRAMED,
            ),
            (re.compile(rf"(?:{_any(data['aliases'])})(?:是|为|叫|:|：)?[ ]?{_QUOTE}([{_HAN}]{{2,6}}){_ENDS}"), FRAMED),
            (
                re.compile(
                    rf"(?:(?<=[,，。、\s])|本人|我|他|她|客户|患者|对方|免贵|老板|是|{relations}|{_any(data['posts'])}|{_any(data['surname_of'])})姓({family}){_ENDS}"
                ),
                LIKELY,
            ),
            (re.compile(rf"(?<![A-Za-z0-9'’])([A-Z][a-z]{{1,14}}[ ]?{family})(?![{_HAN}A-Za-z])"), FRAMED),
            (re.compile(rf"(?<![A-Za-z0-9'’{_HAN}])({family}[ ]?[A-Z][a-z]{{2,14}})(?![{_HAN}A-Za-z])"), LIKELY),
            (
                re.compile(
                    rf"(?<![A-Za-z])(?:Dr|Mr|Mrs|Ms|Miss|Prof|Professor|Doctor|Dear|Hi|Hello)\.? ?"
                    rf"({family}[{_HAN}]{{0,2}})(?![{_HAN}A-Za-z])"
                ),
                FRAMED,
            ),
            # 孙秀英伙同高兴从...: in a record of a court a name may be any word here.
            (
                re.compile(
                    rf"(?:伙同|整理人[:：]|记录人[:：]|经手人[:：])([{_HAN}]{{2,3}}?)(?=[从在将到以对把向于采用多,，、等。]|$)"
                ),
                FRAMED,
            ),
            # *秀兰, **国
            (
                re.compile(rf"(?<![A-Za-z0-9*{singles}])(?<!\d )([*＊]{{1,2}}[{_HAN}]{{1,2}})(?![{_HAN}*A-Za-z0-9])"),
                LIKELY,
            ),
            # 患者乌兰其其格,蒙古族: four characters and more only where description follows.
            (
                re.compile(
                    rf"(?:{_any(data['described'])})[:： ]?([{_HAN}]{{2,9}}?)(?=[,，、(（]\s?(?:男|女"
                    rf"|\d{{1,3}}岁|[{_HAN}]{{1,5}}族"
                    rf"|[一二三四五六七八九十]{{1,3}}岁|身份证|公民身份|证件|护照|住院号|门诊号|病历号|性别|年龄|出生|电话|手机|工号|学号"
                    r"|19\d\d年|20\d\d年))"
                ),
                DESCRIBED,
            ),
            (
                re.compile(rf"(?:姓名|名字|真实姓名|患者姓名|客户姓名)[ ]?[:：=][ ]?([{_HAN}]{{2,15}}){_ENDS}"),
                DESCRIBED,
            ),
        )
        heads = "".join(sorted(self._nick))
        self._nickname = re.compile(rf"(?<![{_HAN}A-Za-z0-9])[{heads}][{_HAN}](?:[哥姐叔姨嫂弟妹])?")
        self._inner = re.compile(rf"(?<=[和跟给叫找让请陪替问约把被对与])[{heads}][{_HAN}](?:[哥姐叔姨嫂弟妹])?")
        self._related = re.compile(
            rf"(?:{relations}|{_any(data['posts'])})([{heads}][{_HAN}](?:[哥姐叔姨嫂弟妹])?|([{_HAN}])\2)"
        )
        self._not_doubled = frozenset(data["not_doubled"])
        self._goes_on = re.compile(rf"(?:{_any(data['after_nickname'])})|(?![{_HAN}A-Za-z0-9(（]).|$", re.DOTALL)
        self._speaker = re.compile(
            rf"(?:^|(?<=\n))[ \t>]*(?P<time>[\[(【]?\d{{1,2}}:\d{{2}}(?::\d{{2}})?[\])】]?[ \t]*)?"
            rf"(?P<name>[{_HAN}]{{2,4}}|[A-Z][a-z]{{1,14}})(?:[ \t]*[:：])(?![/\\])"
        )

    def find(self, view: TextView, segmentation: Segmentation) -> Iterator[_Found]:
        """Spans with score and the name of the form."""
        text = view.text
        holdings = self._gate.holdings(text, view.lower)
        for pattern, score in self._framed:
            if not self._gate.may_match(pattern, holdings):
                continue
            for match in pattern.finditer(text):
                if match[1][-1] in _NO_NAME_END:
                    continue
                if score != DESCRIBED or self._may_name(match.span(1), match[1], segmentation):
                    yield (*match.span(1), score, "framed")
        yield from self._nicknames(text, segmentation, holdings)
        yield from self._speakers(text, segmentation)

    def _may_name(self, span: tuple[int, int], words: str, segmentation: Segmentation) -> bool:
        """Whether words between a label and a description look like a name: 我是[招商银行的客户], [于都人] do not."""
        if "的" in words or words.startswith(self._no_start) or words in self._roles:
            return False
        if span in segmentation.names or words[0] in self._singles or words[:2] in self._families:
            of_a_place = words.endswith("人") and (span[0], span[1] - 1) in segmentation.places
            return not of_a_place and not words.endswith(self._nobody)
        return not words.endswith((*self._nobody, *self._people))

    def _nicknames(self, text: str, segmentation: Segmentation, holdings: Holdings) -> Iterator[_Found]:
        for start, end in segmentation.names:
            nick = end - start == 2 and text[start] in self._nick and text[start:end] not in self._not_names
            if nick and self._goes_on.match(text, end):
                yield start, end, LIKELY, "nickname"
        yield from self._of_relations(text, segmentation, holdings)
        if self._nick.isdisjoint(text):
            return
        for pattern in (self._nickname, self._inner):
            if not self._gate.may_match(pattern, holdings):
                continue
            for match in pattern.finditer(text):
                start, end = match.span()
                core = match.group()[:2]
                if core in self._not_names or match.group() in self._not_names:
                    continue
                if any(
                    (start, stop) in segmentation.words and (start, stop) not in segmentation.names
                    for stop in range(start + 2, min(start + 5, len(text) + 1))
                ):
                    continue
                if core[1] not in self._given and core[1] not in self._singles:
                    continue
                if not self._goes_on.match(text, end):
                    continue
                yield start, end, LIKELY, "nickname"

    def _of_relations(self, text: str, segmentation: Segmentation, holdings: Holdings) -> Iterator[_Found]:
        """Right after a relation or a post any nickname names: 同事[小美], 闺蜜[婷婷], 前台[小林]."""
        if not self._gate.may_match(self._related, holdings):
            return
        for match in self._related.finditer(text):
            start, end = match.span(1)
            name = match[1]
            if name in self._not_names or name[:2] in self._not_doubled or not self._known.issuperset(name[1:2]):
                continue
            inside = any((start, stop) in segmentation.words for stop in range(start + 2, start + 5))
            if match[2] is None and inside and (start, end) not in segmentation.names:
                continue
            if end in segmentation.borders:
                yield start, end, FRAMED, "nickname"

    def _speakers(self, text: str, segmentation: Segmentation) -> Iterator[_Found]:
        """Who speaks in a pasted chat: at least two different names before a colon, at the start of lines."""
        if text.count(":") + text.count("：") < 2:
            return
        turns = [match for match in self._speaker.finditer(text) if match["name"] not in self._speaker_words]
        for match in turns:
            name = match["name"]
            timed = match["time"] is not None
            if name in self._roles or (match.span("name") in segmentation.words and not timed):
                continue
            called = name[0] in self._nick or (len(name) == 2 and name[0] == name[1])
            if timed or (called and len(name) <= 3):
                yield (*match.span("name"), LIKELY, "speaker")


def _any(words: Any) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


def candidates(found: Iterator[_Found], text: str) -> Iterator[Candidate]:
    """The spans as candidates, the name without quotes and spaces around it as value."""
    for start, end, score, form in found:
        yield Candidate(start, end, "PERSON", text[start:end], score, Layer.LEXICON, f"names_zh.{form}", score)
