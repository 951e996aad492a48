"""Games and kernels: what a game must be made of, and how kernels see it."""

import dataclasses
from typing import NamedTuple

import numpy as np
import pytest
from in_parts import in_parts

from plyometric.errors import InputError
from plyometric.games import load
from plyometric.kernel import NO_MOVE, Insight, kernel, rule, state_in
from plyometric.kernel.desk import lent, new_desk
from plyometric.kernel.referee import ASKING, evaluate, is_over, legal_moves, play, probe, random_game, result
from plyometric.search.minimax import minimax, root_values


class State(NamedTuple):
    left: int


@rule
def moves(s, out):
    n = min(3, s.left)
    for i in range(n):
        out[i] = i + 1
    return n


@rule
def take(s, move):
    return State(s.left - move)


@rule
def take_double(s, move):
    return State(max(0, s.left - 2 * move))


def sticks(name="sticks", **changes):
    return in_parts(**({"name": name, "start": lambda: State(7), "moves": moves, "play": take} | changes))


@kernel
def room(game, state):
    return game.width + game.moves(state, [0, 0, 0])


def test_a_game_of_two_rules_has_defaults_for_the_rest():
    game = sticks()
    assert legal_moves(game, game.start()) == [1, 2, 3]
    assert play(game, State(7), 2) == State(5)
    assert (evaluate(game, State(7)), is_over(game, State(0)), result(game, State(0))) == (0, False, -1)
    assert game.position_text(State(7)) == "7" and game.read_position("7") == State(7)


def test_each_game_has_machine_code_of_its_own():
    single, double = sticks("single"), sticks("double", play=take_double)
    assert play(single, State(7), 2) == State(5)
    assert play(double, State(7), 2) == State(3)
    assert single.digest != double.digest


def test_a_constant_of_the_game_is_one_in_the_kernel():
    assert room(sticks("wide", width=50), State(7)) == 53
    assert room(sticks("narrow", width=5), State(1)) == 6


def test_the_digest_is_the_same_for_the_same_game_and_tells_widths_apart():
    assert sticks().digest == sticks().digest
    assert sticks().digest != sticks(width=9).digest


def plain(s, out):
    return 0


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"moves": plain}, "sticks: moves is a plain function: write @rule above its definition."),
        ({"moves": None}, "sticks: moves must be a function marked @rule, not None."),
        ({"evaluate": 3}, "sticks: evaluate must be a function marked @rule, not 3."),
        ({"passed": plain}, "sticks: passed is a plain function"),
    ],
)
def test_what_is_no_rule_is_refused(changes, words):
    with pytest.raises(InputError, match=words):
        sticks(**changes)


@pytest.mark.parametrize("text", ["", "7 7", "seven", "7.0", "-", "--7", "²"])
def test_a_text_that_is_no_state_is_refused(text):
    with pytest.raises(InputError, match="1 whole numbers are expected"):
        sticks().read_position(text)


def test_probing_a_sound_game_says_nothing():
    assert probe(load("checkers")) is None


def test_a_game_wider_than_the_table_can_index_is_refused():
    with pytest.raises(InputError, match="width is room for 1 to 1000 moves"):
        dataclasses.replace(load("checkers"), width=1001)


def test_constants_that_kernels_compile_in_are_part_of_the_digest():
    game = load("checkers")
    assert dataclasses.replace(game, insight=Insight()).digest != game.digest


@pytest.mark.parametrize("depth", [0, -1, 127, 10_000])
def test_a_depth_that_no_desk_has_room_for_is_refused(depth):
    for ask in (minimax, root_values):
        with pytest.raises(InputError, match="depth must be from 1 to 126"):
            ask(load("checkers"), depth)


@kernel
def first_moves(game, like, rows, out):
    moves = np.zeros(game.width, np.int64)
    for i in range(len(rows)):
        state = state_in(like, rows[i])
        out[i] = moves[0] if game.moves(state, moves) else NO_MOVE


def test_a_kernel_takes_many_states_as_rows_of_words():
    game = load("checkers")
    states = [state for index in range(3) for state in random_game(game, 1, index, 60)[0]]
    found = np.zeros(len(states), np.int64)
    first_moves(game, states[0], np.array(states), found)
    assert found.tolist() == [(legal_moves(game, state) or [NO_MOVE])[0] for state in states]
    assert [state_in(states[0], np.array(state)) for state in states] == states


def test_moves_are_rated_and_wins_are_found_by_playing_unless_the_game_knows_better():
    game = sticks(over=rule(lambda s: s.left == 0))
    ratings, wins = np.zeros(3, np.int64), np.zeros(3, np.int64)
    ASKING["rate"](game, State(2), np.array([1, 2, 0]), 2, np.zeros(0), ratings)
    assert ratings.tolist() == [0, 1_000_000_000, 0]
    assert ASKING["wins"](game, State(2), wins) == 1
    assert wins[0] == 2


def test_an_order_of_features_that_are_not_there_is_refused():
    with pytest.raises(InputError, match="dominance names 'queen', which is not a feature"):
        sticks(feature_names=("king",), weights=(1.0,), dominance=(("queen", "king"),))


def test_functions_made_in_one_place_have_names_of_their_own():
    """Their machine code is told apart by them, when it comes from different processes."""
    games = [sticks("one"), sticks("other", play=take_double), sticks("one")]
    names = [game.rate.py_func.__qualname__ for game in games]
    assert names[0] == names[2] != names[1]
    lambdas = [rule(lambda s: s.left + 1), rule(lambda s: s.left + 2)]
    assert len({one.py_func.__qualname__ for one in lambdas}) == 2


def test_a_desk_serves_one_kernel_at_a_time():
    desk = new_desk(sticks())
    with lent(desk), pytest.raises(RuntimeError, match="every thread needs one of its own"), lent(desk):
        pass
    with lent(desk):
        assert desk.nodes == 0
