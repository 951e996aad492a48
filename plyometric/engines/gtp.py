"""Their side of GTP, the Go Text Protocol, for the reader of GNU Go: parameters stand on its command line.

Sources: G. Farneback, Specification of the Go Text Protocol, version 2; the GNU Go manual, 3.8. A question is
one of its reading commands, `attack E3`, in a position that some commands set up, `loadsgf FILE 212`; the
answers are regular expressions of what it may reply. The count is that of its reading nodes.
"""

import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from itertools import dropwhile

from plyometric.arena.sitting import Fault
from plyometric.engines.programs import NONSENSE, Program
from plyometric.engines.seeking import IDLE, Effort, Question
from plyometric.engines.uci import ANSWERS_WITHIN, REFUSED, Offer
from plyometric.errors import brief

GETS_READY_WITHIN = 20.0
"""Seconds to start, or to tell what there is."""

_PARAMETER = re.compile(r"--([\w-]+) <(?:depth|limit)>.*\(default (\d{1,9})\)")


class GtpEngine:
    """A program that speaks GTP, started with parameters on its command line."""

    def __init__(self, command: Sequence[str], settings: Mapping[str, str] | None = None) -> None:
        self.command, self.settings = tuple(command), dict(settings or {})
        self._start()

    def _start(self) -> None:
        words = [word for name, value in self.settings.items() for word in (f"--{name}", value)]
        self.program = Program((*self.command, *words))
        try:
            self._introduce(words)
        except BaseException:
            self.leave()
            raise

    def _introduce(self, words: Sequence[str]) -> None:
        try:
            self.name = f"{self.tell('name')} {self.tell('version')}"
        except Fault as fault:
            given = f" with {' '.join(words)}" if words else ""
            raise Fault(REFUSED if words else fault.kind, f"it does not start{given}: {fault}") from None

    def tell(self, command: str, within: float = GETS_READY_WITHIN) -> str:
        """Give a command, and return what it answers."""
        lines = self.program.ask(command, until=_end_of_reply(), within=within)
        reply = " ".join(dropwhile(lambda line: not _begins_reply(line), lines))
        if reply[0] == "?":
            raise Fault(NONSENSE, f"{self.program.name} refuses {brief(command)}: {brief(reply)}.")
        return reply[1:].strip()

    def set(self, settings: Mapping[str, str]) -> None:
        """Start it anew with these parameters beside those that it had."""
        self.settings |= settings
        self.restart()

    def restart(self) -> None:
        """Start it anew."""
        self.leave()
        self._start()

    def seek(self, question: Question, nodes: int) -> Effort:
        """Let it read; more nodes than are allowed, or another answer than is right, is not found."""
        for line in (*question.position.splitlines(), "clear_cache", "reset_reading_node_counter"):
            self.tell(line)
        reply = self.tell(question.request, ANSWERS_WITHIN)
        count = self.tell("get_reading_node_counter")
        if not count.isdecimal():
            raise Fault(NONSENSE, f"{self.program.name} counts {brief(count)} nodes.")
        is_right = question.is_answered_by(reply)
        if not int(count) and not is_right:
            raise Fault(IDLE, f"{self.program.name} answers {brief(reply)} after no node at all.")
        solved = is_right and int(count) <= nodes
        return Effort(solved, int(count) if solved else nodes)

    def leave(self) -> None:
        """End it."""
        self.program.leave()


def _begins_reply(line: str) -> bool:
    return line.startswith(("=", "?"))


def _end_of_reply() -> Callable[[str], bool]:
    """Return what tells whether a line ends a reply: the first that is empty after one that begins it."""
    has_begun = False

    def is_end(line: str) -> bool:
        nonlocal has_begun
        has_begun = has_begun or _begins_reply(line)
        return has_begun and not line

    return is_end


def parameters_of(command: Sequence[str]) -> dict[str, Offer]:
    """Return the numbers on a command line that a program's help offers, and that it takes when it is asked.

    Help may be wrong: GNU Go prints --break_chain-depth, rejects it, and takes --break-chain-depth.
    """
    offered = dict(_PARAMETER.findall("".join(_help(command[0], *words) for words in ((), ("debug",)))))
    taken = ((_taken(command, name, value), value) for name, value in offered.items())
    return {name: Offer(name, "spin", value, 0) for name, value in taken if name}


def _help(program: str, *topic: str) -> str:
    words = [program, "--help", *topic]
    try:
        told = subprocess.run(words, capture_output=True, timeout=GETS_READY_WITHIN).stdout
        return told.decode(errors="replace")
    except (OSError, subprocess.SubprocessError):
        return ""


def _taken(command: Sequence[str], name: str, value: str) -> str:
    """Return a parameter as the program takes it, or nothing."""
    return next(
        (one for one in dict.fromkeys((name, name.replace("_", "-"))) if _starts(command, one, value)), ""
    )


def _starts(command: Sequence[str], name: str, value: str) -> bool:
    try:
        GtpEngine(command, {name: value}).leave()
    except Fault:
        return False
    return True
