"""Phutball, Conway's football for philosophers: one ball, men that are nobody's, a goal line for each side.

Source: E. Berlekamp, J. Conway and R. Guy, Winning Ways (1982). A turn puts a man on an empty point, or moves
the ball by a chain of jumps: each over one man or more in a row, in any of eight directions, to the first
empty point behind them; the men that are jumped are taken off at once. Whoever brings the ball onto or over
the goal line of the other, in either's turn, has won. Choices: the board is square, as on the Go board of T.
Cazenave's Iterative widening (2001); a chain has eight jumps at most, and of chains the first 400 count.

    rules      men, jumps, the end
    goal       which moves may bring the ball over the line, and on what a proof rests
    notation   text and pictures
"""

from functools import partial

from plyometric.errors import InputError
from plyometric.games.phutball.goal import goal
from plyometric.games.phutball.notation import notation
from plyometric.games.phutball.rules import (
    CHAINS,
    ball_rules,
    chain_rules,
    end_rules,
    judgement,
    may_recur,
    move_rules,
    passed,
    start,
)
from plyometric.kernel import Game

SIZES = range(5, 20)


def phutball(size: int = 9) -> Game:
    """Return Phutball on a board of size by size points."""
    if size not in SIZES:
        raise InputError(f"phutball(size={size}): the size of the board is {SIZES[0]} to {SIZES[-1]}.")
    board = ball_rules(size)
    chains = chain_rules(board)
    over, result = end_rules(size)
    moves, play = move_rules(board, chains, over)
    return Game(
        name="phutball" if size == 9 else f"phutball(size={size})",
        start=partial(start, size),
        moves=moves,
        play=play,
        result=result,
        over=over,
        reversible=may_recur,
        passed=passed,
        width=size * size + CHAINS,
        evaluation=judgement(size),
        notation=notation(size),
        goal=goal(board, chains),
    )


GAME = phutball()
