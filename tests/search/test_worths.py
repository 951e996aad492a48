"""Worths that are kept change the time of a search and nothing else."""

from dataclasses import replace

import pytest

from plyometric.arena.games import play_game, seat
from plyometric.arena.players import read_player
from plyometric.games import load
from plyometric.kernel.referee import random_game
from plyometric.search.analysis import analyse
from plyometric.search.full import Full
from plyometric.search.worths import new_worths

CHECKERS = load("checkers")
KIND = Full(depth=8, table=0.5, reductions=1.0, futility=30)


@pytest.mark.parametrize("index", range(3))
@pytest.mark.parametrize("megabytes", [0.001, 1])
def test_a_search_finds_the_same_by_the_same_way(index, megabytes):
    state = random_game(CHECKERS, 5, index, 20)[0][-1]
    without, kept = (analyse(CHECKERS, replace(KIND, worths=size), state) for size in (0, megabytes))
    assert (without.value, without.line, without.nodes) == (kept.value, kept.line, kept.nodes)


def test_there_is_room_for_what_is_asked_and_none_for_nothing():
    assert new_worths(0) is None
    assert new_worths(1).nbytes == 1 << 20
    assert new_worths(1.5).nbytes == 1 << 20


def test_a_new_game_forgets_what_other_weights_said():
    player = read_player("checkers:depth=3,worths=0.1,evaluation=material")
    used, fresh = [(seat(player), seat(player)) for _ in range(2)]
    for one in used:
        one.desk.weights[:] *= -1
    play_game(player, player, CHECKERS.start(), used)
    for one in used:
        one.desk.weights[:] *= -1
    again, anew = (play_game(player, player, CHECKERS.start(), seats) for seats in (used, fresh))
    assert list(again.moves) == list(anew.moves)
