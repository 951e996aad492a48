"""The evaluation `blended` of checkers, by which it is played: what chinook sees and more, phase into phase.

Chinook's evaluation jumps where a phase ends, and a search finds the better side of the jump. Here the
weights of two phases are mixed, each the more the nearer the number of pieces is to its own. To chinook's
features come those below, and men and kings, in all phases. Who is ahead is judged by men of 100 and kings
of 130, so that the evaluation stays a sum of weights times features. The weights are learned by regression
from games against itself, beginning with chinook's; the file says how.
"""

from pathlib import Path

from numba import int64

from plyometric.files import read_json
from plyometric.games.checkers.board import ahead_a, ahead_b, back_a, back_b, passed
from plyometric.games.checkers.chinook import EDGE, HAND_TUNED, differences
from plyometric.games.checkers.rules import WEIGHTS, material, trade
from plyometric.kernel import Evaluation, rule
from plyometric.kernel.bits import popcount

MORE = ("man", "king", "trade", "chase", "the move", "king edge", *(f"row {row}" for row in range(1, 8)))
NAMED = (*HAND_TUNED, *MORE)
PHASES = 4
FEATURES, SEEN = len(NAMED), len(HAND_TUNED)
NAMES = tuple(f"{name} {phase}" for phase in range(1, PHASES + 1) for name in NAMED)

CENTRES = (22, 16, 11, 6)
"""The pieces on the board where a phase has all the weight."""

EVEN_ROWS, ROW = 0x0F0F_0F0F, 0xF


def _place(pieces: int) -> float:
    """Return where among the phases a position with so many pieces stands: 1.5 is half-way from 1 to 2."""
    held = min(max(pieces, CENTRES[-1]), CENTRES[0])
    phase = next(i for i in range(PHASES - 1) if held >= CENTRES[i + 1])
    return phase + (CENTRES[phase] - held) / (CENTRES[phase] - CENTRES[phase + 1])


FIRST = tuple(min(int(_place(pieces)), PHASES - 2) for pieces in range(25))
SHARE = tuple(_place(pieces) - FIRST[pieces] for pieces in range(25))
"""By the number of pieces: the first of the two phases that are mixed, and the share of the second."""


@rule
def more(s):
    """Return what is seen beside chinook's features, as differences between the mover and the other side."""
    other = passed(s)
    men, kings = material(s)
    ahead = men * WEIGHTS[0] + kings * WEIGHTS[1]
    own, foe = s.own & ~s.kings, other.own & ~other.kings
    edge = popcount(s.own & s.kings & EDGE) - popcount(s.foe & s.kings & EDGE)
    return (
        int64(men),
        int64(kings),
        int64(trade(s, ahead)),
        int64(chase(s, ahead)),
        the_move(s),
        edge,
        in_row(own, 0) - in_row(foe, 0),
        in_row(own, 1) - in_row(foe, 1),
        in_row(own, 2) - in_row(foe, 2),
        in_row(own, 3) - in_row(foe, 3),
        in_row(own, 4) - in_row(foe, 4),
        in_row(own, 5) - in_row(foe, 5),
        in_row(own, 6) - in_row(foe, 6),
    )


@rule
def in_row(men, row):
    """Row 1 to 7: the men in a row, counted from the own back row."""
    return popcount(men >> 4 * row & ROW)


@rule
def chase(s, ahead):
    """Chase: pieces of whoever is behind that stand within two steps of a king of whoever is ahead."""
    if ahead == 0:
        return 0
    return caught(s.own, s.foe, s.kings) if ahead > 0 else -caught(s.foe, s.own, s.kings)


@rule
def caught(hunters, prey, kings):
    """Return how many pieces stand within two steps of the hunters' kings."""
    near = around(hunters & kings)
    return popcount(prey & (near | around(near)))


@rule
def around(squares):
    """Return the squares a step away from some of a set."""
    return ahead_a(squares) | ahead_b(squares) | back_a(squares) | back_b(squares)


@rule
def the_move(s):
    """The move: 1 if the mover would have the last word were both sides to walk up to each other, else -1.

    It has if the pieces in the rows that begin with its own back row are odd in number; with unequal sides
    it is 0.
    """
    if popcount(s.own) != popcount(s.foe):
        return int64(0)
    return int64(2 * (popcount((s.own | s.foe) & EVEN_ROWS) & 1) - 1)


@rule
def evaluate(s, weights):
    """Return all differences times their weights, those of two phases mixed."""
    pieces = popcount(s.own | s.foe)
    begin, share = FIRST[pieces] * FEATURES, SHARE[pieces]
    seen, beside = differences(s), more(s)
    early = late = 0.0
    for i in range(SEEN):
        early += seen[i] * weights[begin + i]
        late += seen[i] * weights[begin + FEATURES + i]
    for i in range(FEATURES - SEEN):
        early += beside[i] * weights[begin + SEEN + i]
        late += beside[i] * weights[begin + FEATURES + SEEN + i]
    return int64(early + share * (late - early))


@rule
def features(s, out):
    """Write the differences into the two phases that are mixed, by their shares, and 0 into the others."""
    pieces = popcount(s.own | s.foe)
    begin, share = FIRST[pieces] * FEATURES, SHARE[pieces]
    seen, beside = differences(s), more(s)
    out[:] = 0
    for i in range(FEATURES):
        difference = seen[i] if i < SEEN else beside[i - SEEN]
        out[begin + i], out[begin + FEATURES + i] = (1 - share) * difference, share * difference


SETTINGS: dict[str, bool | int | float | tuple[float, ...]] = {
    "deeper": True,
    "reductions": 1.0,
    "costs": (1.0, 0.5, 0.5),
    "futility": 80,
    "endings": 4,
}
"""What pays in a search of checkers: captures and crownings cost half a ply."""

BLENDED = Evaluation(
    evaluate=evaluate,
    features=features,
    feature_names=NAMES,
    weights=tuple(read_json(Path(__file__).with_name("blended.weights.json"))["weights"]),
    settings=SETTINGS,
    of_turn=tuple(
        f"{name} {phase}" for phase in range(1, PHASES + 1) for name in ("value of move", "the move")
    ),
)
