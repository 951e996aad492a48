"""The shelf: databases in the cache folder, built when they are first needed.

A database is two files: the entries as NumPy writes them, and a document that says what they are, how they
add up, and their checksum. The entries are memory-mapped, so that threads and processes share them. Files
that are damaged, or of other rules, are not used but built again. That a folder cannot be written is no
fault: the database then lives as long as the process.
"""

import hashlib
import logging
import os
from collections.abc import Callable
from functools import cache
from itertools import accumulate
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from plyometric.errors import InputError, plain_words
from plyometric.files import names_the_file, read_document, write_document
from plyometric.kernel import Game, kernel, plain
from plyometric.kernel.cache import folder
from plyometric.kernel.compiling import digest_of
from plyometric.search.databases import number_in
from plyometric.search.databases.retrograde import memory_needed, solve, totals

FORMAT = "plyometric database 1"

watchers: list[Callable[[str, float], None]] = []
"""Called with the name of a database and the share that is done, while it is built."""

_building = Lock()
_opened: dict[tuple[str, int], np.ndarray] = {}


def database(game: Game, pieces: int) -> np.ndarray:
    """Return the entries of all endings of up to so many pieces, built if they are not on the shelf."""
    with _building:
        key = endings_digest(game), checked_pieces(game, pieces)
        if key not in _opened:
            _opened[key] = _read(game, pieces) if _is_whole(game, pieces) else _build(game, pieces)
        return _opened[key]


def checked_pieces(game: Game, pieces: int) -> int:
    """Return a number of pieces for which a game has endings, or say which it has."""
    most = max((part.pieces for part in game.slices), default=0)
    if not 0 <= pieces <= most:
        accepted = f"databases of up to {most} pieces" if most else "no endings for a database"
        raise InputError(f"{game.name} has {accepted}, not of {pieces}.")
    return pieces


@cache
def endings_digest(game: Game) -> str:
    """Return what tells the endings of a game from those of any other rules; every seat asks for it."""
    rules = (game.moves, game.play, game.result, game.number_of, game.numbered)
    return digest_of([plain(one) for one in rules], (game.name, tuple(game.slices))) or game.digest


def facts_of(game: Game, pieces: int) -> dict[str, Any]:
    """Return what the shelf says about a database, which is built if need be."""
    entries = database(game, pieces)
    return {"game": game.name, "pieces": pieces, "totals": _totals(game, pieces, entries)}


def entry_of(game: Game, state: Any, pieces: int) -> int | None:
    """Return what a database of so many pieces says of a position, or None if it is not in it."""
    entries = database(game, pieces)
    number = find(game, state, entries)
    return int(entries[number]) if number >= 0 else None


@kernel
def find(game, state, entries):
    """Return the number of a position if the database holds it, else -1."""
    return number_in(game, state, entries)


def bytes_needed(game: Game, pieces: int) -> int:
    """Return about how much memory it takes to build a database."""
    largest = max(part.size for part in game.slices if part.pieces <= pieces)
    return 2 * _size(game, pieces) + memory_needed(largest)


def _size(game: Game, pieces: int) -> int:
    return sum(part.size for part in game.slices if part.pieces <= pieces)


def _path(game: Game, pieces: int) -> Path:
    return folder() / "databases" / f"{game.name}-{endings_digest(game)}-{pieces}.npy"


def _is_whole(game: Game, pieces: int) -> bool:
    """Return whether a database lies on the shelf undamaged; damage is told."""
    path = _path(game, pieces)
    if not path.exists():
        return False
    try:
        facts = read_document(path.with_suffix(".json"), FORMAT)
        is_whole = facts.get("sha256") == _checksum(path) and len(_read(game, pieces)) == _size(game, pieces)
    except (InputError, OSError, ValueError):
        is_whole = False
    if not is_whole:
        logging.getLogger("plyometric").warning(f"{path} is damaged: it is built again.")
    return is_whole


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _read(game: Game, pieces: int) -> np.ndarray:
    return _closed(np.load(_path(game, pieces), mmap_mode="r", allow_pickle=False))


def _closed(entries: np.ndarray) -> np.ndarray:
    """Return entries that nobody can write to, so that to kernels all databases are of one type."""
    view = np.asarray(entries)
    view.flags.writeable = False
    return view


def _build(game: Game, pieces: int) -> np.ndarray:
    """Build a database on the one of fewer pieces, and put it on the shelf if there is room."""
    entries = np.zeros(_size(game, pieces), np.int16)
    done = _size(game, pieces - 1)
    if pieces > 1:
        entries[:done] = _read(game, pieces - 1) if _is_whole(game, pieces - 1) else _build(game, pieces - 1)
    wanted, looked_at = 2 * (len(entries) - done), 0
    begins = accumulate((part.size for part in game.slices), initial=0)
    for part, begin in zip(game.slices, begins, strict=False):
        for looked in solve(game, entries, begin, part.size) if part.pieces == pieces else ():
            looked_at += looked
            _tell(f"{game.name} database, {pieces} pieces", looked_at / wanted)
    return _put(game, pieces, entries)


def _put(game: Game, pieces: int, entries: np.ndarray) -> np.ndarray:
    """Put a database on the shelf, under another name until it is whole; without room it is used as it is."""
    path = _path(game, pieces)
    unfinished = path.with_suffix(f".{os.getpid()}.part.npy")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with names_the_file(path):
            np.save(unfinished, entries, allow_pickle=False)
            facts = {"game": game.name, "pieces": pieces, "sha256": _checksum(unfinished)}
            write_document(path.with_suffix(".json"), FORMAT, facts | _totals(game, pieces, entries))
            unfinished.replace(path)
        return _read(game, pieces)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        logging.getLogger("plyometric").warning(f"the database is not kept: {plain_words(error)}")
        return _closed(entries)


def _totals(game: Game, pieces: int, entries: np.ndarray) -> dict[str, Any]:
    """Return how the positions with each number of pieces add up."""
    cuts = [_size(game, n) for n in range(pieces + 1)]
    return {str(n): totals(entries[cuts[n - 1] : cuts[n]]) for n in range(1, pieces + 1)}


def _tell(name: str, share: float) -> None:
    for watcher in watchers:
        watcher(name, share)
