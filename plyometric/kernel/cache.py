"""Machine code on disk: one file for each kernel and signature, under the user's cache folder.

Numba's own cache numbers its files through an index that two processes can overwrite for each
other, and it watches only the kernel's own file. Here a file's name is a digest of everything that
its content depends on, so a file is either the right one or not there.
"""

import hashlib
import os
import pickle
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.serialize import dumps
from numba.core.types.containers import BaseTuple, NamedTuple, NamedUniTuple
from numba.misc.appdirs import AppDirs

from plyometric.errors import InputError
from plyometric.kernel import sources

KEPT_UNUSED = 30 * 24 * 3600
"""Seconds after which a file that nobody read is removed."""

SEAL = 32
"""Bytes of checksum before the content, by which a damaged file is known."""

watchers: list[Callable[[str, bool], None]] = []
"""Called with a kernel's name and True when it begins to compile, False when it is ready."""


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


_refresh_without_blas()


def folder() -> Path:
    """Return the cache folder: $PLYOMETRIC_CACHE, or `plyometric` in the user's cache folder."""
    return Path(os.environ.get("PLYOMETRIC_CACHE") or AppDirs("plyometric", False).user_cache_dir)


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
        return self.is_on and not passing and all(map(sources.source_file, homes))

    def _read(self, signature: Any, context: Any) -> CompileResult | None:
        path = self._path(signature, context.codegen())
        try:
            data = path.read_bytes() if _is_trusted(path.parent) else b""
        except OSError:
            return None
        if hashlib.sha256(data[SEAL:]).digest() != data[:SEAL]:
            return None
        with suppress(OSError):
            os.utime(path)
        return CompileResult._rebuild(context, *pickle.loads(data[SEAL:]))

    def _path(self, signature: Any, codegen: Any) -> Path:
        parts = (
            self.name,
            sources.digest(self.function.__module__),
            str(signature),
            [list(_homes(kind)) for kind in signature],
            str(codegen.magic_tuple()),
            numba.__version__,
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


def _is_trusted(cache: Path) -> bool:
    """Return whether a folder is ours (or root's) and ours alone to write: what it holds is run as it is."""
    if os.name != "posix":
        return True
    facts = cache.stat()
    return facts.st_uid in (0, os.getuid()) and not facts.st_mode & 0o022


def _tell(kernel: str, begins: bool) -> None:
    for watcher in watchers:
        watcher(kernel, begins)


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(hashlib.sha256(data).digest() + data)
    Path(file.name).replace(path)
    _drop_unused(path.parent)


def _drop_unused(cache: Path) -> None:
    oldest = time.time() - KEPT_UNUSED
    for path in cache.glob("*.nbc"):
        if path.stat().st_mtime < oldest:
            path.unlink(missing_ok=True)
