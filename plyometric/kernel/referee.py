"""The referee: answers plain Python's questions about a compiled game.

Calling a rule from Python would compile it anew in every process; these kernels are kept on disk.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from plyometric.errors import BEYOND, InputError, plain_words
from plyometric.kernel import RULES, WIDEST, Game, kernel, rng, rule
from plyometric.kernel.desk import weights_of


def _asking(name: str) -> Callable:
    """Return the kernel that gives a rule's raw answer."""

    def ask(game, *arguments):  # type: ignore[no-untyped-def]  # Numba wants bare names here
        return getattr(game, name)(*arguments)

    ask.__name__ = name
    return kernel(ask)


ASKING = {name: _asking(name) for name in RULES}
"""A kernel for each rule that a game may give."""


@rule
def _first_child(game, state, n, out):
    return game.play(state, out[0]) if n > 0 else None


@kernel
def _probe(game, state, out, weights):
    n = game.moves(state, out)
    child = _first_child(game, state, n, out)
    ends = game.result(state), game.over(state)
    return n, child, ends, game.evaluate(state, weights), game.identity(state)


def probe(game: Game) -> None:
    """Make sure that the rules compile and return what they must."""
    try:
        state = game.start()
        check_words(state)
        told = _probe(game, state, np.zeros(WIDEST, np.int64), weights_of(game))
        n, child, (outcome, _), value, identity = told
    except Exception as error:
        words = plain_words(error)
        raise InputError(words if game.origin in words else f"{game.origin}: {words}") from None
    numbers = {"moves": n, "result": outcome, "evaluate": value}
    for name, number in numbers.items():
        if not isinstance(number, int) or isinstance(number, bool):
            raise InputError(f"{game.name}: {name} must return a whole number, not {number!r}.")
    if not 0 <= n <= game.width:
        raise InputError(f"{game.name}: width={game.width} has no room for the {n} moves at the start.")
    if not isinstance(identity, tuple) or not all(type(word) is int for word in identity):
        raise InputError(f"{game.name}: identity must return a tuple of whole numbers, not {identity!r}.")
    if n and (type(child) is not type(state) or not all(type(word) is int for word in child)):
        raise InputError(f"{game.name}: play must return a {type(state).__name__} of ints, not {child!r}.")


def check_words(state: Any) -> None:
    """Refuse a first state of which a word does not fit into 64 bits with its sign."""
    for name, word in zip(getattr(state, "_fields", ()), state, strict=False):
        if isinstance(word, int) and not -(1 << 63) <= word < 1 << 63:
            raise InputError(f"start: {name} is {word:#x}, {BEYOND}.")


def legal_moves(game: Game, state: Any) -> list[int]:
    """Return the legal moves; an empty list says that the game is over."""
    out = np.zeros(game.width, np.int64)
    return out[: ASKING["moves"](game, state, out)].tolist()


def play(game: Game, state: Any, move: int) -> Any:
    """Return the state after a move."""
    return ASKING["play"](game, state, move)


def result(game: Game, state: Any) -> int:
    """Return 1, 0 or -1 for the side to move in a finished game."""
    return int(ASKING["result"](game, state))


def is_over(game: Game, state: Any) -> bool:
    """Return whether the game's end shows at a glance."""
    return bool(ASKING["over"](game, state))


def evaluate(game: Game, state: Any, weights: Any = None) -> int:
    """Return what the position is worth to the side to move."""
    return int(ASKING["evaluate"](game, state, weights_of(game, weights)))


def features(game: Game, state: Any) -> np.ndarray:
    """Return the features of a position, in the order of `game.feature_names`."""
    out = np.zeros(len(game.feature_names))
    ASKING["features"](game, state, out)
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
