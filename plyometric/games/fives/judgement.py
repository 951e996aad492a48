"""What a position of fives is worth: lines of three and four, and with `split` lines with a gap as well."""

from collections.abc import Callable

import numpy as np
from numba import int64

from plyometric.games.fives.lines import (
    both,
    cell_rules,
    change_rules,
    count_rule,
    either,
    layout,
    meet,
    split_rule,
    unpacked,
    winning_rule,
    without,
)
from plyometric.games.fives.rules import foe_of, own_of
from plyometric.kernel import WIN, Evaluation, rule
from plyometric.kernel.parts import undecided

UNIT = 100
"""Evaluations are in hundredths of the paper's unit, so that learned coefficients such as 222.5 keep
their worth."""

SOLID = ("four_1", "four_2", "three_1", "three_2", "three_3")
SOLID_WEIGHTS = (500.0, 400.0, 300.0, 200.0, 100.0)
DOMINANCE = (
    ("four_1", "four_2"),
    ("three_1", "three_2"),
    ("three_2", "three_3"),
    ("four_1", "three_1"),
    ("four_2", "three_3"),
)

SPLIT = ("split_four", "split_three_1", "split_three_2", "two_1")
SPLIT_WEIGHTS = (400.0, 200.0, 80.0, 30.0)
"""Chosen by us: four with a gap is worth what a solid four is that has one place to grow, three with a gap
a little less than a solid three of its kind, and an open two less than any three."""


@rule
def solid_worth(counts, weights):
    """Return the five counts times their weights."""
    fours = counts[0] * weights[0] + counts[1] * weights[1]
    return fours + (counts[2] * weights[2] + counts[3] * weights[3] + counts[4] * weights[4])


@rule
def split_worth(counts, weights):
    """Return the four counts of split lines and open twos times their weights."""
    threes = counts[1] * weights[6] + counts[2] * weights[7]
    return counts[0] * weights[5] + threes + counts[3] * weights[8]


@rule
def hundredths(worth):
    """Return a worth as a whole number of hundredths of the paper's unit."""
    return undecided(int64(np.rint(UNIT * worth)))


def rate_rule(size: int) -> Callable:
    """Return the rule `rate`."""
    cells = layout(size).cells
    winning_cells = winning_rule(size)
    survey, change = change_rules(size)
    stone_at, _ = cell_rules(size)

    @rule
    def rate(s, moves, n, weights, out):
        """Count anew only where a stone changes a line: elsewhere the position keeps its worth."""
        own, foe = both(cells, own_of(s)), both(cells, foe_of(s))
        empty = without(cells, either(own, foe))
        notes = np.empty((8, 5), np.int64)
        winning = winning_cells(own, empty)
        total, anywhere = survey(own, foe, empty, notes)
        unchanged = hundredths(solid_worth(unpacked(total), weights))
        for i in range(n):
            stone = stone_at(moves[i])
            out[i] = unchanged
            if meet(stone, winning):
                out[i] = WIN
            elif meet(stone, anywhere):
                after = total + change(own, foe, empty, notes, stone)
                out[i] = hundredths(solid_worth(unpacked(after), weights))

    return rate


def solid_judgement(size: int) -> Evaluation:
    """Return how the paper judges a position: by its solid lines."""
    contents, rate = count_rule(size), rate_rule(size)

    @rule
    def evaluate(s, weights):
        return hundredths(solid_worth(contents(own_of(s), foe_of(s)), weights))

    @rule
    def features(s, out):
        """Write the five counts, the mover's less the opponent's."""
        out[0], out[1], out[2], out[3], out[4] = contents(own_of(s), foe_of(s))

    return Evaluation(
        evaluate=evaluate,
        features=features,
        rate=rate,
        weights=SOLID_WEIGHTS,
        feature_names=SOLID,
        dominance=DOMINANCE,
    )


def split_judgement(size: int) -> Evaluation:
    """Return how a position is judged by split lines and open twos as well, as the paper wishes."""
    contents, split_contents = count_rule(size), split_rule(size)

    @rule
    def evaluate(s, weights):
        own, foe = own_of(s), foe_of(s)
        solid = solid_worth(contents(own, foe), weights)
        return hundredths(solid + split_worth(split_contents(own, foe), weights))

    @rule
    def features(s, out):
        """Write the nine counts, the mover's less the opponent's."""
        own, foe = own_of(s), foe_of(s)
        out[0], out[1], out[2], out[3], out[4] = contents(own, foe)
        out[5], out[6], out[7], out[8] = split_contents(own, foe)

    return Evaluation(
        evaluate=evaluate,
        features=features,
        weights=SOLID_WEIGHTS + SPLIT_WEIGHTS,
        feature_names=SOLID + SPLIT,
        dominance=(*DOMINANCE, ("split_three_1", "split_three_2")),
    )
