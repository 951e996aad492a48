"""What a bold search leaves out: positions far above what is asked, and moves that come late or hopelessly.

Sources: null moves (Donninger 1993; Adelson-Velsky, Arlazarov and Donskoy 1975), futility (Schaeffer 1986;
Heinz 1998), late-move reductions as in the open programs since 2005. Choices: nothing is left out where the
mover is in check, where the window is open, or at the root, whose late moves are but reduced; a move that
wins something, answers or gives check, or has cut off here before is never late. All of it is off unless
wanted, so that a search of a fixed depth finds the exact value.
"""

import math
from functools import lru_cache

import numpy as np

from plyometric.kernel import NO_MOVE, rule
from plyometric.kernel.desk import PLIES
from plyometric.kernel.parts import SURE, WIN
from plyometric.search.minimax import worth
from plyometric.search.ordering import is_known_to_lose

PLY = 100
"""Depth is counted in hundredths of a ply."""

UNKNOWN = -2 * WIN
"""What a position is worth at a glance, where that was not asked."""

TABLES = 64
"""How many tables of reductions are kept, one for each strength."""

LATE = 64
"""Depths and places in the order of moves for which reductions are told apart."""

FIRST_REDUCED = 3
"""The place in the order from which on moves are searched less deeply."""

GUIDED = 4 * PLY
"""The depth from which on a move to try first is missed."""

TRUSTED = 1 << 11
"""The repute by which a late move is searched a ply more deeply, or less if it is that bad."""

HOPE = 2
"""How many margins a capture may bring beside what it wins."""

FAR_ABOVE, HOPELESS, GIVEN_AWAY = 7 * PLY, 4 * PLY, 3 * PLY
"""Depths up to which a position may be far above, and a move hopeless, or for nothing."""


@lru_cache(maxsize=TABLES)
def late_table(strength: float) -> np.ndarray:
    """Return by how much late moves are reduced, by depth and place in the order; every seat asks for it."""
    rows = [[math.log(max(depth, 1)) * math.log(max(i, 1)) for i in range(LATE)] for depth in range(LATE)]
    return np.array([[int(strength * PLY * (0.75 + both / 2.25)) for both in row] for row in rows], np.int64)


@rule
def standing(game, state, ply, alpha, beta, desk):
    """Return what a position is worth at a glance, where something may be left out for it."""
    if not desk.is_bold:
        return UNKNOWN
    desk.checked[ply] = game.in_check(state)
    desk.static[ply] = UNKNOWN if desk.checked[ply] else faded(worth(game, state, desk), ply, desk)
    return UNKNOWN if ply == 0 or beta - alpha > 1 else desk.static[ply]


@rule
def faded(value, ply, desk):
    """Return what is left of a worth after many plies that could be taken back.

    From `patience` such plies on it fades, as a win that never comes is a draw: so whoever is ahead would
    rather give a little for progress than wait.
    """
    if desk.patience == 0 or abs(value) > SURE:
        return value
    quiet = ply - desk.anchor[ply] + (desk.past_length if desk.anchor[ply] == 0 else 0)
    return value - value * min(max(quiet - desk.patience, 0), desk.quiet) // desk.quiet


@rule
def improves(ply, desk):
    """Return whether the mover stands better than before its last move, as far as that is known."""
    return ply < 2 or not desk.uses_trend or desk.static[ply] > desk.static[ply - 2]


@rule
def is_far_above(static, depth, ply, beta, desk):
    """Return whether a position is so good that a few plies will not bring it below the window."""
    is_near = desk.futility > 0 and depth <= FAR_ABOVE and static != UNKNOWN and abs(beta) < SURE
    sooner = PLY if desk.uses_trend and improves(ply, desk) else 0
    return is_near and static - desk.futility * (depth - sooner) // PLY >= beta


@rule
def may_try_to_pass(game, state, static, depth, ply, beta, desk):
    """Return whether the mover may see if it could even pass: not twice, and not where it must move."""
    has_room = depth >= 2 * PLY and ply + 2 < PLIES
    is_wanted = desk.null_move > 0 and has_room and static != UNKNOWN and static >= beta
    return is_wanted and abs(beta) < SURE and desk.chosen[ply - 1] != NO_MOVE and game.may_pass(state)


@rule
def may_be_cut(game, state, child, move, ply, index, desk):
    """Return whether a move wins nothing, answers and gives no check, and never cut off here."""
    if not desk.is_bold or desk.checked[ply]:
        return False
    if game.gain(state, move) != 0 and not is_known_to_lose(game, state, move, ply, index, desk):
        return False
    return move not in (desk.killers[ply, 0], desk.killers[ply, 1]) and not game.in_check(child)


@rule
def is_hopeless(game, state, move, static, depth, i, ply, index, alpha, desk):
    """Return whether a late move near the horizon comes too late, brings too little, or loses a piece."""
    if desk.futility == 0 or static == UNKNOWN or depth > HOPELESS:
        return False
    plies = depth // PLY
    if i > (3 + plies * plies) // (1 if improves(ply, desk) else 2):
        return True
    if static + desk.futility * (plies + 1) <= alpha:
        return True
    is_near = desk.uses_trend and depth <= GIVEN_AWAY
    return is_near and is_known_to_lose(game, state, move, ply, index, desk)


@rule
def reduction(rest, i, ply, window, repute, desk):
    """Return by how much less deeply a late move is searched, in whole plies.

    It is less in an open window, more where the mover does not improve, and less or more for a move of good
    or bad repute where replies count.
    """
    if desk.reductions == 0 or i < FIRST_REDUCED or rest < 2 * PLY:
        return 0
    saved = desk.late[min(rest // PLY, LATE - 1), min(i, LATE - 1)]
    saved -= PLY if window > 1 else 0
    saved += 0 if improves(ply, desk) else PLY
    saved -= repute * PLY // TRUSTED if desk.uses_replies else 0
    return max(min(saved, rest - PLY) // PLY * PLY, 0)


@rule
def unguided(hint, depth, desk):
    """Return by how much less deeply to look where no search before has left a move to try first."""
    return PLY if desk.reductions > 0 and hint < 0 and depth >= GUIDED else 0


@rule
def is_too_little(gain, wanted, desk):
    """Return whether a capture at the horizon, with all that it may bring, stays below the window."""
    return desk.futility > 0 and gain + HOPE * desk.futility < wanted
