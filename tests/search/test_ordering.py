"""The order of moves, and what it remembers: it may change how long a search takes, never what it finds."""

from dataclasses import replace

import numpy as np
import pytest

from plyometric.games import load
from plyometric.kernel import kernel
from plyometric.kernel.desk import new_desk
from plyometric.kernel.referee import random_game
from plyometric.search import ordering
from plyometric.search.alphabeta import BAD
from plyometric.search.analysis import analyse
from plyometric.search.full import Full

CHECKERS, CHESS = load("checkers"), load("chess")
PLAIN = Full(depth=7, table=0.5)
EXCHANGES = "r1b1k2r/pp1n1ppp/2p1pn2/q2p2B1/1bPP4/2NQPN2/PP3PPP/R3KB1R w KQkq - 0 9"
"""Captures that win, that are even and that lose, among quiet moves."""

MOVE, OTHER, BEFORE = 0x1234, 0x1235, 0x4321


def position(index):
    return random_game(CHECKERS, 3, index, 16)[0][-1]


@pytest.fixture
def desk():
    desk = new_desk(CHECKERS, None, PLAIN.desk_fields(CHECKERS))
    desk.uses_blame = desk.uses_replies = 1
    desk.chosen[:] = BEFORE
    return desk


@pytest.mark.parametrize("index", range(4))
def test_blame_and_replies_leave_the_value_of_a_search_as_it_is(index):
    state = position(index)
    values = {
        analyse(CHECKERS, kind, state).value for kind in (PLAIN, replace(PLAIN, blame=True, replies=True))
    }
    assert len(values) == 1


def test_replies_change_the_way_of_a_search():
    nodes = {analyse(CHECKERS, replace(PLAIN, depth=9, blame=True, replies=on)).nodes for on in (False, True)}
    assert len(nodes) == 2


def test_a_move_is_remembered_for_its_side_and_for_the_move_before(desk):
    ordering.remember(MOVE, 9, 1, desk)
    assert ordering.repute(MOVE, 1, desk) == 18
    assert ordering.repute(MOVE, 2, desk) == 9, "the other side has the reply alone"
    desk.chosen[:] = OTHER
    assert ordering.repute(MOVE, 3, desk) == 9, "after another move there is the history alone"
    assert ordering.repute(OTHER, 1, desk) == 0


def test_however_often_a_move_fails_its_repute_keeps_its_bounds(desk):
    for _ in range(10_000):
        ordering.remember(MOVE, -(1 << 30), 1, desk)
    assert -2 * ordering.MOST_HISTORY - 2 <= ordering.repute(MOVE, 1, desk) < -ordering.MOST_HISTORY


def test_a_new_search_trusts_the_last_one_less(desk):
    ordering.remember(MOVE, 200, 1, desk)
    ordering.fade(desk)
    assert ordering.repute(MOVE, 1, desk) == 2 * (200 >> 3)


@kernel
def order(game, state, least, desk, out):
    """Write the indices of all moves in the order in which they are taken."""
    n = game.moves(state, desk.moves[0])
    ordering.rate(game, state, 0, n, -1, least, desk)
    for i in range(n):
        out[i] = ordering.take_best(game, state, 0, n, least, desk)
    return n


@kernel
def merits(game, state, desk, out):
    """Write what each move would be worth trying if all were asked at once whether they lose."""
    n = game.moves(state, desk.moves[0])
    for i in range(n):
        gain = game.gain(state, desk.moves[0, i])
        sure = gain - ordering.KILLER if game.loses(state, desk.moves[0, i]) else ordering.WINNING + gain
        out[i] = sure if gain > 0 else 0
    return n


@pytest.mark.parametrize("least", [ordering.LEAST, BAD])
def test_moves_asked_only_when_next_whether_they_lose_come_as_if_all_had_been_asked_before(least):
    state = CHESS.notation.read_position(EXCHANGES)
    desk = new_desk(CHESS, None, PLAIN.desk_fields(CHESS))
    desk.uses_exchange = 1
    found, known = np.zeros((2, CHESS.width), np.int64)
    n = order(CHESS, state, least, desk, found)
    assert merits(CHESS, state, desk, known) == n
    assert known.min() < 0 < known.max(), "some captures lose, some win"
    wanted = sorted(range(n), key=lambda i: (-max(int(known[i]), least), i))
    assert found[:n].tolist() == wanted


def test_the_best_rating_is_found_wherever_it_stands(desk):
    for n in (1, 7, 8, 9, 40):
        for index in range(n):
            desk.ratings[1, :n] = [ordering.rating(-5, i) for i in range(n)]
            desk.ratings[1, index] = ordering.rating(3, index)
            best = ordering.best_rating(1, n, desk)
            assert (ordering.merit_in(best), ordering.index_in(best)) == (3, index)
