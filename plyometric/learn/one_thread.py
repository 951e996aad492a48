"""Libraries that learn on one thread: sums by several of theirs differ in their last bits.

How many threads a library may use, and which warnings are shown, are settings of the whole process. Where
several of our own threads learn at once, the last to end takes back what all of them set.
"""

import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Lock

TOLD_TO_END = "Stochastic Optimizer: Maximum iterations"
"""How a warning begins that a net has learned for as many rounds as it was told, and not longer."""

_lock = Lock()
_settings = ExitStack()
_learners = 0


@contextmanager
def on_one_thread() -> Iterator[None]:
    """Let libraries learn on the caller's thread alone."""
    global _learners
    with _lock:
        _learners += 1
        _restrict()
    try:
        yield
    finally:
        with _lock:
            _learners -= 1
            if _learners == 0:
                _settings.close()


def _restrict() -> None:
    """Restrict all libraries that are loaded by now."""
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    _settings.enter_context(threadpool_limits(1))
    _settings.enter_context(warnings.catch_warnings())
    warnings.filterwarnings("ignore", TOLD_TO_END)
