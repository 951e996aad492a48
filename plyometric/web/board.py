"""One board for every game: its picture, its legal moves with their places, and how the game stands."""

from collections.abc import Iterator
from typing import Any

from plyometric.arena.sitting import Sitting
from plyometric.errors import InputError
from plyometric.games.drawing import CAPTION, CELL, MARGIN, board_of
from plyometric.games.records import read_records, write_record
from plyometric.kernel import Game
from plyometric.web.asking import Board, read_by_game


def look(board: Board) -> dict[str, Any]:
    """Return all that a page shows of a board."""
    game, sitting = board.game, board.sitting
    state = sitting.state
    picture = game.svg(state) if game.svg else None
    return {
        "game": game.name,
        "position": game.position_text(state),
        "picture": picture,
        "grid": grid_of(picture),
        "text": game.draw(state) if game.draw and not picture else None,
        "legal": [] if sitting.is_drawn else list(moves_of(game, sitting)),
        "last": last_places(game, sitting),
        "played": list(played(game, sitting)),
        "turn": turn_of(game, sitting),
        "sides": game.records.sides,
        "result": sitting.result,
        "status": status_of(game, sitting),
        "reads": game.notation.read_position is not None,
        "extension": extension_of(game),
    }


def grid_of(picture: str | None) -> dict[str, int] | None:
    """Return where the places of a picture lie, in its own units."""
    found = board_of(picture) if picture else None
    if not found:
        return None
    columns, rows = found
    size = {"width": columns * CELL + 2 * MARGIN, "height": rows * CELL + 2 * MARGIN + CAPTION}
    return {"columns": columns, "rows": rows, "cell": CELL, "margin": MARGIN, **size}


def moves_of(game: Game, sitting: Sitting) -> Iterator[dict[str, Any]]:
    """Yield the legal moves, each as players write it and with its places on the picture."""
    state = sitting.state
    for move in sitting.legal:
        yield {"move": str(move), "text": game.move_text(state, move), "places": places(game, state, move)}


def places(game: Game, state: Any, move: int) -> list[list[int]]:
    """Return where a move begins and ends, if the game tells."""
    return [list(place) for place in game.places(state, move)] if game.places else []


def last_places(game: Game, sitting: Sitting) -> list[list[int]]:
    """Return the places of the last move."""
    return places(game, sitting.states[-2], sitting.moves[-1]) if sitting.moves else []


def played(game: Game, sitting: Sitting) -> Iterator[str]:
    """Yield the moves so far as players write them."""
    for state, move in zip(sitting.states, sitting.moves, strict=False):
        yield game.move_text(state, move)


def turn_of(game: Game, sitting: Sitting) -> int:
    """Return which side is to move: 0 for the first, 1 for the second."""
    return (game.records.ply(sitting.states[0]) + len(sitting.moves)) % 2


def status_of(game: Game, sitting: Sitting) -> str:
    """Return how the game stands, in a few words."""
    result, sides = sitting.result, game.records.sides
    if result is None:
        return f"{sides[turn_of(game, sitting)]} to move"
    if result == 0:
        return "The game is drawn"
    beginner = game.records.ply(sitting.states[0]) % 2
    return f"{sides[beginner if result == 1 else 1 - beginner]} has won"


def extension_of(game: Game) -> str:
    """Return how the file of a record is called: programs that speak GTP keep theirs in SGF."""
    return "sgf" if game.protocol == "gtp" else game.records.extension


def record(board: Board, names: tuple[str, str]) -> str:
    """Return a game as a file holds it, under the names of the first and the second side."""
    if extension_of(board.game) == "sgf":
        return _as_sgf(board)
    return write_record(board.sitting.record(names), board.game)


def _as_sgf(board: Board) -> str:
    from plyometric.games.go_capture.sgf import Task, task_text

    task = Task(_size_of(board.game), board.sitting.states[0])
    return task_text(task, board.sitting.moves)


def _size_of(game: Game) -> int:
    return game.position_text(game.start()).count("/") + 1


def read_record(game: Game, text: str) -> dict[str, Any]:
    """Return where the first game of a file begins, and its moves."""
    if extension_of(game) == "sgf":
        return _from_sgf(game, text)
    found = read_by_game(read_records, text, game, "the file")
    if not found:
        raise InputError("there is no game in that file.")
    first = found[0]
    start = "" if first.start == game.start() else game.position_text(first.start)
    return {"start": start, "moves": [str(move) for move in first.moves]}


def _from_sgf(game: Game, text: str) -> dict[str, Any]:
    from plyometric.games.go_capture.sgf import read_game

    task, moves = read_by_game(read_game, text, "the file")
    if task.size != _size_of(game):
        raise InputError(f"that board has {task.size} rows, and this one {_size_of(game)}.")
    return {"start": game.position_text(task.state), "moves": [str(move) for move in moves]}
