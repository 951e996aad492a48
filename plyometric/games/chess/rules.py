"""The rules of chess: legal moves, how they are played, and when a game is over.

A move is one word: origin, target and what a pawn becomes. Only legal moves are generated: pieces that
shield their king stay on the line of their pin, and a check is answered by the king, by capturing the
piece that gives it, or between the two.
"""

from numba import int64

from plyometric.games.chess.board import (
    CORNERS,
    DIAGONAL_LINES,
    EVERYWHERE,
    FIRST_ROW,
    LAST_ROW,
    LIGHT_SQUARES,
    NOT_A_FILE,
    NOT_H_FILE,
    SIXTH_ROW,
    STRAIGHT_LINES,
    THIRD_ROW,
    State,
    attackers,
    checkers,
    danger,
    foe_pawn_attacks,
    king_attacks,
    kings,
    knight_attacks,
    seen_along,
    straight_attacks,
    turned,
)
from plyometric.kernel import rule
from plyometric.kernel.bits import down, lowest, popcount, signed, up, without_lowest

WIDTH = 256
"""Room for the moves of any position: no legal one has more than 218."""

KNIGHT, BISHOP, ROOK, QUEEN = 1, 2, 3, 4
"""What a pawn may become."""

SHORT_WAY, LONG_WAY = 1 << 5 | 1 << 6, 1 << 1 | 1 << 2 | 1 << 3
"""The squares between king and rook, which must be empty to castle."""

SHORT_WALK, LONG_WALK = 1 << 5 | 1 << 6, 1 << 2 | 1 << 3
"""The squares over which the king walks, which must not be attacked."""

KING_HOME, SHORT_ROOK, LONG_ROOK = 4, 7, 0


def start() -> State:
    """Return the first position: White to move."""
    return State(
        own=0xFFFF,
        foe=signed(0xFFFF << 48),
        pawns=signed(0x00FF_0000_0000_FF00),
        knights=signed(0x4200_0000_0000_0042),
        diagonals=signed(0x2C00_0000_0000_002C),
        straights=signed(0x8900_0000_0000_0089),
        rights=CORNERS,
        taken=0,
        clock=0,
        ply=0,
    )


@rule
def move_of(origin, target):
    """Return a move as one word: origin, target, and above them what a pawn becomes."""
    return origin | target << 6


@rule
def origin_of(move):
    """Return the square that a move leaves."""
    return move & 63


@rule
def target_of(move):
    """Return the square that a move leads to."""
    return move >> 6 & 63


@rule
def promotion_of(move):
    """Return what a pawn becomes by a move, 0 where none does."""
    return move >> 12


@rule
def add_targets(origin, targets, out, n):
    """Write down the moves of one piece to a set of squares."""
    while targets:
        out[n] = move_of(origin, lowest(targets))
        n += 1
        targets = without_lowest(targets)
    return n


@rule
def add_pawn_moves(targets, step, out, n):
    """Write down the moves of pawns to a set of squares, all by the same step."""
    crowning = targets & LAST_ROW
    targets ^= crowning
    while targets:
        target = lowest(targets)
        out[n] = move_of(target - step, target)
        n += 1
        targets = without_lowest(targets)
    while crowning:
        target = lowest(crowning)
        for piece in range(QUEEN, 0, -1):
            out[n] = move_of(target - step, target) | piece << 12
            n += 1
        crowning = without_lowest(crowning)
    return n


@rule
def between(lines, one, other):
    """Return the squares between two on a line of a table."""
    return seen_along(lines, one, signed(1 << other)) & seen_along(lines, other, signed(1 << one))


@rule
def pins(s, king, lines, sliders):
    """Return the lines on which a single piece of the mover shields its king, up to the sliders behind."""
    held = int64(0)
    snipers = seen_along(lines, king, s.foe) & s.foe & sliders
    while snipers:
        sniper = lowest(snipers)
        way = between(lines, king, sniper)
        shield = way & s.own
        if shield and not without_lowest(shield):
            held |= way | signed(1 << sniper)
        snipers = without_lowest(snipers)
    return held


@rule
def answers(s, king, givers):
    """Return the squares on which a piece other than the king answers those that give check."""
    if not givers:
        return int64(EVERYWHERE)
    if without_lowest(givers):
        return int64(0)
    if givers & s.straights & straight_attacks(king, s.own | s.foe):
        return givers | between(STRAIGHT_LINES, king, lowest(givers))
    if givers & s.diagonals:
        return givers | between(DIAGONAL_LINES, king, lowest(givers))
    return givers


@rule
def add_sliders(sliders, held, lines, s, answer, out, n):
    """Write down the moves of sliding pieces, those held by a pin along it only."""
    while sliders:
        origin = lowest(sliders)
        targets = seen_along(lines, origin, s.own | s.foe) & answer
        if held & signed(1 << origin):
            targets &= held
        n = add_targets(origin, targets, out, n)
        sliders = without_lowest(sliders)
    return n


@rule
def add_pawns(s, upright, slanted, answer, pushes, out, n):
    """Write down the moves of pawns; `upright` and `slanted` are the lines of pins of either kind."""
    empty = ~(s.own | s.foe)
    pawns = s.own & s.pawns
    free, held = pawns & ~(upright | slanted), pawns & upright & ~slanted
    steps = (up(free, 8) | up(held, 8) & upright) & empty
    leaps = up(steps & THIRD_ROW, 8) & empty
    n = add_pawn_moves(steps & answer & pushes, 8, out, n)
    n = add_pawn_moves(leaps & answer & pushes, 16, out, n)
    held = pawns & slanted & ~upright
    to_left = up(free & NOT_A_FILE, 7) | up(held & NOT_A_FILE, 7) & slanted
    to_right = up(free & NOT_H_FILE, 9) | up(held & NOT_H_FILE, 9) & slanted
    n = add_pawn_moves(to_left & s.foe & answer, 7, out, n)
    return add_pawn_moves(to_right & s.foe & answer, 9, out, n)


@rule
def passes_safely(s, king, origin, target):
    """Return whether a capture in passing leaves the mover's king unattacked."""
    captured = down(target, 8)
    occupied = (s.own | s.foe) ^ origin ^ target ^ captured
    return attackers(s, king, occupied) & ~captured == 0


@rule
def add_passing(s, king, out, n):
    """Write down the captures in passing."""
    target = s.rights & SIXTH_ROW
    takers = foe_pawn_attacks(target) & s.own & s.pawns
    while takers:
        origin = lowest(takers)
        if passes_safely(s, king, signed(1 << origin), target):
            out[n] = move_of(origin, lowest(target))
            n += 1
        takers = without_lowest(takers)
    return n


@rule
def add_castling(s, attacked, out, n):
    """Write down how the king castles; it is not in check."""
    occupied = s.own | s.foe
    if s.rights & 1 << SHORT_ROOK and not occupied & SHORT_WAY and not attacked & SHORT_WALK:
        out[n] = move_of(KING_HOME, KING_HOME + 2)
        n += 1
    if s.rights & 1 << LONG_ROOK and not occupied & LONG_WAY and not attacked & LONG_WALK:
        out[n] = move_of(KING_HOME, KING_HOME - 2)
        n += 1
    return n


@rule
def moves_to(s, wanted, pushes, out):
    """Write the legal moves to the squares wanted, those of pawns straight ahead to other ones."""
    own_king = kings(s) & s.own
    king = lowest(own_king)
    givers, attacked = checkers(s), danger(s, own_king)
    n = add_targets(king, king_attacks(own_king) & ~(s.own | attacked) & wanted, out, int64(0))
    answer = answers(s, king, givers) & ~s.own
    if answer == 0:
        return n
    upright = pins(s, king, STRAIGHT_LINES, s.straights)
    slanted = pins(s, king, DIAGONAL_LINES, s.diagonals)
    n = add_pawns(s, upright, slanted, answer, pushes, out, n)
    if s.rights & SIXTH_ROW:
        n = add_passing(s, king, out, n)
    answer &= wanted
    knights = s.own & s.knights & ~(upright | slanted)
    while knights:
        n = add_targets(lowest(knights), knight_attacks(knights & -knights) & answer, out, n)
        knights = without_lowest(knights)
    n = add_sliders(s.own & s.diagonals & ~upright, slanted, DIAGONAL_LINES, s, answer, out, n)
    n = add_sliders(s.own & s.straights & ~slanted, upright, STRAIGHT_LINES, s, answer, out, n)
    if not givers and wanted == EVERYWHERE and s.rights & FIRST_ROW:
        n = add_castling(s, attacked, out, n)
    return n


@rule
def moves(s, out):
    """Write all legal moves; there are none where nobody could ever mate."""
    return int64(0) if over(s) else moves_to(s, int64(EVERYWHERE), int64(EVERYWHERE), out)


@rule
def forcing(s, out):
    """Write the captures and promotions."""
    return int64(0) if over(s) else moves_to(s, s.foe, int64(LAST_ROW), out)


@rule
def over(s):
    """Return whether nobody could ever mate: beside the kings one knight, or bishops of one colour only."""
    if s.pawns | s.straights:
        return False
    light = s.diagonals & LIGHT_SQUARES
    alike = light == 0 or light == s.diagonals
    return popcount(s.knights) <= 1 if s.diagonals == 0 else s.knights == 0 and alike


@rule
def result(s):
    """Return -1 where the mover is mated, 0 where it is stalemated or nobody could ever mate."""
    return -1 if checkers(s) and not over(s) else 0


@rule
def shifted(pieces, origin, target):
    """Return a set of pieces after one on the origin, if it is in the set, has gone to the target."""
    return pieces & ~signed(1 << origin | 1 << target) | (down(pieces, origin) & 1) << target


@rule
def castled(pieces, target):
    """Return a set of pieces after the rook in it has jumped over a king that castles to the target."""
    return (
        shifted(pieces, SHORT_ROOK, target - 1)
        if target > KING_HOME
        else shifted(pieces, LONG_ROOK, target + 1)
    )


@rule
def play(s, move):
    """Return the position after a move, turned to the other side's view."""
    origin, target = origin_of(move), target_of(move)
    here, there = signed(1 << origin), signed(1 << target)
    own, foe, taken = s.own ^ here | there, s.foe & ~there, s.foe & there
    pawns, knights = shifted(s.pawns, origin, target), shifted(s.knights, origin, target)
    diagonals, straights = shifted(s.diagonals, origin, target), shifted(s.straights, origin, target)
    rights = s.rights & CORNERS & ~(here | there)
    clock = 0 if taken or here & s.pawns else s.clock + 1
    if here & s.pawns:
        if there & LAST_ROW:
            becomes = promotion_of(move)
            pawns ^= there
            knights |= there if becomes == KNIGHT else 0
            diagonals |= there if becomes in (BISHOP, QUEEN) else 0
            straights |= there if becomes >= ROOK else 0
        elif there & s.rights:
            taken = down(there, 8)
            pawns ^= taken
            foe ^= taken
        elif target - origin == 16:
            rights |= up(here, 8)
    elif here & kings(s):
        rights &= ~FIRST_ROW
        if abs(target - origin) == 2:
            own, straights = castled(own, target), castled(straights, target)
    after = turned(State(own, foe, pawns, knights, diagonals, straights, rights, taken, clock, s.ply + 1))
    return without_passing(after) if after.rights & SIXTH_ROW and not may_pass(after) else after


@rule
def may_pass(s):
    """Return whether a legal move captures in passing."""
    own_king, target = kings(s) & s.own, s.rights & SIXTH_ROW
    takers = foe_pawn_attacks(target) & s.own & s.pawns
    while takers:
        if passes_safely(s, lowest(own_king), takers & -takers, target):
            return True
        takers = without_lowest(takers)
    return False


@rule
def without_passing(s):
    """Return the same position, in which nothing is captured in passing."""
    rights = s.rights & CORNERS
    return State(s.own, s.foe, s.pawns, s.knights, s.diagonals, s.straights, rights, s.taken, s.clock, s.ply)


@rule
def passed(s):
    """Return the same board with the other side to move."""
    after = without_passing(turned(s))
    return State(
        after.own,
        after.foe,
        after.pawns,
        after.knights,
        after.diagonals,
        after.straights,
        after.rights,
        0,
        s.clock,
        s.ply ^ 1,
    )


@rule
def swapped(s):
    """Return the same position with the colours exchanged."""
    return State(
        s.own, s.foe, s.pawns, s.knights, s.diagonals, s.straights, s.rights, s.taken, s.clock, s.ply ^ 1
    )


@rule
def reversible(s, move):
    """Return whether the position could come back: no pawn moves, no piece and no right is lost."""
    ends = signed(1 << origin_of(move) | 1 << target_of(move))
    king_walks = ends & kings(s) & s.own and s.rights & FIRST_ROW
    return not (ends & (s.pawns | s.foe | s.rights) or king_walks)


@rule
def clock(s):
    """Return the plies since the last capture or move of a pawn."""
    return s.clock


@rule
def identity(s):
    """Return the words that tell a position from others; whose turn it is stands among the rights."""
    turn = (s.ply & 1) << 1
    return s.own, s.foe, s.pawns, s.knights, s.diagonals, s.straights, s.rights | turn
