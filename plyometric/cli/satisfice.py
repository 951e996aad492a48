"""The command that watches two agents learn what is enough: satisfice."""

from collections.abc import Iterator
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from xml.sax.saxutils import escape, quoteattr

from cyclopts import Parameter
from cyclopts.validators import Number

from plyometric.cli.shared import Json, app, show
from plyometric.display import Display
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
        write_figure(figure, svg(course, title))
    settings = {"sigma": sigma, "delta": delta, "lambda": lam, "against": against}
    end = [f"in the end: {outcome}"] if outcome else []
    text = "\n".join([title, "", *table(course), *end])
    show({**settings, "outcome": outcome, "turns": list(turns_of(course))}, text, json)


def outcome_of(
    sigma: float, delta: float, lam: float, aspirations: tuple[float, float], actions: list[int]
) -> str:
    """Return how the game of two agents ends, in words."""
    import numpy as np

    from plyometric.learn.satisficing import OUTCOMES, Trials, outcomes_of

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


WIDTH, HEIGHT, MARGIN = 720, 400, 50
INK, RULE = "#453f38", "#d8d0c2"
COLOURS = ("#b5482f", "#2f6f8f")


def svg(course: "Course", title: str) -> str:
    """Return a picture of the course of aspirations, a line for each agent."""
    low, top = floor(min(0, course.aspirations.min())), ceil(max(1, course.aspirations.max()))
    turns = len(course.aspirations)

    def place(turn: int, aspiration: float) -> tuple[float, float]:
        right = MARGIN + (WIDTH - 2 * MARGIN) * turn / max(1, turns - 1)
        return right, HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (aspiration - low) / (top - low)

    marks = [low + (top - low) * quarter / 4 for quarter in range(5)]
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' role='img' aria-label={quoteattr(title)} width='{WIDTH}' "
        f"height='{HEIGHT}' viewBox='0 0 {WIDTH} {HEIGHT}' font-family='Georgia, DejaVu Serif, serif'>",
        f"<title>{escape(title)}</title>",
        *(_mark(place(0, mark)[1], mark) for mark in marks),
        *(_line(agent, column, place) for agent, column in enumerate(course.aspirations.T.tolist())),
        _text(WIDTH / 2, MARGIN / 2, title),
        _text(WIDTH / 2, HEIGHT - MARGIN / 2, f"aspirations over turns 0 to {turns - 1}"),
        "</svg>",
    ]
    return "\n".join(parts)


def _mark(y: float, number: float) -> str:
    rule = f"<path d='M{MARGIN} {y:.1f}H{WIDTH - MARGIN}' stroke='{RULE}'/>"
    return rule + _text(MARGIN / 2, y, f"{number:.3g}")


def _line(agent: int, aspirations: list[float], place: Any) -> str:
    points = [place(turn, aspiration) for turn, aspiration in enumerate(aspirations)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    line = f"<polyline points='{path}' fill='none' stroke='{COLOURS[agent]}' stroke-width='2'/>"
    return line + _text(WIDTH - MARGIN / 2 + 8 * agent, points[-1][1], AGENTS[agent], COLOURS[agent])


def _text(x: float, y: float, text: str, fill: str = INK) -> str:
    where = f"x='{x:g}' y='{y:.1f}' font-size='14' fill='{fill}' text-anchor='middle' dy='.35em'"
    return f"<text {where}>{escape(text)}</text>"


def write_figure(path: Path, picture: str) -> None:
    """Write a picture, or say in one sentence why it cannot be written."""
    from plyometric.runs import write_text

    try:
        write_text(path, picture + "\n")
    except OSError as error:
        raise InputError(f"--figure {path}: {error.strerror}.") from None
