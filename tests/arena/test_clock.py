"""The clock: what is spent of it, and that it never runs out."""

import math
import random

import pytest

from plyometric.arena.bank import grant, pay
from plyometric.arena.clock import (
    Allowance,
    Control,
    Times,
    for_the_rest,
    for_this_move,
    read_control,
    reserve_of,
)
from plyometric.arena.games import seat
from plyometric.arena.match import match
from plyometric.arena.openings import openings_of
from plyometric.arena.players import read_player
from plyometric.arena.sitting import Machine, Said, Sitting
from plyometric.arena.tables import CompiledTable, PlainTable
from plyometric.arena.workers import workers
from plyometric.engines.guests import clocks_of
from plyometric.engines.orders import Order, read_order
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.kernel import plain

CHECKERS = load("checkers")
OVERHEAD = 0.01
RESERVE = reserve_of(60, OVERHEAD)


@pytest.mark.parametrize("seconds", [0, 0.001, 0.01, 0.1, 1, 3600])
def test_the_answer_to_a_timed_move_comes_before_its_time_is_over(seconds):
    allowance = for_this_move(seconds, OVERHEAD)
    assert allowance.share == math.inf, "there is nothing to save for later"
    assert seconds / 2 <= allowance.most <= seconds - min(OVERHEAD, seconds / 2)


@pytest.mark.parametrize(
    ("base", "increment"), [(1, 0.01), (1, 0), (0.1, 0.1), (10, 0.1), (60, 0), (0.05, 0.02)]
)
def test_no_game_is_lost_on_time_if_every_search_takes_all_it_may_and_every_line_is_late(base, increment):
    dice, rest = random.Random(1), base
    for _ in range(300):
        rest -= for_the_rest(rest, increment, 0, RESERVE).most + dice.uniform(
            0, OVERHEAD if increment else 1e-4
        )
        assert rest > 0
        rest += increment


def test_a_time_control_is_reached_with_time_to_spare_and_most_of_it_spent():
    rest = 10.0
    for moves in range(40, 0, -1):
        rest -= for_the_rest(rest, 0, moves, RESERVE).most + OVERHEAD / 2
        assert rest > 0
    assert rest < 2


def test_more_time_more_increment_and_fewer_moves_allow_longer_searches():
    usual = for_the_rest(10, 0.1, 30, RESERVE)
    assert for_the_rest(20, 0.1, 30, RESERVE) > usual
    assert for_the_rest(10, 0.5, 30, RESERVE) > usual
    assert for_the_rest(10, 0.1, 5, RESERVE) > usual
    assert usual.share < usual.most < 10
    even = for_the_rest(10, 0.1, 30, RESERVE, is_even=True)
    assert even.most == even.share == usual.share


def test_what_is_never_spent_grows_with_how_late_the_machine_was():
    assert reserve_of(60, OVERHEAD) == reserve_of(60, OVERHEAD, lateness=0.001) == 0.05
    assert reserve_of(60, OVERHEAD, lateness=0.1) == 0.2
    assert reserve_of(60, OVERHEAD, lateness=1000) == 30


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


# Clocks of a match


def test_a_clock_is_read_from_its_text():
    assert read_control("60+0.6") == Control(0, 60.0, 0.6)
    assert read_control("5") == Control(0, 5.0, 0.0)
    for text in ("", "0", "+1", "1+", "1:30", "9999999", "1e3+1", "-3+1"):
        with pytest.raises(InputError, match=r"a clock is SECONDS\+SECONDS, such as 60\+0.6, not"):
            read_control(text)


class Slow:
    """Somebody who plays the first legal move and says that it took so many seconds."""

    most, times = 0.0, None

    def __init__(self, seconds):
        self.seconds, self.seen = seconds, []

    def begin(self):
        self.seen = []

    def answer(self, sitting):
        self.seen.append(self.times)
        self.said = Said(0, 1, 1, self.seconds)
        return sitting.legal[0]

    def leave(self):
        pass


def test_who_oversteps_its_clock_has_lost_and_is_blamed():
    quick, slow = Slow(0.25), Slow(1.0)
    table = PlainTable(CHECKERS, (quick, slow), 0, Control(0, 2.0, 0.5))
    assert [table.play(CHECKERS.start(), first) for first in (0, 1)] == [1, 1]
    assert table.conduct[1].faults == {"lost on time": 2} and not table.conduct[0].faults
    assert "0.500 seconds over its time" in table.conduct[1].first_fault
    assert [times.own for times in slow.seen] == [2.0, 1.5, 1.0, 0.5]
    assert [times.other for times in slow.seen] == [2.0, 2.25, 2.5, 2.75], "its own move comes first"


def test_a_machine_answers_even_when_no_time_is_left():
    machine = Machine(read_player("checkers:evaluation=material", control=Control(0, 1.0)))
    machine.times = Times(0.0, 1.0, 0.0)
    assert machine.answer(Sitting(CHECKERS)) in Sitting(CHECKERS).legal


def test_engines_are_told_both_clocks_by_colour():
    sitting = Sitting(CHECKERS)
    assert clocks_of(sitting, Times(3.0, 2.0, 0.1)) == {"wtime": 3.0, "btime": 2.0, "winc": 0.1, "binc": 0.1}
    sitting.play(sitting.legal[0])
    assert clocks_of(sitting, Times(2.0, 3.0, 0.1)) == {"wtime": 3.0, "btime": 2.0, "winc": 0.1, "binc": 0.1}


# Banks of nodes

BANK = Control(200)


def managed(clock, control=BANK):
    return read_player(f"checkers:evaluation=material,clock={clock}", control=control)


def test_a_bank_is_never_overdrawn_and_an_even_player_never_saves():
    place = seat(managed("finish"))
    desk, own = place.desk, place.memory
    for nodes in (200, 800, 10**9, 10**9, 0, 0, 50):
        plain(grant)(3, own, desk)
        assert 0 < desk.node_limit <= 800 and desk.turn == 3
        assert desk.allotted == 200 + (own.saved[0] - 200) // 10
        desk.nodes = min(nodes, desk.node_limit)
        plain(pay)(own.saved, desk)
        assert own.saved[0] >= -600
    place = seat(managed("even"))
    plain(grant)(0, place.memory, place.desk)
    assert (place.desk.allotted, place.desk.node_limit) == (0, 200)


def bank_match(threads, a="finish", games=16):
    with workers(threads) as executor:
        standings = match(managed(a), managed("even"), openings_of(CHECKERS), games, 3, executor)
        return list(standings)[-1]


def test_a_match_with_a_bank_is_the_same_on_one_thread_and_two():
    alone = bank_match(1)
    assert bank_match(2) == alone
    ours, even = alone.conduct
    assert 0.8 < ours.nodes / even.nodes < 1.25
    assert even.nodes <= even.searches * 202, "one node tells that the limit is reached, one ends the line"


def test_both_loops_bank_alike():
    players = managed("finish"), managed("stable")
    table, first = CompiledTable(*players), CHECKERS.start()
    plain_table = PlainTable(CHECKERS, tuple(map(Machine, players)), 0)
    assert plain_table.play(first, 0) == table.play(first, 0)
    assert [one.nodes for one in plain_table.conduct] == [one.nodes for one in table.conduct]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("nodes=5", "give it nodes=5 for each move, or a bank for all, not both"),
        ("plain=on,depth=4", "a plain search cannot be held to a number of nodes"),
        ("clock=sundial", "clock is even, finish, stable, or a file. sundial: No such file"),
    ],
)
def test_who_cannot_be_held_to_a_bank_is_refused(options, said):
    with pytest.raises(InputError, match=said):
        read_player(f"checkers:evaluation=material,{options}", control=BANK)
