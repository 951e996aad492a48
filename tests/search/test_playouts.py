"""Playouts and UCT: the same games as by hand, and moves that anybody would make."""

from pathlib import Path

import numpy as np
import pytest

from plyometric import games
from plyometric.arena.players import read_player
from plyometric.arena.split_playouts import split_playouts
from plyometric.arena.workers import workers
from plyometric.errors import InputError
from plyometric.kernel.referee import random_game, result
from plyometric.search.analysis import analyse
from plyometric.search.playouts import ByPlayouts, Playouts, playouts
from plyometric.search.uct import UCT

FILE = str(Path(__file__).parents[2] / "examples" / "connect_four.py")
FOUR = games.load(FILE)
WINS_AT_D = "..x..../..x..../ooxo..."
MUST_STOP_D = "......./x....../x.o.o../x.oxox."


def test_playouts_are_the_random_games_of_the_same_seed_and_indices():
    found = playouts(FOUR, 60, seed=5, first=100)
    tallies = np.zeros((7, 4), int)
    for index in range(100, 160):
        states, moves = random_game(FOUR, 5, index)
        sign = -1 if len(moves) % 2 else 1
        tallies[moves[0], 1 + sign * result(FOUR, states[-1])] += 1
        tallies[moves[0], 3] += len(moves)
    assert np.array_equal(found.tallies, tallies)
    assert found.total == 60 and sum(found.counts.values()) == 60


def test_parts_on_two_threads_add_up_to_the_whole():
    with workers(threads=2) as executor:
        parts = list(split_playouts(FOUR, 12_000, FOUR.start(), 1, executor))
    assert len(parts) == 3
    whole = playouts(FOUR, 12_000, seed=1)
    assert np.array_equal(sum(part.tallies for part in parts), whole.tallies)
    assert 0.5 < whole.score < 0.6, "who begins has the better of it"


def test_scores_count_a_draw_as_half():
    found = Playouts((3, 4), np.array([[1, 2, 1, 40], [0, 0, 4, 20]]))
    assert found.results == (5, 2, 1) and found.score == 0.75 and found.plies == 7.5
    assert found.scores == {3: 0.5, 4: 1.0} and (found + found).total == 16


def test_a_finished_game_has_no_playouts():
    over = FOUR.read_position("x....../x....../x....../xooo...")
    assert playouts(FOUR, 10, over).total == 0 and playouts(FOUR, 10, over).score == 0.5


@pytest.mark.parametrize("kind", [ByPlayouts(playouts=700), UCT(uct=700)])
def test_a_win_is_taken_and_a_loss_prevented(kind):
    for position in (MUST_STOP_D, WINS_AT_D):
        state = FOUR.read_position(position)
        found = analyse(FOUR, kind, state)
        best = analyse(FOUR, read_player(f"{FILE}:depth=6").kind, state)
        assert found.move == best.move
        assert found == analyse(FOUR, kind, state)


def test_the_value_is_in_thousandths_and_lots_follow_the_seed():
    one, other = (analyse(FOUR, UCT(uct=500, seed=seed)) for seed in (1, 2))
    assert one.value != other.value and 0 < one.value < 1000 and len(one.line) > 1


def test_a_search_by_playouts_keeps_to_its_limits():
    few = analyse(FOUR, UCT(uct=10**9, nodes=2000))
    assert 2000 <= few.nodes < 2100
    assert analyse(FOUR, ByPlayouts(), seconds=0.05).move is not None


@pytest.mark.parametrize(
    "options", ["playouts=5,depth=3", "uct=-1", "uct=5,exploration=11", "playouts=5,uct=5"]
)
def test_settings_that_make_no_sense_are_refused(options):
    with pytest.raises(InputError, match=r"knows no depth|must be|do not go together"):
        read_player(f"{FILE}:{options}")
