"""One search of an engine: it tells every depth that is finished, ends in time, and always answers a move."""

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

from plyometric.arena.clock import Allowance
from plyometric.errors import InputError, Stopped, plain_words
from plyometric.kernel import WIN
from plyometric.kernel.parts import SURE
from plyometric.kernel.referee import legal_moves, play
from plyometric.search.analysis import LONGEST_TICK, SHORTEST_TICK, Analysis, Handle, tick_for

Say = Callable[[str], None]

GRACE = 0.008
"""Seconds after its end within which a search has its first move, or does without."""

LONGEST_REMARK = 300
"""Characters of what is said in words."""

NO_MOVE_LEFT = "(none)"


def remark(text: str) -> str:
    """Return words as a line that no GUI takes for anything else."""
    return f"info string {' '.join(text.split())[:LONGEST_REMARK]}"


def score_text(value: int) -> str:
    """Return a value as UCI writes it: moves to the end of a decided game, else the evaluation's unit."""
    if abs(value) <= SURE:
        return f"cp {value}"
    moves = (WIN - abs(value) + 1) // 2
    return f"mate {moves if value > 0 else -moves}"


def line_text(handle: Handle, line: tuple[int, ...]) -> list[str]:
    """Return a line of moves as engines write it."""
    texts, state = [], handle.state
    for move in line:
        texts.append(handle.game.engine_move_text(state, move))
        state = play(handle.game, state, move)
    return texts


def info_line(handle: Handle, found: Analysis, seconds: float) -> str:
    """Return what a search has found after so many seconds."""
    words = [f"depth {found.depth} seldepth {max(handle.deepest, found.depth)}"]
    words += [f"score {score_text(found.value)}", f"nodes {found.nodes}"]
    words += [f"nps {round(found.nodes / max(seconds, 1e-6))}"]
    words += [f"hashfull {handle.filled}"] if handle.filled is not None else []
    words += [f"time {round(1000 * seconds)}"]
    words += ["pv", *line_text(handle, found.line)] if found.line else []
    return f"info {' '.join(words)}"


class Thinking:
    """A search that goes on beside whoever listens to the GUI; its seconds count from `began` on.

    One that is `held`, by `infinite` or `ponder`, answers only when it is stopped or its clock is begun.
    """

    def __init__(self, handle: Handle, allowance: Allowance, held: bool, began: float, say: Say) -> None:
        self.handle, self.allowance, self.began, self.say = handle, allowance, began, say
        self.is_ending = False
        self._share = self._deadline = math.inf
        self.lateness = self._looked = 0.0
        self._told = 0
        self._free = threading.Event()
        if not held:
            self._share, self._deadline = allowance
            self._free.set()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    @property
    def seconds(self) -> float:
        """How long it has thought."""
        return time.perf_counter() - self.began

    def begin_clock(self) -> None:
        """Let the clock of a search that was held run from now on, and the answer come when it has ended."""
        if not self._free.is_set():
            now = self.seconds
            self._share, self._deadline = now + self.allowance.share, now + self.allowance.most
            self._free.set()

    def stop(self) -> None:
        """End it soon: the answer comes when the search has ended."""
        self.is_ending = True
        self._deadline = min(self._deadline, self.seconds)
        self.handle.stop()
        self._free.set()

    def wait(self) -> None:
        """Wait until the answer was given."""
        self._thread.join()

    def _work(self) -> None:
        found = self._found()
        self._free.wait()
        self.is_ending = True
        for line in self._last_words(found):
            self.say(line)

    def _found(self) -> Analysis | None:
        """Return what the search has found when it ends, or None if it has nothing."""
        try:
            self._looked = self.seconds
            self.handle.begin()
            while (found := self._look()) is None:
                self.handle.grant(self._share, self.seconds)
                self._tell_depth()
                self._end_in_time()
            return found
        except Stopped:
            return None
        except Exception as error:
            self.say(remark(plain_words(error)))
            return None

    def _look(self) -> Analysis | None:
        """Wait a little for the search to end, and note how much later than that it was at worst."""
        patience = self._patience()
        found = self.handle.wait(patience)
        before, self._looked = self._looked, self.seconds
        self.lateness = max(self.lateness, self._looked - before - patience)
        return found

    def _patience(self) -> float:
        tick = min(tick_for(self.allowance.share), LONGEST_TICK)
        return min(tick, max(self._deadline - self.seconds, SHORTEST_TICK))

    def _tell_depth(self) -> None:
        """Tell a depth that was finished since the last look."""
        if self.handle.depth <= self._told:
            return
        with suppress(InputError):  # a line that was just being written down: there is another look
            found = self.handle.now()
            self._told = found.depth
            self.say(info_line(self.handle, found, self.seconds))

    def _end_in_time(self) -> None:
        """Stop the search when its time is over; one that has no move even then is given up."""
        if self.seconds >= self._deadline:
            self.handle.stop()
        if self.seconds >= self._deadline + GRACE and not self.handle.depth:
            self.handle.abandon()

    def _last_words(self, found: Analysis | None) -> Iterator[str]:
        """Yield what was found, and the answer: the best line's moves, or any where no line was found."""
        if found:
            yield info_line(self.handle, found, self.seconds)
        any_move = (self.handle.only or legal_moves(self.handle.game, self.handle.state))[:1]
        line = found.line[:2] if found and found.line else tuple(any_move)
        best, *rest = line_text(self.handle, line) or [NO_MOVE_LEFT]
        yield f"bestmove {best}{f' ponder {rest[0]}' if rest else ''}"


class Seeking(Thinking):
    """A search for a move that is known to be best: it answers whether it found it, and after how many nodes.

    Where it did not, that is as many as it may visit.
    """

    def _tell_depth(self) -> None:
        """Only the answer is of interest."""

    def _last_words(self, found: Analysis | None) -> Iterator[str]:
        handle, steps = self.handle, self.handle.course
        if steps and steps[-1].move in handle.until:
            yield f"nodes 1 {steps[-1].nodes}"
        else:
            yield f"nodes 0 {getattr(handle.kind, 'nodes', 0) or handle.nodes}"
