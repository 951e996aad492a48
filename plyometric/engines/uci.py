"""Their side of UCI, the Universal Chess Interface: a program outside that is asked for moves.

Sources: S. Meyer-Kahlen and R. Huber, Universal Chess Interface (2006). The node count is that of the last
`info` before the answer. One thread and no book are set where the engine offers them.
"""

import re
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from plyometric.arena.sitting import Fault, Said
from plyometric.engines.programs import HANG, NONSENSE, Program
from plyometric.engines.seeking import IDLE, Effort, Question
from plyometric.errors import brief
from plyometric.kernel import WIN

REFUSED, UNLIMITED = "rejected option", "limit ignored"

TAME = {"threads": "1", "ownbook": "false"}
"""What is set unless somebody sets it otherwise: counts that can be repeated, and moves that were thought."""

LIMITS = ("nodes", "depth", "movetime")

GETS_READY_WITHIN = 60.0
"""Seconds to load, to introduce itself, or to forget a game."""

ANSWERS_WITHIN = 60.0
"""Seconds that an answer may take beyond the time that a program is given."""

_OPTION = re.compile(r"option name (?P<name>.+?) type (?P<type>\w+)(?P<rest>.*)")
_REFUSAL = re.compile(r"no such option|(unknown|invalid|unsupported) (option|value)|there is no option", re.I)
_SCORE = re.compile(r"\bscore (cp|mate) (-?\d{1,9})\b")
_LINE = re.compile(r"\bpv (\S+)")
_COUNT = {name: re.compile(rf"\b{name} (\d{{1,18}})\b") for name in ("depth", "nodes")}


Steps = list[tuple[int, int]]
"""What a search tells on its way: depths, and nodes counted so far."""


class Offer(NamedTuple):
    """An option that an engine offers."""

    name: str
    type: str
    default: str = ""
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()

    def check(self, value: str) -> None:
        """Refuse a value that the engine does not take."""
        if self.type == "spin" and not (re.fullmatch(r"-?\d{1,18}", value) and self._holds(int(value))):
            raise Fault(REFUSED, f"{self.name} takes {self.range}, not {brief(value)}.")
        choices = ("true", "false") if self.type == "check" else self.choices
        if choices and value not in choices:
            raise Fault(REFUSED, f"{self.name} takes {', '.join(choices)}, not {brief(value)}.")

    @property
    def range(self) -> str:
        """The numbers that it takes, in words."""
        ends = f"{'any' if self.least is None else self.least} to {'any' if self.most is None else self.most}"
        return "whole numbers" if self.least is self.most is None else ends

    def _holds(self, value: int) -> bool:
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


def offer_in(line: str) -> Offer | None:
    """Return the option that a line offers, if it does."""
    match = _OPTION.match(" ".join(line.split()))  # in many blanks it would look for ever
    if not match:
        return None
    words = re.split(r"\s(default|min|max|var)(?=\s|$)", match["rest"])
    parts = [(key, value.strip()) for key, value in zip(words[1::2], words[2::2], strict=True)]
    told, choices = dict(parts), tuple(value for key, value in parts if key == "var")
    least, most = (int(told[key]) if _is_whole(told.get(key, "")) else None for key in ("min", "max"))
    return Offer(match["name"], match["type"], told.get("default", ""), least, most, choices)


def _is_whole(word: str) -> bool:
    return bool(re.fullmatch(r"-?\d{1,18}", word))


class Answer(NamedTuple):
    """What an engine answers to `go`: the words of its move, and what it told of the search."""

    move: str
    said: Said
    lines: list[str]


class Watch:
    """Follows a search line by line: the first finished depth whose best move is an answer has `found` it.

    A depth is finished when a deeper one is told of, or the search ends by itself. Lines that come by the
    clock are no measure: only those that tell of a depth and its line, or of its end, are counted. One that
    is patient waits for the end, whatever it has seen.
    """

    def __init__(self, answers: Sequence[str], nodes: int, is_patient: bool = False) -> None:
        self.answers, self.nodes, self.is_patient = answers, nodes, is_patient
        self.depth = self.most = self.found = 0
        self.steps: Steps = []
        self.has_ended = False
        self._is_right, self._now = False, 0

    @property
    def counted(self) -> Steps:
        """The depths and counts within the limit: the same whenever the same search is made."""
        return [(depth, nodes) for depth, nodes in self.steps if nodes <= self.nodes]

    def __call__(self, line: str) -> bool:
        """Take in a line; return whether there is nothing more to wait for."""
        if _is_answer(line):
            self.has_ended = True
            self._finish_depth()
            return True
        if line.startswith("info ") and not line.startswith("info string"):
            self._take_in(line)
        return not self.is_patient and (self.found > 0 or self.most > self.nodes)

    def _take_in(self, line: str) -> None:
        depth, nodes = (int(found[1]) if (found := _COUNT[name].search(line)) else 0 for name in _COUNT)
        if depth > self.depth:
            self._finish_depth()
            self.depth = depth
        self.most = max(self.most, nodes)
        if depth and nodes and " currmove " not in line and _is_best_line(line):
            self._now = nodes
            self.steps.append((depth, nodes))
            if (line_of_play := _LINE.search(line)) and "bound " not in line:
                self._is_right = line_of_play[1] in self.answers

    def _finish_depth(self) -> None:
        if self._is_right and not self.found and self._now <= self.nodes:
            self.found = self._now
        self._is_right = False


class UciEngine:
    """A program that speaks UCI, introduced and set up.

    `by_count` is how it is told to search some nodes, `reset` makes it forget what it has searched, and
    `patience` is how many seconds an answer may take beyond the time that it is given.
    """

    by_count = "go nodes {nodes}"
    reset: tuple[str, ...] = ("ucinewgame",)
    patience = ANSWERS_WITHIN

    def __init__(
        self, command: Sequence[str], options: Mapping[str, str], within: float = GETS_READY_WITHIN
    ) -> None:
        self.program = Program(command)
        try:
            self._introduce(options, within)
        except BaseException:
            self.leave()
            raise

    def _introduce(self, options: Mapping[str, str], within: float) -> None:
        lines = self.program.ask("uci", until=lambda line: line == "uciok", within=within)
        offers = [offer for line in lines if (offer := offer_in(line))]
        self.offers = {offer.name.lower(): offer for offer in offers}
        names = (line.removeprefix("id name ") for line in lines if line.startswith("id name "))
        self.name = next(names, self.program.name)
        tame = {name: value for name, value in TAME.items() if name in self.offers}
        self.set(tame | {name.lower(): value for name, value in options.items()})

    def set(self, settings: Mapping[str, str]) -> None:
        """Set options by name, or say which is not taken."""
        options = {name.lower(): value for name, value in settings.items()}
        for name, value in options.items():
            if name not in self.offers:
                known = ", ".join(offer.name for offer in self.offers.values()) or "none"
                raise Fault(REFUSED, f"{self.name} offers no option {brief(name)}: it offers {known}.")
            self.offers[name].check(value)
        said = self._get_ready(
            *(
                f"setoption name {self.offers[name].name} value {value}".removesuffix(" value ")
                for name, value in options.items()
            )
        )
        for line in filter(_REFUSAL.search, said):
            raise Fault(REFUSED, f"{self.name} rejects an option: it says {brief(line, 120)}.")

    def new_game(self) -> None:
        """Let it forget all that it has searched before."""
        self._get_ready(*self.reset)

    def go(self, position: str, limits: dict[str, float]) -> Answer:
        """Let it search a position, `fen TEXT moves ...`, within nodes, depth, movetime or clocks."""
        order = " ".join(f"{name} {_whole(name, value)}" for name, value in limits.items())
        seconds = max(limits.get(name, 0) for name in ("movetime", "wtime", "btime"))
        within = seconds + self.patience
        began = time.perf_counter()
        try:
            lines = self.program.ask(f"position {position}", f"go {order}", until=_is_answer, within=within)
        except Fault as fault:
            raise (self._unlimited(fault, order, within) if seconds else fault) from None
        said = said_in(lines)._replace(seconds=time.perf_counter() - began)
        return Answer(_move_in(lines[-1], self.name), said, lines)

    def seek(self, question: Question, nodes: int) -> Effort:
        """Let it search, with nothing known from before, until a finished depth finds an answer best."""
        watch = self.watched(question.position, Watch(question.answers, nodes))
        if not watch.most or (watch.has_ended and not watch.found and watch.depth < 2):
            raise Fault(
                IDLE, f"{self.name} stops at depth {watch.depth} after {watch.most} nodes of {nodes}."
            )
        return Effort(bool(watch.found), watch.found or nodes)

    def watched(self, position: str, watch: Watch) -> Watch:
        """Let it search a position, with nothing known from before, until the watch has seen enough."""
        self.new_game()
        order = self.by_count.format(nodes=watch.nodes)
        self.program.ask(f"position {position}", order, until=watch, within=self.patience)
        if not watch.has_ended:
            self.program.ask("stop", until=_is_answer, within=GETS_READY_WITHIN)
        return watch

    def _unlimited(self, fault: Fault, order: str, within: float) -> Fault:
        """Return the fault, or a better word for it where the engine only passes over its time.

        A search of many nodes may rightly take long, so of other limits nothing is known.
        """
        if fault.kind != HANG:
            return fault
        try:
            self.program.ask("stop", until=_is_answer, within=1)
        except Fault:
            return fault
        return Fault(
            UNLIMITED, f"{self.name} searches on after {within:g} seconds: it passes over {order!r}."
        )

    def leave(self) -> None:
        """End it."""
        self.program.leave()

    def _get_ready(self, *lines: str) -> list[str]:
        return self.program.ask(
            *lines, "isready", until=lambda line: line == "readyok", within=GETS_READY_WITHIN
        )


def _whole(name: str, value: float) -> int:
    return int(value) if name in ("nodes", "depth") else int(1000 * value)


def _is_answer(line: str) -> bool:
    return line.split(None, 1)[:1] == ["bestmove"]


def _move_in(line: str, name: str) -> str:
    """Return the words of the move in an answer."""
    move = " ".join(line.split()[1:]).partition(" ponder ")[0]
    if not move:
        raise Fault(NONSENSE, f"{name} answers {brief(line)}, in which there is no move.")
    return move


def said_in(lines: Sequence[str]) -> Said:
    """Return what the lines of a search tell: the last score and depth of the best line, the last count."""
    infos = [line for line in lines if line.startswith("info ") and not line.startswith("info string")]
    told = {
        name: [int(found[1]) for line in infos if (found := _COUNT[name].search(line))] for name in _COUNT
    }
    scores = [found for line in infos if (found := _SCORE.search(line)) and _is_best_line(line)]
    value = _value(*scores[-1].groups()) if scores else 0
    return Said(value, *(told[name][-1] if told[name] else 0 for name in ("depth", "nodes")))


def _is_best_line(line: str) -> bool:
    return " multipv " not in line or " multipv 1 " in line


def _value(unit: str, number: str) -> int:
    """Return a score as a value; moves to mate are counted in plies, 0 for the side that is mated."""
    n = int(number)
    if unit == "cp":
        return n
    return WIN - (2 * n - 1) if n > 0 else -WIN - 2 * n
