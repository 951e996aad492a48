"""Learning that has so many minutes: what is left of them, and work that ends in time."""

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any, TypeVar

from plyometric.errors import InputError

if TYPE_CHECKING:
    from plyometric.learn.examples import Examples

FEWEST = 6
"""Games that are labelled whatever the time: a tree grows on half of them."""

LABELLING = 2 / 3
"""Which part of the time is for labelling, where it is limited."""

SPREAD = 12
"""Games that should fit into the time for labelling, of the depth to which they are labelled."""

A_PLY_MORE = 8
"""Times as long as one game takes, the next deeper one may take: depths that cannot fit are not tried."""

TRYING = (1 - LABELLING) / 2
"""For which part of the time each of two strategies is tried."""

T = TypeVar("T")
Made = Generator[T, None, None]
"""What is made by workers beside, who stop when it is closed."""


class Clock:
    """How much of some minutes is over; 0 minutes are any time."""

    def __init__(self, minutes: float) -> None:
        self.began, self.seconds = time.monotonic(), 60 * minutes

    @property
    def over(self) -> float:
        """How much of the time is over, 0 where there is no limit."""
        return (time.monotonic() - self.began) / self.seconds if self.seconds else 0.0

    def part(self, begin: float, end: float) -> float:
        """Return how much is over of a part of the time."""
        return min(1.0, max(0.0, self.over - begin) / max(1e-9, end - begin))

    def seconds_a_game(self, threads: int) -> float:
        """Return how many seconds one game may take to label."""
        return LABELLING * self.seconds * threads / SPREAD

    def labelling(self, parts: Made["Examples"], wanted: int) -> tuple[Iterator["Examples"], Any]:
        """Return the parts that are wanted or that there is time for, and what tells how far they are."""
        found = 0

        def state(part: "Examples") -> tuple[float, str]:
            nonlocal found
            found += len(part.gain)
            share = max(found / wanted, self.part(0, LABELLING))
            return min(1.0, share), f"{found:,} of {wanted:,} positions"

        return enough(parts, wanted, self), state


def deepest(seconds: Callable[[int], float], wanted: int, limit: float) -> tuple[int, float]:
    """Return the greatest depth of which the seconds are within a limit, and the seconds of the next.

    No depth beyond the wanted one is looked at; where that is within the limit, its own seconds are told.
    """
    took = 0.0
    for depth in range(1, wanted + 1):
        took = seconds(depth)
        if took > limit and depth > 1:
            return depth - 1, took
        if took * A_PLY_MORE > limit and depth < wanted:
            return depth, took * A_PLY_MORE
    return wanted, took


def enough(parts: Made["Examples"], wanted: int, clock: Clock) -> Iterator["Examples"]:
    """Pass parts on until there are as many examples as wanted, or the time for them is over."""
    found, games = 0, 0
    with closing(parts):
        for part in parts:
            found, games = found + len(part.gain), games + len(set(part.game.tolist()))
            if not found:
                raise InputError("no move was a choice in the games played: there is nothing to learn.")
            yield part
            if found >= wanted or (games >= FEWEST and clock.over >= LABELLING):
                return


def while_there_is_time(items: Made[T], part: Callable[[], float]) -> Iterator[T]:
    """Pass items on, one at least, until a part of the time is over; no more are made then."""
    with closing(items):
        for item in items:
            yield item
            if part() >= 1:
                return
