"""Fixed-depth search: against minimax without cut-offs, and on positions with known outcomes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyometric.games import load
from plyometric.kernel import WIN
from plyometric.kernel.referee import evaluate, is_over, legal_moves, play, random_game, result
from plyometric.search.minimax import minimax, root_values

CHECKERS = load("checkers")
CONNECT_FOUR = load("examples/connect_four.py")


def full_width(game, state, depth, ply=0):
    """Minimax by its definition, in plain Python."""
    if depth == 0:
        return result(game, state) * (WIN - ply) if is_over(game, state) else evaluate(game, state)
    moves = legal_moves(game, state)
    if not moves:
        return result(game, state) * (WIN - ply)
    return max(-full_width(game, play(game, state, move), depth - 1, ply + 1) for move in moves)


positions = st.tuples(st.sampled_from([CHECKERS, CONNECT_FOUR]), st.integers(0, 50), st.integers(0, 30))


@given(positions, st.integers(1, 3))
@settings(max_examples=40, deadline=None)
def test_cut_offs_never_change_the_value(position, depth):
    game, index, ply = position
    states, _ = random_game(game, 1, index, ply)
    assert minimax(game, depth, states[-1]).value == full_width(game, states[-1], depth)


@given(positions, st.integers(1, 4))
@settings(max_examples=40, deadline=None)
def test_the_best_root_value_is_the_value_of_the_search(position, depth):
    game, index, ply = position
    states, _ = random_game(game, 2, index, ply)
    values = root_values(game, depth, states[-1])
    assert list(values) == legal_moves(game, states[-1])
    if values:
        found = minimax(game, depth, states[-1])
        assert found.value == max(values.values()) == values[found.move]


@given(positions, st.integers(1, 5))
@settings(max_examples=40, deadline=None)
def test_the_line_leads_to_the_value(position, depth):
    game, index, ply = position
    states, _ = random_game(game, 3, index, ply)
    state, found = states[-1], minimax(game, depth, states[-1])
    for move in found.line:
        assert move in legal_moves(game, state)
        state = play(game, state, move)
    sign = -1 if len(found.line) % 2 else 1
    assert found.value == sign * full_width(game, state, 0, len(found.line)) or not legal_moves(game, state)


def test_connect_four_sees_a_win_at_the_horizon():
    state = CONNECT_FOUR.start()
    for column in (0, 1, 0, 1, 0, 1):
        state = play(CONNECT_FOUR, state, column)
    found = minimax(CONNECT_FOUR, 1, state)
    assert (found.value, found.move) == (WIN - 1, 0)


def test_other_weights_give_other_values():
    state = CHECKERS.read_position("B:W32:BK14,9")
    assert minimax(CHECKERS, 1, state, [100, 130, 0]).value == 130
    assert minimax(CHECKERS, 1, state, [100, 300, 0]).value == 300
    assert minimax(CHECKERS, 1, state, [100, 300, 3]).value == 300 + 3 * (24 - 3)


@pytest.mark.parametrize("weights", [[1.0], [1.0, float("nan"), 3.0], [1.0, 2.0, 3.0, 4.0]])
def test_wrong_weights_are_refused(weights):
    with pytest.raises(Exception, match="3 weights"):
        minimax(CHECKERS, 1, weights=weights)
