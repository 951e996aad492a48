"""Searching game trees: perft, minimax, the full search, and other kinds.

The room itself can be called, `plyometric.search(game, depth=9)`: what it is asked for most is a search.
"""

import sys
from types import ModuleType
from typing import Any


class _Room(ModuleType):
    def __call__(self, *arguments: Any, **settings: Any) -> Any:
        from plyometric.search.asking import search

        return search(*arguments, **settings)


sys.modules[__name__].__class__ = _Room
