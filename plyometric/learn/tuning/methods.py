"""Ways to look for a better setting, all by ask and tell: `ask` names points, `tell` hears what they cost.

    gradient  Algorithm 1 of the paper, as printed: a probe up for each parameter, all moved at once
    central   the same with a probe to either side
    spsa      two probes whatever the number of parameters (Spall 1992)
    descent   a step to either side for each parameter, those that help tried together; halved where none does
    random    settings drawn at random, raced against the best: what every other way has to beat
    cma, tpe  see `packages`

Choices: where the paper's range is 0.1 to 2.0, steps in another are as large in proportion. A probe is never
smaller than a step of its parameter; where it would pass what the program takes, it goes down instead.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar, Protocol

from plyometric.errors import InputError
from plyometric.kernel import rng
from plyometric.learn.tuning.parameters import Parameter, Point, Space, moved

DELTA, RATE = 0.15, 1.0
"""How far a probe goes, and how far a parameter moves for each part of the cost that a probe changes."""

DRAWN = 8
"""Settings that are drawn at a time."""


class Method(Protocol):
    """A way to look for a better setting.

    One that `races` only needs to know which points are better than others, and what the worse cost about.
    The first point that one asks for which `stands` is where it stands.
    """

    races: ClassVar[bool]
    stands: ClassVar[bool]

    def ask(self) -> list[Point]:
        """Return the points to be measured next, none if nothing is left to try."""

    def tell(self, points: Sequence[Point], costs: Sequence[float]) -> None:
        """Hear what the points cost that were asked for."""


class Gradient:
    """Algorithm 1: each weight moves against the relative change of all nodes that its probe has made."""

    races: ClassVar[bool] = False
    stands: ClassVar[bool] = True

    def __init__(self, space: Space, seed: int = 0, delta: float = DELTA, rate: float = RATE) -> None:
        self.space, self.delta, self.rate = space, delta, rate
        self.point: Point = tuple(one.start for one in space.parameters)

    def ask(self) -> list[Point]:
        """Return where it stands, and a probe for each parameter."""
        return [self.point, *(moved(self.point, i, by) for i, by in enumerate(self._probes()))]

    def tell(self, points: Sequence[Point], costs: Sequence[float]) -> None:
        """Move all parameters at once."""
        base, *probed = costs
        changes = [(cost - base) / base if base else 0.0 for cost in probed]
        sides = zip(changes, self._probes(), strict=True)
        self._move([change if by > 0 else -change for change, by in sides])

    def _move(self, changes: Sequence[float]) -> None:
        against = zip(self.point, changes, self.space.parameters, strict=True)
        self.point = self.space.clipped(w - self.rate * one.unit * change for w, change, one in against)

    def _probes(self) -> list[float]:
        return [self._probe(one, w) for one, w in zip(self.space.parameters, self.point, strict=True)]

    def _probe(self, one: Parameter, w: float) -> float:
        by = max(self.delta * one.unit, one.step)
        return by if w + by <= one.highest + one.step / 2 else -by


class Central(Gradient):
    """Algorithm 1 with a probe to either side: twice the searches, half the bias."""

    def ask(self) -> list[Point]:
        """Return where it stands, and two probes for each parameter, within what the program takes."""
        return [self.point, *self._aside(1), *self._aside(-1)]

    def tell(self, points: Sequence[Point], costs: Sequence[float]) -> None:
        """Move all parameters at once."""
        n = len(self.point)
        base, ups, downs = costs[0], costs[1 : n + 1], costs[n + 1 :]
        self._move([(up - down) / (2 * base) if base else 0.0 for up, down in zip(ups, downs, strict=True)])

    def _aside(self, side: int) -> list[Point]:
        return [
            moved(self.point, i, _kept_within(one, w, side * max(self.delta * one.unit, one.step)))
            for i, (one, w) in enumerate(zip(self.space.parameters, self.point, strict=True))
        ]


def _kept_within(one: Parameter, w: float, by: float) -> float:
    return min(max(w + by, one.least), one.highest) - w


class Spsa(Gradient):
    """All parameters probed at once, each up or down by lot; the steps become smaller (Spall 1998)."""

    stands: ClassVar[bool] = False

    def __init__(self, space: Space, seed: int = 0, delta: float = DELTA, rate: float = 2 * RATE) -> None:
        super().__init__(space, seed, delta, rate)
        self.seed, self.rounds = seed, 0

    def ask(self) -> list[Point]:
        """Return two points, opposite each other."""
        asides = [side * max(self._reach() * one.unit, one.step) for side, one in self._sides()]
        pairs = list(zip(self.point, asides, strict=True))
        return [self.space.clipped(w + by for w, by in pairs), self.space.clipped(w - by for w, by in pairs)]

    def tell(self, points: Sequence[Point], costs: Sequence[float]) -> None:
        """Move towards the cheaper of the two."""
        up, down = costs
        change = (up - down) / (up + down) if up + down else 0.0
        gain = (self.rounds + 1) ** -0.602
        self._move([gain * change * side for side, _ in self._sides()])
        self.rounds += 1

    def _reach(self) -> float:
        return self.delta * (self.rounds + 1) ** -0.101

    def _sides(self) -> list[tuple[int, Parameter]]:
        tossed = enumerate(self.space.parameters)
        return [(1 if rng.word(self.seed, self.rounds, i) & 1 else -1, one) for i, one in tossed]


class Descent:
    """A step to either side for each parameter; those that help are tried together before any is taken.

    It begins with half of the range: small steps may change nothing where several must add up to matter.
    """

    races: ClassVar[bool] = True
    stands: ClassVar[bool] = True

    def __init__(self, space: Space, seed: int = 0) -> None:
        self.space, self.point = space, space.start
        self.reach = [max((one.most - one.least) / 2, one.step) for one in space.parameters]
        self.joint: Point | None = None
        self._best, self._least = self.point, 0.0
        self._is_done = False

    def ask(self) -> list[Point]:
        """Return where it stands and its neighbours, or all changes together that have helped alone."""
        if self._is_done:
            return []
        if self.joint:
            return [self.point, self.joint]
        asides = [moved(self.point, i, side * by) for i, by in enumerate(self.reach) for side in (1, -1)]
        near = dict.fromkeys(self.space.snapped(self.space.clipped(point)) for point in asides)
        return [self.point, *(point for point in near if point != self.point)]

    def tell(self, points: Sequence[Point], costs: Sequence[float]) -> None:
        """Take the best, alone or together; where nothing helps, look nearer, and end at the finest step."""
        best = min(range(len(points)), key=lambda i: (costs[i], i))
        if self.joint:
            is_better = best == 1 and costs[1] < self._least
            self.point, self.joint = (points[1] if is_better else self._best), None
        elif best == 0:
            self._look_nearer()
        else:
            self._best, self._least = points[best], costs[best]
            self._take(points, costs)

    def _take(self, points: Sequence[Point], costs: Sequence[float]) -> None:
        """Take the best alone, or let all that help be tried together."""
        asked = zip(costs, points, strict=True)
        helps = sorted((cost, point) for cost, point in asked if cost < costs[0])
        joint = list(self.point)
        for _, point in reversed(helps):  # of two steps of one parameter, the better comes last and stays
            i = next(i for i, value in enumerate(point) if value != self.point[i])
            joint[i] = point[i]
        self.joint = tuple(joint) if tuple(joint) != self._best else None
        self.point = self.point if self.joint else self._best

    def _look_nearer(self) -> None:
        finest = [one.step for one in self.space.parameters]
        self._is_done = self.reach == finest
        self.reach = [max(by / 2, step) for by, step in zip(self.reach, finest, strict=True)]


class Random:
    """Settings drawn at random from the whole space."""

    races: ClassVar[bool] = True
    stands: ClassVar[bool] = False

    def __init__(self, space: Space, seed: int = 0) -> None:
        self.space, self.seed, self.rounds = space, seed, 0

    def ask(self) -> list[Point]:
        """Return some settings."""
        n = len(self.space.parameters)
        places = range(self.rounds * DRAWN, (self.rounds + 1) * DRAWN)
        return [self.space.at(rng.uniform(self.seed, place, i) for i in range(n)) for place in places]

    def tell(self, points: Sequence[Point], costs: Sequence[float]) -> None:
        """Draw others."""
        self.rounds += 1


def method_named(name: str, space: Space, seed: int) -> Method:
    """Return a way to look for a better setting."""
    from plyometric.learn.tuning.packages import Cma, Tpe

    makers: dict[str, Callable[[Space, int], Method]] = {
        "gradient": Gradient,
        "central": Central,
        "spsa": Spsa,
        "descent": Descent,
        "random": Random,
        "cma": Cma,
        "tpe": Tpe,
    }
    if name not in makers:
        raise InputError(f"there is no method {name!r:.60}: there are {', '.join(makers)}.")
    return makers[name](space, seed)
