"""Their side of UCI, the Universal Chess Interface: a program outside that is asked for moves.

Sources: S. Meyer-Kahlen and R. Huber, Universal Chess Interface (2006). The node count is that of the last
`info` before the answer. One thread and no book are set where the engine offers them.
"""

import re
import time
from collections.abc import Sequence
from typing import NamedTuple

from plyometric.arena.sitting import Fault, Said
from plyometric.engines.programs import HANG, NONSENSE, Program
from plyometric.errors import brief
from plyometric.kernel import WIN

REFUSED, UNLIMITED = "rejected option", "limit ignored"

TAME = {"threads": "1", "ownbook": "false"}
"""What is set unless somebody sets it otherwise: counts that can be repeated, and moves that were thought."""

LIMITS = ("nodes", "depth", "movetime")

GETS_READY_WITHIN = 60.0
"""Seconds to load, to introduce itself, or to forget a game."""

ANSWERS_WITHIN = 60.0
"""Seconds that an answer may take beyond the time that the engine is given."""

_OPTION = re.compile(r"option\s+name\s+(?P<name>.+?)\s+type\s+(?P<type>\w+)(?P<rest>.*)")
_REFUSAL = re.compile(r"no such option|(unknown|invalid|unsupported) (option|value)|there is no option", re.I)
_SCORE = re.compile(r"\bscore (cp|mate) (-?\d{1,9})\b")
_COUNT = {name: re.compile(rf"\b{name} (\d{{1,18}})\b") for name in ("depth", "nodes")}


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
            raise Fault(REFUSED, f"{self.name} takes {self.least} to {self.most}, not {brief(value)}.")
        choices = ("true", "false") if self.type == "check" else self.choices
        if choices and value not in choices:
            raise Fault(REFUSED, f"{self.name} takes {', '.join(choices)}, not {brief(value)}.")

    def _holds(self, value: int) -> bool:
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


def offer_in(line: str) -> Offer | None:
    """Return the option that a line offers, if it does."""
    match = _OPTION.match(line)
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


class UciEngine:
    """A program that speaks UCI, introduced and set up."""

    def __init__(self, command: Sequence[str], options: dict[str, str]) -> None:
        self.program = Program(command)
        try:
            self._introduce(options)
        except BaseException:
            self.leave()
            raise

    def _introduce(self, options: dict[str, str]) -> None:
        lines = self.program.ask("uci", until=lambda line: line == "uciok", within=GETS_READY_WITHIN)
        offers = [offer for line in lines if (offer := offer_in(line))]
        self.offers = {offer.name.lower(): offer for offer in offers}
        names = (line.removeprefix("id name ") for line in lines if line.startswith("id name "))
        self.name = next(names, self.program.name)
        tame = {name: value for name, value in TAME.items() if name in self.offers}
        self.set(tame | {name.lower(): value for name, value in options.items()})

    def set(self, options: dict[str, str]) -> None:
        """Set options, or say which is not taken."""
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
        self._get_ready("ucinewgame")

    def go(self, position: str, limits: dict[str, float]) -> Answer:
        """Let it search a position, `fen TEXT moves ...`, within nodes, depth, seconds of movetime."""
        order = " ".join(f"{name} {_whole(name, value)}" for name, value in limits.items())
        within = limits.get("movetime", 0) + ANSWERS_WITHIN
        began = time.perf_counter()
        try:
            lines = self.program.ask(f"position {position}", f"go {order}", until=_is_answer, within=within)
        except Fault as fault:
            raise self._unlimited(fault, order, within) from None
        seconds = time.perf_counter() - began
        return Answer(_move_in(lines[-1], self.name), said_in(lines)._replace(seconds=seconds), lines)

    def _unlimited(self, fault: Fault, order: str, within: float) -> Fault:
        """Return the fault, or a better word for it where the engine only passes over its limit."""
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
    return round(1000 * value) if name == "movetime" else int(value)


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
