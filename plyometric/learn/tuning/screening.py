"""Screening: parameters that do nothing, or only while another is set, are found and named before tuning.

Each parameter is set to the end of its range that is farther from its start, on a few positions. One whose
counts stay the same to the node is dead, unless they change while a switch is set otherwise.
"""

from collections.abc import Sequence
from typing import NamedTuple

from plyometric.learn.tuning.bench import Bench
from plyometric.learn.tuning.parameters import Setting, Space

ENOUGH = 12
"""Positions on which a parameter that does anything is expected to show it."""


class Silent(NamedTuple):
    """A parameter that changes no count, and the switch while which is set otherwise it does, if any."""

    name: str
    unless: str = ""

    @property
    def sentence(self) -> str:
        """What is to be told about it."""
        if self.unless:
            return f"{self.name} does nothing unless {self.unless} is set otherwise."
        return f"{self.name} is dead: no count changes with it."


def silent(bench: Bench, space: Space, places: Sequence[int]) -> list[Silent]:
    """Return the parameters that change nothing on a few of some positions."""
    few = places[:ENOUGH]
    far = [_with_far(space, space.start, i) for i in range(len(space.parameters))]
    bench.measure([space.start, *far], few)
    before = bench.efforts(space.start, few)
    quiet = [i for i, setting in enumerate(far) if bench.efforts(setting, few) == before]
    return [Silent(space.parameters[i].name, _waker(bench, space, i, few)) for i in quiet]


def _waker(bench: Bench, space: Space, quiet: int, few: Sequence[int]) -> str:
    """Return the switch that lets a quiet parameter do something, if there is one."""
    for i, switch in enumerate(space.parameters):
        if i != quiet and switch.choices:
            turned = _with_far(space, space.start, i)
            both = _with_far(space, turned, quiet)
            bench.measure([turned, both], few)
            if bench.efforts(turned, few) != bench.efforts(both, few):
                return switch.name
    return ""


def _with_far(space: Space, setting: Setting, place: int) -> Setting:
    """Return a setting with one parameter at the end of its range that is farther from its start."""
    one = space.parameters[place]
    end = one.most if one.most - one.start >= one.start - one.least else one.least
    return space.snapped((*setting[:place], end, *setting[place + 1 :]))
