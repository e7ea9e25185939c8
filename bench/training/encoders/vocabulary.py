"""The vocabulary that the network keeps of its base model: the pieces that texts and lists of ours are made of.

What is left out is read in smaller pieces, down to single signs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from bench.training.encoders.base import Base
from core.extract.spans.pieces import CLOSING, FILLING, MASK, OPENING, UNKNOWN

SPECIAL = (FILLING, UNKNOWN, OPENING, CLOSING, MASK)
"""In the order of their ids; the first is what rows are filled up with."""
START = "\u2581"
"""Stands in a piece for the space before a word."""
_ALONE = "[\u3400-\u9fff\u3040-\u30ff\uf900-\ufaff\U00020000-\U0003ffff]"
"""Ideographs and kana: each is a piece of its own, so that every border between two of them can be told."""
_KEPT = ((0x20, 0x52F), (0x1E00, 0x23FF), (0x2500, 0x27BF), (0x3000, 0x9FFF), (0xF900, 0xFFEF), (0x1F300, 0x1FAFF))
"""Single signs that are always kept: Latin, Greek, Cyrillic, punctuation, ideographs, symbols."""
LISTS = ("lexicons", "population")
"""Folders of resources whose words are kept, in small letters and with capitals."""


def tokenizer_of(pieces: Sequence[tuple[str, float]], unknown: int) -> Any:
    """A `tokenizers.Tokenizer` over the pieces with their scores."""
    from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers

    tokenizer = Tokenizer(models.Unigram(list(pieces), unk_id=unknown))
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(Regex(r"\s+"), " ")])
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Metaspace(START, "first"), pre_tokenizers.Split(Regex(_ALONE), "isolated")]
    )
    return tokenizer


def kept_pieces(base: Base, texts: Iterable[str], words: Iterable[str]) -> list[int]:
    """The ids of the base model's pieces that are kept, in its order, without the special ones.

    `words` are read as they are, in small letters and with capitals.
    """
    pieces = list(zip(base.pieces, base.scores, strict=True))
    tokenizer = tokenizer_of(pieces, base.pieces.index("<unk>"))
    listed = [form for word in words for form in (word, word.lower(), word.title())]
    seen: set[int] = set()
    for encoded in tokenizer.encode_batch([*texts, *listed], add_special_tokens=False):
        seen.update(encoded.ids)
    signs = {number for number, (piece, _) in enumerate(pieces) if _is_kept(piece.removeprefix(START))}
    special = {number for number, piece in enumerate(base.pieces) if piece.startswith("<") and piece.endswith(">")}
    return sorted((seen | signs) - special)


def _is_kept(sign: str) -> bool:
    return not sign or (len(sign) == 1 and any(first <= ord(sign) <= last for first, last in _KEPT))


def listed_words(root: Path) -> list[str]:
    """Every line of the lists of the resource folder `root`, in the order of their paths. Raises OSError."""
    found: list[str] = []
    for folder in LISTS:
        for path in sorted((root / folder).rglob("*.txt")):
            lines = path.read_text(encoding="utf-8").splitlines()
            found += [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    return found


def cut_tokenizer(base: Base, kept: Sequence[int]) -> str:
    """The tokenizer over the special pieces and the kept ones, as the text of its file."""
    special = [(piece, 0.0) for piece in SPECIAL]
    own = [(base.pieces[number], round(base.scores[number], 4)) for number in kept]
    tokenizer = tokenizer_of([*special, *own], SPECIAL.index(UNKNOWN))
    record = json.loads(tokenizer.to_str())
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))
