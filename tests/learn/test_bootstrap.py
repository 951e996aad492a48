"""RootStrap and TreeStrap: what a search finds teaches what a position is worth at a glance."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from plyometric.arena.openings import most_balanced
from plyometric.arena.players import read_player
from plyometric.arena.workers import workers
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.learn.bootstrap import Bootstrap, pull_of
from plyometric.learn.learner import learned, steps
from plyometric.search.table import AT_LEAST, AT_MOST, EXACT

CONNECT_FOUR = load("examples/connect_four.py")
STUDENT = read_player("examples/connect_four.py:depth=2")
STARTS = [most_balanced(CONNECT_FOUR, CONNECT_FOUR.start(), 4, 7, index, 1) for index in range(8)]


def bootstrap(**changes):
    return Bootstrap(STUDENT, STARTS, 8, 1, longest=60, batch=4, **changes)


@pytest.mark.parametrize(
    ("bound", "found", "pull"),
    [(EXACT, 1, 1), (EXACT, -1, -1), (AT_LEAST, 1, 1), (AT_LEAST, -1, 0), (AT_MOST, -1, -1)],
)
def test_a_bound_pulls_from_one_side_only(bound, found, pull):
    features = csr_matrix([[2.0, 0.0]])
    pulled = pull_of(features, np.array([found]), np.array([bound]), np.zeros(2), 1.0)
    assert np.sign(pulled).tolist() == [pull, 0]


def test_a_glance_that_agrees_with_the_search_is_left_alone():
    features, weights = csr_matrix([[1.0, 2.0], [0.0, 3.0]]), np.array([4.0, 5.0])
    assert not pull_of(features, features @ weights, np.full(2, EXACT), weights, 0.1).any()


def test_weights_are_the_same_on_any_number_of_threads():
    alone = learned(bootstrap(reach=20))
    with workers(threads=2) as executor:
        assert learned(bootstrap(reach=20), executor) == alone
    assert alone != list(STUDENT.weights)


def test_a_tree_teaches_by_more_positions_than_its_root():
    (*_, root), (*_, tree) = (list(steps(bootstrap(reach=reach))) for reach in (1, 20))
    assert 0 < max(root["updates"]) <= 8 * 60
    assert max(tree["updates"]) > 3 * max(root["updates"])


def test_from_nothing_comes_a_liking_for_the_centre():
    blank = replace(STUDENT, weights=(0.0, 0.0))
    centre, _ = learned(replace(bootstrap(reach=20, unit=4.0, rate=0.2), student=blank))
    assert centre > 0


def test_without_a_table_there_is_no_tree_to_read():
    blind = replace(STUDENT, kind=replace(STUDENT.kind, table=0.0))
    with pytest.raises(InputError, match="table of a full search"):
        Bootstrap(blind, STARTS, 8, 1)
