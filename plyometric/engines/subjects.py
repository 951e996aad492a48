"""Subjects by their facts: what reaches a program, as plain data that a worker anywhere can start it from.

A program that has answered waits for the next question, with whoever asks it; each thread that asks at the
same time has one of its own.
"""

import atexit
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from threading import Lock
from typing import Any

from plyometric.arena.players import player_from_json
from plyometric.arena.sitting import Fault
from plyometric.engines.gountil import GountilEngine
from plyometric.engines.gtp import GtpEngine
from plyometric.engines.inside import Inside
from plyometric.engines.seeking import Effort, Question, Restarting, Subject
from plyometric.engines.uci import UciEngine

Facts = Mapping[str, Any]
"""What reaches a program: the `way`, and what that way needs to know."""


def start(facts: Facts) -> Subject:
    """Start the program that facts reach."""
    return STARTS[facts["way"]](facts)


def _start_uci(facts: Facts) -> UciEngine:
    engine = UciEngine(facts["command"], facts["options"])
    engine.by_count, engine.reset = facts["by_count"], tuple(facts["reset"]) or UciEngine.reset
    return engine


STARTS: dict[str, Callable[[Facts], Subject]] = {
    "inside": lambda facts: Inside(player_from_json(facts["player"])),
    "uci": _start_uci,
    "gtp": lambda facts: GtpEngine(facts["command"]),
    "gountil": lambda facts: GountilEngine(facts["command"], facts["parameters"]),
}


def efforts(
    facts: Facts, settings: Mapping[str, str], questions: Sequence[Sequence[Any]], nodes: int
) -> list[Effort]:
    """Put some questions to a program with these settings; a fault that comes again counts as not found."""
    with borrowed(facts) as subject:
        return [_effort(subject, settings, Question(*question), nodes) for question in questions]


def _effort(subject: Subject, settings: Mapping[str, str], question: Question, nodes: int) -> Effort:
    question = question._replace(answers=tuple(question.answers))
    try:
        subject.set(settings)
        return subject.seek(question, nodes)
    except Fault as fault:
        return Effort(False, nodes, f"{fault.kind}: {fault}")


_idle: dict[str, list[Subject]] = {}
_lock = Lock()


@contextmanager
def borrowed(facts: Facts) -> Iterator[Subject]:
    """Lend a program that waits, or one that is started when it is first asked."""
    key = json.dumps(facts, sort_keys=True)
    with _lock:
        waiting = _idle.setdefault(key, [])
        subject = waiting.pop() if waiting else Restarting(partial(start, facts), facts.get("forgets", True))
    try:
        yield subject
    except BaseException:
        subject.leave()
        raise
    with _lock:
        waiting.append(subject)


def dismiss() -> None:
    """End all programs that wait."""
    with _lock:
        subjects = [subject for waiting in _idle.values() for subject in waiting]
        _idle.clear()
    for subject in subjects:
        subject.leave()


atexit.register(dismiss)
