"""Comparison training: the weights under which a small search chooses the moves of a large one.

Sources: G. Tesauro, Connectionist learning of expert preferences by comparison training, 1989; K. Hoki
and T. Kaneko, Large-scale optimization for evaluation functions with minimax search, 2014, who compare
the leaves of principal lines. Behind every candidate move the student searches on; the features of the
leaf that it comes to are what speaks for the move. A softmax over the candidates gives the teacher's
move a likelihood, which the weights are fitted to; then the student searches again, with the new weights.

Choices: candidates are the best rated moves and the teacher's; a move after which the student sees
itself lost is no candidate, and an example where it sees a win, or only losses, is skipped; a pull
towards the starting weights keeps those in place that no example speaks of. A selective search finds a
move only if it rates it well at a glance, so with one the leaf at once behind a move counts as much as
the leaf that the search comes to. A likelihood is not yet a choice: of all rounds the weights are kept
that make the student choose most often as the teacher, and they are refined one by one to that end.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from operator import eq
from typing import Any, NamedTuple

import numpy as np

from plyometric.arena.games import choose, play_game, seat
from plyometric.arena.players import Player
from plyometric.arena.workers import each
from plyometric.errors import InputError
from plyometric.kernel import NO_MOVE, kernel
from plyometric.kernel.desk import lent
from plyometric.kernel.referee import play
from plyometric.learn.learner import HERE, LearnerState, Progress
from plyometric.learn.leaves import cut, note_leaf, rescaled, starting_weights
from plyometric.learn.one_thread import on_one_thread
from plyometric.search.minimax import leaf_value
from plyometric.search.selective import Selective, move_in, rank, take_best

Choice = Sequence[Any]
"""A position, as a state or as a row of its words, and the move that the teacher chose there."""

CHOICES_IN_UNIT = 100
"""Choices that are looked at together."""


class Look(NamedTuple):
    """What speaks for the candidates of every example, the teacher's move first.

    The features of a leaf are seen by the mover; candidates that do not count are lost or not there.
    """

    leaves: np.ndarray
    counts: np.ndarray


@kernel
def compare(state, wanted, seat, moves, leaves, ends):
    """Write the leaf behind every candidate, seen by the mover, the wanted move first; return how many."""
    game, desk = seat.game, seat.desk
    n = game.moves(state, desk.moves[0])
    rank(game, state, n, 0, desk)
    moves[0], candidates = wanted, 1
    for _ in range(min(n, len(moves))):
        move = move_in(take_best(n, 0, desk), 0, desk)
        if candidates < len(moves) and move != wanted:
            moves[candidates] = move
            candidates += 1
    for i in range(candidates):
        child = game.play(state, moves[i])
        if desk.plies > 0:
            value = seat.method.decide(game, child, desk, seat.memory)
        else:
            value = leaf_value(game, child, 0, desk)
            desk.kept[0] = NO_MOVE
        ends[i] = -note_leaf(game, child, value, desk, leaves[i])
        leaves[i] *= -1
    return candidates


@dataclass(frozen=True)
class Comparison:
    """Games of a student against its teacher, one from each start, and then the weights to choose alike.

    In the games the student moves first, both have the student's weights, and a game ends after so many
    plies. A step is a batch of games, then a round of fitting, then one weight refined. The weights have
    the total size of the starting weights, for a search depends on their ratios alone.
    """

    student: Player
    teacher: Player
    starts: Sequence[Any]
    plies: int
    rounds: int = 6
    candidates: int = 10
    pull: float = 0.01
    refinements: int = 6
    batch: int = 10

    def __post_init__(self) -> None:
        if self.plies < 1:
            raise InputError(f"plies must be 1 or more, not {self.plies}.")
        if self.rounds < 0 or self.candidates < 2:
            numbers = f"{self.rounds} and {self.candidates}"
            raise InputError(f"rounds must be 0 or more and candidates 2 or more, not {numbers}.")
        if self.refinements < 0 or self.batch < 1:
            numbers = f"{self.refinements} and {self.batch}"
            raise InputError(f"refinements must be 0 or more and batch 1 or more, not {numbers}.")
        if not self.first.any():
            name = self.student.game.name
            raise InputError(f"{name}: comparison training cannot start from weights that are all 0.")

    @property
    def first(self) -> np.ndarray:
        """The weights with which learning begins."""
        return starting_weights(self.student.game, self.student.weights)

    @property
    def ends(self) -> tuple[int, int, int]:
        """The steps at which the games, the rounds and the refinements are over; round 0 fits nothing."""
        games = -(-len(self.starts) // self.batch)
        rounds = games + 1 + self.rounds
        return games, rounds, rounds + self.refinements * len(self.first)

    def begin(self, choices: Sequence[Choice] = ()) -> LearnerState:
        """Return the state before the first game, if need be with choices of a teacher known already."""
        self._check_any(choices or self.starts)
        first = self.first.tolist()
        sizes = [float(np.abs(self.first).mean()) / 3] * len(first)
        known = [[list(state), move] for state, move in choices]
        return {"step": 0, "choices": known, "scores": [], "fitted": first, "weights": first, "sizes": sizes}

    def step(self, state: LearnerState, executor: Executor) -> LearnerState:
        """Play a batch of games, or fit all weights, or refine one."""
        games, rounds, _ = self.ends
        go_on = self._play if state["step"] < games else self._fit if state["step"] < rounds else self._refine
        with on_one_thread():
            return state | go_on(state, executor) | {"step": state["step"] + 1}

    def is_done(self, state: LearnerState) -> bool:
        """Return whether every weight was refined as often as wanted."""
        return state["step"] == self.ends[-1]

    def weights(self, state: LearnerState) -> list[float]:
        """Return the weights with which the student agreed most often."""
        return rescaled(np.array(state["weights"]), self.first).tolist()

    def progress(self, state: LearnerState) -> Progress:
        """Return the share of steps, the choices, and how many the student makes, at first and now."""
        first, best = (state["scores"][0], max(state["scores"])) if state["scores"] else (None, None)
        figures = {"choices": len(state["choices"]), "first agreement": first, "agreement": best}
        return Progress(state["step"] / self.ends[-1], figures)

    def _play(self, state: LearnerState, executor: Executor) -> LearnerState:
        begin = state["step"] * self.batch
        starts = self.starts[begin : begin + self.batch]
        teacher = replace(self.teacher, weights=self.student.weights)
        units = [(str(i), (self.student, teacher, tuple(one), self.plies)) for i, one in enumerate(starts)]
        played = [choice for game in each(executor, choices_in, units) for choice in game]
        return {"choices": state["choices"] + played}

    def _fit(self, state: LearnerState, executor: Executor) -> LearnerState:
        """Fit all weights to the choices by likelihood, and keep those under which most choices agree."""
        self._check_any(state["choices"])
        fitted = np.array(state["fitted"])
        if state["scores"]:
            choices, lookers = state["choices"], self._looks(fitted)
            looks = [look_all(one, choices, self.candidates, executor) for one in lookers]
            unit = np.abs(self.first).mean()
            found = _fitted(looks, fitted / unit, self.first / unit, self.pull)
            fitted = rescaled(found, self.first)
        score = self._score(fitted, state, executor)
        is_best = score > max(state["scores"], default=-1.0)
        best = fitted.tolist() if is_best else state["weights"]
        return {"fitted": fitted.tolist(), "scores": [*state["scores"], score], "weights": best}

    def _refine(self, state: LearnerState, executor: Executor) -> LearnerState:
        """Try more and less of one weight; if neither makes more choices agree, halve its next change."""
        weights, sizes = np.array(state["weights"]), np.array(state["sizes"])
        place = (state["step"] - self.ends[1]) % len(weights)
        change = np.eye(len(weights))[place]
        tried = cut(weights + change * sizes), cut(weights - change * sizes)
        scores = [self._score(one, state, executor) for one in tried]
        if max(scores) > max(state["scores"]):
            better = tried[int(np.argmax(scores))].tolist()
            return {"weights": better, "scores": [*state["scores"], max(scores)]}
        return {"sizes": np.where(change, sizes / 2, sizes).tolist()}

    def _score(self, weights: np.ndarray, state: LearnerState, executor: Executor) -> float:
        return agreement(self._with(weights), state["choices"], executor)

    def _with(self, weights: np.ndarray) -> Player:
        return replace(self.student, weights=tuple(weights.tolist()))

    def _looks(self, weights: np.ndarray) -> list[Player]:
        """Return who picks a move for the student: itself, and at a glance if only the best moves go on."""
        player, kind = self._with(weights), self.student.kind
        if not isinstance(kind, Selective):
            return [player]
        looks = [replace(kind, threats=0), replace(kind, threats=0, depth=1)]
        return [replace(player, kind=look) for look in looks[: min(2, kind.depth)]]

    def _check_any(self, source: Sequence[Any]) -> None:
        if not len(source):
            raise InputError("comparison training needs at least one choice of the teacher.")


def choices_in(student: Player, teacher: Player, start: Sequence[int], plies: int) -> list[Choice]:
    """Return the teacher's choices in one game against the student."""
    game, choices = student.game, list[Choice]()
    state, draws = game.state_of(start), game.draws._replace(longest=plies)
    for ply, move in enumerate(play_game(student, teacher, state, draws=draws).moves):
        if ply % 2 == 1:
            choices.append([list(state), move])
        state = play(game, state, move)
    return choices


def agreement(student: Player, choices: Sequence[Choice], executor: Executor = HERE) -> float:
    """Return the share of the choices that a student would make."""
    return sum(_on_parts(executor, agreed, student, choices)) / len(choices)


def agreed(student: Player, choices: Sequence[Choice]) -> int:
    """Return how many of the choices a student would make."""
    rows, moves = zip(*choices, strict=True)
    states = [student.game.state_of(row) for row in rows]
    return sum(map(eq, choose(student.game, states, seat(student), student.weights), moves))


def look_all(student: Player, choices: Sequence[Choice], candidates: int, executor: Executor) -> Look:
    """Return what speaks for the candidates of all choices."""
    looks = _on_parts(executor, look_at, student, choices, candidates)
    return Look(*(np.concatenate(parts) for parts in zip(*looks, strict=True)))


def look_at(student: Player, choices: Sequence[Choice], candidates: int) -> Look:
    """Search behind every candidate of every choice, and keep the examples that tell moves apart."""
    place = seat(student)
    place.desk.plies -= 1
    moves, ends = np.zeros(candidates, np.int64), np.zeros(candidates, np.int64)
    leaves = np.zeros((len(choices), candidates, len(student.weights)))
    counts = np.zeros(leaves.shape[:2], bool)
    with lent(place.desk):
        for i, (row, move) in enumerate(choices):
            n = compare(student.game.state_of(row), move, place, moves, leaves[i], ends)
            counts[i, :n] = (ends[:n] == 0) & ~(ends[:n] > 0).any()
    tells = counts[:, 0] & (counts.sum(axis=1) > 1)
    return Look(leaves[tells], counts[tells])


def _on_parts(
    executor: Executor, function: Callable, student: Player, choices: Sequence[Choice], *more: Any
) -> Iterator[Any]:
    """Yield what a function finds in a part of the choices after the other."""
    rows = [(tuple(state), move) for state, move in choices]
    parts = (rows[i : i + CHOICES_IN_UNIT] for i in range(0, len(rows), CHOICES_IN_UNIT))
    return each(executor, function, ((str(i), (student, part, *more)) for i, part in enumerate(parts)))


def _fitted(looks: list[Look], start: np.ndarray, first: np.ndarray, pull: float) -> np.ndarray:
    """Return the weights that make the teacher's moves most likely, for a price on leaving the first ones."""
    from scipy.optimize import minimize  # type: ignore[import-untyped]

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        surprises, slopes = zip(*(surprise(look, weights) for look in looks), strict=True)
        away = weights - first
        return sum(surprises) / len(looks) + pull * (away @ away) / 2, sum(slopes) / len(looks) + pull * away

    return minimize(loss, start, jac=True, method="L-BFGS-B").x


def surprise(look: Look, weights: np.ndarray) -> tuple[float, np.ndarray]:
    """Return how surprising the teacher's moves are, their mean negative log-likelihood, and its slope."""
    if not len(look.leaves):
        return 0.0, np.zeros_like(weights)
    merits = np.where(look.counts, look.leaves @ weights, -np.inf)
    merits -= merits.max(axis=1, keepdims=True)
    shares = np.exp(merits)
    total = shares.sum(axis=1, keepdims=True)
    loss = np.log(total[:, 0]) - merits[:, 0]
    shares /= total
    shares[:, 0] -= 1
    return float(loss.mean()), np.einsum("ec,ecf->f", shares, look.leaves) / len(look.leaves)
