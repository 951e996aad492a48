"""Pawn endings drawn by lot: kings and one to four pawns a side, for learners to begin from.

A third has pawns anywhere; others have rows of pawns that face each other, a king and a pawn or two against
little, or pawns on opposite wings: endings in which much hangs on a move are rare among those drawn evenly.
"""

from plyometric.games.chess.board import State
from plyometric.games.chess.pawns import rows_apart
from plyometric.kernel import plain
from plyometric.kernel.bits import signed
from plyometric.kernel.rng import below

MOST_PAWNS = 4
ANYWHERE, FACING, FEW, WINGS = range(4)

Pawns = tuple[set[int], set[int]]


class Dice:
    """Throws one after another, all told by a seed and an index."""

    def __init__(self, seed: int, index: int) -> None:
        self.seed, self.index, self.throws = seed, index, 0

    def __call__(self, sides: int) -> int:
        """Return a number from 0 to one less than there are sides."""
        self.throws += 1
        return int(below(sides, self.seed, self.index, self.throws))


def drawn(seed: int, index: int) -> State:
    """Return the ending of an index; the mover is White or Black."""
    dice = Dice(seed, index)
    while True:
        kind = ANYWHERE if dice(100) < 35 else FACING if dice(100) < 62 else FEW + dice(2)
        pawns = LAYOUTS[kind](dice)
        kings = near_kings(dice, pawns) if kind == FEW and dice(2) else (dice(64), dice(64))
        if is_sound(pawns, kings):
            return state_of(pawns, kings, dice(2))


def anywhere(dice: Dice) -> Pawns:
    """Put one to four pawns a side on any squares."""
    own, foe = ({8 + dice(48) for _ in range(1 + dice(MOST_PAWNS))} for _ in range(2))
    return own, foe


def facing(dice: Dice) -> Pawns:
    """Put two or three pawns a side on neighbouring files, the rows that face each other up to uneven."""
    width, far, gap = 2 + dice(2), 4 + dice(3), 1 + dice(3)
    left, turn = dice(9 - width), 56 * dice(2)
    sides: Pawns = (set(), set())
    for column in range(left, left + width):
        for pawns, row in zip(sides, (far - gap, far), strict=True):
            if dice(10) < 9:
                pawns.add(8 * (row + (dice(3) - 1 if dice(4) == 0 else 0)) + column)
    own, foe = ({square ^ turn for square in pawns} for pawns in (sides if turn == 0 else sides[::-1]))
    for _ in range(dice(3)):
        (own, foe)[dice(2)].add(8 + dice(48))
    return own, foe


def few(dice: Dice) -> Pawns:
    """Put one or two pawns against none or one."""
    many = {8 + dice(48) for _ in range(1 + (dice(3) == 0))}
    less = {8 + dice(48) for _ in range(dice(3) == 0)}
    return (many, less) if dice(2) else (less, many)


def wings(dice: Dice) -> Pawns:
    """Put two or three pawns on the left against as many on either wing."""
    own = {8 * (1 + dice(6)) + dice(4) for _ in range(2 + dice(2))}
    foe = {8 * (1 + dice(6)) + 4 * dice(2) + dice(4) for _ in range(2 + dice(2))}
    return own, foe


LAYOUTS = {ANYWHERE: anywhere, FACING: facing, FEW: few, WINGS: wings}


def near_kings(dice: Dice, pawns: Pawns) -> tuple[int, int]:
    """Return squares for kings that are near a pawn."""
    square = min(pawns[0] | pawns[1])
    own, foe = (min(63, max(0, square + dice(reach) - 8)) for reach in (25, 33))
    return own, foe


def is_sound(pawns: Pawns, kings: tuple[int, int]) -> bool:
    """Return whether pieces stand on squares of their own, and no king is attacked."""
    own, foe = pawns
    taken = [*own, *foe, *kings]
    is_crowded = max(len(own), len(foe)) > MOST_PAWNS or len(set(taken)) < len(taken)
    if is_crowded or not own | foe or any(not 8 <= square < 56 for square in own | foe):
        return False
    mine, theirs = kings
    guarded = {square + 8 + side for square in own for side in (-1, 1) if 0 <= square % 8 + side < 8}
    attacked = {square - 8 + side for square in foe for side in (-1, 1) if 0 <= square % 8 + side < 8}
    return plain(rows_apart)(mine, theirs) > 1 and theirs not in guarded and mine not in attacked


def state_of(pawns: Pawns, kings: tuple[int, int], side: int) -> State:
    """Return the state of an ending that the mover sees so."""
    own, foe = ({*squares, king} for squares, king in zip(pawns, kings, strict=True))
    sets = (own, foe, pawns[0] | pawns[1])
    words = (signed(sum(1 << square for square in squares)) for squares in sets)
    return State._make([*words, 0, 0, 0, 0, 0, 0, side])
