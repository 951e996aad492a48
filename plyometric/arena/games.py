"""Playing whole games inside one compiled call: the one loop, whoever sits and whoever watches.

Either seat has a method of its own; its `turn` answers a move. An observer notes what it needs after every
turn. When a game is drawn that could go on is data: the game's own `draws`, or those of a match.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from plyometric.arena.allocation import allocating
from plyometric.arena.bank import banking
from plyometric.arena.players import Player
from plyometric.errors import InputError
from plyometric.kernel import Bundle, Draws, Game, kernel, rule, state_in
from plyometric.kernel.desk import TOLD, lent, weights_of
from plyometric.kernel.parts import check_rules, told
from plyometric.search.kinds import Seat
from plyometric.search.table import key_of

ILLEGAL = 2
"""The result of a game in which somebody made a move that is not legal."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Observer(Bundle):
    """Somebody who watches games and takes notes, as kernels know it."""

    name: str
    note: Callable = told("game, state, n, ply, move, seat, notes", "note a turn: the move chosen among n")
    digest: str = field(default="", init=False)

    def __post_init__(self) -> None:
        check_rules(self.name, self)
        self.seal([self.note], self.name)


class Watch(NamedTuple):
    """An observer with its notes."""

    observer: Observer
    notes: Any


class Judge(NamedTuple):
    """Who is called ahead where a game is broken off: whoever leads by a margin, by these weights."""

    weights: np.ndarray
    margin: int


class Limits(NamedTuple):
    """Where a game ends that its rules would let go on; without a judge it is drawn there."""

    draws: Draws
    judge: Judge | None = None


class Sheet(NamedTuple):
    """What is written down during a game: its moves, the legal ones at each turn, and an observer's notes."""

    moves: np.ndarray
    legal: np.ndarray
    watch: Watch | None = None


class Played(NamedTuple):
    """A finished game: 1, 0 or -1 for whoever moved first, and the moves."""

    result: int
    moves: tuple[int, ...]


@kernel
def play_out(game, state, first, second, limits, sheet):
    """Play a game to its end, writing down the moves; return the first mover's result and the length."""
    begin(first)
    begin(second)
    draws = limits.draws
    for ply in range(draws.longest):
        n = game.moves(state, sheet.legal)
        if n == 0:
            result = game.result(state)
            return (result if ply % 2 == 0 else -result), ply
        if is_drawn(game, state, draws, first.desk):
            return 0, ply
        if ply % 2 == 0:
            move = take_turn(state, n, ply, first, sheet)
        else:
            move = take_turn(state, n, ply, second, sheet)
        if first.desk.stop == TOLD or second.desk.stop == TOLD:
            return 0, ply
        if not is_legal(move, n, sheet.legal):
            return ILLEGAL, ply
        sheet.moves[ply] = move
        if draws.quiet:
            remember(game, state, move, first.desk)
            remember(game, state, move, second.desk)
        state = game.play(state, move)
    n = game.moves(state, sheet.legal)
    return broken_off(game, state, n, limits.judge, draws.longest), draws.longest


@rule
def begin(seat):
    """Make a seat ready for a new game."""
    seat.desk.past_length = 0
    seat.method.begin(seat)


@rule
def take_turn(state, n, ply, seat, sheet):
    """Return a seat's move, and let the observer note it."""
    move = seat.method.turn(seat.game, state, n, ply, seat)
    if n > 1:
        count(seat.desk)
    if seat.desk.stop != TOLD:
        tell(sheet.watch, state, n, ply, move, seat)
    return move


@rule
def count(desk):
    """Add a search to those of all games."""
    desk.searches += 1
    desk.spent += desk.nodes
    desk.reached += desk.depth


@rule
def tell(watch, state, n, ply, move, seat):
    """Let an observer note a turn; nobody is not even compiled."""
    if watch is not None:
        watch.observer.note(seat.game, state, n, ply, move, seat, watch.notes)


@rule
def is_legal(move, n, legal):
    """Return whether a move is one of the n legal ones."""
    for i in range(n):
        if legal[i] == move:
            return True
    return False


@rule
def is_drawn(game, state, draws, desk):
    """Return whether the position has stood too often, or nothing has happened for too long."""
    if draws.quiet and max(desk.past_length, game.clock(state)) >= draws.quiet:
        return True
    return draws.repetitions > 0 and times_stood(key_of(game, state), desk) >= draws.repetitions - 1


@rule
def times_stood(key, desk):
    """Return how often a position has stood before."""
    times = 0
    for i in range(desk.past_length):
        times += desk.past[i] == key
    return times


@rule
def remember(game, state, move, desk):
    """Keep the keys of the positions that could come back."""
    if game.reversible(state, move):
        desk.past[desk.past_length] = key_of(game, state)
        desk.past_length += 1
    else:
        desk.past_length = 0


@rule
def broken_off(game, state, n, judge, plies):
    """Return the first mover's result where a game is broken off after so many plies, n moves being left."""
    if judge is not None:
        value = game.evaluate(state, judge.weights)
        result = (value >= judge.margin) - (value <= -judge.margin)
    else:
        result = game.result(state) if n == 0 else 0
    return result if plies % 2 == 0 else -result


# From Python


def seat(player: Player) -> Seat:
    """Return what a player brings to the board."""
    if player.seconds:
        raise InputError(f"player {player.name!r}: seconds are for matches, and nothing else here.")
    kind = player.kind.timed() if player.control.nodes else player.kind
    place = kind.seat(player.game, player.weights)
    if player.control.nodes:
        return banking(place, kind, player.control.nodes)
    return allocating(place, player.plan) if player.plan else place


def blank_sheet(game: Game, longest: int, watch: Watch | None = None) -> Sheet:
    """Return a sheet with room for a game of so many plies."""
    return Sheet(np.zeros(longest, np.int64), np.zeros(game.width, np.int64), watch)


def play_seats(
    game: Game, state: Any, first: Seat, second: Seat, limits: Limits, watch: Watch | None = None
) -> Played:
    """Play one game between two seats."""
    sheet = blank_sheet(game, limits.draws.longest, watch)
    with lent(first.desk), lent(second.desk):
        result, plies = play_out(game, state, first, second, limits, sheet)
    refuse_illegal(game, result, plies, (first, second)[plies % 2])
    return Played(int(result), tuple(sheet.moves[:plies].tolist()))


def refuse_illegal(game: Game, result: int, plies: int, place: Seat) -> None:
    """Say that a game ended because a seat made a move that is not legal."""
    if result == ILLEGAL:
        who = place.method.name
        raise InputError(
            f"a {who} player of {game.name} has made a move that is not legal, at ply {plies + 1}."
        )


def play_game(
    a: Player, b: Player, opening: Any, seats: tuple[Seat, Seat] | None = None, draws: Draws | None = None
) -> Played:
    """Play one game from a state in which `a` is to move, by the game's own draw rules or by others."""
    first, second = seats or (seat(a), seat(b))
    limits = Limits((draws or a.game.draws).checked(a.game.name))
    return play_seats(a.game, opening, first, second, limits)


class Series(NamedTuple):
    """Games of consecutive indices from one start: the index of the one under way, and the results."""

    under_way: np.ndarray
    results: np.ndarray


@kernel
def play_each(game, state, one, other, limits, sheet, series):
    """Play a series, one seat first in every game of an even index; the results are that seat's."""
    for i in range(len(series.results)):
        if series.under_way[0] % 2 == 0:
            result, _ = play_out(game, state, one, other, limits, sheet)
        else:
            result, _ = play_out(game, state, other, one, limits, sheet)
            result = result if result == ILLEGAL else -result
        series.results[i] = result
        series.under_way[0] += 1
        if one.desk.stop == TOLD or other.desk.stop == TOLD:
            return


def play_series(
    state: Any,
    seats: tuple[Seat, Seat],
    limits: Limits,
    index: np.ndarray,
    games: range,
    watch: Watch | None = None,
) -> list[int]:
    """Return the results of the first of two seats in games of these indices, first in the even ones.

    `index` holds the index of the game under way, by which seats may draw lots. A whole series is one call
    of a kernel: a call takes as long as a short game does.
    """
    one, other = seats
    index[0], results = games.start, np.zeros(len(games), np.int64)
    sheet = blank_sheet(one.game, limits.draws.longest, watch)
    with lent(one.desk), lent(other.desk):
        play_each(one.game, state, one, other, limits, sheet, Series(index, results))
    if ILLEGAL in results:
        raise InputError(f"a player of {one.game.name} has made a move that is not legal.")
    return results.tolist()


class Pairs(NamedTuple):
    """Pairs of games, a row each: where they begin, and results and plies, moving first and second."""

    starts: np.ndarray
    results: np.ndarray
    plies: np.ndarray


@kernel
def play_from_each(game, like, pairs, first, second, limits, sheet):
    """Play two games from every start, either player first in one; results are those of the first player."""
    for i in range(len(pairs.starts)):
        state = state_in(like, pairs.starts[i])
        pairs.results[i, 0], pairs.plies[i, 0] = play_out(game, state, first, second, limits, sheet)
        result, pairs.plies[i, 1] = play_out(game, state, second, first, limits, sheet)
        pairs.results[i, 1] = result if result == ILLEGAL else -result
        if first.desk.stop == TOLD or second.desk.stop == TOLD:
            return


def play_from(a: Player, b: Player, starts: Sequence[Any], longest: int) -> Pairs:
    """Return A's results, moving first and second from every start, and how many plies each game took.

    A game of `longest` plies is drawn.
    """
    game, first, second = a.game, seat(a), seat(b)
    limits, sheet = Limits(game.draws._replace(longest=longest)), blank_sheet(game, longest)
    pairs = Pairs(np.array(starts, np.int64), *np.zeros((2, len(starts), 2), np.int64))
    with lent(first.desk), lent(second.desk):
        play_from_each(game, starts[0], pairs, first, second, limits, sheet)
    for i, j in np.argwhere(pairs.results == ILLEGAL)[:1]:
        plies = int(pairs.plies[i, j])
        refuse_illegal(game, ILLEGAL, plies, (first, second)[(plies + j) % 2])
    return pairs


@kernel
def choose_in_each(game, like, states, seat, moves):
    """Write the move that a seat makes in every state, knowing nothing from the searches before.

    Return whether all of them are legal; where there is none, NO_MOVE is written.
    """
    for i in range(len(states)):
        state = state_in(like, states[i])
        begin(seat)
        seat.method.decide(game, state, seat.desk, seat.memory)
        moves[i] = seat.desk.kept[0]
        if seat.desk.stop == TOLD:
            return True
        n = game.moves(state, seat.desk.moves[0])
        if n > 0 and not is_legal(moves[i], n, seat.desk.moves[0]):
            return False
    return True


def choose(game: Game, states: Sequence[Any], place: Seat, weights: Any) -> list[int]:
    """Return the moves that a seat without a strategy makes with these weights, where it has any."""
    place.desk.weights[: len(game.weights)] = weights_of(game, weights)
    moves = np.zeros(len(states), np.int64)
    with lent(place.desk):
        are_legal = choose_in_each(game, states[0], np.array(states, np.int64), place, moves)
    if not are_legal:
        raise InputError(f"a {place.method.name} player of {game.name} has chosen a move that is not legal.")
    return moves.tolist()
