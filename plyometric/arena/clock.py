"""The clock: what time a match gives its players, and how long a search may take of what is left."""

import math
import re
from typing import NamedTuple

from plyometric.errors import InputError, brief

MOVES_LEFT = 25
"""How many more moves the time must do for, where nobody says."""

OVERHEADS, LATENESSES = 5, 2
"""So many times the overhead, or how late the machine was, is never spent: a late line is no lost game."""

AT_ONCE = 3
"""So many times its share a search may take, where there is as much."""

LONGEST = 100_000
"""The most seconds of a clock, and of what is added to it for a move."""


class Control(NamedTuple):
    """The time control of a match: nodes a move on average, or seconds for all moves and for each."""

    nodes: int = 0
    seconds: float = 0.0
    increment: float = 0.0


NO_CONTROL = Control()


class Times(NamedTuple):
    """What stands on the clocks when somebody is to move: its own rest, the other's, and the increment."""

    own: float
    other: float
    increment: float


class Allowance(NamedTuple):
    """Seconds that a search is allotted, of which its time manager makes more or less, and has at most."""

    share: float = math.inf
    most: float = math.inf


def read_control(text: str) -> Control:
    """Return the clock that a text describes: 60+0.6, seconds for all moves and for each."""
    found = re.fullmatch(r"(\d{1,6}(?:\.\d{1,6})?)(?:\+(\d{1,6}(?:\.\d{1,6})?))?", text)
    base, increment = (float(word or 0) for word in found.groups()) if found else (0.0, 0.0)
    if not 0 < base <= LONGEST or increment > LONGEST:
        raise InputError(f"a clock is SECONDS+SECONDS, such as 60+0.6, not {brief(text)}.")
    return Control(0, base, increment)


def for_this_move(seconds: float, overhead: float) -> Allowance:
    """Return what may be spent of the time for one move: all but what the answer needs to arrive."""
    return Allowance(math.inf, max(seconds - overhead, seconds / 2))


def reserve_of(rest: float, overhead: float, lateness: float = 0.0) -> float:
    """Return how many seconds of the rest are left alone, by what lines take and how late one was woken.

    For lateness that is half of it at most: who was asleep once need not hurry for a whole game.
    """
    return max(OVERHEADS * overhead, min(LATENESSES * lateness, rest / 2))


def for_the_rest(
    rest: float, increment: float, moves: int, reserve: float, is_even: bool = False
) -> Allowance:
    """Return what may be spent of the rest of the time, which must do for so many moves, 0 for all.

    Who spends evenly takes a share and no more.
    """
    spare = max(rest - reserve, 0.0)
    left = min(moves or MOVES_LEFT, MOVES_LEFT)
    share = spare / left + 0.75 * min(increment, spare)
    most = min((1 if is_even else AT_ONCE) * share, spare / min(left, 2))
    return Allowance(min(share, most), most)
