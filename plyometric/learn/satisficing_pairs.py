"""Two satisficing agents with two actions each: how a prisoner's dilemma ends, by theory and by watching.

Where both are content the game has ended; else it may go round in a cycle, DD-CD-DD-DC or CC-CD-DD, that
is known to go on. Trials are drawn by Table 1 of the paper (see `satisficing.py` for the sources).
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from plyometric.errors import InputError
from plyometric.games.dilemma import C, D, dilemma
from plyometric.kernel import kernel, rule
from plyometric.kernel.rng import uniform
from plyometric.learn.satisficing import WINDOW, adapted, check_fit, finite, lambdas, period_of

COOPERATION, DEFECTION, FOUR_CYCLE, THREE_CYCLE, OTHER = range(5)
OUTCOMES = ("mutual cooperation", "mutual defection", "DD-CD-DD-DC", "CC-CD-DD", "other")


# How it ends


def four_cycle_exists(delta: Any, lam: Any) -> Any:
    """Return whether DD-CD-DD-DC can go on for ever."""
    return (lam * lam <= delta * (1 + lam * lam)) & (delta * (1 + lam * lam) < 1)


def three_cycle_exists(sigma: Any, delta: Any, lam: Any) -> Any:
    """Return whether CC-CD-DD can go on for ever."""
    return (sigma * (1 + lam) < delta + lam) & (delta * (1 + lam) < lam * sigma)


four_cycle_goes_on = rule(four_cycle_exists)
three_cycle_goes_on = rule(three_cycle_exists)


@rule
def patience(lam):
    """Return after how many turns a start has lost its effect, with a wide margin."""
    return 1000 if lam == 1 else int(min(1000 + 100 / (1 - lam), 1e8))


@rule
def cycle_in(past):
    """Return the family of cycles of which the last turns, two bits each, make one full round."""
    if past & 0b11_11_11_11_11 == 0b11_01_11_10_11:  # DD CD DD DC, and DD again
        return FOUR_CYCLE
    if past & 0b11_11_11_11 in (0b01_11_00_01, 0b10_11_00_10):  # CD DD CC, and CD again, or DC for CD
        return THREE_CYCLE
    return OTHER


@rule
def end_in(a, b):
    """Return the outcome where both are content with their actions."""
    if a != b:
        return OTHER
    return COOPERATION if a == C else DEFECTION


@rule
def reward(sigma, delta, own, other):
    """Return an agent's payoff in the generalised prisoner's dilemma."""
    if own == other:
        return sigma if own == C else delta
    return 1.0 if own == D else 0.0


@rule
def settled(sigma, delta, lam, alpha, beta, a, b):
    """Return how a prisoner's dilemma ends, as soon as that is certain.

    Two content agents stay so. In a cycle, every aspiration moves steadily towards what it is in the
    endless cycle. So if each agent did what the cycle asks of it through one full round, and the
    endless cycle exists, then it will do so in all rounds between. Where lambda is 1, aspirations
    stand still, and one round is enough.
    """
    past = 0
    for _ in range(patience(lam)):
        pay_a, pay_b = reward(sigma, delta, a, b), reward(sigma, delta, b, a)
        if pay_a >= alpha and pay_b >= beta:
            return end_in(a, b)
        past = (past << 2 | a << 1 | b) & 0b11_11_11_11_11
        cycle = cycle_in(past)
        if cycle == FOUR_CYCLE and (four_cycle_goes_on(delta, lam) or lam == 1):
            return cycle
        if cycle == THREE_CYCLE and (three_cycle_goes_on(sigma, delta, lam) or lam == 1):
            return cycle
        a, b = a ^ (pay_a < alpha), b ^ (pay_b < beta)
        alpha, beta = adapted(alpha, pay_a, lam), adapted(beta, pay_b, lam)
    return OTHER


@rule
def watched(game, lam_a, lam_b, alpha, beta, a, b, recent):
    """Return how two agents end in any game of two actions, and the period, by watching them long."""
    turns = max(patience(lam_a), patience(lam_b)) + len(recent)
    row = past = 0
    for _ in range(turns):
        pay_a, pay_b = game[a, b], game[b, a]
        if pay_a >= alpha and pay_b >= beta:
            return end_in(a, b), 1
        recent[row, 0], recent[row, 1] = a, b
        row = row + 1 if row + 1 < len(recent) else 0
        past = (past << 2 | a << 1 | b) & 0xFFFF
        a, b = a ^ (pay_a < alpha), b ^ (pay_b < beta)
        alpha, beta = adapted(alpha, pay_a, lam_a), adapted(beta, pay_b, lam_b)
    period = period_of(recent, row)
    return (last_cycle_in(past) if period in (3, 4) else OTHER), period


@rule
def last_cycle_in(past):
    """Return the family of cycles of which the last turns hold one full round, wherever it begins."""
    while past and cycle_in(past) == OTHER:
        past >>= 2
    return cycle_in(past)


class Trials(NamedTuple):
    """Prisoner's dilemmas between two satisficing agents, a row each."""

    aspirations: np.ndarray  # of both agents
    actions: np.ndarray  # the first ones of both agents
    lam: np.ndarray
    sigma: np.ndarray
    delta: np.ndarray

    def where(self, is_chosen: np.ndarray) -> "Trials":
        """Return the chosen trials."""
        return Trials(*(column[is_chosen] for column in self))


@kernel
def settle(trials, outcomes):
    """Write the outcome of every trial, by the conditions under which cycles exist."""
    for i in range(len(outcomes)):
        alpha, beta = trials.aspirations[i]
        a, b = trials.actions[i]
        outcomes[i] = settled(trials.sigma[i], trials.delta[i], trials.lam[i], alpha, beta, a, b)


@kernel
def watch(games, lams, aspirations, actions, recent, outcomes, periods):
    """Write the outcome and the period of every pair of agents, by watching them."""
    for i in range(len(outcomes)):
        alpha, beta = aspirations[i]
        a, b = actions[i]
        outcomes[i], periods[i] = watched(games[i], lams[i, 0], lams[i, 1], alpha, beta, a, b, recent)


def outcomes_of(trials: Trials) -> np.ndarray:
    """Return the outcome of every trial, decided by the exact conditions: an index into OUTCOMES."""
    outcomes = np.empty(len(trials.lam), np.int64)
    settle(trials, outcomes)
    return outcomes


def watch_pairs(
    games: np.ndarray, lams: Any, aspirations: Any, actions: Any, window: int = WINDOW
) -> tuple[np.ndarray, np.ndarray]:
    """Return outcome and period of pairs of agents, each in its own symmetric game of two actions."""
    actions = np.array(actions, np.int64)
    games = finite("payoff tables", games, (len(actions), 2, 2))
    check_fit(games, actions)
    aspirations, lams = finite("aspirations", aspirations, actions.shape), lambdas(lams, actions.shape)
    outcomes, periods = np.empty((2, len(actions)), np.int64)
    watch(games, lams, aspirations, actions, np.empty((window, 2), np.int64), outcomes, periods)
    return outcomes, periods


def outcomes_by_watching(trials: Trials, window: int = WINDOW) -> np.ndarray:
    """Return the outcome of every trial, decided by watching its last turns for a period.

    Above lambda = 0.9 a cycle may be left so seldom that a longer window is needed to see it.
    """
    games = dilemma(trials.sigma, trials.delta)
    return watch_pairs(games, trials.lam[:, None], trials.aspirations, trials.actions, window)[0]


# The paper's experiments


class Ranges(NamedTuple):
    """Table 1: the ranges from which a trial's parameters are drawn, all evenly."""

    alpha: tuple[float, float] = (0.5, 2.0)
    beta: tuple[float, float] = (0.5, 2.0)
    lam: tuple[float, float] = (0.1, 0.9)
    sigma: tuple[float, float] = (0.51, 1.0)
    delta: tuple[float, float] = (0.1, 1.0)
    gap: float = 0.0  # delta ends at least this far below sigma


AS_PRINTED = Ranges()
FITTED = Ranges(gap=0.1)
"""Delta to sigma - 0.1: chosen for Table 2's sake among some 220 readings, of which others fit as well."""

STARTS = ("random", "CC", "DD", "mixed", "same")
"""The first actions: the rows of Table 2, mixed being DC or CD, and same being CC or DD."""


@kernel
def fill_evenly(seed, first, table):
    """Fill a table with random numbers from 0 to 1, those of a row belonging to a run."""
    for i in range(table.shape[0]):
        for j in range(table.shape[1]):
            table[i, j] = uniform(seed, first + i, j)


def evenly(seed: int, first: int, runs: int, columns: int) -> np.ndarray:
    """Return random numbers from 0 to 1, a row for each run from index `first` on."""
    table = np.empty((runs, columns))
    fill_evenly(seed, first, table)
    return table


def draw(ranges: Ranges, seed: int, first: int, runs: int, start: str = "random") -> Trials:
    """Draw the trials of the given indices, each by itself."""
    alpha, beta, lam, sigma, delta, a, b = evenly(seed, first, runs, 7).T
    alpha, beta, lam, sigma = (
        low + (high - low) * share
        for (low, high), share in zip(ranges[:4], (alpha, beta, lam, sigma), strict=True)
    )
    low, high = ranges.delta[0], np.minimum(ranges.delta[1], sigma - ranges.gap)
    actions = _first_actions(start, (a < 0.5).astype(np.int64), (b < 0.5).astype(np.int64))
    return Trials(np.stack((alpha, beta), 1), actions, lam, sigma, low + (high - low) * delta)


def _first_actions(start: str, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    pairs = {"random": (a, b), "CC": (0 * a, 0 * b), "DD": (0 * a + D, 0 * b + D)}
    pairs |= {"mixed": (a, 1 - a), "same": (a, a)}
    if start not in pairs:
        raise InputError(f"no start is named {start!r}: there are {', '.join(STARTS)}.")
    return np.stack(pairs[start], 1)


def tally(ranges: Ranges, start: str, seed: int, first: int, runs: int) -> list[int]:
    """Draw trials, let them end, and count each outcome: one unit of work for any thread or machine."""
    outcomes = outcomes_of(draw(ranges, seed, first, runs, start))
    return np.bincount(outcomes, minlength=len(OUTCOMES)).tolist()


def meets_conclusions(trials: Trials) -> np.ndarray:
    """Return which trials meet the conditions under which the paper saw nothing but cooperation."""
    is_slow = (trials.lam > 0.8) & (trials.lam < 1)
    starts_alike = trials.actions[:, 0] == trials.actions[:, 1]
    aspires_high = (trials.aspirations > trials.sigma[:, None]).all(axis=1)
    return starts_alike & (trials.sigma - trials.delta > 0.4) & is_slow & aspires_high


def meets_sixth_condition(trials: Trials) -> np.ndarray:
    """Return for which trials the paper's conditions leave no room for an endless CC-CD-DD."""
    return trials.sigma * (1 + trials.lam) >= trials.delta + trials.lam


def violations(trials: Trials, outcomes: np.ndarray) -> int:
    """Count the trials that were seen to end in a cycle that cannot exist, or in no known way."""
    no_four = (outcomes == FOUR_CYCLE) & ~four_cycle_exists(trials.delta, trials.lam)
    no_three = (outcomes == THREE_CYCLE) & ~three_cycle_exists(trials.sigma, trials.delta, trials.lam)
    return int((no_four | no_three | (outcomes == OTHER)).sum())


def centres(low: float, high: float, size: int) -> np.ndarray:
    """Return the middles of so many equal parts of a range."""
    return low + (high - low) * (np.arange(size) + 0.5) / size


def basin_map(
    sigma: float, delta: float, lam: float, actions: Sequence[int], alphas: np.ndarray, betas: np.ndarray
) -> np.ndarray:
    """Return the outcome for every pair of first aspirations: A's by row, B's by column."""
    aspirations = np.stack(np.meshgrid(alphas, betas, indexing="ij"), -1).reshape(-1, 2)
    alike = np.ones(len(aspirations))
    pairs = np.tile(np.array(actions, np.int64), (len(aspirations), 1))
    trials = Trials(aspirations, pairs, lam * alike, sigma * alike, delta * alike)
    return outcomes_of(trials).reshape(len(alphas), len(betas))
