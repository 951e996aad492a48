"""Abstract proof search: its definitions against all moves, and captures that a Go player knows."""

import numpy as np
import pytest
from all_moves import compare, positions

from plyometric import load, play
from plyometric.kernel import NO_MOVE
from plyometric.kernel.referee import is_over
from plyometric.search.proof import LOST, WON
from plyometric.search.widening import BEST_FIRST, STRATEGIES, THOROUGH, WIDEST, Solver, Terms

SMALL = load("go_capture(size=5)")


@pytest.fixture(scope="module")
def boards():
    return positions(SMALL, seed=1, count=4000, plies=6)


def missed_in(game, desk, rows, order, searched=400):
    """Hold threats and forced moves against all moves; return threats not found, and how many were."""
    counts = np.zeros(5, np.int64)
    compare(game, game.start(), rows, order, searched, desk, counts)
    found, wrong, unseen, stopping, missed = counts.tolist()
    assert wrong == 0 and missed == 0, counts
    assert found > 10 and stopping > 10, counts
    return unseen, found


@pytest.mark.parametrize("order", [1, 2, 3])
def test_no_move_that_stops_a_capture_is_missed(boards, order):
    desk, rows = boards
    unseen, found = missed_in(SMALL, desk, rows, order)
    assert unseen <= (2 if order == 3 else 0) and found > 200


ATARI = "5/2o2/1oxo1/5/5 C3 o {} -"
LADDER = SMALL.start()


@pytest.fixture(scope="module")
def solvers():
    chosen = {**STRATEGIES, "df-pn": BEST_FIRST, "OR3": WIDEST}
    return {key: Solver(SMALL, Terms(strategy, 20_000, megabytes=1)) for key, strategy in chosen.items()}


@pytest.mark.parametrize("strategy", [*STRATEGIES, "df-pn", "OR3"])
def test_known_captures_are_proven(solvers, strategy):
    found = solvers[strategy].attack(SMALL.read_position(ATARI.format("o")))
    assert found.is_won
    if strategy != 9:  # brute force looks no further than to the first move that wins, however long it takes
        assert SMALL.move_text(None, found.move) == "C2"
    assert solvers[strategy].attack(LADDER).is_won


def test_a_string_that_cannot_be_caught_is_given_up(solvers):
    state = SMALL.read_position("5/5/2x2/5/5 C3 o o -")
    for strategy in (1, 3, "df-pn"):
        assert solvers[strategy].attack(state).value == LOST


def test_the_defender_is_told_how_to_save_a_string(solvers):
    found = solvers[3].defend(SMALL.read_position(ATARI.format("x")))
    assert found.value != WON and SMALL.move_text(None, found.move) == "C2"


def test_a_budget_is_kept_and_the_same_search_comes_to_the_same(solvers):
    hard = Solver(SMALL, Terms(STRATEGIES[9], 500, megabytes=1))
    first, again = (hard.attack(SMALL.start()) for _ in range(2))
    assert first == again and first.plays < 700


def test_widening_solves_what_the_widest_sets_solve(boards, solvers):
    _, rows = boards
    states = [SMALL.state_of(row) for row in rows[:200].tolist()]
    won = {key: [solver.attack(state).is_won for state in states] for key, solver in solvers.items()}
    assert won[1] == won[3] == won["df-pn"]
    assert all(found <= wide for found, wide in zip(won[1], won["OR3"], strict=True))


def test_no_answer_contradicts_brute_force(boards, solvers):
    states = [SMALL.state_of(row) for row in boards[1][:300].tolist()]
    won = [state for state in states if solvers[3].attack(state).is_won]
    assert len(won) > 100
    assert not [state for state in won if solvers[9].attack(state).value == LOST]


def test_a_defence_is_found_where_no_short_threat_shows():
    game = load("go_capture")
    state = game.read_position("1xo3ox1/1xo1xoox1/1xooxoxx1/1xox1ox2/1xxooox2/2xxxxx2/9/9/9 C9 x o -")
    solver = Solver(game, Terms(THOROUGH, 5000, megabytes=1))
    assert solver.defend(state).move == NO_MOVE
    assert game.move_text(state, solver.save(state).move) == "E6"


def test_a_line_ends_where_no_defence_is_left(solvers):
    state, line = LADDER, solvers[3].line(LADDER)
    for move in line:
        state = play(SMALL, state, move)
    assert len(line) > 2
    assert is_over(SMALL, state) or solvers[3].defend(state).is_won
