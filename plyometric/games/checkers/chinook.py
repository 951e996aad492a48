"""The evaluation `chinook` of checkers: 21 features in each of four phases, and men and kings.

Source: J. Schaeffer, M. Hlynka and V. Jussila, Temporal difference learning applied to a high-performance
game-playing program, IJCAI 2001, Table 1, which gives names and weights but no definitions; four phases
as in J. Schaeffer and others, A world championship caliber checkers program, 1992. Where features go back
to Samuel (Some studies in machine learning using the game of checkers, 1959), his definitions are taken;
the others are our own, one sentence each below.

Every feature is good for its owner. Rules take the view of the side whose feature it is, so that the same
rule serves both sides, one with the position and the other with the position passed; the evaluation adds
up the differences, each times its weight in the phase of the game. "Value of move" alone belongs to
whoever is to move. Choices: man 100 and king 130, which the paper holds fixed and does not tell.
"""

from typing import NamedTuple

from numba import int64

from plyometric.games.checkers.board import (
    BOARD,
    State,
    ahead_a,
    ahead_b,
    back_a,
    back_b,
    jumpers,
    passed,
    vacant,
)
from plyometric.games.checkers.mobility import Mobility, cramped, mobility
from plyometric.games.checkers.rules import material
from plyometric.games.checkers.traits import CENTER
from plyometric.kernel import Evaluation, rule
from plyometric.kernel.bits import popcount

HAND_TUNED = {
    "value of move": (4, 3, 3, 2),
    "free mobility": (1, 2, 3, 4),
    "some mobility": (-4, -6, -8, -10),
    "recapture mobility": (3, 3, 3, 3),
    "no-move mobility": (-1, -1, -2, -4),
    "exception mobility": (0, 0, 0, 0),
    "double-cap mobility": (-6, -6, -6, -6),
    "balance": (5, 4, 3, 2),
    "advancement": (-1, 0, 0, 0),
    "centrality": (2, 2, 1, 0),
    "angle": (1, 1, 0, 0),
    "back row": (4, 3, 3, 2),
    "shadow": (3, 2, 1, 0),
    "trapped king": (32, 32, 32, 32),
    "loose checker": (5, 5, 5, 5),
    "king center": (3, 3, 3, 3),
    "d2e7": (3, 2, 1, 0),
    "free king": (20, 20, 20, 20),
    "dog-hole": (5, 5, 5, 5),
    "loose men": (15, 15, 15, 15),
    "frozen": (10, 10, 10, 10),
}
"""The features in the paper's order, and the weights that Chinook's makers tuned by hand, phase by phase."""

FEATURES, PHASES = len(HAND_TUNED), 4
MAN, KING = FEATURES * PHASES, FEATURES * PHASES + 1
"""The places of the two weights that are the same in all phases."""

NAMES = (*(f"{name} {phase}" for phase in range(1, PHASES + 1) for name in HAND_TUNED), "man", "king")
HAND = (*(float(row[phase]) for phase in range(PHASES) for row in HAND_TUNED.values()), 100.0, 130.0)

LEFT_HALF = 0x3333_3333
ODD_ROWS, ROWS_BY_TWO, FAR_HALF = 0xF0F0_F0F0, 0xFF00_FF00, 0xFFFF_0000
HOME, SECOND = 0xF, 0xF0
EDGE = 0xF818_181F
APEX = 1 << 6
GUARD = (0, 0, 1, 1, 0, 3, 2, 4)
"""How well men on squares 1, 2 and 3 (bits 0, 1 and 2) guard the back row."""


class Side(NamedTuple):
    """What the features of one side are made from: the position as it sees it, and how its pieces step."""

    state: State
    steps: Mobility


@rule
def phase_of(s):
    """Return the phase: 0 with 20 pieces or more, 1 with 14 or more, 2 with 10 or more, 3 after that."""
    pieces = popcount(s.own | s.foe)
    return int64(0) if pieces >= 20 else int64(1) if pieces >= 14 else int64(2) if pieces >= 10 else int64(3)


@rule
def differences(s):
    """Return by how much each feature of the mover exceeds the other side's."""
    other = passed(s)
    own, foe = Side(s, mobility(s)), Side(other, mobility(other))
    mine, theirs = by_steps(own), by_steps(foe)
    men, foe_men = s.own & ~s.kings, other.own & ~other.kings
    return (
        int64(1),
        mine[0] - theirs[0],
        mine[1] - theirs[1],
        mine[2] - theirs[2],
        mine[3] - theirs[3],
        mine[4] - theirs[4],
        mine[5] - theirs[5],
        balance(men) - balance(foe_men),
        advancement(men) - advancement(foe_men),
        popcount(men & CENTER) - popcount(foe_men & CENTER),
        popcount(angled(men)) - popcount(angled(foe_men)),
        GUARD[men & 7] - GUARD[foe_men & 7],
        shadow(s, men) - shadow(other, foe_men),
        trapped_kings(foe) - trapped_kings(own),
        loose_checkers(own) - loose_checkers(foe),
        popcount(s.own & s.kings & CENTER) - popcount(other.own & other.kings & CENTER),
        (men & APEX != 0) - (foe_men & APEX != 0),
        free_kings(s, men) - free_kings(other, foe_men),
        dog_holes(s, men) - dog_holes(other, foe_men),
        loose_men(s) - loose_men(other),
        frozen(s, men) - frozen(other, foe_men),
    )


@rule
def by_steps(side):
    """Free, some, recapture, no-move, exception and double-cap mobility.

    Steps that nothing answers; pieces that have a step but no such one; steps whose captor is captured;
    pieces without a step; steps that give up another piece; steps that give up two or more.
    """
    steps = side.steps
    some, none = cramped(side.state, steps)
    return steps.free, some, steps.recapture, none, steps.exception, steps.double


@rule
def balance(men):
    """Balance: by how much men on the left half and on the right differ, which is bad."""
    return -abs(2 * popcount(men & LEFT_HALF) - popcount(men))


@rule
def advancement(men):
    """Advancement: the rows that all men have gone."""
    return popcount(men & ODD_ROWS) + 2 * popcount(men & ROWS_BY_TWO) + 4 * popcount(men & FAR_HALF)


@rule
def angled(men):
    """Angle: men with a man or the edge of the board behind them on both sides."""
    return men & (ahead_a(men) | ~ahead_a(BOARD)) & (ahead_b(men) | ~ahead_b(BOARD))


@rule
def shadow(s, men):
    """Shadow: angled men that face an enemy man on the same file, two rows ahead."""
    return popcount(angled(men) & (s.foe & ~s.kings) >> 8)


@rule
def trapped_kings(side):
    """Trapped king, a debt of its owner: kings on the edge that can neither step freely nor capture."""
    s = side.state
    kings = s.own & s.kings & EDGE
    return popcount(kings & ~side.steps.free_movers & ~jumpers(s)) if kings else 0


@rule
def loose_checkers(side):
    """Loose checker: enemy men whom one of our steps would attack, the square behind them being empty."""
    s, empty = side.state, vacant(side.state)
    attacked = ahead_a(side.steps.targets) & back_b(empty) | ahead_b(side.steps.targets) & back_a(empty)
    return popcount(s.foe & ~s.kings & attacked)


@rule
def free_kings(s, men):
    """Free king: men with no enemy in the cone ahead of them, and no enemy king farther ahead anywhere."""
    met = s.foe
    for _ in range(7):
        met |= back_a(met) | back_b(met)
    below = s.foe & s.kings
    for shift in (1, 2, 4, 8, 16):
        below |= below >> shift
    return popcount(men & ~met & ~below)


@rule
def dog_holes(s, men):
    """Dog-hole: enemy men on our square 5 with our man on 1, and on 12 with our man on 3."""
    foe = s.foe & ~s.kings
    return popcount(foe & (men & 1) << 4) + popcount(foe & (men & 4) << 9)


@rule
def loose_men(s):
    """Loose men: while we alone have kings, enemy men with no friend within two steps."""
    if s.own & s.kings == 0 or s.foe & s.kings:
        return 0
    up, down = ahead_a(s.foe) | ahead_b(s.foe), back_a(s.foe) | back_b(s.foe)
    two_up = ahead_a(up) | ahead_b(up)
    two_down = back_a(down) | back_b(down)
    aside = ahead_a(back_b(s.foe)) | ahead_b(back_a(s.foe))
    return popcount(s.foe & ~(up | down | two_up | two_down | aside))


@rule
def frozen(s, men):
    """Frozen: enemy men on our second row whose every way ahead is held by men on our back row."""
    held_a = ahead_a(men & HOME) | ~ahead_a(BOARD)
    held_b = ahead_b(men & HOME) | ~ahead_b(BOARD)
    return popcount(s.foe & ~s.kings & SECOND & held_a & held_b)


@rule
def evaluate(s, weights):
    """Return the differences times their weights in this phase, men and kings included."""
    found, begin = differences(s), phase_of(s) * FEATURES
    men, kings = material(s)
    total = men * weights[MAN] + kings * weights[KING]
    for i in range(FEATURES):
        total += found[i] * weights[begin + i]
    return int64(total)


@rule
def features(s, out):
    """Write the differences in their phase, 0 in all others, and men and kings."""
    found, begin = differences(s), phase_of(s) * FEATURES
    out[:] = 0
    for i in range(FEATURES):
        out[begin + i] = found[i]
    out[MAN], out[KING] = material(s)


CHINOOK = Evaluation(
    evaluate=evaluate,
    features=features,
    feature_names=NAMES,
    weights=HAND,
    of_turn=tuple(f"value of move {phase}" for phase in range(1, PHASES + 1)),
)
