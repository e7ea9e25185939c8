"""`drsl dictionary`: lists of names that are always or never hidden, from files into the vault."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from app.cli.session import Session
from app.cli.terminal import EXIT_OK
from app.cli.vault_access import opened
from core.domain.errors import InputError
from core.learn.own_words import OwnWords
from core.learn.word_files import WordFile, open_words, preview
from core.resources import load_taxonomy
from core.store.records import WordList

STATUS, PREVIEW, IMPORT = "status", "preview", "import"


def run(options: argparse.Namespace, session: Session) -> int:
    """Exit code 0. Raises InputError `wordfile.*`, `dictionary.*`, `recognizer.type`, KnownError without a vault."""
    if options.action == PREVIEW:
        _preview(_file(options), options, session)
        return EXIT_OK
    which = WordList.KEEP if options.keep else WordList.HIDE
    file = _file(options) if options.action == IMPORT else None
    with opened(options, session) as vault:
        own = OwnWords(vault.words, vault.settings, load_taxonomy(session.root), lambda: datetime.now(UTC))
        if file is None:
            _status(own, options, session)
        else:
            _import(own, which, file, options, session)
    return EXIT_OK


def _file(options: argparse.Namespace) -> WordFile:
    if options.file is None:
        raise InputError("dictionary.no_file")
    return open_words(options.file)


def _preview(file: WordFile, options: argparse.Namespace, session: Session) -> None:
    seen = preview(file, options.column - 1)
    plain = {"rows": seen.rows, "words": seen.words, "twice": seen.twice, "skipped": seen.skipped}
    if options.json:
        session.terminal.record({**plain, "lines": list(seen.lines), "encoding": file.encoding}, indent=2)
        return
    session.terminal.out(session.messages("dictionary.preview", **plain, encoding=file.encoding))
    if seen.lines:
        session.terminal.out(session.messages("dictionary.lines", lines=", ".join(map(str, seen.lines))))


def _status(own: OwnWords, options: argparse.Namespace, session: Session) -> None:
    counts = {which.value: own.count(which) for which in WordList}
    plain = {**counts, "recognizers": len(own.recognizers())}
    if options.json:
        session.terminal.record(plain, indent=2)
    else:
        session.terminal.out(session.messages("dictionary.status", **plain))


def _import(own: OwnWords, which: WordList, file: WordFile, options: argparse.Namespace, session: Session) -> None:
    result = own.take_in(which, file, options.column - 1, options.type)
    plain = {"added": result.added, "known": result.known, "skipped": result.skipped}
    if options.json:
        session.terminal.record(plain, indent=2)
    else:
        session.terminal.out(session.messages("dictionary.imported", **plain))
