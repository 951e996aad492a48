"""The evaluation tables: which constellation stands in a window, and that weights times features add up."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyometric.games import load
from plyometric.games.checkers.board import State
from plyometric.games.checkers.tables import (
    CELLS,
    KINGS,
    NAMES,
    SHIFTS,
    SPREADS,
    TABLES,
    WINDOWS,
    cell,
    men_of,
    stepping,
)
from plyometric.kernel.referee import evaluate, features, random_game

GAME = load("checkers").judged_by("tables")
SQUARES = [range(8), *([shift + 4 * row + i for row in range(4) for i in (0, 1)] for shift in SHIFTS[1:])]
squares = st.integers(0, 0xFFFF_FFFF)


def test_the_windows_of_the_first_position():
    men = men_of(GAME.start())
    assert cell(men, 0) == (CELLS - 1) // 2  # eight own men
    assert cell(men, 1) == 1 + 3 + 9 + 27 + 81 + 243  # six, and two squares that are empty
    assert cell(men, 4) == 1 + 3 + 2 * (3**6 + 3**7)  # two own ones face two of the other side


@given(squares, squares, squares)
def test_a_window_tells_all_that_men_do_in_it(one, other, crowned):
    state = State(one, other & ~one, crowned, 0)
    own, foe = state.own & ~crowned, state.foe & ~crowned
    for window, places in enumerate(SQUARES):
        digits = [(own >> square & 1) + 2 * (foe >> square & 1) for square in places]
        assert cell(men_of(state), window) == sum(3**i * digit for i, digit in enumerate(digits))


def test_weights_times_features_are_the_evaluation():
    weights = np.random.default_rng(1).normal(0, 8, len(GAME.weights)).round(2)
    for index in range(5):
        for state in random_game(GAME, 3, index)[0]:
            assert features(GAME, state) @ weights == pytest.approx(evaluate(GAME, state, weights), abs=1)


def test_every_weight_has_a_name_and_a_spread():
    assert len(NAMES) == len(set(NAMES)) == len(SPREADS) == len(GAME.weights)
    assert TABLES - KINGS == 32 and len(NAMES) == TABLES + CELLS * len(WINDOWS)


def test_a_king_in_the_corner_that_can_step_only_into_a_capture_is_trapped():
    state = GAME.read_position("B:WK10,K11:BK4,5")
    steps, unsafe, stuck, kings = stepping(state)
    assert (unsafe, stuck, kings) == (1, 0, 1)
    assert steps == 1
