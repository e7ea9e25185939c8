"""What a technical string consists of: its own letters, which stay, and values in them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Holds(StrEnum):
    """What a value is by its place in a grammar. FREE: anything, its borders alone are known. STAYS: nothing private.
    CUSTOMER: what a customer chose of a public service's host."""

    FREE = "free"
    STAYS = "stays"
    SECRET = "secret"
    USER = "user"
    HOST = "host"
    CUSTOMER = "customer"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Value:
    """A value at `[start, end)`; `type_id` is what it would be hidden as, empty where that is not known. `said`: its
    place alone says that it is there, so that it is hidden though nothing else has seen it."""

    start: int
    end: int
    holds: Holds
    type_id: str = ""
    said: bool = False


@dataclass(frozen=True, slots=True)
class Stretch:
    """A string of one grammar at `[start, end)`: what is in none of its values is its own. `credentials`: it says how
    to get in somewhere. `link`: one that a person may share as well."""

    start: int
    end: int
    values: tuple[Value, ...]
    credentials: bool = False
    link: bool = False
    used: bool = False
