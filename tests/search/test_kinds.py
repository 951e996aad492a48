"""Kinds of search: picked by their options, each with settings and a method of its own."""

import json

import pytest

from plyometric.arena.games import Limits, play_seats
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.kernel import rule
from plyometric.kernel.desk import new_desk
from plyometric.kernel.referee import legal_moves, play
from plyometric.search.full import Full
from plyometric.search.kinds import Method, Seat, kind_from_json, kind_from_options, kinds
from plyometric.search.minimax import Plain
from plyometric.search.selective import Selective

CHECKERS, CONNECT_FOUR = load("checkers"), load("examples/connect_four.py")


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({"depth": "6"}, Full(depth=6)),
        ({"nodes": "500", "costs": "1/0.5/1"}, Full(nodes=500, costs=(1.0, 0.5, 1.0))),
        ({"depth": "3", "breadth": "5"}, Selective(depth=3, breadth=5)),
        ({"breadth": "5", "nodes": "90", "threats": "2"}, Selective(nodes=90, breadth=5, threats=2)),
        ({"plain": "on", "depth": "4"}, Plain(depth=4)),
    ],
)
def test_options_pick_the_kind(options, kind):
    assert kind_from_options(options, {}) == kind
    assert kind_from_json(json.loads(json.dumps(kind.as_json()))) == kind


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"deepth": "3"}, "there is no option 'deepth' of a full search: there are depth, nodes, table"),
        ({"breadth": "3", "table": "8"}, "of a selective search: there are depth, nodes, breadth, threats."),
        ({"plain": "on", "nodes": "8"}, "of a plain search: there are depth, plain."),
        ({"plain": "on", "breadth": "8"}, "plain and breadth do not go together: plain picks a plain search"),
        ({"breadth": "many"}, "breadth must be a whole number, not 'many'"),
    ],
)
def test_a_wrong_option_is_answered_with_those_of_the_kind(options, said):
    with pytest.raises(InputError, match=said):
        kind_from_options(options, {})


def test_every_module_that_ends_in_a_kind_is_found():
    assert {"full", "plain", "selective"} <= set(kinds())
    assert all(kind.name == name for name, kind in kinds().items())


@rule
def turn_at_the_edge(game, state, n, ply, seat):
    """Whatever answers a move may sit in the loop: this takes the last move there is."""
    game.moves(state, seat.desk.moves[0])
    return seat.desk.moves[0, n - 1]


@rule
def turn_nowhere(game, state, n, ply, seat):
    return -1


AT_THE_EDGE = Method(name="at the edge", turn=turn_at_the_edge)
NOWHERE = Method(name="nowhere", turn=turn_nowhere)


def seat_of(method):
    return Seat(method, CONNECT_FOUR, new_desk(CONNECT_FOUR), None)


def test_a_method_of_ones_own_plays_in_the_loop():
    full, limits = Full(depth=3, table=0.1).seat(CONNECT_FOUR), Limits(CONNECT_FOUR.draws)
    played = play_seats(CONNECT_FOUR, CONNECT_FOUR.start(), seat_of(AT_THE_EDGE), full, limits)
    assert played.result == -1, "the search wins"
    state = CONNECT_FOUR.start()
    for ply, move in enumerate(played.moves):
        assert move in legal_moves(CONNECT_FOUR, state)
        assert ply % 2 or move == legal_moves(CONNECT_FOUR, state)[-1]
        state = play(CONNECT_FOUR, state, move)


def test_a_move_that_is_not_legal_ends_the_game_with_a_sentence():
    limits = Limits(CONNECT_FOUR.draws)
    with pytest.raises(InputError, match=r"a nowhere player of connect_four has made a move .* at ply 2"):
        play_seats(CONNECT_FOUR, CONNECT_FOUR.start(), seat_of(AT_THE_EDGE), seat_of(NOWHERE), limits)
