"""Comparison training: leaves that carry the values, and a hidden taste that is found from its choices."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyometric.arena.players import Player
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.kernel.desk import lent
from plyometric.kernel.referee import legal_moves, play, random_game
from plyometric.learn.comparison import Comparison, Look, agreement, choices_in, compare, surprise
from plyometric.learn.learner import HERE
from plyometric.search.analysis import analyse
from plyometric.search.full import Full
from plyometric.search.minimax import root_values
from plyometric.search.selective import Selective
from plyometric.search.table import SURE

GAME = load("examples/connect_four.py")
TASTE = (200.0, 700.0)
"""What the teacher likes: not the centre, which the game's own weights prefer, but the columns beside it."""

START = (600.0, 300.0)
FULL, SELECTIVE = Full(depth=2, table=0.1), Selective(depth=3, breadth=3)


def positions(n, seed):
    games = (random_game(GAME, seed, index, index % 12)[0][-1] for index in range(n))
    return [state for state in games if len(legal_moves(GAME, state)) > 1]


def choices_by_taste(student, seed, n=80):
    return [(state, analyse(GAME, student, state, TASTE).move) for state in positions(n, seed)]


def player(search, weights=START):
    return Player(GAME, search.checked(GAME), tuple(weights), "")


def method(search=FULL, starts=(), weights=START, plies=6, **changes):
    teacher = player(Selective(depth=4, breadth=5), weights)
    return Comparison(player(search, weights), teacher, starts, plies, **changes)


def learned(search, choices, **changes):
    """The weights that make a student choose in the same way."""
    comparison = method(search, **changes)
    state = comparison.begin(choices)
    while not comparison.is_done(state):
        state = comparison.step(state, HERE)
    return comparison.weights(state)


@pytest.mark.parametrize("search", [FULL, SELECTIVE])
def test_a_hidden_taste_is_found(search):
    found = learned(search, choices_by_taste(search, 1), rounds=3)
    unseen = choices_by_taste(search, 2)
    assert found[1] > found[0]
    assert agreement(player(search, found), unseen) > agreement(player(search), unseen) + 0.1


def test_likelihood_alone_finds_it_too():
    found = learned(FULL, choices_by_taste(FULL, 1), rounds=2, refinements=0)
    assert found[1] > found[0]


def test_a_teacher_of_the_same_taste_changes_little():
    choices = [(state, analyse(GAME, FULL, state, START).move) for state in positions(60, 3)]
    assert agreement(player(FULL), choices) == 1
    assert learned(FULL, choices) == list(START)


def test_the_total_stays_and_the_same_choices_teach_the_same():
    choices = choices_by_taste(SELECTIVE, 1, n=40)
    once, again = (learned(SELECTIVE, choices, rounds=2) for _ in range(2))
    assert once == again
    assert np.abs(once).sum() == pytest.approx(900)
    assert all(type(weight) is float for weight in once)


def test_agreement_never_falls_and_is_told_when_it_is_known():
    comparison = method(SELECTIVE, positions(4, 6), batch=2, rounds=2, refinements=1)
    state, told = comparison.begin(), []
    while not comparison.is_done(state):
        state = comparison.step(state, HERE)
        told.append(comparison.progress(state))
    assert [one.share for one in told] == pytest.approx([i / 7 for i in range(1, 8)])
    assert [one.figures["agreement"] for one in told[:2]] == [None, None]
    agreed = [one.figures["agreement"] for one in told[2:]]
    assert agreed == sorted(agreed)
    assert agreed[0] == told[-1].figures["first agreement"] == agreement(player(SELECTIVE), state["choices"])


@given(st.integers(0, 60), st.integers(0, 20), st.integers(1, 4))
@settings(max_examples=30, deadline=None)
def test_weights_times_leaf_is_the_value_of_a_move(index, ply, depth):
    state = random_game(GAME, 4, index, ply)[0][-1]
    search = Full(depth=depth)
    values = root_values(GAME, depth, state, START)
    moves, ends, leaves = np.zeros(7, np.int64), np.zeros(7, np.int64), np.zeros((7, 2))
    place = search.seat(GAME, START)
    place.desk.plies -= 1
    for wanted in legal_moves(GAME, state)[:1]:
        with lent(place.desk):
            n = compare(state, wanted, place, moves, leaves, ends)
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
    teacher, starts = Selective(depth=4, breadth=5), positions(6, 5)
    games = [choices_in(player(SELECTIVE), player(teacher), start, 6) for start in starts]
    assert all(len(choices) <= 3 for choices in games)
    for words, move in itertools.chain(*games):
        state = GAME.state_of(words)
        if len(legal_moves(GAME, state)) > 1:
            assert analyse(GAME, teacher, state, START).move == move
    begun = analyse(GAME, SELECTIVE, starts[0], START).move
    assert games[0][0][0] == list(play(GAME, starts[0], begun))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"starts": []}, "at least one choice"),
        ({"weights": (1.0, 2.0, 3.0)}, "connect_four takes 2 weights"),
        ({"weights": (0.0, 0.0)}, "weights that are all 0"),
        ({"candidates": 1}, "candidates 2 or more"),
        ({"rounds": -1}, "rounds must be 0 or more"),
        ({"plies": 0}, "plies must be 1 or more"),
    ],
)
def test_bad_arguments_are_refused(changes, words):
    with pytest.raises(InputError, match=words):
        method(**{"starts": [GAME.start()], **changes}).begin()


def test_games_in_which_the_teacher_never_moves_teach_nothing():
    comparison = method(starts=[GAME.start()], plies=1)
    with pytest.raises(InputError, match="at least one choice"):
        comparison.step(comparison.step(comparison.begin(), HERE), HERE)
