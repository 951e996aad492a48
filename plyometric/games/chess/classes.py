"""The classes of moves in chess, which a search may make cheap or dear; a move may be of several.

The first four are those of Crafty (R. Hyatt): check; the only reply to check; a recapture; a pawn that
moves to the seventh row. The others are what may be said of a move at a glance.
"""

from plyometric.games.chess.board import (
    diagonal_attacks,
    in_check,
    king_attacks,
    kings,
    knight_attacks,
    own_pawn_attacks,
    straight_attacks,
)
from plyometric.games.chess.exchange import all_attackers, cheapest, loses, value_on
from plyometric.games.chess.rules import origin_of, play, target_of
from plyometric.kernel import rule
from plyometric.kernel.bits import signed

CLASS_NAMES = (
    "check",
    "only reply",
    "recapture",
    "push to the seventh",
    "capture",
    "sacrifice",
    "beside the king",
    "threat",
    "escape",
    "advance",
)
CHECK, REPLY, RECAPTURE, PUSH, CAPTURE, SACRIFICE, BESIDE_KING, THREAT, ESCAPE, ADVANCE = (
    1 << i for i in range(len(CLASS_NAMES))
)


@rule
def move_classes(s, move, n):
    """Return the classes of a move as bits."""
    here, there = signed(1 << origin_of(move)), signed(1 << target_of(move))
    classes = CHECK if in_check(play(s, move)) else 0
    if n == 1 and in_check(s):
        classes |= REPLY
    if there & s.foe:
        classes |= CAPTURE | RECAPTURE if there & s.taken else CAPTURE
    if here & s.pawns and target_of(move) >= 32:
        classes |= PUSH | ADVANCE if 48 <= target_of(move) < 56 else ADVANCE
    if loses(s, move):
        classes |= SACRIFICE
    if king_attacks(kings(s) & s.foe) & there:
        classes |= BESIDE_KING
    if threatens(s, move, here, there):
        classes |= THREAT
    return classes | ESCAPE if escapes(s, move, here) else classes


@rule
def threatens(s, move, here, there):
    """Return whether the piece that moves will attack one that is worth more, but for the king."""
    occupied = (s.own | s.foe) & ~here | there
    return attacks_of(s, here, target_of(move), occupied) & s.foe & dearer(s, here) != 0


@rule
def attacks_of(s, here, square, occupied):
    """Return what the piece that stands on one square would attack from another."""
    if here & s.pawns:
        return own_pawn_attacks(signed(1 << square))
    attacked = knight_attacks(signed(1 << square)) if here & s.knights else 0
    if here & s.straights:
        attacked |= straight_attacks(square, occupied)
    if here & s.diagonals:
        attacked |= diagonal_attacks(square, occupied)
    return attacked


@rule
def dearer(s, here):
    """Return the pieces of both sides that are worth more than the one on a square, but for kings."""
    if here & s.pawns:
        return s.knights | s.diagonals | s.straights
    if here & s.straights:
        return 0 if here & s.diagonals else s.straights & s.diagonals
    return s.straights if here & (s.knights | s.diagonals) else 0


@rule
def escapes(s, move, here):
    """Return whether the piece that moves is attacked by one that is worth less."""
    attackers = all_attackers(s, origin_of(move), s.own | s.foe) & s.foe
    return attackers != 0 and cheapest(s, attackers)[1] < value_on(s, here)
