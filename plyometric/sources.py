"""A digest of all source code that a module's machine code can depend on.

Numba watches only the file in which a kernel stands. A kernel also depends on every module that
its own module imports, so the digest follows import statements: through Plyometric itself, through
the module's own package, and through files that were not installed (a helper beside a game file).
Installed libraries are left out; Numba's own version is part of every cache key anyway.
"""

import ast
import hashlib
import importlib.util
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

_INSTALLED = tuple(
    str(Path(path).resolve()) for path in map(sysconfig.get_path, ("stdlib", "purelib", "platlib"))
)


@cache
def digest(module: str) -> str:
    """Return a hex digest over the sources that `module` depends on, its own included."""
    hasher = hashlib.sha256()
    for name, path in sorted(_closure(module).items()):
        hasher.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
    return hasher.hexdigest()[:16]


def source_file(module: str) -> Path | None:
    """Return the file that a loaded module's source stands in, or None if it has none."""
    file = getattr(sys.modules.get(module), "__file__", None)
    return Path(file) if file and file.endswith(".py") and Path(file).exists() else None


def _closure(root: str) -> dict[str, Path]:
    found: dict[str, Path] = {}
    waiting = [root]
    while waiting:
        module = waiting.pop()
        path = source_file(module)
        if module not in found and path and (module == root or _is_followed(module, path, root)):
            found[module] = path
            waiting += _imports(module, path)
    return found


def _is_followed(module: str, path: Path, root: str) -> bool:
    package = module.partition(".")[0]
    if package in ("plyometric", root.partition(".")[0]):
        return True
    return not str(path.resolve()).startswith(_INSTALLED)


@cache
def _imports(module: str, path: Path) -> list[str]:
    return list(_imports_in(module, path))


def _imports_in(module: str, path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from _imported_from(_absolute(node, module), [alias.name for alias in node.names])


def _absolute(node: ast.ImportFrom, module: str) -> str:
    package = getattr(sys.modules[module], "__package__", None) or ""
    return importlib.util.resolve_name("." * node.level + (node.module or ""), package)


def _imported_from(origin: str, names: list[str]) -> Iterator[str]:
    yield origin
    for name in names:
        yield f"{origin}.{name}"
        thing = vars(sys.modules.get(origin, ModuleType(origin))).get(name)
        yield from (thing.__module__ for _ in [0] if isinstance(getattr(thing, "__module__", 0), str))
