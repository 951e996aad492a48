"""Machine code on disk: one file for each kernel and signature, under the user's cache folder.

Numba's own cache numbers its files through an index that two processes can overwrite for each
other, and it watches only the kernel's own file. Here a file's name is a digest of everything that
its content depends on, so a file is either the right one or not there.

What is read is run. So nothing is read that anybody but the user and root could have put there.
"""

import hashlib
import logging
import os
import pickle
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache as once
from functools import cached_property
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.serialize import dumps
from numba.core.types.containers import BaseTuple, NamedTuple, NamedUniTuple, UnionType
from numba.misc.appdirs import AppDirs

from plyometric.errors import InputError
from plyometric.kernel import sources
from plyometric.kernel.frozen import Untold, account

KEPT_UNUSED = 30 * 24 * 3600
"""Seconds after which a file that nobody read is removed."""

SEAL = 32
"""Bytes of checksum before the content, by which a damaged file is known."""

OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH

watchers: list[Callable[[str, bool], None]] = []
"""Called with a kernel's name and True when it begins to compile, False when it is ready."""


@contextmanager
def watched(watcher: Callable[[str, bool], None]) -> Iterator[None]:
    """Let a watcher know of all that is compiled meanwhile."""
    watchers.append(watcher)
    try:
        yield
    finally:
        watchers.remove(watcher)


def _refresh_without_blas() -> None:
    """Let Numba register its functions without importing scipy.linalg, which takes a third of a second.

    It looks there for BLAS, and looks again when a kernel first needs it. Done once, on import.
    """
    if "scipy.linalg" not in sys.modules:
        sys.modules["scipy.linalg"] = None  # type: ignore[assignment]
        try:
            cpu_target.target_context.refresh()
        finally:
            del sys.modules["scipy.linalg"]


def _tell_unions_apart() -> None:
    """Let Numba tell two unions of types apart by the types themselves, not by their names alone.

    Two files may each define a `State`; a tuple of one's state and a number would hold the other's.
    """
    UnionType.key = property(lambda union: union.types)


_refresh_without_blas()
_tell_unions_apart()


def folder() -> Path:
    """Return the cache folder: $PLYOMETRIC_CACHE, or `plyometric` in the user's cache folder."""
    return Path(os.environ.get("PLYOMETRIC_CACHE") or AppDirs("plyometric", False).user_cache_dir)


def is_kept() -> bool:
    """Return whether machine code is kept on disk: the folder is ours alone, and can be written."""
    try:
        _make_folder(folder())
        return _is_ours(folder()) and os.access(folder(), os.W_OK)
    except OSError:
        return False


class DiskCache(NullCache):
    """What a Numba dispatcher asks before it compiles, and tells after."""

    def __init__(self, function: Callable) -> None:
        self.function = function
        self.name = f"{function.__module__}.{function.__qualname__}"
        self.is_on = sources.source_file(function.__module__) is not None

    def load_overload(self, signature: Any, context: Any) -> CompileResult | None:
        """Return the machine code kept for this signature, or None."""
        context.refresh()
        result = self._read(signature, context) if self._keeps(signature) else None
        if result is None:
            _tell(self.function.__name__, True)
        return result

    def save_overload(self, signature: Any, result: CompileResult) -> None:
        """Keep machine code for later processes; a folder that cannot be written is no error."""
        _tell(self.function.__name__, False)
        _refuse_open_recursion(self.name, result)
        if self._keeps(signature) and not result.library.has_dynamic_globals:
            try:
                _write(self._path(signature, result.codegen), dumps(result._reduce()))
            except OSError:
                self.is_on = False

    def _keeps(self, signature: Any) -> bool:
        parts = [part for kind in signature for part in _parts(kind)]
        homes = {home for kind in signature for home in _homes(kind)}
        passing = "__main__" in homes or any(getattr(part, "is_passing", False) for part in parts)
        is_known = all(map(sources.source_file, homes)) and self._frozen is not None
        return self.is_on and not passing and is_known

    @cached_property
    def _frozen(self) -> str | None:
        """What values the kernel itself holds; those of our own all stand in our sources."""
        if sources.is_part_of_us(self.function.__module__):
            return ""
        try:
            return account([self.function], ())
        except Untold:
            return None

    def _read(self, signature: Any, context: Any) -> CompileResult | None:
        path = self._path(signature, context.codegen())
        try:
            data = _content(path) if _is_ours(path.parent) else b""
        except OSError:
            return None
        if _seal(path, data[SEAL:]) != data[:SEAL]:
            return None
        try:
            return CompileResult._rebuild(context, *pickle.loads(data[SEAL:]))
        except (ImportError, AttributeError):  # it names what this process does not have
            return None

    def _path(self, signature: Any, codegen: Any) -> Path:
        parts = (
            self.name,
            sources.digest(self.function.__module__),
            self._frozen,
            str(signature),
            [list(_homes(kind)) for kind in signature],
            str(codegen.magic_tuple()),
            numba.__version__,
            (numba.config.BOUNDSCHECK, int(numba.config.OPT), numba.config.DEBUGINFO_DEFAULT),
            sys.version,
        )
        return folder() / f"{self.name}-{hashlib.sha256(repr(parts).encode()).hexdigest()[:24]}.nbc"


def _parts(kind: Any) -> Iterator[Any]:
    """Yield a type and all types inside it."""
    yield kind
    for part in kind if isinstance(kind, BaseTuple) else ():
        yield from _parts(part)


def _homes(kind: Any) -> Iterator[str]:
    """Yield the modules that define a type's named tuples: its text gives their names alone.

    Two files may each define a `State`; code kept for one names its module, which the other never loads.
    """
    for part in _parts(kind):
        if isinstance(part, NamedTuple | NamedUniTuple):
            yield part.instance_class.__module__


def _refuse_open_recursion(name: str, result: CompileResult) -> None:
    """Refuse code that works in this process and would crash in the next, read back from disk.

    Entering a recursion with a literal makes Numba compile it twice and leave the inner call to be
    patched at run time; code that was read from disk never is.
    """
    if ".numba.unresolved$" in result.library.get_llvm_str():
        raise InputError(
            f"{name} enters a recursive function with other types than it calls itself with:"
            " write int64(0) where it passes 0 (from numba import int64)."
        )


def _is_ours(cache: Path) -> bool:
    """Return whether the folder is one where nobody but the user and root can put anything."""
    if os.name != "posix":
        return True
    os.path.realpath(cache, strict=True)  # refuses links that lead in a circle
    is_ours = not cache.stat().st_mode & OTHERS_WRITE and _is_safe(cache.absolute())
    if not is_ours:
        _say_unsafe(cache)
    return is_ours


def _is_safe(path: Path) -> bool:
    """Return whether nobody but the user and root decides what lies at a path, its parents included.

    In a folder that anybody may write but whose entries are their owners' alone, such as /tmp, an entry
    of ours stays ours.
    """
    if path != path.parent and not _is_safe(path.parent):
        return False
    facts = path.lstat()
    if not _is_owned(facts):
        return False
    if stat.S_ISLNK(facts.st_mode):
        return _is_safe(path.parent / path.readlink())
    return not facts.st_mode & OTHERS_WRITE or bool(facts.st_mode & stat.S_ISVTX)


def _is_owned(facts: os.stat_result) -> bool:
    return facts.st_uid in (0, os.getuid())


@once
def _say_unsafe(cache: Path) -> None:
    logging.getLogger("plyometric").warning(
        f"{cache} is not used, so everything is compiled anew: others could write there."
        " Close it and the folders above it to others, or name another in PLYOMETRIC_CACHE."
    )


def _content(path: Path) -> bytes:
    """Return what a file holds if it is one of ours; a link or a pipe in its place is not."""
    with open(path, "rb", opener=_open_itself) as file:
        facts = os.fstat(file.fileno())
        if os.name == "posix" and not _is_kept_by_us(facts):
            return b""
        with suppress(OSError):
            os.utime(file.fileno() if os.utime in os.supports_fd else path)
        return file.read()


def _open_itself(path: str, flags: int) -> int:
    """Open a file, neither following a link nor waiting for the other end of a pipe."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))


def _is_kept_by_us(facts: os.stat_result) -> bool:
    """Return whether a file is such as `_write` leaves: with another name elsewhere it may be anything."""
    is_whole = stat.S_ISREG(facts.st_mode) and facts.st_nlink == 1
    return is_whole and _is_owned(facts) and not facts.st_mode & OTHERS_WRITE


def _seal(path: Path, data: bytes) -> bytes:
    """Return the checksum of a file; its name counts, so that no file can stand in for another."""
    return hashlib.sha256(path.name.encode() + b"\0" + data).digest()


def _tell(kernel: str, begins: bool) -> None:
    for watcher in watchers:
        watcher(kernel, begins)


def _write(path: Path, data: bytes) -> None:
    _make_folder(path.parent)
    if not _is_ours(path.parent):
        return
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        try:
            file.write(_seal(path, data) + data)
            file.flush()
            Path(file.name).replace(path)
        except OSError:
            Path(file.name).unlink(missing_ok=True)
            raise
    _drop_unused(path.parent)


def _make_folder(cache: Path) -> None:
    """Make the folder and those above it that are missing, all of them the user's alone."""
    if not cache.is_dir():
        _make_folder(cache.parent)
        cache.mkdir(mode=0o700, exist_ok=True)


def _drop_unused(cache: Path) -> None:
    oldest = time.time() - KEPT_UNUSED
    for path in cache.glob("*.nbc"):
        with suppress(OSError):
            if path.lstat().st_mtime < oldest:
                path.unlink()
