"""What a chess position is worth: terms on boards a player can set up."""

import pytest

from plyometric.arena.weights import read_weights
from plyometric.games import load
from plyometric.games.chess.terms import NAMES
from plyometric.kernel import referee

CHESS = load("chess")


def told(state):
    """Return how often every term is there, for the mover less for the other side, by name."""
    pairs = referee.features(CHESS, state).reshape(-1, 2)
    return dict(zip(NAMES, pairs.sum(axis=1).tolist(), strict=True))


@pytest.mark.parametrize(
    ("position", "term", "times"),
    [
        ("4k3/8/8/P7/8/8/8/R3K3 w - - 0 1", "rook behind passed pawn", 1),
        ("4k3/8/8/P7/8/8/8/r3K2R w - - 0 1", "rook behind other's passed pawn", -1),
        ("7k/8/P7/8/8/8/8/K7 w - - 0 1", "passed pawn on row 6, path free and safe", 1),
        ("1k6/8/P7/8/8/8/8/K7 w - - 0 1", "passed pawn on row 6, path free and safe", 0),
        ("1k6/8/P7/8/8/8/8/K7 w - - 0 1", "passed pawn on row 6, next square attacked", 1),
        ("6k1/5ppp/8/8/8/8/8/3Q2K1 w - - 0 1", "safe check by queen", 1),
        ("4r1k1/5ppp/8/8/8/8/8/3Q2K1 w - - 0 1", "safe check by queen", 0),
        ("4k3/8/8/3n4/8/8/7P/3RK3 w - - 0 1", "piece attacked and not guarded", 1),
        ("4k3/8/4p3/3n4/8/8/7P/3RK3 w - - 0 1", "piece attacked and not guarded", 0),
        ("4k3/8/4p3/3n4/8/8/7P/3RK3 w - - 0 1", "rook attacks minor", 1),
        ("4k3/8/8/3n4/8/2P5/8/4K2R w - - 0 1", "pawn could attack piece", 1),
        ("6k1/8/8/6P1/8/8/8/4K3 w - - 0 1", "pawn on row 5 against king", 1),
        ("4k3/8/8/8/8/P1P5/8/4K3 w - - 0 1", "isolated pawn", 2),
        ("4k3/8/p1p5/8/8/P1P5/8/4K3 w - - 0 1", "weak pawn on half-open file", 0),
        ("4k3/8/8/2p5/8/1P6/P7/1B2K3 w - - 0 1", "pawn on colour of bishop", 2),
    ],
)
def test_terms(position, term, times):
    assert told(CHESS.read_position(position))[term] == times


@pytest.mark.parametrize(
    ("position", "share"),
    [
        ("4k3/p7/8/8/8/8/4B3/4K3 w - - 0 1", 0.2),
        ("4k3/p7/8/8/8/8/4B3/3RK3 w - - 0 1", 1.0),
        ("4kb2/pp6/8/8/8/8/PPP5/4KB2 w - - 0 1", 0.6),
        ("4kb2/pp6/8/8/8/8/PPP5/4K1B1 w - - 0 1", 1.0),
        ("r3kb2/pp6/8/8/8/8/PPP5/R3KB2 w - - 0 1", 1.0),
    ],
)
def test_little_counts_where_whoever_has_more_can_hardly_win(position, share):
    assert told(CHESS.read_position(position))["to move"] == pytest.approx(share)


@pytest.mark.parametrize("index", range(20))
def test_both_sides_are_judged_alike(index):
    state = referee.random_game(CHESS, 5, index, 40)[0][-1]
    if referee.ASKING["in_check"](CHESS, state):
        return
    ours, theirs = told(state), told(referee.ASKING["passed"](CHESS, state))
    turn = ours.pop("to move"), theirs.pop("to move")
    assert turn[0] == turn[1] > 0
    assert ours == pytest.approx({term: -times for term, times in theirs.items()})


def test_the_weights_that_come_with_chess_are_for_its_terms_and_differ():
    sets = {read_weights(CHESS, name) for name in ("material", "earlier", "learned")}
    assert len(sets) == 3
    assert tuple(CHESS.weights) in sets
