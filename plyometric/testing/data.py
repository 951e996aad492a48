"""The data files of a game: perft counts, and a recorded game that later versions are held against."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from plyometric.errors import InputError
from plyometric.kernel import Game, referee
from plyometric.testing.asking import LEFT_AT, Fault, Sample, Skip, ending


def write_playthrough(game: Game, path: Path | str, seed: int = 0) -> None:
    """Record a random game in a file, for later versions of the rules to be held against."""
    head = f"# {game.name}, a random game: move | legal moves | evaluation | position, as after the move"
    Path(path).write_text("\n".join([head, *record(game, seed, 0, LEFT_AT)]) + "\n")


def record(game: Game, seed: int, index: int, plies: int) -> list[str]:
    """Return the lines of a random game."""
    states, chosen = referee.random_game(game, seed, index, plies)
    texts = [game.move_text(state, move) for state, move in zip(states, chosen, strict=False)]
    return [line_of(game, text, state) for text, state in zip(["start", *texts], states, strict=True)]


def line_of(game: Game, text: str, state: Any) -> str:
    """Return the line of a playthrough: a move's text and what is true after it."""
    facts = (text, ending(game, state), referee.evaluate(game, state), game.position_text(state))
    return " | ".join(map(str, facts))


def replayed(game: Game, state: Any, text: str, where: str) -> Any:
    """Return the state after a recorded move."""
    try:
        return referee.play(game, state, referee.read_move(game, state, text))
    except InputError as error:
        raise Fault(f"{where}: {error}") from None


def read_perft(game: Game, path: Path) -> Iterator[tuple[str, Any, list[int]]]:
    """Yield place, state and counts of every line of a perft file."""
    for where, line in lines_of(path):
        position, _, numbers = line.rpartition("|")
        counts = numbers.split()
        if not position or not counts or not all(map(str.isdecimal, counts)):
            raise InputError(f"{where}: {line!r} should read `position | count count ...`.")
        yield where, position_at(game, position.strip(), where), list(map(int, counts))


def position_at(game: Game, text: str, where: str) -> Any:
    """Return the state of a position that stands at a place in a file."""
    try:
        return game.start() if text == "start" else game.read_position(text)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def data_file(game: Game, sample: Sample, kind: str) -> Path:
    """Return the game's file of a kind, or skip what needs it."""
    if sample.data is None:
        raise Skip(f"no folder was named for the game's .{kind} file.")
    path = sample.data / f"{Path(game.origin or game.name).stem}.{kind}"
    if not path.is_file():
        raise Skip(f"there is no file {path}.")
    return path


def lines_of(path: Path) -> Iterator[tuple[str, str]]:
    """Yield place and content of every line that says something."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            yield f"{path} line {number}", line.strip()
