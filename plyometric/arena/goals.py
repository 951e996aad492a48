"""Problems about goals: positions of random games in which the attacker is proven to reach his.

A problem is as hard as its proof: what depth-first proof-number search plays to find it. A game is random,
and goes on about another goal wherever one is reached or missed; the problem is about one drawn at its
end. The same seed and index make the same position.
"""

from collections.abc import Generator, Iterator
from concurrent.futures import Executor
from itertools import count
from typing import NamedTuple

from plyometric.arena.mining import PATIENCE, Terms
from plyometric.arena.workers import Unit, each
from plyometric.games import load_same
from plyometric.kernel import Game, kernel, rng
from plyometric.runs import Run
from plyometric.search.widening import WIDEST, Solver
from plyometric.search.widening import Terms as Effort

IN_UNIT = 50
"""Positions that are tried together."""

PLIES = (20, 60)
"""How long the random games are, at least and under."""


class Find(NamedTuple):
    """A position, given by its words, the attacker's proven move, and what the proof took in plays."""

    words: tuple[int, ...]
    move: int
    plays: int


@kernel
def drawn_position(game, start, seed, index, plies, desk):
    """Return the position after so many random plies, about a goal drawn among all."""
    state = start
    for ply in range(plies):
        n = game.moves(state, desk.moves[0])
        if n:
            state = game.play(state, desk.moves[0, rng.below(n, seed, index, ply)])
        else:
            state = game.goal.aimed(state, rng.word(seed, index, ply))
    return game.goal.aimed(state, rng.word(seed, index, plies))


def find(
    game: Game, terms: Terms, seed: int, executor: Executor, run: Run | None = None
) -> Generator[Find, None, None]:
    """Yield problems whose proof takes more plays than the shallow number, and no more than the deep one."""
    known, barren = set[tuple[int, ...]](), 0
    for found in each(executor, finds_among, _units(game, terms.checked(), seed), run):
        barren += 1
        for words, move, plays in found:
            if terms.shallow < plays <= terms.deep and tuple(words) not in known:
                known.add(tuple(words))
                barren = 0
                yield Find(tuple(words), move, plays)
        if barren >= PATIENCE:
            return


def _units(game: Game, terms: Terms, seed: int) -> Iterator[Unit]:
    for first in count(step=IN_UNIT):
        yield f"positions {first}", (game.address, seed, first, terms.deep)


def finds_among(address: tuple[str, str, str], seed: int, first: int, most: int) -> list[Find]:
    """Return what is proven within `most` plays among some random positions, but for what shows at once."""
    solver = Solver(load_same(*address), Effort(WIDEST, plays=most))
    game = solver.game
    found = []
    for index in range(first, first + IN_UNIT):
        plies = PLIES[0] + rng.below(PLIES[1] - PLIES[0], seed, index, 1 << 30)
        state = drawn_position(game, game.start(), seed, index, plies, solver.desk)
        proof = solver.attack(state)
        if proof.is_won and proof.nodes > 1:
            found.append(Find(tuple(state), proof.move, proof.plays))
    return found
