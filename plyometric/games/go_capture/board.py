"""Strings of stones on a Go board, found by growing sets of points."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from plyometric.kernel import rule
from plyometric.kernel.sets import (
    Grid,
    both,
    count,
    either,
    first_rule,
    grid,
    holds_any,
    neighbours_rule,
    single_rule,
    without,
)


class Board(NamedTuple):
    """The rules about strings on a board of one size."""

    grid: Grid
    single: Callable  # the set of one point
    first: Callable  # the lowest point of a set
    neighbours: Callable  # the points next to a set
    string: Callable  # a string and its liberties, from some of its stones
    enclosed: Callable  # a string that has no liberties, or nothing
    short_of: Callable  # the liberties of strings that have few


@cache
def board(size: int) -> Board:
    """Return the rules about strings on a board of size by size points."""
    there = grid(size)
    nothing = (0,) * there.words
    single, neighbours, first = single_rule(there), neighbours_rule(there), first_rule(there)

    @rule
    def string(some, stones, empty):
        """Return the whole string, or strings, of some stones, and the liberties."""
        while True:
            rim = neighbours(some)
            grown = either(some, both(rim, stones))
            if grown == some:
                return some, both(rim, empty)
            some = grown

    @rule
    def enclosed(some, stones, empty):
        """Return the whole string of some stones if it has no liberty, else nothing."""
        while True:
            rim = neighbours(some)
            if holds_any(both(rim, empty)):
                return nothing
            grown = either(some, both(rim, stones))
            if grown == some:
                return some
            some = grown

    @rule
    def short_of(points, stones, empty, most):
        """Return the liberties of all strings at some points that have so many of them at most."""
        found, waiting = nothing, both(points, stones)
        while holds_any(waiting):
            whole, liberties = string(single(first(waiting)), stones, empty)
            if count(liberties) <= most:
                found = either(found, liberties)
            waiting = without(waiting, whole)
        return found

    return Board(there, single, first, neighbours, string, enclosed, short_of)
