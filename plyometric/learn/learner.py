"""Learning in steps: begun, stepped on, stopped and resumed to the same bits, whatever the method.

A learner is a frozen set of settings. What it has learned so far is its state: a dict of
numbers, lists and dicts that survives JSON exactly, in which `step` counts the steps. So learning can
be shown while it runs and stopped between any two steps. The games of a step are spread over an
executor, and what they tell is put together in their order: the weights are the same on any number of
threads.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from plyometric.errors import InputError
from plyometric.files import read_document, write_document
from plyometric.runs import Run

FORMAT = "plyometric learning 1"

LearnerState = dict[str, Any]


class Progress(NamedTuple):
    """How far learning has come: the share of its steps, and figures worth a curve, None if not known yet."""

    share: float
    figures: dict[str, float | None]


class Learner(Protocol):
    """A way to learn the weights of an evaluation."""

    def begin(self) -> LearnerState:
        """Return the state before the first step."""

    def step(self, state: LearnerState, executor: Executor) -> LearnerState:
        """Return the state after one step more; the one given stays as it is."""

    def is_done(self, state: LearnerState) -> bool:
        """Return whether there is nothing left to learn from."""

    def weights(self, state: LearnerState) -> list[float]:
        """Return the weights learned so far."""

    def progress(self, state: LearnerState) -> Progress:
        """Return how far learning has come."""


class Here(Executor):
    """Does every call at once, in the thread that asks for it."""

    def submit(self, function: Callable, /, *arguments: Any, **settings: Any) -> Future:
        """Return a future that is done."""
        future: Future = Future()
        try:
            future.set_result(function(*arguments, **settings))
        except Exception as error:
            future.set_exception(error)
        return future


HERE = Here()


def learned(learner: Learner, executor: Executor = HERE) -> list[float]:
    """Return the weights after the last step."""
    *_, last = steps(learner, executor)
    return learner.weights(last)


def steps(learner: Learner, executor: Executor = HERE, run: Run | None = None) -> Iterator[LearnerState]:
    """Yield the state at the beginning, or where a run was stopped, and after every step.

    A run keeps the newest state as a file, and of every step a point of the curve in its journal. The
    point goes first: a step whose state was lost by a kill comes to the same point again.
    """
    path = run.folder / "state.json" if run else None
    state = _kept_state(path) if path and path.exists() else learner.begin()
    while True:
        if run and path:
            run.record(str(state["step"]), point(learner, state))
            write_document(path, FORMAT, {"state": state})
        yield state
        if learner.is_done(state):
            return
        state = learner.step(state, executor)


def _kept_state(path: Path) -> LearnerState:
    state = read_document(path, FORMAT).get("state")
    if not isinstance(state, dict) or type(state.get("step")) is not int:
        raise InputError(f"{path} holds no state of learning: the file was altered.")
    return state


def point(learner: Learner, state: LearnerState) -> dict[str, Any]:
    """Return what a curve shows of a state."""
    return {**learner.progress(state).figures, "weights": learner.weights(state)}
