"""How freely the pieces of one side can step, and what each step lets the other side capture.

A side's steps are looked at as if captures were not compulsory, and sorted by the captures that answer
them: none (free), one that is answered by another (recapture), a chain of two or more (double), and any
that takes another piece than the one that stepped (exception).
"""

from typing import NamedTuple

from plyometric.games.checkers.board import BOARD, ahead_a, ahead_b, back_a, back_b, steppers, vacant
from plyometric.kernel import rule
from plyometric.kernel.bits import popcount


class Mobility(NamedTuple):
    """How many steps of each sort a side has, which pieces have a step, which a free one, and where to."""

    free: int
    recapture: int
    exception: int
    double: int
    movers: int
    free_movers: int
    targets: int


@rule
def mobility(s):
    """Return how freely the side to move can step."""
    to_ahead_a, to_ahead_b, to_back_a, to_back_b = steppers(s)
    risky_ahead_a, risky_ahead_b, risky_back_a, risky_back_b = risky(s)
    movers = to_ahead_a | to_ahead_b | to_back_a | to_back_b
    found = Mobility(0, 0, 0, 0, movers, 0, 0)
    found = sorted_steps(s, to_ahead_a, risky_ahead_a, ahead_a, found)
    found = sorted_steps(s, to_ahead_b, risky_ahead_b, ahead_b, found)
    if to_back_a | to_back_b:
        found = sorted_steps(s, to_back_a, risky_back_a, back_a, found)
        found = sorted_steps(s, to_back_b, risky_back_b, back_b, found)
    return found


@rule
def risky(s):
    """Return the squares from which a step ahead_a, ahead_b, back_a or back_b may be answered by a capture.

    A piece is attacked where it arrives: along the line of its step, whose square behind it has just left,
    or across. Or it was all that stood behind a friend. Where captures threaten already, every step is risky.
    """
    empty, royal = vacant(s), s.foe & s.kings
    down_a, down_b, up_a, up_b = back_a(s.foe), back_b(s.foe), ahead_a(royal), ahead_b(royal)
    across_a = down_a & ahead_b(empty) | up_b & back_a(empty)
    across_b = down_b & ahead_a(empty) | up_a & back_b(empty)
    if s.own & (across_a | across_b):
        return BOARD, BOARD, BOARD, BOARD
    needed = back_a(s.own & down_b) | back_b(s.own & down_a) | ahead_a(s.own & up_b) | ahead_b(s.own & up_a)
    return (
        back_a(down_b | across_a) | needed,
        back_b(down_a | across_b) | needed,
        ahead_a(up_b | across_b) | needed,
        ahead_b(up_a | across_a) | needed,
    )


@rule
def sorted_steps(s, pieces, risky, step, found):
    """Add the steps of some pieces in one direction to what was found so far; only risky ones are played."""
    free, recapture, exception, double, movers, free_movers, targets = found
    free_movers |= pieces & ~risky
    free += popcount(pieces & ~risky)
    targets |= step(pieces)
    pieces &= risky
    while pieces:
        piece = pieces & -pieces
        pieces ^= piece
        target = step(piece)
        own = s.own ^ piece ^ target
        empty = ~(own | s.foe) & BOARD
        prey = capturable(own, s.foe, s.kings, empty)
        if prey == 0:
            free += 1
            free_movers |= piece
        else:
            exception += prey & target == 0
            if is_chain(own, s.foe, s.kings, empty):
                double += 1
            elif is_recaptured(own, s.foe, s.kings, empty):
                recapture += 1
    return Mobility(free, recapture, exception, double, movers, free_movers, targets)


@rule
def capturable(own, foe, kings, empty):
    """Return the pieces that the other side could capture; its men capture towards our back row."""
    prey = back_a(foe) & ahead_b(empty) | back_b(foe) & ahead_a(empty)
    if foe & kings:
        prey |= ahead_a(foe & kings) & back_b(empty) | ahead_b(foe & kings) & back_a(empty)
    return own & prey


@rule
def is_chain(own, foe, kings, empty):
    """Return whether some capture of the other side can go on."""
    down = ahead_a(own & ahead_b(empty)) | ahead_b(own & ahead_a(empty))
    landed = landing_a(own, foe, empty) | landing_b(own, foe, empty)
    if landed & down:
        return True
    royal = foe & kings
    if royal == 0:
        return False
    landed = landing_a(own, royal, empty) | landing_b(own, royal, empty) | landing_up(own, royal, empty)
    return landed & (down | back_a(own & back_b(empty)) | back_b(own & back_a(empty))) != 0


@rule
def is_recaptured(own, foe, kings, empty):
    """Return whether whatever captures one piece is captured in turn, which a king's way back never is."""
    if landing_up(own, foe & kings, empty):
        return False
    # The piece just captured has left its square: whoever stands behind the captor can jump there.
    by_a, by_b = landing_a(own, foe, empty), landing_b(own, foe, empty)
    held_a = ahead_a(own) | ahead_b(own) & back_a(empty)
    held_b = ahead_b(own) | ahead_a(own) & back_b(empty)
    return by_a & ~held_a == 0 and by_b & ~held_b == 0


@rule
def landing_a(own, foe, empty):
    """Return where the other side lands that captures towards our back row, first by a step back_a."""
    return back_b(back_a(foe) & own) & empty


@rule
def landing_b(own, foe, empty):
    """Return where the other side lands that captures towards our back row, first by a step back_b."""
    return back_a(back_b(foe) & own) & empty


@rule
def landing_up(own, royal, empty):
    """Return where the other side's kings land that capture away from our back row."""
    return (ahead_b(ahead_a(royal) & own) | ahead_a(ahead_b(royal) & own)) & empty


@rule
def cramped(s, found):
    """Return how many pieces have a step but no free one, and how many have none."""
    return popcount(found.movers & ~found.free_movers), popcount(s.own & ~found.movers)
