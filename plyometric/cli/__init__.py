"""The command line: plyo.

Every command is a function in one of this folder's files; its docstring is its help. Modules that
need Numba are imported inside the commands, so that help and listings answer at once.
"""

import gc
import os
import sys

from cyclopts import CycloptsError

from plyometric.cli import evaluation, games, learn, match, play, satisfice, search, study  # noqa: F401  (their commands join the app)
from plyometric.cli.shared import app
from plyometric.errors import InputError, plain_words

SELDOM = 50_000
"""After so many new objects garbage is looked for: libraries make many that stay, at every start."""


def main(words: list[str] | None = None) -> None:
    """Run the command line; bad input ends with one sentence and exit code 2."""
    gc.set_threshold(SELDOM)
    try:
        app(words, exit_on_error=False, print_error=False)
    except (CycloptsError, InputError) as error:
        fail(" ".join(str(error).split()), 2)
    except KeyboardInterrupt as stop:
        fail(f"stopped; {str(stop) or 'nothing was kept'}.", 130)
    except BrokenPipeError:
        os._exit(1)
    except Exception as error:
        if not type(error).__module__.startswith("numba."):
            raise
        fail(plain_words(error), 2)


def fail(sentence: str, code: int) -> None:
    """Print one sentence on standard error and end at once, whatever threads still run."""
    print(f"plyo: {sentence}", file=sys.stderr, flush=True)
    sys.stdout.flush()
    os._exit(code)
