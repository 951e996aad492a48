"""What a GUI asks for: the words of `position` and `go`, read for any game.

Moves are written as engines write them, and may hold blanks: of all legal moves that the next words could
name, the longest is meant.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from plyometric.arena.clock import Allowance, for_the_rest, for_this_move, reserve_of
from plyometric.arena.sitting import Sitting
from plyometric.arena.spelling import take_longest
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
        nodes = None if self.nodes is None else max(self.nodes, 1)
        return {"depth": min(depths, default=None), "nodes": nodes}

    def allowance(
        self,
        side: int | None,
        overhead: float,
        is_forced: bool,
        is_even: bool = False,
        lateness: float = 0.0,
    ) -> Allowance:
        """Return how long a search may take for a side; one that cannot be told has the smaller clock.

        A forced move takes nothing off a clock; who spends evenly takes no more than a share. More of a
        clock is left alone where the machine has been late.
        """
        sides = (0, 1) if side is None else (side,)
        clocks = [self._clock(one, overhead, lateness, is_even) for one in sides]
        limits = [Allowance(0, 0) if is_forced else clock for clock in clocks if clock]
        if self.movetime is not None:
            limits.append(for_this_move(_seconds(self.movetime), overhead))
        return Allowance(*map(min, zip(*limits, strict=True))) if limits else Allowance()

    def _clock(self, side: int, overhead: float, lateness: float, is_even: bool) -> Allowance | None:
        rest, increment = ((self.wtime, self.winc), (self.btime, self.binc))[side]
        if rest is None:
            return None
        seconds, moves = _seconds(rest), max(self.movestogo or 0, 0)
        reserve = reserve_of(seconds, overhead, lateness)
        return for_the_rest(seconds, _seconds(increment or 0), moves, reserve, is_even)


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


def _moves_among(sitting: Sitting, words: deque[str]) -> Iterator[int]:
    """Yield the moves that the words begin with, and take these words away; a word of `go` ends them."""
    while words and words[0] not in (*NUMBERS, *FLAGS):
        yield take_move(sitting, words)


def play_on_with(sitting: Sitting, words: Iterable[str]) -> None:
    """Make the moves that words name."""
    left = deque(words)
    while left:
        sitting.play(take_move(sitting, left))


def take_move(sitting: Sitting, words: deque[str]) -> int:
    """Return the move that the words begin with, and take its words away; players' spelling is read too."""
    game, state = sitting.game, sitting.state
    spelled = {tuple(game.engine_move_text(state, move).split()): move for move in sitting.legal}
    move = take_longest(spelled, words)
    if move is None:
        move = read_move(game, state, words[0] if words else "")
        words.popleft()
    return move
