"""The capture game on a slate: stones are put and wiped in place, and strings traced stone by stone.

`reading` tells what is looked at. A place on the slate is a point and one row of edge below it, so that every
point has four neighbours.
"""

from collections.abc import Callable
from typing import NamedTuple

from plyometric.games.go_capture.board import Board
from plyometric.games.go_capture.rules import ATTACKER, DEFENDER, NO_KO, WORDS
from plyometric.kernel import rule
from plyometric.kernel.desk import PLIES, Fields

EMPTY, EDGE = 2, 3
"""What lies on a place beside a stone of the attacker (0) or of the defender (1)."""

TARGET, BESIDE, BEYOND, PASSING = range(4)
"""Rows for strings that are traced at the same time."""


def fields(size: int) -> Fields:
    """Return what the slate keeps on the desk."""
    places = (size + 2) * (size + 1) + 1
    return (
        ("hash", ()),
        ("mover", ()),
        ("ko", ()),
        ("target", ()),
        ("asks", ()),  # whether the attacker asks
        ("cells", (places,)),
        ("mark", ()),
        ("seen", (4, places)),  # places that bear the mark were met in this tracing
        ("listing", ()),
        ("listed", (places,)),  # places that bear this one are among the moves, or counted already
        ("string", (4, places)),
        ("liberties", (4, places)),
        ("trail", (places + 6 * PLIES,)),  # what it takes to wipe moves
        ("trail_length", ()),
        ("height", ()),  # how many moves were put
    )


@rule
def stirred(n):
    """Return a number that looks random, by which a stone on a place enters the hash."""
    n = (n + 1) * 0x1E37_79B9_7F4A_7C15
    n = (n ^ (n >> 30)) * 0x3F58_476D_1CE4_E5B9
    return (n ^ (n >> 31)) & 0x7FFF_FFFF_FFFF_FFFF


@rule
def ko_hash(ko):
    """Return what a ko adds to the hash."""
    return stirred(4 * ko + 2) if ko != NO_KO else 0


class Strings(NamedTuple):
    """The rules about strings on a slate."""

    trace: Callable  # a string's stones and liberties, until there are too many
    is_legal: Callable  # whether the side to move may play on a place
    steps: tuple[int, ...]


def laid_rule(there: Board) -> Callable:
    """Return the rule `laid`."""
    size, stride, in_word = there.grid.size, there.grid.stride, there.grid.stride * there.grid.rows

    @rule
    def laid(s, asks, desk):
        """Write stones and edge; nothing is marked."""
        desk.cells[:] = EDGE
        desk.hash = s.turn
        for row in range(size):
            for column in range(size):
                point = row * stride + column
                word, bit = point // in_word, point % in_word
                colour = ATTACKER if s[word] >> bit & 1 else DEFENDER if s[WORDS + word] >> bit & 1 else EMPTY
                desk.cells[point + stride] = colour
        desk.mover, desk.asks = s.turn, asks
        desk.ko = s.ko + stride if s.ko != NO_KO else NO_KO
        desk.target = s.target + stride
        desk.trail_length = desk.height = 0

    return laid


def string_rules(there: Board) -> Strings:
    """Return the rules about strings."""
    steps = (1, -1, there.grid.stride, -there.grid.stride)

    @rule
    def trace(place, most, row, desk):
        """Write a string and its liberties into a row, until these are too many; return how many of both."""
        desk.mark += 1
        mark, colour, seen = desk.mark, desk.cells[place], desk.seen[row]
        string, liberties = desk.string[row], desk.liberties[row]
        string[0], seen[place] = place, mark
        stones, free, i = 1, 0, 0
        while i < stones and free <= most:
            for step in steps:
                near = string[i] + step
                cell = desk.cells[near]
                if cell == EMPTY:
                    if seen[near] != mark:
                        seen[near] = mark
                        liberties[free] = near
                        free += 1
                elif cell == colour and seen[near] != mark:
                    seen[near] = mark
                    string[stones] = near
                    stones += 1
            i += 1
        return stones, free

    @rule
    def is_legal(place, desk):
        """Return whether a place is empty, is no ko, and is no suicide."""
        if desk.cells[place] != EMPTY or place == desk.ko:
            return False
        for step in steps:
            near = desk.cells[place + step]
            if near == EMPTY:
                return True
            if near != EDGE and (trace(place + step, 1, PASSING, desk)[1] > 1) == (near == desk.mover):
                return True
        return False

    return Strings(trace, is_legal, steps)


def capture_rules(strings: Strings) -> tuple[Callable, Callable]:
    """Return the rules that take stones off, and that tell a ko."""
    trace, _, steps = strings

    @rule
    def captured(place, foe, desk):
        """Take the strings next to a place off that have no liberty left; return how many stones."""
        before = desk.trail_length
        for step in steps:
            if desk.cells[place + step] == foe:
                stones, free = trace(place + step, 0, PASSING, desk)
                for i in range(stones if free == 0 else 0):
                    gone = desk.string[PASSING, i]
                    desk.cells[gone] = EMPTY
                    desk.hash ^= stirred(4 * gone + foe)
                    desk.trail[desk.trail_length] = gone
                    desk.trail_length += 1
        return desk.trail_length - before

    @rule
    def is_lone(place, desk):
        """Return whether a stone that has captured one other could be captured by it again."""
        free = 0
        for step in steps:
            near = desk.cells[place + step]
            if near == desk.mover:
                return False
            free += near == EMPTY
        return free == 1

    return captured, is_lone


def move_rules(there: Board, strings: Strings) -> tuple[Callable, Callable]:
    """Return the rules `put` and `wiped`; the trail holds captured places, then what was before the move."""
    stride, last = there.grid.stride, there.grid.size * there.grid.stride
    captured, is_lone = capture_rules(strings)

    @rule
    def put(move, desk):
        """Put a stone, or pass, and take off what it captures."""
        place, gone, ko, key = move + stride, 0, NO_KO, desk.hash
        if move != last:
            desk.cells[place] = desk.mover
            desk.hash ^= stirred(4 * place + desk.mover)
            gone = captured(place, 1 - desk.mover, desk)
            if gone == 1 and is_lone(place, desk):
                ko = desk.trail[desk.trail_length - 1]
        end = desk.trail_length
        desk.trail[end], desk.trail[end + 1] = move, gone
        desk.trail[end + 2], desk.trail[end + 3] = desk.ko, key
        desk.trail_length = end + 4
        desk.height += 1
        desk.hash ^= 1 ^ ko_hash(ko) ^ ko_hash(desk.ko)
        desk.ko, desk.mover = ko, 1 - desk.mover

    @rule
    def wiped(desk):
        """Take the last move back."""
        end = desk.trail_length - 4
        move, gone = desk.trail[end], desk.trail[end + 1]
        desk.ko, desk.hash = desk.trail[end + 2], desk.trail[end + 3]
        for i in range(end - gone, end):
            desk.cells[desk.trail[i]] = desk.mover
        desk.mover = 1 - desk.mover
        if move != last:
            desk.cells[move + stride] = EMPTY
        desk.trail_length = end - gone
        desk.height -= 1

    return put, wiped
