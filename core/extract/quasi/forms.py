"""Canonical values and surface forms of quasi-identifiers: what hierarchies may rely on.

`Candidate.value` / `Mention.value` is the canonical value, `form` names the surface, so that a generalised
rendering can replace exactly the span that was taken. The span never includes the verb, cue or label around it.

AGE          value: whole years as decimal, `67`; months of an infant as `3m`, days `5d`, weeks `6w`; a decade of birth
             (90后) as `90s`; about seventy (年近七旬, 古稀) as `~70`.
  predicate   "I am [67]", "turned [67]"; the span is the bare number or number word
  years-old   "[67 years old]", "[67 years of age]", "[67 y/o]"
  year-old    "a [67-year-old] woman": adjective or noun
  aged        "[aged 67]", "at the [age of 67]"; the span starts at aged / age
  zh-sui      "[67岁]", "[六十七周岁]"
  zh-bare     "今年[67]", "虚岁[六十七]"
  zh-month    "[3个月大]"
  zh-cohort   "[90后]"
  zh-about    "年近[七旬]", "年[过花甲]"
  record      "年龄:[67]", "Age: [67]"; the span is the value of a field
  word        an age in words in any other place ("my [sixty-seven]-year ...")
BIRTH_DATE   value as DATE; forms as DATE. `cohort` for "[90后]" is AGE, not BIRTH_DATE.
DATE         value: `2026-03-14`, `2026-03`, `2026`, `--03-14`, `--03`, `---14` (day of an unnamed month), `W2`
             (weekday, Monday = 1), `199X` (decade), `2003-summer` (season), `2026-Q3`, `2026-H1` (half);
             relative to an unnamed today: `P-3M` (three months ago), `P+2W` (in two weeks), `last:--03`, `last:W2`,
             a day and a time `2026-03-14T09:30`; from one day to another `--03-14/--03-16`;
             `this:...`, `next:...`, `last:Y`, `last:M`, `last:W`; a festival by its key, `@spring-festival`.
  en-dmy      "14 March 2026", "the 14th of March, 2026"
  en-mdy      "March 14, 2026"
  iso         "2026-03-14"
  numeric     "14/3/2026", "3/14/26", "14.03.2026"
  zh          "2026年3月14日", "二〇二六年三月十四日"
  partial     year, month or day is missing: "March 2026", "1979", "12 July", "3月14日"
  relative    "three months ago", "last March", "上周二", "三个月前"
  range       several dates in one phrase that share month or year, values parted by `/` in text order:
              "1 and 31 October 2001" is `2001-10-01/2001-10-31`
  record      value of a field
TIME         value `HH:MM` (24 hours, 12-hour readings resolved); forms `clock`, `word`, `zh`.
DURATION     value ISO 8601 `P3M`, `P12Y`, `P11D`, `PT2H`, `P2W`, `P1.5Y`
  plain       "eleven days", "for [5 years]"
  adjective   "a [three-month] stay"
  zh          "十二年", "五天"
AMOUNT, INCOME  value `CUR 3478.00` (ISO 4217; `XXX` when no currency is named), always two decimals
  (a word like "about" before the sum belongs to the span: a band says it already)
  symbol      "£3,478.00"
  code        "GBP 3,478", "3,478 EUR"
  word        "three thousand pounds", "3,000 dollars"
  zh          "3478元", "12万元", "三千块"
  bare        a number whose cue says that it is money ("月薪[9800]", "salary: [52,000]")
RATE         value `7.2%` (percent as decimal); forms `percent`, `word`, `zh`
DOSE         value `100 mg`; forms `unit`, `zh`
QUANTITY     value `71 hearings`, the number in digits before what is counted; forms `plain`, `measure`
LAB_RESULT   value is the folded surface; forms `named` (name and value in one span), `value`
PHYSIQUE     value `175 cm`, `80 kg`, `bmi 27.1` or the folded surface; forms `measure`, `word`
SEX          value `male`, `female`; forms `noun` (woman, 女士), `record` (男, F), `adjective` (female patient)
MARITAL_STATUS  value `single`, `married`, `divorced`, `widowed`, `separated`, `cohabiting`, `engaged`;
             forms `adjective`, `record`
FAMILY       value is the folded surface; forms `noun` ("two children", "a [single mother of three]"), `zh`
ETHNICITY, RELIGION, NATIONALITY, POLITICAL, SEXUAL_ORIENTATION, EDUCATION
             value is the lexicon's canonical term; forms `adjective`, `noun`, `record`, `zh`
OCCUPATION   value is the folded surface without article; forms `noun`, `record`, `zh`
ORGANIZATION, SCHOOL, HOSPITAL, BANK, COURT, LAW_FIRM, LOCATION, LANDMARK, DEPARTMENT
             value is the folded surface without article; forms `name`, `adjective` ("[London]-based"), `record`, `zh`,
             `generic` (described but not named: 苏州[一家软件公司])
TRIP_NUMBER  value `TP1327`, `G2204`; form `code`
DISEASE, SURGERY, DRUG, ALLERGY, CASE_TYPE, CHARGE, LITIGATION_ROLE, FINANCIAL_PRODUCT
             value is the lexicon's canonical term where there is one, else the folded surface; forms `noun`,
             `adjective` ("[diabetic]"), `abbreviation`, `zh`, `record`
BLOOD_TYPE   value `A`, `B`, `AB`, `O` with `+` or `-` where given; forms `noun`, `record`, `zh`
LIFE_EVENT   value is the folded surface; forms `clause`, `noun`, `zh`
POSTCODE     value without spaces, upper case; form `code`
"""

from __future__ import annotations

from typing import Final

NO_CURRENCY: Final = "XXX"
"""Of a sum whose currency is not named: the code of ISO 4217 for it."""
PREDICATE: Final = "predicate"
YEARS_OLD: Final = "years-old"
YEAR_OLD: Final = "year-old"
AGED: Final = "aged"
ZH_SUI: Final = "zh-sui"
ZH_BARE: Final = "zh-bare"
ZH_MONTH: Final = "zh-month"
ZH_COHORT: Final = "zh-cohort"
ZH_ABOUT: Final = "zh-about"
RECORD: Final = "record"
WORD: Final = "word"
EN_DMY: Final = "en-dmy"
EN_MDY: Final = "en-mdy"
ISO: Final = "iso"
NUMERIC: Final = "numeric"
ZH: Final = "zh"
PARTIAL: Final = "partial"
RELATIVE: Final = "relative"
RANGE: Final = "range"
CLOCK: Final = "clock"
PLAIN: Final = "plain"
ADJECTIVE: Final = "adjective"
SYMBOL: Final = "symbol"
CODE: Final = "code"
BARE: Final = "bare"
PERCENT: Final = "percent"
UNIT: Final = "unit"
NAMED: Final = "named"
VALUE: Final = "value"
MEASURE: Final = "measure"
NOUN: Final = "noun"
NAME: Final = "name"
GENERIC: Final = "generic"
ABBREVIATION: Final = "abbreviation"
CLAUSE: Final = "clause"
