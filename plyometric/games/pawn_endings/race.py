"""What a pawn ending is worth at a glance: material, how far pawns have come, and who wins the race.

The values of the pieces and the static value of the paper's ending, 0.6 of a pawn, are the paper's; the
bonus for advanced pawns is chosen so that they meet it. A pawn is unstoppable if no pawn can stop it and
the other king comes too late, or if its own king guards the way from beside it.
"""

from plyometric.games.chess.board import kings, turned
from plyometric.games.chess.pawns import beside, filled_up, rows_apart
from plyometric.kernel import rule
from plyometric.kernel.bits import lowest, popcount, rows_turned, signed, up, without_lowest

PAWN, QUEEN = 100, 900
ADVANCED = (0, 0, 0, 10, 20, 40, 70, 0)
"""The bonus for a pawn on each row."""

NEVER = 99
WON_RACE, A_PLY, FASTER, CLEARLY = 700, 10, 400, 3


@rule
def side_material(own, queens):
    """Return what a side's pawns, seen by that side, and its queens are worth."""
    total = QUEEN * popcount(queens)
    while own:
        total += PAWN + ADVANCED[lowest(own) >> 3]
        own = without_lowest(own)
    return total


@rule
def advance(s, weights):
    """Return the lead in material and in how far pawns have come."""
    own = side_material(s.own & s.pawns, s.own & s.straights)
    return own - side_material(rows_turned(s.foe & s.pawns), s.foe & s.straights)


@rule
def ahead(here):
    """Return the squares before a pawn on its file."""
    return filled_up(up(here, 8))


@rule
def steps_to_queen(square):
    """Return how many moves a pawn needs to become a queen, its leap counted as one."""
    return min(5, 7 - (square >> 3))


@rule
def is_passed(s, here):
    """Return whether no pawn of the other side stands before one or beside its way."""
    way = ahead(here)
    return (way | beside(way)) & s.foe & s.pawns == 0


@rule
def is_unstoppable(s, square, to_move):
    """Return whether a side's passed pawn becomes a queen by itself."""
    here = signed(1 << square)
    own_king, foe_king = lowest(kings(s) & s.own), lowest(kings(s) & s.foe)
    way = ahead(here)
    if way & (s.pawns | s.straights) or not is_passed(s, here) or way & kings(s) & s.foe:
        return False
    if rows_apart(foe_king, 56 | square & 7) > moves_needed(s, square) + (not to_move):
        return True
    is_guarded = own_king >> 3 >= 6 and abs((own_king & 7) - (square & 7)) == 1 and square >> 3 >= 4
    is_safe = rows_apart(foe_king, square) > 2 - to_move or rows_apart(own_king, square) <= 1
    return is_guarded and is_safe


@rule
def moves_needed(s, square):
    """Return how many moves a pawn needs to become a queen, one more if its king must step aside."""
    blocked = ahead(signed(1 << square)) & kings(s) & s.own
    return steps_to_queen(square) + (blocked != 0)


@rule
def race(s, to_move):
    """Return the plies until a side has a queen by an unstoppable pawn, and how many such pawns it has."""
    fastest, count = NEVER, 0
    left = s.own & s.pawns
    while left:
        square = lowest(left)
        if is_unstoppable(s, square, to_move):
            fastest = min(fastest, 2 * moves_needed(s, square) - to_move)
            count += 1
        left = without_lowest(left)
    return fastest, count


@rule
def evaluate(s, weights):
    """Return what an ending is worth to the mover, in hundredths of a pawn."""
    value = advance(s, weights)
    if s.straights:
        return value
    own, foe = race(s, 1)[0], race(turned(s), 0)[0]
    if own < NEVER and foe == NEVER:
        return value + WON_RACE - A_PLY * own
    if foe < NEVER and own == NEVER:
        return value - WON_RACE + A_PLY * foe
    if own < NEVER:
        value += FASTER * ((foe - own >= CLEARLY) - (own - foe >= CLEARLY))
    return value
