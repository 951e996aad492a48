"""Game files: imported by their path, each with the helper modules beside it as its own.

Two files in two folders may each `import helper` and mean the one beside it. So a game file and its
helpers are loaded under names that tell their place and content, and their import statements look beside
them first. The path on which everything else is found stays as it is.
"""

import builtins
import hashlib
import importlib.util
import os
import re
import sys
import threading
import traceback
from collections.abc import Mapping, Sequence
from functools import partial
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

from plyometric.errors import InputError, Interrupted
from plyometric.kernel.sources import own_file

LONGEST_SHOWN = 200
"""How much is repeated of a path that leads nowhere."""

_loading = threading.RLock()
"""Held while a game file or a helper is imported, so that no thread sees it half done."""

_homes: dict[str, Path] = {}
"""The folder of each file that was loaded, by the name of its module."""


def module_from_file(path: Path) -> ModuleType:
    """Import a game file; a helper module beside it can be imported by it, as in a script."""
    try:
        if not path.is_file():
            raise InputError(f"there is no file {_shown(path)}.")
        path = path.resolve()
        path.read_bytes()
    except OSError as error:
        raise InputError(f"{_shown(path)}: {error.strerror}.") from None
    try:
        with _loading:
            return _loaded_once(path)
    except Interrupted:
        raise
    except BaseException as error:
        raise InputError(_import_fault(path, error)) from error


def _loaded_once(path: Path) -> ModuleType:
    """Return the module of a file or of a package's first file, loaded unless this version of it was."""
    place = path.parent if path.stem == "__init__" else path
    version = hashlib.sha256(os.fsencode(path) + path.read_bytes()).hexdigest()[:8]
    name = re.sub(r"\W", "_", place.stem) + f"_{version}"
    if name in sys.modules:
        return sys.modules[name]
    _homes[name] = place.parent
    spec = importlib.util.spec_from_file_location(name, path, loader=_Loader(name, str(path)))
    assert spec and spec.loader
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


class _Loader(SourceFileLoader):
    """Runs a module so that its import statements look beside its game first."""

    def exec_module(self, module: ModuleType) -> None:
        home = _homes[module.__name__.partition(".")[0]]
        module.__dict__["__builtins__"] = vars(builtins) | {"__import__": partial(_import, home)}
        super().exec_module(module)


class _Finder(MetaPathFinder):
    """Finds the parts of packages that stand beside a game."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how to load a part of a helper package, as its first file was loaded."""
        if path is None or name.partition(".")[0] not in _homes:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(name, str(spec.origin))
        return spec


sys.meta_path.insert(0, _Finder())


def _import(
    home: Path,
    name: str,
    scope: Mapping[str, Any] | None = None,
    local: Mapping[str, Any] | None = None,
    wanted: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    """Do what `import` does, but take a module that stands in the folder from there."""
    top, dot, rest = name.partition(".")
    with _loading:
        file = own_file(top, home) if not level else None
        known = f"{_loaded_once(file).__name__}{dot}{rest}" if file else name
        return __import__(known, scope, local, wanted or (), level)


# What is said when it fails


def _shown(path: Path) -> str:
    """Return a path in one line of reasonable length, whatever is in it."""
    text = str(path)
    return text if text.isprintable() and len(text) <= LONGEST_SHOWN else f"{text!r:.{LONGEST_SHOWN}}"


def _import_fault(path: Path, error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return f"{error.filename} line {error.lineno}: {error.msg}."
    frames = [(Path(frame.filename), frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    near = [(file, line) for file, line in frames if file.parent == path.parent] or [(path, 1)]
    return "{} line {}: {}.".format(*near[-1], fault_in_words(error))


def fault_in_words(error: BaseException) -> str:
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
