"""Whether what was learned is kept: only if it is shown to be better than what was there before.

The proposed weights play the present ones in pairs of games, from positions that no learning has seen and
that all differ, either side first in one. A sequential test decides, as soon as it can: is the new player
no better, or better by some Elo? Only in the second case the new weights are kept. So learning may gain
nothing, but hardly ever does harm.

The unit of evidence is the pair. Two games from one position hang together, and players that know no chance
would play the same pair from the same position again; so the interval is taken over pairs, and no position
comes twice.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from typing import Any, NamedTuple

from plyometric.arena.players import Player
from plyometric.arena.statistics import Tally, elo, expected_score, score_interval
from plyometric.kernel import Game
from plyometric.kernel.referee import ASKING
from plyometric.learn.filters import SequentialTest

WORTHWHILE = 20.0
"""How many Elo better new weights are if they are worth to be kept, for the sequential test."""

PATIENCE = 200
"""After so many positions that stood before there are taken to be no more."""


class Judged(NamedTuple):
    """How learned weights did against those before: the results, and what the sequential test says."""

    tally: Tally = Tally()
    verdict: str = "running"

    @property
    def is_better(self) -> bool:
        """Whether the new weights were shown to be better."""
        return self.verdict == "H1"

    def as_json(self) -> dict[str, Any]:
        """Return the share of the points with its interval, the games, Elo, and the verdict."""
        score = score_interval(self.tally)
        difference = elo(score.value) if 0 < score.value < 1 else None
        facts = {"games": self.tally.games, "elo": difference, "verdict": self.verdict}
        return {**score._asdict(), **facts, "is better": self.is_better}


def distinct(game: Game, opening: Callable[[int], Any]) -> Callable[[int], Any]:
    """Return the openings without those that stood before, None where no more are found."""
    found: list[Any] = []
    seen: set[tuple] = set()
    tried = 0

    def at(index: int) -> Any:
        nonlocal tried
        stale = 0
        while len(found) <= index and stale < PATIENCE:
            state = opening(tried)
            if state is None:
                break
            tried += 1
            known = tuple(ASKING["identity"](game, state))
            stale = stale + 1 if known in seen else 0
            if known not in seen:
                seen.add(known)
                found.append(state)
        return found[index] if index < len(found) else None

    return at


def judged(
    student: Player,
    weights: Sequence[float],
    opening: Callable[[int], Any],
    plies: int,
    most: int,
    executor: Executor,
) -> Iterator[Judged]:
    """Yield how learned weights stand against the student's own, until that is decided, or `most` pairs."""
    proposed = tuple(weights)
    if proposed == tuple(student.weights):
        yield Judged()
        return
    fresh = distinct(student.game, opening)
    test = SequentialTest(student, fresh, plies, expected_score(WORTHWHILE), most, min(10, most))
    for tally, verdict in test.course(proposed, tuple(student.weights), 0, executor):
        yield Judged(tally, verdict)
