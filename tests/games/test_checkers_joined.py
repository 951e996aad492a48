"""The evaluation joined: features and windows side by side, and that weights times features add up."""

import numpy as np
import pytest

from plyometric.games import load
from plyometric.games.checkers import blended, tables
from plyometric.games.checkers.board import passed
from plyometric.games.checkers.joined import KINGS, NAMES, SPREADS, TABLES
from plyometric.kernel.compiling import plain
from plyometric.kernel.referee import evaluate, features, random_game

CHECKERS = load("checkers")
GAME = CHECKERS.judged_by("joined")


def test_weights_times_features_are_the_evaluation():
    weights = np.random.default_rng(1).normal(0, 8, len(GAME.weights)).round(2)
    for index in range(5):
        for state in random_game(GAME, 3, index)[0]:
            assert features(GAME, state) @ weights == pytest.approx(evaluate(GAME, state, weights), abs=2)


@pytest.mark.parametrize(("name", "begin"), [("blended", 0), ("tables", KINGS - tables.KINGS)])
def test_it_sees_what_either_part_sees(name, begin):
    part = CHECKERS.judged_by(name)
    own = slice(0, len(part.weights)) if begin == 0 else slice(tables.KINGS, len(part.weights))
    for state in random_game(GAME, 4, 0)[0]:
        seen = features(GAME, state)[begin + own.start : begin + own.stop]
        assert (seen == features(part, state)[own]).all()


def test_with_the_weights_of_blended_alone_it_says_what_blended_says():
    weights = np.zeros(len(GAME.weights))
    weights[:KINGS] = CHECKERS.judged_by("blended").weights
    for state in random_game(GAME, 5, 0)[0]:
        assert evaluate(GAME, state, weights) == evaluate(CHECKERS.judged_by("blended"), state)


def test_only_what_belongs_to_the_turn_stays_by_a_pass():
    stays = np.isin(GAME.feature_names, GAME.of_turn)
    for state in random_game(GAME, 6, 0)[0]:
        here, there = features(GAME, state), features(GAME, plain(passed)(state))
        assert here[~stays] == pytest.approx(-there[~stays])


def test_every_weight_has_a_name_and_a_spread():
    assert len(NAMES) == len(set(NAMES)) == len(SPREADS) == len(GAME.weights)
    assert NAMES[:KINGS] == blended.NAMES
    assert NAMES[KINGS:TABLES] == tables.NAMES[tables.KINGS : tables.TABLES]
