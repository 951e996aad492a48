"""Selective search: at every node only the most promising moves are looked into.

Source: Hasson, Markovitch and Sella, Using filters to improve the efficiency of game-playing learning
procedures: all moves of a node are rated by the worth of the position behind them, and as many as the
branching factor says are searched. Choices where it is silent: of moves rated alike the one with the
higher prior goes first, then the one generated first; a won game ends a line; at the last ply the best
rating is the value. Nothing depends on the colours, so two equal players are equal from either side.

A player may look for a win by threats beforehand. Without a limit of nodes or time one search goes to the
full depth at once; with one it deepens ply by ply, so that there is a move whenever it must end.
"""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from numba import int64

from plyometric.errors import InputError
from plyometric.kernel import NO_MOVE, WIDEST, WIN, Game, kernel, rule
from plyometric.kernel.desk import GOES_ON, PLIES, SPENT, Fields
from plyometric.kernel.parts import MOST_PROMISING
from plyometric.search.kinds import MOST_NODES, Kind, Method, check_spans, checked_limits, tunable
from plyometric.search.minimax import clear, is_ended, is_found, keep, keep_line, moves_at, set_root
from plyometric.search.threats import win_from_root

INDEX_BITS, PRIOR_BITS = 10, 11
LAST_INDEX = (1 << INDEX_BITS) - 1


@kernel
def select(game, state, depth, ply, alpha, beta, desk):
    """Return the value of the best of the most promising lines at `depth` >= 1, within (alpha, beta)."""
    desk.line[ply, 0] = NO_MOVE
    if is_ended(desk):
        return 0
    n = moves_at(game, state, ply, desk)
    if n == 0:
        return game.result(state) * (WIN - ply)
    desk.nodes += n
    rank(game, state, n, ply, desk)
    best = -WIN
    for _ in range(min(n, desk.breadth) if depth > 1 else 1):
        taken = take_best(n, ply, desk)
        move, rating = move_in(taken, ply, desk), rating_in(taken)
        if abs(rating) == WIN:
            value = rating - (ply + 1) if rating > 0 else rating + ply + 1
        elif depth == 1:
            value = rating
        else:
            value = -select(game, game.play(state, move), depth - 1, ply + 1, -beta, -alpha, desk)
        if depth == 1 or abs(rating) == WIN:
            desk.line[ply + 1, 0] = NO_MOVE
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                keep_line(ply, move, desk)
                if value >= beta or rating == WIN:
                    break
    return best


@rule
def rank(game, state, n, ply, desk):
    """Rate the moves of a node; a rank is made of rating, prior and index, the lower first among equals."""
    ranks = desk.ratings[ply]
    game.rate(state, desk.moves[ply], n, desk.weights, ranks)
    for i in range(n):
        prior = min(max(game.prior(state, desk.moves[ply, i]), 0), MOST_PROMISING)
        rating = min(max(ranks[i], -WIN), WIN)
        ranks[i] = (rating << PRIOR_BITS | prior) << INDEX_BITS | LAST_INDEX - i


@rule
def move_in(rank, ply, desk):
    """Return the move that a rank belongs to."""
    return desk.moves[ply, LAST_INDEX - (rank & LAST_INDEX)]


@rule
def rating_in(rank):
    """Return the rating that a rank is made of."""
    return rank >> INDEX_BITS + PRIOR_BITS


@rule
def take_best(n, ply, desk):
    """Return the highest rank that is left, and take it from the others."""
    ranks = desk.ratings[ply]
    taken = ranks[0]
    for i in range(1, n):
        taken = max(taken, ranks[i])
    ranks[LAST_INDEX - (taken & LAST_INDEX)] = -(1 << 62)
    return taken


@kernel
def decide(game, state, desk, memory):
    """Look for a win by threats, then search the most promising moves; keep the line, return the value."""
    clear(desk)
    won = win_from_root(game, state, desk) if desk.threats and not desk.only_length else 0
    if won:
        return won
    set_root(game, state, desk)
    for depth in range(1 if desk.deepens else desk.plies, desk.plies + 1):
        value = select(game, state, int64(depth), int64(0), int64(-WIN), int64(WIN), desk)
        if desk.stop:
            break
        keep(value, depth, desk)
        if is_found(desk):
            break
    if desk.stop == SPENT:
        desk.stop = GOES_ON
    return desk.value


@dataclass(frozen=True)
class Selective(Kind):
    """Search of so many of the most promising moves at each node, after a look for so many threats."""

    name: ClassVar[str] = "selective"
    method: ClassVar[Method] = Method(name="selective", decide=decide)
    marks: ClassVar[tuple[str, ...]] = ("breadth", "threats")

    nodes: int = 0
    breadth: int = tunable(0, 1, WIDEST, unit="moves")
    threats: int = tunable(0, 0, PLIES // 2 - 2)

    @classmethod
    def smallest(cls) -> "Selective":
        """Return the settings of a search of one move."""
        return cls(depth=1, breadth=1)

    @property
    def ends_early(self) -> bool:
        """With a limit it deepens, and has a move from the first ply on."""
        return self.nodes > 0

    def timed(self) -> "Selective":
        """Return the settings for a search that deepens ply by ply."""
        return replace(self, nodes=self.nodes or MOST_NODES)

    def checked(self, game: Game) -> "Selective":
        """Return the settings with their gaps filled, or say what is wrong with them."""
        if self.threats and not self.breadth:
            raise InputError("threats are looked for before a selective search: give a breadth as well.")
        check_spans(self)
        if self.threats and not (game.passed and game.placements):
            raise InputError(
                f"the threats of {game.name} cannot be told: that takes the rule `passed`, and moves that put"
                " something where either side could (`placements` among its hints)."
            )
        return replace(self, depth=checked_limits(self.depth, self.nodes))

    def desk_fields(self, game: Game) -> Fields:
        """Return room for the settings."""
        return ("breadth", ()), ("threats", ()), ("deepens", ())

    def lay_out(self, game: Game, desk: Any) -> None:
        """Put the settings on the desk."""
        desk.plies, desk.node_limit = self.depth, self.nodes
        desk.breadth, desk.threats = self.breadth, self.threats
        desk.deepens = self.ends_early


KIND = Selective
