"""Openings: where the games of a match begin.

A game may have a file of openings beside it, `checkers.openings` beside `checkers.py`: a line of moves
each, `#` before a comment. It is made by `plyo openings`, all that there are or so many drawn at random,
and its first lines say how. Every opening is
played twice, with colours swapped. When a match needs more than there are, or there are none, random
moves are added, so that deterministic players hardly ever play one game twice.
"""

from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Executor
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from plyometric.arena.spelling import take_longest
from plyometric.arena.workers import Unit, each
from plyometric.errors import InputError
from plyometric.files import read_text
from plyometric.games import load_same
from plyometric.kernel import Game, kernel, plain, rng
from plyometric.kernel.referee import ASKING, legal_moves, play, random_game, read_move
from plyometric.kernel.rng import below
from plyometric.kernel.sources import source_file
from plyometric.runs import Run
from plyometric.search.analysis import analyse
from plyometric.search.full import Full
from plyometric.search.minimax import minimax

RANDOM_PLIES = 6
"""How many random moves are added."""
CANDIDATES = 8
"""How many random continuations are drawn, of which the most balanced is taken."""
GLANCE = 4
"""The depth at which balance is judged."""
DRAWN = 8
"""How many random lines are drawn and judged together."""
PATIENCE = 2000
"""After so many random lines that bring nothing new, there are taken to be no more."""

Line = tuple[int, ...]


class Ballot(NamedTuple):
    """An opening, and what the search that let it pass found it worth to the side to move."""

    line: Line
    value: int


def openings_of(game: Game, path: Path | None = None) -> list[Line]:
    """Return the openings in a file, those beside the game if none is named, or none but the start."""
    path = path or _file_beside(game)
    return read_openings(game, path) if path else [()]


def _file_beside(game: Game) -> Path | None:
    """Return the game's own file of openings; other members of its family have other boards."""
    home = source_file(plain(game.moves).__module__)
    path = home.with_name(f"{game.name}.openings") if home else None
    return path if path and path.exists() else None


def read_openings(game: Game, path: Path) -> list[Line]:
    """Return the openings in a file, or say in which line a move is not legal."""
    lines = read_text(path).splitlines()
    found = [_read_line(game, line, f"{path} line {n}") for n, line in enumerate(lines, 1)]
    openings = [line for line in found if line]
    if not openings:
        raise InputError(f"{path} holds no opening: a line of moves each is expected.")
    return openings


def _read_line(game: Game, line: str, place: str) -> Line:
    state, moves, words = game.start(), list[int](), deque(line.partition("#")[0].split())
    while words:
        try:
            moves.append(_take_move(game, state, words))
        except InputError as error:
            raise InputError(f"{place}: {error}") from None
        state = play(game, state, moves[-1])
    if not legal_moves(game, state):
        raise InputError(f"{place}: the game is over after these moves.")
    return tuple(moves)


def _take_move(game: Game, state: Any, words: deque[str]) -> int:
    """Return the move that the words begin with, and take its words away."""
    if game.read_move is None:
        legal = legal_moves(game, state)
        move = take_longest({tuple(game.move_text(state, one).split()): one for one in legal}, words)
        if move is not None:
            return move
    return read_move(game, state, words.popleft())


def opening(game: Game, lines: list[Line], index: int, seed: int, glance: int = GLANCE) -> Any:
    """Return the state in which the pair of that index begins; `glance` plies tell whether it is balanced."""
    rounds, place = divmod(index, len(lines))
    line = lines[_shuffled(len(lines), place, seed, rounds)]
    state = after(game, line)
    return most_balanced(game, state, RANDOM_PLIES, seed, index, glance) if rounds or not line else state


def after(game: Game, line: Line) -> Any:
    """Return the state after a line of moves from the start."""
    state = game.start()
    for move in line:
        state = play(game, state, move)
    return state


def most_balanced(game: Game, state: Any, plies: int, seed: int, index: int, glance: int = GLANCE) -> Any:
    """Return the most balanced of several random continuations."""
    drawn = [wander(game, state, plies, seed, index * CANDIDATES + i) for i in range(CANDIDATES)]
    return min(drawn, key=lambda end: abs(minimax(game, glance, end).value))


def wander(game: Game, state: Any, plies: int, seed: int, stream: int) -> Any:
    """Return the state after some random moves, or where the game would end before."""
    return _wander(game, state, plies, (seed, stream), np.zeros(game.width, np.int64))


@kernel
def _wander(game, state, plies, lots, moves):
    for ply in range(plies):
        n = game.moves(state, moves)
        following = game.play(state, moves[below(n, lots[0], lots[1], ply)])
        if game.moves(following, moves) == 0:
            return state
        state = following
    return state


def _shuffled(n: int, place: int, seed: int, rounds: int) -> int:
    """Return what stands at a place of a shuffled deck of n, the same for the same seed and round."""
    return _deck(n, seed, rounds)[place]


@cache
def _deck(n: int, seed: int, rounds: int) -> list[int]:
    """Return a shuffled deck of n, from which many games in turn are dealt."""
    return sorted(range(n), key=lambda card: rng.word(seed, -1 - rounds, card))


def ballots(game: Game, plies: int, depth: int, margin: int) -> Iterator[Ballot]:
    """Yield every line of that many plies that leaves no side ahead by more than `margin`.

    The full search judges, at a fixed depth. Of the lines that lead to one position the first stands.
    """
    seen = set()
    for line in _lines(game, game.start(), plies):
        end = after(game, line)
        position = tuple(ASKING["identity"](game, end))
        if position in seen:
            continue
        seen.add(position)
        value = _worth(game, end, depth)
        if abs(value) <= margin:
            yield Ballot(line, value)


def drawn_ballots(
    game: Game, plies: int, depth: int, margin: int, seed: int, executor: Executor, run: Run | None = None
) -> Generator[Ballot, None, None]:
    """Yield lines of that many random moves that leave no side ahead, no two to one position.

    They are judged as `ballots` are, and come as they are drawn, as long as there are new ones.
    """
    seen: set[tuple] = set()
    tried = 0
    for found in each(executor, fair_lines, _draws(game, plies, depth, margin, seed), run):
        tried += DRAWN
        for line, value in found:
            position = tuple(ASKING["identity"](game, after(game, line)))
            if position not in seen:
                seen.add(position)
                tried = 0
                yield Ballot(tuple(line), value)
        if tried >= PATIENCE:
            return


def _draws(game: Game, plies: int, depth: int, margin: int, seed: int) -> Iterator[Unit]:
    for first in count(0, DRAWN):
        yield f"lines from {first}", (game.address, first, plies, depth, margin, seed)


def fair_lines(
    address: tuple[str, str, str], first: int, plies: int, depth: int, margin: int, seed: int
) -> list[Ballot]:
    """Draw some random lines, and return those that leave no side ahead by more than the margin."""
    game = load_same(*address)
    drawn = (random_game(game, seed, index, plies) for index in range(first, first + DRAWN))
    whole = [(line, states[-1]) for states, line in drawn if len(line) == plies]
    goes_on = [(line, end) for line, end in whole if legal_moves(game, end)]
    judged = [Ballot(tuple(line), _balance(game, end, depth, margin)) for line, end in goes_on]
    return [ballot for ballot in judged if abs(ballot.value) <= margin]


def _balance(game: Game, state: Any, depth: int, margin: int) -> int:
    """Return what a deep search finds a position worth, or a glance where that is too much already."""
    glance = _worth(game, state, min(GLANCE, depth))
    return glance if abs(glance) > margin else _worth(game, state, depth)


def _worth(game: Game, state: Any, depth: int) -> int:
    """Return what the full search, as the game wants it, finds a position worth."""
    settings: dict[str, Any] = {**game.settings, "depth": depth}
    return analyse(game, Full(**settings), state).value


def _lines(game: Game, state: Any, plies: int) -> Iterator[Line]:
    if plies == 0:
        yield ()
    else:
        for move in legal_moves(game, state):
            for rest in _lines(game, play(game, state, move), plies - 1):
                yield (move, *rest)
