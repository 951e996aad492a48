"""Sets of squares as the bits of one int64 word: all 64 of them, so that an 8 x 8 board is a word.

Bit 63 is the sign of a word, and Python's own numbers have no last bit: `<<` grows past it, `>>` drags
the sign along, 0xFFFF_FFFF_FFFF_FFFF is no word, and machine code takes it that no `+`, `-` or `*` ever
leaves one. A set that is only handled with these functions and with `&`, `|`, `^` and `~` is the same in
rules, in kernels and in plain Python.
"""

from operator import index
from typing import Any

import numpy as np
from numba import int64, types
from numba.extending import intrinsic, overload

EVERY_BIT = 0xFFFF_FFFF_FFFF_FFFF


def signed(number: int) -> int:
    """Return the lowest 64 bits of a number as a word: write `FULL = signed(0xFFFF_FFFF_FFFF_FFFF)`."""
    bits = index(number) & EVERY_BIT
    return bits - (bits >> 63 << 64)


def popcount(word: int) -> int:
    """Return how many bits are set."""
    return (index(word) & EVERY_BIT).bit_count()


def lowest(word: int) -> int:
    """Return the index of the lowest bit that is set; 64 where none is."""
    word = index(word)
    return popcount((word & -word) - 1)


def rows_turned(word: int) -> int:
    """Return the word with its eight bytes in reverse order: an 8 x 8 board seen upside down."""
    return signed(int.from_bytes((index(word) & EVERY_BIT).to_bytes(8, "little"), "big"))


def seen_between(below: int, above: int, blockers: int) -> int:
    """Return what is seen along a line from the square between its halves, the first blockers included.

    The lower half has only bits below the square's own, the upper half only bits above it.
    """
    below, above = index(below), index(above)
    first_below = 1 << ((below & blockers | 1) & EVERY_BIT).bit_length() - 1
    ahead = above & blockers & EVERY_BIT
    return signed((below | above) & (2 * (ahead & -ahead) - first_below))


def without_lowest(word: int) -> int:
    """Return the word without the lowest bit that is set."""
    word = index(word)
    return signed(word & word - 1)


def bit(n: int) -> int:
    """Return the word in which only bit n is set; there is no bit 64, so that `bit(64)` is 0."""
    return up(1, n)


def up(word: int, n: int) -> int:
    """Return the word with its bits moved n places up, or down where n is negative.

    Whatever leaves the word is lost, by 64 places all of it, and zeroes come in.
    """
    bits, n = index(word) & EVERY_BIT, index(n)
    if not -64 < n < 64:
        return 0
    return signed(bits << n if n > 0 else bits >> -n)


def down(word: int, n: int) -> int:
    """Return the word with its bits moved n places down, or up where n is negative."""
    return up(word, -index(n))


# What stands for each of them in machine code


def _are_whole(*kinds: Any) -> bool:
    return all(isinstance(kind, types.Integer) for kind in kinds)


@intrinsic
def _ones(context: Any, word: Any) -> tuple:
    return int64(int64), lambda target, builder, signature, given: builder.ctpop(given[0])


@intrinsic
def _zeros_below(context: Any, word: Any) -> tuple:
    def build(target: Any, builder: Any, signature: Any, given: Any) -> Any:
        of_nothing_is_undefined = target.get_constant(types.boolean, False)
        return builder.cttz(given[0], of_nothing_is_undefined)

    return int64(int64), build


@intrinsic
def _zeros_above(context: Any, word: Any) -> tuple:
    def build(target: Any, builder: Any, signature: Any, given: Any) -> Any:
        of_nothing_is_undefined = target.get_constant(types.boolean, False)
        return builder.ctlz(given[0], of_nothing_is_undefined)

    return int64(int64), build


@intrinsic
def _bytes_reversed(context: Any, word: Any) -> tuple:
    return int64(int64), lambda target, builder, signature, given: builder.bswap(given[0])


@overload(signed)
def _signed(number):  # type: ignore[no-untyped-def]  # Numba wants bare names here and below
    return (lambda number: np.int64(number)) if _are_whole(number) else None


@overload(popcount)
def _popcount(word):  # type: ignore[no-untyped-def]
    return (lambda word: _ones(word)) if _are_whole(word) else None


@overload(lowest)
def _lowest(word):  # type: ignore[no-untyped-def]
    return (lambda word: _zeros_below(word)) if _are_whole(word) else None


@overload(rows_turned)
def _rows_turned(word):  # type: ignore[no-untyped-def]
    return (lambda word: _bytes_reversed(word)) if _are_whole(word) else None


@overload(seen_between)
def _seen_between(below, above, blockers):  # type: ignore[no-untyped-def]
    def seen(below, above, blockers):  # type: ignore[no-untyped-def]
        first_below = np.uint64(1 << 63) >> np.uint64(_zeros_above(below & blockers | 1))
        ahead = np.uint64(above & blockers)
        first_ahead = ahead & (~ahead + np.uint64(1))
        return (below | above) & np.int64(first_ahead + first_ahead - first_below)

    return seen if _are_whole(below, above, blockers) else None


@overload(without_lowest)
def _without_lowest(word):  # type: ignore[no-untyped-def]
    def cleared(word):  # type: ignore[no-untyped-def]
        bits = np.uint64(word)  # whose arithmetic may wrap around
        return np.int64(bits & bits - np.uint64(1))

    return cleared if _are_whole(word) else None


@overload(bit)
def _bit(n):  # type: ignore[no-untyped-def]
    return (lambda n: up(1, n)) if _are_whole(n) else None


@overload(up)
def _up(word, n):  # type: ignore[no-untyped-def]
    def moved(word, n):  # type: ignore[no-untyped-def]
        n = np.int64(n)
        if not -64 < n < 64:
            return 0
        return np.int64(word) << n if n > 0 else np.int64(np.uint64(word) >> np.uint64(-n))

    return moved if _are_whole(word, n) else None


@overload(down)
def _down(word, n):  # type: ignore[no-untyped-def]
    return (lambda word, n: up(word, signed(-n))) if _are_whole(word, n) else None
