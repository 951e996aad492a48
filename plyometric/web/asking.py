"""What a browser asks for, read from the JSON it sends: every part checked before anything is done."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from plyometric.errors import InputError, brief, plain_words
from plyometric.web.shelf import LONGEST_NAME, Shelf

if TYPE_CHECKING:
    from plyometric.arena.players import Player
    from plyometric.arena.sitting import Sitting
    from plyometric.kernel import Game

LONGEST_TEXT = 2000
LONGEST_RECORD = 200_000
MOST_MOVES = 1000
NUMBER = re.compile(r"-?\d{1,19}", re.ASCII)

T = TypeVar("T")


@dataclass(frozen=True)
class Board:
    """A game under way as a browser tells it, played through again."""

    name: str
    game: "Game"
    sitting: "Sitting"


def text_in(body: dict[str, Any], key: str, default: str | None = None, longest: int = LONGEST_TEXT) -> str:
    """Return a line of text of the body, of so many characters at most."""
    text = long_text_in(body, key, default, longest)
    if not text.isprintable():
        raise InputError(f"{key} must be one line of plain text, not {brief(text)}.")
    return text


def long_text_in(body: dict[str, Any], key: str, default: str | None, longest: int) -> str:
    """Return a text of the body, of so many characters at most."""
    text = body.get(key, default)
    if not isinstance(text, str) or len(text) > longest:
        raise InputError(f"{key} must be text of {longest} characters at most, not {brief(text)}.")
    return text


def number_in(body: dict[str, Any], key: str, low: float, high: float) -> float:
    """Return a number of the body within a range."""
    number: Any = body.get(key)
    is_number = isinstance(number, int | float) and not isinstance(number, bool)
    if not is_number or not low <= number <= high:
        raise InputError(f"{key} must be a number from {low:g} to {high:g}, not {brief(number)}.")
    return float(number)


def moves_in(body: dict[str, Any]) -> list[int]:
    """Return the moves of the body, which are whole numbers written as texts."""
    moves = body.get("moves", [])
    if not isinstance(moves, list) or len(moves) > MOST_MOVES:
        raise InputError(f"moves must be a list of {MOST_MOVES} at most.")
    for move in moves:
        if not isinstance(move, str) or not NUMBER.fullmatch(move):
            raise InputError(f"moves are whole numbers as texts, not {brief(move)}.")
    return [int(move) for move in moves]


def game_in(shelf: Shelf, body: dict[str, Any]) -> tuple[str, "Game"]:
    """Return the name of the game that is asked for, and the game."""
    name = text_in(body, "game", longest=LONGEST_NAME)
    return name, shelf.game(name)


def board_in(shelf: Shelf, body: dict[str, Any]) -> Board:
    """Return the board that a body tells of."""
    from plyometric.arena.sitting import Sitting

    name, game = game_in(shelf, body)
    start, moves = text_in(body, "start", ""), moves_in(body)
    sitting = Sitting(game, position_in(game, start))
    for move in moves:
        sitting.play(move)
    return Board(name, game, sitting)


def position_in(game: "Game", text: str) -> Any:
    """Return the state that a text names, the start for none.

    A game that reads no texts of its own would take any words of a state, and machine code checks nothing.
    """
    if not text:
        return game.start()
    if game.notation.read_position is None:
        raise InputError(f"{game.name} reads no positions: it has no `read_position`.")
    return read_by_game(game.read_position, text)


def read_by_game(function: Callable[..., T], *arguments: Any) -> T:
    """Return what a game reads from a text; whatever it makes of nonsense is bad input."""
    try:
        return function(*arguments)
    except InputError:
        raise
    except Exception as error:
        raise InputError(f"that cannot be read: {plain_words(error)}") from None


def player_in(shelf: Shelf, body: dict[str, Any], board: Board) -> "Player":
    """Return the player that is asked for."""
    return shelf.player(board.name, text_in(body, "player"))
