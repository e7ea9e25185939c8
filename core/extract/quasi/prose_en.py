"""What English prose says without a full name or unit: short names of hospitals, abbreviations of diseases,
brands of medicines that no list holds, ages and sums as bare numbers, what a body lacks, users in paths."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.quasi import forms
from core.extract.quasi.age import OLDEST, value_of
from core.extract.quasi.loose_names import DEGREE
from core.extract.quasi.scan import Scan, candidate, folded
from core.extract.quasi.scores import CERTAIN_TYPE, LIKELY_TYPE, SELF_STANDING, TIED
from core.text.numerals import EN_NUMBER_WORD

_CAP = r"[A-Z][\w’']*(?:[-.][A-Z][\w’']*)*"
_SHORT_HOSPITAL = re.compile(
    rf"(?<![\w@/])((?:{_CAP} |St\.? |Mt\.? ){{1,3}}(?:General|Memorial|Children[’']s|Presbyterian|Methodist|"
    rf"Baptist|Infirmary))"
    r"(?! [A-Z]|[-/]\w| (?:of|for) (?:the )?[A-Z]| (?:electric|motors|store|manager|counsel|services?|fund|day|meeting|"
    r"church|books?|menu|party|ward|section|parade|bridge|clothes|clothing|museum|park)\b|\w)"
)
_NOT_HOSPITAL = re.compile(
    r"\b(?:Attorney|Solicitor|Secretary|Director|Governor|Surgeon|Inspector|Consul|Advocate|Major|Brigadier|Lieutenant|"
    r"Postmaster|Auditor|Comptroller|Procurator|Prosecutor|Dollar|Estate|Lincoln|Jefferson|Washington|The|A|In|War|"
    r"Lecture|Veterans|Visitor|Estates)\s\w+[’']?s?$"
)
_CARE_NEAR = re.compile(
    r"\b(?:at|to|from|in|the|of|with)(?: the)? $|\b(?:hospital|ward|nurse|surgeon|admitted|treated|born|diagnosed|"
    r"doctor)\b"
)
_FOREIGN_HOSPITAL = re.compile(
    r"(?<![\w@/])((?:Ospedale|Hôpital|Hopital|Hospital|Clínica|Clinica|Clinique|Klinikum|Krankenhaus|Policlinico|Spitalul|"
    r"Szpital|Ziekenhuis|Sjukhus|Rigshospitalet|Universitätsklinikum|Centre Hospitalier|Charité)"
    rf"(?: (?:de la|de los|del|della|de|di|do|da|du|des|d['’]|la|le|van|von|am|im|zum|Universitario|Universitaire))*"
    rf"(?: {_CAP}){{1,3}})"
)
_HAS_IT = re.compile(
    r"(?:\b(?:have|has|had|having|with|got|diagnosed(?: with| as)?|from|hx|hx of|h/o|history of|pmhx?:?|suffers?|"
    r"living with|"
    r"my|his|her|their|dx:?|diagnosis(?: of| is)?:?|treated for|treatment for|medication for|known|is|worsening|"
    r"severe|mild|"
    r"chronic|new|recurrent|possible|suspected|confirmed|developed|carries|against|includes?|including|w/|s/p|"
    r"secondary to|"
    r"exacerbation of|because of|due to|about my|of|and|or|the|for|an?)|[,;/(:+&]) ?$"
)
_CLINICAL = re.compile(
    r"\b(?:diagnos\w+|symptoms?|patient|pt|y/?o|hx|pmhx?|meds?|medication|mg|doctor|hospital|disease|illness|flare(?:-up)?|"
    r"relapse|remission|chronic|therapy|treatment|disab\w+|wheelchair|prescri\w+|neurologist|psychiatrist|therapist|gp|"
    r"i have|i’ve got|i've got|i’ve had|i've had|has had|have had|living with|suffer\w*)\b"
)
_FIRST_HAND = re.compile(
    r"\b(?:i|i[’']m|i[’']ve|he|she|who|(?:my|his|her|our) [a-z-]+(?: [A-Z]?[a-z-]+)?)(?: also| still| now)?"
    r"(?: have| has| had|[’']s| got|[’']ve)?(?: got| also| had)? (?:been diagnosed with |diagnosed with |"
    r"(?:[\w-]+ ){0,2}and )?$"
    r"|\b(?:have|has|had|having|with|got|diagnosed with|my|his|her) (?:severe |mild |chronic |bad )?$"
)
_TAKEN = re.compile(
    r"\b(?:[Tt]ak(?:e|es|ing|en)|[Tt]ook|prescribed|started(?: on)?|put (?:me|him|her) on|switched (?:me |him |"
    r"her )?(?:to|from)|"
    r"dose of|stopp(?:ed|ing)(?: taking)?|on|[Mm]eds?:|[Mm]edications?:) (?:my |his |her )?([A-Z][a-z]{4,18})"
    r"(?=[.,;)?!]|$| (?:\d|and\b|for\b|since\b|daily\b|twice\b|every\b|at night|once\b))"
)
_TAKES = re.compile(r"\b(?:tak(?:e|es|ing|en)|took|prescribed|dose|medications?:?|meds?:?)\b")
_MEDICAL = re.compile(
    r"\b(?:mg|mcg|dose|prescri\w+|medication|meds?|doctor|side effects?|pregnan\w+|breastfeed\w*|symptoms?|"
    r"diagnos\w+|positive|"
    r"tablets?|pills?|pharmac\w+|injections?|disease|insulin|blood|pain|anxiety|depress\w+)\b"
)
_LACKS = re.compile(
    r"(?<![\w-])(?:(?:with|has|have|had|having|only) (?:only )?((?:one|a missing|no|a prosthetic|an artificial|a glass)"
    r" (?:arm|leg|hand|eye|foot|ear|kidney|lung|breast|arms|legs|hands|eyes)(?: only)?)|"
    r"(one-(?:armed|legged|eyed|handed))|(missing (?:an?|one|two|three|(?:his|her|my)) (?:\w+ )?(?:arm|leg|hand|"
    r"eye|foot|finger|fingers|toes?))|"
    r"((?:double |below-knee |above-knee )?amputee)|"
    r"(with (?:dwarfism|albinism|vitiligo|a cleft (?:lip|palate)|a hunchback|a glass eye|a prosthetic \w+)))(?![\w-])"
)
_AGE_BETWEEN = re.compile(
    r"(?:\b(?:i[’']m|i am|me|my [a-z]+|he[’']s|she[’']s|he is|she is|"
    r"we[’']re)\b[^.!?\n]{0,90}?), (\d{2})(?=, (?:and|but|so|my|who|i|we|she|he|"
    r"single|married|male|female|never|no)\b)"
)
_AGE_CHAT = re.compile(
    r"\b(?:she[’']?s|he[’']?s|i[’']?m|turned|turning|turns|is|am) (\d{2}) (?=(?:you know|lol|btw|tho|though|haha|"
    r"if|because|cuz|cos|"
    r"since|yet|already|too|as well|n|ffs|tbh|rn|fwiw|lmao)\b)|"
    r"(?:\b(?:same|me|him|her|also|single|married)|[a-z]{2,}:), (\d{2}) (?=and (?:broke|single|married|divorced|"
    r"pregnant|unemployed|"
    r"healthy|fit|tired|alone|lonely|gay|still|never|living|working|retired|diabetic|scared|stuck|jobless|male|female)\b)"
)
_AGE_AT = re.compile(rf"(?:(?<=^)|(?<=[.!?] )|(?<=\n))At (\d{{2}}|{EN_NUMBER_WORD}), (?=[A-Z]|he\b|she\b|I\b)")
_AGE_STATED = re.compile(
    r"[a-z]{3,}, (\d{2}), (?=widow|single\b|married\b|divorced\b|retired\b|unemployed\b|self-employed\b|male\b|"
    r"female\b|"
    r"in [a-z]|from [a-z]|mother\b|father\b|lives?\b|living\b|works?\b|working\b|no (?:kids|children)\b)"
)
_AGE_BOTH = re.compile(
    r"\b(?:we are|we[’']re|they are|they[’']re|(?:my|his|her|our) (?:\w+ ){0,2}are|are|is|"
    r"aged) both (\d{2})(?![\w,.%]\d|\w)"
)
_AGE_NAMED = re.compile(
    rf"(?<![\w.]){_CAP}(?:[’']s| is| was| turns| turned| just turned| will be) (?:now |only |"
    rf"just )?(\d{{1,2}})(?=[.,;!?)]|$| and\b| but\b| years?\b| now\b)"
)
_AGE_NTH = re.compile(
    r"\b(?:mum|mom|dad|mother|father|gran|grandma|grandpa|granny|nan|nana|husband|wife|son|daughter|sister|brother|aunt|uncle|"
    r"cousin|niece|nephew|friend|boss|partner|boyfriend|girlfriend|wife|her|his|my|their)(?:[’']s)? (?:big )?"
    r"((?:1[0368]|2[15]|[3-9][05])th|1st|21st)(?! (?:of|anniversary|floor|street|st|place|time|century|grade|day|"
    r"week|month|"
    r"wedding|percentile|year|hour|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|attempt|edition)|\w)"
)
_SUM_BARE = re.compile(
    r"\b(?:worth|valued at|bought (?:it |this |the house |the flat |a house )?for|sold (?:it |the house |"
    r"the flat )?for|paid|"
    r"pay(?:ing|s)?|costs?|cost me|owe[sd]?(?: \w+)?|owing|borrowed|lent(?: \w+){0,2}|lend(?: \w+)?|loan of|"
    r"debt of|debts? (?:of|is|are)|"
    r"budget(?: is| of|:)?|savings(?: of| are|:)?|deposit(?: of| is|:)?|mortgage(?: of| is|:)?|rent(?: is| of|:)?|"
    r"raise of|bonus of|"
    r"settlement of|offer(?:ed)?(?: me| him| her| us)?|asking(?: for)?|invest(?:ed|ing)?|inherit(?:ed|ing)?|won|"
    r"lost|saved(?: up)?|spent|froze|frozen|withheld|seized|received|wired|moved|"
    r"fined|charged(?: me)?|estimat\w+(?: at| of)?|transfer(?:red)?|price(?: is| of|:)?|fee of|equity of|"
    r"balance(?: is| of|:)?)"
    r"(?: (?:about|around|roughly|approximately|over|nearly|almost|at least|up to|only|just|another|him|her|me|us|"
    r"them))?"
    r" (\d{1,4}(?:\.\d{1,2})?) ?(k|m|mil|million|grand)(?![\w-])"
)
_SUM_ROUND = re.compile(
    r"\b(?:worth|valued at|owe[sd]?(?: me| him| her| us| them)?|borrowed|lent (?:\w+ ){0,2}|loan of|debt of|"
    r"savings of|deposit of|fined|"
    r"salary of|rent is|charged me|paid (?:me|him|her)|inherited|lost|transfer(?:red)?|budget(?: is| of|:)?|"
    r"quoted?(?: me)?) ?(?:about |around |over |nearly |almost )?"
    r"(\d{1,3}(?:,\d{3})+|[1-9]\d{2,5})(?![\w%:/-]|[.,]\d| (?:years?|days?|weeks?|months?|hours?|minutes?|people|"
    r"times|points?|"
    r"pounds|lbs|kg|miles|calories|games?|matches|words|pages|steps|pokemon|coins|gems))"
)
_HOME_PATH = re.compile(
    r"(?:(?<![\w.])/(?:home|Users|var/home)/|[A-Za-z]:\\+Users\\+|[A-Za-z]:/Users/|\\\\[\w.-]+\\users\\)"
    r"(?!(?:Public|Shared|Default|user|username|ubuntu|runner|admin|root|app|node|vscode|ec2-user|your\w*|me|you|name|git|jovyan|"
    r"pi|vagrant|circleci|travis|linuxbrew|www-data|example|test)(?:[\\/]|\b))([A-Za-z][\w.-]{1,31})",
    re.IGNORECASE,
)
_DEGREE = re.compile(
    rf"(?<![\w.])((?:{DEGREE.pattern}) (?:in |of )?[A-Z][a-z]+(?: (?:(?:and|of|&) )?[A-Z][a-z]+){{0,3}})(?!\w)"
)
_HOLDS = re.compile(r"\b(?:has|have|had|got|with|holds?|did|completed|finished|my|his|her)(?: an?)? $")
_OWN = re.compile(r"\b(?:i|we|my|our|he|she|his|her)\b")
_SCALE = {"k": 1_000, "grand": 1_000, "m": 1_000_000, "mil": 1_000_000, "million": 1_000_000}
_SAINTS = re.compile(rf"\b(?:at|from|to|attends?|attended|left|joined) (St\.? {_CAP})(?! (?:[A-Z]|Street|Road|Island))")
_SCHOOL_NEAR = re.compile(
    r"\b(?:students?|pupils?|school|teacher|class|gcses?|a-levels?|a\*|sixth form|head(?:teacher|master)|term|"
    r"exams?|pick up|"
    r"year \d{1,2}|grades?|university|classmates?)(?![\w])"
)
_TATTOO_NEAR = re.compile(r"\b(?:tattoo\w*|scar|ink(?:ed)?|birthmark|piercing)\b")
_MARK = re.compile(
    r"\b(an? (?:[a-z-]+ ){1,3}(?:on|across|under|behind) (?:my|his|her) (?:left |right |lower |upper )?(?:forearm|"
    r"arm|neck|back|"
    r"chest|leg|ankle|wrist|face|hand|shoulder|thigh|calf|cheek|forehead|ear))\b"
)
_FROM_TO = re.compile(
    r"(?:(?:hb)?a1c|ldl|tsh|psa|egfr|creatinine|ha?emoglobin|glucose|inr|cd4|ferritin|cholesterol|blood pressure|bp)"
    r" (?:has )?(?:went|gone|goes|dropped|rose|risen|fell|fallen|changed|climbed|jumped|came down|improved|worsened)"
    r"(?: up| down)? from (\d[\d./]*)%? to (\d[\d./]*\d|\d)%?"
)
_TENANT = re.compile(
    r"(?<![\w.])(?:tenant|org|organi[sz]ation|company|workspace|DC|O)=[\"']?([A-Za-z][\w-]{3,30})(?![\w(.])"
)
_NO_TENANT = frozenset("local default none null true false example internal corp users people test localhost".split())
_MONTH_DAY = re.compile(
    r"\b(?:on|since|admitted|lmp|seen|visit|d/c|dos|doi|by|until|due|from|dated)\b[^.\n\d]{0,40}?(?<![\d/.])"
    r"((0?[1-9]|1[0-2])/(0?[1-9]|[12]\d|3[01]))(?![\d/%.]|\s?(?:cup|tsp|tbsp|inch|of\b|full|time|pain|strength|stars?|people))"
)
_UNMISTAKABLE = re.compile(
    r"[a-z]{2,5}-?\d|copd|ptsd|cptsd|c-ptsd|adhd|pcos|pmdd|gerd|gord|eupd|crps|mcas|sibo|nhl|ckd|hpv|hsv|dvt|sle"
)
_SAID_TO_HAVE = re.compile(r"\b(?:have|has|had|having|with|got|my|his|her) (?:severe |mild |chronic |bad )?$")
_BOUGHT = re.compile(
    r"\b(?:bought|sold|purchased|got)\b[^.!?\n]{0,60}? for (\d{1,3}(?:,\d{3})+|[1-9]\d{2,5})(?= (?:cash|down|"
    r"upfront|obo|all in|last|in)\b|"
    r",|\.(?!\d)| and\b| from\b| but\b|$)"
)
_REPOSITORY = re.compile(r"(?<![\w.@-])([a-z][a-z0-9-]{3,30})/[a-z0-9_.-]{2,40}\.git\b")
CAPITALS = 2
"""Capitals that an abbreviation has at least."""
NEAR = 160
"""Code points around a word that tell whether the talk is of health."""


@dataclass(frozen=True, slots=True)
class EnglishProse:
    """`english`: lower-case dictionary; `names`: given names and surnames, which are no medicines."""

    english: frozenset[str]
    names: frozenset[str]

    def detect(self, scan: Scan) -> Iterator[Candidate]:
        """Candidates of the Latin part of a segment."""
        if not scan.has_latin:
            return
        yield from _hospitals(scan)
        yield from _abbreviations(scan)
        yield from self._medicines(scan)
        yield from _bodies(scan)
        yield from _ages(scan)
        yield from _sums(scan)
        for match in scan.cased(_HOME_PATH):
            yield candidate(match.span(1), "HANDLE", match.group(1).lower(), TIED, "user.path", forms.CODE)
        yield from _places(scan)
        yield from _results(scan)
        for match in scan.cased(_DEGREE):
            span = (match.start(1), match.start(1) + len(match.group(1).rstrip()))
            body = folded(scan.text[span[0] : span[1]])
            score = TIED if _HOLDS.search(scan.before(span[0], 20)) else LIKELY_TYPE
            yield candidate(span, "EDUCATION", body, score, "study.degree", forms.NOUN)

    def _medicines(self, scan: Scan) -> Iterator[Candidate]:
        """A [Biktarvy] that is taken: a capitalised word of no dictionary where the talk is of health."""
        for match in scan.cased(_TAKEN):
            word = match.group(1).lower()
            if word in self.english or word in self.names:
                continue
            lead = match.group()[: match.start(1) - match.start()].lower()
            if _TAKES.search(lead) is None and _MEDICAL.search(_near(scan, match.start(), match.end())) is None:
                continue
            yield candidate(match.span(1), "DRUG", word, LIKELY_TYPE + 0.02, "health.taken", forms.NOUN, Layer.CONTEXT)


def _near(scan: Scan, start: int, end: int) -> str:
    return scan.lower[max(0, start - NEAR) : end + NEAR]


def _hospitals(scan: Scan) -> Iterator[Candidate]:
    for match in scan.cased(_SHORT_HOSPITAL):
        if _NOT_HOSPITAL.search(match.group(1)) or not _CARE_NEAR.search(scan.before(match.start(), 40)):
            continue
        words = match.group(1).split()
        first = 1 if len(words) > 2 and words[0].lower() in ("at", "in", "to", "from", "the", "my", "our", "i") else 0
        start = match.start(1) + (len(words[0]) + 1 if first else 0)
        name = folded(scan.text[start : match.end(1)])
        yield candidate((start, match.end(1)), "HOSPITAL", name, CERTAIN_TYPE + 0.02, "name.short_hospital", forms.NAME)
    for match in scan.cased(_FOREIGN_HOSPITAL):
        name = folded(match.group(1))
        yield candidate(match.span(1), "HOSPITAL", name, CERTAIN_TYPE + 0.03, "name.short_hospital", forms.NAME)


def _places(scan: Scan) -> Iterator[Candidate]:
    """St Olave's, which is a school or a hospital by what is spoken of; whose system a log comes from."""
    for match in scan.cased(_SAINTS):
        name = re.sub(r"[’']$", "", match.group(1))
        span = (match.start(1), match.start(1) + len(name))
        kind = "SCHOOL" if _SCHOOL_NEAR.search(_near(scan, *span)) else "LANDMARK"
        if kind == "LANDMARK" and not name.endswith(("'s", "’s")):
            continue
        kind = "HOSPITAL" if kind == "LANDMARK" and _CLINICAL.search(_near(scan, *span)) else kind
        yield candidate(span, kind, folded(name), CERTAIN_TYPE, "name.short_hospital", forms.NAME)
    for match in scan.cased(_REPOSITORY):
        name = match.group(1)
        yield candidate(match.span(1), "ORGANIZATION", name, LIKELY_TYPE, "name.tenant", forms.NAME, Layer.CONTEXT)
    for match in scan.cased(_TENANT):
        if match.group(1).lower() not in _NO_TENANT:
            name, span = match.group(1).lower(), match.span(1)
            yield candidate(span, "ORGANIZATION", name, SELF_STANDING, "name.tenant", forms.NAME, Layer.CONTEXT)


def _results(scan: Scan) -> Iterator[Candidate]:
    if not scan.has_digit:
        return
    for match in scan.num(_FROM_TO):
        for group in (1, 2):
            value = match.group(group)
            yield candidate(
                match.span(group), "LAB_RESULT", value, SELF_STANDING, "health.lab", forms.VALUE, Layer.CONTEXT
            )
    for match in scan.num(_MONTH_DAY):
        value = f"--{int(match.group(2)):02d}-{int(match.group(3)):02d}"
        yield candidate(match.span(1), "DATE", value, LIKELY_TYPE, "date.month_day", forms.PARTIAL, Layer.CONTEXT)


def _abbreviations(scan: Scan) -> Iterator[Candidate]:
    """MS, ALS, CF: in capitals, after a word that says somebody has it, or in the language of a ward."""
    for hit in scan.group("abbreviation.DISEASE"):
        surface = scan.text[hit.start : hit.end]
        if " " in surface or hit.term.surface == hit.term.canonical:
            continue
        if sum(char.isupper() for char in surface) < CAPITALS:
            if _UNMISTAKABLE.fullmatch(surface) and _SAID_TO_HAVE.search(scan.before(hit.start, 48)):
                span = (hit.start, hit.end)
                yield candidate(
                    span, "DISEASE", hit.term.canonical, LIKELY_TYPE, "health.short", forms.NOUN, Layer.LEXICON
                )
            continue
        before = scan.before(hit.start, 48)
        if _FIRST_HAND.search(before) or (_HAS_IT.search(before) and _CLINICAL.search(_near(scan, hit.start, hit.end))):
            span = (hit.start, hit.end)
            yield candidate(span, "DISEASE", hit.term.canonical, LIKELY_TYPE, "health.short", forms.NOUN, Layer.LEXICON)


def _bodies(scan: Scan) -> Iterator[Candidate]:
    for match in scan.en(_LACKS):
        group = match.lastindex or 1
        body = folded(match.group(group))
        yield candidate(match.span(group), "PHYSIQUE", body, SELF_STANDING, "body.lacks", forms.NOUN)
    for match in scan.en(_MARK):
        if _TATTOO_NEAR.search(_near(scan, *match.span(1))):
            yield candidate(match.span(1), "PHYSIQUE", folded(match.group(1)), TIED, "body.mark", forms.NOUN)


def _ages(scan: Scan) -> Iterator[Candidate]:
    for match in scan.cased(_AGE_AT):
        if value := value_of(match.group(1).lower()):
            yield candidate(match.span(1), "AGE", value, TIED, "age.at", forms.PREDICATE, Layer.CONTEXT)
    if not scan.has_digit:
        return
    for match in scan.num(_AGE_BETWEEN):
        yield candidate(match.span(1), "AGE", match.group(1), TIED, "age.between", forms.PREDICATE, Layer.CONTEXT)
    for pattern in (_AGE_BOTH, _AGE_STATED):
        for match in scan.num(pattern):
            yield candidate(match.span(1), "AGE", match.group(1), TIED, "age.both", forms.PREDICATE, Layer.CONTEXT)
    for match in scan.num(_AGE_CHAT):
        group = match.lastindex or 1
        yield candidate(match.span(group), "AGE", match.group(group), TIED, "age.chat", forms.PREDICATE, Layer.CONTEXT)
    for match in scan.cased(_AGE_NAMED):
        if int(match.group(1)) >= 3 and not match.group().lower().startswith(
            ("it", "this", "that", "what", "there", "he", "she")
        ):
            yield candidate(
                match.span(1), "AGE", match.group(1), CERTAIN_TYPE, "age.named", forms.PREDICATE, Layer.CONTEXT
            )
    for match in scan.num(_AGE_NTH):
        number = match.group(1)[:-2]
        if int(number) <= OLDEST:
            yield candidate(match.span(1), "AGE", number, TIED, "age.birthday", forms.WORD, Layer.CONTEXT)


def _sums(scan: Scan) -> Iterator[Candidate]:
    if not scan.has_digit:
        return
    for match in scan.num(_SUM_BARE):
        score = SELF_STANDING if _OWN.search(scan.before(match.start(), 40)) else LIKELY_TYPE
        amount = Decimal(match.group(1)) * _SCALE[match.group(2)]
        span = (match.start(1), match.end(2))
        yield candidate(span, "AMOUNT", f"XXX {amount:.2f}", score, "money.worth", forms.BARE, Layer.CONTEXT)
    for pattern in (_SUM_ROUND, _BOUGHT):
        yield from _round_sums(scan, pattern)


def _round_sums(scan: Scan, pattern: re.Pattern[str]) -> Iterator[Candidate]:
    for match in scan.num(pattern):
        score = SELF_STANDING if _OWN.search(scan.before(match.start(), 40)) else LIKELY_TYPE
        amount = Decimal(match.group(1).replace(",", ""))
        yield candidate(match.span(1), "AMOUNT", f"XXX {amount:.2f}", score, "money.worth", forms.BARE, Layer.CONTEXT)
