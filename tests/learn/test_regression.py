"""Weights that foretell how games end."""

from dataclasses import replace
from itertools import chain

import numpy as np
import pytest
from scipy.optimize import check_grad
from scipy.sparse import csr_matrix

from plyometric.arena.openings import most_balanced
from plyometric.arena.players import read_player
from plyometric.arena.workers import workers
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.learn.learner import HERE, learned, steps
from plyometric.learn.regression import (
    Examples,
    Regression,
    examples_in,
    fitted,
    fitted_slope,
    shares_after,
    surprise,
)
from plyometric.learn.tdleaf import CHOSEN, DRAWN, FORCED, Drill, Practice, watched

CONNECT_FOUR = load("examples/connect_four.py")
STUDENT = read_player("examples/connect_four.py:depth=2")
STARTS = [most_balanced(CONNECT_FOUR, CONNECT_FOUR.start(), 4, 7, index, 1) for index in range(24)]


def test_what_comes_of_a_position_is_seen_by_its_mover():
    shares = shares_after(np.zeros(4), np.zeros(4, int), np.full(4, CHOSEN), 1, lam=1.0)
    assert shares.tolist() == [1.0, 0.0, 1.0, 0.0]


def test_later_values_count_less_and_less():
    worths = np.array([0.0, 0.0, np.log(3)])  # the last is worth three quarters of the points
    shares = shares_after(worths, np.zeros(3, int), np.full(3, CHOSEN), 1, lam=0.5)
    assert shares[2] == 1.0
    assert shares[1] == pytest.approx(1 - (0.5 * 1.0 + 0.5 * 0.75))
    assert shares[0] == pytest.approx(1 - (0.5 * shares[1] + 0.5 * 0.5))


def test_a_forced_move_tells_nothing_and_a_drawn_lot_ends_what_can_be_told():
    kinds = np.array([CHOSEN, FORCED, CHOSEN, DRAWN, CHOSEN])
    worths = np.array([0.0, 0.0, 0.0, 0.0, 0.0])
    shares = shares_after(worths, np.zeros(5, int), kinds, 1, lam=1.0)
    assert np.isnan(shares[[1, 3]]).all() and shares[4] == 1.0
    assert shares[2] == 0.5 and shares[0] == 0.5


def test_a_seen_win_is_worth_all_points():
    shares = shares_after(np.zeros(2), np.array([0, -1]), np.full(2, CHOSEN), 0, lam=0.0)
    assert shares.tolist() == [1.0, 0.5]


def synthetic(weights, n=4000):
    rng = np.random.default_rng(3)
    leaves = rng.normal(size=(n, len(weights)))
    values = leaves @ weights
    return Examples(csr_matrix(leaves), values, 1 / (1 + np.exp(-values)))


def test_the_slope_of_surprise_is_its_slope():
    shares = np.array([0.2, 0.9, 0.5])
    assert check_grad(lambda x: surprise(x, shares)[0], lambda x: surprise(x, shares)[1], np.ones(3)) < 1e-6


def test_known_weights_are_found_again():
    wanted = np.array([0.5, -1.0, 2.0])
    found, loss = fitted(synthetic(wanted), np.zeros(3), 1.0, 10.0)
    assert found == pytest.approx(wanted, abs=0.02)
    assert loss < surprise(np.zeros(4000), synthetic(wanted).shares)[0]


def test_the_slope_is_found_for_weights_of_any_size():
    examples = synthetic(np.array([0.5, -1.0, 2.0]))
    larger = examples._replace(values=100 * examples.values)
    assert fitted_slope(larger, 132.0) == pytest.approx(0.01, rel=0.01)


def test_what_is_hardly_seen_stays_in_place():
    leaves = np.zeros((1000, 2))
    leaves[:, 0] = np.random.default_rng(1).normal(size=1000)
    examples = Examples(csr_matrix(leaves), leaves[:, 0], 1 / (1 + np.exp(-leaves[:, 0])))
    found, _ = fitted(examples, np.array([0.0, 7.0]), 1.0, 1.0)
    assert found[1] == 7.0 and found[0] > 0.8


def test_weights_keep_their_unit():
    learner = Regression(STUDENT, STARTS, 3, seed=2, longest=60)
    for state in steps(learner):
        assert np.dot(learner.weights(state), learner.first) == pytest.approx(learner.first @ learner.first)


def test_every_game_belongs_to_a_round_and_later_rounds_are_longer():
    learner = Regression(STUDENT, STARTS, 3, seed=2)
    rounds = [learner._games_of(step) for step in range(3)]
    assert [*chain(*rounds)] == [*range(24)]
    assert [len(games) for games in rounds] == [4, 8, 12]
    few = Regression(STUDENT, STARTS[:5], 5, seed=2)
    assert [len(few._games_of(step)) for step in range(5)] == [1] * 5


def test_the_positions_of_a_game_are_those_that_were_searched():
    practice = Practice(STUDENT, None, Drill(0.0, 1, 1.0, 0.0, 60))
    told = watched(practice, 0, tuple(STARTS[0]))
    examples = examples_in([told], 0.0, 1.0)
    assert 0 < len(examples.shares) <= told.leaves.shape[0]
    assert set(examples.shares) <= {0.0, 0.5, 1.0}


def test_weights_are_the_same_on_any_number_of_threads_and_after_every_stop():
    learner = Regression(STUDENT, STARTS, 3, seed=2, longest=60)
    alone = learned(learner)
    with workers(threads=2) as executor:
        assert learned(learner, executor) == alone
    halfway = list(steps(learner))[1]
    assert learner.weights(learner.step(learner.step(halfway, HERE), HERE)) == alone
    assert alone != list(STUDENT.weights)


def test_what_cannot_be_learned_from_is_refused():
    with pytest.raises(InputError, match="a start or more for each of its rounds"):
        Regression(STUDENT, STARTS[:2], 3, seed=2)
    with pytest.raises(InputError, match="cannot start from weights that are all 0"):
        Regression(replace(STUDENT, weights=(0.0,) * len(STUDENT.weights)), STARTS, 3, seed=2)
