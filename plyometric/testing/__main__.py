"""What another process is asked to do with a game: python -m plyometric.testing TASK GAME ..."""

import json
import sys
from collections.abc import Callable

from plyometric import games
from plyometric.errors import plain_words
from plyometric.testing import fingerprint, guarded


def print_fingerprint(origin: str, evaluation: str) -> None:
    """Print the fingerprint of a game."""
    try:
        print(json.dumps(fingerprint(games.load(origin).judged_by(evaluation))))
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
