"""Playing whole games inside one compiled call.

Draw rules belong to the arena and not to a game's rules: a game is drawn when a position stands for
the third time, when nothing irreversible has happened for QUIET plies, or after LONGEST plies.
"""

from typing import Any, NamedTuple

import numpy as np

from plyometric.arena.players import Player
from plyometric.desk import TOLD, lent
from plyometric.kernel import kernel, rule
from plyometric.search.alphabeta import deepen, search_desk
from plyometric.search.table import key_of, new_table

LONGEST = 400
QUIET = 100


class Played(NamedTuple):
    """A finished game: 1, 0 or -1 for whoever moved first, and the moves."""

    result: int
    moves: tuple[int, ...]


class Seat(NamedTuple):
    """What one player brings to the board: a desk and a table."""

    desk: Any
    table: np.ndarray


def seat(player: Player) -> Seat:
    """Return a player's desk and table."""
    desk = search_desk(player.game, player.settings, player.weights)
    return Seat(desk, new_table(player.settings.table))


@kernel
def play_out(game, state, first, second, first_table, second_table, record, longest, quiet):
    """Play a game to its end, writing down the moves; return the first mover's result and the length."""
    forget(first, first_table)
    forget(second, second_table)
    for ply in range(longest):
        n = game.moves(state, first.moves[0])
        if n == 0:
            result = game.result(state)
            return (result if ply % 2 == 0 else -result), ply
        if first.past_length >= quiet or stood_twice(key_of(state), first):
            return 0, ply
        move = first.moves[0, 0]
        if n > 1:
            if ply % 2 == 0:
                deepen(game, state, first, first_table)
                move = first.kept[0]
            else:
                deepen(game, state, second, second_table)
                move = second.kept[0]
        if first.stop == TOLD or second.stop == TOLD:
            return 0, ply
        record[ply] = move
        remember(game, state, move, first)
        remember(game, state, move, second)
        state = game.play(state, move)
    return 0, longest


@rule
def forget(desk, table):
    """Clear what a player knows from earlier games."""
    table[:] = 0
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


def play_game(a: Player, b: Player, opening: Any, seats: tuple[Seat, Seat] | None = None) -> Played:
    """Play one game from a state in which `a` is to move."""
    first, second = seats or (seat(a), seat(b))
    record = np.zeros(LONGEST, np.int64)
    with lent(first.desk), lent(second.desk):
        result, plies = play_out(
            a.game, opening, first.desk, second.desk, first.table, second.table, record, LONGEST, QUIET
        )
    return Played(int(result), tuple(record[:plies].tolist()))
