"""Chinese organisations, venues and places: suffix grammar over divisions of the lexicon."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.explicit.chinese_words import ChineseWords
from core.extract.quasi import forms
from core.extract.quasi.lexicon import Hit, Lexicon
from core.extract.quasi.scan import Scan, candidate
from core.extract.quasi.scores import CERTAIN_TYPE, LIKELY_TYPE, SELF_STANDING
from core.extract.quasi.word_lists import any_of, words

SUFFIX_TYPES = ("COURT", "BANK", "SCHOOL", "HOSPITAL", "LAW_FIRM", "ORGANIZATION", "LANDMARK", "DEPARTMENT", "LOCATION")
SHORT_COURT = 2
"""Code points of 中院 and 高院, which stand after a city or a province of at least as many."""
LONGEST = 24
"""Code points of the longest name before its suffix."""

_BODY = re.compile(r"[\u4e00-\u9fffA-Za-z0-9·（）()]+$")
_LEAD_WORDS = rf"{any_of('zh', 'name_leads')}|\d{{1,4}}[年月日号]"
_LEADS = re.compile(rf".*(?:{_LEAD_WORDS}|{any_of('zh', 'name_lead_letters')})")
_KEEP_LEAD = words("zh", "name_begins")
_GENERIC = re.compile(
    r"(一(?:家|所|个)(?:[\u4e00-\u9fff]{1,8}?)(?:公司|工厂|企业|医院|学校|小学|中学|大学|银行|机构|事务所|"
    r"厂|店|幼儿园|研究所|事业单位|国企|外企|私企|民企|律所|诊所|餐厅|酒店|超市))(?:里|"
    r"内)?(?=[做当任工上打负的，,。担干实就从])"
)
_TEACHING = re.compile(r"[\u4e00-\u9fff]{2,10}(?:大学|学院|医学院|研究院)附属[\u4e00-\u9fff]{0,8}医院")
_ALSO_FIRST_LETTERS = "和向对由与同从"
_TOWARDS = re.compile(r"(?:飞往|前往|开往|去|到|往|至|抵达|飞|赴|在|从|离开|途经|来自|回|游|住|玩转|目的地[:：]?)\s*$")
_PREFIXES = re.compile(
    rf"^(?:{any_of('zh', 'name_nothing')}|{any_of('zh', 'here')}?{any_of('zh', 'goes_to')}|"
    r"[一二两三四五六七八九十几\d]{1,3}[家个张所间座份])?(?:的)?$"
)


@dataclass(frozen=True, slots=True)
class ChineseNameDetector:
    """`suffixes`: hits of the `suffix.<TYPE>` groups make a name out of what stands before them."""

    divisions: frozenset[str]
    words: ChineseWords
    acts: frozenset[str]

    @classmethod
    def create(cls, lexicon: Lexicon) -> ChineseNameDetector:
        """Names of divisions and countries from the LOCATION group."""
        divisions = frozenset(term for term in lexicon.terms("LOCATION") if not term.isascii())
        return cls(divisions, ChineseWords(), frozenset(lexicon.terms("prose.act")))

    def detect(self, scan: Scan) -> Iterator[Candidate]:
        """Named organisations, venues and places of the segment."""
        divisions = [hit for hit in scan.group("LOCATION") if not hit.term.surface.isascii()]
        for kind in SUFFIX_TYPES:
            for hit in scan.group(f"suffix.{kind}"):
                found = self._named(scan, hit, kind, divisions)
                if found is not None:
                    yield found
        yield from _firms(scan, divisions)
        yield from self._districts(scan, divisions)
        yield from self._short_districts(scan)
        yield from _short_hospitals(scan)
        for match in scan.zh(_TEACHING):
            start = _after_lead(scan.text, match.start(), match.end() - 4, None)
            span = (start, match.end())
            if span[1] - span[0] > 6:
                yield candidate(
                    span, "HOSPITAL", scan.lower[start : match.end()], CERTAIN_TYPE, "name.suffix", forms.ZH
                )
        for match in scan.zh(_GENERIC):
            yield candidate(match.span(1), "ORGANIZATION", match.group(1), LIKELY_TYPE, "name.generic", forms.GENERIC)
        yield from _places(scan)

    def _named(self, scan: Scan, hit: Hit, kind: str, divisions: list[Hit]) -> Candidate | None:
        window = scan.text[max(0, hit.start - LONGEST) : hit.start]
        if kind == "ORGANIZATION" and window.endswith("律师"):
            return None
        if kind == "SCHOOL" and window.endswith("之"):
            return None  # 百分之三中
        body_match = _BODY.search(window)
        if not body_match:
            return None
        start = _after_open_bracket(scan.text, hit.start - len(body_match.group()), hit.start)
        start = _after_aside(scan.text, start, hit.start, divisions)
        words = self.words.segment(scan.text[start : hit.end])
        single = _leading(words.tagged, words.borders, start)
        lead = _after_lead(scan.text, start, hit.start, single)
        # Of a one-letter rest nothing would be left to name: 正和律师事务所.
        if kind == "LAW_FIRM" and hit.start - lead < 2 and scan.text[lead - 1 : lead] in _ALSO_FIRST_LETTERS:
            lead = _after_lead(scan.text, start, hit.start - 1, single)
        start = _not_inside(scan.text, start, lead, hit.start, single)
        known = [item for item in scan.group(kind) if item.start < start < item.end <= hit.end]
        start = min((item.start for item in known), default=start)
        inside = [division for division in divisions if division.start >= start and division.end <= hit.end]
        if (
            inside
            and 0 <= inside[0].start - start <= 4
            and scan.text[inside[0].start - 1 : inside[0].start] not in "（("
            and not _NAMED_HEAD.search(scan.text, start, inside[0].start)
        ):
            start = inside[0].start
        body = scan.text[start : hit.start].lstrip("0123456789()（）·")
        start = hit.start - len(body)
        if _PREFIXES.match(body):
            return None
        if kind == "LOCATION" and len(body) > 5:
            return None
        if kind == "COURT" and len(hit.term.surface) == SHORT_COURT and len(body) < SHORT_COURT:
            return None  # 集中院系
        if kind in _ACTED_ON and (_ONE_VERB.fullmatch(body) or self._is_act(body)):
            return None
        ward = _BRANCH_AFTER.match(scan.text, hit.end) if kind in _WITH_BRANCH else None
        span = (start, ward.end() if ward else hit.end)
        score = CERTAIN_TYPE if len(hit.term.surface) > 1 else LIKELY_TYPE
        return candidate(span, kind, scan.lower[span[0] : span[1]], score, "name.suffix", forms.ZH)

    def _districts(self, scan: Scan, divisions: list[Hit]) -> Iterator[Candidate]:
        """沈阳[铁西]: a district without its 区 right after its city."""
        for division in divisions:
            if not division.term.canonical.endswith(_CITY_ENDS):
                continue
            for size in (2, 3):
                word = scan.text[division.end : division.end + size]
                whole = any(word + end in self.divisions for end in "区县市")
                if len(word) < size:
                    break
                if whole and word not in _ALSO_WORDS and scan.text[division.end + size :][:1] not in _DIVISION_ENDS:
                    goes_on = scan.text[division.end + size :][:1] in _GOES_ON
                    span = (division.start, division.end + size + goes_on)
                    value = scan.lower[slice(*span)]
                    yield candidate(span, "LOCATION", value, CERTAIN_TYPE, "name.district", forms.ZH, Layer.LEXICON)

    def _short_districts(self, scan: Scan) -> Iterator[Candidate]:
        """去[上虞]玩, 老家[上虞]: a district without its 区 where somebody goes or comes from."""
        for match in scan.zh(_GOES):
            for size in (3, 2):
                name = match.group(1)[:size]
                if len(name) < size or name in _ALSO_WORDS or not any(name + end in self.divisions for end in "区县市"):
                    continue
                span = (match.start(1), match.start(1) + size)
                around = self.words.segment(scan.text[match.start() : span[1] + DISTRICT_REACH])
                if (span[0] - match.start(), span[1] - match.start()) in around.places:
                    yield candidate(span, "LOCATION", name, CERTAIN_TYPE, "name.district", forms.ZH, Layer.LEXICON)
                    break

    def _is_act(self, body: str) -> bool:
        """分析[法院], 参观[医院]: one verb before the word, and nothing that names."""
        return body in self.acts


_GOES = re.compile(r"(?:前往|来自|老家是?|老家在|家在|住在|搬到|嫁到|回到?|去|到|在)([\u4e00-\u9fff]{2,3})")
DISTRICT_REACH = 6
"""Code points after a district by which its word is told from others."""
_CITY_ENDS = ("省", "市", "州", "盟", "地区")
_ALSO_WORDS = frozenset(words("zh", "district_words"))
"""Names of districts that mostly are words."""
_GOES_ON = frozenset("湖港岛湾")
"""东莞[松山湖]: a district of the same beginning elsewhere is not meant; the place goes on."""
_ACTED_ON = frozenset({"COURT", "HOSPITAL", "ORGANIZATION"})
_ONE_VERB = re.compile("[换找挑选进去来看告开管办停赖催]|告上|状告|应诉")
_WITH_BRANCH = frozenset({"HOSPITAL", "SCHOOL", "LANDMARK", "BANK"})
_BRANCH_AFTER = re.compile(r"\([\u4e00-\u9fff]{1,6}(?:院|院区|校区|分院|分校|店|分店|支行|部)\)")
_NAMED_HEAD = re.compile(r"(?:银行|公司|大学|集团|学院)$")
_FIRM_TAIL = re.compile(
    r"(?=[,、。;:!?)\s的]|$|上班|工作|做|任|当|担任|负责|实习|签|入职|离职|辞职|裁员|欠|拖欠|不给|干了|打工)"
)
_NOT_IN_FIRM = re.compile(
    r"[^\u4e00-\u9fffA-Za-z0-9]|[的了在是和我你他她这那有没不要想去来到从给把被就都也还做搞学买卖]"
)


def _firms(scan: Scan, divisions: list[Hit]) -> Iterator[Candidate]:
    """成都[星河互动]网络科技: a place, a name and a trade, where somebody works or a label stands."""
    ends = {division.end: division for division in divisions}
    for hit in scan.group("prose.firm"):
        if not _FIRM_TAIL.match(scan.lower, hit.end):
            continue
        for length in (2, 3, 4, 5, 6):
            division = ends.get(hit.start - length)
            if division is None or _NOT_IN_FIRM.search(scan.lower, division.end, hit.start):
                continue
            span = (division.start, hit.end)
            yield candidate(span, "ORGANIZATION", scan.lower[slice(*span)], SELF_STANDING, "name.firm", forms.ZH)
            break


_CARED_FOR = re.compile(r"(?:[在去到住转送来进从至往]|转到|转院|送到|医院[:是]?|挂了?|约了?)$")
_CARE = re.compile(
    r"(?:[的]?(?:说(?!明)|让|建议|医生|大夫|看|住院|住了|做|查|就诊|医院|挂号|复查|手术|急诊|门诊|确诊|治|生的?|专家|体检|拍|开|化疗|放疗|检查))"
)


def _short_hospitals(scan: Scan) -> Iterator[Candidate]:
    """协和, 华西: names of hospitals that are so short that only what is done there says what they are."""
    for hit in scan.group("prose.hospital"):
        after = _CARE.match(scan.lower, hit.end)
        before = _CARED_FOR.search(scan.before(hit.start, 6))
        if after or (before and re.match(r"[,。;!?、]|$", scan.lower[hit.end : hit.end + 1])):
            yield candidate(
                (hit.start, hit.end), "HOSPITAL", hit.term.canonical, CERTAIN_TYPE, "name.short_hospital", forms.ZH
            )


def _after_open_bracket(text: str, start: int, end: int) -> int:
    """After the last bracket of `[start, end)` without its partner: 住院([浙二]医院)."""
    depth: list[int] = []
    for index in range(start, end):
        if text[index] in "(（":
            depth.append(index)
        elif text[index] in ")）":
            if not depth:
                start = index + 1
            else:
                depth.pop()
    return depth[-1] + 1 if depth else start


_IN_BRACKETS = re.compile(r".*[(（](?P<inner>[^()（）]*)[)）]")
_OF_NAMES = re.compile(r"集团|控股|股份|中国|国际|有限合伙|亚洲|香港|普通合伙")


def _after_aside(text: str, start: int, end: int, divisions: list[Hit]) -> int:
    """After what stands in brackets and belongs to no name: 家属(丈夫)要求转[华山医院]."""
    match = _IN_BRACKETS.match(text, start, end)
    if match is None or _OF_NAMES.search(match["inner"]):
        return start
    span = match.span("inner")
    placed = any(span[0] <= item.start and item.end <= span[1] for item in divisions)
    return start if placed else match.end()


def _after_lead(text: str, start: int, end: int, borders: frozenset[int] | None) -> int:
    """Where the name begins: after the last word that leads up to it. A lead of one letter is a word by itself."""
    position = start
    while True:
        lead = _LEADS.match(text, position, end)
        if not lead:
            return position
        stop = lead.end()
        while borders is not None and stop > position and not _is_word(text, position, stop, borders):
            shorter = _LEADS.match(text, position, stop - 1)
            stop = shorter.end() if shorter else position
        if stop == position:
            return position
        # A lead character may also be the first letter of the name itself.
        while stop > position and any(text.startswith(word, stop - 1) for word in _KEEP_LEAD):
            shorter = _LEADS.match(text, position, stop - 1)
            stop = shorter.end() if shorter else position
        return stop


_LONG_LEAD = re.compile(rf".*(?:{_LEAD_WORDS})$")


_LEADING_TAGS = frozenset("vpcdruyf")


def _leading(tagged: Sequence[tuple[str, str]], borders: frozenset[int], start: int) -> frozenset[int]:
    """Where a lead may end: after a word of one letter, or after a word that names nothing (还是, 来到)."""
    found, position = {start + border for border in borders if border - 1 in borders}, start
    for word, tag in tagged:
        position += len(word)
        if tag[:1] in _LEADING_TAGS:
            found.add(position)
    return frozenset(found)


def _is_word(text: str, start: int, stop: int, ends: frozenset[int]) -> bool:
    """Whether the lead that ends at `stop` is no part of a longer word: 数[据], 成[都]."""
    return stop in ends or _LONG_LEAD.match(text[start:stop]) is not None


def _not_inside(text: str, start: int, lead: int, end: int, borders: frozenset[int]) -> int:
    """`lead`, unless it cuts through a bracket or a place (安[和市第二人民医院]): then the lead before that."""
    rest = text[lead:end]
    opening = max(text.rfind("(", start, lead), text.rfind("（", start, lead))
    if opening >= 0 and re.match(r"[^(（]{0,12}[)）]", rest):
        return _after_lead(text, start, opening, borders)
    if lead - start > 1 and rest[:1] in _DIVISION_ENDS and not _PREFIXES.match(rest):
        return _after_lead(text, start, lead - 1, borders)
    return lead


_DIVISION_ENDS = frozenset("市县区省镇乡州")
_PLACE_TIED = re.compile(
    r"(?:住在|居住在|家住|老家在?|籍贯(?:是|为|[:：])?|户籍(?:地|所在地)?(?:是|为|在|[:：])?|来自|出生于|"
    r"现居|定居|常住|人在|户口在?|搬到|居住地[:：]?|所在地[:：]?|所在城市[:：]?|城市[:：])\s*$"
)
_NATIVE = re.compile(r"(?:过?来的|出来的)(?=[,，。;；、!！\s]|$)|人(?![民口员们才数均气工力事行生])")
_NOT_PLACE_AFTER = re.compile(
    r"(?:菜|话|语|烤鸭|拉面|火锅|豆腐|红茶|牛肉|啤酒|旅行社|时间|银行|路(?:\d|上)|大学|医院|法院|酒店|"
    r"街道|东路|西路|南路|北路|中路)"
)


def _places(scan: Scan) -> Iterator[Candidate]:
    previous: list[int] = [-1, -1]
    chinese = [hit for hit in scan.group("LOCATION") if not hit.term.surface.isascii()]
    for hit in sorted([*chinese, *scan.group("LOCATION.cued")], key=lambda hit: hit.start):
        start, end = hit.start, hit.end
        if start < previous[1]:
            continue
        if _NOT_PLACE_AFTER.match(scan.lower, end):
            continue
        if hit.term.group == "LOCATION.cued" and not _TOWARDS.search(scan.before(start, 8)):
            continue
        tied = _PLACE_TIED.search(scan.before(start, 12))
        native = _NATIVE.match(scan.lower, end)
        score = SELF_STANDING if tied or native else CERTAIN_TYPE
        previous = [start, end]
        yield candidate((start, end), "LOCATION", hit.term.canonical, score, "name.division", forms.ZH, Layer.LEXICON)
    for kind in ("LANDMARK", "BANK", "ORGANIZATION", "SCHOOL"):
        for hit in scan.group(kind):
            form = forms.NAME if hit.term.surface.isascii() else forms.ZH
            yield candidate(
                (hit.start, hit.end), kind, hit.term.canonical, LIKELY_TYPE, "name.known", form, Layer.LEXICON
            )
    for hit in scan.group("LOCATION"):
        if hit.term.surface.isascii():
            yield candidate(
                (hit.start, hit.end),
                "LOCATION",
                hit.term.canonical,
                CERTAIN_TYPE,
                "name.country",
                forms.NAME,
                Layer.LEXICON,
            )
