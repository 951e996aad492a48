"""What a learner may look at in a pawn ending: pawns, kings and races of either side, and what planners say.

The planner's traits come last, so that a learner can do without them.
"""

from plyometric.games.chess.board import (
    foe_pawn_attacks,
    in_check,
    king_attacks,
    kings,
    own_pawn_attacks,
    turned,
)
from plyometric.games.chess.pawns import beside, filled_down, filled_up, rows_apart
from plyometric.games.chess.rules import passed
from plyometric.games.pawn_endings.planner import new_room, plan, quieted
from plyometric.games.pawn_endings.race import (
    NEVER,
    advance,
    ahead,
    evaluate,
    is_passed,
    race,
    steps_to_queen,
)
from plyometric.kernel import kernel, rule
from plyometric.kernel.bits import down, lowest, popcount, signed, up, without_lowest

FAR, NO_MARGIN, LATEST, MOST = 8, -9, 16, 14.0
"""Stand for a distance, a margin, a race that there is not; and the most pawns that a plan is worth."""

OF_PAWNS = (
    "fewest steps to a queen",
    "second fewest steps",
    "fewest steps of a passed pawn",
    "passed pawns",
    "candidates",
    "fewest steps of a candidate",
    "blocked pawns",
    "captures by pawns",
    "safe steps",
    "steps to spare",
    "own king to passed pawn",
    "margin of a passed pawn",
    "margin of a free pawn",
    "loose pawns",
    "pawns attacked by king",
    "fewest steps of neighbours",
    "margin of neighbours",
    "free pawns",
    "guarded pawns",
)
(
    STEPS, SECOND, PASSED_STEPS, PASSED, CANDIDATES, CANDIDATE_STEPS, BLOCKED, CAPTURES, SAFE, SPARE,
    TO_PASSED, PASSED_MARGIN, FREE_MARGIN, LOOSE, ATTACKED, NEIGHBOUR_STEPS, NEIGHBOUR_MARGIN, FREE, GUARDED,
) = range(len(OF_PAWNS))  # fmt: skip
OF_SIDE = (
    *OF_PAWNS,
    "pawns",
    "queens",
    "plies to an unstoppable queen",
    "unstoppable pawns",
    "row of king",
    "king from the edge",
    "king to loose pawn",
)
OF_BOTH = (
    "between kings",
    "files between kings",
    "rows between kings",
    "check",
    "advance",
    "race",
    "advance, quieted",
    "race, quieted",
    "race after a pass",
    "plies ahead in the race",
    "files with pawns",
    "steps ahead",
    "pawns ahead",
    "own king to own pawn",
)
PLANS = ("plan of 1 ply", "plan of 1 ply after a pass", "plan of 3 plies", "plan of 3 plies after a pass")
NAMES = (
    *(f"own: {name}" for name in OF_SIDE),
    *(f"other: {name}" for name in OF_SIDE),
    *OF_BOTH,
    *PLANS,
)
SIDE = len(OF_SIDE)


@rule
def begin(out):
    """Write what the traits of pawns are where there are none."""
    out[: len(OF_PAWNS)] = 0.0
    for i in (STEPS, SECOND, PASSED_STEPS, CANDIDATE_STEPS, TO_PASSED, NEIGHBOUR_STEPS):
        out[i] = FAR
    for i in (PASSED_MARGIN, FREE_MARGIN, NEIGHBOUR_MARGIN):
        out[i] = NO_MARGIN


@rule
def add_steps(out, steps):
    """Count how soon pawns may become queens."""
    if steps < out[STEPS]:
        out[SECOND], out[STEPS] = out[STEPS], steps
    elif steps < out[SECOND]:
        out[SECOND] = steps


@rule
def is_candidate(s, here):
    """Return whether a pawn has as many helpers beside or behind it as there are guards of its way."""
    helpers = s.own & s.pawns & filled_down(beside(here))
    guards = s.foe & s.pawns & filled_up(up(beside(here), 8))
    return popcount(helpers) >= popcount(guards)


@rule
def safe_run(start, blocked):
    """Return how many steps a pawn can take before the last row, none onto a blocked square."""
    steps, square = 0, start
    while square and not square & blocked and lowest(square) < 56:
        steps += 1
        square = up(square, 8)
    return steps


@rule
def add_passed(s, out, square, steps, margin):
    """Count a passed pawn with a free way."""
    out[PASSED] += 1
    out[PASSED_STEPS] = min(out[PASSED_STEPS], steps)
    out[PASSED_MARGIN] = max(out[PASSED_MARGIN], margin)
    out[TO_PASSED] = min(out[TO_PASSED], rows_apart(lowest(kings(s) & s.own), square))


@rule
def add_pawn(s, out, square, own_attacks, foe_attacks):
    """Count one pawn of a side, which sees the board from its own end."""
    here, pawns = signed(1 << square), s.pawns
    own, foe = s.own & pawns, s.foe & pawns
    step, way, steps = up(here, 8), ahead(here), steps_to_queen(square)
    margin = rows_apart(lowest(kings(s) & s.foe), 56 | square & 7) - steps
    add_steps(out, steps)
    passes = is_passed(s, here)
    if not way & pawns:
        out[FREE] += 1
        out[FREE_MARGIN] = max(out[FREE_MARGIN], margin)
        if passes:
            add_passed(s, out, square, steps, margin)
    if not passes and not way & foe and is_candidate(s, here):
        out[CANDIDATES] += 1
        out[CANDIDATE_STEPS] = min(out[CANDIDATE_STEPS], steps)
    out[BLOCKED] += step & foe != 0
    out[CAPTURES] += popcount(own_pawn_attacks(here) & foe)
    out[SAFE] += step & (pawns | foe_attacks) == 0
    out[SPARE] += safe_run(step, pawns | foe_attacks)
    add_guards(s, out, here, own_attacks)
    if not passes and beside(here | up(here, 8) | down(here, 8)) & own:
        out[NEIGHBOUR_STEPS] = min(out[NEIGHBOUR_STEPS], steps)
        out[NEIGHBOUR_MARGIN] = max(out[NEIGHBOUR_MARGIN], margin)


@rule
def add_guards(s, out, here, own_attacks):
    """Count whether a pawn is guarded, and attacked by the other king."""
    if here & own_attacks:
        out[GUARDED] += 1
    elif not here & king_attacks(kings(s) & s.own):
        out[LOOSE] += 1
        out[ATTACKED] += here & king_attacks(kings(s) & s.foe) != 0


@rule
def nearest(square, targets):
    """Return how many moves a king needs to the nearest of some squares."""
    best = FAR
    while targets:
        best = min(best, rows_apart(square, lowest(targets)))
        targets = without_lowest(targets)
    return best


@kernel
def side(s, to_move, out):
    """Write the traits of one side, which sees the board from its own end."""
    begin(out)
    own, foe = s.own & s.pawns, s.foe & s.pawns
    own_attacks, foe_attacks = own_pawn_attacks(own), foe_pawn_attacks(foe)
    left = own
    while left:
        add_pawn(s, out, lowest(left), own_attacks, foe_attacks)
        left = without_lowest(left)
    king, n = lowest(kings(s) & s.own), len(OF_PAWNS)
    fastest, count = race(s, to_move)
    out[n], out[n + 1] = popcount(own), popcount(s.own & s.straights)
    out[n + 2], out[n + 3] = min(fastest, LATEST), count
    out[n + 4], out[n + 5] = king >> 3, min(king & 7, 7 - (king & 7))
    out[n + 6] = nearest(king, foe & ~foe_attacks)


@rule
def both(s, out, room):
    """Write the traits of both sides together."""
    own_king, foe_king = lowest(kings(s) & s.own), lowest(kings(s) & s.foe)
    out[0] = rows_apart(own_king, foe_king)
    out[1] = abs((own_king & 7) - (foe_king & 7))
    out[2] = (foe_king >> 3) - (own_king >> 3)
    out[3] = in_check(s)
    out[4], out[5] = advance(s, 0) / 100, evaluate(s, 0) / 100
    out[6], out[7] = quieted(s, False, room) / 100, quieted(s, True, room) / 100
    out[8] = -out[5] if in_check(s) else -evaluate(passed(s), 0) / 100
    mine, theirs = race(s, 1)[0], race(turned(s), 0)[0]
    out[9] = theirs - mine if max(mine, theirs) < NEVER else 0
    out[10] = popcount(filled_down(s.pawns) & 0xFF)
    out[12] = popcount(s.own & s.pawns) - popcount(s.foe & s.pawns)
    out[13] = nearest(own_king, s.own & s.pawns)


@rule
def clipped(value):
    """Return what a plan is worth in pawns, within reason."""
    return min(max(value / 100, -MOST), MOST)


@rule
def plans(s, out, room):
    """Write what plans of one ply and of three say, for the mover and after a pass."""
    out[0], out[2] = clipped(plan(s, 1, room)), clipped(plan(s, 3, room))
    out[1], out[3] = out[0], out[2]
    if not in_check(s):
        other = passed(s)
        out[1], out[3] = -clipped(plan(other, 1, room)), -clipped(plan(other, 3, room))


@kernel
def traits(s, out):
    """Write all traits."""
    room = new_room()
    side(s, 1, out[:SIDE])
    side(turned(s), 0, out[SIDE : 2 * SIDE])
    both(s, out[2 * SIDE : 2 * SIDE + len(OF_BOTH)], room)
    out[2 * SIDE + 11] = out[SIDE] - out[0]
    plans(s, out[2 * SIDE + len(OF_BOTH) :], room)
