"""The two marks by which Python becomes machine code: `@rule` and `@kernel`."""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from types import CodeType
from typing import Any

import numpy as np
from numba import njit
from numba.core.dispatcher import Dispatcher

from plyometric.kernel import sources
from plyometric.kernel.cache import DiskCache


def rule(function: Callable) -> Callable:
    """Mark a rule of a game: a small pure function, compiled into the kernels that call it."""
    return njit(_named_by_content(function))


def kernel(function: Callable) -> Callable:
    """Mark a kernel: compiled once for each game, kept on disk, run without the interpreter's lock."""
    compiled = njit(nogil=True)(_named_by_content(function))
    if isinstance(compiled, Dispatcher):
        compiled._cache = DiskCache(function)  # type: ignore[attr-defined]
    return compiled


def plain(function: Any) -> Any:
    """Return the Python function behind a compiled one, and anything else as it is."""
    return getattr(function, "py_func", function)


def _named_by_content(function: Callable) -> Callable:
    """Give a function made inside another, or a lambda, a name that tells what it holds.

    Machine code from disk names the functions in it as the process did that compiled them. Where two of
    one name meet, the first is called for both, and the members of a family share all their names.
    """
    if "<" in function.__qualname__:
        held = [_value(thing) for thing in _held(function)]
        code = function.__code__
        content = repr((code.co_code, code.co_names, [_value(c) for c in code.co_consts], held))
        function.__qualname__ += f".{hashlib.sha256(content.encode()).hexdigest()[:12]}"
    return function


def _held(function: Callable) -> list[Any]:
    """Return what a function closes over, as far as it is there yet."""
    held = []
    for cell in function.__closure__ or ():
        with suppress(ValueError):
            held.append(plain(cell.cell_contents))
    return held


def _value(thing: Any) -> Any:
    """Return a constant as something whose text tells it from others, in every process alike."""
    if isinstance(thing, np.ndarray):
        return thing.dtype.str, thing.shape, thing.tobytes()
    if hasattr(thing, "__qualname__"):
        return thing.__module__, thing.__qualname__
    return thing.co_code if isinstance(thing, CodeType) else thing


def digest_of(functions: list[Callable], constants: Any) -> str | None:
    """Digest all that a kernel can see of some rules and constants; None where no file backs them."""
    modules = sorted({function.__module__ for function in functions})
    if "__main__" in modules or not all(map(sources.source_file, modules)):
        return None
    code = [(f.__code__.co_qualname, f.__code__.co_firstlineno, _values_in(f, set())) for f in functions]
    seen = (constants, code, [sources.digest(name) for name in modules])
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:16]


def _values_in(function: Callable, seen: set[Callable]) -> list:
    """Return the constants that a rule closes over or takes from its module, those of its helpers included.

    They become part of the machine code, wherever they come from: a parameter, a table read from a file.
    """
    seen.add(function)
    named = [function.__globals__.get(name) for name in function.__code__.co_names]
    things = [*_held(function), *map(plain, named)]
    values = [_value(thing) for thing in things if isinstance(thing, int | float | str | tuple | np.ndarray)]
    helpers = [thing for thing in things if hasattr(thing, "__code__") and thing not in seen]
    return values + [_values_in(helper, seen) for helper in helpers]
