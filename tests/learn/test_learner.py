"""Every method can be stepped, stopped at any moment, and comes to the same bits."""

import json
from itertools import pairwise

import pytest

from plyometric.arena.exams import Exam
from plyometric.arena.players import read_player
from plyometric.arena.workers import workers
from plyometric.errors import InputError
from plyometric.files import write_document
from plyometric.games import load
from plyometric.kernel.referee import random_game
from plyometric.learn.comparison import Comparison
from plyometric.learn.filters import Circumstances, filters_named
from plyometric.learn.learner import FORMAT, HERE, learned, steps
from plyometric.learn.tdleaf import TDLeaf
from plyometric.learn.teaching import Teaching
from plyometric.runs import open_run

FIVES = load("fives")
STARTS = tuple(random_game(FIVES, 2, index, 10)[0][-1] for index in range(12))
STUDENT, TEACHER = read_player("fives:depth=3,breadth=3"), read_player("fives:depth=4,breadth=6")


def teaching():
    told = Circumstances(STUDENT, STUDENT, Exam(STARTS[:3]), lambda index: STARTS[index % 12])
    filters = filters_named(["rules", "self-test"], told)
    return Teaching(STUDENT, TEACHER, STARTS, 40, filters)


METHODS = {
    "teaching": teaching,
    "comparison": lambda: Comparison(STUDENT, TEACHER, STARTS[:6], 20, rounds=1, refinements=1, batch=2),
    "tdleaf": lambda: TDLeaf(STUDENT, STARTS, 24, 1, batch=5, longest=30),
}


@pytest.fixture(params=METHODS)
def method(request):
    return METHODS[request.param]()


def through_json(state):
    return json.loads(json.dumps(state))


def test_a_state_survives_json_and_goes_on_from_there(method):
    path = list(steps(method))
    assert [state["step"] for state in path] == list(range(len(path)))
    assert through_json(path) == path
    for before, after in pairwise(path):
        assert method.step(through_json(before), HERE) == after
    assert method.weights(path[-1]) == learned(method)
    assert method.weights(path[0]) == list(STUDENT.weights)
    assert method.weights(path[-1]) != method.weights(path[0])


def test_two_threads_come_to_the_same_bits(method):
    with workers(threads=2) as executor:
        assert list(steps(method, executor)) == list(steps(method))


def test_shares_rise_to_one(method):
    shares = [method.progress(state).share for state in steps(method)]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)


@pytest.mark.parametrize("done", [1, 3])
def test_a_run_that_was_stopped_goes_on(method, tmp_path, done):
    undisturbed = list(steps(method, HERE, open_run("toy", {}, tmp_path / "whole")))
    under_way = steps(method, HERE, open_run("toy", {}, tmp_path / "cut"))
    for _ in range(done):
        next(under_way)
    resumed = list(steps(method, HERE, open_run("toy", {}, tmp_path / "cut", resume=True)))
    assert resumed == undisturbed[done - 1 :]
    journals = [open_run("toy", {}, tmp_path / name, resume=True).done for name in ("whole", "cut")]
    assert journals[0] == journals[1]


def test_a_journal_holds_points_and_not_states(tmp_path):
    """Choices grow from game to game: a journal of states would grow with their square."""
    path = list(steps(METHODS["comparison"](), HERE, open_run("toy", {}, tmp_path)))
    assert len((tmp_path / "journal.jsonl").read_text()) < 300 * len(path)


def test_a_state_that_is_no_state_is_refused(tmp_path):
    run = open_run("toy", {}, tmp_path)
    (tmp_path / "state.json").write_text('{"format": "plyometric weights 1"}')
    with pytest.raises(InputError, match="'plyometric learning 1' is accepted"):
        next(steps(teaching(), HERE, run))


def test_a_cluster_comes_to_the_same_bits():
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster,
        workers(cluster=cluster.scheduler_address) as executor,
    ):
        for make in METHODS.values():
            assert learned(make(), executor) == learned(make())


@pytest.mark.parametrize("state", [None, 5, [], {}, {"step": "1"}])
def test_a_state_that_is_none_is_refused(tmp_path, state):
    run = open_run("toy", {}, tmp_path)
    write_document(tmp_path / "state.json", FORMAT, {"state": state})
    with pytest.raises(InputError, match=r"state\.json holds no state of learning"):
        next(steps(METHODS["comparison"](), HERE, run))
