"""What a command shows while it works: on standard error, so that standard output stays clean."""

import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from plyometric.errors import InputError

if TYPE_CHECKING:
    from plyometric.search.analysis import Analysis, Handle

T = TypeVar("T")

Gathered = Generator[T, None, None]
"""A supply that may have no end."""

SHOWN_AFTER = 2.0
"""Seconds of work after which a progress line appears."""


class Display:
    """Progress lines of one command; compiling is announced at once, work when it takes long."""

    def __init__(self) -> None:
        from rich import progress
        from rich.console import Console

        self.console = Console(stderr=True, highlight=False)
        self._progress = progress.Progress(
            progress.SpinnerColumn(),
            progress.TextColumn("{task.description}"),
            progress.BarColumn(bar_width=30),
            progress.TimeElapsedColumn(),
            progress.TimeRemainingColumn(compact=True),
            console=self.console,
            transient=True,
            disable=not self.console.is_terminal,
        )
        self._compiling: dict[str, Any] = {}
        self._building: dict[str, Any] = {}

    def __enter__(self) -> "Display":
        from plyometric.kernel import cache
        from plyometric.search.databases import shelf

        cache.watchers.append(self._on_compile)
        shelf.watchers.append(self._on_build)
        self._progress.start()
        return self

    def __exit__(self, *error: object) -> None:
        from plyometric.kernel import cache
        from plyometric.search.databases import shelf

        cache.watchers.remove(self._on_compile)
        shelf.watchers.remove(self._on_build)
        self._progress.stop()

    def wait_for(self, label: str, work: Callable[..., T], *arguments: Any, **settings: Any) -> T:
        """Do one long piece of work beside the main thread, which shows its nodes and hears Ctrl-C."""
        outcome: list[Any] = []
        worker = threading.Thread(target=_keep, args=(outcome, work, arguments, settings), daemon=True)
        worker.start()
        with self._line(label) as update:
            while worker.is_alive():
                worker.join(0.1)
                update(None, _nodes())
        if isinstance(outcome[0], BaseException):
            raise outcome[0]
        return outcome[0]

    def follow(self, label: str, handle: "Handle", value_text: Callable[[int], str]) -> "Analysis":
        """Let a search go on beside the main thread, which shows how far it is and hears Ctrl-C."""
        handle.begin()
        try:
            with self._line(label) as update:
                while (found := handle.wait(0.1)) is None:
                    so_far = f"depth {handle.depth}  {value_text(handle.value)}  " if handle.depth else ""
                    update(None, f"{so_far}{handle.nodes:,} nodes")
        except KeyboardInterrupt:
            handle.abandon()
            raise
        return found

    def track(
        self, label: str, items: Iterable[T], state: Callable[[T], tuple[float | None, str]]
    ) -> Iterator[T]:
        """Pass items on, with a line that shows the share done and a state in words, both of the last one."""
        with self._line(label) as update:
            for item in items:
                update(*state(item))
                yield item

    def gather(self, label: str, items: Gathered[T], wanted: int, what: str) -> Iterator[T]:
        """Pass so many items on, with a line that shows how many there are so far; fewer are refused.

        Their supply is closed when there are enough: work that could go on for ever is not begun any more.
        """
        found, first = 0, enumerate(islice(items, wanted), 1)
        with closing(items):
            for numbered in self.track(label, first, lambda numbered: _share(numbered[0], wanted, what)):
                found, item = numbered
                yield item
        if found < wanted:
            raise InputError(f"only {found} {what} were found: other settings may let more pass.")

    def collect(self, label: str, items: Gathered[T], wanted: int, what: str) -> list[T]:
        """Return so many items, with a line that shows how many there are so far; fewer are refused."""
        return list(self.gather(label, items, wanted, what))

    @contextmanager
    def _line(self, label: str) -> Iterator[Callable[[float | None, str], None]]:
        line = self._progress.add_task(label, total=None, visible=False)
        began = time.monotonic()

        def update(share: float | None, words: str) -> None:
            self._progress.update(
                line,
                total=None if share is None else 1.0,
                completed=share or 0,
                description=f"{label}  {words}",
                visible=time.monotonic() - began > SHOWN_AFTER,
            )

        try:
            yield update
        finally:
            self._progress.remove_task(line)

    def _on_compile(self, kernel: str, begins: bool) -> None:
        if begins and kernel not in self._compiling:
            text = f"compiling {kernel} (once)"
            self._compiling[kernel] = self._progress.add_task(text, total=None)
            if not self.console.is_terminal:
                self.console.print(text)
        elif not begins and kernel in self._compiling:
            self._progress.remove_task(self._compiling.pop(kernel))

    def _on_build(self, database: str, share: float) -> None:
        """Show how far a database is that is built because it is needed."""
        if database not in self._building:
            self._building[database] = self._progress.add_task(f"building {database} (once)", total=1.0)
            if not self.console.is_terminal:
                self.console.print(f"building {database} (once)")
        self._progress.update(self._building[database], completed=share)
        if share >= 1:
            self._progress.remove_task(self._building.pop(database))


def _share(n: int, wanted: int, what: str) -> tuple[float, str]:
    return n / wanted, f"{n:,} of {wanted:,} {what}"


def _keep(outcome: list[Any], work: Callable, arguments: tuple, settings: dict[str, Any]) -> None:
    try:
        outcome.append(work(*arguments, **settings))
    except BaseException as error:
        outcome.append(error)


def _nodes() -> str:
    from plyometric.kernel.desk import nodes_so_far

    nodes = nodes_so_far()
    return f"{nodes:,} nodes" if nodes else ""
