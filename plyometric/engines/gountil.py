"""A program that knows the three commands of the paper: setboard, setparam and gountil.

    setboard POSITION    set up a position, and forget all that was searched before; no answer
    setparam W1 ... WN   set all parameters; no answer
    gountil MOVE         search until the move is found best; the answer is `nodes FLAG COUNT`

FLAG is 1 if it was found, 0 if not; then COUNT is the most nodes that the program may visit, which is its
own to know. `plyo engine` understands them too. Source: Y. Bjornsson and T. A. Marsland, Learning search
control in adversary games.
"""

import re
from collections.abc import Mapping, Sequence

from plyometric.arena.sitting import Fault
from plyometric.engines.programs import NONSENSE, Program
from plyometric.engines.seeking import IDLE, Effort, Question
from plyometric.engines.uci import ANSWERS_WITHIN, REFUSED
from plyometric.errors import brief

_REPLY = re.compile(r"nodes\s+([01])\s+(\d{1,18})")


class GountilEngine:
    """A program that is tuned by the three commands; its parameters, in order, are given names and values."""

    patience = ANSWERS_WITHIN

    def __init__(self, command: Sequence[str], parameters: Mapping[str, str]) -> None:
        self.parameters = dict(parameters)
        self.program = Program(command)

    def set(self, settings: Mapping[str, str]) -> None:
        """Set parameters by name; all are told."""
        for name in settings:
            if name not in self.parameters:
                known = ", ".join(self.parameters) or "none"
                raise Fault(REFUSED, f"there is no parameter {brief(name)}: there are {known}.")
        self.parameters |= settings
        self.program.say(f"setparam {' '.join(self.parameters.values())}")

    def seek(self, question: Question, nodes: int) -> Effort:
        """Let it search until it finds the answer; a count beyond the nodes is not found."""
        order = f"gountil {question.answers[0]}"
        begin = f"setboard {question.position}"
        *_, last = self.program.ask(begin, order, until=_is_reply, within=self.patience)
        flag, count = _REPLY.fullmatch(last).groups() if _REPLY.fullmatch(last) else ("", "")  # type: ignore[union-attr]
        if not flag:
            raise Fault(NONSENSE, f"{self.program.name} answers {brief(last)}, not nodes FLAG COUNT.")
        if not int(count):
            raise Fault(IDLE, f"{self.program.name} answers {brief(last)}: a search visits a node or more.")
        solved = flag == "1" and int(count) <= nodes
        return Effort(solved, int(count) if solved else nodes)

    def leave(self) -> None:
        """End it."""
        self.program.leave()


def _is_reply(line: str) -> bool:
    return line.startswith("nodes")
