"""Values in pieces: put together by a program, parted by markup."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from core.extract.disguise_words import Words, english
from core.extract.disguised.stretch import LEAST_DIGITS, MOST_DIGITS, Disguise

_LITERAL = r"(?:[furbFURB]?\"[^\"\n\\]{0,80}\"|[furbFURB]?'[^'\n\\]{0,80}'|`[^`\n\\]{0,80}`)"
_CHAR = r"(?:chr|char|unichr|String\.fromCharCode|nchar)\(\s*(?:0x[0-9A-Fa-f]{2,6}|\d{2,6})\s*\)"
_TERM = rf"(?:{_CHAR}|{_LITERAL}|(?<![\w.])[A-Za-z_]\w{{0,40}}(?![\w(]))"
_CHAIN = re.compile(rf"{_TERM}(?:\s*(?:\+|\.\.|\|\||&|<<|\.(?=\s*[\"'])|\\\n)\s*{_TERM})+", re.IGNORECASE)
_LIST = re.compile(rf"[\[({{]\s*(?P<body>{_LITERAL}(?:\s*,\s*{_LITERAL})+)\s*,?\s*[\])}}]")
_GIVEN = re.compile(
    rf"(?<![\w.])(?P<name>[A-Za-z_\u4e00-\u9fff]\w{{0,40}})\s*(?::\s*\w+\s*)?=\s*(?P<said>{_LITERAL})(?!\s*[+.])"
)
_SIDE_BY_SIDE = re.compile(rf"(?<=[=(,:])[ ]?(?P<said>{_LITERAL}(?:[ ]{_LITERAL})+)")
"""Literals that a program joins because nothing stands between them."""
_NAMED = re.compile(r"[A-Za-z_]\w*")
_NAME = re.compile(r"[A-Z][a-z]+(?:[-' ][A-Z][a-z]+)*")
_HOST = re.compile(r"@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\Z")
_LONG_NUMBER = re.compile(r"\+?\d{9,20}")
_MADE = re.compile(rf"(?P<said>{_LITERAL})\s*\[::-1\]")
_NEAR = 60


def pieces(text: str, _words: Words) -> Iterator[Disguise]:
    """Values that a program puts together from literals, characters by their number, names and lists."""
    if not any(sign in text for sign in "\"'`"):
        return
    given = {match["name"]: _literal(match["said"]) for match in _GIVEN.finditer(text)}
    for match in _CHAIN.finditer(text):
        terms = re.findall(_TERM, match.group(), re.IGNORECASE)
        said = [_term(term, given) for term in terms]
        joins = sum(bool(item) for item in said) >= 2 and any(term[0] in "\"'`" or "(" in term for term in terms)
        if joins and not _stand_apart(terms, said):
            quote = next((term[0] for term in terms if term[0] in "\"'`"), "'")
            whole = f"{quote}{''.join(said)}{quote}"
            yield Disguise(match.start(), match.end(), whole, deliberate=_is_cut(said))
    for match in _LIST.finditer(text):
        head, tail = text[max(0, match.start() - _NEAR) : match.start()], text[match.end() : match.end() + _NEAR]
        near = (head + tail).lower()
        if any(word in near for word in ("join", "reduce", "concat", "implode")):
            parts = [_literal(part) for part in re.findall(_LITERAL, match["body"])]
            if head.rstrip().endswith("reversed(") or tail.lstrip().startswith((".reverse", "[::-1]")):
                parts.reverse()
            yield Disguise(match.start(), match.end(), f"'{''.join(parts)}'")
            continue
        parts = [_literal(part) for part in re.findall(_LITERAL, match["body"])]
        if all(map(str.isdigit, parts)) and LEAST_DIGITS <= len("".join(parts)) <= MOST_DIGITS:
            yield Disguise(match.start(), match.end(), f"'{'-'.join(parts)}'", f"'{''.join(parts)}'")
    for match in _SIDE_BY_SIDE.finditer(text):
        parts = [_literal(part) for part in re.findall(_LITERAL, match["said"])]
        yield Disguise(*match.span("said"), f"'{''.join(parts)}'", deliberate=_is_cut(parts))
    for match in _MADE.finditer(text):
        yield Disguise(match.start(), match.end(), f"'{_literal(match['said'])[::-1]}'")


def _stand_apart(terms: Sequence[str], said: Sequence[str]) -> bool:
    """Whether one literal stands beside names only, a space before and behind each: what a name stands for is read
    where it is given."""
    plain = [part for term, part in zip(terms, said, strict=True) if not _NAMED.fullmatch(term) and part.strip()]
    named = [at for at, term in enumerate(terms) if _NAMED.fullmatch(term) and said[at]]
    edges = ("", *(part[-1:] for part in said)), (*(part[:1] for part in said[1:]), "")
    beside = (edge for at in named for edge in (edges[0][at], edges[1][at]))
    return len(plain) == 1 and bool(named) and all(edge in ("", " ") for edge in beside)


def _is_cut(parts: Sequence[str]) -> bool:
    """Whether what is joined is a name, an address or a long number cut where no word ends: nobody writes one so but to
    hide it."""
    whole = "".join(parts)
    if _LONG_NUMBER.fullmatch(whole) or _HOST.search(whole):
        return True
    pieces = [word.lower() for part in parts for word in re.findall("[A-Za-z]+", part)]
    return _NAME.fullmatch(whole) is not None and whole.lower() not in english() and not set(pieces) <= english()


def _literal(written: str) -> str:
    return written.lstrip("furbFURB")[1:-1]


def _term(term: str, given: Mapping[str, str]) -> str:
    if term[-1] in "\"'`":
        return _literal(term)
    if term.endswith(")"):
        code = int(re.search(r"0x[0-9A-Fa-f]+|\d+", term).group(), 0)  # type: ignore[union-attr]
        return chr(code) if 32 <= code < 0x110000 and not 0xD800 <= code < 0xE000 else ""
    return given.get(term, "")


_MARK = r"(?:\*{2,3}|_{2}|~~|</?[a-z]{1,6}(?:\s[^<>]{0,80})?/?>|<!--[^>]{0,80}-->|\\-|\{\}|-\n)"
_INSIDE = re.compile(_MARK)
_EMPHASIS = re.compile(rf"(?<![^\W_])[^\W\d_]+(?:{_MARK}+[^\W\d_]+)+")


def markup(text: str, _words: Words) -> Iterator[Disguise]:
    """Words that marks of HTML, Markdown or TeX, or the end of a line, part in the middle."""
    for match in _EMPHASIS.finditer(text):
        said = _INSIDE.sub("", match.group())
        if said != match.group() and any(map(str.isalpha, said)):
            yield Disguise(match.start(), match.end(), said)
