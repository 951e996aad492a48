"""Comparison training: leaves that carry the values, and a hidden taste that is found from its choices."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyometric.errors import InputError
from plyometric.games import load
from plyometric.kernel.desk import lent
from plyometric.kernel.referee import legal_moves, play, random_game
from plyometric.learn.comparison import (
    Look,
    agreement,
    compare,
    learn_from_choices,
    surprise,
    teachers_choices,
)
from plyometric.search.alphabeta import Settings, analyse, exact_values, search_desk
from plyometric.search.table import SURE, new_table

GAME = load("examples/connect_four.py")
TASTE = (200.0, 700.0)
"""What the teacher likes: not the centre, which the game's own weights prefer, but the columns beside it."""

START = (600.0, 300.0)
FULL, SELECTIVE = Settings(depth=2, table=0.1), Settings(depth=3, breadth=3)


def positions(n, seed):
    games = (random_game(GAME, seed, index, index % 12)[0][-1] for index in range(n))
    return [state for state in games if len(legal_moves(GAME, state)) > 1]


def choices_by_taste(student, seed, n=80):
    return [(state, analyse(GAME, student, state, TASTE).move) for state in positions(n, seed)]


@pytest.mark.parametrize("student", [FULL, SELECTIVE])
def test_a_hidden_taste_is_found(student):
    found = learn_from_choices(GAME, choices_by_taste(student, 1), student, START, rounds=3)
    unseen = choices_by_taste(student, 2)
    assert found[1] > found[0]
    assert agreement(GAME, unseen, student, found) > agreement(GAME, unseen, student, START) + 0.1


def test_likelihood_alone_finds_it_too():
    choices = choices_by_taste(FULL, 1)
    found = learn_from_choices(GAME, choices, FULL, START, rounds=2, refinements=0)
    assert found[1] > found[0]


def test_a_teacher_of_the_same_taste_changes_little():
    choices = [(state, analyse(GAME, FULL, state, START).move) for state in positions(60, 3)]
    assert agreement(GAME, choices, FULL, START) == 1
    assert learn_from_choices(GAME, choices, FULL, START) == list(START)


def test_the_total_stays_and_the_same_choices_teach_the_same():
    choices = choices_by_taste(SELECTIVE, 1, n=40)
    once, again = (learn_from_choices(GAME, choices, SELECTIVE, START, rounds=2) for _ in range(2))
    assert once == again
    assert np.abs(once).sum() == pytest.approx(900)
    assert all(type(weight) is float for weight in once)


@given(st.integers(0, 60), st.integers(0, 20), st.integers(1, 4))
@settings(max_examples=30, deadline=None)
def test_weights_times_leaf_is_the_value_of_a_move(index, ply, depth):
    state = random_game(GAME, 4, index, ply)[0][-1]
    search = Settings(depth=depth)
    values = exact_values(GAME, search, state, START)
    moves, ends, leaves = np.zeros(7, np.int64), np.zeros(7, np.int64), np.zeros((7, 2))
    desk = search_desk(GAME, search, START)
    desk.plies -= 1
    for wanted in legal_moves(GAME, state)[:1]:
        with lent(desk):
            n = compare(GAME, state, wanted, desk, new_table(1), True, None, moves, leaves, ends)
        assert sorted(moves[:n].tolist()) == sorted(values)
        assert moves[0] == wanted
        for move, end, leaf in zip(moves[:n].tolist(), ends, leaves, strict=False):
            assert end == (values[move] > SURE) - (values[move] < -SURE)
            assert leaf @ START == (0 if end else values[move])


def test_the_slope_is_that_of_the_surprise():
    look = Look(
        np.arange(24.0).reshape(3, 4, 2) % 5, np.array([[1, 1, 0, 1], [1, 1, 1, 1], [1, 0, 0, 1]], bool)
    )
    weights, tiny = np.array([0.3, -0.4]), 1e-6
    slopes = [
        (surprise(look, weights + step)[0] - surprise(look, weights - step)[0]) / (2 * tiny)
        for step in tiny * np.eye(2)
    ]
    assert surprise(look, weights)[1] == pytest.approx(slopes, abs=1e-6)


def test_equal_candidates_surprise_by_their_number():
    look = Look(np.ones((1, 4, 2)), np.ones((1, 4), bool))
    assert surprise(look, np.ones(2))[0] == pytest.approx(np.log(4))


def test_choices_are_the_teachers_in_games_against_the_student():
    teacher, starts = Settings(depth=4, breadth=5), positions(6, 5)
    choices = teachers_choices(GAME, teacher, SELECTIVE, START, starts, plies=6)
    assert 0 < len(choices) <= 3 * len(starts)
    for state, move in choices:
        if len(legal_moves(GAME, state)) > 1:
            assert analyse(GAME, teacher, state, START).move == move
    begun = analyse(GAME, SELECTIVE, starts[0], START).move
    assert choices[0][0] == play(GAME, starts[0], begun)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"choices": []}, "at least one choice"),
        ({"weights": (1.0, 2.0, 3.0)}, "connect_four takes 2 finite weights"),
        ({"weights": (0.0, 0.0)}, "weights that are all 0"),
        ({"candidates": 1}, "candidates 2 or more"),
        ({"rounds": -1}, "rounds must be 0 or more"),
    ],
)
def test_bad_arguments_are_refused(changes, words):
    given = {"choices": [(GAME.start(), 3)], "weights": START} | changes
    with pytest.raises(InputError, match=words):
        learn_from_choices(GAME, student=FULL, **given)


def test_games_without_plies_are_refused():
    with pytest.raises(InputError, match="plies must be 1 or more"):
        teachers_choices(GAME, FULL, FULL, START, [GAME.start()], plies=0)
