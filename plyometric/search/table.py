"""The transposition table: what was found at positions met before.

An array of buckets of two entries, four int64 words a bucket: key, content, key, content. The content
packs value, depth, the index of the best move in order of generation, age and bound. A new entry
takes the place of its own position's, else of an older search's, else of the shallower one.
"""

from typing import NamedTuple

import numpy as np
from numba import int64, uint64

from plyometric.errors import InputError
from plyometric.kernel import rule
from plyometric.kernel.compiling import plain
from plyometric.kernel.parts import SURE
from plyometric.search.managers import Timing

AT_MOST, AT_LEAST, EXACT = 1, 2, 3
NOTHING = 0
DEEPEST = (1 << 14) - 1
"""The greatest depth that a content can tell, in hundredths of a ply."""

LARGEST = 1 << 20
"""Megabytes that a table may have."""

LINE = 8
"""Words that a processor fetches at once."""

POSITIVE = 0x7FFF_FFFF_FFFF_FFFF


class Memory(NamedTuple):
    """What a full search works with beside its desk: the table, endings if any, and its time manager."""

    table: np.ndarray
    endings: np.ndarray | None
    manager: Timing


def new_table(megabytes: float) -> np.ndarray:
    """Return an empty table of at most that size; 0 gives one that is never used."""
    if not 0 <= megabytes <= LARGEST:
        raise InputError(f"a table has 0 to {LARGEST} MB, not {megabytes}.")
    buckets = 1 << max(0, int(megabytes * (1 << 20) / 32).bit_length() - 1)
    try:
        return _aligned(np.zeros(4 * buckets + LINE, np.int64), 4 * buckets).reshape(buckets, 4)
    except MemoryError:
        raise InputError(f"this machine has no room for a table of {megabytes} MB.") from None


def _aligned(words: np.ndarray, n: int) -> np.ndarray:
    """Return n words of an array from where a line of memory begins, so that no bucket lies in two."""
    first = -words.ctypes.data // words.itemsize % LINE
    return words[first : first + n]


def filled(table: np.ndarray, age: int) -> int:
    """Return how many of a thousand entries, looked at from the first on, the search of that age has made."""
    contents = table[:500, 1::2]
    return int(1000 * np.mean((contents != NOTHING) & (plain(age_in)(contents) == age)))


@rule
def key_of(game, state):
    """Return a 63-bit key of a position, from all words that make its identity.

    What is multiplied moves its bits up only, so bit 63 would be lost: it is spread over the others first.
    """
    key = int64(0x2545_F491_4F6C_DD1D)
    for word in game.identity(state):
        sign = (word >> 63) & 0x5851_F42D_4C95_7F2D
        key = ((key ^ word ^ sign) * 0x1E37_79B9_7F4A_7C15) & POSITIVE
        key ^= key >> 29
    key = (key * 0x3F58_476D_1CE4_E5B9) & POSITIVE
    return key ^ (key >> 32)


@rule
def place_of(table, key):
    """Return the row of a key's bucket, and no view of the row: to hold one would be counted."""
    return uint64(key & (table.shape[0] - 1))


@rule
def look_up(table, key):
    """Return the content stored for a key, or NOTHING."""
    row = place_of(table, key)
    if table[row, 0] == key:
        return table[row, 1]
    if table[row, 2] == key:
        return table[row, 3]
    return NOTHING


@rule
def store(table, key, content):
    """Store a content under a key."""
    row, slot = place_of(table, key), 0
    is_of_second = table[row, 2] == key or _worth(table[row, 3], content) < _worth(table[row, 1], content)
    if table[row, 0] != key and is_of_second:
        slot = 2
    table[row, slot] = key
    table[row, slot + 1] = content


@rule
def _worth(old, new):
    """Return how much an old entry is worth keeping: nothing if it is of an earlier search."""
    return depth_in(old) if age_in(old) == age_in(new) else -1


@rule
def packed(value, depth, index, age, bound):
    """Return value (32 bits), depth (14), move index (10), age (6) and bound (2) as one word.

    Extensions of cheap moves can lead deeper than 14 bits tell: such a depth counts as the deepest.
    """
    return (value << 32) | (min(depth, DEEPEST) << 18) | (index << 8) | (age << 2) | bound


@rule
def value_in(content):
    """Return the value that was stored."""
    return content >> 32


@rule
def depth_in(content):
    """Return the depth to which it was searched."""
    return (content >> 18) & DEEPEST


@rule
def index_in(content):
    """Return the best move's index in order of generation."""
    return (content >> 8) & 0x3FF


@rule
def age_in(content):
    """Return the age of the search that stored it."""
    return (content >> 2) & 0x3F


@rule
def bound_in(content):
    """Return whether the value is AT_MOST, AT_LEAST or EXACT."""
    return content & 3


@rule
def seen_from_root(value, ply):
    """Turn a sure win's distance from this node into one from the root."""
    if value > SURE:
        return value - ply
    if value < -SURE:
        return value + ply
    return value


@rule
def seen_from_here(value, ply):
    """Turn a sure win's distance from the root into one from this node."""
    return seen_from_root(value, -ply)
