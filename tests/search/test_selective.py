"""Selective search: the most promising moves alone, and nothing that depends on the colours."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyometric.errors import InputError
from plyometric.games import load
from plyometric.kernel import WIN
from plyometric.kernel.referee import ASKING, evaluate, is_over, legal_moves, play, random_game, result
from plyometric.search.analysis import analyse
from plyometric.search.minimax import minimax
from plyometric.search.selective import Selective

FIVES, CONNECT_FOUR = load("fives"), load("examples/connect_four.py")
positions = st.tuples(st.integers(0, 30), st.integers(6, 30)).map(
    lambda place: random_game(FIVES, 3, place[0], place[1])[0][-1]
)


def promising(game, state, breadth):
    """Return the moves that should be looked into, best first, with their ratings."""
    moves = legal_moves(game, state)
    children = [play(game, state, move) for move in moves]
    ratings = [-result(game, c) * WIN if is_over(game, c) else -evaluate(game, c) for c in children]
    priors = [ASKING["prior"](game, state, move) for move in moves]
    order = sorted(range(len(moves)), key=lambda i: (-ratings[i], -priors[i], i))
    return [(moves[i], ratings[i]) for i in order[:breadth]]


def best(game, state, depth, breadth, ply=0):
    """Return value and move by the plainest code that can be: no cut-offs, nothing kept."""
    if not legal_moves(game, state):
        return result(game, state) * (WIN - ply), None
    found = []
    for move, rating in promising(game, state, breadth):
        if abs(rating) == WIN:
            value = rating - ply - 1
        elif depth == 1:
            value = rating
        else:
            value = -best(game, play(game, state, move), depth - 1, breadth, ply + 1)[0]
        found.append((value, move))
    return max(found, key=lambda pair: pair[0])


@settings(max_examples=30, deadline=None)
@given(positions, st.sampled_from([(1, 3), (2, 2), (3, 3), (3, 1)]))
def test_it_finds_what_plain_minimax_over_the_same_moves_finds(state, limits):
    depth, breadth = limits
    found = analyse(FIVES, Selective(depth, breadth=breadth), state)
    assert (found.value, found.move) == best(FIVES, state, depth, breadth)


@settings(max_examples=20, deadline=None)
@given(positions)
def test_colours_do_not_matter(state):
    other = ASKING["swapped"](FIVES, state)
    here, there = (analyse(FIVES, Selective(3, breadth=3), s) for s in (state, other))
    assert (here.value, here.line) == (there.value, there.line)


def test_with_room_for_all_moves_it_is_minimax():
    for index in range(10):
        state = random_game(CONNECT_FOUR, 1, index, 20)[0][-1]
        found = analyse(CONNECT_FOUR, Selective(4, breadth=7), state)
        assert found.value == minimax(CONNECT_FOUR, 4, state).value


def test_among_equals_the_middle_of_the_board_goes_first():
    state = FIVES.read_position("10/10/10/10/4x5/10/10/10/10/10 o")
    assert FIVES.move_text(state, analyse(FIVES, Selective(1, breadth=1), state).move) == "e5"


def test_a_win_at_once_is_taken_and_searched_no_further():
    state = FIVES.read_position("10/10/10/10/1xxxx5/10/1oooo5/10/10/10 x")
    found = analyse(FIVES, Selective(5, breadth=10), state)
    assert (found.value, len(found.line)) == (WIN - 1, 1)


def test_the_line_leads_to_the_leaf_whose_evaluation_is_the_value():
    for index in range(10):
        state = random_game(FIVES, 5, index, 16)[0][-1]
        found = analyse(FIVES, Selective(3, breadth=4), state)
        if abs(found.value) < WIN // 2:
            assert found.value == (-1) ** len(found.line) * evaluate(FIVES, found.leaf)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (Selective(3, breadth=-1), "breadth must be from 1 to 1000"),
        (Selective(3, breadth=1001), "breadth must be from 1 to 1000"),
        (Selective(3, breadth=3, threats=99), "threats must be from 0 to 62"),
        (Selective(3, threats=2), "give a breadth as well"),
        (Selective(breadth=3), "a search needs a limit"),
    ],
)
def test_impossible_limits_are_refused(wrong, said):
    with pytest.raises(InputError, match=said):
        analyse(FIVES, wrong)


def test_weights_decide_what_is_promising():
    state = FIVES.read_position("10/10/10/10/2xxx5/10/2ooo5/10/10/10 x")
    values = {
        analyse(FIVES, Selective(1, breadth=1), state, np.array(w)).move
        for w in ((9, 0, 0, 0, 0), (0, 0, 0, 0, 9))
    }
    assert len(values) == 2
