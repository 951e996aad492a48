"""Othello, the example of a board that fills all 64 bits of a word."""

from pathlib import Path

import pytest

from plyometric.errors import InputError
from plyometric.games import load
from plyometric.kernel.referee import features, legal_moves, play, read_move, result

OTHELLO = load(str(Path(__file__).parents[2] / "examples" / "othello.py"))


def board(*rows, to_move="x"):
    """A position of which only the last rows hold discs."""
    return OTHELLO.read_position("/".join([*["." * 8] * (8 - len(rows)), *rows]) + f" {to_move}")


def after(state, *texts):
    for text in texts:
        state = play(OTHELLO, state, read_move(OTHELLO, state, text))
    return state


def moves(state):
    return [OTHELLO.move_text(state, move) for move in legal_moves(OTHELLO, state)]


def test_black_begins_with_one_of_four_moves():
    assert moves(OTHELLO.start()) == ["d3", "c4", "f5", "e6"]
    assert OTHELLO.position_text(after(OTHELLO.start(), "d3")).split("/")[2:5] == [
        "...x....",
        "...xx...",
        "...xo...",
    ]


def test_a_disc_in_the_last_corner_turns_three_lines_over():
    state = board(
        "x......x", ".o.....o", "..o....o", "...o...o", "....o..o", ".....o.o", "......oo", "xoooooo."
    )
    ended = after(state, "h8")
    assert OTHELLO.position_text(ended) == "/".join(
        ["x......x", ".x.....x", "..x....x", "...x...x", "....x..x", ".....x.x", "......xx", "xxxxxxxx o"]
    )
    assert (moves(ended), result(OTHELLO, ended)) == ([], -1)


EDGES = {
    "right, then on in the row below": ("......xo", "........"),
    "left, then on in the row above": ("........", "ox......"),
    "down and right, then on two rows below": ("......x.", ".......o", "........", "........"),
    "up and left, then on two rows above": ("........", "o.......", ".x......", "........"),
}


@pytest.mark.parametrize("rows", EDGES.values(), ids=EDGES)
def test_lines_do_not_run_past_the_edge(rows):
    """Only the other side could turn a disc over, so Black passes."""
    assert moves(board(*rows)) == ["pass"]


def test_who_can_turn_nothing_over_passes_and_the_other_goes_on():
    state = board("xo......", to_move="o")
    assert moves(state) == ["pass"]
    state = after(state, "pass")
    assert moves(state) == ["c8"]
    ended = after(state, "c8")
    assert (moves(ended), result(OTHELLO, ended)) == ([], -1)


def test_features_are_leads_of_the_side_to_move():
    assert features(OTHELLO, board("xoo....o", to_move="x")).tolist() == [0, 1, -2]


@pytest.mark.parametrize(
    "text", ["", "x", "......../........ x", ("." * 8 + "/") * 8 + " x", "z" * 64 + " x"]
)
def test_a_text_that_is_no_position_is_refused(text):
    with pytest.raises(InputError, match="8 rows such as"):
        OTHELLO.read_position(text)
