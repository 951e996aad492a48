"""Beyond the paper on filters: other tests, other learners, more patterns, a teacher that sees threats.

All begin with the tester's coefficients, 0 for patterns that it does not know. What they learn is judged
against the tester in positions that no learning has seen.
"""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from plyometric.arena.exams import Exam, sit
from plyometric.arena.players import Player
from plyometric.games.fives import GAME, fives
from plyometric.kernel import Game
from plyometric.learn.comparison import Comparison
from plyometric.learn.filters import Filters, Rules, SequentialTest
from plyometric.learn.learner import learned
from plyometric.learn.tdleaf import TDLeaf
from plyometric.learn.teaching import Teaching
from plyometric.search.alphabeta import Settings
from plyometric.studies.fives_school import FIRST, PLIES, STUDENT, TEACHER, player, states_of

SPLIT = fives(split=1)
SEES_THREATS = TEACHER._replace(threats=5)

SESSIONS, GAMES_WITH_TEACHER = 40, 200
PRACTICE = 12
"""How often temporal differences go through all positions."""


class Variant(NamedTuple):
    """A way to learn: by which method, with which patterns, from which teacher."""

    what: str
    method: Literal["sequential", "comparison", "tdleaf"]
    game: Game = GAME
    teacher: Settings = TEACHER


VARIANTS = {
    "sequential": Variant("sequential test", "sequential"),
    "sequential, threats": Variant("sequential test, teacher sees threats", "sequential", GAME, SEES_THREATS),
    "sequential, split": Variant("sequential test, split patterns", "sequential", SPLIT),
    "tdleaf": Variant("temporal differences", "tdleaf"),
    "tdleaf, split": Variant("temporal differences, split patterns", "tdleaf", SPLIT),
    "comparison": Variant("comparison", "comparison"),
    "comparison, threats": Variant("comparison, teacher sees threats", "comparison", GAME, SEES_THREATS),
    "comparison, split": Variant("comparison, split patterns", "comparison", SPLIT),
    "comparison, split, threats": Variant("comparison, both", "comparison", SPLIT, SEES_THREATS),
}


def first_weights(game: Game) -> tuple[float, ...]:
    """Return the tester's coefficients, and nothing for patterns that it does not know."""
    return FIRST + (0.0,) * (len(game.weights) - len(FIRST))


def learn_variant(
    name: str, pool: list, seed: int, validation: list, held_out: list, fresh: list
) -> dict[str, Any]:
    """Learn in one way from a pool of positions, and judge what was learned in others."""
    variant = VARIANTS[name]
    weights = METHODS[variant.method](variant, states_of(pool), seed)
    return {
        "weights": list(weights),
        "validation": beat_tester(name, weights, validation)["score"],
        "held_out": beat_tester(name, weights, held_out)["score"],
        "match": beat_tester(name, weights, fresh)["results"],
    }


def beat_tester(name: str, weights: Sequence[float], positions: list) -> dict[str, Any]:
    """Let learned weights play the tester from either side of every position."""
    game = VARIANTS[name].game
    tester = player(first_weights(game), game=game)
    sat = sit(player(weights, game=game), tester, Exam(states_of(positions)))
    return {"score": sat.score, **sat._asdict()}


def by_sequential_test(variant: Variant, pool: Sequence[Any], seed: int) -> Sequence[float]:
    """Learn by the paper's rule, every change tested in games from positions not used before."""
    student, teacher = players_of(variant)
    test = SequentialTest(student, lambda index: pool[-1 - index % len(pool)], PLIES)
    filters = Filters(acquisition=(Rules(variant.game), test))
    return learned(Teaching(student, teacher, pool[:SESSIONS], PLIES, filters))


def by_comparison(variant: Variant, pool: Sequence[Any], seed: int) -> Sequence[float]:
    """Learn the coefficients under which the student would choose as the teacher does."""
    return learned(Comparison(*players_of(variant), pool[:GAMES_WITH_TEACHER], PLIES))


def by_tdleaf(variant: Variant, pool: Sequence[Any], seed: int) -> Sequence[float]:
    """Learn from games of the student against itself."""
    student, _ = players_of(variant)
    return learned(TDLeaf(student, pool, PRACTICE * len(pool), seed, longest=PLIES))


def players_of(variant: Variant) -> tuple[Player, Player]:
    """Return the student and the teacher of a way to learn."""
    first = first_weights(variant.game)
    return player(first, STUDENT, variant.game), player(first, variant.teacher, variant.game)


METHODS = {"sequential": by_sequential_test, "comparison": by_comparison, "tdleaf": by_tdleaf}
