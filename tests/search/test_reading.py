"""Reading on a slate: the same rules as the game's, captures that a Go player knows, and no wrong ones."""

import numpy as np
import pytest
from all_moves import positions

from plyometric import load
from plyometric.errors import InputError
from plyometric.kernel import NO_MOVE, kernel, rng, state_in
from plyometric.kernel.desk import new_desk
from plyometric.search.proof import LOST
from plyometric.search.reading import FIELDS, Reader
from plyometric.search.widening import STRATEGIES, Solver, Terms

SMALL = load("go_capture(size=5)")
BOARDS = 300


@pytest.fixture(scope="module")
def reader():
    return Reader(SMALL, plays=1000)


@pytest.fixture(scope="module")
def rows():
    return positions(SMALL, seed=2, count=BOARDS, plies=6)[1]


@kernel
def differs(game, like, rows, plies, desk, again):
    """Play random games by the rules and on the slate; count positions that differ, and what is not wiped."""
    slate, wrong = game.goal.slate, 0
    for row in range(len(rows)):
        state = state_in(like, rows[row])
        slate.laid(state, 1, desk)
        began, played = desk.hash, 0
        for ply in range(plies):
            n = game.moves(state, desk.moves[0])
            if n:
                move = desk.moves[0, rng.below(n, 1, row, ply)]
                state = game.play(state, move)
                slate.put(move, desk)
                played += 1
                slate.laid(state, 1, again)
                wrong += (desk.cells != again.cells).any() or desk.mover != again.mover or desk.ko != again.ko
        for _ in range(played):
            slate.wiped(desk)
        wrong += desk.hash != began
        slate.laid(state_in(like, rows[row]), 1, again)
        wrong += (desk.cells != again.cells).any()
    return wrong


def test_the_slate_plays_by_the_rules_and_is_wiped_clean(rows):
    fields = (*FIELDS, *SMALL.goal.slate.fields)
    desk, again = (new_desk(SMALL, fields=fields) for _ in range(2))
    assert differs(SMALL, SMALL.start(), np.array(rows), 12, desk, again) == 0


@pytest.mark.parametrize(
    ("position", "answer"),
    [
        ("5/2o2/1oxo1/5/5 C3 o o -", "C2"),
        ("5/1xx2/xooox/1xxx1/5 B3 x x -", "D4"),  # the only liberty of three stones
        ("1ox1x/1oxx1/ooxox/xoo2/1xoo1 E5 o o -", "D2"),  # it refutes all that is looked at first
    ],
)
def test_known_captures_are_read(reader, position, answer):
    state = SMALL.read_position(position)
    found = reader.attack(state)
    assert found.is_won and SMALL.move_text(state, found.move) == answer


def test_a_ladder_is_read(reader):
    assert reader.attack(SMALL.start()).is_won


def test_a_stone_that_is_avenged_at_once_is_not_caught(reader):
    ko = SMALL.read_position("5/1ox2/o1ox1/1ox2/5 C3 x x -")
    assert not reader.attack(ko).is_won
    assert reader.save(ko._replace(turn=1)).move != NO_MOVE  # the defender does not rely on it


def test_two_eyes_live_as_the_defender_may_pass(reader):
    state = SMALL.read_position("1o1ox/oooox/xxxxx/5/5 B4 x x -")
    assert not reader.attack(state).is_won


def test_a_string_that_needs_no_defence_is_told_so(reader):
    found = reader.save(SMALL.read_position("5/5/2x2/5/5 C3 o x -"))
    assert found.value == LOST and found.move == NO_MOVE


def test_no_capture_that_is_read_is_refuted_by_all_moves(reader, rows):
    brute = Solver(SMALL, Terms(STRATEGIES[9], 5000, megabytes=1))
    won = [state for state in map(SMALL.state_of, rows.tolist()) if reader.attack(state).is_won]
    assert len(won) > BOARDS // 2
    assert not [state for state in won if brute.attack(state).value == LOST]


def test_the_same_question_has_the_same_answer_within_its_plays(reader, rows):
    few = Reader(SMALL, plays=50)
    for state in map(SMALL.state_of, rows[:50].tolist()):
        assert few.attack(state) == few.attack(state)
        assert few.attack(state).plays < 100


def test_a_game_without_a_slate_is_not_read():
    with pytest.raises(InputError, match="phutball has no slate to read on"):
        Reader(load("phutball"), 100)
