"""Work on many cores and many machines: executors, and units of work done through them.

Everything parallel takes a `concurrent.futures.Executor`: threads by default, since kernels run
without the interpreter's lock, or a Dask cluster. Units carry their own seeds, so it does not matter
where or in which order they are done; results come back in the order of the units.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor, TimeoutError, wait
from contextlib import contextmanager
from typing import Any

from plyometric.errors import InputError
from plyometric.kernel.desk import stop_kernels
from plyometric.runs import Run

IN_FLIGHT = 64
"""How many units may wait or be under way at once: it bounds memory however long the work."""

PATIENCE = 0.3
"""Seconds that calls are given to end when they are told to stop."""

Unit = tuple[str, tuple]
"""A unit of work: its key in the journal, and the arguments of the function that does it."""


class Threads(ThreadPoolExecutor):
    """Threads that can be halted: what waits is dropped, and what runs is told to stop."""

    def __init__(self, threads: int = 0) -> None:
        super().__init__(threads or os.cpu_count())
        self._unfinished: set[Future] = set()
        self._is_halted = False

    def submit(self, function: Callable, /, *arguments: Any, **settings: Any) -> Future:
        """Submit a call, and keep its future until it is done."""
        future = super().submit(function, *arguments, **settings)
        self._unfinished.add(future)
        future.add_done_callback(self._unfinished.discard)
        return future

    def halt(self) -> None:
        """Return when nothing runs any more, or soon: a call that is compiling cannot be told to stop."""
        self._is_halted = True
        self.shutdown(cancel_futures=True)
        ends = time.monotonic() + PATIENCE
        while (unfinished := set(self._unfinished)) and time.monotonic() < ends:
            stop_kernels()
            wait(unfinished, timeout=0.05)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more calls, and unless halted, wait for those that run."""
        super().shutdown(wait=wait and not self._is_halted, cancel_futures=cancel_futures)


@contextmanager
def workers(threads: int = 0, cluster: str = "") -> Iterator[Executor]:
    """Lend an executor: so many threads (0: one for each core), or the Dask cluster at an address."""
    with _cluster(cluster) if cluster else Threads(threads) as executor:
        try:
            yield executor
        except BaseException:
            if isinstance(executor, Threads):
                executor.halt()
            raise


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError:
        raise InputError("--cluster needs Dask: pip install 'plyometric[cluster]'.") from None
    try:
        client = Client(address, timeout=5)
    except (OSError, ValueError) as error:
        raise InputError(f"--cluster {address}: no Dask scheduler answers there ({error}).") from None
    with client:
        yield client.get_executor(pure=False)


def each(executor: Executor, function: Callable, units: Iterable[Unit], run: Run | None = None) -> Iterator:
    """Yield `function(*arguments)` for every unit in order; a run's journal spares what is done."""
    waiting: deque[tuple[str, Any]] = deque()
    done = run.done if run else {}
    try:
        for key, arguments in units:
            waiting.append((key, done[key] if key in done else executor.submit(function, *arguments)))
            while len(waiting) >= IN_FLIGHT:
                yield _taken(*waiting.popleft(), run)
        while waiting:
            yield _taken(*waiting.popleft(), run)
    finally:
        for _, pending in waiting:
            if isinstance(pending, Future):
                pending.cancel()


def _taken(key: str, pending: Any, run: Run | None) -> Any:
    if not isinstance(pending, Future):
        return pending
    result = _patiently(pending)
    if run is not None:
        run.record(key, result)
    return result


def _patiently(future: Future) -> Any:
    """Wait in short spells, so that Ctrl-C is heard at once."""
    while True:
        try:
            return future.result(timeout=0.1)
        except TimeoutError:
            if future.done():
                raise
