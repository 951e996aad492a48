"""The evaluation blended: what it sees beside chinook's features, and phases that flow into each other."""

import numpy as np
import pytest

from plyometric.games import load
from plyometric.games.checkers.blended import CENTRES, FEATURES, FIRST, NAMED, PHASES, SHARE
from plyometric.games.checkers.notation import read_position
from plyometric.kernel import referee

GAME = load("checkers").judged_by("blended")


def feature(name, position):
    """Return a feature of the mover's, whichever phases it is spread over."""
    seen = referee.features(GAME, read_position(position)).reshape(PHASES, FEATURES)
    return pytest.approx(seen[:, NAMED.index(name)].sum())


def test_the_worth_is_the_sum_of_features_times_weights():
    for index in range(20):
        states, _ = referee.random_game(GAME, 1, index)
        for state in states[::5]:
            exact = referee.features(GAME, state) @ np.array(GAME.weights)
            assert abs(referee.evaluate(GAME, state) - exact) < 1.001


def test_weights_flow_from_phase_to_phase_without_a_jump():
    places = [first + share for first, share in zip(FIRST, SHARE, strict=True)]
    assert [places[pieces] for pieces in CENTRES] == [0, 1, 2, 3]
    assert places[24] == 0 and places[2] == 3
    assert places == sorted(places, reverse=True)
    assert max(-np.diff(places)) < 0.21


@pytest.mark.parametrize(
    ("name", "position", "expected"),
    [
        ("man", "W:W32,31,27:B1,2", 1),
        ("king", "W:W32,K18:B1,2", 1),
        ("trade", "W:W32,31,27:B1,2", 19),
        ("trade", "B:W32,31,27:B1,2", -19),
        ("chase", "W:WK18,K19:BK10", 1),
        ("chase", "W:WK18,K19:BK1", 0),
        ("chase", "B:WK18,K19:BK10", -1),
        ("king edge", "W:WK18:BK1", -1),
        ("row 1", "W:W32,31,K30:B1", 1),
        ("row 7", "W:W6,32:B28", 0),
    ],
)
def test_what_it_sees_beside_chinook(name, position, expected):
    assert feature(name, position) == expected


def test_the_move_belongs_to_whoever_will_stand_in_front_of_the_other():
    """Two kings that face each other with one row between: whoever must step gives way."""
    assert feature("the move", "W:WK18:BK10") == feature("the move", "B:WK18:BK10") == -1
    assert feature("the move", "W:WK22:BK10") == feature("the move", "B:WK22:BK10") == 1
    assert feature("the move", "W:WK18,K19:BK10") == 0
