"""Satisficing: agents that ask for enough, and learn what enough is.

An agent knows its action, its aspiration and its payoff, and nothing of the game. It keeps an action
that pays what it aspires to, leaves one that does not, and moves its aspiration towards the payoff.

Sources: J. L. Stimpson, M. A. Goodrich and L. C. Walters, Satisficing and learning cooperation in the
prisoner's dilemma, IJCAI 2001; R. Karandikar, D. Mookherjee, D. Ray and F. Vega-Redondo, Evolving
aspirations and cooperation, Journal of Economic Theory 80 (1998); H. Simon, Models of Bounded
Rationality, volume 3 (1997).
Choices where they are silent: an agent with more than two actions leaves one for any other with equal
chance; what it did by a slip of the hand becomes its action.

Random numbers belong to a run's index, so a batch may be cut anywhere and done on any thread.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from plyometric.errors import InputError
from plyometric.games.dilemma import C, D, check_dilemma, dilemma, strategy
from plyometric.kernel import kernel, rule
from plyometric.kernel.rng import uniform, words

WINDOW = 240
"""How many last turns are watched for a period, which may be a quarter as long."""

FIRST_TURN = 1 << 32
"""Where a run's random numbers for its turns begin, far from those that drew its parameters."""


@kernel
def adapted(aspiration, payoff, lam):
    """Return the next aspiration, the average of this one and the payoff with weights lam and 1 - lam."""
    average = lam * aspiration + (1 - lam) * payoff
    # Rounding alone must never decide whether an agent is content with a payoff that stays the same.
    if aspiration <= payoff:
        return min(average, payoff)
    return average if average > payoff or lam == 0 else aspiration


# Any number of players and actions


class Frictions(NamedTuple):
    """What disturbs the agents: payoffs seen wrongly, hands that slip, and habit."""

    noise: float = 0.0  # a payoff is seen up to this much too high or too low
    tremble: float = 0.0  # the chance to do something else than intended
    inertia: float = 0.0  # the chance to stay with an action that does not pay enough


class Course(NamedTuple):
    """The turns of one run, a row each: every player's action, payoff and aspiration."""

    actions: np.ndarray
    payoffs: np.ndarray
    aspirations: np.ndarray


class Endings(NamedTuple):
    """How runs ended, a row each; means are over the last turns."""

    actions: np.ndarray
    aspirations: np.ndarray
    payoffs: np.ndarray  # each player's mean
    cooperation: np.ndarray  # the share of all actions that were full cooperation
    period: np.ndarray  # of everybody's actions: 1 where nobody moves any more, 0 where there is none


@rule
def another(action, actions, word):
    """Return one of the other actions, each with equal chance."""
    return (action + 1 + (word * (actions - 1) >> 32)) % actions


@rule
def is_below(chance, word):
    """Return whether a random word lets something of this chance happen."""
    return word < chance * 4294967296.0


@rule
def disturbed(action, payoff, aspiration, choices, frictions, seed, run, place):
    """Return the next action and the payoff as seen, where there is chance in either."""
    slip, habit, choice, error = words(seed, run, place)
    seen = payoff + frictions.noise * (error / 2147483648.0 - 1)
    if seen < aspiration and not is_below(frictions.inertia, habit):
        action = another(action, choices, choice)
    if is_below(frictions.tremble, slip):
        action = another(action, choices, words(seed, run, place + 1)[0])
    return action, seen


@rule
def play_run(game, lams, aspirations, actions, turns, frictions, seed, run, course):
    """Play one run, from and into the given state; a short course keeps only its last turns."""
    rows, players = course.actions.shape
    choices = game.shape[1]
    is_random = choices > 2 or frictions.noise + frictions.tremble + frictions.inertia > 0
    row, total = 0, actions.sum()
    for turn in range(turns):
        next_total = 0
        for player in range(players):
            own, aspiration = actions[player], aspirations[player]
            payoff = seen = game[player, own, total - own]
            course.actions[row, player] = own
            course.payoffs[row, player] = payoff
            course.aspirations[row, player] = aspiration
            if is_random:
                place = FIRST_TURN + 2 * (turn * players + player)
                own, seen = disturbed(own, payoff, aspiration, choices, frictions, seed, run, place)
            else:
                own ^= payoff < aspiration
            actions[player] = own
            aspirations[player] = adapted(aspiration, seen, lams[player])
            next_total += own
        row, total = row + 1 if row + 1 < rows else 0, next_total


@rule
def repeats(actions, oldest, period):
    """Return whether rows repeat with a period, in a table whose oldest row may stand anywhere."""
    rows, players = actions.shape
    for i in range(oldest, oldest + rows - period):
        for player in range(players):
            if actions[i % rows, player] != actions[(i + period) % rows, player]:
                return False
    return True


@rule
def period_of(actions, oldest):
    """Return the shortest period that shows at least four times over, or 0."""
    for period in range(1, len(actions) // 4 + 1):
        if repeats(actions, oldest, period):
            return period
    return 0


@kernel
def play_runs(game, lams, turns, frictions, lots, endings, course):
    """Play every run, from the state in `endings` to its end; `course` is the last one's.

    `lots` are the seed and the index of the first run.
    """
    seed, first = lots
    for i in range(len(endings.period)):
        aspirations, actions = endings.aspirations[i], endings.actions[i]
        play_run(game, lams[i], aspirations, actions, turns, frictions, seed, first + i, course)
        endings.period[i] = period_of(course.actions, turns % len(course.actions))
        sum_up(course, endings, i)


@rule
def sum_up(course, endings, run):
    """Write the mean payoffs of a course, and its share of cooperation."""
    rows, players = course.actions.shape
    endings.payoffs[run], endings.cooperation[run] = 0, 0
    for row in range(rows):
        for player in range(players):
            endings.payoffs[run, player] += course.payoffs[row, player]
            endings.cooperation[run] += course.actions[row, player] == C
    endings.payoffs[run] /= rows
    endings.cooperation[run] /= rows * players


def simulate(
    game: np.ndarray,
    lams: Any,
    aspirations: Any,
    actions: Any,
    turns: int,
    frictions: Frictions | None = None,
    seed: int = 1,
    first: int = 0,
    course: Course | None = None,
) -> Endings:
    """Play a batch of runs, a row of aspirations and of first actions each; `first` is its first index.

    The game is one payoff table for all players, or one for each. Lambdas are one for all, a row of
    one for each player, or such a row for every run. A course given along, no longer than the runs,
    keeps the last turns of the last one.
    """
    actions = np.array(actions, np.int64, ndmin=2)
    runs, players = actions.shape
    tables = finite("payoff tables", game, (players, *np.shape(game)[-2:]))
    check_fit(tables, actions)
    aspirations, lams = finite("aspirations", aspirations, actions.shape), lambdas(lams, actions.shape)
    check_turns(turns)
    endings = Endings(actions, aspirations, np.empty(actions.shape), np.empty(runs), np.empty(runs, np.int64))
    course = course or empty_course(min(turns, WINDOW), players)
    play_runs(tables, lams, turns, frictions or Frictions(), (seed, first), endings, course)
    return endings


def empty_course(turns: int, players: int, satisficers: int | None = None) -> Course:
    """Return room for the course of a game in which all players, or the first ones, satisfice."""
    shape = (turns, players)
    aspirations = np.empty((turns, players if satisficers is None else satisficers))
    return Course(np.empty(shape, np.int64), np.empty(shape), aspirations)


def finite(what: str, numbers: Any, shape: tuple[int, ...] = ()) -> np.ndarray:
    """Return numbers, all of them finite, repeated to fill a shape."""
    try:
        array = np.array(np.broadcast_to(numbers, shape), np.float64, order="C")
    except ValueError:
        raise InputError(f"{what} of shape {np.shape(numbers)}: {shape} is expected.") from None
    for number in array[~np.isfinite(array)]:
        raise InputError(f"{what}: finite numbers are expected, not {number}.")
    return array


def lambdas(lams: Any, shape: tuple[int, ...] = ()) -> np.ndarray:
    """Return weights of the past, repeated to fill a shape."""
    array = np.asarray(lams, np.float64)
    for lam in array[~((array >= 0) & (array <= 1))]:
        raise InputError(f"lambda = {lam}: it weighs the past and lies between 0 and 1.")
    return finite("lambdas", array, shape)


def check_turns(turns: int) -> None:
    """Refuse a game of no turns."""
    if turns < 1:
        raise InputError(f"{turns} turns: at least one is expected.")


def check_fit(tables: np.ndarray, actions: np.ndarray) -> None:
    """Refuse actions that payoff tables do not know, and tables too narrow for so many players."""
    (choices, totals), players = tables.shape[-2:], actions.shape[-1]
    if totals < (players - 1) * (choices - 1) + 1:
        raise InputError(f"a payoff table of {choices} x {totals} is too narrow for {players} players.")
    if actions.min(initial=0) < 0 or actions.max(initial=0) >= choices:
        raise InputError(f"first actions are numbers from 0 to {choices - 1} in this game.")


# One game, turn by turn


@rule
def cooperates(chance, seed, run, turn):
    """Return whether a strategy cooperates, with a chance that is drawn only where it must be."""
    return chance >= 1 or (chance > 0 and uniform(seed, run, FIRST_TURN + turn) < chance)


@kernel
def meet(game, lam, aspiration, action, chances, lots, course):
    """Play a satisficing agent against a strategy that remembers one turn; `lots` are seed and run."""
    seed, run = lots
    chance = chances[0]
    for turn in range(len(course.actions)):
        answer = C if cooperates(chance, seed, run, turn) else D
        payoff = game[action, answer]
        course.actions[turn, 0], course.actions[turn, 1] = action, answer
        course.payoffs[turn, 0], course.payoffs[turn, 1] = payoff, game[answer, action]
        course.aspirations[turn, 0] = aspiration
        chance = chances[1 + 2 * answer + action]
        action ^= payoff < aspiration
        aspiration = adapted(aspiration, payoff, lam)


def duel(
    game: np.ndarray,
    lam: float,
    aspiration: float,
    action: int,
    against: str,
    turns: int,
    seed: int = 1,
    run: int = 0,
) -> Course:
    """Return the course of a satisficing agent's game against a named strategy."""
    check_turns(turns)
    check_fit(table := finite("payoff table", game, (2, 2)), np.array([action, D]))
    course, chances = empty_course(turns, 2, satisficers=1), strategy(against)
    aspiration, lam = float(finite("aspiration", aspiration)), float(lambdas(lam))
    meet(table, lam, aspiration, action, chances, (seed, run), course)
    return course


def self_play(game: np.ndarray, lams: Any, aspirations: Any, actions: Sequence[int], turns: int) -> Course:
    """Return the course of a game among satisficing agents."""
    course = empty_course(turns, len(actions))
    simulate(game, lams, aspirations, actions, turns, course=course)
    return course


def course_of(
    sigma: float,
    delta: float,
    lam: float,
    aspirations: Sequence[float],
    actions: Sequence[int],
    steps: int,
    against: str = "satisficer",
) -> Course:
    """Return the course of a prisoner's dilemma between two agents, or of one against a strategy."""
    check_dilemma(sigma, delta)
    game = dilemma(sigma, delta)
    if against == "satisficer":
        return self_play(game, lam, aspirations, actions, steps)
    return duel(game, lam, aspirations[0], actions[0], against, steps)
