"""Parameters: what can be turned, from where to where, and in which steps.

A point is any place in the space of parameters, where a method may stand. A setting is a point on the grid
of steps, which is all that a program can be told. A parameter with choices counts them from 0.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from plyometric.errors import InputError

Point = tuple[float, ...]
Setting = tuple[float, ...]

PAPERS_RANGE = 1.9
"""How wide the range of the paper is, from 0.1 to 2.0: steps elsewhere are as large in proportion."""


@dataclass(frozen=True)
class Parameter:
    """One parameter, in the program's own numbers; a probe may go beyond the most, up to the `ceiling`."""

    name: str
    start: float
    least: float
    most: float
    step: float = 1.0
    ceiling: float = -1.0
    choices: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a range in which there is nothing to tune."""
        is_range = self.least < self.most and self.step > 0 and self.least <= self.start <= self.most
        if not (is_range and math.isfinite((self.most - self.least) / self.step)):
            raise InputError(
                f"{self.name}: a range from less to more is expected, with the start {self.start:g} in it,"
                f" not {self.least:g} to {self.most:g} in steps of {self.step:g}."
            )

    @property
    def unit(self) -> float:
        """What stands for 1 of the paper's weights."""
        return (self.most - self.least) / PAPERS_RANGE

    @property
    def highest(self) -> float:
        """The most that the program takes."""
        return max(self.most, self.ceiling)

    def snapped(self, value: float) -> float:
        """Return the nearest value that is whole steps away from the start, and that the program takes."""
        slack = self.step / 1000
        most = math.floor((self.highest - self.start + slack) / self.step)
        least = math.ceil((self.least - self.start - slack) / self.step)
        steps = min(max(round((value - self.start) / self.step), least), most)
        return round(self.start + self.step * steps, 9)

    def clipped(self, value: float) -> float:
        """Return a value, or the end of the range that it has passed."""
        return min(max(value, self.least), self.most)

    def text(self, value: float) -> str:
        """Return a value as the program is told."""
        return self.choices[round(value)] if self.choices else f"{value:.10g}"


@dataclass(frozen=True)
class Space:
    """All parameters that are tuned together."""

    parameters: tuple[Parameter, ...]

    def __post_init__(self) -> None:
        """Refuse a space in which a name stands twice, or none."""
        names = [one.name for one in self.parameters]
        twice = next((name for name in names if names.count(name) > 1), "")
        if twice:
            raise InputError(f"{twice} is named twice: name each parameter once.")
        if not names:
            raise InputError("no parameter is named: there is nothing to tune.")

    @cached_property
    def start(self) -> Setting:
        """The setting to begin with."""
        return self.snapped(tuple(one.start for one in self.parameters))

    def snapped(self, point: Sequence[float]) -> Setting:
        """Return the setting nearest to a point."""
        return tuple(one.snapped(value) for one, value in zip(self.parameters, point, strict=True))

    def clipped(self, point: Iterable[float]) -> Point:
        """Return a point, moved to the ends of the ranges that it has passed."""
        return tuple(one.clipped(value) for one, value in zip(self.parameters, point, strict=True))

    def at(self, shares: Iterable[float]) -> Point:
        """Return the point that stands at these shares of the ranges, each from 0 to 1."""
        pairs = zip(self.parameters, shares, strict=True)
        return tuple(one.least + (one.most - one.least) * float(share) for one, share in pairs)

    def shares(self, point: Sequence[float]) -> Point:
        """Return at which share of its range each part of a point stands."""
        pairs = zip(self.parameters, point, strict=True)
        return tuple((value - one.least) / (one.most - one.least) for one, value in pairs)

    def told(self, setting: Setting) -> dict[str, str]:
        """Return a setting as a program is told of it."""
        return {one.name: one.text(value) for one, value in zip(self.parameters, setting, strict=True)}

    def text(self, setting: Setting) -> str:
        """Return a setting in a few words."""
        return " ".join(self.told(setting).values())


def moved(point: Point, place: int, by: float) -> Point:
    """Return a point with one part of it moved."""
    return (*point[:place], point[place] + by, *point[place + 1 :])
