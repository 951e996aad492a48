"""The lab of the study of temporal differences: openings, players, matches and learning in stretches.

Learning at great depth takes long, so it is cut into stretches of games. A unit of work is one stretch of one
way to learn; its outcome, the learner's whole state, goes through the run's journal into the next.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from plyometric.arena.games import play_from
from plyometric.arena.openings import after, opening, openings_of
from plyometric.arena.players import Player
from plyometric.arena.statistics import Tally
from plyometric.games import load
from plyometric.games.checkers.chinook import KING, MAN
from plyometric.kernel import Game, rng
from plyometric.learn.bootstrap import Bootstrap
from plyometric.learn.learner import HERE
from plyometric.learn.tdleaf import TDLeaf
from plyometric.search.analysis import analyse
from plyometric.search.full import Full
from plyometric.studies.experiment import Experiment
from plyometric.studies.kit import cut

GAME = load("checkers").judged_by("chinook")
HAND = GAME.weights
ZERO, ONES = ((worth,) * MAN + HAND[MAN:] for worth in (0.0, 1.0))

DEPTHS = {"quick": (3,), "paper": (5, 9), "full": (5, 9, 13)}
PLAYED = {"quick": (1, 3, 5), "paper": (3, 5, 7, 9), "full": (3, 5, 7, 9, 11, 13, 15)}
"""The depths at which weights are learned, and at which they are played, at each scale."""

ALL_DEPTHS, ALL_PLAYED = (sorted(set().union(*one.values())) for one in (DEPTHS, PLAYED))

SETS = {"white": 0, "black": 1}
"""The two sets of weights, by who moves first after three plies."""

LONGEST, IN_UNIT, STRETCHES = 150, 8, 10
AS_IN_PAPER = {"lam": 0.95, "rate": 0.0002, "noise": 0.0, "steepness": 1.0, "adam": False, "average": False}
DRAWN, HELD_OUT = 1, 2
"""The streams of lots: which opening a game begins with, and where held-out ones lead."""


class Way(NamedTuple):
    """A way to learn: at which depth, against whom, from which side (-1 for both), and by what settings."""

    depth: int
    is_taught: bool
    side: int
    settings: dict[str, Any]


class School(NamedTuple):
    """What all ways to learn share: openings as rows of numbers, games, seed, and pieces of the database."""

    openings: list[list[int]]
    games: int
    seed: int
    endings: int


def player(weights: Sequence[float], endings: int, limits: dict[str, int], game: Game = GAME) -> Player:
    """Return a player of checkers that judges by these weights."""
    kind = Full(endings=endings, table=1.0).within(**limits)
    return Player(game, kind.checked(game), tuple(weights), "")


def learner(way: Way, school: School) -> TDLeaf:
    """Return the learner that goes a way, its openings drawn by lot."""
    lots = (rng.word(school.seed, DRAWN, index) for index in range(school.games))
    starts = [GAME.state_of(school.openings[lot % len(school.openings)]) for lot in lots]
    make = Bootstrap if "reach" in way.settings else TDLeaf
    return make(
        player(ZERO, school.endings, {"depth": way.depth}),
        starts,
        school.games,
        school.seed,
        longest=LONGEST,
        opponent=HAND if way.is_taught else None,
        turns=(0, 1) if way.side < 0 else (way.side,),
        held=(MAN, KING),
        unit=HAND[MAN],
        **{"batch": 1, **way.settings},
    )


def go_on(way: list, school: list, state: dict[str, Any] | None, until: int) -> dict[str, Any]:
    """Go on with a way to learn until so many games are played; return the state, and what is learned."""
    learning = learner(Way(*way), School(*school))
    state = state or learning.begin()
    while state["step"] * learning.batch < until and not learning.is_done(state):
        state = learning.step(state, HERE)
    return {**state, "learned": learning.weights(state)}


def meet(evaluation: str, weights: list[float], endings: int, limits: dict[str, int], rows: list) -> list:
    """Let weights play the hand-tuned ones from both sides of some openings; return both results of each."""
    starts = [GAME.state_of(row) for row in rows]
    one = player(weights, endings, limits, GAME.judged_by(evaluation))
    return play_from(one, player(HAND, endings, limits), starts, LONGEST).results.tolist()


def imbalances(rows: list, depth: int) -> list[int]:
    """Return how far one side is ahead in each position, by the hand-tuned weights."""
    return [abs(analyse(GAME, Full(depth, table=1.0), GAME.state_of(row)).value) for row in rows]


def held_out(indices: range, seed: int) -> list[list[int]]:
    """Return positions that a three-move opening and six random moves lead to."""
    lines = openings_of(GAME)
    return [list(opening(GAME, lines, len(lines) + index, seed + HELD_OUT)) for index in indices]


class Lab:
    """Openings to learn from and to judge by, and the matches and stretches of learning of a run."""

    def __init__(self, x: Experiment) -> None:
        self.x = x
        self.depths, self.played = DEPTHS[x.scale], PLAYED[x.scale]
        self.endings = x.size(2, 4)
        self.openings = self._balanced(x.size(24, 144), x.size(5, 11))
        self.judging = x.size(24, 380)
        self.held_out = self.drawn("held-out openings", range(self.judging))
        self.school = School(self.openings, x.size(120, 2000, 4000), x.seed, self.endings)

    def drawn(self, label: str, indices: range) -> list[list[int]]:
        """Return openings that no learning has seen."""
        units = [(f"{part.start:03}", (part, self.x.seed)) for part in cut(indices, IN_UNIT)]
        return self.x.joined(label, held_out, units)

    def _balanced(self, wanted: int, depth: int) -> list[list[int]]:
        """Return so many of all three-move openings, those in which nobody is far ahead."""
        rows = [list(after(GAME, line)) for line in openings_of(GAME)]
        units = [(f"{i:03}", (part, depth)) for i, part in enumerate(cut(rows, IN_UNIT))]
        judged = self.x.joined("balance of openings", imbalances, units)
        best = sorted(range(len(rows)), key=lambda i: (judged[i], i))[:wanted]
        return [rows[i] for i in sorted(best)]

    def learn(self, label: str, ways: list[Way]) -> list[dict[str, Any]]:
        """Go all ways side by side, a stretch at a time, and return the states that they end in."""
        states: list[Any] = [None] * len(ways)
        for stretch in range(1, STRETCHES + 1):
            until = self.school.games * stretch // STRETCHES
            units = [
                (f"{until:05} games, {i}", (list(way), list(self.school), states[i], until))
                for i, way in enumerate(ways)
            ]
            states = list(self.x.each(label, go_on, units))
        return states

    def match(
        self, label: str, weights: Sequence[float], rows: list, evaluation: str = "chinook", **limits: int
    ) -> Tally:
        """Let weights play the hand-tuned ones from both sides of every opening."""
        terms = (evaluation, list(weights), self.endings, limits)
        units = [(f"{i:03}", (*terms, part)) for i, part in enumerate(cut(rows, IN_UNIT))]
        return Tally.of_pairs(self.x.joined(label, meet, units))
