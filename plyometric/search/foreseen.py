"""Alpha-beta by the mean of an opinion, to one depth after another, with or without sorted moves.

A search by relevance is held against it: both know the same, and an expansion is the same to both, a position
whose moves are looked at. `alphabeta=sorted` tries the move first that the opinion likes best,
`alphabeta=unsorted` takes moves as they come. What is deeper than the horizon is judged by the mean; nothing
is remembered from one depth to the next.
"""

from dataclasses import dataclass
from math import inf
from typing import ClassVar, NamedTuple

import numpy as np
from numba import int64

from plyometric.kernel import NO_MOVE, Game, kernel, rule
from plyometric.kernel.desk import GOES_ON, SPENT
from plyometric.search.growth import is_spent, rounded
from plyometric.search.kinds import Method
from plyometric.search.minimax import clear, is_ended, is_found, keep, keep_line, moves_at, set_root
from plyometric.search.opinionated import Opinionated
from plyometric.search.opinions import Outlook, judge
from plyometric.search.staircases import mean
from plyometric.search.table import key_of

ORDERS = ("sorted", "unsorted")
SORTED = 0

FINE = 1000.0
"""Ratings by which moves are sorted are means in so many parts of a unit."""

USUAL = 10_000
"""Expansions whose favourites are noted where there is no limit."""


class Workings(NamedTuple):
    """What the search works with: the opinion, a staircase to work on, and the favourites so far."""

    outlook: Outlook
    chances: np.ndarray
    favourites: np.ndarray  # the best move of the last depth that was finished, by number of expansions


@kernel
def foreseen(game, state, work):
    """Return the mean of the opinion about a position, as its mover sees it."""
    judge(game, state, work.outlook, work.chances)
    return mean(work.chances, work.outlook.spikes)


@rule
def leaf_value(game, state, ply, work, desk):
    """Return what a position is worth that is not looked into."""
    desk.nodes += 1
    desk.deepest = max(desk.deepest, ply)
    desk.line[ply, 0] = NO_MOVE
    if game.over(state):
        return game.result(state) * work.outlook.spikes[-1]
    return foreseen(game, state, work)


@rule
def is_drawn(game, state, ply, desk):
    """Return whether a position stood before on the way to it, or comes after too many quiet plies."""
    if game.clock(state) >= desk.quiet:
        return True
    for earlier in range(ply - 2, -1, -2):
        if desk.key[earlier] == desk.key[ply]:
            return True
    return False


@rule
def sort(game, state, n, ply, work, desk):
    """Sort the moves of a node by what the opinion says of each."""
    moves, ratings = desk.moves[ply], desk.ratings[ply]
    for i in range(n):
        move = moves[i]
        rating = rounded(FINE * leaf_value(game, game.play(state, move), ply + 1, work, desk))
        j = i
        while j > 0 and ratings[j - 1] > rating:
            moves[j], ratings[j] = moves[j - 1], ratings[j - 1]
            j -= 1
        moves[j], ratings[j] = move, rating


@kernel
def explore(game, state, depth, ply, alpha, beta, desk, work):
    """Return the value of a position within (alpha, beta) at `depth` >= 1."""
    desk.line[ply, 0] = NO_MOVE
    desk.key[ply] = key_of(game, state)
    if is_spent(desk) and desk.depth:
        desk.stop = SPENT
    if is_ended(desk) or (ply and is_drawn(game, state, ply, desk)):
        return 0.0
    desk.expansions += 1
    n = moves_at(game, state, ply, desk)
    if n == 0:
        return game.result(state) * work.outlook.spikes[-1]
    if desk.way == SORTED:
        sort(game, state, n, ply, work, desk)
    best = -inf
    for i in range(n):
        child = game.play(state, desk.moves[ply, i])
        if depth == 1 and desk.way == SORTED:
            value = -desk.ratings[ply, i] / FINE
        elif depth == 1:
            value = -leaf_value(game, child, ply + 1, work, desk)
        else:
            value = -explore(game, child, depth - 1, ply + 1, -beta, -alpha, desk, work)
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                keep_line(ply, desk.moves[ply, i], desk)
                if value >= beta:
                    break
    return best


@rule
def note_favourite(before, move, work, desk):
    """Note what has been the best move since a number of expansions."""
    for i in range(before, min(desk.expansions, len(work.favourites) - 1) + 1):
        work.favourites[i] = move


@kernel
def decide(game, state, desk, work):
    """Search one ply deeper again and again; return the value of the last search that was finished."""
    clear(desk)
    set_root(game, state, desk)
    desk.expansions = 0
    move, before = NO_MOVE, int64(0)
    for depth in range(1, desk.plies + 1):
        value = explore(game, state, int64(depth), int64(0), -inf, inf, desk, work)
        note_favourite(before, move, work, desk)
        if desk.stop:
            break
        keep(rounded(value), depth, desk)
        move, before = desk.kept[0], desk.expansions
        if is_found(desk) or desk.kept[0] == NO_MOVE:
            break
    note_favourite(before, move, work, desk)
    if desk.stop == SPENT:
        desk.stop = GOES_ON
    return desk.value


@dataclass(frozen=True)
class Foreseen(Opinionated):
    """Alpha-beta to one depth after another, by the mean of an opinion."""

    name: ClassVar[str] = "alpha-beta by opinion"
    method: ClassVar[Method] = Method(name="alphabeta_by_opinion", decide=decide)
    marks: ClassVar[tuple[str, ...]] = ("alphabeta",)
    ways: ClassVar[tuple[str, ...]] = ORDERS

    alphabeta: str = "sorted"

    def memory(self, game: Game) -> Workings:
        """Return the opinion as arrays, and room to work on."""
        outlook = self.opinion.for_kernels(0.0, 0.0)
        favourites = np.zeros(min(self.expansions or USUAL, USUAL) + 1, np.int64)
        return Workings(outlook, np.zeros(len(outlook.spikes)), favourites)


KIND = Foreseen
