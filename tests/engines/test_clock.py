"""The clock: what is spent of it, and that it never runs out."""

import random

import pytest

from plyometric.arena.sitting import Sitting
from plyometric.engines.clock import Allowance, for_the_rest, for_this_move
from plyometric.engines.orders import Order, read_order
from plyometric.errors import InputError
from plyometric.games import load

CHECKERS = load("checkers")
OVERHEAD = 0.01


@pytest.mark.parametrize("seconds", [0, 0.001, 0.01, 0.1, 1, 3600])
def test_the_answer_to_a_timed_move_comes_before_its_time_is_over(seconds):
    allowance = for_this_move(seconds, OVERHEAD)
    assert allowance.enough == allowance.most
    assert seconds / 2 <= allowance.most <= seconds - min(OVERHEAD, seconds / 2)


@pytest.mark.parametrize(
    ("base", "increment"), [(1, 0.01), (1, 0), (0.1, 0.1), (10, 0.1), (60, 0), (0.05, 0.02)]
)
def test_no_game_is_lost_on_time_if_every_search_takes_all_it_may_and_every_line_is_late(base, increment):
    dice, rest = random.Random(1), base
    for _ in range(300):
        rest -= for_the_rest(rest, increment, 0, OVERHEAD).most + dice.uniform(
            0, OVERHEAD if increment else 1e-4
        )
        assert rest > 0
        rest += increment


def test_a_time_control_is_reached_with_time_to_spare_and_most_of_it_spent():
    rest = 10.0
    for moves in range(40, 0, -1):
        rest -= for_the_rest(rest, 0, moves, OVERHEAD).most + OVERHEAD / 2
        assert rest > 0
    assert rest < 2


def test_more_time_more_increment_and_fewer_moves_allow_longer_searches():
    usual = for_the_rest(10, 0.1, 30, OVERHEAD)
    assert for_the_rest(20, 0.1, 30, OVERHEAD) > usual
    assert for_the_rest(10, 0.5, 30, OVERHEAD) > usual
    assert for_the_rest(10, 0.1, 5, OVERHEAD) > usual
    assert usual.enough < usual.most < 10


def order(text):
    return read_order(Sitting(CHECKERS), text.split())


def test_whose_turn_it_is_decides_whose_clock_counts():
    asked = order("wtime 60000 btime 1000 winc 10 binc 10")
    first, second = (asked.allowance(side, OVERHEAD, False) for side in (0, 1))
    assert first.most > 10 * second.most
    assert asked.allowance(None, OVERHEAD, False) == second


def test_the_narrowest_limit_counts_and_a_forced_move_costs_no_time():
    asked = order("wtime 60000 btime 60000 movetime 100")
    assert asked.allowance(0, OVERHEAD, False).most == pytest.approx(0.09)
    assert asked.allowance(0, OVERHEAD, True) == Allowance(0, 0)
    assert order("depth 5").allowance(0, OVERHEAD, True) == Allowance()
    assert order("wtime -20 btime 5").allowance(0, OVERHEAD, False) == Allowance(0, 0)


def test_what_go_asks_for_is_read_in_any_order():
    asked = order("ponder searchmoves 11-15 9-14 nodes 500 mate 3 infinite depth 9 binc -3")
    assert asked == Order(nodes=500, mate=3, depth=9, binc=-3, infinite=True, ponder=True, only=asked.only)
    assert [CHECKERS.move_text(CHECKERS.start(), move) for move in asked.only] == ["11-15", "9-14"]
    assert asked.limits == {"depth": 5, "nodes": 500}
    assert order("depth 0 nodes -1").limits == {"depth": 1, "nodes": 1}
    assert order("").limits == {"depth": None, "nodes": None}


def test_words_that_go_does_not_know_are_passed_over_and_wrong_ones_refused():
    assert order("fast depth 3 please").unknown == ("fast", "please")
    for text, said in [
        ("depth deep", "depth is a whole number, not 'deep'"),
        ("movetime", "movetime is a whole number, not ''"),
        ("searchmoves 11-16 1-2", "'1-2' is not a legal move here"),
    ]:
        with pytest.raises(InputError, match=said):
            order(text)
