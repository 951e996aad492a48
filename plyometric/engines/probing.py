"""Probing: whether and how an engine can be tuned, found out by trying it.

A tuner needs an engine that stops at a count of nodes, counts alike when it is asked again, and forgets one
position before the next. What an engine says of itself is not enough: some pass over their limit, some stop
at once, some use two threads unless they are told otherwise. So each is tried.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from plyometric.arena.sitting import Fault, Sitting
from plyometric.engines.gountil import GountilEngine
from plyometric.engines.gtp import GtpEngine, parameters_of
from plyometric.engines.guests import command_in, position_of
from plyometric.engines.seeking import Question, Subject
from plyometric.engines.uci import TAME, Offer, Steps, UciEngine, Watch
from plyometric.errors import InputError
from plyometric.kernel import Game
from plyometric.kernel.referee import random_game

COUNTS = (1_000, 10_000, 40_000, 100_000)
"""The limits of nodes that are tried."""

SEED = 1
"""Draws the random moves."""

REPEATED = 20_000
"""The limit at which a search is repeated."""

PATIENCE = 10.0
"""Seconds for a search of so many nodes, after which its limit counts as passed over."""

VARIES = "It cannot be tuned: the same search never counts the same."
BY_HAND = "go infinite"
STOPPED = "It is stopped when its own counts pass the limit."

PLIES = (0, 6, 12, 18, 24)
"""How many random moves lead to the positions that are searched."""

RESETS = (
    ("ucinewgame",),
    ("ucinewgame", "setoption name Clear Hash"),
    ("setoption name Clear Hash",),
)

HOUSEKEEPING = re.compile(
    r"hash|thread|split point|split depth|book|ponder|multipv|^uci_|path|file|syzygy|tablebase|cache"
    r"|overhead|skill|search time|search depth|slow mover|nodestime|nnue|contempt|randomness|log|lan|debug",
    re.IGNORECASE,
)
"""Options about the machine, time, strength, files and style: none of them makes a search better."""

READING = Question(
    "boardsize 9\nclear_board\nplay white E5\nplay black D5\nplay black E6",
    (".*",),
    "attack E5",
)


@dataclass
class Probe:
    """What was found out about an engine; `findings` are a topic and a sentence each.

    `by_count` is how a UCI engine is told to search some nodes, and `reset` what makes it forget; where
    nothing does, it is started anew for every position.
    """

    name: str
    way: str
    command: tuple[str, ...]
    tunable: tuple[Offer, ...] = ()
    by_count: str = UciEngine.by_count
    reset: tuple[str, ...] = ()
    is_repeatable: bool = True
    findings: list[tuple[str, str]] = field(default_factory=list)
    verdict: str = ""


def probe(text: str, game: Game) -> Iterator[tuple[str, Probe]]:
    """Try an engine, `uci:`, `gtp:` or `gountil:COMMAND`, or one whose language is to be found out.

    Yield, before each step, what is tried next and what is known so far.
    """
    way, colon, rest = text.partition(":")
    if colon and way in PROBES:
        yield from PROBES[way](command_in(rest), game)
    else:
        way, command = spoken_by(command_in(text))
        yield from PROBES[way](command, game)


def spoken_by(command: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return the way to reach a program, and the command with what it needs to be told for that."""
    starts: tuple[tuple[str, tuple[str, ...], Callable], ...] = (
        ("uci", command, _start_uci),
        ("uci", (*command, "--uci"), _start_uci),
        ("gtp", (*command, "--mode", "gtp"), GtpEngine),
        ("gtp", command, GtpEngine),
    )
    for way, words, start in starts:
        try:
            start(words).leave()
        except Fault:
            continue
        return way, words
    raise InputError(f"{command[0]} answers neither UCI nor GTP: give the arguments that it needs for that.")


def _start_uci(command: Sequence[str]) -> UciEngine:
    return UciEngine(command, {}, PATIENCE)


# UCI


def probe_uci(command: tuple[str, ...], game: Game) -> Iterator[tuple[str, Probe]]:
    """Try an engine that speaks UCI."""
    trial = UciTrial(command, game)
    yield "starting", trial.probe
    trial.introduce()
    for step in (trial.try_limit, trial.try_repeating, trial.try_resets):
        yield step.__doc__ or "", trial.probe
        step()
    trial.judge()
    yield "done", trial.probe


class UciTrial:
    """A UCI engine on trial."""

    def __init__(self, command: tuple[str, ...], game: Game) -> None:
        self.probe = Probe(command[0], "uci", command)
        self.positions = [position_after(game, plies) for plies in PLIES]
        self.first: list[Steps] = []

    def introduce(self) -> None:
        """Ask what it offers."""
        engine = _start_uci(self.probe.command)
        engine.leave()
        self.probe.name = engine.name
        self.probe.tunable = tuple(offer for offer in engine.offers.values() if is_tunable(offer))
        for name, tame in TAME.items():
            offer = engine.offers.get(name)
            if offer and offer.default != tame:
                sentence = f"{offer.name} is {offer.default} unless it is told otherwise: {tame} is set."
                self.probe.findings.append(("defaults", sentence))

    def try_limit(self) -> None:
        """does it return at a count of nodes"""
        reached: dict[int, int] = {}
        try:
            for nodes in COUNTS:
                reached[nodes] = self._searched(self.positions[:1], nodes, is_patient=True)[0].most
        except Fault as fault:
            self.probe.by_count = BY_HAND
            return self._find("node limit", f"{fault} {STOPPED}")
        told = ", ".join(f"{nodes:,} ends at {most:,}" for nodes, most in reached.items())
        if any(most < nodes / 2 for nodes, most in reached.items()):
            self.probe.by_count = BY_HAND
            return self._find("node limit", f"{told}: it is broken. {STOPPED}")
        return self._find("node limit", f"{told}: {_step_in(reached)}.")

    def try_repeating(self) -> None:
        """does it count alike when it is started anew"""
        self.first, again = ([self._searched([one])[0].counted for one in self.positions] for _ in range(2))
        self.probe.is_repeatable = all(self.first) and self.first == again
        said = "are the same" if self.probe.is_repeatable else "differ: it cannot be tuned by counting nodes"
        self._find("repeatability", f"the counts of two runs {said}.")

    def try_resets(self) -> None:
        """what makes it forget the position before"""
        there_and_back = [*self.positions, *reversed(self.positions)]
        alone = [*self.first, *reversed(self.first)]
        for reset in RESETS if self.probe.is_repeatable else ():
            if [watch.counted for watch in self._searched(there_and_back, reset=reset)] == alone:
                self.probe.reset = reset
                return self._find("reset", f"{' and '.join(reset)} makes it forget.")
        return self._find(
            "reset", "none of its commands makes it forget all: it is started anew for every position."
        )

    def judge(self) -> None:
        """Say whether and how it can be tuned."""
        n = len(self.probe.tunable)
        if not self.probe.is_repeatable:
            self.probe.verdict = VARIES
        elif not n:
            self.probe.verdict = "It can be measured, but offers nothing that a tuner could turn."
        else:
            how = "stopping it by hand" if self.probe.by_count == BY_HAND else "its own limit of nodes"
            reset = f"{' and '.join(self.probe.reset)} between" if self.probe.reset else "a new start for"
            self.probe.verdict = f"It can be tuned: {n} options, by {how}, with {reset} positions."

    def _find(self, topic: str, sentence: str) -> None:
        self.probe.findings.append((topic, sentence))

    def _searched(
        self,
        positions: Sequence[str],
        nodes: int = REPEATED,
        is_patient: bool = False,
        reset: tuple[str, ...] = UciEngine.reset,
    ) -> list[Watch]:
        """Return the searches of some positions, one after the other, by an engine that was started anew."""
        engine = _start_uci(self.probe.command)
        engine.by_count, engine.reset, engine.patience = self.probe.by_count, reset, PATIENCE
        try:
            return [engine.watched(one, Watch((), nodes, is_patient)) for one in positions]
        finally:
            engine.leave()


def position_after(game: Game, plies: int) -> str:
    """Return the position after some random moves, none of which ends the game, as engines are told of it."""
    sitting = Sitting(game)
    for move in random_game(game, SEED, 0, plies)[1]:
        sitting.play(move)
    if not sitting.legal:
        sitting.take_back(1)
    return position_of(sitting)


def is_tunable(offer: Offer) -> bool:
    """Return whether an option is about the search, and has another value than one."""
    if HOUSEKEEPING.search(offer.name):
        return False
    return offer.type in ("check", "combo") or (offer.type == "spin" and offer.least != offer.most)


def _step_in(reached: dict[int, int]) -> str:
    """Return in words by how much the limit is passed over."""
    worst = max(most / nodes - 1 for nodes, most in reached.items())
    if worst <= 0:
        return "it is exact"
    return f"at most {worst:.2%} over" if worst < 0.1 else "the engine looks at it now and then only"


# The other ways


def probe_gtp(command: tuple[str, ...], game: Game) -> Iterator[tuple[str, Probe]]:
    """Try a Go program that reads: GNU Go."""
    told = Probe(command[0], "gtp", command)
    yield "starting", told
    engine = GtpEngine(command)
    try:
        told.name = engine.name
        yield "does it count alike when it is asked again", told
        told.is_repeatable, told.findings = _repeated(engine, READING)
    finally:
        engine.leave()
    yield "which of the parameters in its help does it take", told
    told.tunable = tuple(parameters_of(command).values())
    told.findings.append(("reset", "clear_cache makes it forget."))
    can = f"It can be tuned: {len(told.tunable)} numbers on its command line, which start it anew."
    told.verdict = can if told.is_repeatable else VARIES
    yield "done", told


def probe_gountil(command: tuple[str, ...], game: Game) -> Iterator[tuple[str, Probe]]:
    """Try a program that knows setboard and gountil."""
    told = Probe(command[0], "gountil", command)
    yield "does it count alike when it is asked again", told
    sitting, engine = Sitting(game), GountilEngine(command, {})
    answer = game.engine_move_text(sitting.state, sitting.legal[-1])
    try:
        question = Question(game.position_text(sitting.state), (answer,))
        told.is_repeatable, told.findings = _repeated(engine, question)
    finally:
        engine.leave()
    can = "It can be tuned by setparam, whose numbers only you can name."
    told.verdict = can if told.is_repeatable else VARIES
    yield "done", told


def _repeated(engine: Subject, question: Question) -> tuple[bool, list[tuple[str, str]]]:
    """Return whether a question put again takes as many nodes, and the finding that tells it."""
    efforts = [engine.seek(question, 10**12) for _ in range(3)]
    is_same = all(one == other for one, other in pairwise(efforts))
    said = "the same" if is_same else "different: it cannot be tuned by counting nodes"
    told = f"one question put three times takes {efforts[0].nodes:,} nodes: the counts are {said}."
    return is_same, [("repeatability", told)]


PROBES: dict[str, Callable[[tuple[str, ...], Game], Iterator[tuple[str, Probe]]]] = {
    "uci": probe_uci,
    "gtp": probe_gtp,
    "gountil": probe_gountil,
}
