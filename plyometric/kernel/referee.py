"""The referee: answers plain Python's questions about a compiled game.

Calling a rule from Python would compile it anew in every process; these kernels are kept on disk.
"""

from typing import Any

import numpy as np
from numba.core.errors import NumbaError

from plyometric.errors import InputError, plain_words
from plyometric.kernel import WIDEST, Game, kernel, rng
from plyometric.kernel.desk import weights_of


@kernel
def _moves(game, state, out):
    return game.moves(state, out)


@kernel
def _play(game, state, move):
    return game.play(state, move)


@kernel
def _result(game, state):
    return game.result(state)


@kernel
def _over(game, state):
    return game.over(state)


@kernel
def _evaluate(game, state, weights):
    return game.evaluate(state, weights)


@kernel
def _features(game, state, out):
    game.features(state, out)


@kernel
def _forcing(game, state, out):
    return game.forcing(state, out)


@kernel
def _move_class(game, state, move):
    return game.move_class(state, move)


@kernel
def _reversible(game, state, move):
    return game.reversible(state, move)


@kernel
def _rate(game, state, moves, n, weights, out):
    game.rate(state, moves, n, weights, out)


@kernel
def _prior(game, state, move):
    return game.prior(state, move)


@kernel
def _wins(game, state, out):
    return game.wins(state, out)


@kernel
def _passed(game, state):
    return game.passed(state)


@kernel
def _swapped(game, state):
    return game.swapped(state)


ASKING = {
    "moves": _moves,
    "play": _play,
    "result": _result,
    "over": _over,
    "evaluate": _evaluate,
    "features": _features,
    "forcing": _forcing,
    "move_class": _move_class,
    "reversible": _reversible,
    "rate": _rate,
    "prior": _prior,
    "wins": _wins,
    "passed": _passed,
    "swapped": _swapped,
}
"""A kernel for each rule: it gives the rule's raw answer."""


@kernel
def _probe(game, state, out, weights):
    n = game.moves(state, out)
    child = game.play(state, out[0])
    return n, child, game.result(state), game.over(state), game.evaluate(state, weights)


def probe(game: Game) -> None:
    """Make sure that the rules compile and return what they must."""
    state = game.start()
    try:
        n, child, outcome, _, value = _probe(game, state, np.zeros(WIDEST, np.int64), weights_of(game))
    except NumbaError as error:
        words = plain_words(error)
        raise InputError(words if game.origin in words else f"{game.origin}: {words}") from None
    numbers = {"moves": n, "result": outcome, "evaluate": value}
    for name, number in numbers.items():
        if not isinstance(number, int) or isinstance(number, bool):
            raise InputError(f"{game.name}: {name} must return a whole number, not {number!r}.")
    if not 0 <= n <= game.width:
        raise InputError(f"{game.name}: width={game.width} has no room for the {n} moves at the start.")
    if type(child) is not type(state) or not all(type(word) is int for word in child):
        raise InputError(f"{game.name}: play must return a {type(state).__name__} of ints, not {child!r}.")


def legal_moves(game: Game, state: Any) -> list[int]:
    """Return the legal moves; an empty list says that the game is over."""
    out = np.zeros(game.width, np.int64)
    return out[: _moves(game, state, out)].tolist()


def play(game: Game, state: Any, move: int) -> Any:
    """Return the state after a move."""
    return _play(game, state, move)


def result(game: Game, state: Any) -> int:
    """Return 1, 0 or -1 for the side to move in a finished game."""
    return int(_result(game, state))


def is_over(game: Game, state: Any) -> bool:
    """Return whether the game's end shows at a glance."""
    return bool(_over(game, state))


def evaluate(game: Game, state: Any, weights: Any = None) -> int:
    """Return what the position is worth to the side to move."""
    return int(_evaluate(game, state, weights_of(game, weights)))


def features(game: Game, state: Any) -> np.ndarray:
    """Return the features of a position, in the order of `game.feature_names`."""
    out = np.zeros(len(game.feature_names))
    _features(game, state, out)
    return out


def read_move(game: Game, state: Any, text: str) -> int:
    """Return the legal move that a text names."""
    if game.read_move is not None:
        return game.read_move(state, text)
    named = {game.move_text(state, move): move for move in legal_moves(game, state)}
    if text.strip() not in named:
        raise InputError(f"{text!r} is not a legal move here: {', '.join(named) or 'the game is over'}.")
    return named[text.strip()]


def random_game(game: Game, seed: int, index: int, plies: int = 10_000) -> tuple[list[Any], list[int]]:
    """Return the states and moves of a random game, the same for the same seed and index."""
    states, chosen = [game.start()], list[int]()
    for ply in range(plies):
        moves = legal_moves(game, states[-1])
        if not moves:
            break
        chosen.append(moves[rng.below(len(moves), seed, index, ply)])
        states.append(play(game, states[-1], chosen[-1]))
    return states, chosen
