"""A program outside, spoken to by lines over pipes; whatever it does wrong is named in one sentence.

Every request has a time limit. A thread reads what the program says into a buffer of bounded length: one that
says more than anybody hears has to wait. It leads a process group of its own, which is ended as a whole.
"""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue

from plyometric.arena.sitting import Fault
from plyometric.errors import Stopped, brief
from plyometric.kernel.desk import GOES_ON, TOLD, lent

CRASH, HANG, FLOOD, NONSENSE = "crash", "no answer", "flood", "nonsense"
"""The kinds of faults that every program can have."""

LONGEST_LINE = 1 << 16
"""Bytes of a line; what is longer is heard as several."""

MOST_WAITING = 1000
"""Lines that wait to be heard."""

MOST_SAID = 1 << 24
"""Bytes that a program may say in answer to one request."""

SPELL = 0.05
"""Seconds to wait at a stretch, so that being told to stop is heard."""

FAREWELL = 0.5
"""Seconds that a program has to end by itself."""


class Program:
    """A running program; while it is waited for it counts as lent, so that halting the workers ends that."""

    def __init__(self, command: Sequence[str]) -> None:
        self.name = Path(command[0]).name
        self.stop, self.nodes = GOES_ON, 0
        self._is_left, self._last = False, ""
        self._heard: Queue[bytes] = Queue(MOST_WAITING)
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
            raise Fault(CRASH, f"{command[0]} cannot be started: {reason}.") from None
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def say(self, *lines: str) -> None:
        """Say lines."""
        assert self._process.stdin
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self._process.stdin.flush()
        except OSError:
            raise self._gone() from None

    def ask(self, *lines: str, until: Callable[[str], bool], within: float) -> list[str]:
        """Say lines, and return what is said in answer, up to the line that ends it."""
        self.say(*lines)
        return self.hear(until, within, lines[-1] if lines else "")

    def hear(self, until: Callable[[str], bool], within: float, asked: str = "") -> list[str]:
        """Return what is said up to the line that ends it, within so many seconds."""
        answer, said, ends = list[str](), 0, time.monotonic() + within
        with lent(self):
            while not answer or not until(answer[-1]):
                piece = self._next(ends)
                if piece is None:
                    raise Fault(HANG, f"{self.name} gives no answer to {brief(asked)} in {within:g} seconds.")
                said += len(piece)
                if said > MOST_SAID:
                    raise Fault(FLOOD, f"{self.name} floods its output: {MOST_SAID} bytes and no answer.")
                answer.append(piece.decode(errors="replace").strip())
        return answer

    def leave(self, farewell: str = "quit") -> None:
        """Tell it to go, and end it if it does not; one that was left is left."""
        if self._is_left:
            return
        self._is_left = True
        with suppress(Fault):
            self.say(farewell)
        with suppress(OSError, ValueError):
            self._process.stdin.close()  # type: ignore[union-attr]
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(0 if self.stop == TOLD else FAREWELL)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._listener.join(1)
        if not self._listener.is_alive():  # else what it has started holds the pipe: closing would wait
            self._process.stdout.close()  # type: ignore[union-attr]

    def _listen(self) -> None:
        """Hear all that is said; an empty line without its end is the last."""
        assert self._process.stdout
        piece = b" "
        while piece and not self._is_left:
            piece = self._process.stdout.readline(LONGEST_LINE)
            self._keep(piece)

    def _keep(self, piece: bytes) -> None:
        """Keep a piece until it is heard, or nobody will hear it any more."""
        is_kept = False
        while not is_kept and not self._is_left:
            with suppress(Full):
                self._heard.put(piece, timeout=SPELL)
                is_kept = True

    def _next(self, ends: float) -> bytes | None:
        """Return the next line, or None when the time is over."""
        while (left := ends - time.monotonic()) > 0:
            if self.stop == TOLD:
                raise Stopped
            with suppress(Empty):
                piece = self._heard.get(timeout=min(left, SPELL))
                if not piece:
                    self._heard.put(piece)
                    raise self._gone()
                self._last = piece.decode(errors="replace").strip() or self._last
                return piece
        return None

    def _gone(self) -> Fault:
        """Return what is wrong with a program that says nothing any more."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        code = self._process.returncode
        if code is None:
            return Fault(CRASH, f"{self.name} has closed its pipe, though it runs on.")
        how = f"was ended by {_signal(-code)}" if code < 0 else f"ended with exit code {code}"
        last = f"; it said last: {brief(self._last, 120)}" if self._last else ""
        return Fault(CRASH, f"{self.name} {how}{last}.")


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
