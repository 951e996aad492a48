"""Which loose game files have held when they were tried: an empty file for each in the cache folder.

It saves the time of another trial and is trusted no more than the machine code beside it.
"""

from contextlib import suppress
from pathlib import Path

from plyometric.kernel import cache
from plyometric.kernel.bundles import PASSING


def is_proven(digest: str) -> bool:
    """Return whether the game of that digest has held."""
    return _mark_of(digest).is_file()


def remember(digest: str) -> None:
    """Note that a game has held; where that cannot be noted, it is tried again."""
    with suppress(OSError):
        if not digest.startswith(PASSING):
            _mark_of(digest).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _mark_of(digest).touch()


def _mark_of(digest: str) -> Path:
    return cache.folder() / f"{digest}.tried"
