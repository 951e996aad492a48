"""The command that puts reading problems to two Go programs: reading."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from cyclopts.validators import Number

from plyometric.cli.display import Display
from plyometric.cli.shared import Json, app, show
from plyometric.errors import InputError

if TYPE_CHECKING:
    from plyometric.engines.questions import Asked
    from plyometric.engines.reading import Reply


@app.command
def reading(
    path: Path,
    /,
    *,
    against: str = "gnugo",
    plays: Annotated[int, Parameter(validator=Number(gte=1))] = 2000,
    json: Json = False,
) -> None:
    """Ask our reader and another Go program the same reading problems: right answers, and time.

    Parameters
    ----------
    path
        A table with tabs, whose columns are id, sgf, after_move, question (attack or defend), vertex and
        expected, as in the regression tests of GNU Go. Answers that hang on a ko are left out.
    against
        The other program: it speaks GTP, and knows attack and defend.
    plays
        What our reader may play at most for a search.
    """
    from plyometric.engines.questions import table_of
    from plyometric.engines.reading import Ours, reply_of, rival, settled

    asked = settled(table_of(path))
    readers = (Ours(plays), rival(against))
    try:
        with Display() as display:
            answered = ([reply_of(reader, one.question) for reader in readers] for one in asked)
            rows = display.collect("reading", answered, len(asked), "problems")
    finally:
        readers[1].leave()
    ours, theirs = (told(list(said)) for said in zip(*rows, strict=True))
    facts: dict[str, Any] = {"ours": ours, against: theirs}
    facts["problems"] = [row(one, *said) for one, said in zip(asked, rows, strict=True)]
    show(facts, "\n".join(in_words(name, facts[name]) for name in ("ours", against)), json)


def told(replies: list["Reply"]) -> dict[str, Any]:
    """Return how many answers are right, with the 95 % interval, and what they took."""
    from statistics import mean, median

    from plyometric.arena.statistics import wilson

    right = sum(one.is_right for one in replies)
    seconds = [one.seconds for one in replies if one.seconds is not None]
    if not seconds:
        raise InputError(f"no question was answered; at first: {replies[0].text}")
    share = wilson(right / len(replies), len(replies))._asdict()
    return {"n": len(replies), "right": right, **share, "seconds": mean(seconds), "median": median(seconds)}


def row(one: "Asked", ours: "Reply", theirs: "Reply") -> dict[str, Any]:
    """Return what both answered to one question."""
    facts = {"id": one.name, "question": one.question.request, "expected": one.question.answers[0]}
    return facts | {"ours": ours._asdict(), "theirs": theirs._asdict()}


def in_words(name: str, facts: dict[str, Any]) -> str:
    """Return a program's figures in a line."""
    share = f"{facts['value']:.1%} [{facts['low']:.1%}, {facts['high']:.1%}]"
    took = f"{1000 * facts['seconds']:.1f} ms a problem, median {1000 * facts['median']:.1f} ms"
    return f"{name}: right {facts['right']} of {facts['n']}, {share}; {took}"
