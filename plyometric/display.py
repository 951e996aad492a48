"""What a command shows while it works: on standard error, so that standard output stays clean."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

T = TypeVar("T")

PATIENCE = 2.0
"""Seconds of work after which a progress line appears."""


class Display:
    """Progress lines of one command; compiling is announced at once, work when it takes long."""

    def __init__(self) -> None:
        self.console = Console(stderr=True, highlight=False)
        self._progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(bar_width=30),
            TimeElapsedColumn(),
            console=self.console,
            transient=True,
            disable=not self.console.is_terminal,
        )
        self._compiling: dict[str, Any] = {}

    def __enter__(self) -> "Display":
        from plyometric import cache

        cache.watchers.append(self._on_compile)
        self._progress.start()
        return self

    def __exit__(self, *error: object) -> None:
        from plyometric import cache

        cache.watchers.remove(self._on_compile)
        self._progress.stop()

    def wait_for(self, label: str, work: Callable[..., T], *arguments: Any, **settings: Any) -> T:
        """Do one long piece of work beside the main thread, which shows its nodes and hears Ctrl-C."""
        outcome: list[Any] = []
        worker = threading.Thread(target=_keep, args=(outcome, work, arguments, settings), daemon=True)
        worker.start()
        with self._line(label, None) as advance:
            while worker.is_alive():
                worker.join(0.1)
                advance(0)
        if isinstance(outcome[0], BaseException):
            raise outcome[0]
        return outcome[0]

    def track(self, label: str, items: Iterable[T], total: int | None = None) -> Iterator[T]:
        """Pass items on, with a progress bar once they take long."""
        with self._line(label, total) as advance:
            for item in items:
                advance(1)
                yield item

    @contextmanager
    def _line(self, label: str, total: int | None) -> Iterator[Callable[[int], None]]:
        line = self._progress.add_task(label, total=total, visible=False)
        began = time.monotonic()

        def advance(steps: int) -> None:
            is_long = time.monotonic() - began > PATIENCE
            self._progress.update(line, advance=steps, visible=is_long, description=_with_nodes(label))

        try:
            yield advance
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


def _keep(outcome: list[Any], work: Callable, arguments: tuple, settings: dict[str, Any]) -> None:
    try:
        outcome.append(work(*arguments, **settings))
    except BaseException as error:
        outcome.append(error)


def _with_nodes(label: str) -> str:
    from plyometric.desk import nodes_so_far

    nodes = nodes_so_far()
    return f"{label}  {nodes:,} nodes" if nodes else label
