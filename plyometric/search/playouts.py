"""Random playouts: games played to their end by lot, and what they say of the moves at the root.

A playout is the same for the same seed and index wherever it is played. It is drawn where the game's own
draws end it, by length or by quiet plies; positions that come back are not looked for. The simplest player
that needs no evaluation plays so many of them and makes the move that did best:

    checkers:playouts=1000
"""

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from plyometric.errors import InputError
from plyometric.games.notebook import game_of, html_table, state_of
from plyometric.kernel import NO_MOVE, WIN, Draws, Game, kernel, rng, rule
from plyometric.kernel.desk import GOES_ON, SPENT, Fields, lent, new_desk
from plyometric.kernel.referee import legal_moves
from plyometric.search.kinds import MOST_NODES, Kind, Method
from plyometric.search.minimax import clear, is_ended, is_found, keep, set_root
from plyometric.search.table import key_of

SCALE = 1000
"""What a sure win is worth to a search by playouts: values are thousandths."""

LOST, DRAWN, WON, PLIES = range(4)
"""What is counted of the playouts that begin with a move: how they ended for its mover, and their plies."""


@rule
def play_on(game, state, ply, draws, seed, index, out):
    """Play by lot from a ply of a playout to its end; return the result for its mover, and the last ply."""
    begun, quiet = ply, 0
    while True:
        n = game.moves(state, out)
        if n == 0:
            result = game.result(state)
            return (-result if (ply - begun) & 1 else result), ply
        if ply >= draws.longest or (draws.quiet and quiet >= draws.quiet):
            return 0, ply
        move = out[rng.below(n, seed, index, ply)]
        quiet = quiet + 1 if game.reversible(state, move) else 0
        state = game.play(state, move)
        ply += 1


@kernel
def play_each(game, state, draws, seed, first, tallies, desk):
    """Play playouts of consecutive indices, and count for each first move how they end; return how many."""
    n = game.moves(state, desk.moves[0])
    for index in range(first, first + desk.plies):
        if n == 0 or desk.stop:
            return index - first
        i = rng.below(n, seed, index, 0)
        child = game.play(state, desk.moves[0, i])
        result, plies = play_on(game, child, 1, draws, seed, index, desk.moves[1])
        tallies[i, 1 - result] += 1
        tallies[i, PLIES] += plies
        desk.nodes += plies
    return desk.plies


class Playouts(NamedTuple):
    """Playouts from a position: the legal moves, and for each how the playouts ended that began with it.

    A row of `tallies` counts those that the mover lost, drew and won, and all their plies.
    """

    moves: tuple[int, ...]
    tallies: np.ndarray
    texts: tuple[str, ...] = ()  # the moves as players write them

    def __add__(self, other: "Playouts") -> "Playouts":  # type: ignore[override]  # tuples would be joined
        """Return the playouts of both together."""
        return Playouts(self.moves, self.tallies + other.tallies, self.texts)

    @property
    def results(self) -> tuple[int, int, int]:
        """How many the side to move won, drew and lost."""
        lost, drawn, won = self.tallies.sum(axis=0)[:PLIES].tolist()
        return won, drawn, lost

    @property
    def total(self) -> int:
        """How many playouts there were."""
        return sum(self.results)

    @property
    def plies(self) -> float:
        """How many plies a playout took in the mean."""
        return float(self.tallies[:, PLIES].sum() / max(1, self.total))

    @property
    def score(self) -> float:
        """The share of the points of the side to move, one half where nothing was played."""
        won, drawn, _ = self.results
        return (won + drawn / 2) / self.total if self.total else 0.5

    @property
    def scores(self) -> dict[int, float]:
        """The share of the points by first move."""
        points = self.tallies[:, WON] + self.tallies[:, DRAWN] / 2
        return dict(zip(self.moves, (points / np.maximum(1, self._counts())).tolist(), strict=True))

    @property
    def counts(self) -> dict[int, int]:
        """How many playouts began with each move."""
        return dict(zip(self.moves, self._counts().tolist(), strict=True))

    def _repr_html_(self) -> str:
        names = self.texts or tuple(map(str, self.moves))
        rows = zip(names, self.scores.values(), self._counts().tolist(), strict=True)
        best = sorted(rows, key=lambda row: -row[1])
        return html_table(("move", "share of the points", "games"), ((m, f"{s:.1%}", n) for m, s, n in best))

    def _counts(self) -> np.ndarray:
        return self.tallies[:, :PLIES].sum(axis=1)


def playouts(
    game: Game | str, count: int = 1000, position: Any = None, seed: int = 0, first: int = 0
) -> Playouts:
    """Play random games from a position (by default, the start) to their end; the first has that index."""
    if not 1 <= count <= MOST_NODES:
        raise InputError(f"playouts are 1 or more, not {count}.")
    game = game_of(game)
    state = state_of(game, position)
    moves = legal_moves(game, state)
    tallies = np.zeros((len(moves), 4), np.int64)
    with lent(new_desk(game)) as desk:
        desk.plies = count
        play_each(game, state, game.draws, seed, first, tallies, desk)
    texts = [game.move_text(state, move) for move in moves]
    return Playouts(tuple(moves), tallies, tuple(texts))


# As a kind of search


@rule
def best_of(points, rounds, desk):
    """Note the move that did best in the playouts, and what it is worth."""
    best = 0
    for i in range(desk.root_length):
        best = i if points[i] > points[best] else best
    desk.line[0, 0], desk.line[0, 1] = desk.moves[0, best], NO_MOVE
    return points[best] * SCALE // rounds


@rule
def over_at_once(game, state, desk):
    """Keep that a game is over, where it is."""
    desk.line[0, 0] = NO_MOVE
    value = game.result(state) * WIN
    keep(value, 0, desk)
    return value


@kernel
def decide(game, state, desk, memory):
    """Give every move a playout in turn, keep the one that does best, and return its value."""
    clear(desk)
    set_root(game, state, desk)
    if desk.root_length == 0:
        return over_at_once(game, state, desk)
    points, draws = memory
    points[: desk.root_length] = 0
    seed, rounds, value = key_of(game, state) + desk.seed, 0, 0
    while desk.steps < len(desk.course) - 1:
        for i in range(desk.root_length):
            child = game.play(state, desk.moves[0, i])
            result, plies = play_on(game, child, 1, draws, seed, rounds * desk.root_length + i, desk.moves[1])
            points[i] -= result
            desk.nodes += plies
        rounds += 1
        value = best_of(points, rounds, desk)
        is_last = (rounds + 1) * desk.root_length > desk.playout_limit or is_ended(desk)
        if is_last or rounds & (rounds - 1) == 0:
            keep(value, 1, desk)
        if is_last or is_found(desk) or is_ended(desk):
            break
    if desk.stop == SPENT:
        desk.stop = GOES_ON
    return value


@dataclass(frozen=True)
class Random(Kind):
    """A search by random playouts, so many of them; its mark is the setting that tells how many."""

    nodes: int = 0
    seed: int = 0

    @property
    def count(self) -> int:
        """How many playouts there are."""
        return int(getattr(self, self.marks[0]))

    @property
    def limits(self) -> dict[str, int]:
        """What may limit it: playouts, and positions that they pass through."""
        return {self.marks[0]: self.count, "nodes": self.nodes}

    @classmethod
    def smallest(cls) -> Self:
        """Return the settings of one playout."""
        return cls(**{cls.marks[0]: 1})

    def checked(self, game: Game) -> Self:
        """Return the settings, or say what is wrong with them."""
        if self.depth:
            raise InputError(f"a {self.name} search knows no depth: playouts go to the end of the game.")
        for name, number in {**self.limits, "seed": self.seed}.items():
            if not 0 <= number <= MOST_NODES:
                raise InputError(f"{name} must be from 0 to {MOST_NODES}, not {number}.")
        return self

    def desk_fields(self, game: Game) -> Fields:
        """Return room for the seed and the limit."""
        return ("seed", ()), ("playout_limit", ())

    def lay_out(self, game: Game, desk: Any) -> None:
        """Put the seed and the limits on the desk."""
        desk.seed, desk.node_limit, desk.playout_limit = self.seed, self.nodes, self.count or MOST_NODES


@dataclass(frozen=True)
class ByPlayouts(Random):
    """Random playouts after every move, the same number each: the move that does best is made."""

    name: ClassVar[str] = "playouts"
    method: ClassVar[Method] = Method(name="playouts", decide=decide)
    marks: ClassVar[tuple[str, ...]] = ("playouts",)

    playouts: int = 0

    def memory(self, game: Game) -> tuple[np.ndarray, Draws]:
        """Return room for the points of each move, and when a playout is drawn."""
        return np.zeros(game.width, np.int64), game.draws


KIND = ByPlayouts
