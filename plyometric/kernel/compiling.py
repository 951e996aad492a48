"""The marks by which Python becomes machine code: `@rule`, `@kernel`, and `@fragment` for parts of one."""

import hashlib
import itertools
import logging
from collections.abc import Callable
from functools import cache, cached_property, update_wrapper
from types import FunctionType
from typing import Any

from numba import njit, types
from numba.core.dispatcher import Dispatcher
from numba.core.imputils import lower_constant
from numba.core.registry import CPUDispatcher
from numba.experimental.function_type import lower_constant_dispatcher

from plyometric.kernel import sources
from plyometric.kernel.cache import DiskCache
from plyometric.kernel.frozen import Untold, account, name_by_content
from plyometric.kernel.material import MaterialCompiler, PairingCompiler

_untold = itertools.count()


class Rule(CPUDispatcher):
    """A rule inside kernels. It lacks what Python would call it by, which takes long to compile for each.

    Where Python does call it, it is compiled once more, with that.
    """

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Answer plain Python."""
        return self._for_python(*arguments, **named)

    @cached_property
    def _for_python(self) -> Callable:
        return njit(nogil=True)(_twin_of(self.py_func))

    def add_overload(self, compiled: Any) -> None:
        """Note what was compiled for one kind of arguments; there is nothing that Python could call."""
        self.overloads[tuple(compiled.signature.args)] = compiled


def _twin_of(function: Callable) -> Callable:
    """Return a function that is the same and yet another: Numba compiles none while it compiles itself.

    A rule that calls itself calls the rule, not what Python is answered by.
    """
    twin = FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    return update_wrapper(twin, function)


@lower_constant(types.Dispatcher)
def _lower_rule_as_argument(context: Any, builder: Any, kind: Any, function: Any) -> Any:
    """A rule handed to another is known by its type: its address would keep machine code off the disk."""
    if isinstance(function, Rule):
        return context.get_dummy_value()
    return lower_constant_dispatcher(context, builder, kind, function)


def rule(function: Callable) -> Callable:
    """Mark a rule of a game: a small pure function, compiled into the kernels that call it.

    Left to itself, LLVM makes calls of what is called often or is long, and a state of ten words goes
    through memory at each: chess then counts moves at two thirds of the speed.
    """
    inlined = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "forceinline": True}
    compiled = njit(pipeline_class=MaterialCompiler, **inlined)(_named_by_content(function))
    if isinstance(compiled, Dispatcher):
        compiled.__class__ = Rule
    return compiled


def kernel(function: Callable) -> Callable:
    """Mark a kernel: compiled once for each game, kept on disk, run without the interpreter's lock."""
    return _as_kernel(function)


def pairing_kernel(function: Callable) -> Callable:
    """Mark a kernel in which LLVM works on neighbouring numbers at once, as on both weights of a term.

    It makes the full search faster, by 7% in chess; plain minimax of checkers lost 3% by it.
    """
    return _as_kernel(function, pipeline_class=PairingCompiler)


def _as_kernel(function: Callable, **options: Any) -> Callable:
    compiled = njit(nogil=True, no_cfunc_wrapper=True, **options)(_named_by_content(function))
    if isinstance(compiled, Dispatcher):
        compiled._cache = DiskCache(function)  # type: ignore[attr-defined]
    return compiled


def fragment(function: Callable) -> Callable:
    """Mark a part of a recursive kernel that is written apart: it stands in the kernel where it is called.

    So a kernel may call itself through it; two kernels that call each other could not be kept on disk.
    """
    return njit(inline="always")(_named_by_content(function))


def plain(function: Any) -> Any:
    """Return the Python function behind a compiled one, and anything else as it is."""
    return getattr(function, "py_func", function)


def _named_by_content(function: Any) -> Any:
    """Give a function of which there may be many of one name a name that tells what it holds.

    Machine code from disk names the functions in it as the process did that compiled them. Where two of
    one name meet, the first is called for both, and the members of a family share all their names.
    """
    if "<" in function.__qualname__ + function.__code__.co_filename or function.__defaults__:
        try:
            content = name_by_content(function)[:12]
        except Untold:
            content = f"untold{next(_untold)}"
        function.__qualname__ += f".{content}"
    return function


def digest_of(functions: list[Callable], constants: Any) -> str | None:
    """Digest all that a kernel can see of some rules and constants.

    None where no file backs them, or where they hold a value that cannot be told from others.
    """
    modules = sorted({function.__module__ for function in functions})
    if "__main__" in modules or not all(map(sources.source_file, modules)):
        return None
    try:
        seen = (account(functions, constants), [sources.digest(name) for name in modules])
    except Untold as error:
        _say_untold(error.place, str(error))
        return None
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:16]


@cache
def _say_untold(place: str, kind: str) -> None:
    logging.getLogger("plyometric").warning(
        f"{place}: every process compiles this anew, as it holds what cannot be told from others, {kind};"
        " numbers, texts, tuples, arrays and enums can."
    )
