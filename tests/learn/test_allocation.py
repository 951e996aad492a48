"""Allocation: classes as in the paper's figures, examples recomputed slowly, budgets that are kept."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from plyometric.arena.allocation import (
    ALWAYS,
    LEARNED,
    NEVER,
    NO_PATTERNS,
    ORACLE_CHANGE,
    ORACLE_GAIN,
    RANDOM,
    Strategy,
    Terms,
    description_length,
    description_names,
    plain_strategy,
)
from plyometric.arena.workers import each, workers
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.kernel.referee import evaluate, legal_moves
from plyometric.learn.allocation import (
    boosted_strategy,
    class_of,
    context_table,
    fitted_terms,
    fixed_threshold,
    label_batch,
    labelled_parts,
    quantile_thresholds,
    stopping_thresholds,
    tree_strategy,
)
from plyometric.learn.allocation_games import play_batch
from plyometric.learn.strategies import description
from plyometric.learn.trees import LeafTable
from plyometric.runs import open_run
from plyometric.search.minimax import root_values

CONNECT_FOUR = str(Path(__file__).parents[2] / "examples" / "connect_four.py")
SMALL = {
    "checkers": Terms(k=2, n=2, d=3, m=12),
    CONNECT_FOUR: Terms(k=1, n=2, d=3, m=8),
}


def labelled(name, games=range(4), probe=0, seed=1):
    game = load(name)
    weights = list(game.weights)
    return label_batch(game.address, SMALL[name], weights, probe, seed, games)


def played(name, strategy, games=range(10), seed=1, terms=None):
    game = load(name)
    weights, terms = list(game.weights), terms or SMALL[name]
    return play_batch(game.address, strategy, terms, weights, weights, seed, games)


def same(one, other):
    return all(np.array_equal(*columns) for columns in zip(one, other, strict=True))


# Class assignment


def test_figure_1_is_positive_and_worth_2():
    assert class_of({"e": 5, "f": 7}, {"e": 8, "f": 6}) == (True, 2.0)


def test_figure_2_is_positive_and_worth_2():
    shallow, deep = {"e": 6, "g": 4, "h": 6}, {"e": 2, "g": 6, "h": 6}
    assert class_of(shallow, deep) == (True, 6 - (6 + 2) / 2)


def test_a_position_is_negative_if_every_shallow_choice_is_among_the_deep_ones():
    assert class_of({"a": 3, "b": 1}, {"a": 3, "b": 3}) == (False, 0.0)


# Examples


@pytest.mark.parametrize("name", ["checkers", CONNECT_FOUR])
def test_labels_equal_a_slow_recomputation(name):
    game, terms = load(name), SMALL[name]
    examples = labelled(name, range(2))
    assert len(examples.gain) > 10
    for row in range(0, len(examples.gain), 5):
        state = game.state_of(examples.state[row].tolist())
        shallow = root_values(game, terms.k, state)
        assert len(shallow) > 1
        found = class_of(shallow, root_values(game, terms.k + terms.n, state))
        assert (bool(examples.positive[row]), float(examples.gain[row])) == found


def test_a_game_without_traits_is_described_by_moves_evaluation_and_features():
    game, examples = load(CONNECT_FOUR), labelled(CONNECT_FOUR, range(1))
    assert description_names(game) == ["legal moves", "evaluation", "centre", "beside"]
    state = game.state_of(examples.state[3].tolist())
    assert examples.description[3, 0] == len(legal_moves(game, state))
    assert examples.description[3, 1] == evaluate(game, state)


def test_a_shallow_search_describes_how_settled_a_position_is():
    game = load(CONNECT_FOUR)
    strategy = plain_strategy(NEVER)._replace(probe=2)
    state = game.read_position("oo...../xxx....")
    x = dict(zip(description_names(game, 0, 2), description(game, state, 7, strategy, None), strict=True))
    # The centre is best at first sight; that it also blocks the threat at d1 shows at depth 2.
    assert (x["best moves at depth 1"], x["lead at depth 1"]) == (1, 3)
    assert (x["best moves at depth 2"], x["lead at depth 2"], x["change at depth 2"]) == (1, 1000, 0)
    assert description_length(game, 0, 2) == 12


@pytest.mark.parametrize("threads", [1, 2])
def test_examples_do_not_depend_on_the_cut_or_on_threads(threads):
    game, terms = load(CONNECT_FOUR), SMALL[CONNECT_FOUR]
    fixed = (game.address, terms, list(game.weights), 1, 5)
    units = [(str(i), (*fixed, range(i, min(i + 3, 8)))) for i in range(0, 8, 3)]
    with workers(threads) as executor:
        first, *rest = each(executor, label_batch, units)
    for part in rest:
        first = first.joined(part)
    assert same(first, labelled(CONNECT_FOUR, range(8), 1, 5))
    assert not same(first, labelled(CONNECT_FOUR, range(8), 1, 6))


def test_kept_batches_come_first_and_are_the_same(tmp_path):
    game, terms = load(CONNECT_FOUR), SMALL[CONNECT_FOUR]

    def first_three(run=None):
        with workers(2) as executor:
            parts = labelled_parts(game, terms, list(game.weights), 0, 1, executor, run)
            return [next(parts) for _ in range(3)]

    plain = first_three()
    kept = open_run("labels", {}, tmp_path)
    with workers(1) as executor:
        next(labelled_parts(game, terms, list(game.weights), 0, 1, executor, kept))
    resumed = open_run("labels", {}, tmp_path, resume=True)
    assert "000000" in resumed.done
    assert all(map(same, first_three(resumed), plain))
    assert {f"00000{i}.parquet" for i in range(3)} <= {path.name for path in tmp_path.glob("*.parquet")}


# Strategies at play


def test_never_spends_nothing_and_always_searches_deeper_wherever_there_is_a_choice():
    never = played(CONNECT_FOUR, plain_strategy(NEVER))["spent"]
    always = played(CONNECT_FOUR, plain_strategy(ALWAYS))["spent"]
    assert sum(never[:-1]) == 0
    assert always[:4] == [10, 10, 10, 10]  # no column is full so early
    assert always[-1] > never[-1]


def test_random_spends_exactly_d_where_no_move_is_forced():
    terms = Terms(k=1, n=1, d=2, m=3)
    spent = np.zeros(3)
    for game in range(60):
        alone = played(CONNECT_FOUR, plain_strategy(RANDOM), range(game, game + 1), terms=terms)["spent"]
        assert sum(alone[:-1]) == 2
        spent += alone[:-1]
    assert (spent > 25).all()  # each move is one of the two about 40 times
    assert (spent < 55).all()


@pytest.mark.parametrize("kind", [RANDOM, ORACLE_CHANGE, ORACLE_GAIN])
def test_nobody_spends_more_than_d(kind):
    for game in range(20):
        spent = played(CONNECT_FOUR, plain_strategy(kind), range(game, game + 1))["spent"]
        assert sum(spent[:-1]) <= 3


def test_the_oracle_searches_deeper_where_that_may_change_the_move():
    """One move a game, from the start: what it spends is the class of the first position."""
    terms = Terms(k=1, n=1, d=1, m=2)
    game = load(CONNECT_FOUR)
    is_positive, _ = class_of(root_values(game, 1), root_values(game, 2))
    spent = played(CONNECT_FOUR, plain_strategy(ORACLE_CHANGE), range(0, 1), terms=terms)["spent"]
    assert spent[0] == is_positive


def greedy(name, probe=0):
    """A strategy that wants every position, so that only its budget holds it back."""
    return Strategy(
        LEARNED, np.array([[-1.0, 1, -1, 0]]), fixed_threshold(0.5, SMALL[name]), NO_PATTERNS, probe
    )


@pytest.mark.parametrize("name", SMALL)
def test_the_same_code_learns_and_plays_any_game(name):
    terms = SMALL[name]
    learned = tree_strategy(labelled(name, range(30)), terms)
    for strategy in (learned, greedy(name)):
        for game in range(4):
            done = played(name, strategy, range(game, game + 1))
            assert sum(done["results"]) == 1
            assert 0 <= sum(done["spent"][:-1]) <= terms.d
    assert played(name, learned) == played(name, learned)


def test_a_learned_strategy_that_wants_everything_spends_its_budget_at_once():
    spent = played(CONNECT_FOUR, greedy(CONNECT_FOUR))["spent"]
    assert spent[:4] == [10, 10, 10, 0]


def test_a_look_to_depth_k_is_not_paid_twice():
    """Both begin with the centre, unwilling to look deeper, and must do so at their last move."""
    terms = Terms(k=1, n=1, d=1, m=2)
    unwilling = greedy(CONNECT_FOUR)._replace(thresholds=fixed_threshold(2, terms))
    late = played(CONNECT_FOUR, unwilling, range(1), terms=terms)["spent"]
    looked = played(CONNECT_FOUR, unwilling._replace(probe=1), range(1), terms=terms)["spent"]
    assert late[:2] == [0, 1]
    assert looked == late


def test_boosted_trees_learn_too_and_a_game_without_contrast_is_refused():
    examples = labelled(CONNECT_FOUR, range(30))
    strategy = boosted_strategy(examples, SMALL[CONNECT_FOUR], trees=5)
    assert np.isfinite(strategy.thresholds).all()
    assert sum(played(CONNECT_FOUR, strategy)["spent"][:-1]) > 0
    dull = examples._replace(positive=np.zeros(len(examples.gain), bool))
    for learner in (tree_strategy, boosted_strategy):
        with pytest.raises(InputError, match="no one of"):
            learner(dull, SMALL[CONNECT_FOUR])


def test_terms_are_fitted_to_the_units_of_the_game():
    game, terms = load("checkers"), SMALL["checkers"]
    examples = labelled("checkers", range(30))
    fitted = fitted_terms(game, terms, list(game.weights), examples)
    final = [game.state_of(row) for row in examples.state[examples.move == terms.m - 1].tolist()]
    assert fitted.margin == max(1, np.median([abs(evaluate(game, state)) for state in final]))
    assert 1 <= fitted.gain <= 100  # half a king at most: won games do not count
    over_sooner = terms._replace(m=200)
    assert fitted_terms(game, over_sooner, list(game.weights), examples).margin == 1


# Thresholds

TINY = Terms(k=1, n=1, d=2, m=4)


def test_quantiles_are_reached_by_a_share_of_d_in_m():
    table = quantile_thresholds(np.arange(101.0), TINY)
    assert table.shape == (3, 5)
    assert (table[1, 4], table[2, 4], table[1, 2], table[2, 2]) == (75, 50, 50, 0)


def test_the_context_table_is_equation_5_corrected():
    # Half of all boards reach a leaf with share 0.1; a quarter each 0.5 and 0.8.
    leaves = LeafTable(np.array([50, 25, 25]), np.array([5, 12, 20]), np.array([0.1, 0.5, 0.8]))
    table = context_table(leaves, TINY)
    assert (table[1, 4], table[1, 3], table[1, 2], table[2, 3], table[2, 2]) == (0.8, 0.5, 0.5, 0.1, 0.1)


def test_optimal_stopping_worked_by_hand():
    """Two moves, one deep search; a position gains 0 or 10, equally often, and is always offered.

    With one move left the search is worth 5. With two left, a position should gain at least that, and
    the whole is worth (10 + 5) / 2. With one search for three moves left, 7.5 is asked.
    """
    terms = Terms(k=1, n=1, d=1, m=3)
    scores, moves = np.array([0.0, 10.0] * 3), np.array([0, 0, 1, 1, 2, 2])
    assert stopping_thresholds(scores, moves, games=1, terms=terms)[1].tolist() == [0, 0, 5, 7.5]


def test_optimal_stopping_counts_moves_at_which_there_is_no_choice():
    """Only half of the last moves are a choice, so to wait for one is worth half as much."""
    terms = Terms(k=1, n=1, d=1, m=2)
    scores, moves = np.array([10.0, 10.0, 10.0]), np.array([0, 0, 1])
    assert stopping_thresholds(scores, moves, games=1, terms=terms)[1].tolist() == [0, 0, 5]


@pytest.mark.parametrize(("k", "n", "d", "m"), [(0, 2, 8, 40), (4, 0, 8, 40), (4, 2, 40, 40), (4, 2, 0, 40)])
def test_impossible_terms_are_refused(k, n, d, m):
    with pytest.raises(InputError):
        Terms(k, n, d, m).checked()


# The same without machine code

WITHOUT = """
import json, sys
from plyometric.arena.allocation import RANDOM, Terms, plain_strategy
from plyometric.games import load
from plyometric.learn.allocation import label_batch
from plyometric.learn.allocation_games import play_batch
game, terms = load(sys.argv[1]), Terms(k=1, n=1, d=2, m=4, margin=5)
fixed = (game.address,)
weights = list(game.weights)
found = label_batch(*fixed, terms, weights, 1, 7, range(2))
played = play_batch(*fixed, plain_strategy(RANDOM), terms, weights, weights, 7, range(4))
print(json.dumps([[column.tolist() for column in found], played]))
"""


def test_compiled_and_plain_python_agree():
    def run(**settings):
        words = [sys.executable, "-c", WITHOUT, CONNECT_FOUR]
        done = subprocess.run(
            words, capture_output=True, text=True, timeout=100, env={**os.environ, **settings}
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    examples, played = run(NUMBA_DISABLE_JIT="1")
    assert len(examples[0]) == 16
    assert [examples, played] == run()
