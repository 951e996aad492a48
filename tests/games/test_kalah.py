"""Kalah: sowing, taking and moving again, beside a board of plain lists."""

from pathlib import Path

import pytest

from plyometric import games
from plyometric.errors import InputError
from plyometric.kernel.referee import legal_moves, play, random_game, read_move, result

KALAH = games.load(str(Path(__file__).parents[2] / "examples" / "kalah.py"))


def sown(board, pit):
    """Sow on a list of the mover's six pits and store, then the other side's; return who moves again."""
    seeds, board[pit], place = board[pit], 0, pit
    while seeds:
        place = (place + 1) % 14
        if place != 13:
            board[place] += 1
            seeds -= 1
    if place < 6 and board[place] == 1 and board[12 - place]:
        board[6] += 1 + board[12 - place]
        board[place] = board[12 - place] = 0
    return place == 6


def listed(state):
    own, foe = (part.split(",") for part in KALAH.position_text(state).removesuffix(" pass").split("/"))
    return [int(word) for word in own + foe]


@pytest.mark.parametrize("index", range(6))
def test_random_games_are_those_of_a_plain_board(index):
    states, moves = random_game(KALAH, 1, index)
    board = listed(states[0])
    for state, move, after in zip(states, moves, states[1:], strict=False):
        if move == 6:
            assert state.passes
        else:
            assert sown(board, move) == bool(after.passes)
        board = board[7:] + board[:7]
        assert listed(after) == board
    score = sum(board[:7]) - sum(board[7:])
    assert not legal_moves(KALAH, states[-1]) and result(KALAH, states[-1]) == (score > 0) - (score < 0)


def test_a_last_seed_in_the_store_moves_again_after_a_pass():
    state = play(KALAH, KALAH.start(), read_move(KALAH, KALAH.start(), "3"))
    assert KALAH.position_text(state) == "4,4,4,4,4,4,0/4,4,0,5,5,5,1 pass"
    assert [KALAH.move_text(state, move) for move in legal_moves(KALAH, state)] == ["pass"]


@pytest.mark.parametrize("text", ["4,4/4,4", "4,4,4,4,4,4,0", "x", "4,4,4,4,4,4,0/4,4,4,4,4,4,0 again"])
def test_other_positions_are_refused(text):
    with pytest.raises(InputError, match="the pits and the store of either side are expected"):
        KALAH.read_position(text)
