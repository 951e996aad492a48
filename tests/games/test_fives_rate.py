"""Rating the moves of five in a row all at once, held against playing them one by one."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_fives import BOARDS, DIRECTIONS, laid, with_stones

from plyometric.games.fives import GAME
from plyometric.games.fives.notation import shows_five, state_of
from plyometric.games.fives.rules import SIDES
from plyometric.kernel import WIN, referee, rng

SIZES = [10, 15]


def without_shortcuts(game, size):
    """Return the game with nothing but playing to rate moves and to find wins by."""
    evaluation, hints = replace(game.evaluation, rate=None), replace(game.hints, wins=None)
    return replace(game, name=f"played {size}", evaluation=evaluation, hints=hints)


PLAYED = {size: without_shortcuts(BOARDS[size], size) for size in SIZES}
UNEVEN = np.array([523.7, 401.3, 299.99, 222.5, -17.125])
"""Weights that leave fractions, so that a rating rounded in another way would show."""


def ratings(game, state, moves, weights=UNEVEN):
    out = np.zeros(len(moves), np.int64)
    referee.ASKING["rate"](game, state, moves, len(moves), weights, out)
    return out.tolist()


def wins(game, state):
    out = np.zeros(game.width, np.int64)
    return out[: referee.ASKING["wins"](game, state, out)].tolist()


def legal_moves(game, state):
    return np.array(referee.legal_moves(game, state), np.int64)


def cluster(size, seed):
    """Return a position of stones set at random within a box, none of x five in a row, x to move."""
    side = 4 + rng.below(size - 3, seed, 0, 0)
    low, left = (rng.below(size - side + 1, seed, 0, n) for n in (1, 2))
    share = 2 + rng.below(6, seed, 0, 3)
    rows = [["."] * size for _ in range(size)]
    for i in range(side * side):
        if rng.below(10, seed, 1, i) < share:
            rows[low + i // side][left + i % side] = SIDES[rng.below(2, seed, 2, i)]
    rows = ["".join(row) for row in rows]
    return cluster(size, seed + 1_000_000) if shows_five(rows, "x") else state_of(size, rows, 0)


def states_of_random_games(size):
    for index in range(12):
        yield from referee.random_game(BOARDS[size], 5, index, 80)[0]


def same_as_played(size, state):
    game, played = BOARDS[size], PLAYED[size]
    moves = legal_moves(game, state)
    assert ratings(game, state, moves) == ratings(played, state, moves), game.draw(state)
    assert wins(game, state) == wins(played, state), game.draw(state)


@pytest.mark.parametrize("size", SIZES)
def test_ratings_and_wins_in_clusters_are_those_of_playing(size):
    for seed in range(800):
        same_as_played(size, cluster(size, seed))


@pytest.mark.parametrize("size", SIZES)
def test_ratings_and_wins_in_random_games_are_those_of_playing(size):
    for state in states_of_random_games(size):
        same_as_played(size, state)


@settings(max_examples=100, deadline=None)
@given(
    direction=st.sampled_from(DIRECTIONS),
    line=st.text("xo.", min_size=10, max_size=10).filter(lambda line: "xxxxx" not in line),
)
def test_ratings_and_wins_on_one_line_are_those_of_playing(direction, line):
    same_as_played(10, with_stones(10, laid(line, direction)))


def test_the_order_of_the_moves_does_not_matter():
    state = cluster(10, 3)
    moves = legal_moves(GAME, state)
    assert len(set(ratings(GAME, state, moves))) > 2
    assert ratings(GAME, state, moves[::-1].copy()) == ratings(GAME, state, moves)[::-1]
    assert ratings(GAME, state, moves[5:9].copy()) == ratings(GAME, state, moves)[5:9]


WINNING = {
    "..xxxx....": "bg",
    "oxxxx.....": "f",
    "xx.xx.....": "c",
    "x.xxx.xxx.": "bf",
    ".x.xxx.x..": "cg",
    "oxxxxo....": "",
    "oooo.xxx..": "",
}


@pytest.mark.parametrize("line", WINNING)
def test_the_moves_that_win_at_once_are_named_in_order(line):
    state = with_stones(10, laid(line, (0, 1)))
    texts = [GAME.move_text(state, move) for move in wins(GAME, state)]
    assert texts == [f"{column}5" for column in WINNING[line]]
    rated = dict(zip(texts, ratings(GAME, state, np.array(wins(GAME, state), np.int64)), strict=True))
    assert rated == dict.fromkeys(texts, WIN)


def test_nothing_wins_once_the_game_is_over():
    lost = with_stones(10, laid("ooooo.....", (0, 1)) | {(2, c): "x" for c in range(4)})
    assert wins(GAME, lost) == []
    assert len(wins(GAME, with_stones(10, {(2, c): "x" for c in range(4)}))) == 1


@pytest.mark.parametrize("size", SIZES)
def test_cells_look_the_more_promising_the_nearer_the_centre(size):
    game = BOARDS[size]
    state, middle = game.start(), (size - 1) / 2
    cells = sorted(range(size * size), key=lambda cell: distance(cell, size, middle))
    priors = [referee.ASKING["prior"](game, state, cell) for cell in cells]
    distances = [distance(cell, size, middle) for cell in cells]
    for (one, other), (near, far) in zip(pairwise(priors), pairwise(distances), strict=True):
        assert (one > other) == (near < far)
    assert priors[-1] >= 0


def distance(cell, size, middle):
    row, column = divmod(cell, size)
    return (row - middle) ** 2 + (column - middle) ** 2


def test_a_line_is_worth_no_less_than_one_that_grows_less():
    weight = dict(zip(GAME.feature_names, GAME.weights, strict=True))
    assert len(GAME.dominance) == 5
    assert all(weight[great] >= weight[small] for great, small in GAME.dominance)
