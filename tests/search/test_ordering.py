"""The order of moves, and what it remembers: it may change how long a search takes, never what it finds."""

from dataclasses import replace

import pytest

from plyometric.games import load
from plyometric.kernel.desk import new_desk
from plyometric.kernel.referee import random_game
from plyometric.search import ordering
from plyometric.search.analysis import analyse
from plyometric.search.full import Full

CHECKERS = load("checkers")
PLAIN = Full(depth=7, table=0.5)
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
