"""The paper's modules: what is detected, what the evaluator says, and how the adapter changes its mind."""

import numpy as np
import pytest

from plyometric.games import load_installed
from plyometric.games.pawn_endings.race import advance
from plyometric.kernel import plain
from plyometric.kernel.referee import legal_moves
from plyometric.learn.foresight import Examples
from plyometric.search.opinions import checked_opinion
from plyometric.studies.metareasoning import adapter
from plyometric.studies.metareasoning.adapter import adapt_value, kinds_at, outcomes, place_at
from plyometric.studies.metareasoning.evaluator import (
    Evaluator,
    as_layer,
    basis,
    by_hand,
    detect,
    fitted,
    spikes,
)

GAME = load_installed("pawn_endings")
OFTEN = {"moves a piece": 0.1, "steps with a pawn": 0.6, "takes": 0.7, "takes what has moved": 0.7}


def rows(*states):
    return np.array(states, np.int64)


@pytest.fixture(scope="module")
def drawn():
    return rows(*(GAME.drawn(5, index) for index in range(300)))


@pytest.fixture
def evaluator():
    some = np.full(len(basis()), 0.1)
    return Evaluator(by_hand(), some, some, some, np.full(len(spikes()), 1 / len(spikes())), 0.5)


def test_conjunctions_hold_or_do_not(drawn):
    held = detect(GAME, drawn)
    assert set(np.unique(held)) == {0.0, 1.0}
    assert held[:, -1].all(), "nothing is asked, so it holds"
    assert len(set(basis())) == len(basis()) == as_layer(GAME)[1].size


def test_the_value_set_by_hand_is_material_and_advance(drawn):
    told = detect(GAME, drawn) @ by_hand()
    assert told.tolist() == [plain(advance)(GAME.state_of(row), 0) for row in drawn.tolist()]
    assert detect(GAME, rows(GAME.start())) @ by_hand() == [60.0], "the paper's ending, 0.6 of a pawn"


def test_bounds_are_fitted_to_what_searches_found(drawn):
    value = detect(GAME, drawn) @ by_hand()
    found = np.where(np.arange(len(drawn)) % 2, value + 300, value - 100)
    settled = np.full(len(drawn), 20)
    told = fitted(GAME, Examples(settled, found, settled, drawn))
    held = detect(GAME, drawn)
    assert (held @ told.more).mean() == pytest.approx(300, abs=1)
    assert (held @ told.less).mean() == pytest.approx(100, abs=1)
    assert (held @ told.effort).mean() == pytest.approx(np.log(20), abs=0.01)
    assert told.certainty == 0 and told.marginal.sum() == pytest.approx(1)


def test_an_evaluator_is_an_opinion_with_bounds(evaluator):
    opinion = checked_opinion(evaluator.as_opinion(GAME), GAME)
    (weights, bias), (sums, _), (told, _) = (map(np.array, layer) for layer in opinion.layers)
    assert opinion.certainty == 0.5
    state = detect(GAME, rows(GAME.start()))
    answer = np.maximum(state @ sums, 0) @ told
    assert answer[0, 0] == 60 and np.all(answer[0, 1:] > 0)
    assert (weights.shape[1], len(bias)) == (len(basis()), len(basis()))


def test_replies_have_chances_by_their_kinds():
    state = GAME.start()
    for move in legal_moves(GAME, state):
        chances = [chance for chance, _ in outcomes(GAME, state, move, OFTEN)]
        assert sum(chances) == pytest.approx(1)
    after = GAME.read_position("7k/ppp5/1P6/P1P5/8/8/8/7K b - - 0 1")
    kinds = kinds_at(GAME, after, 17)
    assert [GAME.move_text(after, move) for move in kinds["takes what has moved"]] == ["axb6", "cxb6"]
    assert "takes" not in kinds and len(kinds["moves a piece"]) == 3


def test_a_place_learns_from_its_best_operator(evaluator):
    place, weights = place_at(GAME, GAME.start(), OFTEN), by_hand()
    best = place.worth(weights).max()
    adapter.learn_state(place, weights)
    assert place.here @ weights == pytest.approx(60 + adapter.RATE * (best - 60))
    adapted = adapt_value(GAME, evaluator, GAME.start(), OFTEN, seed=1)
    again = adapt_value(GAME, evaluator, GAME.start(), OFTEN, seed=1)
    assert np.array_equal(adapted.value, again.value) and not np.array_equal(adapted.value, by_hand())
    assert np.array_equal(adapted.less, evaluator.less), "bounds stay"
