"""Playing whole games inside one compiled call.

Draw rules belong to the arena and not to a game's rules: a game is drawn when a position stands for
the third time, when nothing irreversible has happened for QUIET plies, or after LONGEST plies.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from plyometric.arena.allocation import (
    NEVER,
    Plan,
    Terms,
    description_length,
    plain_strategy,
    wants_deep,
)
from plyometric.arena.players import Player
from plyometric.kernel import Game, kernel, rule, state_in
from plyometric.kernel.desk import PLIES, TOLD, lent
from plyometric.search.alphabeta import decide, kinds_of, search_desk
from plyometric.search.table import key_of, new_table

LONGEST = 400
QUIET = 100


class Played(NamedTuple):
    """A finished game: 1, 0 or -1 for whoever moved first, and the moves."""

    result: int
    moves: tuple[int, ...]


class Seat(NamedTuple):
    """What one player brings to the board: a desk, a table, its depth, and what allocating more needs."""

    desk: Any
    table: np.ndarray
    full: bool | None  # what of the search is compiled
    narrow: bool | None
    depth: int
    terms: Terms
    description: np.ndarray


def seat(player: Player) -> Seat:
    """Return what a player brings to the board."""
    desk = search_desk(player.game, player.settings, player.weights)
    plan = player.plan or Plan("", Terms(), (), plain_strategy(NEVER))
    patterns, probe = len(plan.strategy.patterns), plan.strategy.probe
    description = np.zeros(description_length(player.game, patterns, probe))
    depth, table = player.settings.depth, new_table(player.settings.table)
    return Seat(desk, table, *kinds_of(player.settings), depth, plan.terms, description)


@kernel
def play_out(game, state, first, second, first_strategy, second_strategy, record, longest, quiet):
    """Play a game to its end, writing down the moves; return the first mover's result and the length.

    A strategy that is None is not even compiled.
    """
    forget(first)
    forget(second)
    for ply in range(longest):
        n = game.moves(state, first.desk.moves[0])
        if n == 0:
            result = game.result(state)
            return (result if ply % 2 == 0 else -result), ply
        if first.desk.past_length >= quiet or stood_twice(key_of(state), first.desk):
            return 0, ply
        if ply % 2 == 0:
            move = think(game, state, n, first, first_strategy)
        else:
            move = think(game, state, n, second, second_strategy)
        if first.desk.stop == TOLD or second.desk.stop == TOLD:
            return 0, ply
        record[ply] = move
        remember(game, state, move, first.desk)
        remember(game, state, move, second.desk)
        state = game.play(state, move)
    return 0, longest


@kernel
def think(game, state, n, seat, strategy):
    """Return a player's move: a forced one at once, else the best found at the depth it allocates."""
    desk = seat.desk
    if strategy is not None:
        desk.plies = min(seat.depth + allocated(game, state, n, seat, strategy), PLIES - 1)
    if n == 1:
        game.moves(state, desk.moves[0])
        return desk.moves[0, 0]
    decide(game, state, desk, seat.table, seat.full, seat.narrow)
    return desk.kept[0]


@rule
def allocated(game, state, n, seat, strategy):
    """Return by how many plies a strategy deepens this search; its budget is renewed every m moves."""
    desk, terms = seat.desk, seat.terms
    if desk.moves_left == 0:
        desk.deep_left, desk.moves_left = terms.d, terms.m
    values, more = np.zeros(game.width, np.int64), np.zeros(game.width, np.int64)
    d, m, x = desk.deep_left, desk.moves_left, seat.description
    is_deep = n > 1 and wants_deep(game, state, n, strategy, d, m, terms, desk, values, more, x)
    desk.deep_left -= is_deep
    desk.moves_left -= 1
    return terms.n if is_deep else 0


@rule
def forget(seat):
    """Clear what a player knows from earlier games and searches."""
    desk = seat.desk
    seat.table[:] = 0
    desk.moves_left = 0
    desk.history[:] = 0
    desk.age = 0
    desk.past_length = 0


@rule
def remember(game, state, move, desk):
    """Keep the keys of the positions that could come back."""
    if game.reversible(state, move):
        desk.past[desk.past_length] = key_of(state)
        desk.past_length += 1
    else:
        desk.past_length = 0


@rule
def stood_twice(key, desk):
    """Return whether a position has stood twice before."""
    times = 0
    for i in range(desk.past_length):
        times += desk.past[i] == key
    return times >= 2


def play_game(
    a: Player, b: Player, opening: Any, seats: tuple[Seat, Seat] | None = None, longest: int = LONGEST
) -> Played:
    """Play one game from a state in which `a` is to move; after `longest` plies it is drawn."""
    first, second = seats or (seat(a), seat(b))
    record = np.zeros(longest, np.int64)
    with lent(first.desk), lent(second.desk):
        strategies = (player.plan.strategy if player.plan else None for player in (a, b))
        result, plies = play_out(a.game, opening, first, second, *strategies, record, longest, QUIET)
    return Played(int(result), tuple(record[:plies].tolist()))


@kernel
def play_from_each(game, like, starts, first, second, longest, quiet, record, results, plies):
    """Play two games from every start, either player first in one; results are those of the first player."""
    for i in range(len(starts)):
        state = state_in(like, starts[i])
        results[i, 0], plies[i, 0] = play_out(game, state, first, second, None, None, record, longest, quiet)
        result, plies[i, 1] = play_out(game, state, second, first, None, None, record, longest, quiet)
        results[i, 1] = -result
        if first.desk.stop == TOLD or second.desk.stop == TOLD:
            return


def play_from(a: Player, b: Player, starts: Sequence[Any], longest: int) -> tuple[np.ndarray, np.ndarray]:
    """Return A's results, moving first and second from every start, and how many plies each game took.

    The players have no strategies; a game of `longest` plies is drawn.
    """
    first, second = seat(a), seat(b)
    words, record = np.array(starts, np.int64), np.zeros(longest, np.int64)
    results, plies = np.zeros((2, len(starts), 2), np.int64)
    with lent(first.desk), lent(second.desk):
        play_from_each(a.game, starts[0], words, first, second, longest, QUIET, record, results, plies)
    return results, plies


@kernel
def choose_in_each(game, like, states, seat, moves):
    """Write the move that a player makes in every state, knowing nothing from the searches before."""
    for i in range(len(states)):
        forget(seat)
        decide(game, state_in(like, states[i]), seat.desk, seat.table, seat.full, seat.narrow)
        moves[i] = seat.desk.kept[0]
        if seat.desk.stop == TOLD:
            return


def choose(game: Game, states: Sequence[Any], place: Seat, weights: Any) -> list[int]:
    """Return the moves that a player without a strategy makes with these weights, where it has any."""
    place.desk.weights[: len(game.weights)] = weights
    moves = np.zeros(len(states), np.int64)
    with lent(place.desk):
        choose_in_each(game, states[0], np.array(states, np.int64), place, moves)
    return moves.tolist()
