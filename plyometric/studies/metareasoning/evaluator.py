"""Two of the paper's four modules: the detector of binary features, and the evaluator over conjunctions.

A feature is a piece on a square, as the mover sees the board. The basis are short conjunctions of features or
their negations: each feature alone, what must hold for pawns to step and to take, and some common contexts,
neighbours and pawns that face each other. Everything that the evaluator tells is a weighted sum over the
basis: the value, by how much a search may find less and more, and how long it may take. Value and bounds make
the three spikes of equation 14.

Published are the scheme, the values of the pieces, and that the static value of the ending is 0.6. Choices:
control of squares is left to the conjunctions for captures; the value is set by hand, as material and how far
pawns have come; bounds and time, set by hand in the paper, are fitted to what searches have found. The weight
of the middle spike is the share of positions whose value a search leaves as it is.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from plyometric.games.pawn_endings import PIECES
from plyometric.games.pawn_endings.race import ADVANCED, PAWN, QUEEN
from plyometric.kernel import Game
from plyometric.learn.foresight import Examples
from plyometric.learn.opinions import inputs_of
from plyometric.search.opinions import SQUARES, Opinion, input_count, input_names

OWN_PAWN, OWN_KING, FOE_PAWN, FOE_KING, OWN_QUEEN, FOE_QUEEN = range(len(PIECES))
ROWS = range(8, 56)
"""Squares on which pawns stand."""

MOST, STEP, AT_EASE = 1200.0, 50.0, 50.0
"""The highest spike, how far spikes are apart, and by how much a value changes that is left as it is."""


class Conjunction(NamedTuple):
    """Features that must hold, and features that must not: pairs of a piece and a square."""

    there: tuple[tuple[int, int], ...]
    missing: tuple[tuple[int, int], ...] = ()


# The detector


def steps(square: int) -> Iterator[Conjunction]:
    """Yield what must hold for a pawn of either side to step from a square."""
    for piece, ahead in ((OWN_PAWN, square + 8), (FOE_PAWN, square - 8)):
        yield Conjunction(((piece, square),), tuple((any_piece, ahead) for any_piece in range(len(PIECES))))


def contexts(square: int) -> Iterator[Conjunction]:
    """Yield what two pawns may be to each other: one takes the other, faces it, guards its way, or helps."""
    column = square & 7
    sides = [side for side in (-1, 1) if 0 <= column + side < 8]
    for other in (
        *(square + 8 + side for side in sides),
        square + 16,
        *(square + 16 + side for side in sides),
    ):
        if other in ROWS:
            yield Conjunction(((OWN_PAWN, square), (FOE_PAWN, other)))
    if column < 7:
        for piece in (OWN_PAWN, FOE_PAWN):
            yield Conjunction(((piece, square), (piece, square + 1)))


@cache
def basis() -> tuple[Conjunction, ...]:
    """Return all conjunctions, the one of nothing, which always holds, at the end."""
    alone = [Conjunction(((piece, square),)) for piece in range(len(PIECES)) for square in range(SQUARES)]
    pawns = [one for square in ROWS for one in (*steps(square), *contexts(square))]
    return *alone, *pawns, Conjunction(())


def as_layer(game: Game) -> tuple[np.ndarray, np.ndarray]:
    """Return the basis as the first layer of a net: what is positive, and then 1, holds."""
    dense = input_count(game) - SQUARES * len(PIECES)
    weights, bias = np.zeros((input_count(game), len(basis()))), np.zeros(len(basis()))
    for i, one in enumerate(basis()):
        bias[i] = 1 - len(one.there)
        for features, sign in ((one.there, 1.0), (one.missing, -1.0)):
            for piece, square in features:
                weights[dense + SQUARES * piece + square, i] = sign
    return weights, bias


def detect(game: Game, states: np.ndarray) -> np.ndarray:
    """Return which conjunctions hold in each of some states, a row of 0 and 1 each."""
    weights, bias = as_layer(game)
    dense = input_count(game) - SQUARES * len(PIECES)
    return np.maximum(inputs_of(game, states)[:, dense:] @ weights[dense:] + bias, 0.0)


# The evaluator


@dataclass(frozen=True, eq=False)
class Evaluator:
    """Weights over the basis: of the value, of how much less and more a search may find, and of its time.

    Of time they tell the logarithm. `marginal` are the shares of positions at each spike, `certainty` is the
    weight of the middle one.
    """

    value: np.ndarray
    less: np.ndarray
    more: np.ndarray
    effort: np.ndarray
    marginal: np.ndarray
    certainty: float

    def as_opinion(self, game: Game) -> Opinion:
        """Return the evaluator as a net: its conjunctions, its sums, and the value between its bounds."""
        sums = np.stack([self.value, -self.value, self.less, self.more, self.effort], axis=1)
        told = np.array([[1.0, 0, 0], [-1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]])
        layers = [as_layer(game), (sums, np.zeros(5)), (told, np.zeros(3))]
        return Opinion(
            game=game.name,
            evaluation=game.evaluation_name,
            inputs=input_names(game),
            spikes=spikes().tolist(),
            marginal=self.marginal.tolist(),
            layers=[[weights.tolist(), bias.tolist()] for weights, bias in layers],
            effort=[0.0, 0.0, 0.0, 0.0, 1.0, 0.0],
            learned={"by": "the evaluator of the study of metareasoning"},
            certainty=self.certainty,
        )


def spikes() -> np.ndarray:
    """Return the spikes on which values between bounds are laid out."""
    return np.arange(-MOST, MOST + STEP, STEP)


def by_hand() -> np.ndarray:
    """Return the weights of the static value: material, and how far pawns have come."""
    weights = np.zeros(len(basis()))
    for square in range(SQUARES):
        row = square >> 3
        if square in ROWS:
            weights[SQUARES * OWN_PAWN + square] = PAWN + ADVANCED[row]
            weights[SQUARES * FOE_PAWN + square] = -PAWN - ADVANCED[7 - row]
        weights[SQUARES * OWN_QUEEN + square], weights[SQUARES * FOE_QUEEN + square] = QUEEN, -QUEEN
    return weights


def fitted(game: Game, examples: Examples) -> Evaluator:
    """Return the evaluator whose value is set by hand, with bounds and time fitted to examples."""
    held, value = detect(game, examples.state), by_hand()
    change = np.clip(examples.value, -MOST, MOST) - held @ value
    nearest = np.clip(np.round((held @ value + change + MOST) / STEP), 0, len(spikes()) - 1).astype(int)
    return Evaluator(
        value=value,
        less=_sum_for(held[change < 0], -change[change < 0]),
        more=_sum_for(held[change > 0], change[change > 0]),
        effort=_sum_for(held, np.log(np.maximum(examples.settled, 1))),
        marginal=np.bincount(nearest, minlength=len(spikes())) / len(nearest),
        certainty=float(np.mean(np.abs(change) <= AT_EASE)),
    )


def _sum_for(held: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """Return the weights of the sum over the basis that comes closest to some numbers."""
    from sklearn.linear_model import Ridge

    line = Ridge(alpha=10.0).fit(held[:, :-1], numbers)
    return np.append(line.coef_, line.intercept_)
