"""Names of money and the patterns made of them; the names are data (resources/lexicons/currencies.toml)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from core.domain.errors import ResourceError
from core.resources import read_toml
from core.text.numerals import EN_NUMBER_PHRASE, ZH_NUMERAL, parse_number
from core.text.patterns import any_of

ABOUT = r"(?:(?:approximately|approx\.|about|around|roughly|nearly|almost|some|over) )?"
FIGURE = r"\d{1,3}(?:[,'’ ]\d{3})+(?:\.\d{1,2})?|\d{1,12}(?:[.,]\d{1,2})?(?!\d)"
_BEHIND = "$£€¥￥₹₽₺₦₱₫฿₵"
"""Signs that are written behind a number too."""
SCALE = r"(?: ?(?:million|billion|thousand|hundred|bn|mln|mn|k|m|b)(?![a-z0-9_/])|[万亿千百]{1,2})"


@dataclass(frozen=True, slots=True)
class Currencies:
    """`symbols`, `names`, `chinese`: spelling in lower case -> ISO 4217 code; `scales`: word -> factor.

    `capitals`: codes (lower case) that are words too. The patterns run on the lower-case view.
    """

    symbols: Mapping[str, str]
    names: Mapping[str, str]
    chinese: Mapping[str, str]
    scales: Mapping[str, int]
    capitals: frozenset[str]
    sign_first: re.Pattern[str]
    sign_last: re.Pattern[str]
    code_first: re.Pattern[str]
    code_last: re.Pattern[str]
    word: re.Pattern[str]
    foreign: re.Pattern[str]
    chinese_sum: re.Pattern[str]

    @classmethod
    def load(cls, root: Path) -> Currencies:
        """Raises ResourceError when the table does not fit."""
        data: dict[str, Any] = read_toml(root / "lexicons" / "currencies.toml")
        try:
            symbols, names, chinese = (_by_spelling(data[key]) for key in ("symbols", "names", "names_zh"))
            codes = "|".join(code.lower() for code in data["codes"])
            scales = {word: int(factor) for word, factor in data["scales"].items()}
            capitals = frozenset(code.lower() for code in data["capitals"])
        except (KeyError, AttributeError, TypeError, ValueError) as error:
            raise ResourceError("resource.malformed", details={"file": "currencies.toml"}) from error
        return cls(symbols, names, chinese, scales, capitals, *_patterns(codes, symbols, names, chinese))

    def value(self, currency: str, number: str, scale: str | None) -> str:
        """Canonical sum `CUR 3478.00`, "" when `number` is none."""
        figure = number.strip()
        if re.fullmatch(r"\d+,\d{1,2}", figure):
            figure = figure.replace(",", ".")
        figure = re.sub(r"(?<=\d)[,'’ ](?=\d{3})", "", figure)
        parsed = parse_number(figure)
        if parsed is None:
            return ""
        amount = parsed * self.scales.get((scale or "").strip(), 1)
        return f"{'CNY' if currency == 'RMB' else currency} {amount.quantize(Decimal('0.01')):f}"


def _by_spelling(table: Mapping[str, list[str]]) -> dict[str, str]:
    return {spelling: code for code, spellings in table.items() for spelling in spellings}


def _patterns(
    codes: str, symbols: Mapping[str, str], names: Mapping[str, str], chinese: Mapping[str, str]
) -> tuple[re.Pattern[str], ...]:
    """Sign and code before and after the number, name after it, an unlisted foreign coin, a Chinese sum."""
    signs = any_of(sign for sign in symbols if len(sign) == 1 and sign in _BEHIND)
    figure = rf"{ABOUT}({FIGURE}|{EN_NUMBER_PHRASE}"
    return (
        re.compile(
            rf"(?<![a-z0-9_]){ABOUT}(?<![a-z0-9_])({any_of(symbols)}) ?({FIGURE})({SCALE})?"
            rf"(?: ?(?:元|usd|cad|aud|eur|gbp|rmb|cny)(?![a-z0-9_]))?(?!\w*@)"
        ),
        re.compile(rf"(?<![a-z0-9_.,-])({FIGURE})({SCALE})? ?({signs})(?![a-z0-9_\d])"),
        re.compile(rf"(?<![a-z0-9_]){ABOUT}({codes})(?:\$| )?\s?({FIGURE})({SCALE})?(?![a-z0-9_]|[.,]\d)"),
        re.compile(rf"(?<![a-z0-9_.,-]){figure})({SCALE})? ?({codes})(?![a-z0-9_])"),
        re.compile(
            rf"(?<![a-z0-9_.,-]){figure}|a hundred|a thousand|a million|several (?:hundred|thousand|million))"
            rf"({SCALE})? (?:of )?({any_of(names)})s?(?![a-z0-9_])(?: \((?:{codes})\))?"
        ),
        re.compile(
            rf"(?<![a-z0-9_.,-]){figure})({SCALE})? "
            rf"(?:[a-z]{{4,12}}(?:an|ian|ish|ese|ch|ic|tic|ss)|gdr|old|new) "
            rf"(?:schillings?|marks|kronor|kron(?:er|a|e|or)|lir[ae]s?|lei|forints?|crowns|zlot(?:ys?|ies)|drachmas?|"
            rf"francs?|pounds?|roubles?|rubles?|levs?|dinars?|pesos?|reais|guilders|pesetas|escudos|rupees?|"
            rf"hryvnias?|dirhams?|shekels?|won|yen|dollars?)(?![a-z0-9_])(?: \((?:{codes})\))?"
        ),
        re.compile(
            rf"(?:人民币|rmb|￥|¥)?\s?((?<![\d,.])(?:\d[\d,]{{0,14}}(?:\.\d{{1,6}})?|"
            rf"(?<!{ZH_NUMERAL}){ZH_NUMERAL}{{1,15}})(?:[多余几来])?\s?[万亿千百wk]{{0,2}}(?:[多余几])?)\s?"
            rf"({any_of(chinese)}|块多|多块钱|元整)(?:({ZH_NUMERAL}|\d)(?![\d年月日号]))?(?![件素旦老宵首凶])"
        ),
    )
