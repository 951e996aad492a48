"""Learning by trials: changes that win are kept, and nothing hangs on threads or stops."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from plyometric.arena.players import read_player
from plyometric.arena.workers import workers
from plyometric.errors import InputError
from plyometric.kernel.referee import random_game
from plyometric.learn.learner import HERE, learned, steps
from plyometric.learn.trials import Trials

STUDENT = read_player(f"{Path(__file__).parents[2] / 'examples' / 'connect_four.py'}:depth=1")


def opening(index):
    return random_game(STUDENT.game, 3, index, 4)[0][-1]


def trials(weights, count=4, pairs=40):
    return Trials(replace(STUDENT, weights=weights), opening, count, 42, pairs=pairs)


def test_a_weight_grows_shrinks_and_changes_less_where_neither_helps():
    learner = trials((6.0, 0.0))
    state = learner.begin()
    assert learner.proposed(state, 0) == (12.0, 0.0)
    assert learner.proposed(state | {"ways": [-1, -1]}, 0) == (3.0, 0.0)
    assert learner.proposed(state | {"ways": [-1, -1]}, 1) == (6.0, -0.75)
    never = Trials(replace(STUDENT, weights=(6.0, 0.0)), lambda index: None, 5, 42)
    *_, last = steps(never)
    assert last["weights"] == [6.0, 0.0] and last["accepted"] == 0
    assert last["factors"] == [pytest.approx(2**0.5), pytest.approx(2**0.5)] and last["ways"] == [-1, 1]


def test_what_wins_games_is_kept():
    weights = learned(trials((3.0, 3.0), 1, 200))
    assert weights == [6.0, 3.0], "stones in the centre are part of more lines"


def test_the_same_is_learned_on_two_threads_and_after_a_stop():
    learner = trials((1.0, 3.0), 4)
    with workers(threads=2) as executor:
        state = learner.begin()
        while not learner.is_done(state):
            state = learner.step(json.loads(json.dumps(state)), executor)
    *_, last = steps(learner, HERE)
    assert last == state and learner.progress(state).figures["games"] > 0


def test_no_trials_are_refused():
    with pytest.raises(InputError, match="are 1 or more"):
        trials((1.0, 1.0), 0)
