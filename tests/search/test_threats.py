"""Winning by threats: long wins that a search of all moves would not reach."""

from typing import NamedTuple

import pytest

from plyometric.errors import InputError
from plyometric.games import load
from plyometric.kernel import WIN, Game, rule
from plyometric.kernel.referee import legal_moves, play, random_game, result
from plyometric.search.analysis import analyse
from plyometric.search.full import Full
from plyometric.search.selective import Selective

FIVES = load("fives")


class Left(NamedTuple):
    """A state of one word."""

    words: int


def with_threats(state, threats=6):
    return analyse(FIVES, Selective(1, breadth=1, threats=threats), state)


def test_two_fours_that_cross_win():
    state = FIVES.read_position("10/10/10/5o4/5x4/5x4/5x4/1oxxx5/10/10 x")
    found = with_threats(state)
    assert (found.value, FIVES.move_text(state, found.move)) == (WIN - 3, "f3")
    assert replayed(state, found.line) == -1


def replayed(state, line):
    """Return the result for the side that is to move when the line has been played."""
    for move in line:
        assert move in legal_moves(FIVES, state)
        state = play(FIVES, state, move)
    return result(FIVES, state) if not legal_moves(FIVES, state) else None


def test_every_win_found_is_one_that_the_full_search_confirms():
    found, confirmed = 0, 0
    for index in range(60):
        state = random_game(FIVES, 8, index, 24)[0][-1]
        seen = with_threats(state, 3)
        if legal_moves(FIVES, state) and seen.value > WIN // 2 and len(seen.line) > 1:
            found += 1
            confirmed += analyse(FIVES, Full(len(seen.line)), state).value > WIN // 2
            assert replayed(state, seen.line) == -1
    assert found == confirmed > 3


def test_a_side_that_must_answer_a_threat_does_not_go_on_with_its_own_elsewhere():
    state = FIVES.read_position("10/10/xxx7/10/10/ooxxxx4/10/10/10/10 o")
    assert with_threats(state).value < WIN // 2


def test_more_threats_see_farther():
    for index in range(60):
        state = random_game(FIVES, 8, index, 24)[0][-1]
        near, far = (with_threats(state, n).value > WIN // 2 for n in (1, 4))
        assert far >= near


def test_a_game_that_cannot_pass_has_no_threats():
    plain = Game(
        name="one_way",
        start=lambda: Left(9),
        moves=rule(lambda s, out: min(s.words, 3)),
        play=rule(lambda s, move: Left(s.words - 1)),
    )
    with pytest.raises(InputError, match="the threats of one_way cannot be told"):
        analyse(plain, Selective(1, breadth=5, threats=2))
    assert analyse(plain, Selective(2, breadth=5)).depth == 2
