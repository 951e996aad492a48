"""A digest of all source code that a module's machine code can depend on.

Numba watches only the file in which a kernel stands. A kernel also depends on every module that
its own module imports, so the digest follows import statements: through Plyometric itself, through
the module's own package, and through the modules beside it, unless it stands among installed libraries.
Of everything else, wherever it is installed, the version counts.

Statements are read, not what happens to be loaded, so that every process finds the same digest.
"""

import ast
import hashlib
import importlib.util
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from plyometric.errors import PACKAGE

_INSTALLED = tuple(
    str(Path(path).resolve()) for path in map(sysconfig.get_path, ("stdlib", "purelib", "platlib"))
)

UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)
"""What is raised about a source that cannot be read: it imports nothing."""


@cache
def digest(module: str) -> str:
    """Return a hex digest over the sources that `module` depends on, its own included."""
    return _digest_over(*_closure(module))


def digest_of_file(path: Path) -> str:
    """Return the digest of a file that is not loaded: of all that loading it would run."""
    files, libraries = _followed(list(_imports_in("", path)), "", path.parent)
    return _digest_over(files | {"": path}, libraries)


def _digest_over(files: dict[str, Path], libraries: set[str]) -> str:
    hasher = hashlib.sha256()
    for name, path in sorted(files.items()):
        hasher.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
    for name in sorted(libraries):
        hasher.update(f"{name} {_version(name)}\0".encode())
    return hasher.hexdigest()[:16]


@cache
def source_file(module: str) -> Path | None:
    """Return the file that a module's source stands in, or None if it has none."""
    loaded = sys.modules.get(module)
    file = getattr(loaded, "__file__", None) if loaded else _found(module)
    return Path(file) if file and file.endswith(".py") and Path(file).exists() else None


def is_part_of_us(module: str) -> bool:
    """Return whether a module belongs to Plyometric."""
    return module.partition(".")[0] == PACKAGE.name


def _found(module: str) -> str | None:
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError, AttributeError):
        return None
    return spec.origin if spec else None


def own_file(module: str, home: Path) -> Path | None:
    """Return the file of a module that stands in a folder of somebody's own, or None if it does not."""
    if module.partition(".")[0] in sys.stdlib_module_names or _holds_libraries(home):
        return None
    return _file_in(home, module)


@cache
def _file_in(home: Path, module: str) -> Path | None:
    place = home.joinpath(*module.split("."))
    files = (place.parent / f"{place.name}.py", place / "__init__.py")
    return next((file for file in files if file.is_file()), None)


@cache
def _holds_libraries(home: Path) -> bool:
    """Return whether a folder is one that packages are installed in: what is there is not a game's own."""
    return str(home.resolve()).startswith(_INSTALLED) or any(home.glob("*.dist-info"))


@cache
def _version(library: str) -> str:
    try:
        return version(library)
    except (PackageNotFoundError, ValueError):
        return ""


def _closure(root: str) -> tuple[dict[str, Path], set[str]]:
    """Return the files that a module depends on, by name, and the libraries that they import."""
    return _followed([root], root, _home(root))


def _followed(waiting: list[str], root: str, home: Path | None) -> tuple[dict[str, Path], set[str]]:
    files, libraries = dict[str, Path](), set[str]()
    while waiting:
        module = waiting.pop()
        package = module.partition(".")[0]
        path = _file_of(module, root, home)
        if path and module not in files:
            files[module] = path
            waiting += _imports(module, path)
        elif not _file_of(package, root, home):
            libraries.add(package)
    return files, libraries - sys.stdlib_module_names - {""}


def _file_of(module: str, root: str, home: Path | None) -> Path | None:
    """Return the file of a module that counts as one of the root's own."""
    package = module.partition(".")[0]
    if package == PACKAGE.name:
        return _file_in(PACKAGE.parent, module)
    if package == root.partition(".")[0]:
        return source_file(module)
    return own_file(module, home) if home else None


def _home(module: str) -> Path | None:
    """Return the folder that a module, or the package that it is part of, stands in."""
    file = source_file(module.partition(".")[0])
    return file and (file.parent.parent if file.stem == "__init__" else file.parent)


@cache
def _imports(module: str, path: Path) -> list[str]:
    return list(_imports_in(module, path))


def _imports_in(module: str, path: Path) -> Iterator[str]:
    with suppress(*UNREADABLE):
        yield from _imports_of(ast.parse(path.read_bytes()), module, path)


def _imports_of(tree: ast.Module, module: str, path: Path) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = _absolute(node, module, path)
            yield origin
            yield from (f"{origin}.{alias.name}" for alias in node.names)


def _absolute(node: ast.ImportFrom, module: str, path: Path) -> str:
    if not node.level:
        return node.module or ""
    package = module if path.stem == "__init__" else module.rpartition(".")[0]
    try:
        return importlib.util.resolve_name("." * node.level + (node.module or ""), package)
    except ImportError:
        return ""
