"""Matrix games: all players choose at once, and each is paid by its own action and the others'.

A payoff table is read `table[own action, sum of the others' actions]`. Between two players the sum is
simply the other's action, so the table is the usual payoff matrix of a symmetric game; among more it
is that of a game in which only the total counts. Action 0 is always to cooperate in full.

Sources: J. L. Stimpson, M. A. Goodrich and L. C. Walters, Satisficing and learning cooperation in the
prisoner's dilemma, IJCAI 2001 (Figures 1 and 3); J. L. Stimpson and M. A. Goodrich, Learning to
cooperate in a social dilemma, ICML 2003; M. Nowak and K. Sigmund, A strategy of win-stay, lose-shift
that outperforms tit-for-tat, Nature 364 (1993), for strategies that remember one turn.
"""

import re
from typing import Any

import numpy as np

from plyometric.errors import InputError

C, D = 0, 1
LETTERS = "CD"


def matrix(reward: float, sucker: float, temptation: float, punishment: float) -> np.ndarray:
    """Return the table of a symmetric game of two actions: the payoffs for CC, CD, DC and DD."""
    return np.array([[reward, sucker], [temptation, punishment]], np.float64)


MATRICES = {
    "prisoner's dilemma": matrix(3, 1, 4, 2),
    "stag hunt": matrix(1, 0, 0.75, 0.5),
    "chicken": matrix(0.75, 0.25, 1, 0),
    "coordination": matrix(1, 0, 0, 0.5),
}
"""A typical game of each kind; the first is Figure 1 of the paper."""


def dilemma(sigma: Any, delta: Any) -> np.ndarray:
    """Return the generalised prisoner's dilemma of Figure 3, a table for each sigma and delta."""
    sigma, delta = np.broadcast_arrays(np.asarray(sigma, np.float64), delta)
    table = np.zeros((*sigma.shape, 2, 2))
    table[..., C, C], table[..., D, C], table[..., D, D] = sigma, 1, delta
    return table


def check_dilemma(sigma: float, delta: float) -> None:
    """Refuse payoffs that make no dilemma."""
    if not 0.5 < sigma < 1:
        raise InputError(f"sigma = {sigma}: mutual cooperation pays more than 0.5 and less than 1.")
    if not 0 < delta < sigma:
        raise InputError(f"delta = {delta}: mutual defection pays more than 0 and less than sigma, {sigma}.")


def social_dilemma(players: int, units: int, k: float) -> np.ndarray:
    """Return the table of a game in which each player keeps 0 to `units` units to itself.

    A player that gives u is paid (mean of all gifts - k u) / (units (1 - k)): 1 where everybody gives
    all, 0 where nobody gives anything, and more to whoever gives less.
    """
    if players < 2 or units < 1 or not 1 / players < k < 1:
        raise InputError(
            f"a social dilemma of {players} players, {units} units and k = {k}: it takes 2 or more players,"
            " 1 or more units, and k between 1 / players and 1."
        )
    given = units - np.arange(units + 1)[:, None]
    given_by_others = (players - 1) * units - np.arange((players - 1) * units + 1)
    return ((given + given_by_others) / players - k * given) / (units * (1 - k))


STRATEGIES = {
    "cooperator": (1, 1, 1, 1, 1),
    "defector": (0, 0, 0, 0, 0),
    "alternator": (1, 0, 0, 1, 1),
    "tit-for-tat": (1, 1, 0, 1, 0),
    "suspicious-tit-for-tat": (0, 1, 0, 1, 0),
    "win-stay-lose-shift": (1, 1, 0, 0, 1),
    "grim": (1, 1, 0, 0, 0),
    "random": (0.5, 0.5, 0.5, 0.5, 0.5),
}
"""The chance to cooperate at first, then after CC, CD, DC and DD, one's own action named first."""


def strategy(name: str) -> np.ndarray:
    """Return the five chances of a strategy that remembers one turn."""
    if name not in STRATEGIES:
        raise InputError(f"no strategy is named {name!r}: there are {', '.join(STRATEGIES)}.")
    return np.array(STRATEGIES[name], np.float64)


def read_actions(text: str, count: int = 2) -> list[int]:
    """Return the actions that letters name, such as CD."""
    if not re.fullmatch(f"[CDcd]{{{count}}}", text):
        raise InputError(f"actions {text!r}: {count} letters are expected, each C or D.")
    return [LETTERS.index(letter) for letter in text.upper()]
