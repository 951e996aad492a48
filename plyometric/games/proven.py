"""Which loose game files have held when they were tried: an empty file for each in the cache folder.

Before it is loaded, a file is known by its sources; after that, by the digest of its game, which covers what
the file has read as well. The marks save the time of another trial, and are trusted no more than the machine
code beside them.
"""

from contextlib import suppress
from pathlib import Path

from plyometric.kernel import cache, sources
from plyometric.kernel.bundles import PASSING


def known_by(path: str) -> str:
    """Return the digest of a game file that need not be loaded."""
    return sources.digest_of_file(Path(path).resolve())


def is_proven(digest: str) -> bool:
    """Return whether a file or game has held; what ends with the process is known by its file."""
    return digest.startswith(PASSING) or _mark_of(digest).is_file()


def remember(*digests: str) -> None:
    """Note what has held; where that cannot be noted, it is tried again."""
    with suppress(OSError):
        for digest in (one for one in digests if not one.startswith(PASSING)):
            _mark_of(digest).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _mark_of(digest).touch()


def _mark_of(digest: str) -> Path:
    return cache.folder() / f"{digest}.tried"
