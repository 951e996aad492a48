"""Studies: one file a paper. Each reruns a published experiment and prints its figures beside ours.

A study is a module of this folder with a docstring (its first line is the title; the rest names the
paper and the choices made where it is silent), CLAIMS, and `run(experiment)`; a large one is a folder,
whose `__init__.py` is that module. The study `search-control` is the module `search_control`.
"""

import ast
import importlib
from pathlib import Path
from types import ModuleType

from plyometric.errors import InputError


def names() -> list[str]:
    """Return the names of all studies."""
    return sorted(_in_this_folder())


def title(name: str) -> str:
    """Return the title of a study, without importing it."""
    return (ast.get_docstring(ast.parse(_source(name).read_text())) or name).splitlines()[0]


def load(name: str) -> ModuleType:
    """Return the study of that name."""
    source = _source(name)
    module = source.parent if source.stem == "__init__" else source
    return importlib.import_module(f"{__name__}.{module.stem}")


def name_of(study: ModuleType) -> str:
    """Return the name of a study, as it is written on the command line."""
    return _name(study.__name__.rpartition(".")[2])


def _source(name: str) -> Path:
    found = _in_this_folder()
    if name not in found:
        raise InputError(f"no study is named {name!r}: there are {', '.join(names())}.")
    return found[name]


def _in_this_folder() -> dict[str, Path]:
    """Return the studies of this folder: a file each, or a folder whose `__init__.py` is that file."""
    files = [
        path for here in __path__ for glob in ("*.py", "*/__init__.py") for path in Path(here).glob(glob)
    ]
    studies = (path for path in files if "\nCLAIMS = " in path.read_text())
    return {_name(path.parent.name if path.stem == "__init__" else path.stem): path for path in studies}


def _name(module: str) -> str:
    return module.replace("_", "-")
