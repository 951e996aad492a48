"""The command that watches two agents learn what is enough: satisfice."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from cyclopts.validators import Number

from plyometric.cli.display import Display
from plyometric.cli.shared import Json, app, show
from plyometric.errors import InputError

if TYPE_CHECKING:
    from plyometric.learn.satisficing import Course

AGENTS = "AB"


@app.command
def satisfice(
    *,
    sigma: float = 0.8,
    delta: float = 0.3,
    lam: Annotated[float, Parameter(name="--lambda")] = 0.9,
    aspirations: Annotated[tuple[float, float], Parameter(negative="")] = (2.0, 2.0),
    actions: str = "CC",
    against: str = "satisficer",
    steps: Annotated[int, Parameter(validator=Number(gte=1, lte=100_000))] = 20,
    figure: Path | None = None,
    json: Json = False,
) -> None:
    """Play a repeated prisoner's dilemma with satisficing agents, and show how their aspirations go.

    Parameters
    ----------
    sigma
        What mutual cooperation pays, between 0.5 and 1; to defect alone pays 1, to cooperate alone 0.
    delta
        What mutual defection pays, between 0 and sigma.
    lam
        The weight of the past in an aspiration, from 0 to 1.
    aspirations
        What A and B aspire to at first; B's counts where B satisfices too.
    actions
        The first actions of A and B, such as CD; B's counts where B satisfices too.
    against
        Who B is: satisficer, or a strategy such as tit-for-tat.
    steps
        How many turns to play.
    figure
        File for a picture of the aspirations, such as course.svg.
    """
    from plyometric.games.dilemma import read_actions
    from plyometric.learn.satisficing import course_of

    if figure and figure.suffix != ".svg":
        raise InputError(f"--figure {figure}: the picture is an .svg file.")
    first = read_actions(actions)
    with Display():
        course = course_of(sigma, delta, lam, aspirations, first, steps, against)
        outcome = outcome_of(sigma, delta, lam, aspirations, first) if against == "satisficer" else None
    title = f"A against {'B' if outcome else against}: sigma {sigma:g}, delta {delta:g}, lambda {lam:g}"
    if figure:
        write_figure(figure, course, title)
    settings = {"sigma": sigma, "delta": delta, "lambda": lam, "against": against}
    end = [f"in the end: {outcome}"] if outcome else []
    text = "\n".join([title, "", *table(course), *end])
    show({**settings, "outcome": outcome, "turns": list(turns_of(course))}, text, json)


def outcome_of(
    sigma: float, delta: float, lam: float, aspirations: tuple[float, float], actions: list[int]
) -> str:
    """Return how the game of two agents ends, in words."""
    import numpy as np

    from plyometric.learn.satisficing_pairs import OUTCOMES, Trials, outcomes_of

    numbers = (np.array([number]) for number in (lam, sigma, delta))
    return OUTCOMES[outcomes_of(Trials(np.array([aspirations]), np.array([actions]), *numbers))[0]]


def turns_of(course: "Course") -> Iterator[dict[str, Any]]:
    """Yield the turns of a course, aspirations only for those that have them."""
    from plyometric.games.dilemma import LETTERS

    for turn, (actions, payoffs, aspirations) in enumerate(zip(*course, strict=True)):
        letters = [LETTERS[action] for action in actions]
        figures = {"payoffs": payoffs.tolist(), "aspirations": aspirations.tolist()}
        yield {"turn": turn, "actions": letters, **figures}


def table(course: "Course") -> list[str]:
    """Return the lines of a table of turns."""
    satisficers = AGENTS[: course.aspirations.shape[1]]
    lines = [
        f"{'turn':>5}  A B {'A paid':>8} {'B paid':>8}" + "".join(f" {f'{x} wants':>8}" for x in satisficers)
    ]
    for turn in turns_of(course):
        figures = "".join(f" {number:8.4f}" for number in turn["payoffs"] + turn["aspirations"])
        lines.append(f"{turn['turn']:5}  {' '.join(turn['actions'])}{figures}")
    return lines


def write_figure(path: Path, course: "Course", title: str) -> None:
    """Write a picture of the course of aspirations."""
    from plyometric.files import write_text
    from plyometric.report.figures import as_svg
    from plyometric.studies.experiment import Figure

    columns = dict(zip(AGENTS, course.aspirations.T.tolist(), strict=False))
    write_text(path, as_svg(Figure(path.stem, title, "", columns, draw_course)))


def draw_course(axes: Any, columns: dict[str, list]) -> None:
    """Draw a line of aspirations for each agent."""
    for (agent, aspirations), style in zip(columns.items(), ("-", "--"), strict=False):
        axes.plot(aspirations, style, label=agent)
    axes.set_xlabel("turn")
    axes.set_ylabel("aspiration")
    axes.legend()
