"""Studies: one file a paper. Each reruns a published experiment and prints its figures beside ours.

A study is a module of this folder with a docstring (its first line is the title; the rest names the
paper and the choices made where it is silent), CLAIMS, and `run(experiment)`.
"""

import ast
import importlib
from pathlib import Path
from types import ModuleType

from plyometric.errors import InputError


def names() -> list[str]:
    """Return the names of all studies."""
    return sorted(
        path.stem for path in Path(__file__).parent.glob("*.py") if "\nCLAIMS = " in path.read_text()
    )


def title(name: str) -> str:
    """Return the title of a study, without importing it."""
    source = Path(__file__).with_name(f"{name}.py").read_text()
    return (ast.get_docstring(ast.parse(source)) or name).splitlines()[0]


def load(name: str) -> ModuleType:
    """Return the study of that name."""
    if name not in names():
        raise InputError(f"no study is named {name!r}: there are {', '.join(names())}.")
    return importlib.import_module(f"{__name__}.{name}")
