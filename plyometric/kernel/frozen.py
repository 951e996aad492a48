"""What Numba freezes into machine code: the values that a function sees, as text that tells them apart.

A rule's machine code holds the values of its constants, default arguments and closures, of the names that
it takes from its module, and of what its helpers see. Sources do not show them all: a table may come from
a file, a function from `exec`. An account names every one of them, in every process alike, or refuses.
"""

import enum
import hashlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import singledispatch
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import types
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target

Seen = dict[Any, int]
"""The functions that an account has met, each with its place: they may call each other in a circle."""


class Untold(Exception):
    """A value that machine code may hold, and that no text tells from others; and which function sees it."""

    place = "a bundle of rules"


def account(functions: list[Callable], constants: Any) -> str:
    """Return a digest of functions with all that they see, and of constants; `Untold` where there is none."""
    seen: Seen = {}
    try:
        told = [_told(constants, seen), *(_function(function, seen) for function in functions)]
    except RecursionError:
        raise Untold("a list that holds itself") from None
    return _digest(told)


def name_by_content(function: Any) -> str:
    """Return a digest of a function itself: its code, and what it closes over or takes by default."""
    parts = [function.__code__, function.__defaults__, *held(function)]
    return _digest([_name(part) if hasattr(part, "__qualname__") else _told(part, {}) for part in parts])


def _digest(told: Any) -> str:
    return hashlib.sha256(repr(told).encode()).hexdigest()


@singledispatch
def _told(thing: Any, seen: Seen) -> Any:
    """Return a value as plain numbers and texts. What Numba knows no type for, machine code cannot hold."""
    try:
        cpu_target.typing_context.resolve_value_type(thing)
    except Exception:
        return "unseen"
    raise Untold(f"{type(thing).__module__}.{type(thing).__qualname__}")


def tells(*kinds: Any) -> Callable:
    """Mark the function that gives the account of some kinds of values."""

    def register(function: Callable) -> Callable:
        for kind in kinds:
            _told.register(kind)(function)
        return function

    return register


@tells(int, bool)
def _whole_number(thing: int, seen: Seen) -> Any:
    return _name(type(thing)), int.__format__(thing, "x")


@tells(float, complex, str, bytes)
def _plain_value(thing: Any, seen: Seen) -> Any:
    kind = next(kind for kind in (float, complex, str, bytes) if isinstance(thing, kind))
    return _name(type(thing)), kind.__repr__(thing)


@tells(type(None), type(...), range, slice)
def _by_its_text(thing: Any, seen: Seen) -> Any:
    return repr(thing)


@tells(np.generic)
def _scalar(thing: np.generic, seen: Seen) -> Any:
    return _array(np.asarray(thing), seen)


@tells(np.ndarray)
def _array(thing: np.ndarray, seen: Seen) -> Any:
    if thing.dtype.hasobject:
        return "unseen"
    layout = thing.flags.c_contiguous, thing.flags.f_contiguous, thing.flags.aligned
    return repr(thing.dtype), thing.shape, layout, hashlib.sha256(thing.tobytes()).hexdigest()


@tells(np.dtype, types.Type)
def _type_as_value(thing: Any, seen: Seen) -> Any:
    return "type", str(thing)


@tells(tuple, list)
def _sequence(thing: Any, seen: Seen) -> Any:
    return _name(type(thing)), [_told(part, seen) for part in thing]


@tells(set, frozenset)
def _set(thing: Any, seen: Seen) -> Any:
    return "set", sorted(repr(_told(part, seen)) for part in thing)


@tells(enum.Enum)
def _member(thing: enum.Enum, seen: Seen) -> Any:
    return _name(type(thing)), thing.name, _told(thing.value, seen)


@tells(enum.EnumMeta)
def _enumeration(thing: enum.EnumMeta, seen: Seen) -> Any:
    return _name(thing), [_told(member, seen) for member in thing]  # type: ignore[var-annotated]


@tells(type)
def _class(thing: type, seen: Seen) -> Any:
    if type(thing) is not type:
        return _told.dispatch(object)(thing, seen)
    made_of = [getattr(thing, part, None) for part in ("_fields", "_field_defaults")]
    return _name(thing), repr(made_of[0]), [_told(value, seen) for value in (made_of[1] or {}).values()]


@tells(np.ufunc, BuiltinFunctionType)
def _built_in(thing: Any, seen: Seen) -> Any:
    return "built in", thing.__name__


@tells(Dispatcher)
def _compiled(thing: Dispatcher, seen: Seen) -> Any:
    return _function(thing.py_func, seen)


@tells(FunctionType)
def _plain_function(thing: FunctionType, seen: Seen) -> Any:
    """Tell a function that kernels hold only if somebody told Numba what to compile in its place."""
    return _name(thing), [_function(function, seen) for function in _stand_ins(thing)]


def _stand_ins(function: FunctionType) -> list[FunctionType]:
    """Return what Numba compiles for a plain function that is neither its own, NumPy's nor Plyometric's."""
    kind: Any = cpu_target.typing_context._lookup_global(function)
    templates = getattr(kind, "templates", ())
    found = [function, *(getattr(template, "_overload_func", function) for template in templates)]
    return [one for one in found if templates and _package(one) not in ("numba", "numpy", "plyometric")]


def _package(thing: Any) -> str:
    return thing.__module__.partition(".")[0]


@tells(ModuleType)
def _module(thing: ModuleType, seen: Seen) -> Any:
    return "module", thing.__name__


@tells(CodeType)
def _code(thing: CodeType, seen: Seen) -> Any:
    constants = [_told(value, seen) for value in thing.co_consts]
    places = thing.co_argcount, thing.co_kwonlyargcount, thing.co_flags, thing.co_varnames, thing.co_freevars
    return thing.co_code, thing.co_exceptiontable, thing.co_names, places, constants


def _function(function: Any, seen: Seen) -> Any:
    """Return a function as its code and everything that the code sees."""
    if function in seen:
        return "function", seen[function]
    seen[function] = len(seen)
    things = [function.__code__, function.__defaults__, *held(function), *_named(function)]
    try:
        return [_told(thing, seen) for thing in things]
    except Untold as error:
        if error.place == Untold.place:
            error.place = f"{function.__code__.co_filename} line {function.__code__.co_firstlineno}"
        raise


def held(function: Any) -> list[Any]:
    """Return what a function closes over, as far as it is there yet."""
    found = []
    for cell in function.__closure__ or ():
        with suppress(ValueError):
            found.append(cell.cell_contents)
    return found


def _named(function: FunctionType) -> Iterator[Any]:
    """Yield what the names in a function stand for, in its own module and in modules that it names."""
    names = sorted(set(_names(function.__code__)))
    modules = {thing.__name__: vars(thing) for thing in held(function) if isinstance(thing, ModuleType)}
    waiting = [function.__globals__, *modules.values()]
    while waiting:
        known = waiting.pop()
        for thing in (known[name] for name in names if name in known):
            yield thing
            if isinstance(thing, ModuleType) and thing.__name__ not in modules:
                modules[thing.__name__] = vars(thing)
                waiting.append(vars(thing))


def _names(code: CodeType) -> Iterator[str]:
    """Yield the names in a piece of code and in the functions made inside it."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)


def _name(thing: Any) -> tuple[str, str]:
    return thing.__module__, thing.__qualname__
