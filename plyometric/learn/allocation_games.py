"""The games by which allocation strategies are judged and learned, as in the paper.

Both players search plainly and choose among equals by lot. One of them may spend deep searches as its
strategy says (a *spender*); or both count nodes, one of them keeping a bank (a *saver*), the other
spending evenly. A game is broken off after m moves each; whoever leads by a margin has won.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import int64

from plyometric.arena.allocation import (
    ALWAYS,
    RANDOM,
    Room,
    Strategy,
    Terms,
    describe,
    new_room,
    wants_deep,
)
from plyometric.arena.games import Judge, Limits, play_seats, play_series
from plyometric.arena.openings import RANDOM_PLIES, wander
from plyometric.games import load_same
from plyometric.kernel import WIN, Draws, Game, kernel, rule
from plyometric.kernel.desk import new_desk, weights_of
from plyometric.kernel.rng import below, uniform
from plyometric.search.alphabeta import deepen
from plyometric.search.forest import score
from plyometric.search.full import Full
from plyometric.search.kinds import Method, Seat, only_move
from plyometric.search.minimax import alphabeta, leaf_value
from plyometric.search.table import Memory

LEAST, MOST = 0.7, 2.0
"""How little and how much of its even share a position may get where nodes are banked."""

BY_NODES = Full(table=0.25, quiescence=False)
"""How players search that count nodes."""

Address = tuple[str, str, str]


class Lots(NamedTuple):
    """Where random numbers come from: a seed, and a stream for each game."""

    seed: int
    stream: np.ndarray


def limits_of(game: Game, terms: Terms, judge: list[float]) -> Limits:
    """Return where the games of some terms end."""
    return Limits(Draws(0, 0, 2 * terms.m), Judge(weights_of(game, judge), terms.margin))


# Choosing by lot


@kernel
def chosen_move(game, state, depth, desk, seed, stream, counter):
    """Return the best move at a depth; equals are drawn by lot, as the root's moves are shuffled."""
    n = game.moves(state, desk.moves[0])
    shuffle(desk.moves[0], n, seed, stream, counter)
    best = desk.moves[0, 0]
    alpha = int64(-WIN)
    for i in range(n):
        child = game.play(state, desk.moves[0, i])
        if depth == 1:
            value = -leaf_value(game, child, 1, desk)
        else:
            value = -alphabeta(game, child, depth - 1, int64(1), int64(-WIN), -alpha, desk)
        if value > alpha:
            alpha, best = value, desk.moves[0, i]
    return best


@rule
def any_best(game, state, values, desk, seed, stream, counter):
    """Return one of the moves whose value is best, by lot."""
    n = game.moves(state, desk.moves[0])
    best = values[:n].max()
    chosen, ties = 0, 0
    for i in range(n):
        if values[i] == best:
            ties += 1
            if below(ties, seed, stream, counter * 1000 + i) == 0:
                chosen = i
    return desk.moves[0, chosen]


@rule
def shuffle(moves, n, seed, stream, counter):
    """Shuffle the first n moves; a position has room for 1000 random numbers."""
    for i in range(n - 1, 0, -1):
        j = below(i + 1, seed, stream, counter * 1000 + i)
        moves[i], moves[j] = moves[j], moves[i]


class Drawing(NamedTuple):
    """What a player works with that draws by lot among the best moves at a depth."""

    depth: int
    lots: Lots


@rule
def turn_by_lot(game, state, n, ply, seat):
    """Return one of the best moves."""
    own = seat.memory
    if n == 1:
        return only_move(game, state, seat.desk)
    return chosen_move(game, state, int64(own.depth), seat.desk, own.lots.seed, own.lots.stream[0], ply)


BY_LOT = Method(name="drawing", turn=turn_by_lot)


def drawing_seat(game: Game, depth: int, weights: Any, lots: Lots) -> Seat:
    """Return a seat for a player that searches to a depth and draws among the best."""
    return Seat(BY_LOT, game, new_desk(game, weights), Drawing(depth, lots))


# Spending deep searches


class Spending(NamedTuple):
    """What a spender works with; spent[i] counts deep searches at the i-th move, spent[m] its nodes."""

    strategy: Strategy
    terms: Terms
    room: Room
    lots: Lots
    left: np.ndarray
    spent: np.ndarray


@rule
def begin_spending(seat):
    """Begin a game with all deep searches left."""
    own = seat.memory
    own.left[0] = own.terms.m if own.strategy.kind == ALWAYS else own.terms.d


@rule
def turn_spending(game, state, n, ply, seat):
    """Return a move, found at the depth that the strategy decides on."""
    own, desk = seat.memory, seat.desk
    nodes, left = desk.nodes, (own.left[0], own.terms.m - ply // 2)
    is_deep = goes_deep(game, state, n, left, seat)
    move = move_of_spender(game, state, n, ply, is_deep, seat)
    own.spent[ply // 2] += is_deep and n > 1
    own.left[0] -= is_deep
    own.spent[own.terms.m] += desk.nodes - nodes
    return move


@rule
def goes_deep(game, state, n, left, seat):
    """Return whether a spender searches deeper here.

    A random strategy draws its d moves before the game, as it were: one that turns out to be forced is
    lost, as with drawing lots move by move.
    """
    own = seat.memory
    if own.strategy.kind == RANDOM:
        return uniform(own.lots.seed, -1 - own.lots.stream[0], left[1]) * left[1] < left[0]
    return n > 1 and wants_deep(game, state, n, left, own, seat.desk)


@rule
def move_of_spender(game, state, n, ply, is_deep, seat):
    """Return the best move at the depth decided on; what a look to depth k found is not searched again."""
    own, desk = seat.memory, seat.desk
    d, m = own.left[0], own.terms.m - ply // 2
    seed, stream = own.lots.seed, own.lots.stream[0]
    if n == 1:
        return only_move(game, state, desk)
    if not is_deep and own.strategy.probe == own.terms.k and 0 < d < m:
        return any_best(game, state, own.room.shallow, desk, seed, stream, ply)
    depth = own.terms.k + own.terms.n if is_deep else own.terms.k
    return chosen_move(game, state, int64(depth), desk, seed, stream, ply)


SPENDING = Method(name="spending", begin=begin_spending, turn=turn_spending)


def play_batch(
    address: Address,
    strategy: Strategy,
    terms: Terms,
    weights: list[float],
    judge: list[float],
    seed: int,
    games: range,
) -> dict[str, Any]:
    """Play some games against one that never searches deeper, first in every other one; return counts."""
    game = load_same(*address)
    lots, spent = Lots(seed, np.zeros(1, np.int64)), np.zeros(terms.m + 1, np.int64)
    left = np.zeros(1, np.int64)
    own = Spending(strategy, terms, new_room(game, strategy), lots, left, spent)
    spender = Seat(SPENDING, game, new_desk(game, weights), own)
    other, limits = drawing_seat(game, terms.k, weights, lots), limits_of(game, terms, judge)
    results = play_series(game.start(), (spender, other), limits, lots.stream, games)
    return {"results": [results.count(1), results.count(0), results.count(-1)], "spent": spent.tolist()}


def _result(game: Game, start: Any, seats: tuple[Seat, Seat], is_first: bool, limits: Limits) -> int:
    """Return the result of the first of two seats, which may move first or second."""
    one, other = seats
    if is_first:
        return play_seats(game, start, one, other, limits).result
    return -play_seats(game, start, other, one, limits).result


# Nodes instead of depths


class Counting(NamedTuple):
    """What a player works with that counts its nodes: a table, its share of nodes a choice, and its ledger.

    The ledger holds what it was given, what is in its bank, and what it has spent.
    """

    known: Memory
    nodes: int
    ledger: np.ndarray


class Saving(NamedTuple):
    """What a saver works with beside: it spends as many times its share as the score exceeds the mean."""

    known: Memory
    nodes: int
    ledger: np.ndarray
    strategy: Strategy
    room: Room
    mean_score: float


@rule
def begin_counting(seat):
    """Begin a game with an empty ledger and table."""
    seat.memory.known.table[:] = 0
    seat.memory.ledger[:] = 0


@rule
def turn_counting(game, state, n, ply, seat):
    """Spend an even share of nodes."""
    own, desk = seat.memory, seat.desk
    if n == 1:
        return only_move(game, state, desk)
    desk.node_limit = own.nodes
    deepen(game, state, desk, own.known)
    own.ledger[2] += desk.nodes
    return desk.kept[0]


@rule
def turn_saving(game, state, n, ply, seat):
    """Put a share into the bank, and take out what the position deserves, while the bank lasts."""
    own, desk = seat.memory, seat.desk
    if n == 1:
        return only_move(game, state, desk)
    nodes, ledger = own.nodes, own.ledger
    desk.nodes = 0
    describe(game, state, n, own.strategy, desk, own.room)
    worth = max(LEAST, min(MOST, score(own.strategy.forest, own.room.description) / own.mean_score))
    ledger[0] += nodes
    ledger[1] += nodes - desk.nodes
    desk.node_limit = max(1, min(int64(worth * nodes), ledger[1]))
    deepen(game, state, desk, own.known)
    ledger[1] -= desk.nodes
    ledger[2] = ledger[0] - ledger[1]
    return desk.kept[0]


COUNTING = Method(name="counting", begin=begin_counting, turn=turn_counting)
SAVING = Method(name="saving", begin=begin_counting, turn=turn_saving)


class Bank(NamedTuple):
    """How nodes are banked: by which scores, how large they are on average, how many nodes a choice has."""

    strategy: Strategy
    mean_score: float
    nodes: int


def budgeted_batch(
    address: Address,
    bank: Bank,
    terms: Terms,
    weights: list[float],
    judge: list[float],
    seed: int,
    pairs: range,
) -> dict[str, Any]:
    """Play some pairs of games by nodes; return both results of each, and the nodes of both sides."""
    game = load_same(*address)
    saver, steady = _counting_seats(game, bank, weights)
    limits = limits_of(game, terms, judge)
    results, sums = [], np.zeros(2)
    for pair in pairs:
        start = wander(game, game.start(), RANDOM_PLIES, seed, pair)
        for is_first in (True, False):
            results.append(_result(game, start, (saver, steady), is_first, limits))
            sums += saver.memory.ledger[2], steady.memory.ledger[2]
    return {"results": np.reshape(results, (-1, 2)).tolist(), "nodes": sums.tolist()}


def _counting_seats(game: Game, bank: Bank, weights: list[float]) -> tuple[Seat, Seat]:
    """Return the seats of a saver and of a player that spends evenly."""
    seats = [BY_NODES.seat(game, weights) for _ in range(2)]
    ours, theirs = (Counting(place.memory, bank.nodes, np.zeros(3, np.int64)) for place in seats)
    saving = Saving(*ours, bank.strategy, new_room(game, bank.strategy), bank.mean_score)
    return Seat(SAVING, game, seats[0].desk, saving), Seat(COUNTING, game, seats[1].desk, theirs)
