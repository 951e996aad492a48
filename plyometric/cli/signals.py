"""Being told to stop: by Ctrl-C, by the system, by a terminal that has gone."""

import os
import signal
import threading
import traceback
from types import FrameType

from plyometric.errors import Interrupted

ENDING = ("SIGINT", "SIGTERM", "SIGHUP")

AGAIN_AFTER = 0.05
"""Seconds after which a signal comes again that came at a bad moment."""


def hear_signals() -> None:
    """Let the signals that end a process end it as Ctrl-C does."""
    if threading.current_thread() is not threading.main_thread():
        return
    for name in ENDING:
        number = getattr(signal, name, None)
        if number and signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, end)


def hear_no_more() -> None:
    """Let no further signal come between the last sentence of a command and its end."""
    if threading.current_thread() is threading.main_thread():
        for name in ENDING:
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), signal.SIG_IGN)


def end(number: int, frame: FrameType | None) -> None:
    """Stop, and remember the signal; if it comes at a bad moment, a little later.

    Machine code calls back to Python when it is made, read or returns a state, and does not expect to be told
    to stop there: it would go on without what it asked for, and crash. What clears up behind weak references
    would pass over it.
    """
    if not is_in_the_midst(frame):
        raise Interrupted(number)
    again = threading.Timer(AGAIN_AFTER, os.kill, (os.getpid(), number))
    again.daemon = True
    again.start()


def is_in_the_midst(frame: FrameType | None) -> bool:
    """Return whether the code that runs was called by Numba, LLVM or a weak reference, however indirectly."""
    modules = (caller.f_globals.get("__name__") or "" for caller, _ in traceback.walk_stack(frame))
    return any(module.partition(".")[0] in ("numba", "llvmlite", "weakref") for module in modules)
