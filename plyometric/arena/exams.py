"""Exams: one player against another from fixed positions, once from either side.

Source: Hasson, Markovitch and Sella, Using filters to improve the efficiency of game-playing learning
procedures. A tied game scores 50. A win scores more the sooner it comes, up to 100, and a loss less
the sooner it comes, down to 0. In the paper's exam the positions hold 5 moves of each side, and a game
is tied after 25; a win at move 6 is worth 50 + 2.5 x (26 - 6) = 100. Two equal players score exactly 50.

A position and its dual, in which the colours are exchanged, are the same position to a player that
sees the board as its own stones and the other's; so the dual is played by exchanging who begins.
"""

from typing import Any, NamedTuple

from plyometric.arena.games import play_from
from plyometric.arena.players import Player
from plyometric.errors import InputError

LONGEST_EXAM = 400
"""The most plies that a game of an exam may take."""


class Exam(NamedTuple):
    """Where the games begin, how many moves of each side stand there, and after how many they are tied."""

    starts: tuple[Any, ...]
    before: int = 5
    most: int = 25

    @property
    def plies(self) -> int:
        """How many plies a game may take."""
        return 2 * (self.most - self.before)

    def score(self, result: Any, plies: Any) -> Any:
        """Return what a game, or each of an array, scores for whose result it is; a begun move is whole."""
        moves = self.before + (plies + 1) // 2
        return 50 + 50 * result * (self.most + 1 - moves) / (self.most - self.before)

    def checked(self) -> "Exam":
        """Return the exam, or say why it cannot be held."""
        if not self.starts:
            raise InputError("an exam needs at least one position to begin from.")
        if not 0 <= self.before < self.most or self.plies > LONGEST_EXAM:
            most = self.before + LONGEST_EXAM // 2
            raise InputError(f"a game of an exam may be tied after {self.before + 1} to {most} moves.")
        return self


class Sat(NamedTuple):
    """An exam that was sat: for each position the scores and the results of going first and second."""

    scores: list[tuple[float, float]]
    results: list[tuple[int, int]]

    @property
    def score(self) -> float:
        """The mean over all games."""
        return sum(map(sum, self.scores)) / (2 * len(self.scores))

    @property
    def games(self) -> int:
        """How many games were played."""
        return 2 * len(self.scores)


def sit(student: Player, tester: Player, exam: Exam) -> Sat:
    """Let the student play the tester from every position of an exam, from either side."""
    pairs = play_from(student, tester, exam.checked().starts, exam.plies)
    scores = exam.score(pairs.results, pairs.plies).tolist()
    return Sat([tuple(pair) for pair in scores], [tuple(pair) for pair in pairs.results.tolist()])
