"""What the guarded process does: write down each question before it is asked, and what was found."""

import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from plyometric import games
from plyometric.errors import InputError, plain_words
from plyometric.games import proven
from plyometric.kernel import Game, cache, referee
from plyometric.testing import findings_in
from plyometric.testing.asking import Fault, every_answer, place_of

ANSWERED_WITHIN = 10
"""Seconds that one question to a rule may take, once it is compiled."""

COMPILED_WITHIN = 120
"""Seconds that one kernel may take to compile."""

LOADED_WITHIN = 60
"""Seconds that the game file may take to load."""

STEP_WITHIN = 600
"""Seconds between two questions, in which whole games are played in other processes."""

SPARE_MEMORY = 4 << 30
"""Bytes that a game may take beyond those of the process that asks it."""

SPOKEN = (
    "move_text",
    "engine_move_text",
    "read_move",
    "position_text",
    "read_position",
    "draw",
    "svg",
    "places",
)
"""The functions of a game's notation."""


class Notebook:
    """Two files that outlive the process: what it is about to do, and all that it has told."""

    def __init__(self, folder: Path) -> None:
        self._note = (folder / "note").open("wb", buffering=0)
        self._told = (folder / "told").open("wb", buffering=0)
        self._last: dict[str, Any] = {"count": 0, "step": "", "what": "", "where": "", "seconds": STEP_WITHIN}
        cache.watchers.append(self._on_compile)

    def begin(self, step: str, seconds: int = STEP_WITHIN) -> None:
        """Note a step of the trial, which may ask many questions."""
        self.tell(begun=step)
        self._write(step=step, what="", where="", seconds=seconds, compiling=False)

    def tell(self, **fact: Any) -> None:
        """Keep a fact for the other side."""
        self._told.write(json.dumps(fact).encode() + b"\n")

    def about(self, what: str, where: str, seconds: int = ANSWERED_WITHIN) -> None:
        """Note a question before it is asked."""
        self._write(what=what, where=where, seconds=seconds, compiling=False)

    def answered(self) -> None:
        """Note that the question was answered."""
        self._write(what="", where="", seconds=STEP_WITHIN, compiling=False)

    def _on_compile(self, kernel: str, begins: bool) -> None:
        limit = COMPILED_WITHIN if begins else ANSWERED_WITHIN if self._last["what"] else STEP_WITHIN
        self._write(seconds=limit, compiling=begins)

    def _write(self, **news: Any) -> None:
        self._last |= news | {"count": self._last["count"] + 1}
        self._note.seek(0)
        self._note.write(json.dumps(self._last).encode() + b"\n")


def noted(game: Game, book: Notebook) -> Game:
    """Return a game of which every question is noted before it is asked."""
    for name, kernel in referee.ASKING.items():
        referee.ASKING[name] = _noting_rule(name, kernel, book)
    given = {name: getattr(game.notation, name) for name in SPOKEN}
    spoken: dict[str, Any] = {
        name: _noting(name, ask, book) for name, ask in given.items() if ask is not None
    }
    object.__setattr__(game, "start", _noting("start", game.start, book))
    object.__setattr__(game, "notation", replace(game.notation, **spoken))
    return game


def _noting_rule(name: str, kernel: Callable, book: Notebook) -> Callable:
    def ask(game: Game, state: Any, *arguments: Any) -> Any:
        with _asking(book, place_of(name, getattr(game, name)), words_of(state)):
            return kernel(game, state, *arguments)

    return ask


def _noting(name: str, function: Callable, book: Notebook) -> Callable:
    what = place_of(name, function)

    def ask(*arguments: Any) -> Any:
        where = "".join(map(words_of, arguments[:1]))
        with _asking(book, what, where):
            try:
                return function(*arguments)
            except InputError:
                raise
            except Exception as error:
                raise Fault(f"{what} fails{where}: {plain_words(error)}") from error

    return ask


@contextmanager
def _asking(book: Notebook, what: str, where: str) -> Iterator[None]:
    """Note a question, and let nothing that it raises end the process."""
    book.about(what, where)
    try:
        yield
    except Exception:
        raise
    except BaseException as stop:
        raise Fault(f"{what} raises {type(stop).__name__}{where}.") from stop
    finally:
        book.answered()


def words_of(thing: Any) -> str:
    """Return where a question is asked, without asking the game how it writes that."""
    text = tuple.__repr__(thing) if isinstance(thing, tuple) else repr(thing)
    return f" in {type(thing).__name__ if isinstance(thing, tuple) else ''}{text[:200]}"


def limit_memory() -> None:
    """Let this process take no more than the spare memory, and leave no core behind, where it can be."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(OSError, ValueError):
        taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        most = taken + SPARE_MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most if hard < 0 else min(most, hard), hard))


def end_with(parent: int) -> None:
    """Let this process, and those that it has started, end when nobody waits for it any more."""
    threading.Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os.killpg(0, signal.SIGKILL)


def check(origin: str, data: str, folder: str, parent: str) -> None:
    """Hold a game against the contract."""
    end_with(int(parent))
    book = Notebook(Path(folder))
    game = _loaded(origin, book)
    for finding in findings_in(game, data or None, book.begin) if game else ():
        book.tell(**finding._asdict())
    book.tell(done=True)


def attempt(origin: str, folder: str, parent: str) -> None:
    """Ask a game all that it can be asked, in a few positions."""
    end_with(int(parent))
    book = Notebook(Path(folder))
    game = _loaded(origin, book)
    if game is None:
        return
    book.begin("trying it")
    try:
        for _ in every_answer(game):
            pass
    except Exception as error:
        book.tell(fault=plain_words(error))
    book.tell(done=True)


def _loaded(origin: str, book: Notebook) -> Game | None:
    """Return the game, or tell why it cannot be loaded."""
    limit_memory()
    book.begin("loading it", LOADED_WITHIN)
    try:
        files = [proven.known_by(origin)] if Path(origin).is_file() else []
        game = noted(games.load(origin), book)
        book.tell(game=str(game.name), digests=[*files, game.digest])
    except BaseException as error:
        book.tell(refused=_why_not(origin, error))
        return None
    return game


def _why_not(origin: str, error: BaseException) -> str:
    if isinstance(error, Exception):
        return plain_words(error)
    return f"{origin} raises {type(error).__name__} when it is loaded."
