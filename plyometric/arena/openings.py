"""Openings: where the games of a match begin.

A game may have a file of openings beside it, `checkers.openings` beside `checkers.py`: a line of moves
each, `#` before a comment. Every opening is played twice, with colours swapped. When a match needs
more than there are, random moves are added to them, two plies more each time round, so that
deterministic players never play one game twice.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from plyometric import rng
from plyometric.errors import InputError
from plyometric.kernel import Game
from plyometric.referee import legal_moves, play, read_move
from plyometric.search.minimax import minimax
from plyometric.sources import source_file

RANDOM_PLIES = 4
DRAWS = 8
"""How many random continuations are drawn, of which the most balanced is taken."""
GLANCE = 4
"""The depth at which balance is judged."""

Line = tuple[int, ...]


def openings_of(game: Game, path: Path | None = None) -> list[Line]:
    """Return the openings in a file, those beside the game if none is named, or none but the start."""
    if path is None:
        home = source_file(getattr(game.moves, "py_func", game.moves).__module__)
        path = home.with_suffix(".openings") if home else None
        if path is None or not path.exists() or len(game.name) != len(path.stem):
            return [()]
    return read_openings(game, path)


def read_openings(game: Game, path: Path) -> list[Line]:
    """Return the openings in a file, or say in which line a move is not legal."""
    try:
        lines = path.read_text().splitlines()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}.") from None
    found = [_read_line(game, line, f"{path} line {n}") for n, line in enumerate(lines, 1)]
    openings = [line for line in found if line]
    if not openings:
        raise InputError(f"{path} holds no opening: a line of moves each is expected.")
    return openings


def _read_line(game: Game, line: str, place: str) -> Line:
    state, moves = game.start(), list[int]()
    for word in line.partition("#")[0].split():
        try:
            moves.append(read_move(game, state, word))
        except InputError as error:
            raise InputError(f"{place}: {error}") from None
        state = play(game, state, moves[-1])
    return tuple(moves)


def opening(game: Game, lines: list[Line], index: int, seed: int) -> Any:
    """Return the state in which the pair of that index begins."""
    rounds, place = divmod(index, len(lines))
    state = after(game, lines[_shuffled(len(lines), place, seed, rounds)])
    extra = 2 * rounds + (RANDOM_PLIES if lines == [()] else 0)
    return most_balanced(game, state, extra, seed, index) if extra else state


def after(game: Game, line: Line) -> Any:
    """Return the state after a line of moves from the start."""
    state = game.start()
    for move in line:
        state = play(game, state, move)
    return state


def most_balanced(game: Game, state: Any, plies: int, seed: int, index: int) -> Any:
    """Return the most balanced of several random continuations."""
    drawn = [_wander(game, state, plies, seed, index * DRAWS + i) for i in range(DRAWS)]
    return min(drawn, key=lambda end: abs(minimax(game, GLANCE, end).value))


def _wander(game: Game, state: Any, plies: int, seed: int, stream: int) -> Any:
    for ply in range(plies):
        moves = legal_moves(game, state)
        following = play(game, state, moves[rng.below(len(moves), seed, stream, ply)])
        if not legal_moves(game, following):
            break
        state = following
    return state


def _shuffled(n: int, place: int, seed: int, rounds: int) -> int:
    """Return what stands at a place of a shuffled deck of n, the same for the same seed and round."""
    deck = sorted(range(n), key=lambda card: rng.word(seed, -1 - rounds, card))
    return deck[place]


def ballots(game: Game, plies: int, depth: int, margin: int) -> Iterator[Line]:
    """Yield every line of that many plies that no side has lost, one for each position reached.

    A line is dropped if at any of its positions, or at its end, the side that just moved is more than
    `margin` behind in a search of that depth, as is whoever steps into the loss of a man.
    """
    seen = set()
    for line in _lines(game, game.start(), plies):
        end = after(game, line)
        if end not in seen and abs(minimax(game, depth, end).value) <= margin:
            seen.add(end)
            yield line


def _lines(game: Game, state: Any, plies: int) -> Iterator[Line]:
    if plies == 0:
        yield ()
    else:
        for move in legal_moves(game, state):
            for rest in _lines(game, play(game, state, move), plies - 1):
                yield (move, *rest)
