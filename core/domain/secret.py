"""An API key or other secret: usable, never shown."""

from __future__ import annotations

from typing import Never


class Secret:
    """Holds a secret string. Every rendering is a mask; it cannot be pickled or compared by accident.

    Only `reveal` gives the value, at the place where it is written to a socket or a key store.
    """

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        return self._value

    def __bool__(self) -> bool:
        return bool(self._value)

    def __repr__(self) -> str:
        return "Secret(***)"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return repr(self)

    def __reduce__(self) -> Never:
        raise TypeError("secrets are not serialised")
