"""A study in one line: the question, the paper's answer, ours, the verdict, and how long it took."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from rich.markup import escape
from rich.table import Table

from plyometric.errors import InputError
from plyometric.files import read_json
from plyometric.report.tables import COLOURS, cells


class Summary(NamedTuple):
    """The texts of that line."""

    study: str
    question: str
    paper: str
    ours: str
    verdict: str
    seconds: str


@contextmanager
def files_of(folder: Path) -> Iterator[None]:
    """Say in one sentence that the files of a run do not hold what a study leaves there."""
    try:
        yield
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise InputError(f"{folder} is not the folder of a finished study: {error!r} in its files.") from None


def summary(folder: Path) -> Summary:
    """Return the line of a finished run."""
    results, report, run = (read_json(folder / f"{name}.json") for name in ("results", "report", "run"))
    with files_of(folder):
        story = report["story"]
        row = {row["id"]: row for row in results["claims"]}[story["headline"]]
        _, _, paper, ours, error, _, said = cells(row)
        found = with_error(row["ours"], ours, error)
        told = (results["study"], story["question"], paper, found, said, f"{run['seconds']:.0f}")
        return Summary(*map(str, told))


def with_error(value: float | None, text: str, error: str) -> str:
    """Return a figure with its error and no more decimals than the error has, or alone if it is exact."""
    if error == "0" or value is None:
        return text
    whole, _, decimals = error.replace(",", "").partition(".")
    return f"{value:,.{len(decimals)}f} ± {error}" if whole.isdigit() else f"{text} ± {error}"


def summary_table(lines: list[Summary]) -> Table:
    """Return one table of studies, each in as few lines as the width allows."""
    table = Table(box=None, padding=(0, 1), pad_edge=False)
    table.add_column("question")
    for heading in ("paper", "ours"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("verdict", max_width=len("direction"))
    table.add_column("s", justify="right", no_wrap=True)
    for line in lines:
        study, question, paper, ours, said, seconds = map(escape, line)
        colour = COLOURS.get(line.verdict, "green")
        asked, judged = f"[bold]{study}:[/bold] {question}", f"[{colour}]{said}[/{colour}]"
        table.add_row(asked, paper, ours, judged, seconds)
    return table
