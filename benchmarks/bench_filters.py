"""Selective search on fives, beside the same algorithm in C++, and the exams that rest on it, on one core.

The positions are those of games between two testers, so they are like those that an exam searches.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.measure import BUILD, Row, answers, build, compare
from plyometric.arena.exams import Exam, sit
from plyometric.arena.games import play_game
from plyometric.games.fives import GAME
from plyometric.kernel import Game, kernel, state_in
from plyometric.kernel.desk import lent, new_desk
from plyometric.kernel.referee import play
from plyometric.search.selective import Selective
from plyometric.studies.filters.school import IN_SCHOOL, STUDENT, TEACHER, player, starting_position

STARTS = 400
RARE = 20
"""The teacher searches only one position in so many."""

RATINGS = 20
"""How often the moves of every position are rated."""

MILLION = 1_000_000


def rows() -> list[Row]:
    """Measure nodes per second, rated moves per second, and games of an exam per second."""
    judged = replace(GAME.evaluation, rate=None)
    by_playing = replace(GAME, name="fives by playing", evaluation=judged)
    program = build("fives")
    student = searches(program, STUDENT, positions())
    teacher = searches(program, TEACHER, positions()[::RARE])
    if rated(GAME)[0] != rated(by_playing)[0]:
        raise AssertionError("rating the moves of fives at once and one by one must come to the same.")

    def million_nodes_per_second() -> float:
        return student[1]() / MILLION

    unit, wanted = "nodes/s", "0.7 or more"
    return [
        compare("fives selective search 3/3", unit, student[0], program and student[1], wanted),
        compare("fives selective search 5/10", unit, teacher[0], program and teacher[1], wanted),
        compare(
            "fives: rating at once (one by one)",
            unit,
            lambda: rated(GAME)[1],
            lambda: rated(by_playing)[1],
            "3 or more",
        ),
        compare(
            "fives exam games at 3/3",
            "games/s (M nodes/s)",
            exam_games_per_second,
            program and million_nodes_per_second,
            "–",
        ),
    ]


def searches(
    program: Path | None, kind: Selective, states: list[Any]
) -> tuple[Callable[[], float], Callable[[], float]]:
    """Return what measures the nodes per second of our search and theirs, which must find the same."""
    file = BUILD / f"fives-{kind.depth}-{kind.breadth}.txt"
    ours = partial(searched, kind, states)
    theirs = partial(searched_in_cpp, program, kind, file)
    if program:
        file.write_text("".join(f"{GAME.position_text(state)}\n" for state in states))
        if ours()[:2] != theirs()[:2]:
            raise AssertionError("the C++ search must visit as many nodes as ours and find the same values.")
    return partial(_nodes_per_second, ours), partial(_nodes_per_second, theirs)


def searched(kind: Selective, states: list[Any]) -> tuple[int, int, float]:
    """Return the nodes of our search, the sum of its values, and the seconds."""
    words = np.array(states, np.int64)
    place = kind.seat(GAME)
    with lent(place.desk) as desk:
        search_each(states[0], words[:1], place)
        desk.nodes = 0
        began = time.perf_counter()
        total = search_each(states[0], words, place)
        return int(desk.nodes), int(total), time.perf_counter() - began


@kernel
def search_each(like, states, seat):
    """Return the sum of the values that a search finds in every state, and leave their nodes on the desk."""
    total = nodes = 0
    for i in range(len(states)):
        total += seat.method.decide(seat.game, state_in(like, states[i]), seat.desk, seat.memory)
        nodes += seat.desk.nodes
    seat.desk.nodes = nodes
    return total


def searched_in_cpp(program: Path, kind: Selective, file: Path) -> tuple[int, int, float]:
    """Return the nodes of the yardstick's search, the sum of its values, and the seconds."""
    nodes, total, seconds = answers(program, "select", str(kind.depth), str(kind.breadth), str(file))
    return int(nodes), int(total), seconds


def _nodes_per_second(search: Callable[[], tuple[int, int, float]]) -> float:
    nodes, _, seconds = search()
    return nodes / seconds


def rated(game: Game) -> tuple[int, float]:
    """Return the sum of all ratings and how many moves were rated in a second."""
    states, desk = positions(), new_desk(game)
    words = np.array(states, np.int64)
    rate_each(game, states[0], words[:1], desk, 1)
    desk.nodes = 0
    began = time.perf_counter()
    total = rate_each(game, states[0], words, desk, RATINGS)
    return int(total), int(desk.nodes) / (time.perf_counter() - began)


@kernel
def rate_each(game, like, states, desk, times):
    """Rate the moves of every state so many times over, counting them; return the sum of the ratings."""
    total = 0
    for _ in range(times):
        for i in range(len(states)):
            state = state_in(like, states[i])
            n = game.moves(state, desk.moves[0])
            game.rate(state, desk.moves[0], n, desk.weights, desk.ratings[0])
            desk.nodes += n
            for j in range(n):
                total += desk.ratings[0, j]
    return total


def exam_games_per_second() -> float:
    """Return how many games of an exam a student with the tester's weights plays in a second."""
    began = time.perf_counter()
    return sit(player(), player(), Exam(starts())).games / (time.perf_counter() - began)


@cache
def starts() -> tuple[Any, ...]:
    """Return the positions that an exam begins from."""
    return tuple(starting_position(0, stream) for stream in range(STARTS))


@cache
def positions() -> list[Any]:
    """Return the positions of games between two testers in which somebody is to move."""
    found = []
    for state in starts():
        for move in play_game(player(), player(), state, draws=IN_SCHOOL).moves:
            found.append(state)
            state = play(GAME, state, move)
    return found
