"""Matches in one call: `plyometric.match("checkers:depth=5", "checkers:depth=4", games=200)`."""

from collections import deque
from typing import NamedTuple

from plyometric.arena.match import Standing
from plyometric.arena.match import match as played
from plyometric.arena.openings import openings_of
from plyometric.arena.players import Player, read_player
from plyometric.arena.statistics import Estimate, Tally, elo_interval, score_interval
from plyometric.arena.workers import workers
from plyometric.games.notebook import html_table


class Meeting(NamedTuple):
    """A match that was played: the results of the first player, with intervals; it shows itself."""

    a: str
    b: str
    tally: Tally

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.tally.games

    @property
    def score(self) -> Estimate:
        """The share of the points of the first player, with its 95 % interval."""
        return score_interval(self.tally)

    @property
    def elo(self) -> Estimate:
        """How much stronger the first player is, in Elo, with its 95 % interval."""
        return elo_interval(self.tally)

    def __str__(self) -> str:
        one, difference = self.score, self.elo
        share = f"{one.value:.1%} [{one.low:.1%}, {one.high:.1%}]"
        won = f"won {self.tally.wins}, drawn {self.tally.draws}, lost {self.tally.losses}"
        return f"{self.a} against {self.b}: {share}, {difference.value:+.0f} Elo, {self.games} games ({won})"

    def _repr_html_(self) -> str:
        score, difference = self.score, self.elo
        rows = (
            ("score", f"{score.value:.1%} [{score.low:.1%}, {score.high:.1%}]"),
            ("Elo", f"{difference.value:+.0f} [{difference.low:+.0f}, {difference.high:+.0f}]"),
            ("games", f"won {self.tally.wins}, drawn {self.tally.draws}, lost {self.tally.losses}"),
        )
        return html_table((self.a, f"against {self.b}"), rows)


def match(a: Player | str, b: Player | str, games: int = 200, *, seed: int = 1, threads: int = 0) -> Meeting:
    """Play a match of colour-swapped pairs between two players, given as texts or as they are."""
    one, other = (read_player(who) if isinstance(who, str) else who for who in (a, b))
    with workers(threads) as executor:
        course = played(one, other, openings_of(one.game), games, seed, executor)
        last: Standing = deque(course, maxlen=1)[0]
    return Meeting(one.name, other.name, last.tally)
