"""Moves among words: some hold blanks, so of all that the next words could name the longest is meant."""

from collections import deque
from collections.abc import Mapping
from itertools import islice


def take_longest(spelled: Mapping[tuple[str, ...], int], words: deque[str]) -> int | None:
    """Return the move that most of the words at the beginning name, and take these away, if there is one."""
    longest = max(map(len, spelled), default=0)
    for length in range(min(longest, len(words)), 0, -1):
        move = spelled.get(tuple(islice(words, length)))
        if move is not None:
            for _ in range(length):
                words.popleft()
            return move
    return None
