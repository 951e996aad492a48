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

COOPERATION, DEFECTION, FOUR_CYCLE, THREE_CYCLE, OTHER = range(5)
OUTCOMES = ("mutual cooperation", "mutual defection", "DD-CD-DD-DC", "CC-CD-DD", "other")


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
def play_runs(game, lams, turns, frictions, seed, first, endings, course):
    """Play every run, from the state in `endings` to its end; `course` is the last one's."""
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
    _check_fit(tables, actions)
    aspirations, lams = finite("aspirations", aspirations, actions.shape), lambdas(lams, actions.shape)
    _check_turns(turns)
    endings = Endings(actions, aspirations, np.empty(actions.shape), np.empty(runs), np.empty(runs, np.int64))
    course = course or empty_course(min(turns, WINDOW), players)
    play_runs(tables, lams, turns, frictions or Frictions(), seed, first, endings, course)
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


def _check_turns(turns: int) -> None:
    if turns < 1:
        raise InputError(f"{turns} turns: at least one is expected.")


def _check_fit(tables: np.ndarray, actions: np.ndarray) -> None:
    """Refuse actions that payoff tables do not know, and tables too narrow for so many players."""
    (choices, totals), players = tables.shape[-2:], actions.shape[-1]
    if totals < (players - 1) * (choices - 1) + 1:
        raise InputError(f"a payoff table of {choices} x {totals} is too narrow for {players} players.")
    if actions.min(initial=0) < 0 or actions.max(initial=0) >= choices:
        raise InputError(f"first actions are numbers from 0 to {choices - 1} in this game.")


# Two players with two actions: how a prisoner's dilemma ends


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
    _check_fit(games, actions)
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


# One game, turn by turn


@rule
def cooperates(chance, seed, run, turn):
    """Return whether a strategy cooperates, with a chance that is drawn only where it must be."""
    return chance >= 1 or (chance > 0 and uniform(seed, run, FIRST_TURN + turn) < chance)


@kernel
def meet(game, lam, aspiration, action, chances, seed, run, course):
    """Play a satisficing agent against a strategy that remembers one turn."""
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
    _check_turns(turns)
    _check_fit(table := finite("payoff table", game, (2, 2)), np.array([action, D]))
    course, chances = empty_course(turns, 2, satisficers=1), strategy(against)
    aspiration, lam = float(finite("aspiration", aspiration)), float(lambdas(lam))
    meet(table, lam, aspiration, action, chances, seed, run, course)
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
