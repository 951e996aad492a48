"""What relevance is held against: best-first searches and alpha-beta, all by the mean of an opinion."""

import json

import numpy as np
import pytest
from vague import CONNECT_FOUR, opinion

from plyometric.errors import InputError
from plyometric.kernel import NO_MOVE
from plyometric.kernel.referee import legal_moves, play
from plyometric.search.analysis import Handle
from plyometric.search.bestfirst import BestFirst
from plyometric.search.foreseen import Foreseen
from plyometric.search.kinds import kind_from_json
from plyometric.search.opinions import judge

THREE_IN_A_ROW = "......./......./......./......./ooo..../xxx...."
TO_BE_STOPPED = "......./......./......./......./oo...../xxx...."
KNOWN = opinion()
KINDS = [BestFirst(best_first=way) for way in BestFirst.ways]
KINDS += [Foreseen(alphabeta=way) for way in Foreseen.ways]


def searched(kind, position="", **settings):
    state = CONNECT_FOUR.read_position(position) if position else CONNECT_FOUR.start()
    settings = {"opinion": KNOWN, "expansions": 60, **settings}
    handle = Handle(CONNECT_FOUR, type(kind)(**{kind.marks[0]: kind.way, **settings}), state)
    return handle.run(), handle


def mean_of(state):
    outlook, chances = KNOWN.for_kernels(0.0, 0.0), np.zeros(5)
    judge(CONNECT_FOUR, state, outlook, chances)
    return chances @ outlook.spikes


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.way)
def test_every_rival_takes_what_is_won_and_keeps_its_limit(kind):
    found, handle = searched(kind, THREE_IN_A_ROW)
    assert CONNECT_FOUR.move_text(None, found.move) == "d"
    assert handle.seat.desk.expansions <= 60
    again, _ = searched(kind, THREE_IN_A_ROW)
    assert found == again


@pytest.mark.parametrize("way", Foreseen.ways)
def test_alpha_beta_finds_what_all_lines_of_two_plies_say(way):
    def value(state, depth):
        if CONNECT_FOUR.over(state) or depth == 0:
            return mean_of(state)
        return max(
            -value(play(CONNECT_FOUR, state, move), depth - 1) for move in legal_moves(CONNECT_FOUR, state)
        )

    start = CONNECT_FOUR.start()
    found, handle = searched(Foreseen(alphabeta=way), depth=2, expansions=0)
    assert found.value == round(value(start, 2))
    assert handle.seat.desk.expansions == 1 + (1 + 7), "the root twice, and its moves once"


def test_alpha_beta_notes_its_favourite_after_each_depth():
    _, handle = searched(Foreseen(alphabeta="sorted"), TO_BE_STOPPED)
    favourites, n = handle.seat.memory.favourites, int(handle.seat.desk.expansions)
    steps = handle.course
    assert favourites[0] == NO_MOVE and favourites[1] == steps[0].move
    assert favourites[n] == steps[-1].move


def test_best_first_minimax_grows_the_line_that_is_best_for_both():
    _, handle = searched(BestFirst(best_first="minimax"), expansions=20)
    tree, books = handle.seat.memory.tree, handle.seat.memory.books
    for x in range(int(handle.seat.desk["size"])):
        below = range(tree.first[x], tree.first[x] + tree.children[x])
        assert not below or books.worth[x] == max(-books.worth[y] for y in below)


def test_uct_counts_its_visits():
    _, handle = searched(BestFirst(best_first="uct"), expansions=40)
    visits = handle.seat.memory.books.visits
    assert visits[0] == 42, "opened, expanded, and visited by each expansion"


def test_a_proof_is_told_when_it_is_found():
    _, handle = searched(BestFirst(best_first="proof"), THREE_IN_A_ROW)
    assert handle.seat.memory.books.proof[0] == 0
    assert handle.seat.desk.expansions == 0, "the win is among the first moves"
    _, open_ended = searched(BestFirst(best_first="proof"), expansions=3)
    assert open_ended.seat.memory.tree.favourites[3] == NO_MOVE


@pytest.mark.parametrize("kind", [KINDS[0], KINDS[-1]], ids=lambda kind: kind.way)
def test_a_rival_is_the_same_from_plain_data(kind):
    whole = type(kind)(opinion=KNOWN, expansions=9).checked(CONNECT_FOUR)
    same = kind_from_json(json.loads(json.dumps(whole.as_json())))
    assert same.opinion.layers == KNOWN.layers and same.expansions == 9


def test_a_wrong_way_is_refused_in_a_sentence():
    with pytest.raises(InputError, match="best_first is one of minimax, uct, proof, not 'all'"):
        BestFirst(best_first="all", opinion=KNOWN).checked(CONNECT_FOUR)
    with pytest.raises(InputError, match="alphabeta is one of sorted, unsorted, not 'on'"):
        Foreseen(alphabeta="on", opinion=KNOWN).checked(CONNECT_FOUR)
