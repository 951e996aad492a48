"""Finding games: those in this folder, in other packages, and in files named by their path.

A game is one Python file that ends in `GAME = Game(...)`; a large one is a folder, whose `__init__.py`
is that file. Other packages announce theirs under the
entry-point group `plyometric.games`. A family of games is a function named like its file that takes
the parameters and returns a `Game`; its members are named `fives(size=15)`.
"""

import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from plyometric.errors import InputError, Interrupted, brief

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from plyometric.kernel import Game


_PARAMETER = re.compile(r"\s*(\w+)\s*=\s*(\d{1,18})\s*", re.ASCII)
"""A parameter of a family: small enough for a machine word."""


def names() -> list[str]:
    """Return the names of all installed games."""
    return sorted({*_in_this_folder(), *_announced()})


def _in_this_folder() -> Iterator[str]:
    """Yield the games of this folder: a file each, or a folder whose `__init__.py` is that file."""
    here = Path(__file__).parent
    for path in (*here.glob("*.py"), *here.glob("*/__init__.py")):
        if "\nGAME = " in path.read_text():
            yield path.parent.name if path.stem == "__init__" else path.stem


def load(text: str) -> "Game":
    """Return the game of that name, `name(parameter=value)` for one of a family, or path of a file.

    The file at a path is run, so the text must come from a person; see `load_installed`.
    """
    from plyometric.games.loose import module_from_file

    if not text.endswith(".py"):
        return load_installed(text.strip())
    return _found_at(text, _game_in(module_from_file(Path(text)), text))


def load_installed(text: str) -> "Game":
    """Return the installed game of that very name: all that a text out of a file may ask for."""
    return _found_at(text, _named(text))


def _found_at(origin: str, game: "Game") -> "Game":
    object.__setattr__(game, "origin", origin)
    return game


@cache
def load_same(origin: str, evaluation: str, digest: str) -> "Game":
    """Return the game at an address if it is the very same here, as a worker must make sure.

    The address is trusted as if a person here had typed it: it comes from whoever gives the worker its
    work, and who gives a worker work can run code on it anyway.
    """
    game = load(origin).judged_by(evaluation)
    if game.digest != digest:
        raise InputError(f"this worker has another version of {origin}: install the same one everywhere.")
    return game


def _named(text: str) -> "Game":
    match = re.fullmatch(r"(\w+)(?:\(([^()]*)\))?", text)
    if not match or match[1] not in names():
        known = ", ".join(names())
        raise InputError(f"no game is named {text!r:.80}: there are {known}, or give the path of a .py file.")
    name, parameters = match.groups()
    module = _module_named(name)
    if parameters is None:
        return _game_in(module, name)
    return _member(module, name, parameters)


def _module_named(name: str) -> ModuleType:
    """Import the module of an installed game."""
    from plyometric.games.loose import fault_in_words

    point = _announced().get(name)
    if point is None:
        return importlib.import_module(f"{__name__}.{name}")
    try:
        return point.load()
    except Interrupted:
        raise
    except BaseException as error:
        raise InputError(
            f"{name} is announced as {point.value}, which fails: {fault_in_words(error)}."
        ) from error


def _announced() -> dict[str, "EntryPoint"]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group="plyometric.games")}


def _member(module: ModuleType, name: str, parameters: str) -> "Game":
    family = getattr(module, name, None)
    if not callable(family):
        raise InputError(f"{name} takes no parameters.")
    member = brief(f"{name}({parameters})", 90)
    words = [_PARAMETER.fullmatch(word) for word in parameters.split(",")] if parameters.strip() else []
    given = {word[1]: int(word[2]) for word in words if word}
    if len(given) < len(words):
        raise InputError(f"{member}: parameters are written name=number, comma between.")
    try:
        return family(**given)
    except TypeError as error:
        raise InputError(f"{member}: {error}.") from None


def _game_in(module: Any, text: str) -> "Game":
    from plyometric.kernel import Game

    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        raise InputError(f"{text} defines no game: end it with GAME = Game(name=..., ...).")
    return game
