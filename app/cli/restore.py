"""`drsl restore`: the real values back into an answer.

The tokens come from the vault, by the id of a run that is kept there, or from the table that `sanitize --with-tokens`
printed. Without either nothing can be restored, and the command says so.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from app.cli.reading import STDIN, read_text
from app.cli.session import Session
from app.cli.terminal import EXIT_OK
from core.domain.errors import InputError, KnownError
from core.domain.language import Language
from core.domain.tokens import TOKEN_PATTERN, TokenEntry
from core.resources import load_taxonomy
from core.restore.active import ActivePlaces
from core.restore.labels import RestoreRules
from core.restore.neutral import neutralise
from core.restore.pieces import Piece, PlainText, RestoredValue
from core.restore.restorer import restore

TABLE = "token_table"


class TokenRow(BaseModel):
    """One row of a token table, as `sanitize --with-tokens` prints it."""

    model_config = ConfigDict(extra="ignore", strict=True)

    token: str = Field(max_length=200)
    type: str = Field(max_length=100)
    attribute: str = Field(default="", max_length=200)
    original: str = Field(min_length=1, max_length=100_000)
    language: str = Field(pattern="^(en|zh)$")

    def entry(self) -> TokenEntry:
        """Raises ValueError for a token that is not in canonical spelling."""
        match = TOKEN_PATTERN.fullmatch(self.token)
        if match is None or match["told"]:
            raise ValueError
        return TokenEntry(
            self.token,
            match["label"],
            int(match["number"]),
            self.type,
            self.attribute,
            self.original,
            Language(self.language),
        )


def run(options: argparse.Namespace, session: Session) -> int:
    """Exit code 0, also when tokens were left unresolved: they are counted on stderr. Raises KnownError."""
    if options.answer == STDIN and options.tokens == STDIN:
        raise InputError("input.stdin_twice")
    entries, prompt = _given(options, session)
    answer = read_text(options.answer, session.terminal.stdin)
    restored = restore(answer, entries, load_taxonomy(session.root), RestoreRules.load(session.root), prompt)
    places = ActivePlaces.load(session.root)
    report, active = restored.report, places.of(restored.pieces)
    if options.inert:
        restored = replace(restored, pieces=places.inert(restored.pieces))
        restored = replace(restored, text="".join(piece.text for piece in restored.pieces))
    if options.json:
        session.terminal.record(
            {
                "text": restored.text,
                "restored": report.restored,
                "forged": report.forged,
                "unresolved": report.unresolved,
                "active": len(active),
                "pieces": [_piece(piece) for piece in restored.pieces],
            },
            indent=2,
        )
        return EXIT_OK
    shown = "".join(
        piece.text if isinstance(piece, RestoredValue) else neutralise(piece.text) for piece in restored.pieces
    )
    session.terminal.stdout.write(shown if shown.endswith("\n") else shown + "\n")
    session.terminal.note(
        session.messages("restore.counts", restored=report.restored, forged=report.forged, unresolved=report.unresolved)
    )
    if active:
        key = "restore.active_left_out" if options.inert else "restore.active"
        session.terminal.note(session.messages(key, n=len(active)))
    return EXIT_OK


def _given(options: argparse.Namespace, session: Session) -> tuple[tuple[TokenEntry, ...], str]:
    """The tokens, and the text that was answered where it is known.

    Raises KnownError: `restore.no_tokens`, `vault.absent`; StoreError `store.no_run`; KeyStoreError.
    """
    if options.tokens is not None:
        given = read_text(options.tokens, session.terminal.stdin)
        return parse_tokens(given), _prompt(given)
    if options.run is None:
        raise KnownError("restore.no_tokens")
    from app.cli.vault_access import opened  # cipher and key store load only where they are used

    with opened(options, session) as vault:
        run = vault.runs.load(options.run)
        return vault.conversations.load(run.conversation_id).tokens, run.verdict.artifact.text


def _prompt(text: str) -> str:
    """What `sanitize --json --with-tokens` says beside the table: the text with its tokens; "" where it is not."""
    data: Any = json.loads(text)
    prompt = data.get("text") if isinstance(data, Mapping) else ""
    return prompt if isinstance(prompt, str) else ""


def parse_tokens(text: str) -> tuple[TokenEntry, ...]:
    """Rows of a token table, or of an object that holds one as `token_table`. Raises InputError."""
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError("restore.bad_table") from None
    rows = data.get(TABLE) if isinstance(data, Mapping) else data
    if not isinstance(rows, list):
        raise InputError("restore.no_table")
    try:
        entries = tuple(TokenRow.model_validate(row).entry() for row in rows)
    except (ValueError, ValidationError):
        raise InputError("restore.bad_table") from None
    if len({entry.token for entry in entries}) != len(entries):
        raise InputError("restore.bad_table")
    return entries


def _piece(piece: Piece) -> dict[str, str]:
    if isinstance(piece, PlainText):
        return {"kind": "text", "text": piece.text}
    if isinstance(piece, RestoredValue):
        record = {"kind": "restored", "text": piece.text, "token": piece.token, "as_written": piece.as_written}
        return record | {"original": piece.original} | ({"said": piece.said} if piece.said else {})
    return {"kind": "left", "text": piece.text, "reason": piece.reason.value}
