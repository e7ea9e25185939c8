"""The error tree.

DrslError
|-- KnownError              the user's world: bad input, missing server, refused request
|   |-- InputError          the text or a line of input cannot be used
|   |-- ResourceError       a shipped data file is missing or malformed
|   |-- EvaluationInvalid   a control was missed or probes were lost: neither PASS nor INFEASIBLE
|   |-- ReleaseRefused      the gateway would not send: ticket, hash, hard line, allow-list
|   |-- DestinationError    the destination answered with an error, or not at all
|   |-- ModelServerError    a model server on this machine answered with an error, or not at all
|   |-- KeyStoreError       no usable OS key store
|   `-- StoreError          the encrypted database cannot be opened
|-- Cancelled               the user stopped the work
`-- BugError                ours: an invariant does not hold

Messages are keys with content-free details: no user text ever enters an exception.
"""

from __future__ import annotations

from collections.abc import Mapping


class DrslError(Exception):
    """Base of all errors raised on purpose.

    `code` is a stable dotted identifier; views map it to a sentence in the user's language
    (cause, effect, remedy). `details` holds only content-free facts: counts, line numbers,
    host names, type ids.
    """

    def __init__(
        self,
        code: str,
        *,
        details: Mapping[str, str | int | float] | None = None,
        retryable: bool = False,
    ) -> None:
        self.code = code
        self.details: dict[str, str | int | float] = dict(details or {})
        self.retryable = retryable
        shown = ", ".join(f"{key}={value}" for key, value in sorted(self.details.items()))
        super().__init__(f"{code} ({shown})" if shown else code)


class KnownError(DrslError):
    """Something in the user's world that the user can mend."""


class InputError(KnownError):
    """The given text cannot be processed: encoding, NUL, emptiness, size, JSON."""


class ResourceError(KnownError):
    """A shipped data file is missing or does not fit its schema."""


class EvaluationInvalid(KnownError):
    """The evaluation may not be read as PASS or INFEASIBLE: a control failed or probes are missing."""


class ReleaseRefused(KnownError):
    """The gateway refused; nothing was sent."""


class DestinationError(KnownError):
    """The destination failed; `details['sent']` says whether bytes may have left ("no", "unknown", "yes")."""


class ModelServerError(KnownError):
    """A model server on this machine cannot be used; nothing of this reaches the outside."""


class KeyStoreError(KnownError):
    """The operating system's key store cannot be used."""


class StoreError(KnownError):
    """The encrypted database cannot be opened or written."""


class Cancelled(DrslError):
    """The user cancelled; state before the operation still stands."""

    def __init__(self) -> None:
        super().__init__("cancelled")


class BugError(DrslError):
    """A broken invariant of our own code."""
