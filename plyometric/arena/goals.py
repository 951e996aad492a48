"""Problems about goals: positions of random games in which the attacker is proven to reach his.

A problem is as hard as its proof: what depth-first proof-number search plays to find it. A game is random,
and goes on about another goal wherever one is reached or missed; the problem is about one drawn at its
end. The same seed and index make the same position.
"""

from typing import NamedTuple

from plyometric.games import load_same
from plyometric.kernel import kernel, rng
from plyometric.search.widening import WIDEST, Solver, Terms

IN_UNIT = 50
"""Positions that are tried together."""


class Find(NamedTuple):
    """A position, given by its words, the attacker's proven move, and what the proof took in plays."""

    words: list[int]
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


def finds_among(
    address: tuple[str, str, str], seed: int, plies: tuple[int, int], indices: range, most: int
) -> list:
    """Return what is proven within `most` plays among the random positions of some indices."""
    game = load_same(*address)
    solver = Solver(game, Terms(WIDEST, plays=most))
    found = []
    for index in indices:
        length = plies[0] + rng.below(plies[1] - plies[0], seed, index, 1 << 30)
        state = drawn_position(game, game.start(), seed, index, length, solver.desk)
        proof = solver.attack(state)
        if proof.is_won and proof.nodes > 1:
            found.append(Find(list(state), proof.move, proof.plays))
    return found
