"""What comes with a game: files beside its module that a player may name without their path.

`fives/hasson.weights.json` is `hasson` where weights are asked for, `checkers/depth4.strategy.json` is
`depth4` where a strategy is, `checkers/tactics.suite.epd` is `tactics` where a suite is.
"""

from pathlib import Path

from plyometric.errors import InputError
from plyometric.games import load, names
from plyometric.kernel import Game, plain
from plyometric.kernel.sources import source_file


def shipped(game: Game, kind: str) -> dict[str, Path]:
    """Return the files of a kind, such as `weights`, that come with a game, by their names."""
    home = source_file(plain(game.moves).__module__)
    found = home.parent.glob(f"*.{kind}.*") if home else ()
    return {path.name.partition(f".{kind}.")[0]: path for path in sorted(found)}


def owner_of(text: str, kind: str) -> str:
    """Return the installed game that a file of that name comes with; none if the text is a path."""
    if _is_file(Path(text)) or Path(text).name != text:
        return ""
    return next((name for name in names() if text in shipped(load(name), kind)), "")


def file_named(game: Game, text: str, kind: str) -> Path:
    """Return the file that a text names: by its path, or by the name under which it comes with the game."""
    path = Path(text)
    if _is_file(path) or path.name != text:
        return path
    there = shipped(game, kind)
    if text not in there:
        names = ", ".join(there) or "none"
        raise InputError(f"{text[:300]}: No such file; the {kind} files that come with {game.name}: {names}.")
    return there[text]


def _is_file(path: Path) -> bool:
    """Return whether there is such a file; a name that is too long for one is none."""
    try:
        return path.is_file()
    except OSError:
        return False
