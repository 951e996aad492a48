"""Whether the values that a game gives are of the kinds that its fields declare."""

import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from numbers import Integral, Real
from typing import Any, Union, get_args, get_origin, get_type_hints

import numpy as np

from plyometric.errors import InputError

LONGEST_NAME = 100


def check_name(name: Any) -> None:
    """Refuse a name of a game that people could not read in one line."""
    if not isinstance(name, str) or not name.isprintable() or not 1 <= len(name) <= LONGEST_NAME:
        raise InputError(f"a game's name is 1 to {LONGEST_NAME} printable letters, not {_shown(name)}.")


def check_kinds(owner: str, part: Any) -> None:
    """Refuse a part of a game if a value in it is of another kind than its field declares; rules aside."""
    hints = get_type_hints(type(part))
    for one in (one for one in fields(part) if one.init and "takes" not in one.metadata):
        value, hint = getattr(part, one.name), hints[one.name]
        if value is not one.default and not fits(value, hint):
            raise InputError(f"{owner}: {one.name} is {in_words(hint)}, not {_shown(value)}.")


def fits(value: Any, hint: Any) -> bool:
    """Return whether a value is of a kind; numbers of NumPy are numbers, and a list may be a tuple."""
    kind = get_origin(hint) or hint
    if kind in (Union, types.UnionType):
        return any(fits(value, one) for one in get_args(hint))
    if kind is tuple:
        return isinstance(value, tuple | list | np.ndarray) and _all_fit(value, get_args(hint))
    if kind in (int, float):
        return isinstance(value, Integral if kind is int else Real) and not isinstance(value, bool | np.bool_)
    if kind is Callable:
        return callable(value)
    return isinstance(value, kind) and _is_whole(value, hint)


def _is_whole(value: Any, hint: Any) -> bool:
    """Return whether what a dict or a named tuple holds fits as well."""
    if isinstance(value, Mapping):
        return all(_all_fit(item, get_args(hint)) for item in value.items())
    return not isinstance(value, tuple) or _all_fit(value, tuple(get_type_hints(hint).values()))


def _all_fit(values: Iterable[Any], hints: tuple) -> bool:
    """Return whether all parts of a tuple fit: `(int, ...)` stands for any number of them."""
    parts = list(values)
    if hints[1:] == (...,):
        kinds = set(map(type, parts))  # of thousands of plain numbers it is seen at once
        return kinds <= {hints[0]} or all(fits(part, hints[0]) for part in parts)
    return len(parts) == len(hints) and all(map(fits, parts, hints))


_WORDS = {str: "text", int: "a whole number", float: "a number", bool: "True or False", type(None): "None"}


def in_words(hint: Any) -> str:
    """Return what a kind is called."""
    kind, inner = get_origin(hint) or hint, get_args(hint)
    if kind in (Union, types.UnionType):
        return " or ".join(map(in_words, inner))
    if kind is tuple:
        return f"a tuple, each part {in_words(inner[0])}"
    if kind is Mapping:
        return f"a dict, each value {in_words(inner[1])}"
    return "a function" if kind is Callable else _WORDS.get(kind, f"{kind.__name__}(...)")


def _shown(value: Any) -> str:
    """Return a value as it would be typed; hostile ones cannot always be."""
    try:
        return f"{value!r:.60}"
    except Exception:
        return f"such a {type(value).__name__}"
