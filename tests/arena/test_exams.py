"""Exams: sooner wins score more, and equal players score exactly 50."""

import pytest

from plyometric.arena.exams import Exam, sit
from plyometric.arena.games import play_game
from plyometric.arena.players import Player
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.kernel.referee import random_game
from plyometric.search.selective import Selective

FIVES = load("fives")
STARTS = tuple(random_game(FIVES, 1, index, 10)[0][-1] for index in range(8))


def player(depth=3, weights=FIVES.weights):
    return Player(FIVES, Selective(depth, breadth=3).checked(FIVES), tuple(weights), "")


@pytest.mark.parametrize(
    ("result", "plies", "score"),
    [(1, 1, 100.0), (1, 2, 100.0), (-1, 1, 0.0), (0, 40, 50.0), (1, 3, 97.5), (-1, 4, 2.5), (1, 40, 52.5)],
)
def test_the_score_is_the_papers(result, plies, score):
    moves = 5 + -(-plies // 2)
    assert Exam(STARTS).score(result, plies) == score == 2.5 * result * (26 - moves) + 50


def test_equal_players_score_exactly_fifty():
    sat = sit(player(), player(), Exam(STARTS))
    assert sat.score == 50.0
    assert sat.games == 16
    assert all(first + second == 100 for first, second in sat.scores)


def test_what_one_gains_the_other_loses():
    wide, narrow = player(5), player(1)
    there, back = sit(wide, narrow, Exam(STARTS)), sit(narrow, wide, Exam(STARTS))
    assert there.score == pytest.approx(100 - back.score)
    assert there.score > 60


def test_a_game_is_tied_when_its_moves_are_over():
    sat = sit(player(), player(1), Exam(STARTS, most=6))
    draws = FIVES.draws._replace(longest=2)
    plies = [len(play_game(player(), player(1), start, draws=draws).moves) for start in STARTS]
    assert max(plies) == 2
    assert {score for pair in sat.scores for score in pair} <= {0.0, 50.0, 100.0}


@pytest.mark.parametrize(
    ("exam", "said"),
    [
        (Exam(()), "at least one position"),
        (Exam(STARTS, 5, 5), "after 6 to"),
        (Exam(STARTS, 0, 999), "1 to 200"),
    ],
)
def test_an_impossible_exam_is_refused(exam, said):
    with pytest.raises(InputError, match=said):
        sit(player(), player(), exam)
