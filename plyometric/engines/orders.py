"""What a GUI asks for: the words of `position` and `go`, read for any game.

Moves are written as engines write them, and may hold blanks: of all legal moves that the next words could
name, the longest is meant.
"""

import re
from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from plyometric.arena.sitting import Sitting
from plyometric.engines.clock import Allowance, for_the_rest, for_this_move
from plyometric.errors import InputError, brief
from plyometric.kernel.referee import read_move

LARGEST = 10**15
NUMBERS = ("depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "binc", "movestogo")
FLAGS = ("infinite", "ponder")


class Order(NamedTuple):
    """What `go` asks for; times are in milliseconds, and None stands for what was not said."""

    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    movetime: int | None = None
    wtime: int | None = None
    btime: int | None = None
    winc: int | None = None
    binc: int | None = None
    movestogo: int | None = None
    infinite: bool = False
    ponder: bool = False
    only: tuple[int, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def limits(self) -> dict[str, int | None]:
        """How far to search at most; a mate in n moves takes n of one side and one less of the other."""
        mate = None if self.mate is None else 2 * self.mate - 1
        depths = [max(depth, 1) for depth in (self.depth, mate) if depth is not None]
        return {"depth": min(depths, default=None), "nodes": self.nodes and max(self.nodes, 1)}

    def allowance(self, side: int | None, overhead: float, is_forced: bool) -> Allowance:
        """Return how long a search may take for a side; one that cannot be told has the smaller clock.

        A forced move takes nothing off a clock.
        """
        clocks = [self._clock(one, overhead) for one in ((0, 1) if side is None else (side,))]
        limits = [Allowance(0, 0) if is_forced else clock for clock in clocks if clock]
        if self.movetime is not None:
            limits.append(for_this_move(_seconds(self.movetime), overhead))
        return Allowance(*map(min, zip(*limits, strict=True))) if limits else Allowance()

    def _clock(self, side: int, overhead: float) -> Allowance | None:
        rest, increment = ((self.wtime, self.winc), (self.btime, self.binc))[side]
        if rest is None:
            return None
        return for_the_rest(_seconds(rest), _seconds(increment or 0), max(self.movestogo or 0, 0), overhead)


def _seconds(milliseconds: int | None) -> float:
    return max(milliseconds or 0, 0) / 1000


def read_order(sitting: Sitting, words: Iterable[str]) -> Order:
    """Return what the words after `go` ask for."""
    left, given, unknown = deque(words), dict[str, int | bool | tuple[int, ...]](), list[str]()
    while left:
        word = left.popleft()
        if word in NUMBERS:
            given[word] = _number(word, left.popleft() if left else "")
        elif word in FLAGS:
            given[word] = True
        elif word == "searchmoves":
            given["only"] = tuple(_moves_among(sitting, left))
        else:
            unknown.append(word)
    return Order(**given, unknown=tuple(unknown))  # type: ignore[arg-type]


def _number(what: str, word: str) -> int:
    if not re.fullmatch("-?[0-9]{1,30}", word):
        raise InputError(f"{what} is a whole number, not {brief(word)}.")
    return min(int(word), LARGEST)


def _moves_among(sitting: Sitting, words: deque[str]) -> Iterable[int]:
    """Yield the moves that the words begin with, and take these words away; a word of `go` ends them."""
    spelled = spellings(sitting)
    while words:
        text = longest_of(spelled, words)
        if not text and words[0] in (*NUMBERS, *FLAGS):
            return
        yield spelled[text] if text else read_move(sitting.game, sitting.state, words[0])
        for _ in range(len(text) or 1):
            words.popleft()


def play_on_with(sitting: Sitting, words: Iterable[str]) -> None:
    """Make the moves that words name."""
    left = deque(words)
    while left:
        spelled = spellings(sitting)
        text = longest_of(spelled, left)
        sitting.play(spelled[text] if text else read_move(sitting.game, sitting.state, left[0]))
        for _ in range(len(text) or 1):
            left.popleft()


def spellings(sitting: Sitting) -> dict[tuple[str, ...], int]:
    """Return the legal moves by the words that engines write them with."""
    game, state = sitting.game, sitting.state
    return {tuple(game.engine_move_text(state, move).split()): move for move in sitting.legal}


def longest_of(spelled: dict[tuple[str, ...], int], words: deque[str]) -> tuple[str, ...]:
    """Return the longest spelling that the words begin with, nothing if there is none."""
    for length in sorted({len(text) for text in spelled}, reverse=True):
        text = tuple(words[i] for i in range(min(length, len(words))))
        if text in spelled:
            return text
    return ()
