"""Proofs against all moves: no move that stops a threat is missed, and no answer contradicts brute force."""

import numpy as np
from search.all_moves import compare, positions

from plyometric.games import load
from plyometric.search.proof import LOST
from plyometric.search.widening import STRATEGIES, THOROUGH, Solver, Terms

from . import Try

COUNT = 20_000
PLACES = {"go_capture(size=5)": (6, 3), "fives(size=6)": (7, 3), "phutball(size=5)": (4, 2)}
"""Games, how long their random games are, and the longest threats that all moves can judge."""

AGAINST_BRUTE_FORCE = "go_capture(size=5)"


def attack(count, folder):
    """Yield whether threats and forced moves hold in each game, then whether answers do."""
    for name, (plies, longest) in PLACES.items():
        game = load(name)
        desk, rows = positions(game, 1, count, plies)
        for order in range(1, longest + 1):
            counts = np.zeros(5, np.int64)
            compare(game, game.start(), rows, order, count // 100, desk, counts)
            found, wrong, _, stopping, missed = counts.tolist()
            said = f"{wrong} of {found} threats are none, {missed} of {stopping} defences are missed"
            yield Try(f"{name}, threats of {order}", said if wrong or missed else "")
    yield from contradictions(load(AGAINST_BRUTE_FORCE), count // 2)


def contradictions(game, count):
    """Yield whether what is proven is not refuted by all moves."""
    ours, brute = (Solver(game, Terms(strategy, 5000, megabytes=1)) for strategy in (THOROUGH, STRATEGIES[9]))
    _, rows = positions(game, 2, count, 6)
    for words in rows.tolist():
        state = game.state_of(words)
        is_refuted = ours.attack(state).is_won and brute.attack(state).value == LOST
        yield Try("answers", game.position_text(state) if is_refuted else "")
