"""What anybody can do in one call, and how it shows itself in a notebook."""

import subprocess
import sys
from pathlib import Path

import pytest

import plyometric as plyo
from plyometric.arena.meeting import Meeting
from plyometric.arena.statistics import Tally
from plyometric.learn.strategies import read_plan

FILE = str(Path(__file__).parents[1] / "examples" / "connect_four.py")
LEANS = "x....../x.o..../x.o.o.."


def test_a_search_finds_the_win_and_draws_itself():
    found = plyo.search(FILE, LEANS, depth=3)
    assert found.move == "a" and found.line.end.moves == []
    assert str(found) == "a (win in 1 plies): a"
    assert "<td>win in 1 plies</td>" in found._repr_html_() and "<pre>" in found._repr_html_()
    assert found.board == plyo.board(FILE, LEANS)


@pytest.mark.parametrize(
    "options", [{"nodes": 500}, {"plain": True, "depth": 2}, {"uct": 200}, {"seconds": 0.01}]
)
def test_other_kinds_and_limits_are_named_as_for_players(options):
    assert plyo.search(FILE, LEANS, **options).move == "a"


def test_a_search_too_short_to_have_a_speed_tells_none():
    """A machine that is busy for a moment would make hundreds of nodes a second of any small search."""
    found = plyo.search(FILE, depth=3)
    assert found._replace(nodes=136, seconds=0.014).nodes_per_second is None
    assert found._replace(nodes=3_000_000, seconds=0.5).nodes_per_second == 6_000_000


def test_the_room_of_searches_stays_a_room():
    from plyometric.search import perft

    assert plyo.search.perft is perft and callable(plyo.search)


def test_a_board_plays_moves_and_shows_itself():
    board = plyo.board("checkers").play("11-15", "23-19")
    assert "8-11" in board.moves and board._repr_html_().startswith("<svg")
    assert repr(plyo.board(FILE)) == "Board(connect_four, '......./......./......./......./......./.......')"
    with pytest.raises(plyo.InputError, match="is not a legal move here"):
        plyo.board(FILE).play("h")


def test_a_match_is_a_tally_with_intervals():
    met = plyo.match(f"{FILE}:depth=2", f"{FILE}:depth=1", games=8)
    assert met.games == 8 and met.score.low <= met.score.value <= met.score.high
    assert met == plyo.match(f"{FILE}:depth=2", f"{FILE}:depth=1", games=8, threads=1)
    even = Meeting("a", "b", Tally(1, 0, 1, (0, 0, 1, 0, 0)))
    assert "50.0%" in str(even) and "<th>against b</th>" in even._repr_html_()


def test_texts_in_tables_are_no_markup():
    assert "<script>" not in Meeting("<script>", "b", Tally(1, 0, 1, (0, 0, 1, 0, 0)))._repr_html_()


def test_an_evaluation_is_learned_in_one_call():
    found = plyo.learn_evaluation(FILE, student="depth=1", sessions=2, judge=10)
    assert set(found.weights) == {"centre", "beside"} and not found.is_better
    assert found.weights == found.first and "<th>learned</th>" in found._repr_html_()
    with pytest.raises(plyo.InputError, match="there is no method 'luck': there are trials, teacher"):
        plyo.learn_evaluation(FILE, "luck")


def test_the_names_are_shown_and_importing_them_loads_nothing():
    assert {"search", "match", "playouts", "learn_evaluation", "board", "perft"} <= set(dir(plyo))
    loaded = "import sys, plyometric; dir(plyometric); print('numba' in sys.modules, 'numpy' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["False", "False"]


def test_a_strategy_shows_what_it_spends_and_asks():
    plan = read_plan(Path("depth4"), plyo.load("checkers"))
    told = plan._repr_html_()
    assert "<td>4 plies, or 6</td>" in told and "<td>at 8 of 40 moves</td>" in told and "questions" in told
