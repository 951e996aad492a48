"""What a tuner asks of any program: how many nodes it takes to find a known answer, with these settings.

One small interface, three ways to reach a program: the three commands of the paper (gountil), UCI and GTP.
Positions and answers are texts that only the program understands. Source: Y. Bjornsson and T. A. Marsland,
Learning search control in adversary games.
"""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from plyometric.arena.sitting import Fault

TRIES = 2
"""How often a question is put before a fault is reported; after each fault the program is started anew."""

IDLE = "no search"
"""The fault of a program that answers without having searched: that is never a cheap answer."""


class Question(NamedTuple):
    """A position, the answers any of which is right, and what is asked, where that can be several things."""

    position: str
    answers: tuple[str, ...]
    request: str = ""

    def is_answered_by(self, reply: str) -> bool:
        """Return whether a reply is right, where the answers are regular expressions.

        Each stands between ^ and $, as in GNU Go's own tests, so that of `1 A1|B2` either end will do.
        """
        return any(re.search(f"^{answer}$", reply) for answer in self.answers)


class Effort(NamedTuple):
    """Whether an answer was found, and after how many nodes; as many as were allowed where it was not.

    Where the program failed, the fault says how: that counts as not found.
    """

    solved: bool
    nodes: int
    fault: str = ""


class Subject(Protocol):
    """A program whose settings can be tuned."""

    def set(self, settings: Mapping[str, str]) -> None:
        """Set parameters by name, or say which is not taken."""

    def seek(self, question: Question, nodes: int) -> Effort:
        """Let it search a position, with nothing known from before, until it finds an answer."""

    def leave(self) -> None:
        """End it."""


class Restarting:
    """A subject that is started anew when it fails, with the settings that it had, and asked once more.

    One that nothing makes forget starts anew for every question.
    """

    def __init__(self, start: Callable[[], Subject], forgets: bool = True) -> None:
        self._start, self._forgets = start, forgets
        self._settings: dict[str, str] = {}
        self._subject: Subject | None = None

    def set(self, settings: Mapping[str, str]) -> None:
        """Set parameters by name, at once or when it starts; what is set already is not told again."""
        if settings.items() <= self._settings.items():
            return
        self._settings |= settings
        if self._subject:
            self._tried(lambda subject: subject.set(settings))

    def seek(self, question: Question, nodes: int) -> Effort:
        """Let it search a position; a fault that comes again is reported."""
        if not self._forgets:
            self.leave()
        return self._tried(lambda subject: subject.seek(question, nodes))

    def leave(self) -> None:
        """End it."""
        if self._subject:
            self._subject.leave()
            self._subject = None

    def _tried(self, request: Callable[[Subject], Effort | None]) -> Effort:
        for left in reversed(range(TRIES)):
            try:
                return request(self._ready())  # type: ignore[return-value]
            except Fault:
                self.leave()
                if not left:
                    raise
        raise AssertionError

    def _ready(self) -> Subject:
        if not self._subject:
            self._subject = self._start()
            if self._settings:
                self._subject.set(self._settings)
        return self._subject
