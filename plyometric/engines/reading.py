"""Reading problems put to two Go programs, ours and another, in the same words.

Both hear the same commands of GTP: some that set up a position, and `attack` or `defend` of a string. Each
question is put twice with nothing remembered, and the second answer is timed, so that nothing counts that a
program does but once. Answers that hang on a ko (2 and 3, as GNU Go writes them) are left out.
"""

import time
from collections.abc import Iterable
from typing import NamedTuple, Protocol

from plyometric.arena.sitting import Fault
from plyometric.engines.gtp import GtpEngine
from plyometric.engines.guests import command_in
from plyometric.engines.programs import NONSENSE
from plyometric.engines.questions import Asked
from plyometric.engines.seeking import Question
from plyometric.engines.serving_go import GoEngine
from plyometric.engines.uci import ANSWERS_WITHIN
from plyometric.errors import InputError, brief
from plyometric.games.go_capture.notation import view_of
from plyometric.games.go_capture.sgf import COLOURS, Task
from plyometric.games.points import point_text

FORGET = "clear_cache"

SETTLED = ("0", "1")
"""How answers begin that do not hang on a ko."""


class Reader(Protocol):
    """A program that reads."""

    def tell(self, command: str, within: float = ...) -> str:
        """Give a command, and return what it answers."""

    def restart(self) -> None:
        """Start it anew."""

    def leave(self) -> None:
        """End it."""


class Reply(NamedTuple):
    """What a program answers, whether that is right, and how long it took, None where it gave no answer."""

    text: str
    is_right: bool
    seconds: float | None


class Ours:
    """Our own engine, spoken to without a pipe."""

    def __init__(self, plays: int) -> None:
        self._said = list[str]()
        self._plays = plays
        self.restart()

    def restart(self) -> None:
        """Start it anew."""
        self._engine = GoEngine(self._said.append, self._plays)

    def tell(self, command: str, within: float = 0.0) -> str:
        """Give a command, and return what it answers."""
        self._said.clear()
        self._engine.hear(command)
        reply = self._said[0].strip()
        if reply[0] == "?":
            raise Fault(NONSENSE, f"our engine refuses {brief(command)}: {brief(reply)}.")
        return reply[1:].strip()

    def leave(self) -> None:
        """End it."""


def rival(program: str) -> Reader:
    """Start another program that reads, such as gnugo."""
    command = command_in(program)
    return GtpEngine((*command, "--mode", "gtp") if len(command) == 1 else command)


def reply_of(reader: Reader, question: Question) -> Reply:
    """Put a question to a program; one that it refuses is not answered right.

    After that it is started anew: a late answer would be taken for one to the next question.
    """
    try:
        for line in question.position.splitlines():
            reader.tell(line)
        for _ in range(2):
            reader.tell(FORGET)
            began = time.perf_counter()
            text = reader.tell(question.request, ANSWERS_WITHIN)
            seconds = time.perf_counter() - began
    except Fault as fault:
        reader.restart()
        return Reply(str(fault), False, None)
    return Reply(text, question.is_answered_by(text), seconds)


def settled(asked: Iterable[Asked]) -> list[Asked]:
    """Return the questions that hang on no ko, or say that there is none."""
    found = [one for one in asked if one.question.answers[0].startswith(SETTLED)]
    if not found:
        raise InputError("every answer hangs on a ko: there is nothing to ask.")
    return found


def question_about(task: Task) -> Question:
    """Return a problem of ours, whose string is caught, as a question; any move that does it is right."""
    size, view = task.size, view_of(task.size, task.state)
    stones = (f"play {COLOURS[colour]} {point_text(size, point)}" for point, colour in view.stones.items())
    position = "\n".join((f"boardsize {size}", "clear_board", *stones))
    return Question(position, ("1 .*",), f"attack {point_text(size, view.target)}")
