"""Random playouts on one core, beside OpenSpiel's and pgx's of the same games where these are installed."""

import random
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.measure import Row, compare
from plyometric.games import load
from plyometric.search.playouts import playouts

EXAMPLES = Path(__file__).parents[1] / "examples"
WANTED = {"connect_four": "100,000 a second", "othello": "20,000 a second"}
AT_ONCE = 2000
"""Games that pgx plays side by side: it is made for that."""


def rows() -> list[Row]:
    """Measure playouts per second."""
    found = []
    for game, wanted in WANTED.items():
        found.append(compare(f"{game}: playouts, OpenSpiel", "games/s", ours(game), open_spiel(game), wanted))
        found.append(compare(f"{game}: playouts, pgx", "games/s", ours(game), pgx(game), wanted))
    return found


def ours(name: str) -> Callable[[], float]:
    """Return what measures ours."""
    game = load(str(EXAMPLES / f"{name}.py"))
    playouts(game, 1)
    return lambda: _speed(20_000, lambda: playouts(game, 20_000))


def open_spiel(name: str) -> Callable[[], float] | None:
    """Return what measures OpenSpiel, played from Python as its pages show, or None where it is missing."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(name)

    def play() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))

    return lambda: _speed(200, lambda: [play() for _ in range(200)])


def pgx(name: str) -> Callable[[], float] | None:
    """Return what measures pgx, many games side by side until all are over, or None where it is missing."""
    try:
        import jax
        import pgx as games
    except ImportError:
        return None
    env = games.make(name)
    begin, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))
    pick = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.log(mask.astype(float)), axis=-1))

    def play() -> None:
        state, key = begin(jax.random.split(jax.random.key(0), AT_ONCE)), jax.random.key(1)
        while not state.terminated.all():
            key, lots = jax.random.split(key)
            state = step(state, pick(lots, state.legal_action_mask))

    play()
    return lambda: _speed(AT_ONCE, play)


def _speed(games: int, play: Callable[[], object]) -> float:
    began = time.perf_counter()
    play()
    return games / (time.perf_counter() - began)


def main() -> None:
    """Print the rows, for whoever wants just these."""
    for row in rows():
        print(row)


if __name__ == "__main__":
    main()
