"""The library as a file: signed by the installation that wrote it, reviewed before any of it takes effect.

A file is a wish, whoever signed it: every body has to pass the checks of the library and the memorisation check of
this installation, and a person looks at the differences and adopts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from core.domain.errors import InputError
from core.domain.language import Language
from core.domain.learning import Rule
from core.domain.secret import Secret
from core.keys.signing import Signer, fingerprint, is_signed, new_signing_seed
from core.learn.checking import check_body
from core.learn.comparing import DiffRun, compare
from core.learn.items import ItemBody, digest_of, read_body
from core.learn.library import SHIPPED, Change, Key, Library, LibraryChange

FORMAT = "drsl-library"
VERSION = 1
SEED = "library.signing"
LARGEST = 16 * 1024 * 1024
MOST_ITEMS = 2_000
LONGEST_WORDS = 2_000
SAYS = "library_file.says"
RuleFault = Callable[[Rule], str]
TextFault = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class SignedItem:
    """One item of a file: its whole body, and what its writer said about it."""

    name: str
    language: Language
    body: ItemBody
    author: str
    reason: str
    evidence: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class SignedLibrary:
    """A file whose signature holds. `fingerprint`: of the key that signed it."""

    fingerprint: str
    public: str
    items: tuple[SignedItem, ...]


@dataclass(frozen=True, slots=True)
class ReviewedItem:
    """What one item of a file would do. `change` None: refused, `reason` says why (message key); or nothing would
    change (`reason` empty). `diff`: from the present version. `left_out`: rules that the memorisation check refused,
    with its reasons; the change is without them. `fresh`: the library had nothing learned there."""

    item: SignedItem
    change: Change | None
    diff: tuple[DiffRun, ...] = ()
    reason: str = ""
    left_out: tuple[tuple[Rule, str], ...] = ()
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class LibraryReview:
    """A file as a person reviews it; nothing of it holds before `adopt`. `own`: this installation wrote it."""

    fingerprint: str
    own: bool
    items: tuple[ReviewedItem, ...]

    @property
    def changes(self) -> tuple[Change, ...]:
        return tuple(item.change for item in self.items if item.change is not None)


class LibraryFiles:
    """Writes and reads files of one library. Blocks as the store does."""

    def __init__(self, library: Library, rule_fault: RuleFault, text_fault: TextFault) -> None:
        """`rule_fault`, `text_fault`: the memorisation check over this installation's material; message key of why a
        rule, or a prompt's new lines, may not enter, empty where they may."""
        self._library = library
        self._rule_fault = rule_fault
        self._text_fault = text_fault

    def fingerprint(self) -> str:
        """Of this installation's key; made on first use and kept behind the lock."""
        return fingerprint(self._signer().public)

    def export(self, chosen: Iterable[Key] | None = None) -> bytes:
        """The present version of every learned item (or of the chosen ones), signed. Raises InputError
        `library_file.nothing` when none of them was ever learned, `library.no_item`."""
        wanted = sorted(chosen if chosen is not None else self._library.baseline.items)
        items = []
        for name, language in wanted:
            active = self._library.active(name, language)
            if active.version == SHIPPED:
                continue
            self._library.body(name, language)  # a stored body that cannot be read is not passed on
            items.append(
                {
                    "name": name,
                    "language": language.value,
                    "body": active.item.body,
                    "digest": active.item.digest,
                    "author": active.author[:LONGEST_WORDS],
                    "reason": active.reason[:LONGEST_WORDS],
                    "evidence": dict(active.evidence),
                }
            )
        if not items:
            raise InputError("library_file.nothing")
        signer = self._signer()
        content = {"format": FORMAT, "version": VERSION, "key": signer.public, "items": items}
        whole = {**content, "signature": signer.sign(_signed_bytes(content))}
        return json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True).encode()

    def review(self, data: bytes) -> LibraryReview:
        """What a file would do. Raises InputError as `read_file`."""
        file = read_file(data)
        own = file.public == self._signer().public
        return LibraryReview(file.fingerprint, own, tuple(map(self._reviewed, file.items)))

    def adopt(self, review: LibraryReview, author: str, chosen: Iterable[Key] | None = None) -> LibraryChange:
        """Give what was reviewed (or the chosen items of it) to the library, all or none. Raises as `Library.adopt`."""
        wanted = None if chosen is None else set(chosen)
        changes = [item for item in review.changes if wanted is None or (item.name, item.language) in wanted]
        return self._library.adopt(changes, author, f"{FORMAT} {review.fingerprint}")

    def _reviewed(self, item: SignedItem) -> ReviewedItem:
        try:
            check_body(item.name, item.language, item.body, self._library.baseline)
            present = self._library.body(item.name, item.language)
        except InputError as error:
            return ReviewedItem(item, None, reason=error.code)
        fresh = self._library.active(item.name, item.language).version == SHIPPED
        known = {rule.id for rule in present.rules}
        faults = {rule.id: self._rule_fault(rule) for rule in item.body.rules if rule.id not in known}
        left_out = tuple((rule, faults[rule.id]) for rule in item.body.rules if faults.get(rule.id))
        if any(self._text_fault(line) for line in _new_lines(present, item.body)):
            return ReviewedItem(item, None, compare(present, item.body), SAYS, left_out, fresh)
        body = item.body.without_rules(*(rule.id for rule, _ in left_out))
        diff = compare(present, body)
        unchanged = body == present
        reason = SAYS if unchanged and left_out else ""
        change = None if unchanged else Change(item.name, item.language, body)
        return ReviewedItem(item, change, diff, reason, left_out, fresh)

    def _signer(self) -> Signer:
        settings = self._library.settings
        kept = settings.get(SEED)
        if not isinstance(kept, str):
            kept = new_signing_seed().reveal()
            settings.put(SEED, kept, self._library.now())
        return Signer.of(Secret(kept))


def read_file(data: bytes) -> SignedLibrary:
    """A file, if its signature holds. Raises InputError: `library_file.large`, `library_file.unreadable` (no such file,
    or cut off), `library_file.version` (of a later program), `library_file.tampered`, `library_file.content`."""
    if len(data) > LARGEST:
        raise InputError("library_file.large", details={"limit": LARGEST})
    try:
        whole = json.loads(data.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise InputError("library_file.unreadable") from None
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise InputError("library_file.unreadable")
    if whole.get("version") != VERSION or type(whole["version"]) is not int:
        raise InputError("library_file.version")
    signature, public = whole.pop("signature", None), whole.get("key")
    if not isinstance(signature, str) or not isinstance(public, str):
        raise InputError("library_file.unreadable")
    try:
        signed = _signed_bytes(whole)
    except (ValueError, RecursionError):
        raise InputError("library_file.unreadable") from None
    if not is_signed(public, signature, signed):
        raise InputError("library_file.tampered")
    return SignedLibrary(fingerprint(public), public, _items(whole))


def _items(whole: Mapping[str, Any]) -> tuple[SignedItem, ...]:
    listed = whole.get("items")
    if set(whole) != {"format", "version", "key", "items"} or not isinstance(listed, list):
        raise InputError("library_file.content")
    items = tuple(map(_item, listed[: MOST_ITEMS + 1]))
    if len(items) > MOST_ITEMS or len({(item.name, item.language) for item in items}) != len(items):
        raise InputError("library_file.content")
    return items


def _item(plain: Any) -> SignedItem:
    try:
        return _fitting(plain)
    except (KeyError, TypeError, ValueError, AttributeError, InputError):
        raise InputError("library_file.content") from None


def _fitting(plain: Any) -> SignedItem:
    """Raises what reading a wrong value raises."""
    texts = [plain[key] for key in ("name", "language", "body", "digest", "author", "reason")]
    evidence = plain["evidence"]
    fits = all(isinstance(text, str) for text in texts) and len(plain) == len(texts) + 1
    numbers = all(isinstance(key, str) and type(value) in (int, float) for key, value in evidence.items())
    name, language, body, digest, author, reason = texts
    if not fits or not numbers or digest_of(body) != digest or len(author) + len(reason) > 2 * LONGEST_WORDS:
        raise ValueError
    return SignedItem(name, Language(language), read_body(body), author, reason, dict(evidence))


def _new_lines(present: ItemBody, body: ItemBody) -> list[str]:
    known = {line for text in present.parts.values() for line in text.split("\n")}
    return [line for text in body.parts.values() for line in text.split("\n") if line not in known]


def _signed_bytes(content: Mapping[str, object]) -> bytes:
    """What is signed: the same for equal content, however the file is laid out."""
    return json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def _no_constant(name: str) -> float:
    raise ValueError(name)
