"""Why fewer people can fit although more is hidden: the figure is an estimate, and it says of what."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from core.domain.artifact import EXACT_LEVEL
from core.engine.what_if import Prediction
from core.store.records import ReviewAction
from ui.release.viewmodels.staging import Option


class Smaller(StrEnum):
    """What explains a smaller crowd behind more hiding; NOT where it is none. `value`: by another table of the same
    values, which is nearer the truth for one value than for its class."""

    NOT = ""
    POPULATION = "population"
    GROUP = "group"
    VALUE = "value"


def smaller(less: Prediction, more: Prediction) -> Smaller:
    """Why `more`, which hides more than `less`, shows fewer people, whole ones as they are shown."""
    if less.people is None or more.people is None or int(more.people) >= int(less.people):
        return Smaller.NOT
    if less.counted is None or more.counted is None or less.counted.population != more.counted.population:
        return Smaller.POPULATION
    same = set(less.counted.dimensions) == set(more.counted.dimensions)
    return Smaller.VALUE if same else Smaller.GROUP


def smaller_option(options: Iterable[Option]) -> Smaller:
    """The same among the choices for one value, from telling it to hiding it."""

    def rank(option: Option) -> int:
        return EXACT_LEVEL if option.choice.action is ReviewAction.KEEP else option.choice.level

    hiding = sorted((item for item in options if item.choice.action is not ReviewAction.NOT_SENSITIVE), key=rank)
    most: Option | None = None
    for option in hiding:
        if most is not None and rank(option) > rank(most):
            why = smaller(most.prediction, option.prediction)
            if why is not Smaller.NOT:
                return why
        if most is None or (option.prediction.people or 0.0) > (most.prediction.people or 0.0):
            most = option
    return Smaller.NOT
