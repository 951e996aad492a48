"""What another process is asked to do with a game: python -m plyometric.testing TASK GAME ..."""

import json
import sys
from collections.abc import Callable

from plyometric import games
from plyometric.errors import plain_words
from plyometric.kernel.cache import watched
from plyometric.testing import fingerprint, guarded


def print_fingerprint(origin: str, evaluation: str) -> None:
    """Print the fingerprint of a game, and the kernels that had to be compiled for it."""
    compiled: list[str] = []
    try:
        with watched(lambda kernel, begins: compiled.append(kernel)):
            answers = fingerprint(games.load(origin).judged_by(evaluation))
        print(json.dumps([answers, compiled]))
    except Exception as fault:
        sys.exit(plain_words(fault))


TASKS: dict[str, Callable[..., None]] = {
    "fingerprint": print_fingerprint,
    "check": guarded.check,
    "attempt": guarded.attempt,
}

if __name__ == "__main__":
    task, *words = sys.argv[1:]
    TASKS[task](*words)
