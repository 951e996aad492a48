"""A search that can be held in the hand: seen while it goes on, stopped, waited for."""

import time
from dataclasses import replace
from typing import NamedTuple

import pytest
from in_parts import in_parts

from plyometric.errors import InputError, Stopped
from plyometric.games import load
from plyometric.kernel import cache, rule
from plyometric.kernel.referee import legal_moves, play
from plyometric.search.analysis import Handle, analyse
from plyometric.search.full import Full
from plyometric.search.minimax import Plain
from plyometric.search.selective import Selective

CHECKERS, FIVES = load("checkers"), load("fives")


def until(condition, seconds=60):
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends, "it never came to that"
        time.sleep(0.005)


def test_a_search_shows_how_far_it_is_and_ends_when_it_is_told():
    handle = Handle(CHECKERS, Full(depth=100, table=1)).begin()
    until(lambda: handle.depth >= 8)
    assert not handle.is_done and handle.wait(0) is None
    seen = handle.now()
    state = CHECKERS.start()
    for move in seen.line:
        assert move in legal_moves(CHECKERS, state)
        state = play(CHECKERS, state, move)
    assert (seen.depth >= 8, seen.leaf) == (True, state)
    handle.stop()
    found = handle.wait(10)
    assert handle.is_done and found.depth >= seen.depth and found.nodes >= seen.nodes
    assert found.line == handle.line and handle.taken > 0


def test_two_searches_do_not_stop_each_other():
    one, other = (Handle(CHECKERS, Full(depth=100, table=1)).begin() for _ in range(2))
    until(lambda: min(one.depth, other.depth) >= 3)
    one.stop()
    assert one.wait(10) is not None
    before = other.nodes
    until(lambda: other.nodes > before)
    assert not other.is_done
    other.abandon()
    with pytest.raises(Stopped):
        other.wait(10)


@pytest.mark.parametrize("kind", [Full(depth=7, table=1), Selective(depth=4, breadth=4), Plain(depth=3)])
def test_a_handle_finds_what_a_call_finds(kind):
    assert Handle(FIVES, kind).begin().wait(60) == analyse(FIVES, kind)


def test_a_clock_ends_a_selective_search_with_a_move():
    state = play(FIVES, FIVES.start(), 44)
    found = analyse(FIVES, Selective(depth=100, breadth=20), state, seconds=0.2)
    assert 1 <= found.depth < 100
    assert found.line[0] in legal_moves(FIVES, state)
    assert found.value == analyse(FIVES, Selective(depth=found.depth, breadth=20), state).value


def test_a_limit_of_nodes_ends_a_selective_search_with_a_move():
    found = analyse(FIVES, Selective(nodes=3000, breadth=5))
    assert found.depth >= 1 and found.nodes <= 3000 + FIVES.width
    assert found.line[0] in legal_moves(FIVES, FIVES.start())


def test_nothing_is_compiled_while_the_clock_runs():
    compiled = []
    handle = Handle(CHECKERS, Selective(depth=3, breadth=2))
    handle.compile()
    with cache.watched(lambda kernel, begins: compiled.append(kernel)):
        handle.begin()
        assert handle.wait(60).depth == 3
    assert not [kernel for kernel in compiled if kernel in ("decide", "select", "win_by_threats")]


def test_a_search_to_one_depth_has_no_clock():
    with pytest.raises(InputError, match="a plain search goes to its depth, and takes no limit of seconds"):
        analyse(CHECKERS, Plain(depth=3), seconds=1)


def test_there_is_nothing_to_wait_for_before_the_beginning():
    with pytest.raises(InputError, match="was not begun"):
        Handle(CHECKERS, Full(depth=1)).wait()


def test_a_search_that_is_given_up_before_or_at_its_beginning_does_not_think():
    for handle in (Handle(CHECKERS, Full(), seconds=30), Handle(CHECKERS, Full(depth=100, table=1))):
        handle.abandon()
        with pytest.raises(Stopped):
            handle.begin().wait(10)


def test_a_handle_is_good_for_one_search():
    handle = Handle(CHECKERS, Full(depth=3))
    found = handle.run()
    assert handle.is_done and handle.wait() == found
    with pytest.raises(InputError, match="run or begun once"):
        handle.begin()


def test_a_seat_remembers_the_searches_before():
    seat = Full(depth=9, table=1).seat(CHECKERS)
    first, again = (Handle(CHECKERS, Full(depth=9, table=1), seat=seat).run() for _ in range(2))
    assert (first.value, first.depth) == (again.value, again.depth)
    assert again.nodes < first.nodes


@pytest.mark.parametrize(
    ("kind", "depths"),
    [
        (Full(depth=7, table=1), [1, 2, 3, 4, 5, 6, 7]),
        (Selective(nodes=3000, depth=3, breadth=4), [1, 2, 3]),
        (Plain(depth=3), [3]),
    ],
)
def test_the_course_of_a_search_tells_what_every_finished_depth_found(kind, depths):
    handle = Handle(CHECKERS, kind)
    found, course = handle.run(), handle.course
    assert [step.depth for step in course] == depths
    assert course[-1] == (found.depth, found.move, found.value, found.nodes)
    assert [step.nodes for step in course] == sorted({step.nodes for step in course})
    for depth, move, value, _ in course[:-1]:
        sooner = analyse(CHECKERS, replace(kind, depth=depth))
        assert (sooner.move, sooner.value) == (move, value)


@pytest.mark.parametrize("kind", [Full(depth=9, table=1), Selective(nodes=10**6, depth=7, breadth=4)])
def test_a_search_goes_on_until_it_finds_a_move_that_is_sought(kind):
    whole = Handle(CHECKERS, kind)
    whole.run()
    for move in legal_moves(CHECKERS, CHECKERS.start()):
        found = analyse_until(move, kind)
        agreed = [step for step in whole.course if step.move == move]
        assert (found.depth, found.nodes) == (agreed or whole.course[-1:])[0][::3]


def analyse_until(move, kind):
    return Handle(CHECKERS, kind, until=(move,)).run()


def test_a_seat_that_sought_a_move_once_searches_on_afterwards():
    kind = Full(depth=6, table=1)
    seat = kind.seat(CHECKERS)
    moves = legal_moves(CHECKERS, CHECKERS.start())
    assert Handle(CHECKERS, kind, seat=seat, until=moves).run().depth == 1
    assert Handle(CHECKERS, kind, seat=seat).run().depth == 6


@pytest.mark.parametrize("kind", [Full(depth=7, table=1), Selective(depth=5, breadth=40), Plain(depth=5)])
def test_a_search_of_some_moves_plays_the_best_of_them(kind):
    best = analyse(CHECKERS, kind).move
    others = [move for move in legal_moves(CHECKERS, CHECKERS.start()) if move != best]
    found = analyse(CHECKERS, kind, only=others)
    alone = {move: analyse(CHECKERS, kind, only=[move]) for move in others}
    assert all(one.move == move for move, one in alone.items())
    assert found.value == max(one.value for one in alone.values())
    assert found.move in others


def test_only_a_legal_move_is_sought():
    with pytest.raises(InputError, match="looks for legal moves only, and 12345 is none"):
        Handle(CHECKERS, Full(depth=3), until=(12345,))


def test_a_forcing_move_that_is_not_legal_is_named_and_not_waited_for(broken_forcing):
    with pytest.raises(InputError, match="came to a move that is not legal: `forcing` or `wins`"):
        analyse(broken_forcing, Full(depth=3))


@pytest.fixture
def broken_forcing():
    def moves(s, out):
        out[0] = 1
        return 1 if s.left > 0 else 0

    def forcing(s, out):
        out[0] = 2
        return 1 if s.left > 0 else 0

    return in_parts(
        name="hot and wrong",
        start=lambda: Left(9),
        moves=rule(moves),
        play=rule(lambda s, move: Left(s.left - move)),
        evaluate=rule(lambda s, weights: s.left),
        forcing=rule(forcing),
        may_decline=rule(lambda s: False),
        width=1,
    )


class Left(NamedTuple):
    left: int
