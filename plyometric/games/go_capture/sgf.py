"""Problems in SGF files: which string is attacked, by whom, and the answer.

The attacked stone bears a triangle (TR) or another mark, unless the reader is told which it is. The board
is that of the main line after some moves, by default where the file begins. Source of the format: A.
Hollosi, SGF file format FF[4] (1999); the package sgfmill reads and writes it.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from plyometric.errors import InputError
from plyometric.files import read_text
from plyometric.games.go_capture.notation import View, checked, view_of
from plyometric.games.go_capture.rules import NO_KO, State
from plyometric.games.points import point_text, read_point

SIZES = range(5, 20)
COLOURS = ("b", "w")
MARKS = ("TR", "MA", "CR", "SQ")


class Task(NamedTuple):
    """One problem: the size of its board, its position with the attacker to move, and the answer if told."""

    size: int
    state: State
    answer: int | None = None
    comment: str = ""


def read_tasks(path: Path, target: str = "", moves: int = 0) -> list[Task]:
    """Return the problems of a file; `target` names the attacked stone, `moves` how many are played first."""
    games = _games(path)
    places = [str(path)] if len(games) == 1 else [f"{path} game {n}" for n, _ in enumerate(games, 1)]
    return [_task(place, game, target, moves) for place, game in zip(places, games, strict=True)]


def read_board(path: Path, moves: int | None) -> tuple[Any, int]:
    """Return the board of a file's first game after some moves, or all, and the point of a ko."""
    game = _games(path)[0]
    _check_size(str(path), game)
    return _played(game, moves)[:2]


def read_game(text: str, place: str) -> tuple[Task, list[int]]:
    """Return the problem of the first game in a text, and the moves of its main line."""
    game = _games_in(text, place)[0]
    task = _with_mover(_task(place, game, "", 0), game.get_root())
    size, moves = task.size, (node.get_move() for node in game.get_main_sequence())
    return task, [_point(size, at or (size, 0)) for colour, at in moves if colour]


def _with_mover(task: Task, root: Any) -> Task:
    """Return a problem with the side to move that its file names, for a game may begin with the defender."""
    if not root.has_property("PL"):
        return task
    view = view_of(task.size, task.state)._replace(mover=COLOURS.index(root.get("PL")))
    return task._replace(state=checked(task.size, view))


def _games(path: Path) -> list[Any]:
    return _games_in(read_text(path), str(path))


def _games_in(text: str, place: str) -> list[Any]:
    from sgfmill import sgf, sgf_grammar

    try:
        trees = sgf_grammar.parse_sgf_collection(text.encode())
        return [sgf.Sgf_game.from_coarse_game_tree(tree) for tree in trees]
    except (ValueError, RecursionError) as error:
        raise InputError(f"{place}: this is no SGF: {error}.") from None


def _check_size(place: str, game: Any) -> None:
    if game.get_size() not in SIZES:
        sizes = f"{SIZES[0]} to {SIZES[-1]}"
        raise InputError(f"{place}: the board has {game.get_size()} rows: {sizes} are accepted.")


def _task(place: str, game: Any, target: str, moves: int) -> Task:
    """Return the problem of one game, or say what is wrong with it and where."""
    _check_size(place, game)
    size, root = game.get_size(), game.get_root()
    try:
        board, ko, last = _played(game, moves)
        stones = stones_on(board)
        attacked = read_point(size, target) if target else _marked(root, size)
        if attacked not in stones:
            raise InputError(f"the target {point_text(size, attacked)} is an empty point")
        attacker = 1 - stones[attacked]
        state = checked(size, View(stones, attacked, attacker, attacker, ko if last != attacker else NO_KO))
        comment = root.get("C") if root.has_property("C") else ""
        return Task(size, state, None if moves else _answer(game, size), comment)
    except (InputError, ValueError) as error:
        raise InputError(f"{place}: {str(error).rstrip('.')}.") from None


def _played(game: Any, moves: int | None) -> tuple[Any, int, int | None]:
    """Return the board after some moves of the main line, or all, the ko, and who moved last."""
    from sgfmill import boards

    board = boards.Board(game.get_size())
    played, ko, last = 0, NO_KO, None
    for node in game.get_main_sequence():
        colour, place = node.get_move()
        if colour and played == moves:
            break
        if not board.apply_setup(*node.get_setup_stones()):
            raise InputError("a string that is set up has no liberty: that is no position")
        if colour:
            ko, played, last = _put(board, place, colour, played + 1), played + 1, COLOURS.index(colour)
    if moves and played < moves:
        raise InputError(f"there are {played} moves in the game, not {moves}")
    return board, ko, last


def _put(board: Any, place: tuple[int, int] | None, colour: str, number: int) -> int:
    """Play a move on sgfmill's board, or pass; return the point of the ko."""
    if place is None:
        return NO_KO
    if board.get(*place):
        raise InputError(f"move {number} is played on a stone")
    forbidden = board.play(*place, colour)
    return NO_KO if forbidden is None else _point(board.side, forbidden)


def stones_on(board: Any) -> dict[int, int]:
    """Return the colour of the stone on each point of sgfmill's board that has one."""
    found = board.list_occupied_points()
    return {_point(board.side, place): COLOURS.index(colour) for colour, place in found}


def _point(size: int, place: tuple[int, int]) -> int:
    """Return the number of a point from sgfmill's row and column, which count from the bottom left too."""
    return place[0] * (size + 1) + place[1]


def _marked(root: Any, size: int) -> int:
    for mark in MARKS:
        if root.has_property(mark) and root.get(mark):
            return _point(size, min(root.get(mark)))
    raise InputError(
        "no stone is marked as the target: mark one with a triangle (TR), or name it by --target"
    )


def _answer(game: Any, size: int) -> int | None:
    """Return the first move of the main line, which is the answer."""
    moves = (node.get_move() for node in game.get_main_sequence())
    place = next((place for colour, place in moves if colour), None)
    return None if place is None else _point(size, place)


def task_text(task: Task, moves: Sequence[int] = ()) -> str:
    """Return a problem as one game of an SGF file, with its answer or the moves that were played."""
    from sgfmill import sgf

    size, view = task.size, view_of(task.size, task.state)
    game = sgf.Sgf_game(size=size)
    root = game.get_root()
    places = {
        side: [divmod(point, size + 1) for point, colour in sorted(view.stones.items()) if colour == side]
        for side in (0, 1)
    }
    root.set_setup_stones(*places.values())
    root.set("PL", COLOURS[view.mover])
    root.set("TR", [divmod(view.target, size + 1)])
    if task.comment:
        root.set("C", task.comment)
    line = moves or ([] if task.answer is None else [task.answer])
    for ply, move in enumerate(line):
        point = divmod(move, size + 1)
        colour = COLOURS[(view.mover + ply) % 2]
        game.extend_main_sequence().set_move(colour, point if point[0] < size else None)
    return game.serialise(wrap=None).decode().strip()
