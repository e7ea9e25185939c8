"""The paper's bounds tried on random mechanisms whose true quantities are known exactly (paper appendix B).

A mechanism is a prior over V and a channel P(d | v), both drawn: sharp and flat, uniform and not, deterministic and
with zeros. No bound may be above (or below, by its direction) the quantity it speaks of. Boundary cases are checked by
hand-derived values. Nothing here is about anybody's text.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.assure.bounds import AttributeRate, fano_bits, recall_ceiling, witness_epsilon
from core.assure.exact import (
    entropy,
    fano_lower_bound,
    feasible,
    map_hit_rate,
    maximal_leakage,
    mutual_information,
    pufferfish_epsilon,
)

Table = npt.NDArray[np.float64]
LARGEST = 8
SLACK = 1e-9
UNIFORM_SHARE = 0.2
"""Part of the drawn priors that are uniform: the paper's special case stays in sight."""


@dataclass(frozen=True, slots=True)
class ProofRow:
    """One statement. `margin`: how far the closest mechanism stayed from a counterexample; negative = past it."""

    statement: str
    mechanisms: int
    nonuniform: int
    counterexamples: int
    margin: float
    boundary: int
    boundary_right: int

    @property
    def holds(self) -> bool:
        """No counterexample, every boundary case as derived."""
        return self.counterexamples == 0 and self.boundary == self.boundary_right


@dataclass(frozen=True, slots=True)
class Mechanism:
    """`prior` over V, `channel` with one row per value."""

    prior: Table
    channel: Table

    @property
    def uniform(self) -> bool:
        """Whether all values are equally probable."""
        return bool(np.allclose(self.prior, self.prior[0]))

    @property
    def joint(self) -> Table:
        """P(v, d)."""
        return self.prior[:, None] * self.channel


def drawn(rng: np.random.Generator) -> Mechanism:
    """A random mechanism: prior and channel from Dirichlet draws of all sharpnesses, sometimes deterministic."""
    values, outputs = int(rng.integers(2, LARGEST + 1)), int(rng.integers(2, LARGEST + 1))
    sharpness = 10.0 ** rng.uniform(-1.5, 1.5)
    prior = np.full(values, 1 / values)
    if rng.random() >= UNIFORM_SHARE:
        prior = rng.dirichlet(np.full(values, 10.0 ** rng.uniform(-0.5, 1.5))) + 1e-6
        prior /= prior.sum()
    if rng.random() < UNIFORM_SHARE:
        channel = np.eye(outputs)[rng.integers(0, outputs, size=values)]
    else:
        channel = rng.dirichlet(np.full(outputs, sharpness), size=values)
        channel = channel / channel.sum(axis=1, keepdims=True)
    return Mechanism(prior, channel)


def _weaker(rng: np.random.Generator, best: float, floor: float) -> float:
    """A measured hit rate: the optimal one, or a worse attacker's, never below blind guessing over |V|."""
    return best if rng.random() < UNIFORM_SHARE or best <= floor else float(rng.uniform(floor, best))


def fano(rng: np.random.Generator) -> tuple[float, bool]:
    """I(D;S) minus its bound with the true entropy, over two attributes that need not be independent."""
    one = drawn(rng)
    values, outputs = one.channel.shape
    other = int(rng.integers(2, 4))
    joint = rng.dirichlet(np.full(values * other * outputs, 10.0 ** rng.uniform(-1.5, 0.5)))
    table = joint.reshape(values, other, outputs)
    if rng.random() < 0.5:
        table = (one.joint[:, None, :] / other).repeat(other, axis=1)
    flat = table.reshape(values * other, outputs)
    rates = []
    for axis, size in ((1, values), (0, other)):
        marginal = table.sum(axis=axis)
        rates.append((_weaker(rng, map_hit_rate(marginal), 1 / size), size))
    bound = fano_lower_bound(entropy(flat.sum(axis=1)), rates)
    return mutual_information(flat) - bound, not np.allclose(flat.sum(axis=1), flat.sum(axis=1)[0])


def witness(rng: np.random.Generator) -> tuple[float, bool]:
    """True epsilon minus the witnessed one."""
    made = drawn(rng)
    hit = _weaker(rng, map_hit_rate(made.joint), float(made.prior.max()))
    if hit >= 1.0 - SLACK:
        missed = float(made.joint.sum(axis=0).sum() - made.joint.max(axis=0).sum())
        sure = missed <= 0 or math.isinf(pufferfish_epsilon(made.channel))
        return (0.0 if sure or missed < SLACK else -1.0), not made.uniform
    spread = math.log(float(made.prior.min()) / float(made.prior.max()))
    bound = math.log(hit / (1 - hit)) + spread if hit > 0 else -math.inf
    true = pufferfish_epsilon(made.channel)
    return (math.inf if math.isinf(true) else true - bound), not made.uniform


def leakage(rng: np.random.Generator) -> tuple[float, bool]:
    """Maximal leakage (log2 of the sum of column maxima) bounds mutual information and the gain of a best guesser, and
    is at most log2 of the number of outputs, which a deterministic method reaches."""
    made = drawn(rng)
    most = maximal_leakage(made.channel)
    gain = math.log2(map_hit_rate(made.joint) / float(made.prior.max()))
    used = int((made.channel.max(axis=0) > 0).sum())
    return min(most - mutual_information(made.joint), most - gain, math.log2(used) - most), not made.uniform


def frontier(rng: np.random.Generator) -> tuple[float, bool]:
    """I(D;S) + I(X;T|S) minus I(D;T), for X = (S, rest), a task that is a function of X, and D from X."""
    values, rest, outputs, answers = (int(rng.integers(2, 5)) for _ in range(4))
    source = rng.dirichlet(np.full(values * rest, 10.0 ** rng.uniform(-1, 1))).reshape(values, rest)
    task = rng.integers(0, answers, size=(values, rest))
    channel = rng.dirichlet(np.full(outputs, 10.0 ** rng.uniform(-1.5, 1)), size=(values, rest))
    told = np.zeros((values, outputs))
    answered = np.zeros((answers, outputs))
    coupled = 0.0
    for value in range(values):
        share = source[value].sum()
        by_task = np.zeros(answers)
        for other in range(rest):
            cell = source[value, other]
            told[value] += cell * channel[value, other]
            answered[task[value, other]] += cell * channel[value, other]
            by_task[task[value, other]] += cell
        # T is a function of X, so I(X;T|S) = H(T|S).
        coupled += share * entropy(by_task / share) if share > 0 else 0.0
    bound = mutual_information(told) + coupled
    return bound - mutual_information(answered), not np.allclose(source.sum(axis=1), 1 / values)


def infeasible(rng: np.random.Generator) -> tuple[float, bool]:
    """Where the criterion says that no version exists, none of many mechanisms meets both thresholds."""
    values, outputs = int(rng.integers(2, 5)), 4
    prior = rng.dirichlet(np.full(values, 2.0))
    tau_l, tau_u = float(rng.uniform(0, 1)), float(rng.uniform(0, 2))
    # The hardest coupling: the task is S itself, so I(X;T|S) = 0 and utility is leakage.
    if feasible(tau_u, tau_l, 0.0):
        return math.inf, True
    worst = math.inf
    for _ in range(8):
        channel = rng.dirichlet(np.full(outputs, 10.0 ** rng.uniform(-1.5, 1)), size=values)
        both = mutual_information(prior[:, None] * channel)
        worst = min(worst, max(tau_u - both, both - tau_l))
    return worst, True


def direction(rng: np.random.Generator) -> tuple[float, bool]:
    """With D independent of S nobody beats the prior; every attacker stays below the optimal one elsewhere."""
    made = drawn(rng)
    row = made.channel[0]
    independent = made.prior[:, None] * row[None, :]
    blind = float(made.prior.max())
    outputs = np.arange(made.channel.shape[1])
    guess: npt.NDArray[np.int64] = rng.integers(0, len(made.prior), size=len(outputs))
    some = float(independent[guess, outputs].sum())
    other = float(made.joint[guess, outputs].sum())
    gap = -abs(map_hit_rate(independent) - blind)
    return min(gap, blind - some, map_hit_rate(made.joint) - other), not made.uniform


def recall(rng: np.random.Generator) -> tuple[float, bool]:
    """The ceiling minus the leak of the whole system, for gold, found and spurious attributes of any leak."""
    gold, spurious = int(rng.integers(1, 30)), int(rng.integers(0, 30))
    leaks = rng.random(gold) ** rng.uniform(0.2, 5)
    found = rng.random(gold) < rng.random()
    hits = np.concatenate([leaks[found], rng.random(spurious)])
    size = len(hits)
    measured = float(hits.mean()) if size else 0.0
    ceiling = recall_ceiling(measured, float(found.mean()), size / gold)
    return ceiling - float(leaks.mean()), True


def termination(rng: np.random.Generator) -> tuple[float, bool]:
    """The loop on random gates: never more rounds than B = 3|S| + 5, U never below its threshold once reached."""
    size = int(rng.integers(0, 12))
    budget, rounds, utility, threshold = 3 * size + 5, 0, float(rng.random()), float(rng.random())
    skipped: set[int] = set()
    idle, reached = 0, utility >= threshold
    while utility < threshold and rounds < budget and idle < 2:
        rounds += 1
        better = utility + float(rng.normal(0, 0.2))
        idle, utility = (0, min(1.0, better)) if better > utility else (idle + 1, utility)
    reached = utility >= threshold
    leak, lowest = float(rng.random()), utility
    while reached and leak > 0.05 and rounds < budget and len(skipped) < size:
        rounds += 1
        after = utility - float(rng.exponential(0.1))
        if after >= threshold:
            utility, leak = after, leak * float(rng.random())
        else:
            skipped.add(int(rng.integers(0, max(1, size))))
        lowest = min(lowest, utility)
    kept = lowest - threshold if reached else 0.0
    return min(float(budget - rounds), kept), True


def _near(found: float | None, wanted: float) -> bool:
    if found is None:
        return False
    return found == wanted or abs(found - wanted) < 1e-6


def boundaries() -> Mapping[str, tuple[bool, ...]]:
    """Hand-derived cases by statement."""
    half = np.array([0.5, 0.5])
    flip = np.array([[0.9, 0.1], [0.1, 0.9]])
    silent = np.array([[0.3, 0.7], [0.3, 0.7]])
    identity = np.eye(2)
    secret = 1 + 0.9 * math.log2(0.9) + 0.1 * math.log2(0.1)
    return {
        "fano": (
            _near(fano_lower_bound(1.0, [(0.5, 2)]), 0.0),
            _near(fano_lower_bound(1.0, [(1.0, 2)]), 1.0),
            _near(fano_lower_bound(1.0, [(0.9, 2)]), secret),
            _near(fano_bits([AttributeRate(0.9, 2, 0.5)]), secret),
            _near(mutual_information(half[:, None] * flip), secret),
        ),
        "witness": (
            _near(witness_epsilon([AttributeRate(0.9, 2, 0.5)]), math.log(9)),
            _near(pufferfish_epsilon(flip), math.log(9)),
            witness_epsilon([AttributeRate(1.0, 2, 0.5)]) == math.inf,
            witness_epsilon([AttributeRate(0.05, 2, 0.5)]) == 0.0,
            _near(pufferfish_epsilon(silent), 0.0),
        ),
        "maximal_leakage": (
            _near(maximal_leakage(identity), 1.0),
            _near(maximal_leakage(silent), 0.0),
            _near(maximal_leakage(np.eye(8)), 3.0),
            _near(maximal_leakage(flip), math.log2(1.8)),
        ),
        "feasibility": (_near(mutual_information(half[:, None] * silent), 0.0), feasible(0.5, 0.5, 0.0)),
        "infeasible": (not feasible(0.6, 0.5, 0.0), feasible(0.6, 0.5, 0.2), not feasible(2.0, 0.0, 1.0)),
        "termination": (),
        "direction": (
            _near(map_hit_rate(half[:, None] * silent), 0.5),
            _near(map_hit_rate(half[:, None] * identity), 1.0),
        ),
        "recall_ceiling": (
            _near(recall_ceiling(0.0, 1.0, 1.0), 0.0),
            _near(recall_ceiling(0.5, 1.0, 1.43), 0.715),
            _near(recall_ceiling(0.0, 0.951, 1.43), 0.049),
            _near(recall_ceiling(1.0, 0.0, 3.0), 1.0),
        ),
    }


STATEMENTS: Mapping[str, Callable[[np.random.Generator], tuple[float, bool]]] = {
    "fano": fano,
    "witness": witness,
    "maximal_leakage": leakage,
    "feasibility": frontier,
    "infeasible": infeasible,
    "termination": termination,
    "direction": direction,
    "recall_ceiling": recall,
}


def prove(statement: str, mechanisms: int, seed: int) -> ProofRow:
    """Try one statement. Raises KeyError for one that is not in `STATEMENTS`."""
    trial = STATEMENTS[statement]
    rng = np.random.default_rng([seed, sum(statement.encode())])
    smallest, nonuniform, wrong = math.inf, 0, 0
    for _ in range(mechanisms):
        margin, skewed = trial(rng)
        nonuniform += bool(skewed)
        wrong += bool(margin < -SLACK)
        smallest = min(smallest, float(margin))
    cases = boundaries()[statement]
    return ProofRow(statement, mechanisms, nonuniform, wrong, smallest, len(cases), sum(map(bool, cases)))


def violated_by_uniform_fano(mechanisms: int, seed: int) -> int:
    """How many random mechanisms lie under the bound that assumes uniform attributes: why nobody is shown it."""
    rng = np.random.default_rng(seed)
    found = 0
    for _ in range(mechanisms):
        made = drawn(rng)
        if made.uniform:
            continue
        rate = AttributeRate(map_hit_rate(made.joint), len(made.prior), float(made.prior.max()))
        bound = fano_bits([rate])
        found += bound is not None and bool(mutual_information(made.joint) < bound - SLACK)
    return found
