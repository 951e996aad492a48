"""Retrograde analysis: what endings are worth, found from the ends of games backwards.

Sources: R. Bellman, On the application of dynamic programming to the determination of optimal play in chess
and checkers, 1965; K. Thompson, Retrograde analysis of certain endgames, 1986; R. Lake, J. Schaeffer and
P. Lu, Solving large retrograde-analysis problems using a network of workstations, 1994.

A slice is solved once those before it are. Every position is looked at twice: to count the ways that lead
to it from inside the slice, and to note them. What leads out of it is looked up. Then come the positions
decided in 0 plies, in 1, in 2, and so on: a decided position tells those that lead to it. A position is won
as soon as one way leads to a loss of the other side, and lost when all of them lead to wins of it. What is
never decided is drawn.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from plyometric.kernel import Game, kernel, rule
from plyometric.search.databases import FREE

AT_A_TIME = 1 << 17
"""Positions that are looked at in one call, so that a command can show how far it is."""

NEVER = 32767


class Work(NamedTuple):
    """What is known of a slice while it is solved, an entry for each of its numbers."""

    begin: int  # the first number
    values: np.ndarray  # the whole database; in the slice, 0 is not decided yet
    ways: np.ndarray  # how many ways lead there from inside the slice, then where their list ends
    sources: np.ndarray  # the lists: where the ways come from
    left: np.ndarray  # moves not known to lose
    win: np.ndarray  # in how many plies it is won, as far as is known
    loss: np.ndarray  # in how many plies it is lost if no move is left


@kernel
def look_at(game, first, last, work, moves):
    """Look at some positions: count the ways inside the slice, and look up those that lead out of it."""
    for number in range(first, last):
        i, state = number - work.begin, game.numbered(number)
        work.win[i], work.loss[i] = NEVER, 0
        if game.number_of(state) != number:
            work.values[number], work.left[i] = FREE, 1
            continue
        n = game.moves(state, moves)
        if n == 0:
            judge(game.result(state), i, work)
        for j in range(n):
            child = game.number_of(game.play(state, moves[j]))
            if child >= work.begin:
                work.ways[child - work.begin] += 1
                work.left[i] += 1
            else:
                look_up(work.values[child], i, work)


@rule
def judge(result, i, work):
    """Note the result of a game that is over; a draw keeps a move left for ever."""
    if result > 0:
        work.win[i] = 0
    work.left[i] += result >= 0


@rule
def look_up(entry, i, work):
    """Note what a move out of the slice leads to, by its entry for the other side."""
    if entry > 0:
        work.loss[i] = max(work.loss[i], entry)
    else:
        work.left[i] += 1
        if entry < 0:
            work.win[i] = min(work.win[i], -entry)


@kernel
def note_ways(game, first, last, work, moves):
    """Write down where the ways to each position come from, once there is room for their lists."""
    for number in range(first, last):
        state = game.numbered(number)
        if work.values[number] != FREE:
            for j in range(game.moves(state, moves)):
                child = game.number_of(game.play(state, moves[j])) - work.begin
                if child >= 0:
                    work.ways[child] -= 1
                    work.sources[work.ways[child]] = number - work.begin


@kernel
def decide(work, plies):
    """Decide all positions that are won or lost in so many plies; return the most plies due so far."""
    latest = 0
    for i in range(len(work.left)):
        if work.values[work.begin + i] != 0:
            continue
        if work.win[i] == plies:
            work.values[work.begin + i] = plies + 1
            latest = max(latest, tell_of_win(i, plies, work))
        elif work.left[i] == 0 and work.loss[i] == plies:
            work.values[work.begin + i] = -plies - 1
            latest = max(latest, tell_of_loss(i, plies, work))
        elif work.left[i] == 0:
            latest = max(latest, work.loss[i])
        elif work.win[i] != NEVER:
            latest = max(latest, work.win[i])
    return latest


@rule
def tell_of_win(i, plies, work):
    """Tell the positions that lead to one won by its mover: a move less is left to them."""
    for j in range(work.ways[i], work.ways[i + 1]):
        source = work.sources[j]
        work.left[source] -= 1
        work.loss[source] = max(work.loss[source], plies + 1)
    return plies + 1


@rule
def tell_of_loss(i, plies, work):
    """Tell the positions that lead to one lost by its mover: they are won."""
    for j in range(work.ways[i], work.ways[i + 1]):
        source = work.sources[j]
        work.win[source] = min(work.win[source], plies + 1)
    return plies + 1


def solve(game: Game, values: np.ndarray, begin: int, size: int) -> Iterator[int]:
    """Solve the slice of so many numbers from `begin` on; yield how many positions were looked at."""
    work = _new_work(values, begin, size)
    moves = np.zeros(game.width, np.int64)
    for first, last in _parts(begin, size):
        look_at(game, first, last, work, moves)
        yield last - first
    np.cumsum(work.ways, out=work.ways)
    work = work._replace(sources=np.zeros(work.ways[-1], np.int32))
    for first, last in _parts(begin, size):
        note_ways(game, first, last, work, moves)
        yield last - first
    plies = latest = 0
    while plies <= latest:
        latest = max(latest, decide(work, plies))
        plies += 1


def _new_work(values: np.ndarray, begin: int, size: int) -> Work:
    left, win, loss = (np.zeros(size, np.int16) for _ in range(3))
    return Work(begin, values, np.zeros(size + 1, np.int64), np.zeros(0, np.int32), left, win, loss)


def _parts(begin: int, size: int) -> Iterator[tuple[int, int]]:
    for first in range(begin, begin + size, AT_A_TIME):
        yield first, min(first + AT_A_TIME, begin + size)


def memory_needed(size: int) -> int:
    """Return about how many bytes it takes to solve a slice of so many numbers, its lists included."""
    return size * (8 + 3 * 2 + 10 * 4)


def totals(values: np.ndarray) -> dict[str, Any]:
    """Return how many positions there are, how many are won, drawn and lost, and the longest win."""
    wins, losses = int((values > 0).sum()), int(((values < 0) & (values != FREE)).sum())
    draws = int((values == 0).sum())
    longest = int(values.max(initial=0)) - 1
    counts = {"positions": wins + draws + losses, "wins": wins, "draws": draws, "losses": losses}
    return {**counts, "longest win": longest if wins else None}
