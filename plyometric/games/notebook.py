"""What draws itself in a notebook: boards, lines of moves, and small tables."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, NamedTuple

from plyometric.games import load
from plyometric.kernel import WIN, Game
from plyometric.kernel.referee import legal_moves, play, read_move


def game_of(game: Game | str) -> Game:
    """Return a game, which may be named, or given by the path of its file."""
    return game if isinstance(game, Game) else load(game)


def state_of(game: Game, position: Any = None) -> Any:
    """Return a position as a state: it may be a text in the game's notation, or a board; else the start."""
    if isinstance(position, str):
        return game.read_position(position)
    return game.start() if position is None else getattr(position, "state", position)


def value_text(value: int) -> str:
    """Return a value in words where it is a sure win or loss."""
    distance = WIN - abs(value)
    if distance > 1000:
        return str(value)
    if distance == 0:
        return "won" if value > 0 else "lost"
    return f"{'win' if value > 0 else 'loss'} in {distance} plies"


class Board(NamedTuple):
    """A position of a game, which shows itself: as text when printed, as a picture in a notebook."""

    game: Game
    state: Any

    @property
    def moves(self) -> list[str]:
        """The legal moves as players write them."""
        return [self.game.move_text(self.state, move) for move in legal_moves(self.game, self.state)]

    def play(self, *texts: str) -> "Board":
        """Return the board after some moves."""
        state = self.state
        for text in texts:
            state = play(self.game, state, read_move(self.game, state, text))
        return Board(self.game, state)

    def __str__(self) -> str:
        drawn = self.game.draw
        return drawn(self.state) if drawn else self.game.position_text(self.state)

    def __repr__(self) -> str:
        return f"Board({self.game.name}, {self.game.position_text(self.state)!r})"

    def _repr_html_(self) -> str:
        if self.game.svg is not None:
            return self.game.svg(self.state)
        return f"<pre>{escape(str(self))}</pre>"


def board(game: Game | str, position: Any = None) -> Board:
    """Return a board of a game with a position on it, by default the first."""
    rules = game_of(game)
    return Board(rules, state_of(rules, position))


class Line(NamedTuple):
    """Moves from a position on, which are written as players do, and end on a board."""

    start: Board
    moves: tuple[int, ...]

    @property
    def texts(self) -> list[str]:
        """The moves as players write them."""
        state, texts = self.start.state, list[str]()
        for move in self.moves:
            texts.append(self.start.game.move_text(state, move))
            state = play(self.start.game, state, move)
        return texts

    @property
    def end(self) -> Board:
        """The board after the last move."""
        state = self.start.state
        for move in self.moves:
            state = play(self.start.game, state, move)
        return Board(self.start.game, state)

    def __str__(self) -> str:
        return " ".join(self.texts)

    def _repr_html_(self) -> str:
        return f"<p>{escape(str(self))}</p>{self.end._repr_html_()}"


def html_table(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return a table of texts as HTML."""
    head = "".join(f"<th>{escape(str(cell))}</th>" for cell in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
