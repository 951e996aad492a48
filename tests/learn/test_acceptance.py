"""Learned weights are kept only if fresh games show that they are better."""

from dataclasses import replace
from pathlib import Path

from plyometric.arena.players import read_player
from plyometric.arena.statistics import Tally
from plyometric.kernel.referee import random_game
from plyometric.learn.acceptance import Judged, distinct, judged
from plyometric.learn.learner import HERE

STUDENT = read_player(f"{Path(__file__).parents[2] / 'examples' / 'kalah.py'}:depth=1")

WRONG = (-10.0, 1.0, 1.0)


def opening(index):
    return random_game(STUDENT.game, 3, index, 4)[0][-1]


def test_weights_that_did_not_change_need_no_games():
    assert list(judged(STUDENT, STUDENT.weights, opening, 42, 50, HERE)) == [Judged()]


def test_weights_turned_round_are_never_kept():
    *_, last = judged(STUDENT, WRONG, opening, 80, 100, HERE)
    assert last.verdict == "H0" and not last.is_better and last.tally.score < 0.4


def test_weights_that_put_right_what_was_wrong_are_kept():
    *_, last = judged(replace(STUDENT, weights=WRONG), STUDENT.weights, opening, 80, 100, HERE)
    assert last.is_better and last.as_json()["low"] > 0.5


def test_no_position_is_judged_twice():
    few = distinct(STUDENT.game, lambda index: random_game(STUDENT.game, 3, index % 3, 4)[0][-1])
    found = [few(index) for index in range(5)]
    assert len(set(found[:3])) == 3 and found[3:] == [None, None]


def test_a_clean_sweep_has_no_elo():
    told = Judged(Tally(2, 0, 0, (0, 0, 0, 0, 1)), "running").as_json()
    assert told["elo"] is None and told["value"] == 1.0 and told["low"] < 1
