"""Which words belong to the two sides, and at which moves they stay where they were."""

import numpy as np

from plyometric.testing.turns import Steps, sides_in, stays

FIRST, SECOND = 0b0011, 0b1100


def steps(*pairs):
    before, after = (np.array([pair[i] for pair in pairs], np.int64) for i in (0, 1))
    return Steps([], list(range(len(pairs))), before, after)


def test_words_that_change_places_belong_to_the_two_sides():
    """The middle word counts plies; own and foe turn, but for the last move."""
    found = steps(
        ((1, 100, 2), (2, 101, 9)),
        ((2, 101, 9), (9, 102, 6)),
        ((9, 102, 6), (6, 103, 25)),
        ((6, 103, 25), (22, 104, 25)),
    )
    assert sides_in(found) == [(0, 2)]
    assert stays(found, [(0, 2)]).tolist() == [False, False, False, True]


def test_a_capture_that_changes_both_words_shows_by_the_squares_they_share():
    turned, kept = (0b1000, 0b0111), (0b0111, 0b1000)
    found = steps(((FIRST, SECOND), turned), ((FIRST, SECOND), kept))
    assert stays(found, [(0, 1)]).tolist() == [False, True]


def test_sides_that_look_alike_tell_nothing():
    found = steps(((4, 4), (4, 4)), ((4, 4), (5, 4)))
    assert sides_in(found) == [] and not stays(found, [(0, 1)]).any()
