"""The rules of Phutball: men, the ball, and its chains of jumps.

A move below JUMP is the point where a man is put. A chain is JUMP and a row of octal digits behind a one: the
direction of each jump. Chains have an order, depth first, so that all of them are met without a list.
"""

from collections.abc import Callable
from typing import NamedTuple

from plyometric.kernel import Evaluation, rule
from plyometric.kernel.sets import Grid, either, first_rule, grid, holds_any, single_rule, without

WORDS = 7
"""Words that the men take on the largest board."""

TOP, BOTTOM = 0, 1
NOWHERE = -1

JUMP = 512
STAND = 1
"""The chain without a jump."""

LONGEST = 1 << 24
"""Chains from here on have eight jumps, and go no further."""

CHAINS = 400
"""How many chains count."""

UP = (1, 1, 1, 0, 0, -1, -1, -1)
RIGHT = (-1, 0, 1, -1, 1, -1, 0, 1)
"""The directions of jumps, by rows and columns."""


class State(NamedTuple):
    """A position: the men, the ball, and who is to move."""

    men_a: int
    men_b: int
    men_c: int
    men_d: int
    men_e: int
    men_f: int
    men_g: int
    ball: int
    side: int  # 0 when the side is to move that plays to the top, 1 for the bottom


def start(size: int) -> State:
    """Return the first position: the ball alone in the middle."""
    return State._make([*[0] * WORDS, size // 2 * (size + 2), TOP])


class Ball(NamedTuple):
    """The rules about men and the ball on a board of one size."""

    grid: Grid
    single: Callable  # the set of one point
    first: Callable  # the lowest point of a set
    men: Callable  # the men of a state
    empty: Callable  # the points without a man or the ball
    position: Callable  # a state from men, ball and side
    jump: Callable  # the men and the ball after a jump


class Chains(NamedTuple):
    """The rules about chains of jumps."""

    follow: Callable  # the men and the ball after a chain, and whether it can go on
    following: Callable  # the chain after a chain
    trail: Callable  # the points on which a chain lands


def ball_rules(size: int) -> Ball:
    """Return the rules about men and the ball."""
    there = grid(size)
    words, cells, single = there.words, there.cells, single_rule(there)
    unused = (0,) * (WORDS - words)

    @rule
    def men(s):
        """Return the men."""
        return s[:words]

    @rule
    def empty(s):
        """Return the points that have neither a man nor the ball."""
        return without(cells, either(men(s), single(s.ball)))

    @rule
    def position(left, ball, side):
        """Return a state."""
        all_words = (*left, *unused, ball, side)
        return State(*all_words)

    return Ball(there, single, first_rule(there), men, empty, position, jump_rule(there, single))


def jump_rule(there: Grid, single: Callable) -> Callable:
    """Return the rule `jump`."""
    size, stride, in_word = there.size, there.stride, there.stride * there.rows

    @rule
    def jump(men, ball, way):
        """Return the men left, where the ball lands or NOWHERE, and whether it has left the board.

        A ball that leaves the board over a goal line is put in the place of the last man that it jumped.
        """
        row, column = ball // stride, ball % stride
        left, last = men, NOWHERE
        while True:
            row, column = row + UP[way], column + RIGHT[way]
            if not 0 <= column < size:
                return men, NOWHERE, False
            if not 0 <= row < size:
                return left, last, True
            point = row * stride + column
            if not men[point // in_word] >> point % in_word & 1:
                return left, (NOWHERE if last == NOWHERE else point), False
            left, last = without(left, single(point)), point

    return jump


def chain_rules(board: Ball) -> Chains:
    """Return the rules about chains."""
    men, jump, single = board.men, board.jump, board.single
    nothing = (0,) * board.grid.words

    @rule
    def follow(s, chain):
        """Return the men and the ball after a chain, and whether it can go on."""
        left, ball, is_out = men(s), s.ball, False
        start = 0
        while chain >> start + 3:
            start += 3
        while start:
            start -= 3
            left, ball, is_out = jump(left, ball, chain >> start & 7)
        return left, ball, not is_out and chain < LONGEST

    @rule
    def extended(s, chain, way):
        """Return a chain with one more jump, in the first direction from `way` on that allows it, or 0."""
        left, ball, goes_on = follow(s, chain)
        for one in range(way, 8 if goes_on else 0):
            if jump(left, ball, one)[1] != NOWHERE:
                return chain << 3 | one
        return 0

    @rule
    def following(s, chain):
        """Return the chain after a chain, or 0 after the last; the first is the one after STAND."""
        longer = extended(s, chain, 0)
        while not longer and chain != STAND:
            chain, way = chain >> 3, chain & 7
            longer = extended(s, chain, way + 1)
        return longer

    @rule
    def trail(s, chain):
        """Return the points on which a chain lands."""
        found = nothing
        while chain != STAND:
            found = either(found, single(follow(s, chain)[1]))
            chain >>= 3
        return found

    return Chains(follow, following, trail)


def move_rules(board: Ball, chains: Chains, over: Callable) -> tuple[Callable, Callable]:
    """Return the rules `moves` and `play`."""
    men, empty, single, position = board.men, board.empty, board.single, board.position
    follow = chains.follow
    write_points, write_chains = writing_rules(board, chains)

    @rule
    def moves(s, out):
        """Write the points where a man may be put, then the chains."""
        if over(s):
            return 0
        return write_chains(s, write_points(empty(s), 0, out), out)

    @rule
    def play(s, move):
        """Return the position after a man was put, or after a chain."""
        if move < JUMP:
            return position(either(men(s), single(move)), s.ball, 1 - s.side)
        left, ball, _ = follow(s, move - JUMP)
        return position(left, ball, 1 - s.side)

    return moves, play


def writing_rules(board: Ball, chains: Chains) -> tuple[Callable, Callable]:
    """Return the rules that write the points of a set, and all chains, behind n other moves."""
    single, first, following = board.single, board.first, chains.following

    @rule
    def write_points(points, n, out):
        """Write points; return how many moves there are then."""
        while holds_any(points):
            out[n] = first(points)
            points = without(points, single(out[n]))
            n += 1
        return n

    @rule
    def write_chains(s, n, out):
        """Write chains; return how many moves there are then."""
        end = min(n + CHAINS, len(out))
        chain = following(s, STAND)
        while chain and n < end:
            out[n] = JUMP + chain
            n += 1
            chain = following(s, chain)
        return n

    return write_points, write_chains


@rule
def passed(s):
    """Return the same board with the other side to move."""
    return State(s.men_a, s.men_b, s.men_c, s.men_d, s.men_e, s.men_f, s.men_g, s.ball, 1 - s.side)


@rule
def may_recur(s, move):
    """Men are taken off and put again, so that any position may come back."""
    return True


def end_rules(size: int) -> tuple[Callable, Callable]:
    """Return the rules `over` and `result`."""
    stride, last = size + 1, size - 1

    @rule
    def over(s):
        """The ball is on a goal line."""
        return s.ball // stride == last or s.ball // stride == 0

    @rule
    def result(s):
        """The side has won towards which the ball has come."""
        if not over(s):
            return 0
        return 1 if (s.ball // stride == last) == (s.side == TOP) else -1

    return over, result


def judgement(size: int) -> Evaluation:
    """Return what a position is worth: how far the ball has come."""
    stride, middle = size + 1, size // 2

    @rule
    def features(s, out):
        """Write the rows by which the ball is beyond the middle."""
        rows = s.ball // stride - middle
        out[0] = rows if s.side == TOP else -rows

    @rule
    def evaluate(s, weights):
        """Weigh the rows."""
        rows = s.ball // stride - middle
        return int(weights[0] * (rows if s.side == TOP else -rows))

    return Evaluation(evaluate=evaluate, features=features, weights=(100.0,), feature_names=("rows",))
