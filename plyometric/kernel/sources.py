"""A digest of all source code that a module's machine code can depend on.

Numba watches only the file in which a kernel stands. A kernel also depends on every module that
its own module imports, so the digest follows import statements: through Plyometric itself, through
the module's own package, and through files that were not installed (a helper beside a game file).
Installed libraries are left out; Numba's own version is part of every cache key anyway.

Statements are read, not what happens to be loaded, so that every process finds the same digest.
"""

import ast
import hashlib
import importlib.util
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from pathlib import Path

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


@cache
def source_file(module: str) -> Path | None:
    """Return the file that a module's source stands in, or None if it has none."""
    loaded = sys.modules.get(module)
    file = getattr(loaded, "__file__", None) if loaded else _found(module)
    return Path(file) if file and file.endswith(".py") and Path(file).exists() else None


def is_part_of_us(module: str) -> bool:
    """Return whether a module belongs to Plyometric."""
    return module.partition(".")[0] == "plyometric"


def _found(module: str) -> str | None:
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError, AttributeError):
        return None
    return spec.origin if spec else None


def _closure(root: str) -> dict[str, Path]:
    found: dict[str, Path] = {}
    waiting = [root]
    while waiting:
        module = waiting.pop()
        if module in found or not (module == root or _is_followed(module, root)):
            continue
        path = source_file(module)
        if path:
            found[module] = path
            waiting += _imports(module, path)
    return found


def _is_followed(module: str, root: str) -> bool:
    package = module.partition(".")[0]
    if package in ("plyometric", root.partition(".")[0]):
        return True
    path = source_file(package) if package not in sys.stdlib_module_names else None
    return path is not None and not str(path.resolve()).startswith(_INSTALLED)


@cache
def _imports(module: str, path: Path) -> list[str]:
    return list(_imports_in(module, path))


def _imports_in(module: str, path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_bytes())):
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
    return importlib.util.resolve_name("." * node.level + (node.module or ""), package)
