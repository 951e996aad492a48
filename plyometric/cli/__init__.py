"""The command line: plyo.

Every command is a function in one of this folder's files; its docstring is its help. Modules that
need Numba are imported inside the commands, so that help and listings answer at once.
"""

import gc
import os
import signal
import sys
from contextlib import suppress

from cyclopts import CycloptsError

from plyometric.cli import (  # noqa: F401  (their commands join the app)
    clock,
    database,
    engine,
    evaluation,
    games,
    learn,
    match,
    opinion,
    play,
    playouts,
    reading,
    records,
    satisfice,
    search,
    serve,
    solve,
    study,
    suite,
    tune,
)
from plyometric.cli.shared import app
from plyometric.cli.signals import hear_no_more, hear_signals
from plyometric.errors import InputError, Interrupted, plain_words

SELDOM = 50_000
"""After so many new objects garbage is looked for: libraries make many that stay, at every start."""


INTERNAL = 70
"""The exit code after a fault of the program itself, as in sysexits.h."""


def main(words: list[str] | None = None) -> None:
    """Run the command line; whatever ends it early is one sentence and an exit code.

    The codes: 2 for bad input, a full disk and the like; 128 and the signal's number when told to stop; 70
    for a fault of the program itself, whose traceback is shown if PLYO_TRACEBACK is set.
    """
    gc.set_threshold(SELDOM)
    try:
        hear_signals()
        app(words, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except CycloptsError as error:
        fail(str(error), 2)
    except KeyboardInterrupt as stop:
        number = stop.args[0] if isinstance(stop, Interrupted) else signal.SIGINT
        fail(f"stopped; {kept(stop) or 'nothing was kept'}.", 128 + number)
    except BrokenPipeError:
        os._exit(1)
    except Exception as error:
        fail(*sentence_and_code(error))


def kept(error: BaseException) -> str:
    """Return what commands have noted of the work that is not lost."""
    return "; ".join(getattr(error, "__notes__", ()))


def sentence_and_code(error: Exception) -> tuple[str, int]:
    """Return what to say about an error, and the exit code."""
    is_outside = isinstance(error, InputError | OSError | MemoryError)
    sentence = f"{plain_words(error).rstrip('.')}{'; ' * bool(kept(error))}{kept(error)}."
    if is_outside or type(error).__module__.startswith("numba."):
        return sentence, 2
    if os.environ.get("PLYO_TRACEBACK"):
        raise error
    return f"this is a fault of plyometric, which PLYO_TRACEBACK=1 shows in full: {sentence}", INTERNAL


def fail(sentence: str, code: int) -> None:
    """Print one sentence on standard error and end at once, whatever threads still run."""
    hear_no_more()
    print(f"plyo: {' '.join(sentence.split())}", file=sys.stderr, flush=True)
    with suppress(OSError):
        sys.stdout.flush()
    os._exit(code)
