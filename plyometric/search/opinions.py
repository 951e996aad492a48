"""Opinions: what a deeper search may come to say of a position, foreseen by a small net.

An opinion is learned (`plyo learn opinion`) and kept as a file. The net sees what the game tells learners,
its features and traits, and where each kind of piece stands; it answers with a staircase, and with how many
nodes a search may need to settle. Learning another opinion recompiles nothing.

A net is surest where it has seen least: so a little of how positions are at large, the *contamination*,
is mixed into every answer. Without it a line that the net thinks impossible is never looked at, and the
lines that matter in a search are those on which somebody errs.
"""

from dataclasses import MISSING, asdict, dataclass, fields
from math import exp
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from plyometric.errors import InputError, brief
from plyometric.files import read_document, write_document
from plyometric.games.shipped import file_named, shipped
from plyometric.kernel import Game, rule
from plyometric.kernel.bits import lowest, without_lowest
from plyometric.search.staircases import put_bounds

FORMAT = "plyometric opinion 1"
SQUARES = 64
MOST_SPIKES, WIDEST_LAYER = 99, 1024
SLACK = 1e-6
"""How far the chances in a file may be from a sum of 1."""


def input_names(game: Game) -> list[str]:
    """Return the names of what an opinion is formed from; of pieces each stands for all squares."""
    return [*game.feature_names, *game.trait_names, *game.piece_names]


def input_count(game: Game) -> int:
    """Return how many inputs a net has."""
    return len(game.feature_names) + len(game.trait_names) + SQUARES * len(game.piece_names)


@dataclass(frozen=True, eq=False)
class Opinion:
    """A learned opinion: the spikes, how positions are at large, and the layers of the net.

    `layers` are pairs of weights, a row for each input, and biases. `effort` weighs the last hidden layer,
    and ends in a bias; it tells the logarithm of the nodes that a search needs to settle. A net answers with
    a number for each spike, whose powers are the chances; one with a `certainty` with a value and by how much
    a search may find less or more, which with that certainty it does not.
    """

    game: str
    evaluation: str
    inputs: list[str]
    spikes: list[float]
    marginal: list[float]
    layers: list[list[list]]
    effort: list[float]
    learned: dict[str, Any]
    certainty: float = 0.0

    def __deepcopy__(self, memo: Any) -> "Opinion":
        """An opinion never changes, so its copy is itself."""
        return self

    def as_json(self) -> dict[str, Any]:
        """Return the opinion as plain data."""
        return asdict(self)

    def for_kernels(self, contamination: float, floor: float) -> "Outlook":
        """Return the opinion as arrays; chances below the floor are taken for none, but never all of them."""
        arrays = [np.array(numbers, np.float64) for layer in self.layers for numbers in layer]
        widths = [len(bias) for bias in arrays[1::2]]
        dense = len(self.inputs)
        rows = [np.zeros(dense), np.zeros(dense, np.int64), *(np.zeros(width) for width in widths)]
        told = [np.array(numbers, np.float64) for numbers in (self.spikes, self.marginal, self.effort)]
        doubt = np.array([contamination, min(floor, 0.5 / len(self.spikes)), self.certainty])
        return Outlook._make([*told, doubt, *arrays, *rows])


class Outlook(NamedTuple):
    """An opinion as kernels know it, with rows to work on."""

    spikes: np.ndarray
    marginal: np.ndarray
    effort: np.ndarray
    doubt: np.ndarray  # contamination, floor, and the certainty of a value between bounds
    weights1: np.ndarray
    bias1: np.ndarray
    weights2: np.ndarray
    bias2: np.ndarray
    weights3: np.ndarray
    bias3: np.ndarray
    told: np.ndarray
    sets: np.ndarray
    hidden1: np.ndarray
    hidden2: np.ndarray
    answer: np.ndarray


# In kernels


@rule
def look(game, state, told, sets):
    """Write down what a game tells learners of a position, and where each kind of piece stands."""
    game.features(state, told[: game.feature_count])
    game.traits(state, told[game.feature_count : game.feature_count + game.trait_count])
    game.board(state, sets)


@rule
def copy(numbers, out):
    """Copy numbers one by one: to assign one array to another takes Numba long to compile."""
    for i in range(len(out)):
        out[i] = numbers[i]


@rule
def add_row(weights, i, x, out):
    """Add one input to all sums of a layer."""
    for j in range(len(out)):
        out[j] += x * weights[i, j]


@rule
def first_layer(game, outlook):
    """Work out the first layer: of numbers those that are not 0, of pieces those that are there."""
    out = outlook.hidden1
    copy(outlook.bias1, out)
    dense = game.feature_count + game.trait_count
    for i in range(dense):
        if outlook.told[i] != 0.0:
            add_row(outlook.weights1, i, outlook.told[i], out)
    for kind in range(game.piece_count):
        left = outlook.sets[kind]
        while left:
            add_row(outlook.weights1, dense + SQUARES * kind + lowest(left), 1.0, out)
            left = without_lowest(left)


@rule
def next_layer(values, weights, bias, out):
    """Work out a layer from the one before, of which only what is positive counts."""
    copy(bias, out)
    for i in range(len(values)):
        if values[i] > 0.0:
            add_row(weights, i, values[i], out)


@rule
def as_chances(answer, outlook, out):
    """Turn a net's answer into a staircase, with a little of how positions are at large."""
    if outlook.doubt[2] > 0.0:
        value, less, more = answer[0], max(answer[1], 0.0), max(answer[2], 0.0)
        put_bounds(out, outlook.spikes, value, value - less, value + more, outlook.doubt[2])
    else:
        put_powers(answer, out)
    mixed, left = outlook.doubt[0], 0.0
    for v in range(len(out)):
        chance = (1.0 - mixed) * out[v] + mixed * outlook.marginal[v]
        out[v] = chance if chance >= outlook.doubt[1] else 0.0
        left += out[v]
    for v in range(len(out)):
        out[v] /= left


@rule
def put_powers(answer, out):
    """Write chances whose logarithms a net tells, but for what all have in common."""
    top, total = answer[0], 0.0
    for v in range(len(out)):
        top = max(top, answer[v])
    for v in range(len(out)):
        out[v] = exp(answer[v] - top)
        total += out[v]
    for v in range(len(out)):
        out[v] /= total


@rule
def judge(game, state, outlook, chances):
    """Write a position's staircase; return the logarithm of the nodes that a search needs to settle."""
    look(game, state, outlook.told, outlook.sets)
    first_layer(game, outlook)
    next_layer(outlook.hidden1, outlook.weights2, outlook.bias2, outlook.hidden2)
    next_layer(outlook.hidden2, outlook.weights3, outlook.bias3, outlook.answer)
    as_chances(outlook.answer, outlook, chances)
    effort = outlook.effort[-1]
    for i in range(len(outlook.hidden2)):
        effort += outlook.effort[i] * max(outlook.hidden2[i], 0.0)
    return effort


# As files


def write_opinion(path: Path, opinion: Opinion) -> None:
    """Write an opinion to a file."""
    write_document(path, FORMAT, opinion.as_json())


def read_opinion(game: Game, text: str) -> Opinion:
    """Read an opinion by its path or by its name with the game; without a text the one that comes with it."""
    path = file_named(game, text, "opinion") if text else _usual(game)
    facts = read_document(path, FORMAT)
    try:
        needed = {one.name: facts[one.name] for one in fields(Opinion) if one.default is MISSING}
        opinion = Opinion(**needed, certainty=facts.get("certainty", 0.0))
    except KeyError as error:
        raise InputError(f"{path} is not a whole opinion: it lacks {error}.") from None
    return checked_opinion(opinion, game, f"{path}: ")


def _usual(game: Game) -> Path:
    found = list(shipped(game, "opinion").values())
    if not found:
        raise InputError(
            f"no opinion comes with {game.name}: give opinion=FILE, as plyo learn opinion writes it."
        )
    return found[0]


def checked_opinion(opinion: Opinion, game: Game, place: str = "") -> Opinion:
    """Return an opinion that fits a game, or say what is wrong with it."""
    for key, wanted in (("game", game.name), ("evaluation", game.evaluation_name)):
        if getattr(opinion, key) != wanted:
            found = brief(getattr(opinion, key))
            raise InputError(f"{place}it is an opinion for the {key} {found}, not for {wanted!r}.")
    if opinion.inputs != input_names(game):
        raise InputError(f"{place}it sees other things than this {game.name} tells: learn it anew.")
    _check_support(opinion, place)
    if not isinstance(opinion.certainty, int | float) or not 0 <= opinion.certainty <= 1:
        raise InputError(
            f"{place}certainty: a number from 0 to 1 is expected, not {brief(opinion.certainty)}."
        )
    _check_layers(opinion, input_count(game), place)
    return opinion


def _check_support(opinion: Opinion, place: str) -> None:
    """Refuse spikes that are not in order and symmetric, and chances that are none."""
    spikes = numbers(opinion.spikes, f"{place}spikes")
    n = len(spikes)
    is_even = n % 2 == 0 or not 3 <= n <= MOST_SPIKES
    if is_even or np.any(np.diff(spikes) <= 0) or np.any(np.abs(spikes + spikes[::-1]) > SLACK):
        raise InputError(f"{place}spikes are an odd number of values, rising and symmetric about 0.")
    check_chances(opinion.marginal, n, f"{place}marginal")


def check_chances(listed: Any, n: int, place: str) -> np.ndarray:
    """Return n chances, or refuse what is no distribution."""
    chances = numbers(listed, place)
    total = chances.sum()
    if len(chances) != n or np.any(chances < 0) or abs(total - 1) > SLACK:
        raise InputError(
            f"{place}: {n} chances with the sum 1 are expected, not {len(chances)} with {total:g}."
        )
    return chances


def _check_layers(opinion: Opinion, inputs: int, place: str) -> None:
    """Refuse layers that do not fit each other, the inputs, and the spikes."""
    width, answers = inputs, 3 if opinion.certainty else len(opinion.spikes)
    if not isinstance(opinion.layers, list) or len(opinion.layers) != 3:
        raise InputError(f"{place}layers: three pairs of weights and biases are expected.")
    for i, layer in enumerate(opinion.layers, 1):
        name = f"{place}layer {i}"
        if not isinstance(layer, list) or len(layer) != 2:
            raise InputError(f"{name}: a pair of weights and biases is expected.")
        weights, bias = numbers(layer[0], name, 2), numbers(layer[1], name)
        wanted = (width, answers if i == 3 else min(len(bias), WIDEST_LAYER))
        if weights.shape != wanted or len(bias) != wanted[1]:
            raise InputError(f"{name}: {wanted[0]} by {wanted[1]} weights are expected, not {weights.shape}.")
        width = wanted[1] if i < 3 else width
    if len(numbers(opinion.effort, f"{place}effort")) != width + 1:
        raise InputError(f"{place}effort: {width + 1} numbers are expected.")


def numbers(listed: Any, place: str, dimensions: int = 1) -> np.ndarray:
    """Return a list of finite numbers, or of rows of them, as an array."""
    try:
        found = np.array(listed, np.float64)
    except (TypeError, ValueError):
        found = np.array(np.nan)
    if found.ndim != dimensions or found.size == 0 or not np.all(np.isfinite(found)):
        raise InputError(f"{place}: finite numbers are expected, in {dimensions} dimension(s).")
    return found
