"""The clock: how long a search may take, from what is left of the time."""

import math
from typing import NamedTuple

MOVES_LEFT = 25
"""How many more moves the time must do for, where nobody says."""

OVERHEADS = 5
"""So many times the overhead is never spent: a late line is no lost game."""


class Allowance(NamedTuple):
    """Seconds that a search may take: a depth finished after `enough` is the last, after `most` it is cut."""

    enough: float = math.inf
    most: float = math.inf


def for_this_move(seconds: float, overhead: float) -> Allowance:
    """Return what may be spent of the time for one move, so that the answer arrives before it is over."""
    most = max(seconds - overhead, seconds / 2)
    return Allowance(most, most)


def for_the_rest(rest: float, increment: float, moves: int, overhead: float) -> Allowance:
    """Return what may be spent of the rest of the time, which must do for so many moves, 0 for all."""
    spare = max(rest - OVERHEADS * overhead, 0.0)
    left = min(moves or MOVES_LEFT, MOVES_LEFT)
    share = spare / left + 0.75 * min(increment, spare)
    most = min(3 * share, spare / min(left, 2))
    return Allowance(min(0.6 * share, most), most)
