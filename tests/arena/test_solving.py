"""Solving suites: nodes to solution, and what is held at the limit."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from plyometric.arena.players import read_player
from plyometric.arena.solving import attempts
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.games.suites import Problem
from plyometric.kernel.referee import legal_moves, random_game
from plyometric.learn.strategies import read_plan
from plyometric.runs import open_run
from plyometric.search.analysis import Handle, analyse
from plyometric.search.full import Full

CHECKERS = load("checkers")
PLAYER = read_player("checkers:evaluation=material,nodes=3000")


def problems(count):
    """Return positions of random games, whose answers are what a deep search plays."""
    states = [random_game(CHECKERS, 7, index, 12)[0][-1] for index in range(count)]
    return [Problem(state, (analyse(CHECKERS, Full(depth=9), state).move,)) for state in states]


PROBLEMS = problems(12)


def solve(player=PLAYER, threads=1, **settings):
    with ThreadPoolExecutor(threads) as executor:
        return list(attempts(player, PROBLEMS, executor, **settings))


def test_the_nodes_to_solution_are_those_of_the_first_depth_that_agrees():
    tried = solve()
    assert {one.is_found for one in tried} == {True, False}
    for problem, one in zip(PROBLEMS, tried, strict=True):
        handle = Handle(CHECKERS, PLAYER.kind, problem.state)
        end = handle.run()
        agreed = [step for step in handle.course if step.move in problem.answers]
        assert one.is_found == bool(agreed)
        assert (one.found_depth, one.found_nodes) == (agreed[0][::3] if agreed else (0, 0))
        assert one.cost == (agreed[0].nodes if agreed else 3000)
        assert (one.move, one.depth, one.nodes) == (end.move, end.depth, end.nodes)
        assert one.is_held == (end.move in problem.answers)


def test_a_player_that_stops_finds_the_same_with_fewer_nodes():
    whole, stopped = solve(), solve(stops=True)
    for one, other in zip(whole, stopped, strict=True):
        assert (one.found_depth, one.found_nodes, one.cost) == (
            other.found_depth,
            other.found_nodes,
            other.cost,
        )
        assert other.is_held == other.is_found
        assert other.nodes == (one.found_nodes or one.nodes)
    assert sum(one.nodes for one in stopped) < sum(one.nodes for one in whole)


def test_any_of_several_answers_will_do():
    easy = [problem._replace(answers=tuple(legal_moves(CHECKERS, problem.state))) for problem in PROBLEMS]
    with ThreadPoolExecutor(1) as executor:
        assert all(one.found_depth == 1 for one in attempts(PLAYER, easy, executor))


def test_threads_and_a_run_that_goes_on_change_nothing(tmp_path):
    whole = solve()
    assert solve(threads=3) == whole
    assert solve(run=open_run("solving", {}, tmp_path / "run")) == whole
    lines = (tmp_path / "run" / "journal.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "run" / "journal.jsonl").write_bytes(b"".join(lines[:5]))
    assert solve(run=open_run("solving", {}, tmp_path / "run", resume=True)) == whole


def test_a_clock_is_a_limit_too():
    for one in solve(read_player("checkers:evaluation=material,depth=100"), threads=2, seconds=0.02):
        assert one.depth >= 1
        assert one.cost == (one.found_nodes or one.nodes)


def test_a_player_with_a_strategy_solves_nothing():
    with pytest.raises(InputError, match="a strategy is for matches only"):
        solve(read_player("checkers:evaluation=material,depth=4,strategy=depth4", read_plan))
