"""Abstract proof search: its definitions against all moves, and captures that a Go player knows."""

import numpy as np
import pytest
from all_moves import compare, positions

from plyometric import load, play
from plyometric.kernel.desk import new_desk
from plyometric.kernel.referee import is_over
from plyometric.search.proof import FIELDS, LOST, WON
from plyometric.search.widening import BEST_FIRST, STRATEGIES, WIDEST, Solver, Terms

SMALL = load("go_capture(size=5)")


@pytest.fixture(scope="module")
def boards():
    desk = new_desk(SMALL, fields=FIELDS)
    desk.play_limit = 1 << 60
    return desk, positions(SMALL, 5, seed=1, count=20_000, plies=6, desk=desk)


@pytest.mark.parametrize("order", [1, 2, 3])
def test_no_move_that_stops_a_threat_is_missed(boards, order):
    desk, rows = boards
    counts = np.zeros(5, np.int64)
    compare(SMALL, SMALL.start(), rows, order, desk, np.zeros(1), counts)
    found, wrong, unseen, stopping, missed = counts.tolist()
    assert found > 1000 and stopping > 1000
    assert wrong == 0 and missed == 0
    assert unseen <= (10 if order == 3 else 0)


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
    states = [SMALL.state_of(row) for row in rows[:400].tolist() if row[-2] == 0]
    won = {key: [solver.attack(state).is_won for state in states] for key, solver in solvers.items()}
    assert won[1] == won[3] == won["df-pn"]
    assert all(found <= wide for found, wide in zip(won[1], won["OR3"], strict=True))


def test_a_line_ends_where_no_defence_is_left(solvers):
    state, line = LADDER, solvers[3].line(LADDER)
    for move in line:
        state = play(SMALL, state, move)
    assert len(line) > 2
    assert is_over(SMALL, state) or solvers[3].defend(state).is_won
