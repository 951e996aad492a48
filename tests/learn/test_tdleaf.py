"""TDLeaf: differences by their definition, and a game in which one feature alone decides."""

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from in_parts import in_parts

from plyometric.arena.players import Player
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.kernel import rule
from plyometric.learn.learner import learned as learned_by
from plyometric.learn.learner import steps
from plyometric.learn.tdleaf import (
    DRAWN,
    FORCED,
    Drill,
    Momentum,
    TDLeaf,
    Told,
    Turns,
    adam,
    gradient_of,
    turns_of,
)
from plyometric.search.selective import Selective

CONNECT_FOUR = load("examples/connect_four.py")
STUDENT = Selective(depth=2, breadth=3)
LAST = 8


class Heap(NamedTuple):
    """Two leads of the side to move, and how many moves have been made."""

    gold: int
    glitter: int
    made: int


@rule
def moves(s, out):
    out[0], out[1], out[2] = 0, 1, 2
    return 3 if s.made < LAST else 0


@rule
def play(s, move):
    """Take one of gold, one of glitter, or two of glitter."""
    return Heap(-s.gold - (move == 0), -s.glitter - move, s.made + 1)


@rule
def features(s, out):
    out[0], out[1] = s.gold, s.glitter


@rule
def evaluate(s, weights):
    return int(100 * (s.gold * weights[0] + s.glitter * weights[1]))


def heaps(**changes):
    """A game that whoever has more gold after eight moves has won: glitter is worth nothing."""
    rules = {
        "moves": moves,
        "play": play,
        "features": features,
        "evaluate": evaluate,
        "result": rule(lambda s: (s.gold > 0) - (s.gold < 0)),
        "over": rule(lambda s: s.made == LAST),
    }
    given = {"weights": (2.0, 1.0), "feature_names": ("gold", "glitter"), "width": 3}
    return in_parts(name="heaps", start=lambda: Heap(0, 0, 0), **(rules | given | changes))


HEAPS = heaps()


def student(weights=(2.0, 1.0), game=HEAPS):
    return Player(game, STUDENT.checked(game), tuple(weights), "")


def method(weights=(2.0, 1.0), games=200, seed=1, **changes):
    return TDLeaf(student(weights), [HEAPS.start()], games, seed, noise=0.4, **changes)


def learned(*words, **changes):
    return learned_by(method(*words, **changes))


@pytest.mark.parametrize("size", [1.0, 300.0])
def test_what_decides_the_game_gains_and_what_does_not_loses(size):
    gold, glitter = learned((size, size), rate=0.05)
    assert gold > 1.5 * size
    assert abs(glitter) < 0.5 * size


@pytest.mark.parametrize("opponent", [None, (1.0, 2.0)])
def test_the_same_arguments_give_the_same_weights(opponent):
    once, again, other = (learned(seed=seed, opponent=opponent) for seed in (5, 5, 6))
    assert once == again != other
    assert all(type(weight) is float for weight in once)


def test_the_total_stays():
    assert np.abs(learned()).sum() == pytest.approx(3)


def test_the_weights_are_those_of_the_second_half_on_average():
    practice = method(games=50, held=(0,))
    path = list(steps(practice))
    assert [state["step"] for state in path] == [0, 1, 2, 3, 4, 5]
    assert practice.weights(path[-1]) == pytest.approx(np.mean([one["weights"] for one in path[3:]], axis=0))
    assert practice.weights(path[2]) == path[2]["weights"]


def test_progress_tells_games_and_change():
    practice = method(games=25)
    told = [practice.progress(state) for state in steps(practice)]
    assert [one.figures["games"] for one in told] == [0, 10, 20, 25]
    assert told[0] == (0.0, {"games": 0, "change": 0.0})
    assert told[-1].share == 1.0
    assert told[-1].figures["change"] > 0


def test_no_games_leave_the_weights_as_they_are():
    assert learned((0.1, 0.7), games=0) == [0.1, 0.7]


def test_what_is_held_stays():
    gold, glitter = learned(held=(0,))
    assert gold == 2.0
    assert glitter < 1.0


def test_a_unit_lets_weights_start_from_nothing():
    gold, glitter = learned((0.0, 0.0), unit=1.0)
    assert gold > abs(glitter)


def test_an_opponent_is_learned_from():
    gold, glitter = learned(opponent=(0.0, 1.0))
    assert gold > 2.0 > 1.0 > glitter


DRILL = Drill(noise=0.0, seed=1, lam=0.7, slope=0.25, longest=20)


@pytest.mark.parametrize("squash", [True, False])
def test_plain_steps_learn_from_nothing_that_whoever_takes_glitter_has_less_gold(squash):
    plain = {"adam": False, "squash": squash, "average": False, "rate": 0.01}
    gold, glitter = learned((0.0, 0.0), unit=1.0, opponent=(0.0, 1.0), **plain)
    assert gold > 0 > glitter


def test_a_student_may_always_move_second_and_points_and_updates_are_counted():
    practice = method(games=20, opponent=(0.0, 1.0), turns=(1,))
    *_, last = steps(practice)
    assert 0 <= last["points"] <= 10
    assert all(0 < n <= 20 * LAST / 2 for n in last["updates"])


def slow_gradient(turns, weights, drill):
    """The published sum, written out: every value's gradient times the discounted differences after it."""
    worths = drill.slope * turns.leaves @ weights
    is_squashed = drill.reward == 1
    values = [*(np.tanh(worths) if is_squashed else worths), drill.reward * turns.result]
    total = np.zeros(len(weights))
    for t, leaf in enumerate(turns.leaves):
        ahead = [drill.lam ** (j - t) * (values[j + 1] - values[j]) for j in range(t, len(turns.leaves))]
        total += (1 - values[t] ** 2 if is_squashed else 1) * leaf * sum(ahead)
    return total


numbers = st.integers(-3, 3)


@pytest.mark.parametrize("drill", [DRILL, DRILL._replace(reward=3.0)])
@given(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=6), st.sampled_from([-1, 0, 1]))
def test_the_gradient_is_the_published_sum(drill, leaves, result):
    n, weights = len(leaves), np.array([0.5, -0.2])
    turns = Turns(np.array(leaves, float), np.zeros(n), np.ones(n, bool), result)
    assert gradient_of(turns, weights, drill) == pytest.approx(slow_gradient(turns, weights, drill))


def told_by(kinds, result=1, is_whole=True):
    n = len(kinds)
    return Told(np.arange(2.0 * n).reshape(n, 2), *np.zeros((2, n)), np.array(kinds), result, is_whole)


def test_random_moves_cut_and_forced_ones_are_left_out():
    told = told_by([0, 0, FORCED, DRAWN, 0, 0, 0])
    first, second = (turns_of(told, side) for side in (0, 1))
    assert first.leaves[:, 0].tolist() == [0, 8, 12]
    assert first.goes_on.tolist() == [False, True, True]
    assert second.leaves[:, 0].tolist() == [2, 6, 10]
    assert second.goes_on.tolist() == [True, False, True]
    assert (first.result, second.result) == (1, -1)


def test_a_game_cut_off_for_its_length_has_no_result():
    turns = turns_of(told_by([0, 0], 0, is_whole=False), 0)
    assert np.isnan(turns.result)
    assert not gradient_of(turns, np.ones(2), DRILL).any()


def test_a_first_step_of_adam_is_of_size_one():
    _, step = adam(Momentum.none(2), np.array([4.0, -0.1]))
    assert step == pytest.approx([1, -1])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"weights": (1.0,)}, "heaps takes 2 weights"),
        ({"weights": (0.0, 0.0)}, "must be given a unit"),
        ({"games": -1}, "games must be 0 or more"),
        ({"batch": 0}, "batch and longest 1 or more"),
    ],
)
def test_bad_arguments_are_refused(changes, words):
    with pytest.raises(InputError, match=words):
        learned(**changes)


def test_games_must_begin_somewhere():
    with pytest.raises(InputError, match="at least one state"):
        TDLeaf(student(), [], 1, 1)


def test_a_game_needs_a_feature_for_each_weight():
    bare = heaps(feature_names=("gold",))
    with pytest.raises(InputError, match="1 features and 2 weights"):
        TDLeaf(student(game=bare), [bare.start()], 1, 1)
