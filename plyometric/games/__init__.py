"""Finding games: those in this folder, in other packages, and in files named by their path.

A game is one Python file that ends in `GAME = Game(...)`; a large one is a folder, whose `__init__.py`
is that file. Other packages announce theirs under the
entry-point group `plyometric.games`. A family of games is a function named like its file that takes
the parameters and returns a `Game`; its members are named `fives(size=15)`.
"""

import hashlib
import importlib
import importlib.util
import re
import sys
import threading
import traceback
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from plyometric.errors import InputError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from plyometric.kernel import Game


_PARAMETER = re.compile(r"\s*(\w+)\s*=\s*(\d{1,18})\s*", re.ASCII)
"""A parameter of a family: small enough for a machine word."""

_loading = threading.Lock()
"""Held while a game file is imported, so that no thread sees it half done."""


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
    if not text.endswith(".py"):
        return load_installed(text.strip())
    return _found_at(text, _game_in(_module_from_file(Path(text)), text))


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
    point = _announced().get(name)
    if point is None:
        return importlib.import_module(f"{__name__}.{name}")
    try:
        return point.load()
    except BaseException as error:
        raise InputError(f"{name} is announced as {point.value}, which fails: {_in_words(error)}.") from error


def _announced() -> dict[str, "EntryPoint"]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group="plyometric.games")}


def _member(module: ModuleType, name: str, parameters: str) -> "Game":
    family = getattr(module, name, None)
    if not callable(family):
        raise InputError(f"{name} takes no parameters.")
    words = [_PARAMETER.fullmatch(word) for word in parameters.split(",")] if parameters.strip() else []
    given = {word[1]: int(word[2]) for word in words if word}
    if len(given) < len(words):
        raise InputError(f"{name}({parameters:.80}): parameters are written name=number, comma between.")
    try:
        return family(**given)
    except TypeError as error:
        raise InputError(f"{name}({parameters:.80}): {error}.") from None


def _module_from_file(path: Path) -> ModuleType:
    """Import a game file; a helper module beside it can be imported by it, as in a script."""
    if not path.is_file():
        raise InputError(f"there is no file {path}.")
    with _loading:
        return _loaded_once(path.resolve())


def _loaded_once(path: Path) -> ModuleType:
    version = hashlib.sha256(str(path).encode() + path.read_bytes()).hexdigest()[:8]
    name = f"{path.stem}_{version}"
    if name in sys.modules:
        return sys.modules[name]
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec and spec.loader
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        raise InputError(_import_fault(path, error)) from error
    return module


def _import_fault(path: Path, error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return f"{error.filename} line {error.lineno}: {error.msg}."
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return f"{path} line {frames[-1].lineno if frames else 1}: {_in_words(error)}."


def _in_words(error: BaseException) -> str:
    """Return what went wrong in a game file, in one line."""
    try:
        said = " ".join(str(error).replace("Game.__init__()", "Game(...)").split()).rstrip(".")
    except Exception:
        said = ""
    kind = "" if isinstance(error, InputError) else type(error).__name__
    return _in_its_part(": ".join(filter(None, (kind, said))))


def _in_its_part(fault: str) -> str:
    """Add to a fault where in a game a thing belongs that was given to the game itself."""
    from plyometric.kernel.game import PART_OF, PARTS

    named = re.search(r"Game\(\.\.\.\) got an unexpected keyword argument '(\w+)'", fault)
    part = PART_OF.get(named[1]) if named else None
    return f"{fault}: write {part}={PARTS[part].__name__}({named[1]}=...)" if named and part else fault


def _game_in(module: Any, text: str) -> "Game":
    from plyometric.kernel import Game

    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        raise InputError(f"{text} defines no game: end it with GAME = Game(name=..., ...).")
    return game
