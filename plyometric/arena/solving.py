"""Solving suites: how many nodes a player needs until it finds the answer to each problem.

Nodes to solution are what Y. Björnsson and T. A. Marsland learn search control from. Choices where they are
silent: the best move is compared with the answer after each depth that is finished, and what counts are all
nodes, those of quiescence included, at the first depth that agrees. A later one may find another move, so
whether the answer is still held at the limit is told as well. Each search begins with nothing remembered.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from typing import Any, NamedTuple

from plyometric.arena.players import Player, player_from_json
from plyometric.arena.workers import Unit, each
from plyometric.errors import InputError
from plyometric.games.suites import Problem
from plyometric.runs import Run
from plyometric.search.analysis import Handle


class Attempt(NamedTuple):
    """What became of a problem: the move, depth and nodes at the end, and at the first agreement, if any.

    `cost` are the nodes to solution, or where there was none, the limit of nodes, or all that were visited.
    """

    move: int
    is_held: bool
    depth: int
    nodes: int
    found_depth: int
    found_nodes: int
    cost: int

    @property
    def is_found(self) -> bool:
        """Whether some depth found an answer best."""
        return self.found_nodes > 0


def attempts(
    player: Player,
    problems: Sequence[Problem],
    executor: Executor,
    seconds: float = 0,
    stops: bool = False,
    run: Run | None = None,
) -> Iterator[Attempt]:
    """Yield what becomes of each problem, in order; a player that `stops` goes no further than an answer."""
    if player.plan:
        raise InputError(f"player {player.name!r}: a strategy is for matches only.")
    for facts in each(executor, attempt, list(_units(player, problems, seconds, stops)), run):
        yield Attempt(*facts)


def _units(player: Player, problems: Sequence[Problem], seconds: float, stops: bool) -> Iterator[Unit]:
    facts = player.as_json()
    for i, problem in enumerate(problems):
        yield f"problem {i}", (facts, tuple(problem.state), problem.answers, seconds, stops)


def attempt(
    facts: dict[str, Any], words: Sequence[int], answers: Sequence[int], seconds: float, stops: bool
) -> Attempt:
    """Let a player search a problem to its limit, or until it finds an answer."""
    player = player_from_json(facts)
    game, kind = player.game, player.kind
    until = answers if stops else ()
    handle = Handle(game, kind, game.state_of(words), player.weights, seconds=seconds, until=until)
    end = handle.run()
    found = next((step for step in handle.course if step.move in answers), None)
    cost = found.nodes if found else getattr(kind, "nodes", 0) or end.nodes
    depth, nodes = (found.depth, found.nodes) if found else (0, 0)
    return Attempt(end.line[0], end.line[0] in answers, end.depth, end.nodes, depth, nodes, cost)
