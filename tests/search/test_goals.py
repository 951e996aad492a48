"""Goals of other games than Go: threats and forced moves against all moves, and wins that players know."""

from pathlib import Path

import pytest
from all_moves import positions
from test_proof import missed_in

from plyometric import load
from plyometric.errors import InputError
from plyometric.search.proof import WON
from plyometric.search.widening import BEST_FIRST, STRATEGIES, Solver, Terms

FOUR = str(Path(__file__).parents[2] / "examples" / "connect_four.py")


@pytest.mark.parametrize(("name", "plies", "longest"), [("fives(size=6)", 7, 3), ("phutball(size=5)", 4, 2)])
def test_no_move_that_stops_a_threat_is_missed(name, plies, longest):
    game = load(name)
    desk, rows = positions(game, 1, 1000, plies)
    for order in range(1, longest + 1):
        missed_in(game, desk, rows, order, searched=10)


@pytest.mark.parametrize(
    ("name", "position", "moves"),
    [
        ("fives(size=6)", "6/6/1xxx2/2o3/2oo2/6 x", "a4 e4"),  # an open four
        ("phutball(size=5)", "5/2x2/2o2/5/5 top", "C3-C5"),
        (FOUR, "..oo.../..xx...", "b e"),  # two open ends
    ],
)
def test_a_win_is_proven(name, position, moves):
    game = load(name)
    state = game.read_position(position)
    for strategy in (STRATEGIES[3], BEST_FIRST):
        found = Solver(game, Terms(strategy, 20_000, megabytes=1)).attack(state)
        assert found.value == WON and game.move_text(state, found.move) in moves.split()


def test_what_is_not_won_is_not_proven():
    game = load(FOUR)
    state = game.read_position("...o.../...x...")
    assert Solver(game, Terms(STRATEGIES[3], 2000, megabytes=1)).attack(state).value != WON


def test_a_game_that_tells_no_end_has_no_goal():
    with pytest.raises(InputError, match="pawn_endings has no goal, nor `passed` and `over`"):
        Solver(load("pawn_endings"))
