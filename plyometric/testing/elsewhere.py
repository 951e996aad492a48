"""Asking a game in other processes: as plain Python, newly compiled, and read from disk."""

import json
import os
import signal
import subprocess
import sys
from typing import Any, NamedTuple

import numpy as np

from plyometric.kernel import RULES, Game, referee
from plyometric.testing.asking import Fault, Skip, at, counts, known_in
from plyometric.testing.data import record

GIVEN_UP_AFTER = 200
"""Seconds after which another process that tries the game is given up."""


class Elsewhere(NamedTuple):
    """What a game answers in another process, and the kernels that had to be compiled there."""

    answers: list[str]
    compiled: list[str]


def fingerprint(game: Game) -> list[str]:
    """Return what a game answers along three short random games, to be compared between processes."""
    lines = [line for index in range(3) for line in record(game, 0, index, 40)]
    states, chosen = referee.random_game(game, 0, 0, 40)
    for state, move in zip(states, chosen, strict=False):
        lines += [f"{name} {answer}{at(game, state)}" for name, answer in answers(game, state, move).items()]
    return [*lines, f"perft {counts(game, game.start())}"]


def answers(game: Game, state: Any, move: int) -> dict[str, Any]:
    """Return the answer of every rule that a game gives, to a position and one of its moves."""
    given = (name for name in RULES if getattr(game, name) is not None)
    return {name: _answer(game, name, state, move) for name in given if name != "matches" or game.patterns}


def _answer(game: Game, name: str, state: Any, move: int) -> Any:
    """Return what a rule answers, and what it writes."""
    known = known_in(game, name, state, move)
    answer = referee.ASKING[name](game, *(known[word] for word in RULES[name].takes.split(", ")))
    return _plainly(answer), np.trim_zeros(known["out"], "b").tolist()


def _plainly(answer: Any) -> Any:
    """Return an answer as the same Python numbers, whether it was compiled or not."""
    if isinstance(answer, tuple):
        return [int(word) for word in answer]
    return None if answer is None else int(answer)


def asked_elsewhere(game: Game, how: str, **settings: str) -> Elsewhere:
    """Return the fingerprint of a game that another process takes."""
    if not game.origin:
        raise Skip("the game was not loaded from a file or by its name, so no other process can load it.")
    command = [sys.executable, "-m", "plyometric.testing", "fingerprint", game.origin, game.evaluation_name]
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "0"} | settings
    try:
        run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=GIVEN_UP_AFTER)
    except subprocess.TimeoutExpired:
        raise Fault(f"another process, with the game {how}, takes over {GIVEN_UP_AFTER} seconds.") from None
    if run.returncode:
        raise Fault(f"another process, with the game {how}, {_last_words(run)}")
    return Elsewhere(*json.loads(run.stdout.splitlines()[-1]))


def _last_words(run: subprocess.CompletedProcess) -> str:
    if run.returncode < 0:
        return f"crashes with {signal.Signals(-run.returncode).name}."
    return f"fails: {(run.stderr.strip().splitlines() or ['it says nothing'])[-1]}"


def compare(one: str, these: list[str], other: str, those: list[str]) -> None:
    """Say where two fingerprints differ first."""
    for this, that in zip(these, those, strict=False):
        if this != that:
            raise Fault(f"{one}, the game says {this!r}; {other}, it says {that!r}.")
    if len(these) != len(those):
        raise Fault(f"random games are longer or shorter {one} than {other}.")
