"""FAMILY, LIFE_EVENT and descriptive circumstances that single a person out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.quasi import forms
from core.extract.quasi.scan import Scan, candidate, folded
from core.extract.quasi.scores import LIKELY_TYPE, SELF_STANDING, TIED
from core.extract.quasi.word_lists import any_of
from core.text.numerals import EN_NUMBER_WORD, ZH_NUMERAL

_KIN = (
    r"(?:step-?|half-?|foster |adopted |adult |grown |young |younger |older |elder |eldest |youngest |"
    r"small |little |teenage |school-age |minor |twin |only )*"
    r"(?:child|children|kids?|sons?|daughters?|brothers?|sisters?|siblings?|twins|twin boys|twin girls|triplets|"
    r"grandchildren|"
    r"grandsons?|granddaughters?|great-grandchildren|nephews|nieces|dependants?|dependents?|"
    r"stepchildren|toddlers?|babies|"
    r"boys|girls|boys and \w+ girls?)"
)
_COUNT = rf"(?:\d{{1,2}}|{EN_NUMBER_WORD}|several|no)"
_FAMILY_EN = re.compile(
    rf"(?<![a-z0-9_])((?:(?<=a )|(?<=my )|(?<=his )|(?<=her )|(?<=our ))"
    rf"(?:identical |fraternal )?(?:twin|half|step|foster|adopted|younger|older|elder|little|big)"
    rf"[ -]?(?:sister|brother|son|daughter|boy|girl|child)s?|(?:{_COUNT}) {_KIN})"
    rf"(?! (?:under (?:the|law|\\w+ (?:get|are|can|must|fly|eat|enter))|over|per|in every|out of|who have|were|"
    rf"are affected|of all))(?![a-z0-9_])"
    rf"|(?<![a-z0-9_])((?:single|divorced|widowed|married|working|stay-at-home|expectant|unmarried|"
    rf"adoptive) (?:mother|father|mum|mom|dad|parent)(?: of (?:{_COUNT}|\w+ (?:boys|girls|kids|"
    rf"children)))?)"
    rf"|(?<![a-z0-9_])((?:mother|father|mum|mom|dad|parent) of {_COUNT})(?![a-z0-9_])|"
    rf"(?<![a-z0-9_])(an only child|only child)(?![a-z0-9_])|(?<![a-z0-9_])((?:i am|we are|i'm) childless|"
    rf"pregnant with (?:twins|triplets|my \w+ (?:child|baby)|our \w+ (?:child|baby)))"
)
_N = rf"(?:\d{{1,2}}|{ZH_NUMERAL}|几|俩|仨)"
_FAMILY_ZH = re.compile(
    rf"(独生子女|独生子|独生女|独女|单亲(?:家庭|妈妈|母亲|爸爸|父亲)|丁克家庭?|二胎(?:妈妈|家庭)?|三胎|"
    rf"双胞胎(?:儿子|女儿|兄弟|姐妹)?|龙凤胎|多胞胎|重组家庭|再婚家庭|(?:有|育有|抚养|带着?|生了|"
    rf"生育)(?:了)?{_N}(?:个|名|位)?(?:未成年|年幼|上学)?(?:的)?(?:孩子|小孩|娃|子女|儿子|女儿|儿女|男孩|"
    rf"女孩|宝宝)"
    rf"|{_N}(?:个|名|位)(?:亲|堂|表|未成年|年幼的?|小)?(?:孩子|小孩|娃|子女|儿子|女儿|兄弟|姐妹|哥哥|弟弟|姐姐|妹妹|"
    rf"外?孙子女?|外?孙女|外孙|孙辈|侄子|侄女|外甥女?|双胞胎)|{_N}(?:儿|子){_N}女|"
    rf"一家{_N}口|{_N}口之家|儿女双全|无子女|膝下无子|没有孩子|家中?(?:排行)?(?:老大|老二|老三|老幺)|"
    rf"(?:孩子|儿子|女儿)(?:刚|正在|在|今年)?(?:上|读)(?:了)?(?:幼儿园|小学|初中|高中|"
    rf"大学)(?:{ZH_NUMERAL}年级)?)"
)
_HAVE_ZH = re.compile(r"^(?:有|育有|抚养|带着?|生了?|生育)(?:了)?")

_LIFE_EN = re.compile(
    r"(?<![a-z0-9_])((?:(?:just|recently|newly|lately|only recently|have just|had recently) (?:got |been |"
    r"gone through a |had a |lost (?:my|his|her|our) )?(?:divorced|divorce|widowed|married|engaged|"
    r"separated|bereaved|miscarriage|retired|laid off|"
    r"fired|made redundant|promoted|immigrated|emigrated|came out|adopted|naturali[sz]ed|bankrupt|"
    r"released|graduated|relocated|baby|husband|wife|mother|father|son|daughter|brother|sister|job)"
    r"(?: (?:a|my|our|his|her|from) [\w-]+)?)|(?:lost|buried) (?:my|his|her|our) (?:husband|wife|mother|"
    r"father|mum|mom|dad|son|daughter|brother|sister|child|baby|job|partner|parents)|"
    r"(?:going|went|gone|go) through (?:a|my|his|her) (?:\w+ )?(?:divorce|bankruptcy|separation|"
    r"miscarriage|custody battle)|(?:was|were|been|being|got) (?:adopted|laid off|sacked|made redundant|evicted|"
    r"deported|fired|dismissed|sexually assaulted|raped|"
    r"abused(?: as a child)?|bullied|stalked|mugged|trafficked|imprisoned|jailed|arrested|convicted|"
    r"expelled|tortured|discharged from the (?:army|military|navy))"
    r"(?: by (?:(?:an?|the|my|his|her|our|their|some|two|three|other|another|several) )?(?:[a-z]+ )?"
    r"(?:boys?|girls?|m[ae]n|women|classmates?|colleagues?|co-?workers?|boss|bosses|managers?|teachers?|kids?|students?|pupils?|"
    r"strangers?|gangs?|police|employers?|company|landlord|landlady|ex|husband|wife|father|mother|stepfather|uncle|brother|"
    r"partner|boyfriend|girlfriend|neighbou?rs?|relatives?|priest|coach|peers|parents))?|"
    r"filed for (?:divorce|bankruptcy|"
    r"asylum)|(?:had|having|suffered) (?:a|an) (?:miscarriage|abortion|stillbirth|affair)|"
    r"(?:just |recently |newly |only just )?(?:back|returned|returning) from (?:maternity|paternity|parental|sick|"
    r"medical|adoption) leave|(?<=on )(?:maternity|paternity|parental|sick|medical|adoption|bereavement) leave|"
    r"(?:just |recently |newly )?(?:out of|released from|discharged from|leaving) "
    r"(?:prison|jail|hospital|rehab|custody)(?: (?:since|in|last|this) [a-z]+)?|"
    r"survived (?:a|an|the) [\w-]+(?: [\w-]+)?|won the lottery|came out as \w+|(?:fled|"
    r"escaped) (?:from )?[A-Za-z]\w+|gave birth"
    r"(?: to (?:an?|our|my|his|her) (?:[a-z]+ )?(?:son|daughter|boy|girl|baby|child|twins))?|"
    r"domestic (?:violence|abuse)|in foster care|in recovery|"
    r"(?<=is )pregnant|(?<=was )pregnant|(?<=am )pregnant|(?<=[’']m )pregnant|(?<=being )pregnant|"
    r"(?<=weeks )pregnant|(?<=months )pregnant|(?<=heavily )pregnant|(?<=newly )pregnant|"
    r"(?<=is )homeless|(?<=was )homeless|uses a wheelchair|in a wheelchair|is blind|is deaf)(?![a-z0-9_])"
)
_LATELY = r"(?:刚刚?|最近|不久前|新近|才)"
_LIFE_ZH = re.compile(
    rf"({_LATELY}?{any_of('zh', 'life_soon')}(?:不久|没多久|不到[一半]年)|"
    rf"(?:刚刚?|最近|正在|才|仍在|还在)?休(?:完|了|着)?{any_of('zh', 'life_leaves')}(?:回来)?|"
    rf"(?:刚刚?|最近|才|不久前)刑满释放|{any_of('zh', 'life_recent')}(?:才|刚)?{any_of('zh', 'life_events')}|"
    rf"{any_of('zh', 'life_kin')}(?:前年|去年|今年|刚刚?|不久前|最近|于?[\d年月日]{{2,10}})?"
    rf"{any_of('zh', 'life_lost')}|"
    rf"(?:被|遭(?:到|受)?){any_of('zh', 'life_suffered')}|(?:父母|爸妈)(?:早年|已经?|从小)?(?:离异|离婚|离了婚)|"
    rf"{any_of('zh', 'life_alone')}|怀孕(?:了)?(?:\d{{1,2}}|[一二三四五六七八九十]{{1,3}})(?:周|个?多?月)|"
    r"怀孕|孕\d{1,2}周|"
    rf"{any_of('zh', 'life_states')})"
)


_RECENT = re.compile(r"^(?:just|recently|newly|lately|only recently|刚|才|最近|新近|不久前)|(?:不久|没多久|年)$")


def detect(scan: Scan) -> Iterator[Candidate]:
    """Family situation, life events, circumstances."""
    lower = scan.lower
    if scan.has_latin:
        for match in scan.en(_FAMILY_EN):
            tied = re.search(
                r"\b(?:i|my|our|we|his|her|he|she|with|and|their|have|has|a|an)\s*$|, $", scan.before(match.start(), 12)
            )
            yield candidate(
                match.span(),
                "FAMILY",
                folded(match.group()),
                SELF_STANDING if tied else LIKELY_TYPE,
                "family.en",
                forms.NOUN,
            )
        for match in scan.en(_LIFE_EN):
            yield candidate(
                match.span(1),
                "LIFE_EVENT",
                folded(match.group(1)),
                _life_score(match.group(1)),
                "life.event",
                forms.CLAUSE,
            )
    for match in scan.zh(_FAMILY_ZH):
        head = _HAVE_ZH.match(match.group(1))
        start = match.start(1) + (head.end() if head else 0)
        yield candidate((start, match.end()), "FAMILY", lower[start : match.end()], LIKELY_TYPE, "family.zh", forms.ZH)
    for match in scan.zh(_LIFE_ZH):
        yield candidate(
            match.span(1),
            "LIFE_EVENT",
            match.group(1),
            _life_score(match.group(1)),
            "life.event",
            forms.ZH,
            Layer.PATTERN,
        )


def _life_score(surface: str) -> float:
    """A recent change says more than the state it led to: it outweighs the marital status inside it."""
    return TIED if _RECENT.search(surface) else LIKELY_TYPE
