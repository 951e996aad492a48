"""Work on many cores and many machines: executors, and units of work done through them.

Everything parallel takes a `concurrent.futures.Executor`: threads by default, since kernels run
without the interpreter's lock, or a Dask cluster. Units carry their own seeds, so it does not matter
where or in which order they are done; results come back in the order of the units, and each is kept as
soon as it is there.
"""

import logging
import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from functools import partial
from itertools import takewhile
from threading import Event, Thread, current_thread
from typing import Any

from plyometric.errors import InputError, Stopped, plain_words
from plyometric.kernel.desk import stop_lent_by
from plyometric.runs import Run

IN_FLIGHT = 64
"""How many units may wait or be under way at once: it bounds memory however long the work."""

PATIENCE = 0.3
"""Seconds that calls are given to end when they are told to stop."""

SPELL = 0.1
"""Seconds to wait at a stretch, so that Ctrl-C is heard."""

TRIES = 2
"""How often a unit is tried before it counts as failed."""

ENDS_ALL = (Stopped, CancelledError, KeyboardInterrupt, SystemExit)
"""What ends a unit because all work should end."""

NAMED = 5
"""How many failed units a report names."""

Unit = tuple[str, tuple]
"""A unit of work: its key in the journal, and the arguments of the function that does it."""

Keep = Callable[[str, Any], Any]
"""Keeps a unit's result under its key, in the thread that made it; what it returns is passed on."""


class Threads(ThreadPoolExecutor):
    """Threads that can be halted: what waits is dropped, and what runs is told to stop."""

    def __init__(self, threads: int = 0) -> None:
        self._crew: set[Thread] = set()
        super().__init__(threads or os.cpu_count(), initializer=lambda: self._crew.add(current_thread()))
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
            stop_lent_by(self._crew)
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
    _hush()
    with client:
        try:
            yield client.get_executor(pure=False)
        except CancelledError as error:
            raise _gone(address, error) from None


def _hush() -> None:
    """Let Dask keep its many words about a lost connection to itself: we say it in a sentence."""
    for name in filter(lambda name: name.startswith("distributed"), list(logging.root.manager.loggerDict)):
        logging.getLogger(name).disabled = True


def _gone(address: str, error: CancelledError) -> InputError:
    """Return the error that says so, with what was noted on the way."""
    gone = InputError(f"--cluster {address}: the Dask scheduler has gone.")
    for note in getattr(error, "__notes__", ()):
        gone.add_note(note)
    return gone


def each(
    executor: Executor,
    function: Callable,
    units: Iterable[Unit],
    run: Run | None = None,
    keep: Keep | None = None,
) -> Iterator:
    """Yield `function(*arguments)` for every unit, in order; a run's journal spares what is done.

    A unit is journalled when it is done, whatever its turn; `keep` may do that in another way. If that
    fails, all work ends. A unit that fails twice is reported by name at the end: of an endless supply of
    units, no more are begun meanwhile.
    """
    done = run.done if run else {}
    keep = keep or (run.record if run else _as_it_is)
    failed: list[tuple[str, str]] = []
    wanted = units if isinstance(units, Sequence) else takewhile(lambda unit: not failed, units)
    tasks = (_begun(executor, function, unit, done, keep) for unit in wanted)
    with closing(_in_turn(tasks)) as finished:
        for task in finished:
            if task.error:
                failed.append((task.key, plain_words(task.error)))
            elif not failed:
                yield task.result
    if failed:
        raise InputError(_report(failed))


def _as_it_is(key: str, result: Any) -> Any:
    return result


def _begun(executor: Executor, function: Callable, unit: Unit, done: dict[str, Any], keep: Keep) -> "_Task":
    key, arguments = unit
    task = _Task(key, partial(executor.submit, function, *arguments), keep)
    if key in done:
        task.end(done[key])
    else:
        task.begin()
    return task


class _Task:
    """A unit of work: kept as soon as it is done, begun once more if it fails."""

    def __init__(self, key: str, submit: Callable[[], Future], keep: Keep) -> None:
        self.key = key
        self.result: Any = None
        self.error: Any = None
        self.ends_all = False
        self.is_over = Event()
        self._submit, self._keep = submit, keep
        self._left = TRIES
        self._future: Future | None = None

    def begin(self) -> None:
        """Submit the work; whoever does it keeps the result."""
        self._left -= 1
        self._future = self._submit()
        self._future.add_done_callback(self._settle)

    def end(self, result: Any = None, error: BaseException | None = None, ends_all: bool = False) -> None:
        """Say how it ended, and whether all work should end with it."""
        self.result, self.error, self.ends_all = result, error, ends_all
        self.is_over.set()

    def drop(self) -> None:
        """Do without the unit, unless it is under way."""
        self._left = 0
        if self._future:
            self._future.cancel()

    def _settle(self, future: Future) -> None:
        try:
            result = future.result()
        except BaseException as error:
            return self._end_or_begin_again(error)
        try:
            self.end(self._keep(self.key, result))
        except BaseException as error:  # doing it once more would not help: what follows is lost as well
            self.end(error=error, ends_all=True)

    def _end_or_begin_again(self, error: BaseException) -> None:
        if not self._left or isinstance(error, ENDS_ALL):
            return self.end(error=error, ends_all=isinstance(error, ENDS_ALL))
        try:
            self.begin()
        except RuntimeError:  # the workers have gone home
            self.end(error=error)


def _in_turn(tasks: Iterable[_Task]) -> Generator[_Task, None, None]:
    """Yield tasks when they are over, in order; a few are under way or wait for their turn meanwhile."""
    waiting: deque[_Task] = deque()
    try:
        for task in tasks:
            waiting.append(task)
            while len(waiting) >= IN_FLIGHT:
                yield _first(waiting)
        while waiting:
            yield _first(waiting)
    finally:
        for task in waiting:
            task.drop()


def _first(waiting: deque[_Task]) -> _Task:
    """Wait for the first task in short spells, so that Ctrl-C is heard, and whatever ends all work."""
    is_over = False
    while not is_over:
        is_over = waiting[0].is_over.wait(SPELL)
        for task in waiting:
            if task.ends_all:
                raise task.error
    return waiting.popleft()


def _report(failed: list[tuple[str, str]]) -> str:
    """Return in one sentence which units failed, and why the first did."""
    names = ", ".join(repr(key) for key, _ in failed[:NAMED])
    more = f" and {len(failed) - NAMED} more" if len(failed) > NAMED else ""
    return f"{'units' if failed[1:] else 'unit'} {names}{more} failed twice: {failed[0][1]}"
