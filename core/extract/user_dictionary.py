"""A person's own words, by the million: always hide, never hide. Compiled once, looked up while typing.

A word is kept as a 64-bit hash of its folded form (the interpreter's keyed SipHash, new in every process) in one
sorted array, with its type beside it: nine bytes a word and no text. Which lengths to try at a place is told by its
first two characters, so the rest of a text costs nothing. A chance collision (10^-12 in a text) hides one word more.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from core.domain.errors import InputError
from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.dictionary import same_length_lower
from core.text.normalize import comparison_key, normalize

LONGEST = 60
"""Code points of a word; longer ones are sentences, and no list of names holds them."""
SHORTEST = 2
MOST_TYPES = 255
OVERLAY = 2_000
"""Words added by hand before they join the sorted array."""
_START = 2
Hashes = npt.NDArray[np.int64]
Kinds = npt.NDArray[np.uint8]


def folded(surface: str) -> str:
    """The form under which a word is looked for: normalised, lower case, without space around it."""
    if surface.isascii() and surface.isprintable():
        return surface.lower().strip()
    return same_length_lower(normalize(surface).text).strip()


def checked(surface: str) -> str:
    """`folded`, of a word that may be kept. Raises InputError `dictionary.blank`, `dictionary.too_short`,
    `dictionary.too_long`."""
    form = folded(surface)
    if not any(map(str.isalnum, form)):
        raise InputError("dictionary.blank")
    if len(form) < SHORTEST:
        raise InputError("dictionary.too_short", details={"limit": SHORTEST})
    if len(form) > LONGEST or "\n" in form:
        raise InputError("dictionary.too_long", details={"limit": LONGEST})
    return form


@dataclass(frozen=True, slots=True)
class PackedWords:
    """Words of one list. `lengths`: first two characters -> bit per length of the words that begin so. Build with
    `pack`; immutable, safe from any thread."""

    hashes: Hashes = field(default_factory=lambda: np.empty(0, np.int64))
    kinds: Kinds = field(default_factory=lambda: np.empty(0, np.uint8))
    lengths: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def pack(cls, words: Iterable[tuple[str, int]]) -> PackedWords:
        """From folded words with the numbers of their types; of a word that comes twice the last one stands."""
        lengths: dict[str, int] = {}
        hashes = array("q")
        kinds = bytearray()
        for word, kind in words:
            start = word[:_START]
            lengths[start] = lengths.get(start, 0) | 1 << len(word)
            hashes.append(hash(word))
            kinds.append(kind)
        return cls(*_sorted(np.frombuffer(hashes, np.int64), np.frombuffer(bytes(kinds), np.uint8)), lengths)

    def __len__(self) -> int:
        return len(self.hashes)

    def kind(self, word: str) -> int | None:
        """The number of a folded word's type; None for a word that is not in the list."""
        place = int(np.searchsorted(self.hashes, hash(word)))
        if place < len(self.hashes) and self.hashes[place] == hash(word):
            return int(self.kinds[place])
        return None

    def kinds_of(self, hashes: Hashes) -> npt.NDArray[np.int16]:
        """For many hashes at once: number of the type, -1 where there is none."""
        if not len(self.hashes):
            return np.full(len(hashes), -1, np.int16)
        places = np.minimum(np.searchsorted(self.hashes, hashes), len(self.hashes) - 1)
        return np.where(self.hashes[places] == hashes, self.kinds[places].astype(np.int16), np.int16(-1))

    def joined(self, later: PackedWords) -> PackedWords:
        """Both as one; where both have a word, `later` stands."""
        lengths = dict(self.lengths)
        for start, mask in later.lengths.items():
            lengths[start] = lengths.get(start, 0) | mask
        hashes = np.concatenate([self.hashes, later.hashes])
        return PackedWords(*_sorted(hashes, np.concatenate([self.kinds, later.kinds])), lengths)

    def without(self, words: Iterable[str]) -> PackedWords:
        """Without these folded words. A length that no word has any more costs a look, nothing else."""
        gone = np.array([hash(word) for word in words], np.int64)
        places = np.searchsorted(self.hashes, gone)
        inside = places < len(self.hashes)
        places, gone = places[inside], gone[inside]
        places = places[self.hashes[places] == gone]
        if not len(places):
            return self
        return PackedWords(np.delete(self.hashes, places), np.delete(self.kinds, places), self.lengths)


def _sorted(hashes: Hashes, kinds: Kinds) -> tuple[Hashes, Kinds]:
    """By hash, each once, the last of equal ones."""
    order = np.argsort(hashes, kind="stable")
    hashes, kinds = hashes[order], kinds[order]
    last = np.ones(len(hashes), bool)
    last[:-1] = hashes[1:] != hashes[:-1]
    return hashes[last], kinds[last]


@dataclass(frozen=True, slots=True)
class UserDictionary:
    """What is always hidden, with types, and what is never. Immutable: every change gives a new one, which shares the
    arrays. Build off the main thread; look up from any."""

    types: tuple[str, ...] = ()
    _hide: PackedWords = field(default_factory=PackedWords, repr=False)
    _recent: PackedWords = field(default_factory=PackedWords, repr=False)
    _keep: PackedWords = field(default_factory=PackedWords, repr=False)

    @classmethod
    def build(cls, hide: Iterable[tuple[str, str]], keep: Iterable[str] = ()) -> UserDictionary:
        """From (surface, type id) and surfaces. Surfaces that may not be kept are left out. Some two microseconds a
        word. Raises InputError `dictionary.types` for more types than there are."""
        types: dict[str, int] = {}

        def numbered() -> Iterator[tuple[str, int]]:
            for surface, type_id in hide:
                form = folded(surface)
                if SHORTEST <= len(form) <= LONGEST:
                    yield form, _number(types, type_id)

        packed = PackedWords.pack(numbered())
        keys = ((key, 0) for surface in keep if (key := comparison_key(surface)))
        return cls(tuple(types), packed, PackedWords(), PackedWords.pack(keys))

    def __bool__(self) -> bool:
        return bool(len(self._hide) or len(self._recent) or len(self._keep))

    @property
    def size(self) -> int:
        """Words that are always hidden; one that was added again by hand counts once more until it joins."""
        return len(self._hide) + len(self._recent)

    def hiding(self, words: Iterable[tuple[str, str]]) -> UserDictionary:
        """With more words to hide. A few are cheap whatever the size; many are merged at once."""
        types = {name: number for number, name in enumerate(self.types)}
        added = PackedWords.pack([(folded(surface), _number(types, type_id)) for surface, type_id in words])
        recent = self._recent.joined(added)
        keys = tuple(types)
        if len(recent) <= OVERLAY:
            return replace(self, types=keys, _recent=recent)
        return replace(self, types=keys, _hide=self._hide.joined(recent), _recent=PackedWords())

    def keeping(self, surfaces: Iterable[str]) -> UserDictionary:
        """With more that is never hidden."""
        added = PackedWords.pack([(key, 0) for surface in surfaces if (key := comparison_key(surface))])
        return replace(self, _keep=self._keep.joined(added))

    def forgetting(self, surfaces: Iterable[str]) -> UserDictionary:
        """Without these, in whichever list they are."""
        every = list(surfaces)
        forms, keys = [folded(surface) for surface in every], [comparison_key(surface) for surface in every]
        return replace(
            self,
            _hide=self._hide.without(forms),
            _recent=self._recent.without(forms),
            _keep=self._keep.without(keys),
        )

    def allows(self, surface: str) -> bool:
        """False for what is never hidden."""
        return not len(self._keep) or self._keep.kind(comparison_key(surface)) is None

    def find(self, lower: str) -> Iterator[Candidate]:
        """Words to hide in the lower-cased view: at each place the longest, whole words only, none inside another."""
        places = list(self._places(lower))
        if not places:
            return
        hashes = np.array([hash(lower[start:end]) for start, end in places], np.int64)
        kinds = self._recent.kinds_of(hashes)
        kinds = np.where(kinds >= 0, kinds, self._hide.kinds_of(hashes))
        reached = 0
        for index in sorted(np.flatnonzero(kinds >= 0), key=lambda at: (places[at][0], -places[at][1])):
            start, end = places[index]
            if end <= reached:
                continue
            reached = end
            value = comparison_key(lower[start:end])
            yield Candidate(start, end, self.types[kinds[index]], value, 1.0, Layer.USER, "user.list", 1.0)

    def _places(self, lower: str) -> Iterator[tuple[int, int]]:
        """Spans that begin like a word of the list, have its length, and cut through no run of Latin or digits."""
        packs = [pack.lengths for pack in (self._hide, self._recent) if len(pack)]
        if not packs:
            return
        plain = [char.isascii() and char.isalnum() for char in lower]
        size = len(lower)
        for start in range(size - SHORTEST + 1):
            if plain[start] and start and plain[start - 1]:
                continue
            begin = lower[start : start + _START]
            mask = 0
            for lengths in packs:
                mask |= lengths.get(begin, 0)
            while mask:
                length = mask.bit_length() - 1
                mask ^= 1 << length
                end = start + length
                if end < size and plain[end] and plain[end - 1]:
                    continue
                if end <= size:
                    yield start, end


def _number(types: dict[str, int], type_id: str) -> int:
    number = types.setdefault(type_id, len(types))
    if number >= MOST_TYPES:
        raise InputError("dictionary.types", details={"limit": MOST_TYPES})
    return number
