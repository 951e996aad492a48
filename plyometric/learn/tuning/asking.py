"""How a bench reaches programs: each job becomes a unit of work, done on any thread or machine."""

from collections.abc import Callable, Iterator, Sequence

from plyometric.arena.workers import Unit
from plyometric.engines.seeking import Effort, Question
from plyometric.engines.subjects import Facts, efforts
from plyometric.learn.tuning.bench import Job, Measure
from plyometric.learn.tuning.parameters import Space

Each = Callable[[Callable, list[Unit]], Iterator]
"""Does a function's units, and yields what they come to in order."""


def asking(facts: Facts, space: Space, questions: Sequence[Question], nodes: int, each: Each) -> Measure:
    """Return what measures settings by putting questions to a program."""

    def measure(jobs: list[Job]) -> Iterator[list[Effort]]:
        units = [_unit(facts, space, questions, nodes, job) for job in jobs]
        for found in each(efforts, units):
            yield [Effort(*one) for one in found]

    return measure


def _unit(facts: Facts, space: Space, questions: Sequence[Question], nodes: int, job: Job) -> Unit:
    asked = [tuple(questions[place]) for place in job.places]
    return f"{space.text(job.setting)} at {job.places[0]}", (facts, space.told(job.setting), asked, nodes)
